"""Module words."""
import gettext

PLAIN = "two words"
SHORT = "word"
JOINED = ("several words " "in two"
          " parts")
RAW = r"raw \d words"
ESCAPED = 'tab\tand \u00e9 and\nnewline'
BYTES = b"no text here"
FORMATTED = f"found {len(PLAIN)!r:>{SHORT}} of {{all}} {'items'}"
PERCENT = "%d of %(total)s are 100% sure"
BRACES = "take {} and {0.name!r:>10} or {name[0]} not { this }"
"""Not documentation here."""


def speak(name="default words"):
    "Function words."
    raise ValueError("cannot speak to %s" % name)


class Quiet:
    """Class words."""
    note: "Quiet one"
    mode: "gettext.Mode" = "quiet mode"
