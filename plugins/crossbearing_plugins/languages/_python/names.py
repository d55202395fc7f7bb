"""Names that mean the same in every Python file, and what kind of token a token is."""

from collections.abc import Collection

_KEYWORDS = """
False None True and as assert async await break class continue def del elif else except finally for from global if
import in is lambda nonlocal not or pass raise return try while with yield
"""

_BUILTINS = """
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup
FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning
IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError
ResourceWarning RuntimeError RuntimeWarning StandardError StopAsyncIteration StopIteration SyntaxError SyntaxWarning
SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError
__build_class__ __builtins__ __class__ __debug__ __doc__ __file__ __import__ __loader__ __name__ __package__
__path__ __spec__ abs aiter all anext any apply ascii basestring bin bool breakpoint buffer bytearray bytes callable
chr classmethod cmp coerce compile complex copyright credits delattr dict dir divmod enumerate eval exec execfile
exit file filter float format frozenset getattr globals hasattr hash help hex id input int intern isinstance
issubclass iter len license list locals long map max memoryview min next object oct open ord pow print property quit
range raw_input reduce reload repr reversed round set setattr slice sorted staticmethod str sum super tuple type
unichr unicode vars xrange zip
"""

_STANDARD_LIBRARY = """
BaseHTTPServer CGIHTTPServer ConfigParser Cookie DocXMLRPCServer HTMLParser Queue SimpleHTTPServer
SimpleXMLRPCServer SocketServer StringIO Tkinter UserDict UserList UserString __builtin__ __future__ _thread abc
aifc annotationlib antigravity anydbm argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
binascii binhex bisect builtins bz2 cPickle cProfile cStringIO calendar cgi cgitb chunk cmath cmd code codecs codeop
collections colorsys commands compileall compiler compression concurrent configparser contextlib contextvars
cookielib copy copy_reg copyreg crypt csv ctypes curses dataclasses datetime dbhash dbm decimal difflib dircache dis
distutils doctest dumbdb dummy_threading email encodings ensurepip enum errno exceptions faulthandler fcntl filecmp
fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip
hashlib heapq hmac hotshot html htmlentitydefs http httplib idlelib imaplib imghdr imp importlib inspect io
ipaddress itertools json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap marshal math md5
mimetools mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc new nis nntplib nt ntpath nturl2path
numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform
plistlib popen2 poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat
queue quopri random re readline repr reprlib resource rfc822 rlcompleter robotparser runpy sched secrets select
selectors sets sgmllib sha shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3
sre_compile sre_constants sre_parse ssl stat statistics statvfs string stringold stringprep struct subprocess sunau
symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this thread threading time
timeit tkFileDialog tkMessageBox tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo
types typing unicodedata unittest urllib urllib2 urlparse user uu uuid venv warnings wave weakref webbrowser whichdb
winreg winsound wsgiref xdrlib xml xmlrpc xmlrpclib zipapp zipfile zipimport zlib zoneinfo
"""

KEYWORDS = frozenset(_KEYWORDS.split())
"""Words that are names nowhere; soft keywords are no part."""

BUILTINS = frozenset(_BUILTINS.split())
"""Names that every module has, in any version from 2.7 on, whichever interpreter runs."""

STANDARD_LIBRARY = frozenset(_STANDARD_LIBRARY.split())
"""Top-level modules of any version from 2.7 on: who imports one does not mean a file of that name elsewhere."""

SILENT, OPENER, STORE, NAME, CHAIN, CALL, BUILTIN, STRING, DOTTED, INNER = range(10)
"""What a token is: never a use; a keyword whose statement binds names or gives values; a name that an ``=`` follows; a
plain name; a dotted name; a call; one of these that a builtin leads; a string; the rest of a chain whose start is
elsewhere (``.put(``); the start of a comprehension clause or a lambda."""

_OPENERS = frozenset(
    {"async", "del", "except", "from", "global", "import", "nonlocal", "raise", "return", "with", "yield"}
)
LONGEST_REMEMBERED = 80
"""Longer texts than this are not kept beyond their file."""

_LARGEST_MEMORY = 1 << 16


def bare(token: str) -> str:
    """The dotted name of a token, without the ``(`` or ``=`` that follows it."""
    return token[:-1].rstrip() if token[-1] in "(=" else token


class _Kinds(dict[str, int]):
    """The kinds of tokens; the same names recur in all files, so the answers are remembered."""

    def __missing__(self, token: str) -> int:
        if token[0] == "#":
            return SILENT
        if token[-1] in "\"'":
            return STRING
        kind = _classify(token)
        if len(token) <= LONGEST_REMEMBERED:
            if len(self) > _LARGEST_MEMORY:
                self.clear()
            self[token] = kind
        return kind


_kinds = _Kinds()


def kinds_of(tokens: Collection[str]) -> dict[str, int]:
    """Classify tokens."""
    return dict(zip(tokens, map(_kinds.__getitem__, tokens), strict=True))


def kind_of(token: str) -> int:
    """Classify one token."""
    return _kinds[token]


def is_name(token: str) -> bool:
    """Say whether a token is one name, whatever follows it."""
    return kind_of(token) in (NAME, CALL, STORE, BUILTIN) and "." not in token


def is_plain(token: str) -> bool:
    """Say whether a token is one name and nothing else."""
    return kind_of(token) in (NAME, BUILTIN) and token[-1] != "(" and "." not in token


def _classify(token: str) -> int:
    name = bare(token)
    if token[0] == ".":
        return DOTTED
    head, dot, _ = name.partition(".")
    if head in KEYWORDS:
        return INNER if name in ("for", "lambda") else OPENER if name in _OPENERS else SILENT
    if token[-1] == "=" and not dot:
        return STORE
    if head in BUILTINS and not (dot and head == "super"):
        return BUILTIN
    return CALL if token[-1] == "(" else CHAIN if dot else NAME
