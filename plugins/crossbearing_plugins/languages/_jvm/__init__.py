"""What Kotlin and Scala share with each other and with Java: packages, and imports out of classes."""
