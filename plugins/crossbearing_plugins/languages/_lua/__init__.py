"""What the ``lua`` plugin needs besides its query."""
