import environ

env = environ.Env()
DATABASES = {"default": env.db("DATABASE_URL", default="postgres://shop:secret@localhost/shop")}
DATABASES["default"]["ATOMIC_REQUESTS"] = True
