"""Evidence-backed manifest parsers, one file per manifest format."""
