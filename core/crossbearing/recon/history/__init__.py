"""The history of a repository: read from git when it is first asked for, and kept beside the map."""

from crossbearing.recon.history.reader import RepositoryHistory

__all__ = ["RepositoryHistory"]
