"""The stages of a repair (F2 to F10 of the Scalpel specification), one module each."""
