import pytest

from crossbearing.localize.libraries import is_library, project_frames
from crossbearing.model.issue import Frame


@pytest.fixture(scope="module")
def graph(build_map):
    sources = (
        "app/main.py",
        "app/core/io.py",
        "src/tool/run.py",
        "vendor/dep.py",
        "six.py",
        "lib/router/index.js",
        "src/runtime/task/raw.rs",
        "render/json.go",
        "src/java/util/Optional.java",
        "lib/sinatra/base.rb",
        "tokio-util/src/codec/mod.rs",
    )
    return build_map(dict.fromkeys(sources, ""), roles={"vendor/dep.py": "vendored"}).graph


@pytest.mark.parametrize(
    "path",
    [
        "/usr/lib/python3.11/site-packages/requests/api.py",
        "/usr/lib/python3/dist-packages/apt/cache.py",
        "/usr/lib/python3.11/json/decoder.py",
        "C:\\Python37\\lib\\json\\decoder.py",
        "/opt/miniconda3/envs/dev/lib/re.py",
        "/srv/app/node_modules/left/pad.js",
        "vendor/dep.py",
        "third_party/zlib/x.c",
        "node:internal/modules/cjs/loader",
        "internal/modules/cjs/loader.js",
        "module.js",
        "/env/lib/python3.9/site-packages/other/six.py",
        "/rustc/90c541806f23/library/core/src/panicking.rs",
        "/home/me/.cargo/registry/src/github.com-1ecc6299db9ec823/tokio-1.0.0/src/runtime/task/raw.rs",
        "/usr/local/go/src/runtime/panic.go",
        "/opt/hostedtoolcache/go/1.20.5/x64/src/runtime/panic.go",
        "/opt/homebrew/Cellar/go/1.20/libexec/src/fmt/print.go",
        "/home/me/.rustup/toolchains/stable/lib/rustlib/src/rust/library/alloc/src/vec/mod.rs",
        "/_/src/libraries/System.Private.CoreLib/src/System/Array.cs",
        "/home/me/.cargo/registry/src/github.com-1ecc6299db9ec823/other-1.0.0/src/codec/mod.rs",
        "/home/me/go/pkg/mod/github.com/other/render@v1.0.0/render/json.go",
        "/usr/lib/ruby/2.7.0/net/http.rb",
        "/usr/lib/ruby/gems/2.7.0/gems/rack-2.0.1/lib/rack.rb",
        "/usr/include/c++/9/bits/stl_vector.h",
        "java/lang/Thread.java",
        "kotlin/coroutines/jvm/internal/ContinuationImpl.kt",
        "/srv/node_modules/other/lib/router/index.js",
    ],
)
def test_libraries(graph, path):
    assert is_library(path, graph)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("app/main.py", ""),
        ("/home/me/checkout/app/core/io.py", ""),
        ("/home/me/try.py", ""),
        ("/env/lib/python3.9/site-packages/app/core/io.py", ""),
        ("C:\\env\\Lib\\site-packages\\tool\\run.py", ""),
        ("/env/lib/python3.9/site-packages/six.py", ""),
        ("java/util/Optional.java", ""),
        ("/home/me/go/src/github.com/gin-gonic/gin/gin.go", "gin"),
        ("/srv/node_modules/express/lib/router/index.js", "expressjs/express"),
        ("/srv/node_modules/@scope/express/lib/router/index.js", "express"),
        ("/home/me/go/pkg/mod/github.com/gin-gonic/gin@v1.7.0/render/json.go", "gin-gonic+gin"),
        ("/me/.cargo/registry/src/index.crates.io-6f17d22/tokio-1.0.0/src/runtime/task/raw.rs", "tokio-rs/tokio"),
        ("/me/.cargo/registry/src/index.crates.io-6f17d22/tokio-util-0.7.0/src/codec/mod.rs", "tokio-rs/tokio"),
        ("/usr/lib/ruby/gems/3.0.0/gems/sinatra-2.0.1/lib/sinatra/base.rb", "sinatra"),
    ],
)
def test_not_libraries(graph, path, name):
    assert not is_library(path, graph, name)


def test_places_that_are_no_file_are_left_out(graph):
    frames = [Frame("<stdin>", 1, "<module>"), Frame("app/main.py", 3, "main"), Frame("<string>", 2)]
    assert list(project_frames(frames, graph)) == [frames[1]]
