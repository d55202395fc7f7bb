os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
