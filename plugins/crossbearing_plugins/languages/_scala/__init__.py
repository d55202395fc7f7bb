"""What the Scala plugin is made of."""
