"""What Swift needs besides its query: extensions, imports, targets of packages, and built-in names."""
