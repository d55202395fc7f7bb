"""Values of settings without what is secret in them: a manifest is read, stored and sent by people and programs."""

import re

_LONGEST = 100
_SECRET_NAME = re.compile(
    r"(?:^|[_.-])(?:api_?key|auth|cert|cookie|credentials?|dsn|keys?|login|passphrase|pass(?:wd|word)?|password|private|pwd|"
    r"salt|secrets?|signature|sid|tokens?|user(?:name)?|webhook)(?=[_.-]|$)|password|secret",
    re.IGNORECASE,
)
# A password that is not quoted as a URL demands may hold slashes; what follows a port is a path.
_USER = re.compile(r"(?<=://)(?:[^\s/]*|[^\s/:@]*:(?!\d+(?:/|$))[^\s@]*)@")
_USER_WITHOUT_SCHEME = re.compile(r"^[^\s@/:]+:(?!//)[^\s@]*@")
# The user `git` of a repository says how it is reached; what stands in its place for HTTP is a token.
_CREDENTIALS = re.compile(r"(?:(?<=http://)|(?<=https://))[^\s/@$]+@|(?<=://)[^\s/@:$]*:[^\s/@$]*@")
_PARAMETER = re.compile(
    r"(?P<key>(?:^|[?&;,\s])[\w ]*(?:password|passwd|pwd|secret|token|key|user ?id|uid|user(?:name)?)\s*=)[^&;,\s]*",
    re.IGNORECASE,
)
_RANDOM = re.compile(r"(?=[^\s]*[0-9])(?=[^\s]*[A-Za-z])[A-Za-z0-9+/=_-]{24,}")
_SCHEME = re.compile(
    r"\s*(?P<scheme>(?:jdbc|r2dbc):[a-z0-9]+|(?:sqlite3?|file|ecto)(?=:)|[a-z][a-z0-9+.-]*(?=://))", re.IGNORECASE
)


def is_secret(name: str) -> bool:
    """Say whether a setting of this name holds something secret, or a person's name."""
    return bool(_SECRET_NAME.search(name))


def without_secrets(name: str, value: str) -> str:
    """The value of a setting without users and passwords; empty where it may be secret as a whole."""
    value = value.strip()
    if not value or len(value) > 10 * _LONGEST or "\n" in value or is_secret(name) or _RANDOM.fullmatch(value):
        return ""
    value = _USER_WITHOUT_SCHEME.sub("", _USER.sub("", value))
    return _PARAMETER.sub(r"\g<key>", value)[:_LONGEST]


def without_credentials(url: str) -> str:
    """The URL from which a package comes, without a password or token; placeholders for them stay."""
    return _CREDENTIALS.sub("", url) if "@" in url and "://" in url else url


def scheme_of(url: str) -> str:
    """The scheme of a database's URL (``postgresql+psycopg2``, ``jdbc:h2``, ``sqlite``), or an empty string."""
    match = _SCHEME.match(url)
    return match["scheme"].lower() if match else ""
