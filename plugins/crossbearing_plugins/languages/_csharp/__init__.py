"""What C# needs besides its query: using directives, namespaces, partial classes and built-in names."""
