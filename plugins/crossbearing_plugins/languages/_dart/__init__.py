"""What Dart needs besides its query: chains of siblings, members, libraries and their parts, and built-in names."""
