from decouple import config

NAME = config("APP_NAME", default="shop")
TIMES = config('TIMES', cast=int, default=3)
