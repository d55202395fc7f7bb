import os

import dj_database_url

DATABASES = {
    "default": dj_database_url.config(conn_max_age=600),
    "old": {"ENGINE": os.environ.get("OLD_ENGINE", "django.db.backends.mysql")},
}
