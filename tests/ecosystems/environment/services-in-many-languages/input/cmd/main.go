package main

import "os"

type Config struct {
	Port int `env:"PORT" envDefault:"8080"`
	Name string `envconfig:"APP_NAME"`
}

func main() {
	os.Getenv("HOME_DIR")
	if v, ok := os.LookupEnv("VERBOSE"); ok {
		_ = v
	}
	os.Setenv("WRITTEN", "1")
}
