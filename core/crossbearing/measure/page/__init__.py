"""The report of a bench for a person: one HTML file with its pictures inside."""

from crossbearing.measure.page.write import Report, write_report

__all__ = ["Report", "write_report"]
