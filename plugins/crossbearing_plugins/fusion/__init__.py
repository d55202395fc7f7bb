"""Fusion plugins: many channels in, one score an entity out."""
