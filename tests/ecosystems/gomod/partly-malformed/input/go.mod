module example.com/broken

go one.two

require (
	github.com/google/uuid v1.6.0
	github.com/no/version
	github.com/open/quote "v1.0.0
	github.com/pkg/errors v0.9.1
	go.uber.org/zap v1.27.0
)
requires github.com/old/thing v1.0.0
replace github.com/a/b v1.0.0
exclude github.com/a/b v1.0.0
require (
	github.com/spf13/pflag v1.0.5
