import os

# DATABASES = {"default": {"ENGINE": "django.db.backends.mysql"}}
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "shop",
        "PASSWORD": "secret",
    },
    "archive": {"ENGINE": "django.db.backends.sqlite3"},
}
