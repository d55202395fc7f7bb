"""Elements of XML files and their lines, checked against the standard library's own reader."""

from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._xml import Element, read_xml

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

NAMES = st.sampled_from(["project", "groupId", "x-y", "_a", "é", "mvn:tag"])
TEXTS = st.text("ab \n\té<>&]\"'", max_size=8)
COMMENT = "<!-- c\n -->"
ATTRIBUTES = st.dictionaries(st.sampled_from(["Include", "Version", "a.b"]), TEXTS, max_size=3)


def element(text: str, *, html: bool = False) -> Element:
    return read_xml(SourceFile("pom.xml", text.encode()), html_entities=html)


def refusal(data: bytes) -> tuple[str, int | None]:
    with pytest.raises(UnreadableError) as caught:
        read_xml(SourceFile("pom.xml", data))
    return caught.value.reason, caught.value.line


def test_an_attribute_may_stand_on_a_later_line_than_its_tag() -> None:
    root = element('<a>\n  <b\n    x="1"\n    y="2"/>\n  <c\n  z="3">\n\n  word\n  </c><d/>\n</a>')
    first, second, third = root.children
    assert (first.tag, first.span) == ((2, 4), (2, 4))
    assert (second.tag, second.span, second.text_line) == ((5, 6), (5, 9), 8)
    assert (third.tag, third.span) == ((9, 9), (9, 9))
    assert root.span == (1, 10)


@pytest.mark.parametrize("after", ["<!-- c -->", "<?pi?>", "<![CDATA[ ]]>", "<b/>", " ", ""])
def test_a_tag_ends_where_the_next_thing_starts(after: str) -> None:
    assert element(f'<a\nx="1"\n>{after}\n</a>').tag == (1, 3)


def test_line_endings_and_comments_do_not_move_lines() -> None:
    root = element("<a>\r\n<!--\r\n-->\r\n<b>x</b>\r<c/>\n</a>")
    assert [child.line for child in root.children] == [4, 5]
    assert root.end == 6


def test_text_is_told_from_where_its_words_start() -> None:
    root = element("<a>\n\n  one <!-- no -->\n  <![CDATA[<two>]]>\n</a>")
    assert root.text == "one \n  <two>"
    assert root.text_span == (3, 5)
    assert element("<a x='1'\n/>").text_span == (1, 2)


def test_namespaces_are_left_out() -> None:
    root = element('<m:a xmlns:m="urn:m"><m:b m:c="1"/></m:a>')
    assert root.name == "a"
    assert root.children[0].name == "b"
    assert root.children[0].attributes == {"m:c": "1"}


def test_children_by_path() -> None:
    root = element("<a><b><c>1</c></b><b><c> 2 </c><c/></b></a>")
    assert [child.text for child in root.all("b", "c")] == ["1", "2", ""]
    assert root.value("b", "c") == "1"
    assert root.value("b", "d") == root.value("x", "y") == ""
    assert root.child("b", "d") is None
    assert [found.name for found in root.walk()] == ["a", "b", "c", "b", "c", "c"]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("<a>é</a>", "utf-8-sig"),
        ("<a>é</a>", "utf-16"),
        ('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', "latin-1"),
        ('<?xml version="1.0" encoding="windows-1252"?><a>é</a>', "cp1252"),
        ('<?xml version="1.0" encoding="UTF-16"?><a>é</a>', "utf-16"),
    ],
)
def test_encodings(text: str, encoding: str) -> None:
    assert read_xml(SourceFile("pom.xml", text.encode(encoding))).text == "é"


def test_entities_are_refused_before_they_unfold() -> None:
    bomb = b'<?xml version="1.0"?>\n<!DOCTYPE a [\n<!ENTITY x "ha">\n<!ENTITY y "&x;&x;">]>\n<a>&y;</a>'
    assert refusal(bomb) == ("declares entities, which are not read", 3)
    outside = b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n<a>&x;</a>'
    assert refusal(outside) == ("declares entities, which are not read", 1)
    parameter = b'<!DOCTYPE a [\n<!ENTITY % x SYSTEM "http://example.org/x.dtd">\n%x;]>\n<a/>'
    assert refusal(parameter) == ("declares entities, which are not read", 2)


def test_a_document_type_elsewhere_is_never_fetched() -> None:
    text = '<!DOCTYPE a SYSTEM "http://example.org/a.dtd">\n<a>&x; &amp;</a>'
    assert element(text, html=True).text == "&x; &"
    assert element(text).line == 2


def test_entities_of_html_are_known_where_asked_for() -> None:
    assert element("<a>Jos&eacute; &copy; &nothing;</a>", html=True).text == "José © &nothing;"
    assert refusal(b"<a>\n&eacute;</a>") == ("unparseable: undefined entity", 2)


@pytest.mark.parametrize(
    ("data", "reason", "line"),
    [
        (b"", "unparseable: no element found", 1),
        (b"<a>\n<b>\n</a>", "unparseable: mismatched tag", 3),
        (b"<a>\n", "unparseable: no element found", 2),
        (b"<a/>\n<b/>", "unparseable: junk after document element", 2),
        (b"<a>\n\x00</a>", "unparseable: not well-formed (invalid token)", 2),
        (b"<a>\n\xff</a>", "unparseable: not well-formed (invalid token)", 2),
        (b"<a x='1' x='2'/>", "unparseable: duplicate attribute", 1),
        (b"{{ x }}", "unparseable: not well-formed (invalid token)", 1),
        (b"<a>" * 500, "unparseable: nested too deeply", 1),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(data: bytes, reason: str, line: int) -> None:
    assert refusal(data) == (reason, line)


def test_an_unknown_encoding_is_refused() -> None:
    reason, _ = refusal(b'<?xml version="1.0" encoding="no-such"?><a/>')
    assert reason.startswith("unparseable: ")


def documents(depth: int = 3) -> st.SearchStrategy[str]:
    def write(name: str, attributes: dict[str, str], text: str, children: list[str], space: str) -> str:
        words = "".join(f"{space}{key}={quoteattr(value)}" for key, value in attributes.items())
        return f"<{name}{words}>{escape(text)}{COMMENT.join(children)}</{name}>"

    inner = st.just([]) if depth == 0 else st.lists(documents(depth - 1), max_size=3)
    return st.builds(write, NAMES, ATTRIBUTES, TEXTS, inner, st.sampled_from([" ", "\n  ", "\r\n"]))


@STEADY
@given(documents())
def test_elements_are_those_of_the_standard_library_and_stand_on_their_lines(text: str) -> None:
    text = f'<root xmlns:mvn="urn:mvn">{text}</root>'
    lines = text.replace("\r\n", "\n").split("\n")
    known = list(ElementTree.fromstring(text).iter())
    found = list(element(text).walk())
    assert [one.name for one in found] == [one.tag.rpartition("}")[2].rpartition(":")[2] for one in known]
    for one, other in zip(found, known, strict=True):
        whole = (other.text or "") + "".join(child.tail or "" for child in other)
        assert one.text == whole.strip()
        assert {key: value for key, value in one.attributes.items() if key != "xmlns:mvn"} == dict(other.attrib)
        assert f"{one.name}" in lines[one.line - 1]
        assert f"{one.name}>" in lines[one.end - 1]
        tag = "\n".join(lines[one.line - 1 : one.tag_end])
        assert all(f"{key}=" in tag for key in one.attributes)
        if one.text:
            assert escape(one.text.split("\n")[0].strip()[:1]) in lines[one.text_line - 1]


@STEADY
@given(st.text(alphabet="<>/ab=\"'&;!-[]\n é", max_size=40) | st.binary(max_size=40))
def test_anything_is_read_or_refused(content: str | bytes) -> None:
    data = content if isinstance(content, bytes) else content.encode()
    try:
        ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        with pytest.raises(UnreadableError):
            read_xml(SourceFile("pom.xml", data))
    else:
        assert read_xml(SourceFile("pom.xml", data)).name
