"""Re-rankers: the one place of a localization where a language model may be asked."""
