"""What the ``bash`` plugin needs besides its query."""
