// Copyright

/*
package main is not here
*/
package main // import "x"

func main() {}
