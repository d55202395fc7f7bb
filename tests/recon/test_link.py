"""Linking hand-written facts: what each way of naming a definition leads to."""

import pytest
from linking import File, edges, invokes, join, uses

CERTAIN = 1.0


def called(linked):
    """The targets of all uses, unresolved ones as None."""
    return [target for _, _, target, _ in uses(linked)]


def test_call_across_files_makes_an_edge_from_caller_to_callee():
    utils, app = File(), File()
    utils.define("function", "parse")
    app.imports("utils", "parse", target="utils.py")
    main = app.define("function", "main")
    app.use("parse", main)
    linked = join(utils=utils, app=app)
    assert invokes(linked) == [("app.main", "utils.parse")]
    assert edges(linked, "import") == [("app", "utils.parse")]


def test_builtins_third_party_and_unknown_names():
    app = File()
    main = app.define("function", "main")
    app.imports("requests").imports("os.path")
    app.use("print", main).use("requests.get", main).use("os.path.join", main).use("missing", main)
    linked = join(app=app)
    assert uses(linked) == [("missing", "call", None, 0.0)]
    assert invokes(linked) == []
    assert edges(linked, "import") == []


def test_every_definition_is_contained_in_its_scope_and_the_module_in_nothing():
    app = File()
    cls = app.define("class", "Parser")
    method = app.define("method", "peek", cls)
    app.define("function", "inner", method)
    linked = join(app=app)
    assert edges(linked, "contain") == [
        ("app.Parser", "app"),
        ("app.Parser.peek", "app.Parser"),
        ("app.Parser.peek.inner", "app.Parser.peek"),
    ]
    assert linked.graph.parents.tolist() == [-1, 0, 1, 2]
    assert linked.graph.kinds == ["module", "class", "method", "function"]


def test_module_entity_reaches_over_the_whole_file():
    linked = join(package__init=File(), package__module=File())
    graph = linked.graph
    assert graph.names == ["package", "module"]
    assert graph.qualnames == ["package", "package.module"]
    assert graph.lines.tolist() == graph.start_lines.tolist() == [1, 1]


class TestScopes:
    def test_an_inner_definition_hides_an_outer_one_and_only_inside(self):
        app = File()
        app.define("function", "helper", line=1)
        outer = app.define("function", "outer", line=2)
        app.define("function", "helper", outer, line=3)
        app.use("helper", outer).use("helper")
        assert invokes(join(app=app)) == [("app", "app.helper"), ("app.outer", "app.outer.helper")]

    def test_methods_do_not_see_the_names_of_their_class(self):
        app = File()
        cls = app.define("class", "C")
        app.define("method", "run", cls)
        method = app.define("method", "start", cls)
        app.use("run", method).use("run", cls)
        assert called(join(app=app)) == [None, "app.C.run"]

    def test_a_local_of_unknown_value_hides_the_module_level_name(self):
        app = File()
        app.define("function", "config")
        main = app.define("function", "main")
        nested = app.define("function", "nested", main)
        app.bind("config", "?", "alias", main)
        app.use("config", main).use("config.read", nested).use("config")
        assert called(join(app=app)) == [None, None, "app.config"]

    def test_the_last_function_of_a_name_counts_and_functions_before_variables(self):
        app = File()
        app.define("function", "run", line=1)
        app.define("function", "run", line=5)
        app.define("variable", "run", line=9)
        app.use("run")
        linked = join(app=app)
        assert linked.graph.lines[linked.references.targets[0]] == 5

    def test_a_property_is_not_its_setter(self):
        app = File()
        cls = app.define("class", "C")
        app.define("method", "size", cls, decorators=("property",), line=2)
        app.define("method", "size", cls, decorators=("size.setter",), line=5)
        app.use("self.size", app.define("method", "run", cls), "read")
        linked = join(app=app)
        assert linked.graph.lines[linked.references.targets[0]] == 2


class TestImports:
    def test_alias_and_dotted_access(self):
        utils, app = File(), File()
        utils.define("method", "parse", utils.define("class", "Tool"))
        app.imports("package.utils", alias="u", target="package/utils.py")
        app.imports("package.utils", target="package/utils.py")
        app.use("u.Tool.parse").use("package.utils.Tool")
        linked = join(package__init=File(), package__utils=utils, app=app)
        assert called(linked) == ["package.utils.Tool.parse", "package.utils.Tool"]

    def test_dotted_import_without_a_file_for_the_package(self):
        utils, app = File(), File()
        utils.define("function", "run")
        app.imports("space.utils", target="space/utils.py").use("space.utils.run").use("space.other.run")
        assert called(join(space__utils=utils, app=app)) == ["space.utils.run", None]

    def test_reexport_through_packages(self):
        impl, inner, outer, app = File(), File(), File(), File()
        impl.define("function", "work")
        inner.imports("impl", "work", "job", target="p/q/impl.py", level=1)
        outer.imports("q", "job", target="p/q/__init__.py", level=1)
        app.imports("p", "job", target="p/__init__.py").use("job")
        linked = join(p__q__impl=impl, p__q__init=inner, p__init=outer, app=app)
        assert called(linked) == ["p.q.impl.work"]
        assert ("app", "p.q.impl.work") in edges(linked, "import")

    def test_long_and_circular_chains_end(self):
        files = {}
        for number in range(3000):
            files[f"m{number}"] = File().imports(f"m{number + 1}", "x", target=f"m{number + 1}.py")
        files["m3000"] = File().imports("m0", "x", target="m0.py")
        files["m0"].use("x")
        assert called(join(**files)) == [None]
        files["m3000"] = File()
        files["m3000"].define("function", "x")
        assert called(join(**files)) == ["m3000.x"]

    def test_star_imports_respect_what_is_exported(self):
        public, listed, app = File(), File(), File()
        public.define("function", "seen")
        public.define("function", "_hidden")
        listed.define("function", "named")
        listed.define("function", "unnamed")
        listed.facts.exports = ["named"]
        app.imports("public", "*", target="public.py").imports("listed", "*", target="listed.py")
        app.use("seen").use("_hidden").use("named").use("unnamed")
        linked = join(public=public, listed=listed, app=app)
        assert called(linked) == ["public.seen", None, "listed.named", None]
        assert edges(linked, "import") == [("app", "listed"), ("app", "public")]

    def test_star_import_from_outside_may_have_brought_the_name(self):
        assert called(join(app=File().imports("numpy", "*").use("zeros"))) == []

    def test_star_imports_in_a_circle_end(self):
        a, b = File().imports("b", "*", target="b.py"), File().imports("a", "*", target="a.py")
        assert called(join(a=a.use("nothing"), b=b)) == [None]

    def test_submodule_and_attribute_of_the_same_name(self):
        package, submodule, app = File(), File(), File()
        submodule.define("function", "run")
        app.imports("p", "run", target="p/run.py").use("run.run")
        app.imports("p.run", "run", "job", target="p/run.py").use("job")
        linked = join(p__init=package, p__run=submodule, app=app)
        assert called(linked) == ["p.run.run", "p.run.run"]

    def test_relative_import_of_a_sibling_module(self):
        sibling, app = File(), File()
        sibling.define("function", "run")
        app.imports("", "sibling", target="p/sibling.py", level=1).use("sibling.run")
        linked = join(p__init=File(), p__sibling=sibling, p__app=app)
        assert called(linked) == ["p.sibling.run"]
        assert edges(linked, "import") == [("p.app", "p.sibling")]

    def test_fallback_in_the_project_wins_over_one_outside(self):
        compat, app = File(), File()
        compat.define("function", "loads")
        app.imports("compat", "loads", target="compat.py").imports("ujson", "loads").use("loads")
        assert called(join(compat=compat, app=app)) == ["compat.loads"]

    def test_optional_third_party_module_is_not_a_variable_of_ours(self):
        app = File().imports("numpy", alias="np")
        app.define("variable", "np")
        assert called(join(app=app.use("np.zeros"))) == []

    def test_import_inside_a_function_belongs_to_it(self):
        utils, app = File(), File()
        utils.define("function", "run")
        main = app.define("function", "main")
        app.imports("utils", "run", target="utils.py", scope=main).use("run", main).use("run")
        linked = join(utils=utils, app=app)
        assert called(linked) == ["utils.run", None]
        assert linked.graph.qualnames[linked.imports.entities[0]] == "app.main"
        assert edges(linked, "import") == [("app", "utils.run")]

    def test_import_of_an_unknown_name_leads_to_the_module(self):
        app = File().imports("utils", "generated", target="utils.py")
        assert edges(join(utils=File(), app=app), "import") == [("app", "utils")]


class TestClasses:
    def diamond(self):
        app = File()
        top = app.define("class", "Top")
        app.define("method", "run", top)
        left = app.define("class", "Left", bases=("Top",))
        app.define("class", "Right", bases=("Top",))
        right = len(app.facts.definitions) - 1
        app.define("method", "run", right)
        bottom = app.define("class", "Bottom", bases=("Left", "Right"))
        return app, left, bottom

    def test_methods_are_found_in_resolution_order(self):
        app, _, bottom = self.diamond()
        method = app.define("method", "go", bottom)
        app.use("self.run", method)
        linked = join(app=app)
        assert called(linked) == ["app.Right.run"]
        assert edges(linked, "inherit") == [
            ("app.Left", "app.Top"),
            ("app.Right", "app.Top"),
            ("app.Bottom", "app.Left"),
            ("app.Bottom", "app.Right"),
        ]

    def test_super_starts_after_the_class_itself(self):
        app, left, bottom = self.diamond()
        app.define("method", "run", bottom)
        method = app.define("method", "go", bottom)
        app.use("super.run", method).use("self.run", method).use("cls.run", method)
        app.use("super.run", app.define("method", "go", left))
        assert called(join(app=app)) == ["app.Right.run", "app.Bottom.run", "app.Bottom.run", "app.Top.run"]

    def test_members_of_outside_bases_are_not_ours(self):
        app = File().imports("unittest")
        cls = app.define("class", "Case", bases=("unittest.TestCase",))
        method = app.define("method", "test_it", cls)
        app.use("self.assertEqual", method).use("self.test_it", method).use("super.setUp", method)
        assert called(join(app=app)) == ["app.Case.test_it"]

    def test_a_nested_function_still_knows_self(self):
        app = File()
        cls = app.define("class", "C")
        method = app.define("method", "run", cls)
        app.use("self.run", app.define("function", "inner", method))
        assert called(join(app=app)) == ["app.C.run"]

    def test_self_in_a_plain_function_is_a_name_like_any_other(self):
        app = File()
        app.use("self.run", app.define("function", "free"))
        assert called(join(app=app)) == [None]

    def test_a_receiver_that_is_bound_anew_is_what_it_was_bound_to(self):
        app = File()
        app.define("class", "Other")
        method = app.define("method", "run", app.define("class", "C"))
        app.bind("cls", "Other", "alias", method).use("cls", method)
        assert called(join(app=app)) == ["app.Other"]

    def test_calling_a_class_leads_to_the_class(self):
        app = File()
        cls = app.define("class", "C")
        app.define("method", "__init__", cls)
        app.use("C")
        assert called(join(app=app)) == ["app.C"]

    def test_base_across_files_through_a_module(self):
        base, app = File(), File()
        base.define("method", "run", base.define("class", "Base"))
        app.imports("base", target="base.py")
        cls = app.define("class", "Child", bases=("base.Base",))
        app.use("self.run", app.define("method", "go", cls))
        assert called(join(base=base, app=app)) == ["base.Base.run"]

    def test_circles_and_contradictions_in_hierarchies_end(self):
        app = File()
        first = app.define("class", "A", bases=("B", "A"))
        app.define("class", "B", bases=("A",))
        app.define("class", "X", bases=("A", "B"))
        app.define("class", "Y", bases=("B", "A"))
        last = app.define("class", "Z", bases=("X", "Y"))
        app.define("method", "run", first)
        app.use("self.run", app.define("method", "go", last))
        assert called(join(app=app)) == ["app.A.run"]

    def test_deep_hierarchies_end(self):
        app = File()
        app.define("class", "C2000")
        for number in reversed(range(2000)):
            app.define("class", f"C{number}", bases=(f"C{number + 1}",))
        app.use("self.nothing", app.define("method", "go", len(app.facts.definitions) - 1))
        assert called(join(app=app)) == [None]


class TestReceivers:
    @pytest.fixture
    def app(self):
        app = File()
        cls = app.define("class", "Store")
        app.define("method", "put", cls)
        app.define("function", "open_store", annotation="Optional['Store']")
        return app

    def test_constructor_annotation_and_returned_class(self, app):
        main = app.define("function", "main")
        app.bind("a", "Store", "call", main).bind("b", "Store | None", "annotation", main)
        app.bind("c", "open_store", "call", main).bind("d", "a", "alias", main)
        for name in "abcd":
            app.use(f"{name}.put", main)
        assert called(join(app=app)) == ["app.Store.put"] * 4

    def test_the_last_binding_before_the_use_counts(self, app):
        other = app.define("class", "Other")
        app.define("method", "put", other)
        main = app.define("function", "main")
        app.bind("x", "Store", "call", main).use("x.put", main).bind("x", "Other", "call", main).use("x.put", main)
        assert called(join(app=app)) == ["app.Store.put", "app.Other.put"]

    def test_attributes_of_self_in_any_method_and_of_the_base(self, app):
        base = app.define("class", "Base")
        app.bind("self.store", "Store", "call", app.define("method", "__init__", base))
        child = app.define("class", "Child", bases=("Base",))
        app.use("self.store.put", app.define("method", "run", child))
        assert called(join(app=app)) == ["app.Store.put"]

    def test_module_variables_in_other_files(self, app):
        app.define("variable", "shared")
        app.bind("shared", "Store")
        user = File().imports("app", "shared", target="app.py").use("shared.put").use("shared", kind="read")
        assert called(join(app=app, user=user)) == ["app.Store.put", "app.shared"]

    def test_property_gives_what_it_returns(self, app):
        cls = app.define("class", "Holder")
        app.define("method", "store", cls, decorators=("functools.cached_property",), annotation="Store")
        app.use("self.store.put", app.define("method", "run", cls))
        assert called(join(app=app)) == ["app.Store.put"]

    def test_a_call_within_the_chain(self, app):
        app.define("method", "own", 0, annotation="Self")
        app.use("Store().put").use("open_store().put").use("Store().own().put").use("print().put").use("unknown().put")
        app.use("super().put", app.define("method", "put", app.define("class", "Heir", bases=("Store",))))
        assert called(join(app=app)) == [*["app.Store.put"] * 3, None, "app.Store.put"]

    def test_an_instance_that_is_called(self, app):
        app.define("method", "__call__", 0)
        main = app.define("function", "main")
        app.bind("a", "Store", "call", main).use("a", main)
        assert called(join(app=app)) == ["app.Store.__call__"]

    def test_unknown_attribute_of_a_known_variable_still_uses_the_variable(self, app):
        app.define("variable", "settings")
        app.use("settings.load_from", app.define("function", "main"))
        assert uses(join(app=app)) == [
            ("settings.load_from", "read", "app.settings", CERTAIN),
            ("settings.load_from", "call", None, 0.0),
        ]

    def test_alias_chains_of_any_length_end(self, app):
        main = app.define("function", "main")
        app.bind("x0", "Store", "call", main)
        for number in range(5000):
            app.bind(f"x{number + 1}", f"x{number}", "alias", main)
        app.bind("loop", "loop.next", "alias", main).use("loop.put", main)
        app.use("x5000.put", main).use("x3.put", main)
        assert called(join(app=app))[2] == "app.Store.put"


class TestUnknownReceivers:
    def app(self, *classes, name="push_state"):
        app = File()
        for cls in classes:
            app.define("method", name, app.define("class", cls))
        app.use(f"?.{name}", app.define("function", "main"))
        return app

    def test_one_method_of_a_distinctive_name_is_likely(self):
        linked = join(app=self.app("A"))
        assert uses(linked) == [("?.push_state", "call", "app.A.push_state", 0.6)]
        assert invokes(linked) == [("app.main", "app.A.push_state")]

    def test_several_stay_candidates_without_an_edge(self):
        linked = join(app=self.app("A", "B"))
        assert uses(linked) == [
            ("?.push_state", "call", "app.A.push_state", 0.2),
            ("?.push_state", "call", "app.B.push_state", 0.2),
        ]
        assert invokes(linked) == []

    def test_too_many_and_too_common_ones_stay_unresolved(self):
        assert called(join(app=self.app("A", "B", "C", "D"))) == [None]
        assert called(join(app=self.app("A", name="append"))) == [None]

    def test_a_short_name_is_only_possible(self):
        assert uses(join(app=self.app("A", name="turn"))) == [("?.turn", "call", "app.A.turn", 0.4)]

    def test_overrides_stand_for_what_they_override(self):
        app = self.app("A")
        child = app.define("class", "B", bases=("A",))
        app.define("method", "push_state", child)
        app.define("method", "push_state", app.define("class", "C", bases=("B",)))
        assert uses(join(app=app)) == [("?.push_state", "call", "app.A.push_state", 0.6)]

    def test_a_method_left_to_heirs(self):
        app = File()
        base = app.define("class", "Base")
        run = app.define("method", "run", base)
        app.use("self.step", run).use("self.turn", run).use("self.missing_one", run)
        app.define("method", "missing_one", app.define("class", "Stranger"))
        for name in ("One", "Two"):
            heir = app.define("class", name, bases=("Base",))
            app.define("method", "step", heir)
        app.define("method", "turn", heir)
        assert uses(join(app=app)) == [
            ("self.step", "call", "app.One.step", 0.2),
            ("self.step", "call", "app.Two.step", 0.2),
            ("self.turn", "call", "app.Two.turn", 0.6),
            ("self.missing_one", "call", None, 0.0),
        ]

    def test_a_mixin_uses_what_its_siblings_have(self):
        app = File()
        app.define("method", "push", app.define("class", "Base"))
        mixin = app.define("class", "Mixin")
        app.use("self.push", app.define("method", "run", mixin))
        app.define("class", "Both", bases=("Mixin", "Base"))
        assert uses(join(app=app)) == [("self.push", "call", "app.Base.push", 0.6)]

    def test_code_outside_tests_does_not_mean_their_helpers(self):
        app, tests = self.app(), File()
        tests.define("method", "push_state", tests.define("class", "Fake"))
        linked = join({"test_app.py": "test"}, app=app, test_app=tests)
        assert called(linked) == [None]


def test_the_order_of_files_does_not_matter():
    def build(order):
        files = {}
        utils, app = File(), File()
        utils.define("function", "parse")
        app.imports("utils", "*", target="utils.py").use("parse").use("lost")
        files = {"utils": utils, "app": app}
        return join(**{name: files[name] for name in order})

    first, second = build(["utils", "app"]), build(["app", "utils"])
    assert first.graph.qualnames == second.graph.qualnames
    assert uses(first) == uses(second)
    assert invokes(first) == invokes(second)


def test_nothing_to_link():
    linked = join()
    assert len(linked.graph) == len(linked.references) == len(linked.imports) == 0
    assert {name: len(found) for name, found in linked.graph.edges.items()} == dict.fromkeys(
        ("contain", "import", "inherit", "invoke"), 0
    )
