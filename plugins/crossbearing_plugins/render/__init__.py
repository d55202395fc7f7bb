"""Renderer plugins: a report in, text out."""
