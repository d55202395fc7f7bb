"""Expansion plugins: from seed entities to a connected candidate pool."""
