"""What the Java plugin is made of."""
