"""Reconnaissance: the manifest, the code graph and the index of a repository, made without any model."""
