"""What the query of Ruby cannot say: macros that define names, calls without brackets, and files by their names."""
