class Settings(BaseSettings):
    DATABASE_URL: PostgresDsn
    DATABASES_SEEN: int
