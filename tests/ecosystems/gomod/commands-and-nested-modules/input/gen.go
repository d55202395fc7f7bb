//go:build ignore

package main
