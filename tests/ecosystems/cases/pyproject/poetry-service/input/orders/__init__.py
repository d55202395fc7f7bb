"""The orders service."""
