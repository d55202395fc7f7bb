// Package registry for the harbour.
module example.com/harbour/ledger

go 1.22.3

toolchain go1.23.1

require (
	github.com/google/uuid v1.6.0
	github.com/stretchr/testify v1.9.0
	golang.org/x/sync v0.0.0-20240102030405-abcdef012345 // indirect
)

require gopkg.in/yaml.v3 v3.0.1 // indirect; kept for the schema
