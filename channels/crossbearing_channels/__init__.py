"""Evidence channels for localization, one file per channel."""
