"""What the query of C cannot say: bodies of macros, declarations and their definitions, places of headers."""
