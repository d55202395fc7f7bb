import environ
from pydantic import Field

env = environ.Env(DEBUG=(bool, False))
SECRET = env("SECRET_KEY")
DEBUG = env.bool("DEBUG", default=False)
CACHE = env.cache("CACHE_URL", "locmem://")


class Settings:
    host: str = Field("localhost", env="APP_HOST")


@click.option("--token", envvar="APP_TOKEN_FILE")
def main(token):
    """Uses env("NOT_HERE")."""
