"""Reads os.environ["IN_DOCUMENTATION"]."""

import os
from os import environ, getenv

DEBUG = os.environ.get("DEBUG", "false")
LEVEL = os.getenv('LOG_LEVEL', default='info')
HOME = environ["HOME"]
# os.environ["IN_COMMENT"]
WORKERS = int(getenv("WORKERS", 4))  # os.getenv("AFTER_CODE")
TOKEN = os.environ.get("API_TOKEN", "abc123")
URL = os.environ.get("CACHE_URL", "redis://user:secret@localhost:6379/0")
if "CI" in os.environ or 'TRAVIS' not in environ:
    os.environ["WRITTEN"] = "1"
    del os.environ["DELETED"]
    os.environ.setdefault("TZ", "UTC")
PORT = os.environ.get(
    "PORT",
    "8000",
)
AGAIN = os.environ["PORT"]
EDITOR = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
name = os.environ[PREFIX + "NAME"]
