final home = Platform.environment['HOME'] ?? '/root';
