"""Comparing two ways of localizing on the same issues, with what an agent makes of each, and deciding by rule."""
