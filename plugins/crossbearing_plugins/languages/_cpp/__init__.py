"""What the query of C++ cannot say: macros that stand like words, declarators, namespaces, headers."""
