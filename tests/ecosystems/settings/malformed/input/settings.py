DATABASES = {"default": {"ENGINE": ÿ"django.db
((((
