"""Lua, shell scripts and SQL: the graph of small projects from files to edges, and what is read of hostile files."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile
from crossbearing.recon.references import REFERENCE_KINDS
from crossbearing_plugins.languages import bash, lua, sql
from crossbearing_plugins.languages._sql.dialects import readable
from crossbearing_plugins.languages._sql.words import FOLD

PLUGINS = (lua, bash, sql)
every = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
LANGUAGES = ("bash", "lua", "sql")


def reads(found, start):
    """The entities that ``start`` certainly uses without calling them."""
    table, names = found.references, found.graph.qualnames
    rows = zip(table.entities.tolist(), table.targets.tolist(), table.kinds.tolist(), strict=True)
    read = REFERENCE_KINDS.index("read")
    return {names[target] for entity, target, kind in rows if names[entity] == start and kind == read and target >= 0}


def test_lua_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "lua/shop/index.lua": """
                local M = {}
                local limits = require("shop.limits")
                function M.open(name) return M.check(name) end
                M.check = function(name) return limits.most end
                return M
            """,
            "lua/shop/limits/init.lua": "return { most = 3, inside = function(x) return x end }\n",
            "lua/shop/marks.lua": "local function mark() end\nreturn mark\n",
            "lua/shop/main.lua": """
                local index = require "shop.index"
                local json = require("cjson")
                local ok, limits = pcall(require, "shop/limits")
                local mark = require("shop.marks")
                local check = index.check

                local function run(self)
                  print(string.format("%s", json.encode({})), ("x"):rep(3))
                  index.open "a"
                  limits.inside(1)
                  check { 1 }
                  mark()
                  require("shop.index").check("b")
                  self.noSuchMethod()
                  noSuchName()
                end
            """,
        }
    )
    assert found.calls == {
        ("lua.shop.index.open", "lua.shop.index.check"),
        ("lua.shop.main.run", "lua.shop.index.open"),
        ("lua.shop.main.run", "lua.shop.limits.inside"),
        ("lua.shop.main.run", "lua.shop.index.check"),
        ("lua.shop.main.run", "lua.shop.marks.mark"),
    }
    assert found.unresolved == {"?.noSuchMethod", "noSuchName"}


def test_lua_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "base.lua": """
                local Base = {}
                Base.__index = Base
                function Base:close() end
                function Base:put(key) self:close() end
                return Base
            """,
            "index.lua": """
                local Index = {}
                Index.__index = Index
                function Index.new() return setmetatable({}, Index) end
                function Index:put(key) end
                function Index:find() return self end
                return Index
            """,
            "store.lua": """
                local Base = require("base")
                local Index = require("index")
                local Store = setmetatable({}, { __index = Base })
                local meta = { __index = Store }
                function Store.new()
                  local self = setmetatable({}, meta)
                  self.index = Index.new()
                  return self
                end
                function Store:put(key)
                  self.index:put(key)
                  self:close()
                  Base.put(self, key)
                  each(function(self) self:put(key) end)
                end
                return Store
            """,
            "app.lua": """
                local Store = require("store")
                local Index = require("index")
                local function make() return Store.new() end

                ---@param index Index
                local function run(index, other)
                  local store = make()
                  store:put("a")
                  index:put("b")
                  other:put("c")
                  Index.new():put("d")
                end
            """,
        }
    )
    assert found.calls_of("store.Store.put") == {"index.Index.put", "base.Base.close", "base.Base.put"}
    assert found.calls_of("app.run") == {"app.make", "store.Store.put", "index.Index.put", "index.Index.new"}
    assert found.edges("inherit") == {("store.Store", "base.Base")}
    assert "other.put" in found.unresolved


def test_lua_classes_of_libraries(graph):
    found = graph(
        {
            "shapes.lua": """
                local Object = require("classic")
                local class = require("middleclass")
                local Shape = Object:extend()
                function Shape:new(x) end
                function Shape:area() end
                local Circle = Shape:extend()
                function Circle:new(x) Circle.super.new(self, x) self:area() end
                local Animal = class("Animal")
                function Animal:speak() end
                local Dog = class("Dog", Animal)
                function Dog:bark() self:speak() end
                local function run()
                  local dog, circle = Dog(), Circle(1)
                  dog:bark()
                  dog:speak()
                end
            """
        }
    )
    assert found.calls == {
        ("shapes.Circle.new", "shapes.Shape.new"),
        ("shapes.Circle.new", "shapes.Shape.area"),
        ("shapes.Dog.bark", "shapes.Animal.speak"),
        ("shapes.run", "shapes.Dog"),
        ("shapes.run", "shapes.Circle"),
        ("shapes.run", "shapes.Dog.bark"),
        ("shapes.run", "shapes.Animal.speak"),
    }
    assert found.edges("inherit") == {("shapes.Circle", "shapes.Shape"), ("shapes.Dog", "shapes.Animal")}


def test_lua_parameters_and_locals_hide_what_the_file_knows(graph):
    found = graph(
        {
            "config.lua": "local M = {}\nfunction M.load() end\nreturn M\n",
            "app.lua": """
                local config = require("config")
                local function help() end
                local function real() config.load() help() end
                local function by_parameter(config) config.load() end
                local function by_local(help) local config = unknown() config.load() help() end
                local function by_block() do local config = {} config.load() end config.load() end
                local function by_loop() for _, config in pairs({}) do config.load() end end
                local M = {}
                function M.help() help() end
                function M.run() M.help() end
                return M
            """,
        }
    )
    assert found.calls_of("app.real") == {"config.load", "app.help"}
    for name in ("by_parameter", "by_local", "by_loop"):
        assert found.calls_of(f"app.{name}") == set()
    assert found.calls_of("app.by_block") == {"config.load"}
    assert found.calls_of("app.M.help") == {"app.help"}
    assert found.calls_of("app.M.run") == {"app.M.help"}


def test_lua_places_of_modules(graph):
    module = "local M = {}\nfunction M.go() end\nreturn M\n"
    found = graph(
        {
            "tool-1.rockspec": 'build = { modules = { ["tool.core"] = "code/core.lua", tool = "code/tool.lua" } }\n',
            "code/core.lua": module,
            "code/tool.lua": module,
            "deep/inside/util.lua": module,
            "deep/inside/app/main.lua": """
                local function run()
                  require("tool.core").go()
                  require("tool").go()
                  require("util").go()
                end
            """,
            "other/main.lua": 'local function run() require("util").go() end\n',
        }
    )
    assert found.calls_of("deep.inside.app.main.run") == {"code.core.go", "code.tool.go", "deep.inside.util.go"}
    assert found.calls_of("other.main.run") == set()


def test_shell_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "bin/run": """
                #!/usr/bin/env bash
                here="$(cd "$(dirname "$0")" && pwd)"
                source "$here/../lib/log.sh"
                . "$(dirname "${BASH_SOURCE[0]}")/../lib/net.sh"
                LIMIT=3
                main() {
                  log_info "$LIMIT" | grep x
                  result=$(net_send a) && curl -s "$result"
                  trap 'stop; log_info left' EXIT
                  command -v net_close
                  no_such_command
                }
                stop() { :; }
                main "$@"
            """,
            "lib/log.sh": 'log_info() { net_send "$1"; }\n',
            "lib/net.sh": 'net_send() { wget "$1"; }\nnet_close() { :; }\n',
            "far/alone.sh": "alone() { log_info x; }\n",
        }
    )
    assert found.calls == {
        ("bin.run.main", "lib.log.log_info"),
        ("bin.run.main", "lib.net.net_send"),
        ("bin.run.main", "bin.run.stop"),
        ("bin.run", "bin.run.main"),
        ("lib.log.log_info", "lib.net.net_send"),
    }
    assert found.unresolved == {"no_such_command", "log_info"}
    assert "bin.run.LIMIT" in reads(found, "bin.run.main")


def test_shell_functions_of_one_name_belong_to_their_files(graph):
    found = graph(
        {
            "one.sh": ". ./lib.sh\nusage() { :; }\nmain() { usage; say x; }\n",
            "two.sh": "source lib.sh\nusage() { :; }\nmain() { usage; }\n",
            "lib.sh": "say() { usage; }\n",
            "tests/lib.bats": """
                load ../lib
                setup() { prepare; }
                prepare() { :; }
                @test "it says" { # twice
                  run -0 say a
                  prepare
                }
                @test say {
                  run say b
                }
            """,
        }
    )
    assert found.calls == {
        ("one.main", "one.usage"),
        ("one.main", "lib.say"),
        ("two.main", "two.usage"),
        ("tests.lib.setup", "tests.lib.prepare"),
        ("tests.lib.test_it_says", "lib.say"),
        ("tests.lib.test_it_says", "tests.lib.prepare"),
        ("tests.lib.test_say", "lib.say"),
    }


def test_shell_variables_hide_no_function_and_locals_hide_variables(graph):
    found = graph(
        {
            "a.sh": """
                version=1
                LIMIT=2
                show() { :; }
                real() { echo "$version $LIMIT"; }
                by_local() { local version=3 show=4; echo "$version $show"; show; version; }
                by_loop() { for LIMIT in 1 2; do echo "$LIMIT"; done; }
                by_read() { read -r LIMIT; echo "$LIMIT"; }
            """
        }
    )
    assert found.calls == {("a.by_local", "a.show")}
    assert reads(found, "a.real") == {"a.version", "a.LIMIT"}
    assert reads(found, "a.by_local") == reads(found, "a.by_loop") == reads(found, "a.by_read") == set()


def test_sql_uses_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "schema.sql": """
                CREATE TABLE Users (id SERIAL PRIMARY KEY, "Name" TEXT, org INT REFERENCES orgs (id));
                CREATE TABLE orgs (id INT, kind kind);
                CREATE TYPE kind AS ENUM ('a', 'b');
                CREATE FUNCTION clean(t text) RETURNS text AS $$ SELECT lower(trim(t)) $$ LANGUAGE sql;
            """,
            "queries/report.sql": """
                CREATE VIEW report AS
                  WITH orgs AS (SELECT 1), recent AS (SELECT * FROM [users])
                  SELECT U.NAME, clean(u.name), count(*), no_such_function(1)
                  FROM public.USERS u JOIN recent r ON r.id = u.id, orgs
                  WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_class) AND u.id IN (SELECT id FROM no_such_table);
            """,
        }
    )
    assert found.calls == {("queries.report.report", "schema.clean")}
    assert reads(found, "queries.report.report") == {"schema.users", "schema.users.name", "schema.users.id"}
    assert reads(found, "schema.users") == {"schema.orgs", "schema.orgs.id"}
    assert reads(found, "schema.orgs.kind") == {"schema.kind"}
    assert found.unresolved == {"no_such_function", "no_such_table"}


def test_sql_names_in_two_schemas_and_two_databases(graph):
    table = "CREATE TABLE users (id INT, {} INT);\n"
    found = graph(
        {
            "db/auth.sql": """
                CREATE SCHEMA auth;
                CREATE TABLE auth.users (id INT);
                CREATE FUNCTION auth.uid() RETURNS INT AS 'select 1';
                CREATE TABLE storage.things (owner INT REFERENCES auth.users(id));
                CREATE INDEX by_owner ON storage.things(owner);
            """,
            "db/users.sql": table.format("plain"),
            "db/more.sql": "CREATE TABLE auth.tokens (user_id INT REFERENCES auth.users (id));\n",
            "db/use.sql": """
                CREATE VIEW a AS SELECT u.id FROM auth.users u WHERE auth.uid() = u.id;
                CREATE VIEW b AS SELECT u.plain FROM users u JOIN "auth"."tokens" t ON t.user_id = u.id;
            """,
            "other/schema.sql": table.format("other"),
            "other/use.sql": "CREATE VIEW c AS SELECT users.other FROM users;\n",
        }
    )
    assert reads(found, "db.use.a") == {"db.auth.auth.users", "db.auth.auth.users.id"}
    assert found.calls == {("db.use.a", "db.auth.auth.uid")}
    assert reads(found, "db.auth.storage.things") == {"db.auth.auth.users", "db.auth.auth.users.id"}
    assert reads(found, "db.auth.by_owner") == {"db.auth.storage.things", "db.auth.storage.things.owner"}
    assert reads(found, "db.use.b") == {
        "db.users.users",
        "db.users.users.plain",
        "db.users.users.id",
        "db.more.auth.tokens",
        "db.more.auth.tokens.user_id",
    }
    assert reads(found, "other.use.c") == {"other.schema.users", "other.schema.users.other"}
    assert reads(found, "db.more.auth.tokens") == {"db.auth.auth.users", "db.auth.auth.users.id"}


def test_sql_tables_that_migrations_change(graph):
    found = graph(
        {
            "m/001_init.sql": "CREATE TABLE users (id INT);\n",
            "m/002_age.sql": "ALTER TABLE users ADD COLUMN age INT, ADD CHECK (age > 0);\n",
            "m/003_again.sql": "CREATE TABLE IF NOT EXISTS users (id INT);\n",
            "use.sql": "CREATE VIEW v AS SELECT u.id, u.age FROM users AS u;\n",
        }
    )
    assert reads(found, "use.v") == {"m.001_init.users", "m.001_init.users.id", "m.002_age.users.age"}


def test_sql_routines_of_several_dialects(graph):
    found = graph(
        {
            "mysql.sql": """
                CREATE TABLE `order` (`id` int);
                DELIMITER //
                CREATE PROCEDURE pay(IN p INT)
                BEGIN
                  IF p > 0 THEN INSERT IGNORE INTO `order` (`id`) VALUES (p); END IF;
                  CASE p WHEN 1 THEN CALL log_it(p); END CASE;
                END //
                CREATE PROCEDURE log_it(IN p INT) SELECT 1 //
                DELIMITER ;
            """,
            "server.sql": """
                CREATE TABLE [dbo].[Customers] ([Id] INT)
                GO
                CREATE PROCEDURE dbo.GetCustomer @Id INT AS
                  DECLARE @t TABLE (x INT);
                  SELECT c.Id FROM dbo.Customers AS c, @t;
                  EXEC dbo.Audit @Id;
                GO
                CREATE PROC Audit @Id INT AS SELECT 1
                GO
            """,
            "postgres.sql": """
                CREATE TABLE counts (n INT);
                CREATE FUNCTION note() RETURNS trigger AS $fn$
                BEGIN
                  UPDATE counts SET n = n + 1;
                  EXECUTE $x$ SELECT * FROM nowhere $x$;
                  PERFORM other_note(1);
                  RETURN new;
                END;
                $fn$ LANGUAGE plpgsql;
                CREATE FUNCTION other_note(x int) RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql;
                CREATE TRIGGER t AFTER INSERT ON counts FOR EACH ROW EXECUTE FUNCTION note();
            """,
        }
    )
    assert found.calls == {
        ("mysql.pay", "mysql.log_it"),
        ("server.getcustomer", "server.audit"),
        ("postgres.note", "postgres.other_note"),
        ("postgres.t", "postgres.note"),
    }
    assert reads(found, "mysql.pay") == {"mysql.order", "mysql.order.id"}
    assert reads(found, "server.getcustomer") == {"server.customers", "server.customers.id"}
    assert reads(found, "postgres.note") == {"postgres.counts"}
    assert reads(found, "postgres.t") == {"postgres.counts"}


NESTED = 1_000
HOSTILE = {
    "brackets": b"(" * NESTED + b"x" + b")" * NESTED,
    "calls": b"x = " + b"f(" * NESTED + b")" * NESTED,
    "unclosed": b"f([{" * NESTED,
    "closers": b")]}" * NESTED,
    "attributes": b"x = a" + b".a" * 5_000,
    "chain of calls": b"x = a" + b":b()" * 1_000,
    "functions": b"function f() " * NESTED + b"end " * NESTED,
    "shell functions": b"f() { " * NESTED + b"}" * NESTED,
    "substitutions": b"$(f " * NESTED + b")" * NESTED,
    "expansions": b"echo " + b"${a:-" * NESTED + b"}" * NESTED,
    "tables": b"return " + b"{a = " * NESTED + b"}" * NESTED,
    "requires": b'local a = require("a.b")\n' * NESTED,
    "sources": b'source "$HERE/a.sh"\n' * NESTED,
    "setmetatables": b"local function f() return setmetatable({}, A) end\n" * NESTED,
    "queries": b"SELECT * FROM (" * NESTED + b"x" + b")" * NESTED,
    "with": b"WITH " + b"a (" * NESTED + b"AS (SELECT 1)",
    "columns": b"CREATE TABLE t (" + b"a int, " * NESTED + b"b int);",
    "dollars": b"AS $a$ " * NESTED + b"$a$;",
    "begins": b"CREATE FUNCTION f() " + b"BEGIN " * NESTED + b"END;" * NESTED,
    "dots": b"SELECT a" + b".a" * 5_000 + b" FROM a;",
    "quotes": b"'" * 20_001,
    "escapes": b"'" + b"\\'" * 20_000,
    "comments": b"/*" * 500 + b"--" * 500,
    "every byte": bytes(range(256)) * 50,
    "carriage returns": b"a = 1\rCREATE TABLE t (a int);\rf() { g; }\r",
    "NUL": b"x = 1\0\ny()\n",
    "surrogate": "x = é.\U0001d4d0('\ufeff \U0001f600') FROM É;\n".encode(),
}


def check(plugin, file):
    """Names of SQL stand in the text as it is folded; a module of Lua that is used where it is required is no word.

    In broken Lua, what a call of ``require`` takes in is not told from its name.
    """
    try:
        facts = plugin.extract(file)
    except UnreadableError:
        return
    inline = {statement.alias for statement in facts.imports} if plugin is lua else ()
    facts.references = [item for item in facts.references if item.name.partition(".")[0] not in inline]
    shown = SourceFile(file.path, readable(file.text).translate(FOLD).encode()) if plugin is sql else file
    check_facts(facts, shown, words=not (plugin is lua and facts.problems))


@every
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_refused(plugin, name):
    check(plugin, SourceFile(f"x{plugin.SUFFIXES[0]}", HOSTILE[name]))


PIECES = {
    lua: [
        *(
            "local ",
            "function ",
            "end ",
            "M",
            "M.f",
            "A:b",
            "self",
            "return ",
            "= ",
            "{}",
            "require",
            '"a.b"',
            "(",
            ")",
        ),
        *("setmetatable(", "{__index = ", "}", ",", ".", ":", "..", "::x::", "goto x", "[[", "]]", "--", "--[[", "\n"),
        *(
            "---@param x A\n",
            "---@class A : B\n",
            "if x then ",
            "for i in ",
            " do ",
            "super",
            "class(",
            "é",
            "\r\n",
            "\0",
        ),
    ],
    bash: [
        *("f() {", "}", "function g ", "local x=1", "x=1", "X=2", "export ", "declare ", "$x", "${x}", "$(f)", "`f`"),
        *(
            "source ",
            '"$x/a.sh"',
            "a.sh",
            "trap ",
            "'f'",
            '"',
            "'",
            "|",
            "&&",
            ";",
            "\n",
            "if ",
            "then ",
            "fi",
            "case ",
        ),
        *(
            '@test "a b" {',
            "@test x {",
            "run f",
            "<<EOF\n",
            "EOF\n",
            "(",
            ")",
            "#",
            "\\",
            "\\. ",
            "é",
            "\r\n",
            "\0",
            "read x",
        ),
    ],
    sql: [
        *(
            "CREATE ",
            "TABLE ",
            "VIEW ",
            "FUNCTION ",
            "PROCEDURE ",
            "INDEX ",
            "SCHEMA ",
            "ALTER ",
            "ADD ",
            "a",
            "b.c",
            "É",
        ),
        *(
            "SELECT ",
            "FROM ",
            "JOIN ",
            "WITH ",
            "AS ",
            "ON ",
            "INSERT INTO ",
            "UPDATE ",
            "SET ",
            "(",
            ")",
            ",",
            ";",
            ".",
            "::",
        ),
        *(
            "$$",
            "$a$",
            "'",
            '"',
            "`",
            "[x y]",
            "BEGIN ",
            "END",
            "CASE ",
            "GO\n",
            "DELIMITER //\n",
            "//",
            "\\i a.sql\n",
            "--",
        ),
        *(
            "/*",
            "*/",
            "COPY a FROM stdin;\n",
            "\\.\n",
            "SET search_path = x;",
            "\n",
            "\r\n",
            "\0",
            "int ",
            "REFERENCES ",
            "%",
        ),
    ],
}


@every
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_pieces_in_any_order_are_read(plugin, data):
    text = "".join(data.draw(st.lists(st.sampled_from(PIECES[plugin]), max_size=60)))
    check(plugin, SourceFile(f"sample{plugin.SUFFIXES[0]}", text.encode()))


@every
@settings(max_examples=40, deadline=None)
@given(text=st.text(max_size=200))
def test_any_text_is_read(plugin, text):
    check(plugin, SourceFile(f"sample{plugin.SUFFIXES[0]}", text.encode("utf-8", "surrogatepass")))


@settings(max_examples=200, deadline=None)
@given(
    text=st.text(
        st.sampled_from(["{", "}", ".", ",", "1", "a", " ", "\n", "é", "ß", "Ж", "日", "\U00100ec3", "😀"]), max_size=40
    )
)
def test_no_character_ends_the_process_that_reads_a_script(text):
    check(bash, SourceFile("sample.sh", text.encode()))


def test_letters_of_all_alphabets_are_kept_in_names():
    facts = bash.extract(SourceFile("a.sh", "größe() { 日本; }\n日本() { echo '{😀'; }\n".encode()))
    assert [(found.name, found.line, found.column) for found in facts.definitions] == [("größe", 1, 0), ("日本", 2, 0)]
    assert [(use.name, use.line, use.column) for use in facts.references] == [("日本", 1, 10)]
    assert bash.SHAPE("a.sh", "echo 日") != bash.SHAPE("a.sh", "echo 本")
