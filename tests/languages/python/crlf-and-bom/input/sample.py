import a

def f(
    x,
):
    """Doc
    more."""
    return a.b(
        x)
