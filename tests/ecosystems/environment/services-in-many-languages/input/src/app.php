<?php
$a = getenv('APP_DIR') ?: '/srv';
$b = env('APP_ENV', 'production');
$c = $_ENV['APP_HOST'] ?? 'localhost';
$this->env('NOT_THIS');
