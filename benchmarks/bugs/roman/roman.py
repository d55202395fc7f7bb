"""Roman numerals."""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
STEPS = [(number, sign) for sign, number in VALUES.items()]
STEPS += [(4, "IV"), (9, "IX"), (40, "XL"), (90, "XC"), (400, "CD")]  # the fault: 900 is missing
STEPS.sort(reverse=True)


def to_roman(number):
    signs = []
    for step, sign in STEPS:
        while number >= step:
            signs.append(sign)
            number -= step
    return "".join(signs)


def from_roman(text):
    total = 0
    for sign, following in zip(text, text[1:] + " ", strict=True):
        value = value_of(sign)
        if following != " " and value < value_of(following):
            total -= value
        else:
            total += value
    return total


def value_of(sign):
    try:
        return VALUES[sign]
    except KeyError:
        raise ValueError(f"{sign} is no numeral") from None
