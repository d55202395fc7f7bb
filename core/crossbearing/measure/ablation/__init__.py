"""Leaving plugins out, one at a time, and saying which of them nothing depends on."""
