from crossbearing.localize.traces import parse_frames
from crossbearing.model.issue import Frame

CHAINED = """
Traceback (most recent call last):
  File "app/core/io.py", line 3, in read
    raise KeyError
KeyError

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "app/main.py", line 10, in main
    read()
  File "app/core/io.py", line 7, in wrap
    raise ValueError from None
ValueError
"""

GROUP = """
  + Exception Group Traceback (most recent call last):
  |   File "app/main.py", line 4, in <module>
  |     raise ExceptionGroup("several", [])
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "app/core/io.py", line 9, in inner
"""

NODE = """TypeError: Cannot read property 'x' of undefined
    at Parser.peek (/srv/app/lib/parser.js:12:5)
    at async Object.parse [as run] (file:///srv/app/index.mjs:3:1)
    at new Thing (/srv/app/node_modules/left/pad.js:1:2)
    at /srv/app/cli.ts:88:20
    at Object.<anonymous> (/srv/app/bin.js:1:1)
    at node:internal/main/run_main_module:17:47
"""

IPYTHON = """
~/app/core/io.py in read(self, path)
     10     with open(path) as file:
---> 11         return file.read()
     12

File ~/app/main.py:5, in main(argv)
      4 def main(argv):
----> 5     read(argv)
"""

PYTEST = """
app/main.py:10: in main
    read()
app/core/io.py:7: KeyError
"""


def test_chained_tracebacks_follow_each_other():
    assert parse_frames(CHAINED) == [
        Frame("app/core/io.py", 3, "read"),
        Frame("app/main.py", 10, "main"),
        Frame("app/core/io.py", 7, "wrap"),
    ]


def test_exception_groups():
    assert parse_frames(GROUP)[-1] == Frame("app/core/io.py", 9, "inner")


def test_node_stacks_are_turned_round():
    assert parse_frames(NODE) == [
        Frame("node:internal/main/run_main_module", 17),
        Frame("/srv/app/bin.js", 1),
        Frame("/srv/app/cli.ts", 88),
        Frame("/srv/app/node_modules/left/pad.js", 1, "Thing"),
        Frame("/srv/app/index.mjs", 3, "Object.parse"),
        Frame("/srv/app/lib/parser.js", 12, "Parser.peek"),
    ]


def test_ipython_tracebacks():
    assert parse_frames(IPYTHON) == [Frame("~/app/core/io.py", 11, "read"), Frame("~/app/main.py", 5, "main")]


def test_bare_lines_count_without_another_trace():
    assert parse_frames(PYTEST) == [Frame("app/main.py", 10, "main"), Frame("app/core/io.py", 7)]
    assert parse_frames(CHAINED + PYTEST) == parse_frames(CHAINED)


def test_a_syntax_error_has_no_function():
    assert parse_frames('  File "app/main.py", line 3\n    def\n       ^\nSyntaxError') == [Frame("app/main.py", 3)]


def test_recursion_gives_one_frame():
    assert len(parse_frames('  File "app/main.py", line 3, in f\n    f()\n' * 500)) == 1


def test_debug_pages_of_django_old_and_new():
    old = """
File "/home/me/app/views.py" in index
  12.     return save(request)

File "/home/me/app/models.py" in save
  40.     raise ValueError
"""
    new = """
Traceback Switch to copy-and-paste view

/srv/app/views.py, line 12, in index
    return save(request) …
C:\\app\\models.py, line 40, in save
"""
    assert parse_frames(old) == [
        Frame("/home/me/app/views.py", 12, "index"),
        Frame("/home/me/app/models.py", 40, "save"),
    ]
    assert parse_frames(new) == [Frame("/srv/app/views.py", 12, "index"), Frame("C:\\app\\models.py", 40, "save")]
