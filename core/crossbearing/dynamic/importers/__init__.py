"""Reading coverage that other tools wrote, test by test, in whatever language."""
