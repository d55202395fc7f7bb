module github.com/acme/beacon/v2

go 1.21

ignore ./web/node_modules

require github.com/spf13/cobra v1.8.1
