"""A model behind a real HTTP server: asked once, with what was asked for; its faults cost a sentence, never the key."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.stages import PriorTask, RecallItem, RecallTask
from crossbearing.plugin import Event
from crossbearing.repair.models import model_of_environment
from crossbearing_plugins.stages import priors, recall

pytest.importorskip("openai", reason="needs the extra 'llm'")

KEY = "sk-secret-of-the-test"


class Endpoint(ThreadingHTTPServer):
    daemon_threads = True
    content: Any = ""
    status = 200

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, Any]] = []


class Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        self.server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        message = {"role": "assistant", "content": self.server.content}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        data = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
        answer = json.dumps(data).encode()
        self.send_response(self.server.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    with Endpoint() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("CROSSBEARING_LLM_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
        monkeypatch.setenv("CROSSBEARING_LLM_MODEL", "small")
        monkeypatch.setenv("CROSSBEARING_LLM_API_KEY", KEY)
        yield server
        server.shutdown()


def test_recall_is_scored_by_the_model(endpoint: Endpoint):
    endpoint.content = '[{"id": 1, "score": 0.2}, {"id": 2, "score": 0.9, "reason": "the same rounding"}]'
    items = tuple(RecallItem(name, f"prices are rounded {name}") for name in ("late", "early", "twice"))
    found = recall.run(RecallTask(items, "prices", ask=model_of_environment()), recall.Options())
    assert [item.id for item in found.items] == ["late"]
    assert "the same rounding" in found.items[0].reason
    (asked,) = endpoint.asked
    assert (asked["model"], asked["temperature"], asked["max_completion_tokens"]) == ("small", 0, 1024)
    assert "prices are rounded twice" in asked["messages"][0]["content"]


def test_what_a_model_distils_goes_through_the_lint(endpoint: Endpoint):
    endpoint.content = (
        'Here: {"test_invocation": "make test", "layout": ["src holds it", "fixed in #4711"], '
        '"pitfalls": ["RATES must be loaded first"]}'
    )
    run = (Event("command", 1, text="make test", output="ok", exit_code=0),)
    found = priors.run(PriorTask("a/b", ask=model_of_environment(), trajectory=run), priors.Options())
    assert (found.prior.test_invocation, found.prior.layout) == ("make test", ("src holds it",))
    assert found.prior.pitfalls == ("RATES must be loaded first",)
    assert found.refused == (("fixed in #4711", "names an issue"),)
    assert "$ make test\nok" in endpoint.asked[0]["messages"][0]["content"]


@pytest.mark.parametrize(("status", "content"), [(500, "x"), (200, ""), (200, None), (401, "x")])
def test_a_model_that_fails_says_so_in_a_sentence_without_the_key(endpoint: Endpoint, status: int, content: Any):
    endpoint.status, endpoint.content = status, content
    with pytest.raises(CrossbearingError, match="model") as raised:
        model_of_environment()("hello")
    assert KEY not in str(raised.value)
    assert len(endpoint.asked) == 1
    items = tuple(RecallItem(name, f"prices {name}") for name in ("a1", "b1", "c1"))
    found = recall.run(RecallTask(items, "prices", ask=model_of_environment()), recall.Options())
    assert len(found.items) == 3
    assert found.remark == "the model gave no scores: CrossbearingError"


def test_without_a_model_named_there_is_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("CROSSBEARING_LLM_BASE_URL", raising=False)
    monkeypatch.setenv("CROSSBEARING_LLM_MODEL", "small")
    with pytest.raises(CrossbearingError, match=r"no model is configured: CROSSBEARING_LLM_BASE_URL is not set"):
        model_of_environment()
