"""What the query of PHP cannot say: names of namespaces, what ``use`` binds, documented types, and places of files."""
