local p = os.getenv("LUA_DIR")
