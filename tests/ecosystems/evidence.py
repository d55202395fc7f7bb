from crossbearing.testing.evidence import unproved

__all__ = ["unproved"]
