"""TOML documents in every style, for property tests."""

from typing import Any

from hypothesis import strategies as st

Value = Any

BARE = st.text("abz09_-", min_size=1, max_size=4)
QUOTED = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=4)
KEYS = BARE | QUOTED
STRINGS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"], include_characters="\n\t"), max_size=8)
SCALARS = STRINGS | st.integers(-99, 99) | st.booleans() | st.sampled_from([1.5, -0.25])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
TABLES = st.recursive(
    st.dictionaries(KEYS, VALUES, max_size=3),
    lambda inner: st.dictionaries(KEYS, inner | st.lists(inner, min_size=1, max_size=2), max_size=3),
    max_leaves=6,
)


class Writer:
    """Writes values as TOML in a style that is drawn anew for each of them."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.lines: list[str] = []

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def key(self, key: str) -> str:
        is_bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
        return key if is_bare and self.pick("bare", "quoted") == "bare" else self.basic(key)

    def basic(self, text: str) -> str:
        escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\x7f": "\\u007f"}
        return '"' + "".join(escapes.get(character, character) for character in text) + '"'

    def scalar(self, value: Value) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        if not isinstance(value, str):
            return repr(value)
        style = self.pick("basic", "literal", "multi-line", "multi-line literal")
        if style == "literal" and not set(value) & set("'\n\x7f"):
            return f"'{value}'"
        if style == "multi-line" and "\x7f" not in value:
            return '"""\n' + value.replace("\\", "\\\\").replace('"', '\\"') + '"""'
        if style == "multi-line literal" and "'" not in value and "\x7f" not in value:
            return f"'''\n{value}'''"
        return self.basic(value)

    def value(self, value: Value, *, inline: bool = False) -> str:
        if isinstance(value, list):
            gap = " " if inline else self.pick("", " ", "\n", " # a ] comment\n  ")
            end = self.pick("", ",") if value else ""
            return f"[{gap}" + f",{gap}".join(self.value(item, inline=inline) for item in value) + f"{end}{gap}]"
        if isinstance(value, dict):
            items = (f"{self.key(key)} = {self.value(item, inline=True)}" for key, item in value.items())
            return "{ " + ", ".join(items) + " }"
        return self.scalar(value)

    def table(self, table: dict[str, Value], path: tuple[str, ...] = ()) -> None:
        """Write the values first: under a header they would belong to the table below."""
        later: list[tuple[str, Value]] = []
        for key, value in table.items():
            is_many = isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
            if (isinstance(value, dict) or is_many) and self.pick("header", "inline") == "header":
                later.append((key, value))
            else:
                self.lines.append(f"{self.key(key)}{self.pick('=', ' = ')}{self.value(value)}{self.pick('', ' # end')}")
        for key, value in later:
            header = ".".join(map(self.key, (*path, key)))
            if isinstance(value, dict):
                self.lines.append(f"{self.pick('', '  ')}[{header}]")
                self.table(value, (*path, key))
            else:
                for item in value:
                    self.lines.append(f"[[ {header} ]]{self.pick('', ' # many')}")
                    self.table(item, (*path, key))


@st.composite
def documents(draw: st.DrawFn, tables: st.SearchStrategy[dict[str, Value]] = TABLES) -> str:
    writer = Writer(draw)
    writer.table(draw(tables))
    return "\n".join(writer.lines) + writer.pick("", "\n", "\n\n# the end")
