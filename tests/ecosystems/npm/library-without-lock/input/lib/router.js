// code
