"""Serving repositories to agents and editors over the Model Context Protocol."""
