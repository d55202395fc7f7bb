"""Traces as programs print them, one of each kind; expected are all frames from the outermost to the innermost call."""

import pytest

from crossbearing.localize.traces import parse_frames

SAMPLES = {
    "pytest": (
        """
    def test_value():
>       parse("x")

tests/test_parse.py:5:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
text = 'x'
    def parse(text):
>       raise ValueError("x")
E       ValueError: x

src/app/parse.py:12: ValueError
""",
        ["tests/test_parse.py 5", "src/app/parse.py 12"],
    ),
    "IPython 8": (
        """
ValueError                                Traceback (most recent call last)
Cell In[3], line 1
----> 1 da.weighted(w)

File ~/xarray/core/common.py:812, in DataWithCoords.weighted(self, weights)
    811     from .weighted import DataArrayWeighted
--> 812     return DataArrayWeighted(self, weights)
""",
        ["~/xarray/core/common.py 812 DataWithCoords.weighted"],
    ),
    "IPython 5": (
        """
/home/me/sympy/core/expr.pyc in __lt__(self, other)
    300         for me in (self, other):
--> 301             if me.is_complex
    302
""",
        ["/home/me/sympy/core/expr.py 301 __lt__"],
    ),
    "doctest": (
        """
File "sympy/core/expr.py", line 301, in sympy.core.expr.Expr.args
Failed example:
    args()
Exception raised:
    Traceback (most recent call last):
      File "<doctest sympy.core.expr.Expr.args[0]>", line 1, in <module>
        args()
      File "/x/sympy/core/expr.py", line 33, in args
""",
        [
            "sympy/core/expr.py 301 sympy.core.expr.Expr.args",
            "<doctest sympy.core.expr.Expr.args[0]> 1 <module>",
            "/x/sympy/core/expr.py 33 args",
        ],
    ),
    "truncated": (
        """
  [Previous line repeated 970 more times]
  File "/srv/app/a.py", line 3, in f
    g()
  File "C:\\Users\\me\\app\\b.py", line 4, in B.g
    ~~~~^^
""",
        ["/srv/app/a.py 3 f", "C:\\Users\\me\\app\\b.py 4 B.g"],
    ),
    "rich": (
        """
╭──────────────── Traceback (most recent call last) ────────────────╮
│ /home/me/app/cli.py:12 in main                                    │
│ ❱ 12     run()                                                    │
│ /home/me/app/run.py:30 in run                                     │
╰───────────────────────────────────────────────────────────────────╯
""",
        ["/home/me/app/cli.py 12 main", "/home/me/app/run.py 30 run"],
    ),
    "Java": (
        """
java.lang.IllegalStateException: boom
\tat app//org.x.Runner.run(Runner.java:10)
\tat com.x.Foo$$Lambda$14/0x000.run(Unknown Source)
\tat com.x.Foo.lambda$main$0(Foo.java:22) ~[classes/:na]
\tat com.x.Foo.main(Foo.java:20) [app.jar:1.0]
Caused by: java.lang.NullPointerException: null
\tat com.x.Deep.go(Deep.java:99) ~[na:na]
\t... 12 common frames omitted
""",
        ["com/x/Foo.java 20 main", "com/x/Foo.java 22 main", "org/x/Runner.java 10 run", "com/x/Deep.java 99 go"],
    ),
    "Kotlin": (
        'Exception in thread "main" x\n\tat app.MainKt.main(Main.kt:12)\n\tat app.MainKt.main(Main.kt)\n',
        ["app/Main.kt 12 main"],
    ),
    "Scala": ("x\n\tat example.Foo$.$anonfun$main$1(Foo.scala:12)\n", ["example/Foo.scala 12 main"]),
    "Go": (
        """
panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
github.com/gin-gonic/gin.(*Engine).ServeHTTP(0xc0000, {0x1, 0x2})
        /home/me/go/src/github.com/gin-gonic/gin/gin.go:500 +0x1e5
main.main.func1()
        /home/me/main.go:12 +0x1d
created by main.start in goroutine 1
        /home/me/main.go:9 +0x8d
exit status 2
""",
        [
            "/home/me/main.go 9 start",
            "/home/me/main.go 12 main",
            "/home/me/go/src/github.com/gin-gonic/gin/gin.go 500 ServeHTTP",
        ],
    ),
    "Rust": (
        """
thread 'main' panicked at 'called `Option::unwrap()` on a `None` value', crates/core/main.rs:72:18
stack backtrace:
   0: rust_begin_unwind
             at /rustc/90c54/library/std/src/panicking.rs:578:5
   1: <grep::Search as core::ops::Fn>::call::{{closure}}
             at ./crates/core/search.rs:120:9
   2: rg::main
             at crates/core/main.rs:72:18
note: Some details are omitted.
""",
        [
            "crates/core/main.rs 72 main",
            "./crates/core/search.rs 120 call",
            "/rustc/90c54/library/std/src/panicking.rs 578 rust_begin_unwind",
            "crates/core/main.rs 72",
        ],
    ),
    "rustc": ("error[E0308]: mismatched types\n  --> src/main.rs:5:9\n", ["src/main.rs 5"]),
    "AddressSanitizer": (
        """
==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602
    #0 0x55f in std::vector<int, std::allocator<int> >::at(unsigned long) /usr/include/c++/9/bits/vector.h:1090:4
    #1 0x55f in ns::Parser::value(char const*) /home/me/src/parse.cc:120:14
    #2 0x55f in main /home/me/src/main.cc:12
    #3 0x7f in __libc_start_main (/lib/x86_64-linux-gnu/libc.so.6+0x270b2)
""",
        [
            "/home/me/src/main.cc 12 main",
            "/home/me/src/parse.cc 120 value",
            "/usr/include/c++/9/bits/vector.h 1090 at",
        ],
    ),
    "gdb": (
        """
(gdb) bt
#0  0x0000555555555131 in leveldb::DBImpl::Write (this=0x0, o=...) at ../db/db_impl.cc:120
#1  <signal handler called>
#2  0x00005555 in main () at main.c:5
""",
        ["main.c 5 main", "../db/db_impl.cc 120 Write"],
    ),
    "valgrind": (
        "==12== Invalid read\n==12==    at 0x109150: parse (parse.c:12)\n==12==    by 0x1F9180: main (main.c:30)\n",
        ["main.c 30 main", "parse.c 12 parse"],
    ),
    "assert of C": ("a.out: src/store.c:42: put: Assertion `n > 0' failed.\n", ["src/store.c 42 put"]),
    "assert of macOS": (
        "Assertion failed: (n > 0), function put, file src/store.c, line 42.\n",
        ["src/store.c 42 put"],
    ),
    "MSVC": ("src\\store.cpp(42): error C2065: 'n': undeclared identifier\n", ["src\\store.cpp 42"]),
    "Ruby 3.4": (
        "lib/cart.rb:3:in 'Cart#add': undefined method 'x' for nil\n\tfrom lib/cart.rb:9:in 'Integer#times'\n",
        ["lib/cart.rb 9 times", "lib/cart.rb 3 add"],
    ),
    "PHP": (
        """
PHP Fatal error:  Uncaught TypeError: put() in /srv/src/Store.php:42
Stack trace:
#0 /srv/src/Kernel.php(120): App\\Store->put(Array)
#1 [internal function]: App\\Kernel->handle()
#2 /srv/vendor/http/Kernel.php(80): Http\\Kernel->send()
#3 {main}
""",
        ["/srv/vendor/http/Kernel.php 80", "/srv/src/Kernel.php 120 handle", "/srv/src/Store.php 42 put"],
    ),
    "Laravel": (
        '[2020-01-01] local.ERROR: x {"exception":"[object] (Error(code: 0): Call at /srv/Foo.php:12)\n[stacktrace]\n'
        "#0 /srv/Router.php(68): App\\Foo->run()\n",
        ["/srv/Router.php 68", "/srv/Foo.php 12 run"],
    ),
    ".NET": (
        """
   at Newtonsoft.Json.Linq.JToken.Parse(String json) in /_/Src/Newtonsoft.Json/Linq/JToken.cs:line 300
   at MyApp.Program.<>c__DisplayClass0_0.<Main>b__0() in C:\\work\\MyApp\\Program.cs:line 12
   at MyApp.Store.<Load>d__3.MoveNext() in C:\\work\\MyApp\\Store.cs:line 7
""",
        [
            "C:\\work\\MyApp\\Store.cs 7 Load",
            "C:\\work\\MyApp\\Program.cs 12 Main",
            "/_/Src/Newtonsoft.Json/Linq/JToken.cs 300 Parse",
        ],
    ),
    "Node with a cause": (
        """
Error: outer
    at async main (/app/src/main.js:3:3) {
  [cause]: Error: inner
      at load (file:///C:/proj/src/load.js:5:11)
}
""",
        ["/app/src/main.js 3 main", "/C:/proj/src/load.js 5 load"],
    ),
    "browser": (
        """
    at t.value (main.4f3a.js:1:2345)
    at webpack-internal:///./src/components/App.vue:30:11
    at create_fragment (App.svelte:12)
""",
        ["App.svelte 12 create_fragment", "src/components/App.vue 30", "main.4f3a.js 1 t.value"],
    ),
    "Dart": (
        """
#0      Parser.parse (package:app/src/parser.dart:12:5)
#1      main (file:///home/me/bin/main.dart:3:3)
#2      _startIsolate (dart:isolate-patch/isolate_patch.dart:307)
""",
        ["/home/me/bin/main.dart 3 main", "lib/src/parser.dart 12 Parser.parse"],
    ),
    "Swift": (
        "Fatal error: Index out of range: file /x/Sources/App/Store.swift, line 12\n",
        ["/x/Sources/App/Store.swift 12"],
    ),
    "Lua": (
        "stack traceback:\n\tsrc/a.lua:12: in function 'put'\n\tsrc/main.lua:3: in main chunk\n\t[C]: in ?\n",
        ["src/main.lua 3", "src/a.lua 12 put"],
    ),
    "Python, a group": (
        """
  + Exception Group Traceback (most recent call last):
  |   File "/srv/app/main.py", line 9, in main
  |     async with g:
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/app/work.py", line 3, in work
    |     raise ValueError(1)
    | ValueError: 1
    +------------------------------------
""",
        ["/srv/app/main.py 9 main", "/srv/app/work.py 3 work"],
    ),
    "Python, within JSON": (
        r"""{"error": "Traceback:\n  File \"/srv/a.py\", line 3, in g\n  File \"C:\\new\\b.py\", line 4, in h\n"}""",
        ["/srv/a.py 3 g", "C:\\new\\b.py 4 h"],
    ),
    "Python, in a mail": (
        '> Traceback (most recent call last):\n>   File "a.py", line 1, in f\n>     1/0\n',
        ["a.py 1 f"],
    ),
    "JavaScript, evaluated": (
        """
Uncaught TypeError: x is not a function
    at eval (eval at <anonymous> (http://localhost/x.js:1:1), <anonymous>:1:1)
    at http://localhost/a.js?t=123:11:12
    at HTMLElement.onclick (index.html:3)
""",
        ["index.html 3 HTMLElement.onclick", "a.js 11"],
    ),
    "Safari": (
        "f@http://localhost/a.js:11:12\n[native code]\nglobal code@http://localhost/b.js:3:1\n",
        ["b.js 3", "a.js 11 f"],
    ),
    "Java, suppressed": (
        """
Exception in thread "main" java.lang.RuntimeException: outer
\tat com.x.A.a(A.java:10)
\tSuppressed: java.io.IOException: c
\t\tat com.x.R.close(R.java:3)
Caused by: java.lang.IllegalStateException: inner
\tat com.x.B$Inner.b(B.java:20)
\t... 2 more
""",
        ["com/x/A.java 10 a", "com/x/R.java 3 close", "com/x/B.java 20 b"],
    ),
    "Kotlin, a coroutine": (
        "x\n\tat com.x.MainKt$load$1.invokeSuspend(Main.kt:12)\n\tat com.x.MainKt.main(Main.kt:3)\n",
        ["com/x/Main.kt 3 main", "com/x/Main.kt 12 load"],
    ),
    "Android": (
        "E/AndroidRuntime( 123): java.lang.NullPointerException\n"
        "E/AndroidRuntime( 123): \tat com.x.Foo.bar(Foo.java:12)\n"
        "01-01 12:00:00.000  1234  1234 E AndroidRuntime: \tat com.x.Baz.qux(Baz.kt:7)\n",
        ["com/x/Baz.kt 7 qux", "com/x/Foo.java 12 bar"],
    ),
    "a log with times": (
        "2023-01-01T00:00:00.1234567Z Error: x\n2023-01-01T00:00:00.1234567Z     at f (/srv/a.js:3:1)\n"
        "2023-01-01T00:00:00.1234567Z     at g (/srv/b.js:4:1)\n",
        ["/srv/b.js 4 g", "/srv/a.js 3 f"],
    ),
    "containers": (
        "web_1  | Error: x\nweb_1  |     at f (/srv/a.js:3:1)\nweb-1  |     at g (/srv/b.js:4:1)\n",
        ["/srv/b.js 4 g", "/srv/a.js 3 f"],
    ),
    "Go, generic": (
        """
panic: runtime error: invalid memory address or nil pointer dereference [recovered]
goroutine 7 [running]:
panic({0x1, 0x2})
\t/usr/local/go/src/runtime/panic.go:884 +0x212
example.com/app/store.(*Store[...]).Get(0x0, {0x1, 0x3})
\t/home/me/app/store/store.go:42 +0x1d
example.com/app/store.Map[...](0x0, {0x1, 0x3})
\t/home/me/app/store/map.go:4 +0x1d
""",
        [
            "/home/me/app/store/map.go 4 Map",
            "/home/me/app/store/store.go 42 Get",
            "/usr/local/go/src/runtime/panic.go 884",
        ],
    ),
    "Rust, with hashes": (
        """
   2: app::parse::h0123456789abcdef
             at src/parse.rs:12:3
   3: <alloc::vec::Vec<T,A> as core::ops::index::Index<I>>::index
             at /home/me/.rustup/toolchains/x/lib/rustlib/src/rust/library/alloc/src/vec/mod.rs:2770:9
""",
        [
            "/home/me/.rustup/toolchains/x/lib/rustlib/src/rust/library/alloc/src/vec/mod.rs 2770 index",
            "src/parse.rs 12 parse",
        ],
    ),
    "Rust, a message of several lines": (
        "thread 'tests::works' panicked at 'assertion failed: `(left == right)`\n  left: `1`,\n"
        " right: `2`', src/lib.rs:42:9\n",
        ["src/lib.rs 42"],
    ),
    "ThreadSanitizer": (
        """
WARNING: ThreadSanitizer: data race (pid=1)
    #0 Counter::inc() /src/counter.cc:12:3 (app+0x123)
    #1 run(void*) /src/main.cc:30 (app+0x456) (BuildId: 0a1b)
    #2 main <null> (app+0x1)
""",
        ["/src/main.cc 30 run", "/src/counter.cc 12 inc"],
    ),
    "UndefinedBehaviorSanitizer": (
        "src/parse.c:12:5: runtime error: signed integer overflow: 1 + 2\n    #0 0x4e in parse src/parse.c:12:5\n",
        ["src/parse.c 12 parse"],
    ),
    "gdb, wrapped": (
        """
#0  raise (sig=6) at ../sysdeps/unix/sysv/linux/raise.c:50
#1  0x00 in foo::bar<int>::baz (this=0x0,
    x=3,
    y=4) at src/foo.cc:42
#2  0x00 in ns::operator<< (s=...) at src/out.cc:7
#3  0x00 in cut (this=0x0,
""",
        ["src/out.cc 7 operator<<", "src/foo.cc 42 baz", "../sysdeps/unix/sysv/linux/raise.c 50 raise"],
    ),
    "lldb": (
        """
  * frame #0: 0x0000 app`foo(x=3) at foo.c:12:3
    frame #1: 0x0000 libx.dylib`start + 1
    frame #2: 0x0000 app`ns::bar(int) at src/bar.cc:7:1 [opt]
""",
        ["src/bar.cc 7 bar", "foo.c 12 foo"],
    ),
    "Ruby, outermost first": (
        "Traceback (most recent call last):\n\t2: from a.rb:9:in `<main>'\n\t1: from a.rb:5:in `g'\n"
        "a.rb:2:in `f': x (RuntimeError)\n",
        ["a.rb 9 main", "a.rb 5 g", "a.rb 2 f"],
    ),
    "RSpec": (
        "  # ./lib/a.rb:3:in `foo'\n  # ./spec/a_spec.rb:12:in `block (2 levels) in <top (required)>'\n",
        ["./spec/a_spec.rb 12", "./lib/a.rb 3 foo"],
    ),
    "Symfony": (
        "  at src/Store.php:3\n  at App\\Store->put(array())\n     (src/Foo.php:12)\n"
        "  at App\\Bar->x() in src/Bar.php:9\n",
        ["src/Bar.php 9", "src/Foo.php 12 x", "src/Store.php 3 put"],
    ),
    "Xdebug": (
        "PHP   1. {main}() /srv/a.php:0\nPHP   2. App\\Foo->bar() /srv/a.php:12\n",
        ["/srv/a.php 0", "/srv/a.php 12"],
    ),
    ".NET, an inner exception": (
        """
   at App.Foo.Bar(String x) in /src/Foo.cs:line 12
   at App.Foo..ctor() in /src/Foo.cs:line 5
   --- End of inner exception stack trace ---
   at App.Gen`1.Do[T](T x) in /src/Gen.cs:line 4
""",
        ["/src/Gen.cs 4 Do", "/src/Foo.cs 5 Foo", "/src/Foo.cs 12 Bar"],
    ),
    ".NET, translated": (
        "   bei App.Foo.Bar(String x) in C:\\src\\Foo.cs:Zeile 12.\n   в App.Foo.Baz() в C:\\src\\Foo.cs:строка 13\n",
        ["C:\\src\\Foo.cs 13 Baz", "C:\\src\\Foo.cs 12 Bar"],
    ),
    "Elixir": (
        """
** (FunctionClauseError) no function clause matching in App.run/1
    (app 0.1.0) lib/app.ex:12: App.run(1)
    (elixir 1.14.0) lib/enum.ex:1658: Enum."-map/2-lists^map/1-0-"/2
    (stdlib) erl_eval.erl:670: :erl_eval.do_apply/6
    test/app_test.exs:5: (test)
""",
        ["test/app_test.exs 5", "erl_eval.erl 670 do_apply", "lib/enum.ex 1658 map", "lib/app.ex 12 run"],
    ),
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_sample(kind):
    text, expected = SAMPLES[kind]
    assert [f"{frame.file} {frame.line} {frame.function}".strip() for frame in parse_frames(text)] == expected
