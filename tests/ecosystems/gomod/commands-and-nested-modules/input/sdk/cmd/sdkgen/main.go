package main
