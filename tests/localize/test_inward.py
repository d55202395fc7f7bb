import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.localize.inward import between, inward_frame
from crossbearing.localize.traces import parse_frames
from crossbearing.model.issue import Frame


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        ("    at Parser.peek (/app/parser.js:12:5)", Frame("/app/parser.js", 12, "Parser.peek")),
        ("\tat com.app.Gson.read(Gson.java:79)", Frame("com/app/Gson.java", 79, "read")),
        ("at java.base/java.lang.Thread.run(Thread.java:1)", Frame("java/lang/Thread.java", 1, "run")),
        ("\tat app.Re$Adapter.<init>(Re.kt:3)", Frame("app/Re.kt", 3, "")),
        ("   at N.C.Save(String s) in C:\\x\\C.cs:line 12", Frame("C:\\x\\C.cs", 12, "Save")),
        ("\t/srv/x/bar.go:7 +0x1d", Frame("/srv/x/bar.go", 7)),
        ("x.rb:12:in `foo'", Frame("x.rb", 12, "foo")),
        ("    from y.rb:3:in `block in Foo#bar'", Frame("y.rb", 3, "bar")),
        ("#0 /www/x.php(12): Foo->bar()", Frame("/www/x.php", 12, "bar")),
        ("#1 0x0005 in parse (s=0x0) at src/parse.c:55", Frame("src/parse.c", 55, "parse")),
        ("    #2 0x4f in ns::Foo::run(int) /x/foo.cc:12:3", Frame("/x/foo.cc", 12, "run")),
        ("thread 'main' panicked at 'boom', src/lib.rs:12:5", Frame("src/lib.rs", 12)),
        ("thread 'main' panicked at src/lib.rs:12:5:", Frame("src/lib.rs", 12)),
        ("             at ./src/other.rs:5:6", Frame("./src/other.rs", 5)),
        ("peek@http://localhost:8080/src/parser.js:12:5", Frame("src/parser.js", 12, "peek")),
        ("async*load/<@https://example.org/app.js?v=3:7:9", Frame("app.js", 7, "load")),
        ("    at draw (webpack:///./src/view.ts?ab12:9:3)", Frame("src/view.ts", 9, "draw")),
        ("    at https://example.org/static/main.js:4:2", Frame("static/main.js", 4)),
        ("    (app 0.1.0) lib/app/store.ex:42: App.Store.put/2", Frame("lib/app/store.ex", 42, "put")),
        ("    test/store_test.exs:9: anonymous fn/1 in StoreTest.run/1", Frame("test/store_test.exs", 9, "run")),
        ("PHP Fatal error:  Uncaught Error: x in /srv/src/Store.php:42", Frame("/srv/src/Store.php", 42)),
        ("write to someone@example.org:12:5", None),
        ("at the end of line 3", None),
        ("foo.go:12: undefined: x", None),
    ],
)
def test_one_line(line, frame):
    assert inward_frame(line) == frame


def test_causes_follow_what_they_caused():
    text = (
        "java.lang.RuntimeException: x\n\tat a.B.outer(B.java:1)\nCaused by: java.io.IOException\n"
        "\tat a.C.inner(C.java:3)\n\tat a.C.middle(C.java:2)\n\t... 2 more\n"
    )
    assert [frame.function for frame in parse_frames(text)] == ["outer", "middle", "inner"]


def test_go_names_the_function_on_a_line_of_its_own():
    text = "goroutine 1 [running]:\nmain.bar(0x1)\n\t/x/bar.go:7 +0x1d\nmain.main()\n\t/x/main.go:3 +0x11\n"
    assert [frame.file for frame in parse_frames(text)] == ["/x/main.go", "/x/bar.go"]


@pytest.mark.parametrize(
    ("line", "function"),
    [
        ("  12: core::panicking::panic", "panic"),
        ("  1: <app::Search as core::ops::Fn<(u8,)>>::call::{{closure}}", "call"),
        ("created by main.start in goroutine 7", "start"),
        ("github.com/x/gin.(*Engine).handle.func1.2(0xc000, {0x1})", "handle"),
        ("\t... 12 common frames omitted", ""),
        ("#1 [internal function]: App->run()", "run"),
        ("    at new Promise (<anonymous>)", ""),
        ("   at System.Threading.Tasks.Task.InnerInvoke()", ""),
        ("Caused by: java.io.IOException", None),
        ("see foo.bar for more", None),
        ("", None),
    ],
)
def test_lines_between_frames(line, function):
    assert between(line) == function


@given(st.text(max_size=300))
def test_any_line_can_be_read(line):
    inward_frame(line)
    between(line)
