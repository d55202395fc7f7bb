import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")
