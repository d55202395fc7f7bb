engine = create_engine(
    "mysql+pymysql://root:secret@db/app", echo=True
)
