"""The six signals of the gate (reconnaissance specification, §4.1), one file each."""
