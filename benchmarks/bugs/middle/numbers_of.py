"""The middle one of three numbers, the example with which Tarantula was shown."""


def middle(x, y, z):
    m = z
    if y < z:
        if x < y:
            m = y
        elif x < z:
            m = y  # the fault: should be x
    elif x > y:
        m = y
    elif x > z:
        m = x
    return m
