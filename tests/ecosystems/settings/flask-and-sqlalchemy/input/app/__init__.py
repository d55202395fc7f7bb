def create_app(test=None):
    app.config.from_mapping(SQLALCHEMY_DATABASE_URI="sqlite:///:memory:")
    app.config["MONGO_URI"] = f"mongodb://{host}:27017/app"
    database_url = str(value)
