val port = System.getenv("PORT") ?: "9000"
