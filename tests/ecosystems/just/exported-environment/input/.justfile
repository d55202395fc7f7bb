set dotenv-load
export DATABASE_URL := "postgres://localhost/app"

migrate:
	diesel migration run

test:
	cargo test
