"""What a Swift package is called."""


def name_of_url(url: str) -> str:
    """The name of the package at a URL: its last part, without ``.git``."""
    return url.rstrip("/").rpartition("/")[2].rpartition(":")[2].removesuffix(".git")
