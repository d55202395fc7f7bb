GO ?= go
pkgs = ./...

.PHONY: common-test generate
common-test:
	@echo ">> running tests"
	$(GO) test -race $(pkgs)

generate:
	$(GO) generate $(pkgs)
