"""Linking what other languages than Python have: shared packages, parts of classes, members without a receiver."""

from linking import File, edges, invokes, join, uses

from crossbearing.recon.candidates import LanguageNames

IMPLICIT = {"python": LanguageNames(implicit_receiver=True)}


class TestPackages:
    def test_files_of_a_package_see_each_other_and_others_do_not(self):
        first, second, stranger = File(), File(), File()
        first.define("function", "parse")
        for file in (second, stranger):
            file.use("parse", file.define("function", "main"))
        linked = join(first=first, second=second, stranger=stranger, packages={"first": "p", "second": "p"})
        assert invokes(linked) == [("second.main", "first.parse")]

    def test_what_a_file_defines_itself_goes_first(self):
        first, second = File(), File()
        first.define("function", "parse")
        second.define("function", "parse")
        second.use("parse", second.define("function", "main"))
        linked = join(first=first, second=second, packages={"first": "p", "second": "p"})
        assert invokes(linked) == [("second.main", "second.parse")]

    def test_an_import_of_a_package_reaches_all_of_its_files(self):
        first, second, app = File(), File(), File()
        first.define("function", "parse")
        second.define("function", "write")
        app.imports("p", target="first.py", alias="p")
        main = app.define("function", "main")
        app.use("p.parse", main).use("p.write", main)
        linked = join(first=first, second=second, app=app, packages={"first": "p", "second": "p"})
        assert invokes(linked) == [("app.main", "first.parse"), ("app.main", "second.write")]

    def test_what_is_defined_inside_of_something_is_not_shared(self):
        first, second = File(), File()
        first.define("method", "peek", first.define("class", "Parser"))
        second.use("peek", second.define("function", "main"))
        linked = join(first=first, second=second, packages={"first": "p", "second": "p"})
        assert invokes(linked) == []


class TestParts:
    def files(self):
        whole, part = File(), File()
        store = whole.define("class", "Store")
        put = whole.define("method", "put", store)
        piece = part.define("class", "Store", is_part=True)
        get = part.define("method", "get", piece)
        return whole, part, put, get

    def test_members_of_a_part_belong_to_the_class(self):
        whole, part, put, get = self.files()
        whole.use("self.get", put)
        part.use("self.put", get)
        linked = join(whole=whole, part=part, packages={"whole": "p", "part": "p"})
        assert set(invokes(linked)) == {("whole.Store.put", "part.Store.get"), ("part.Store.get", "whole.Store.put")}

    def test_a_receiver_of_the_class_has_the_members_of_its_parts(self):
        whole, part, _, _ = self.files()
        main = part.define("function", "main")
        part.bind("store", "Store", "annotation", main).use("store.put", main).use("store.get", main)
        linked = join(whole=whole, part=part, packages={"whole": "p", "part": "p"})
        assert set(invokes(linked)) == {("part.main", "whole.Store.put"), ("part.main", "part.Store.get")}

    def test_a_part_is_joined_to_an_imported_class(self):
        whole, part, _, get = self.files()
        part.imports("whole", "Store", target="whole.py")
        part.use("self.put", get)
        assert invokes(join(whole=whole, part=part)) == [("part.Store.get", "whole.Store.put")]

    def test_bases_of_a_part_are_bases_of_the_class(self):
        whole, part, put, _ = self.files()
        part.facts.definitions[0].bases = ("Base",)
        part.define("method", "close", part.define("class", "Base"))
        whole.use("self.close", put)
        linked = join(whole=whole, part=part, packages={"whole": "p", "part": "p"})
        assert invokes(linked) == [("whole.Store.put", "part.Base.close")]
        assert ("whole.Store", "part.Base") in edges(linked, "inherit")

    def test_a_part_of_nothing_known_is_a_class_of_its_own(self):
        part = File()
        piece = part.define("class", "Store", is_part=True)
        part.define("method", "put", piece)
        part.use("self.put", part.define("method", "get", piece))
        assert invokes(join(part=part)) == [("part.Store.get", "part.Store.put")]


class TestImplicitReceiver:
    def calls(self, languages):
        file = File()
        base = file.define("class", "Base")
        file.define("method", "close", base)
        cls = file.define("class", "Store", bases=("Base",))
        file.define("method", "get", cls)
        file.use("get", file.define("method", "put", cls)).use("close", 4)
        return uses(join(file=file, languages=languages))

    def test_members_of_the_class_and_its_ancestors_are_in_scope(self):
        assert self.calls(IMPLICIT) == [
            ("get", "call", "file.Store.get", 1.0),
            ("close", "call", "file.Base.close", 1.0),
        ]

    def test_they_are_not_where_the_language_asks_for_a_receiver(self):
        assert [target for _, _, target, _ in self.calls({})] == [None, None]

    def test_a_local_name_hides_a_member(self):
        file = File()
        cls = file.define("class", "Store")
        file.define("method", "get", cls)
        put = file.define("method", "put", cls)
        file.bind("get", "?", "alias", put).use("get", put)
        assert [target for _, _, target, _ in uses(join(file=file, languages=IMPLICIT))] == [None]

    def test_what_a_base_outside_may_have_is_not_unresolved(self):
        file = File()
        file.imports("other", "Base")
        cls = file.define("class", "Store", bases=("Base",))
        file.use("helper", file.define("method", "put", cls))
        assert uses(join(file=file, languages=IMPLICIT)) == []


def test_a_module_without_a_default_export_is_imported_whole():
    utils, app = File(), File()
    utils.define("function", "parse")
    app.imports("./utils", "default", alias="utils", target="utils.py")
    app.use("utils.parse", app.define("function", "main"))
    assert invokes(join(utils=utils, app=app)) == [("app.main", "utils.parse")]


def test_a_default_export_goes_before_the_module():
    utils, app = File(), File()
    utils.define("function", "parse")
    utils.imports("", "parse", alias="default", target="utils.py")
    app.imports("./utils", "default", alias="parse", target="utils.py")
    app.use("parse", app.define("function", "main"))
    linked = join(utils=utils, app=app)
    assert invokes(linked) == [("app.main", "utils.parse")]
    assert edges(linked, "import") == [("app", "utils.parse")], "an alias within a file is no import"


def test_a_type_that_is_used_for_what_it_holds_names_both():
    app = File()
    app.define("method", "peek", app.define("class", "Parser"))
    main = app.define("function", "main")
    app.bind("parser", "Promise<Parser>", "annotation", main).use("parser.peek", main)
    assert invokes(join(app=app)) == [("app.main", "app.Parser.peek")]
