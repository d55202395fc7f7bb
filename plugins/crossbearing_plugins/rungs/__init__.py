"""The rungs of the retrieval ladder (reconnaissance specification, §4.2), one file each."""
