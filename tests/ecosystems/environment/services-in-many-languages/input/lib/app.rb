host = ENV.fetch("HOST") { "localhost" }
key = ENV["KEY_FILE"] || "key.pem"
ENV["MODE"] ||= "test"
ENV["WRITTEN"] = "1"
port = ENV.fetch("PORT", 3000)
