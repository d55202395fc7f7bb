"""What the Go plugin is made of."""
