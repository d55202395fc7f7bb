"""Values followed through small Python projects: what is passed, returned, kept in items, and called elsewhere."""

import textwrap

import pytest
from toy_host import write_files

from crossbearing.model.profile import PluginChoice, Profile
from crossbearing.recon.persist import load_references
from crossbearing.recon.references import REFERENCE_KINDS
from crossbearing.recon.scan import scan
from crossbearing.recon.waiting import FLOWED, FLOWED_SOME
from crossbearing.registry import PluginHost
from crossbearing.source import open_source
from crossbearing.store import Store

PLUGINS = ["language.python", "language.python_ast"]


@pytest.fixture(params=PLUGINS)
def calls(request, tmp_path):
    """Scan dedented sources by module; the answer is the calls as ``(caller, callee)``, with their confidence."""
    other = next(name for name in PLUGINS if name != request.param)

    def run(**modules):
        texts = {f"{name.replace('__', '/')}.py": textwrap.dedent(text) for name, text in modules.items()}
        root = write_files(tmp_path / "project", texts)
        host = PluginHost.open(Profile("test", plugins=PluginChoice(disable=(other,))))
        with open_source(root) as source, Store.open(tmp_path / "build") as store:
            found = scan(source, store, host)
            assert found.errors == ()
            table, _ = load_references(store, found.fingerprint)
        names = found.graph.qualnames
        return {
            (names[entity], names[target]): round(confidence, 3)
            for entity, target, kind, confidence in zip(
                table.entities.tolist(),
                table.targets.tolist(),
                table.kinds.tolist(),
                table.confidence.tolist(),
                strict=True,
            )
            if target >= 0 and REFERENCE_KINDS[kind] in ("call", "decorator")
        }

    return run


def called_by(found, caller):
    return {target for source, target in found if source == caller}


class TestParameters:
    def test_a_callback_is_called_by_who_gets_it(self, calls):
        found = calls(
            hooks="""
                def run(task, *, after=None):
                    task()
                    after()
            """,
            app="""
                from hooks import run

                def load(): ...
                def report(): ...
                def unused(): ...

                def main():
                    run(load, after=report)
            """,
        )
        assert called_by(found, "hooks.run") == {"app.load", "app.report"}
        assert found["hooks.run", "app.load"] == pytest.approx(FLOWED)

    def test_defaults_and_several_callers(self, calls):
        found = calls(
            app="""
                def first(): ...
                def second(): ...

                def run(step=first):
                    step()

                def main():
                    run()
                    run(second)
            """
        )
        assert called_by(found, "app.run") == {"app.first", "app.second"}
        assert found["app.run", "app.second"] == pytest.approx(FLOWED_SOME)

    def test_what_is_passed_on_arrives(self, calls):
        found = calls(
            app="""
                def leaf(): ...

                def outer(job, *rest, **named):
                    middle(job)
                    for other in rest:
                        other()

                def middle(work):
                    inner(work=work)

                def inner(work):
                    work()

                def extra(): ...

                outer(leaf, extra)
            """
        )
        assert called_by(found, "app.inner") == {"app.leaf"}
        assert called_by(found, "app.outer") == {"app.middle", "app.extra"}

    def test_objects_given_to_a_constructor(self, calls):
        found = calls(
            app="""
                class Engine:
                    def start(self): ...

                class Boat:
                    def start(self): ...

                class Car:
                    def __init__(self, engine):
                        self.engine = engine

                    def drive(self):
                        self.engine.start()

                Car(Engine()).drive()
            """
        )
        assert called_by(found, "app.Car.drive") == {"app.Engine.start"}
        assert ("app", "app.Car.drive") in found

    def test_a_method_given_away_keeps_its_object(self, calls):
        found = calls(
            app="""
                class Page:
                    def render(self, part):
                        part()

                    def body(self): ...

                def visit(action, part):
                    action(part)

                page = Page()
                visit(page.render, page.body)
            """
        )
        assert called_by(found, "app.visit") == {"app.Page.render"}
        assert called_by(found, "app.Page.render") == {"app.Page.body"}

    def test_too_many_values_say_nothing(self, calls):
        names = [f"step{number}" for number in range(12)]
        text = "\n".join(f"def {name}(): ..." for name in names)
        found = calls(app=text + "\ndef run(step):\n    step()\n" + "\n".join(f"run({name})" for name in names) + "\n")
        assert called_by(found, "app.run") == set()

    def test_functions_that_call_each_other_end(self, calls):
        found = calls(
            app="""
                def ping(function): pong(function)
                def pong(function):
                    ping(function)
                    function()

                def leaf(): ...
                ping(leaf)
            """
        )
        assert called_by(found, "app.pong") == {"app.ping", "app.leaf"}


class TestResults:
    def test_a_returned_function_is_called(self, calls):
        found = calls(
            app="""
                def make():
                    def made(): ...
                    return made

                def give(): return make

                def main():
                    job = make()
                    job()

                def direct():
                    give()()()
            """
        )
        assert called_by(found, "app.main") == {"app.make", "app.make.made"}
        assert called_by(found, "app.direct") == {"app.give", "app.make", "app.make.made"}

    def test_the_class_of_what_a_function_returns(self, calls):
        found = calls(
            app="""
                class Store:
                    def put(self): return self

                class Other:
                    def put(self): ...

                def open_store(): return Store()

                def main(): open_store().put().put()
            """
        )
        assert called_by(found, "app.main") == {"app.open_store", "app.Store.put"}

    def test_what_goes_in_and_comes_out(self, calls):
        found = calls(
            app="""
                def same(value): return value
                def leaf(): ...
                def other(): ...

                def main():
                    job = same(leaf)
                    job()

                same(other)
            """
        )
        assert ("app.main", "app.leaf") in found

    def test_alternatives(self, calls):
        found = calls(
            app="""
                def fast(): ...
                def slow(): ...
                def spare(): ...

                def main(quick):
                    job = fast if quick else slow
                    job()

                def also(given=None):
                    job = given or spare
                    job()
            """
        )
        assert called_by(found, "app.main") == {"app.fast", "app.slow"}
        assert called_by(found, "app.also") == {"app.spare"}

    def test_a_lambda_calls_what_it_is_given(self, calls):
        found = calls(
            app="""
                def leaf(): ...
                run = lambda job: job()
                run(leaf)
            """
        )
        assert called_by(found, "app.run") == {"app.leaf"}


class TestItems:
    def test_lists_tuples_and_mappings_by_their_keys(self, calls):
        found = calls(
            app="""
                def one(): ...
                def two(): ...
                def three(): ...

                steps = [one, two]
                table = {"a": one, "b": (two, three)}

                def first(): steps[0]()
                def last(): steps[-1]()
                def inner(): table["b"][1]()
                def some(key): table.get(key)()
                def each():
                    for step in steps:
                        step()
            """
        )
        assert called_by(found, "app.first") == {"app.one"}
        assert called_by(found, "app.last") == {"app.two"}
        assert called_by(found, "app.inner") == {"app.three"}
        assert "app.one" in called_by(found, "app.some")
        assert called_by(found, "app.each") == {"app.one", "app.two"}

    def test_what_is_added_later(self, calls):
        found = calls(
            app="""
                def one(): ...
                def two(): ...

                handlers = {}
                queue = []

                def register():
                    handlers["a"] = one
                    queue.append(two)

                def run():
                    handlers["a"]()
                    for job in queue:
                        job()

                class Bus:
                    def __init__(self):
                        self.known = {}

                    def add(self, name, function):
                        self.known[name] = function

                    def fire(self, name):
                        self.known[name]()

                Bus().add("x", one)
            """
        )
        assert called_by(found, "app.run") == {"app.one", "app.two"}
        assert called_by(found, "app.Bus.fire") == {"app.one"}

    def test_the_last_item_put_at_a_key_counts(self, calls):
        found = calls(
            app="""
                def one(): ...
                def two(): ...

                def main():
                    table = {"a": one}
                    table["a"] = two
                    table["a"]()
            """
        )
        assert called_by(found, "app.main") == {"app.two"}

    def test_targets_of_several_parts(self, calls):
        found = calls(
            app="""
                def one(): ...
                def two(): ...
                def three(): ...

                def main():
                    a, (b, *c) = one, (two, three)
                    a()
                    c[0]()

                def pairs():
                    for name, job in [("x", one), ("y", two)]:
                        job()
            """
        )
        assert called_by(found, "app.main") == {"app.one", "app.three"}
        assert called_by(found, "app.pairs") == {"app.one", "app.two"}

    def test_a_name_bound_again_holds_what_it_got_last(self, calls):
        found = calls(
            app="""
                def one(): ...
                def two(): ...

                job = one
                job()

                def main():
                    task = one
                    task = two
                    task()
            """
        )
        assert called_by(found, "app.main") == {"app.two"}


class TestIteration:
    def test_generators_give_what_they_yield(self, calls):
        found = calls(
            app="""
                def one(): ...
                def jobs(): yield one
                def more(): yield from jobs()

                def main():
                    for job in more():
                        job()
            """
        )
        assert called_by(found, "app.main") == {"app.more", "app.one"}

    def test_a_loop_calls_the_methods_of_its_iterator(self, calls):
        found = calls(
            app="""
                def one(): ...

                class Jobs:
                    def __iter__(self): return self
                    def __next__(self): return one

                def main():
                    for job in Jobs():
                        job()

                def nothing():
                    for item in [1, 2]:
                        pass
            """
        )
        assert called_by(found, "app.main") == {"app.Jobs", "app.Jobs.__iter__", "app.Jobs.__next__", "app.one"}
        assert called_by(found, "app.nothing") == set()

    def test_map_calls_the_function_it_is_given(self, calls):
        found = calls(app="def one(x): ...\n\ndef main(items):\n    return list(map(one, items))\n")
        assert called_by(found, "app.main") == {"app.one"}

    def test_context_managers_give_what_they_yield(self, calls):
        found = calls(
            app="""
                from contextlib import contextmanager

                class Store:
                    def put(self): ...

                class Other:
                    def put(self): ...

                @contextmanager
                def opened():
                    yield Store()

                def main():
                    with opened() as store:
                        store.put()
            """
        )
        assert called_by(found, "app.main") == {"app.opened", "app.Store.put"}


class TestDecorators:
    def test_who_calls_a_decorated_function_calls_the_wrapper_too(self, calls):
        found = calls(
            app="""
                import functools

                def logged(function):
                    @functools.wraps(function)
                    def wrapper(*args):
                        return function(*args)
                    return wrapper

                @logged
                def work(): ...

                def main(): work()
            """
        )
        assert called_by(found, "app.main") == {"app.work", "app.logged.wrapper"}
        assert called_by(found, "app.logged.wrapper") == {"app.work"}

    def test_a_decorator_that_returns_what_it_gets_changes_nothing(self, calls):
        found = calls(
            app="""
                def known(function):
                    return function

                def other(): ...

                @known
                def work(): ...

                def main(): work()
            """
        )
        assert called_by(found, "app.main") == {"app.work"}

    def test_factories(self, calls):
        found = calls(
            app="""
                def named(name):
                    def register(function):
                        function()
                        return function
                    return register

                @named("x")
                def work(): ...
            """
        )
        assert called_by(found, "app.work") == {"app.named", "app.named.register"}
        assert called_by(found, "app.named.register") == {"app.work"}


class TestClasses:
    def test_raising_a_class_calls_it(self, calls):
        found = calls(
            app="""
                class Failed(Exception): ...

                def main(): raise Failed

                def again(error): raise error
            """
        )
        assert called_by(found, "app.main") == {"app.Failed"}
        assert called_by(found, "app.again") == set()

    def test_what_heirs_set_is_left_to_them(self, calls):
        found = calls(
            app="""
                class Base:
                    def run(self): self.step()

                class One(Base):
                    def __init__(self): self.step = self.walk
                    def walk(self): ...

                class Two(Base):
                    def __init__(self): self.step = self.swim
                    def swim(self): ...
            """
        )
        assert called_by(found, "app.Base.run") == {"app.One.walk", "app.Two.swim"}

    def test_partial_functions_and_attributes_by_name(self, calls):
        found = calls(
            app="""
                from functools import partial

                class Tool:
                    def cut(self): ...

                def scale(factor, value): ...

                def main(tool: Tool):
                    double = partial(scale, 2)
                    double(3)
                    job = getattr(tool, "cut")
                    job()
            """
        )
        assert called_by(found, "app.main") == {"app.scale", "app.Tool.cut"}


def test_unknown_items_and_results_are_no_unresolved_names(calls):
    found = calls(app="def main(rows, make):\n    rows[0]()\n    make()()\n    for row in rows: pass\n")
    assert found == {}
