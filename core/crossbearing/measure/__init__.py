"""Measuring localization: data sets, gold, metrics with their uncertainty, and the bench that joins them."""
