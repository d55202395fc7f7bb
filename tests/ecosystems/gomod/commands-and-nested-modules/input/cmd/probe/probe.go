// Probe asks.
package main
