"""What the ``sql`` plugin needs besides its query: the words of statements, and what they define and use."""
