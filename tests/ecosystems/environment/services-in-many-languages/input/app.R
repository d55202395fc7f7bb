Sys.getenv("R_DIR", "x")
