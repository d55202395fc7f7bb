"""Parser combinators."""
