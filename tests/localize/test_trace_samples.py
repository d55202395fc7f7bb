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
        ["/srv/vendor/http/Kernel.php 80 send", "/srv/src/Kernel.php 120 put", "/srv/src/Store.php 42"],
    ),
    "Laravel": (
        '[2020-01-01] local.ERROR: x {"exception":"[object] (Error(code: 0): Call at /srv/Foo.php:12)\n[stacktrace]\n'
        "#0 /srv/Router.php(68): App\\Foo->run()\n",
        ["/srv/Router.php 68 run", "/srv/Foo.php 12"],
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
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_sample(kind):
    text, expected = SAMPLES[kind]
    assert [f"{frame.file} {frame.line} {frame.function}".strip() for frame in parse_frames(text)] == expected
