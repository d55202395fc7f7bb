var url = Environment.GetEnvironmentVariable("APP_URL") ?? "http://localhost";
