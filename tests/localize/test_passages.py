from hypothesis import given
from hypothesis import strategies as st

from crossbearing.localize.passages import split_passages

ISSUE = """

# Crash in `peek`

<!-- Please fill in
the form -->
**Describe the bug**
It crashes <br> always.

```python
from app import load
load("x").peek()
```

```
Traceback (most recent call last):
  File "/home/me/app/parser.py", line 2, in peek
    return self.tokens[0]
IndexError: list index out of range
after the trace
```

- [x] I searched

### Environment
 - Python 3.8.1
whatever else

### More
numpy: 1.19.2
The end.
"""


def kinds(text):
    return [(passage.kind, passage.text) for passage in split_passages(text)]


def joined(text, kind):
    return "\n".join(own for found, own in kinds(text) if found == kind)


def test_the_parts_of_an_issue():
    assert kinds(ISSUE)[0] == ("title", "Crash in `peek`")
    assert joined(ISSUE, "prose").split() == ["It", "crashes", "always.", "The", "end."]
    assert joined(ISSUE, "code") == 'from app import load\nload("x").peek()\nafter the trace'
    assert joined(ISSUE, "trace").splitlines()[-1] == "IndexError: list index out of range"
    template = joined(ISSUE, "template")
    for text in ("Describe the bug", "I searched", "Environment", "whatever else", "numpy: 1.19.2"):
        assert text in template
    assert "fill in" not in "".join(text for _, text in kinds(ISSUE))


def test_sessions_are_code_and_output():
    text = 't\n```\n>>> 1 + 1\n2\n>>> boom()\nTraceback (most recent call last):\n  File "a.py", line 1\nE: x\n```'
    assert kinds(text)[1:] == [
        ("code", ">>> 1 + 1"),
        ("output", "2"),
        ("code", ">>> boom()"),
        ("trace", 'Traceback (most recent call last):\n  File "a.py", line 1\nE: x'),
    ]


def test_logs_are_output():
    assert kinds("t\n```\nLoading things now\nall went badly today\n```")[1][0] == "output"
    assert kinds("t\n```text\nsomething went wrong\nall went badly\n```")[1][0] == "output"


def test_version_dumps_are_templates():
    dump = "```\npython: 3.7.1\nnumpy: 1.17\npandas: 0.25.1\nscipy: None\n```"
    assert kinds(f"title\n{dump}") == [("title", "title"), ("template", dump.strip("`\n"))]


def test_a_trace_without_a_fence():
    text = 't\nIt says\nTraceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nValueError: no\nWhy?'
    assert [kind for kind, _ in kinds(text)] == ["title", "prose", "trace", "prose"]
    assert joined(text, "prose") == "It says\nWhy?"


def test_an_ipython_trace_goes_on_over_its_paths():
    text = "t\n```\n--------------------\nE  Traceback (most recent call last)\n~/x.py in f()\n---> 1 g()\nE: x\n```"
    assert {kind for kind, _ in kinds(text)} == {"title", "trace"}


def test_what_is_left_open_is_read():
    assert kinds("t\n```\nx = f(1)")[1] == ("code", "x = f(1)")
    assert kinds("t\na <!-- b")[1] == ("prose", "a  b")


def test_nothing_gives_nothing():
    assert split_passages("") == ()
    assert split_passages(" \n\n") == ()


@given(st.text(alphabet="ab `~\n>#-*<!:.1[x]EFT", max_size=200))
def test_any_text_is_split(text):
    found = split_passages(text)
    assert all(passage.text.strip() for passage in found)
    assert sum(passage.kind == "title" for passage in found) <= 1


def test_names_are_parted_from_scripts_without_spaces():
    title, prose = split_passages("调用parse_config函数时出错\nПеременная cache-size растёт, 関数loadが失敗")
    assert "parse_config" in title.text.split()
    assert "load" in prose.text.split()
    (_, code) = split_passages("x\n```python\nprint('调用x')\n```")
    assert (code.text, code.language) == ("print('调用x')", "python")


def test_unanswered_questions_are_boilerplate():
    kinds = {
        passage.text: passage.kind for passage in split_passages("x\nwords\n### Anything else?\n_No response_\nmore")
    }
    assert kinds["Anything else?\n_No response_"] == "template"
    assert kinds["more"] == "prose"


def names_of(text):
    return [kind for kind, _ in kinds(text)]


def test_a_fence_that_names_a_language_holds_code():
    for language, code in [
        ("go", "y := 1"),
        ("java", "Foo x = read();"),
        ("svelte", "<slot {...$$props} />"),
        ("rb", "puts 1"),
    ]:
        assert names_of(f"T\n```{language}\n{code}\n```") == ["title", "code"], language
    assert names_of("T\n```rust\nerror[E0425]: cannot find value\n  --> src/main.rs:3:4\n```") == ["title", "output"]


def test_code_of_other_languages_without_a_name():
    for code in ("Map<String, Foo> all = read();", "x, err := app.New()", "const Foo &x = y;"):
        assert names_of(f"T\n```\n{code}\n```") == ["title", "code"], code
    assert names_of("T\n```\nlevel is wrong\nnext: 4\n```") == ["title", "output"]


def test_boilerplate_that_is_folded_away_ends_there():
    text = "T\n<details>\nINSTALLED VERSIONS\n------------------\npython: 3.8\n\n</details>\n\nIt crashes."
    assert joined(text, "prose") == "It crashes."
    text = "T\n### Environment\n<details>\nnumpy 1.0\n</details>\nLinux of mine\n### Bug\nIt crashes."
    assert joined(text, "prose") == "It crashes."


def test_a_quoted_block_is_that_block():
    assert kinds("T\n> ```py\n> import x\n> x.y()\n> ```") == [("title", "T"), ("code", "import x\nx.y()")]


def test_the_head_of_a_stack_belongs_to_it():
    stack = "java.lang.IllegalStateException: no\n\tat a.B.c(B.java:1)\nCaused by: x.y.Failed: z\n\tat a.D.e(D.java:2)"
    assert kinds(f"T\n```\n{stack}\n```") == [("title", "T"), ("trace", stack)]
    assert joined(f"T\n{stack}", "trace") == stack.partition("\n")[2]


def test_settings_keep_their_language():
    text = "T\n```properties\nserver.port=80\n```\n```log\nserver: up\n```"
    assert [(each.kind, each.language) for each in split_passages(text)[1:]] == [
        ("output", "properties"),
        ("output", ""),
    ]
