import os


class Config:
    SECRET_KEY = os.environ.get("SECRET_KEY") or "guess"
    SQLALCHEMY_DATABASE_URI = os.environ.get("DATABASE_URL", "").replace(
        "postgres://", "postgresql://"
    ) or "sqlite:///" + os.path.join(BASE, "app.db")
    SQLALCHEMY_TRACK_MODIFICATIONS = False
