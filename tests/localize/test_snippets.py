from crossbearing.localize.passages import split_passages
from crossbearing.localize.snippets import MOST_BLOCKS, Snippets
from crossbearing.model.profile import Profile
from crossbearing.registry import PluginHost, PluginRecord

OTHERS = {"expansion": "gated_bfs", "fusion": "rrs", "executor": "local"}
LANGUAGES = ("go", "python", "rust", "typescript")


def snippets(build_map, text, *, languages=LANGUAGES):
    records = [
        PluginRecord("language", name, f"crossbearing_plugins.languages.{name}", "test", "1") for name in languages
    ]
    records += [PluginRecord(kind, name, "unused", "test", "1") for kind, name in OTHERS.items()]
    host = PluginHost.open(Profile("bare"), records=records)
    graph = build_map({"app/main.py": "x = 1\n"}).graph
    return Snippets(split_passages(text), graph, host)


def fenced(language, code):
    return f"Bug\n\n```{language}\n{code}\n```\n"


def test_a_block_is_read_by_the_plugin_of_its_language(build_map):
    text = fenced("rust", "use app::Store;\nfn main() { Store::new().put(1); }")
    (facts,) = snippets(build_map, text)()
    assert facts.language == "rust"
    assert [each.name for each in facts.imports] == ["Store"]
    assert any(reference.name.endswith("put") for reference in facts.references)


def test_without_a_word_the_block_is_in_the_language_of_most_files(build_map):
    (facts,) = snippets(build_map, fenced("", "import app\napp.load('x')"))()
    assert facts.language == "python"


def test_neighbouring_blocks_keep_their_languages(build_map):
    text = fenced("go", "x := app.New()\nx.Run()") + fenced("ts", "import { a } from 'b';\na();")
    assert [facts.language for facts in snippets(build_map, text)()] == ["go", "typescript"]


def test_what_no_plugin_reads_is_left_out(build_map):
    assert snippets(build_map, fenced("brainfuck", "x = y(1)\nz = w(2)"))() == ()
    assert snippets(build_map, fenced("go", "x := app.New()"), languages=("python",))() == ()
    assert snippets(build_map, "no code here")() == ()


def test_hostile_blocks(build_map):
    text = "".join(fenced("ts", "f(" * 5000) + f"words {number}\n" for number in range(3 * MOST_BLOCKS))
    reader = snippets(build_map, text + fenced("ts", "\udcff\0x = f();"))
    assert len(reader()) <= MOST_BLOCKS
    assert reader() is reader()


def test_readers_are_equal_where_they_read_the_same_in_the_same_way(build_map):
    text = fenced("", "import app\napp.load('x')") + fenced("go", "x := app.New()\nx.Run()")
    reader = snippets(build_map, text)
    assert reader == snippets(build_map, text)
    assert reader == snippets(build_map, text, languages=("go", "python"))
    assert reader != snippets(build_map, text, languages=("python",))
    assert reader != snippets(build_map, text + fenced("go", "y := 1"))
    assert reader != ()


def test_text_that_is_no_text_in_any_encoding_is_read(build_map):
    assert [facts.language for facts in snippets(build_map, fenced("go", "x := app.New(\ud800)\nx.Run()"))()] == ["go"]
