"""A third party's plugins."""
