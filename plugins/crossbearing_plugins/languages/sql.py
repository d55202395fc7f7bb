"""SQL of many dialects: tables and views with their columns, routines, triggers, types, and what statements use.

Reads ``.sql`` files. From

    CREATE TABLE users (id SERIAL PRIMARY KEY, org_id INT REFERENCES orgs (id));
    CREATE VIEW active AS SELECT u.id FROM users u WHERE is_active(u.id);

it reads the class ``users`` with the variables ``id`` and ``org_id``, the reads of ``orgs`` and ``orgs.id``, the class
``active`` with the reads of ``users`` and ``users.id``, and the call of ``is_active``.

What it says and leaves out:

- Tables, views, types, domains and schemas are classes, functions, procedures and triggers functions, columns, indexes
  and sequences variables. ``ALTER TABLE … ADD`` adds columns to the table that another file creates. Of several
  definitions of a name that of the nearest file counts, of equally near ones the first in the order of the paths.
- Names are folded to lower case, those in quotes as well; characters of quoted names that no name may have become
  ``_``.
- All files of a project see each other's names: each name of another file is an import of it. A schema other than
  ``public``, ``dbo`` and ``main`` is a class that holds what is created in it; ``SET search_path`` says where names
  without a schema belong.
- Tables count behind ``FROM``, ``JOIN``, ``INTO``, ``UPDATE``, ``REFERENCES`` and their like, columns behind a table
  or its alias and in the lists of ``INSERT`` and ``REFERENCES``. Names of ``WITH`` are the statement's own. Built-in
  types and functions lead nowhere.
- tree-sitter's grammar reads strings and comments, and lists what it cannot parse. It knows one dialect: what
  statements define and use is therefore read from their words, in PostgreSQL's, MySQL's, SQLite's and SQL Server's
  forms, in bodies of routines too.
- What strings hold (``EXECUTE 'SELECT …'``) and templates compute is unknown.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._sql.dialects import readable
from crossbearing_plugins.languages._sql.facts import completed, finish
from crossbearing_plugins.languages._sql.modules import link_sql_files
from crossbearing_plugins.languages._sql.names import FUNCTIONS, TYPES
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 1
SUFFIXES = (".sql",)
SHAPE = shape_by("sql")
BUILTINS = FUNCTIONS | TYPES

LANGUAGE = Language(
    name="sql",
    grammar="sql",
    queries=("sql.scm",),
    builtins=BUILTINS,
    receivers={},
    operators=r"(?!)",
    word=r"[^\W\d][\w]*",
    parts=True,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that the grammar does not know are listed."""
    text = readable(file.text)
    return completed(facts_of(text, LANGUAGE), text, file.text)


@hookimpl
def link_modules(files: Mapping[str, FileFacts]) -> dict[str, ModuleLinks]:
    """Name each file by its path; what it uses leads to the nearest file that defines it."""
    return link_sql_files(files)
