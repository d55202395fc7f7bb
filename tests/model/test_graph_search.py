import pytest


@pytest.fixture(scope="module")
def graph(build_map):
    paths = ("src/app/core/io.py", "src/app/io.py", "setup.py", "docs/setup.py", "app/only.py")
    return build_map(dict.fromkeys(paths, "")).graph


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("src/app/core/io.py", "src/app/core/io.py"),
        ("/home/me/project/src/app/core/io.py", "src/app/core/io.py"),
        ("/env/site-packages/app/io.py", "src/app/io.py"),
        ("C:\\work\\app\\core\\io.py", "src/app/core/io.py"),
        ("./app/only.py", "app/only.py"),
        ("~/app/../app/only.py", "app/only.py"),
        ("setup.py", "setup.py"),
        ("only.py", "app/only.py"),
        ("io.py", None),
        ("/usr/lib/io.py", None),
        ("absent.py", None),
        ("", None),
        ("/", None),
    ],
)
def test_printed_paths(graph, printed, meant):
    assert graph.resolve_path(printed) == meant


def test_hops_follow_edges_both_ways_and_name_the_nearest_source(build_map):
    sources = {f"m{number}.py": f"def f{number}(): pass\n" for number in range(6)}
    calls = [(f"m{number}.f{number}", f"m{number + 1}.f{number + 1}") for number in range(4)]
    small = build_map(sources, calls)
    ids = [small.entity(f"f{number}") for number in range(6)]
    distances, origins = small.graph.hops([ids[1], ids[4]], ("invoke",))
    assert distances[ids].tolist() == [1, 0, 1, 1, 0, -1]
    assert origins[ids].tolist() == [ids[1], ids[1], ids[1], ids[4], ids[4], -1]


def test_hops_stop_at_the_limit(build_map):
    sources = {f"m{number}.py": f"def f{number}(): pass\n" for number in range(4)}
    calls = [(f"m{number}.f{number}", f"m{number + 1}.f{number + 1}") for number in range(3)]
    small = build_map(sources, calls)
    distances, _ = small.graph.hops([small.entity("f0")], ("invoke",), limit=2)
    assert distances[small.entity("f2")] == 2
    assert distances[small.entity("f3")] == -1


def test_hops_from_nowhere(build_map):
    distances, origins = build_map({"a.py": "def f(): pass\n"}).graph.hops([])
    assert set(distances.tolist()) == set(origins.tolist()) == {-1}
