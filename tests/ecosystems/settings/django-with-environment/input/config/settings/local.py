from .base import *

DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
