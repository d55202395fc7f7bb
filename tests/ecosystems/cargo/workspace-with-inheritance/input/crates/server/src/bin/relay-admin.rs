fn
main() {}
