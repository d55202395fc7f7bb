let a = ProcessInfo.processInfo.environment["API_HOST"] ?? "localhost"
