"""Questions about the code graph: what a name means, what uses what, and how two definitions are connected."""

from crossbearing.recon.query.queries import GraphQueries

__all__ = ["GraphQueries"]
