const char *p = getenv("TMPDIR");
char *q = secure_getenv("HOME");
SetEnvironmentVariable("X", "1");
