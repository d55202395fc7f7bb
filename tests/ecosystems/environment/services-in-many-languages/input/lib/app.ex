port = System.get_env("PORT", "4000")
secret = System.fetch_env!("SECRET_KEY_BASE")
host = System.get_env("HOST") || "localhost"
