"""Geometry in the plane."""
