"""An application."""
