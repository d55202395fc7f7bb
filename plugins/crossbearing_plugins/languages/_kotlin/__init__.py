"""What the Kotlin plugin is made of."""
