module "example.com/quoted"

go 1.24

tool (
	github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	golang.org/x/tools/cmd/stringer
)

tool example.com/quoted/cmd/own

godebug default=go1.21

require (
	github.com/golangci/golangci-lint/v2 v2.1.0 // indirect
	github.com/onsi/ginkgo/v2 v2.19.0
	`github.com/raw/quoted` v1.0.0
	golang.org/x/mod v0.17.0 // indirect
	golang.org/x/tools v0.21.0
)
