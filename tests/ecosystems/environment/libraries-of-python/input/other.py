def f(env, config):
    return env("NOT_AN_ACCESS"), config("NEITHER")
