module github.com/acme/beacon/sdk
