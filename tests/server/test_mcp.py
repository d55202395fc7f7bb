"""The server through the SDK's own client, over a real pipe and a real port."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import get_args

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.types import ListRootsResult, Root

from crossbearing.model.tokens import count_tokens
from crossbearing.recon.questions import QUESTIONS
from crossbearing.server.mcp import Question

TOOLS = {"scan", "context", "locate", "ask", "callers", "callees", "definition", "manifest"}


@pytest.fixture
def shop(tmp_path):
    root = tmp_path / "shop"
    (root / "shop").mkdir(parents=True)
    (root / "pyproject.toml").write_text('[project]\nname = "shop"\nversion = "1"\n')
    (root / "Makefile").write_text("build:\n\tpython -m build\n")
    (root / "shop" / "__init__.py").write_text("")
    (root / "shop" / "prices.py").write_text("def price_of(item):\n    return len(item)\n")
    (root / "shop" / "cart.py").write_text(
        "from shop.prices import price_of\n\n\ndef total(items):\n    return sum(price_of(item) for item in items)\n"
    )
    return root


def parameters(*roots):
    command = ["-m", "crossbearing", "mcp", *map(str, roots)]
    return StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))


def on(conversation, *roots, **options):
    """Run a conversation with a new server on standard input and output."""

    async def run():
        with anyio.fail_after(120):
            async with Client(parameters(*roots), **options) as client:
                return await conversation(client)

    return anyio.run(run)


async def said(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    return result.content[0].text, bool(result.is_error)


def test_the_questions_are_those_that_are_answered():
    assert get_args(Question) == tuple(QUESTIONS)


def test_every_tool_answers(shop):
    async def conversation(client):
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS
        assert all(tool.description and tool.annotations.read_only_hint for tool in tools)
        text, failed = await said(client, "scan")
        assert '"files":5' in text
        assert not failed
        text, _ = await said(client, "context", task="wrong sum", entity="total")
        assert "shop.prices.price_of (function)" in text
        assert count_tokens(text) <= 4000
        text, _ = await said(client, "locate", issue="price_of is wrong")
        assert "shop/prices.py" in text
        text, _ = await said(client, "callers", symbol="price_of")
        assert '"line":5' in text
        text, _ = await said(client, "callees", symbol="total")
        assert "shop.prices.price_of" in text
        text, _ = await said(client, "definition", symbol="shop/cart.py:5")
        assert '"qualname":"shop.cart.total"' in text
        text, _ = await said(client, "ask", question="builds")
        assert "python -m build" in text
        text, _ = await said(client, "manifest")
        assert '"repo": "shop"' in text

    on(conversation, shop)


def test_the_manifest_is_a_resource(shop):
    async def conversation(client):
        (resource,) = (await client.list_resources()).resources
        assert str(resource.uri) == "crossbearing://manifest"
        contents = (await client.read_resource("crossbearing://manifest")).contents
        assert '"repo": "shop"' in contents[0].text

    on(conversation, shop)


def test_a_scan_tells_of_its_progress(shop):
    stages = []

    async def progress(done, total, message):
        assert 0 <= done <= total
        stages.append(message)

    async def conversation(client):
        await client.call_tool("scan", {}, progress_callback=progress)

    on(conversation, shop)
    assert {"files", "graph", "store"} <= set(stages)


def test_problems_are_sentences_for_the_model(shop):
    async def conversation(client):
        text, failed = await said(client, "callers", symbol="price_off")
        assert failed
        assert "unknown symbol 'price_off'" in text
        text, failed = await said(client, "ask", question="defines")
        assert failed
        assert "needs to be told about what" in text
        # And the server goes on.
        assert (await said(client, "definition", symbol="price_of"))[1] is False

    on(conversation, shop)


def test_nothing_outside_the_roots_is_read(shop, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (shop / "link").symlink_to(other, target_is_directory=True)

    async def conversation(client):
        for repo in ("..", str(other), "link", "/etc", "\0"):
            text, failed = await said(client, "scan", repo=repo)
            assert failed, repo
            assert "outside the folders" in text or "is no path" in text
        assert (await said(client, "scan", repo="shop"))[1] is False

    on(conversation, shop)


def test_several_roots_can_be_named(shop, tmp_path):
    shutil.copytree(shop, tmp_path / "twin")

    async def conversation(client):
        text, failed = await said(client, "scan", repo=str(tmp_path / "twin"))
        assert '"repo":"twin"' in text
        assert not failed

    on(conversation, shop, tmp_path / "twin")


def test_the_roots_of_a_client_that_names_some_are_respected(shop):
    async def roots(context):
        return ListRootsResult(roots=[Root(uri=(shop / "shop").as_uri())])

    async def conversation(client):
        text, failed = await said(client, "scan")
        assert failed
        assert "outside the folders" in text
        assert (await said(client, "scan", repo="shop"))[1] is False

    on(conversation, shop, list_roots_callback=roots, mode="legacy")


def test_edits_are_seen_by_the_next_answer(shop):
    async def conversation(client):
        await said(client, "scan")
        (shop / "shop" / "late.py").write_text("from shop.cart import total\n\n\ndef late():\n    return total([])\n")
        text, _ = await said(client, "callers", symbol="total")
        assert "shop.late.late" in text

    on(conversation, shop)


def test_edits_and_a_lost_database_during_questions(shop):
    async def ask(client, number, answers):
        answers[number] = await said(client, "callers", symbol="price_of")

    async def conversation(client):
        answers = {}
        async with anyio.create_task_group() as group:
            for number in range(8):
                group.start_soon(ask, client, number, answers)
                (shop / "shop" / f"more_{number}.py").write_text(
                    f"from shop.prices import price_of\n\n\ndef more_{number}():\n    return price_of('x')\n"
                )
                if number == 4:
                    shutil.rmtree(shop / ".crossbearing", ignore_errors=True)
        for text, failed in answers.values():
            assert not failed, text
            assert "shop.cart.total" in text
        text, _ = await said(client, "callers", symbol="price_of")
        assert all(f"more_{number}.more_{number}" in text for number in range(8))

    on(conversation, shop)


def test_two_servers_on_one_repository(shop):
    async def run():
        with anyio.fail_after(120):
            async with Client(parameters(shop)) as one, Client(parameters(shop)) as other:
                for number in range(4):
                    path = shop / "shop" / f"more_{number}.py"
                    path.write_text("from shop.prices import price_of\n\n\ndef more():\n    return price_of('x')\n")
                    answers = {}

                    async def ask(client, name, answers=answers):
                        answers[name] = await said(client, "callers", symbol="price_of")

                    async with anyio.create_task_group() as group:
                        group.start_soon(ask, one, "one")
                        group.start_soon(ask, other, "other")
                    assert answers["one"] == answers["other"]
                    assert f"more_{number}.more" in answers["one"][0]

    anyio.run(run)


def test_a_server_that_is_killed_while_it_scans_leaves_nothing_broken(shop):
    for number in range(300):
        (shop / "shop" / f"part_{number}.py").write_text("def f(x):\n    return x\n\n\n" * 60)
    command = [sys.executable, "-m", "crossbearing", "scan", str(shop), "--quiet"]
    killed = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (shop / ".crossbearing" / "recon.db").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    killed.wait()

    async def conversation(client):
        text, failed = await said(client, "scan")
        assert '"files":305' in text
        assert not failed

    on(conversation, shop)


@asynccontextmanager
async def http_server(shop):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "crossbearing", "mcp", str(shop), "--http", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            await anyio.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait()


def test_streamable_http_on_loopback(shop):
    async def run():
        with anyio.fail_after(120):
            async with http_server(shop) as url, Client(url) as client:
                text, failed = await said(client, "definition", symbol="total")
                assert '"qualname":"shop.cart.total"' in text
                assert not failed

    anyio.run(run)


def test_a_folder_that_does_not_exist(tmp_path):
    command = [sys.executable, "-m", "crossbearing", "mcp", str(Path(tmp_path) / "none")]
    run = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert run.returncode == 2
    assert "is no folder" in run.stderr


def test_a_port_that_is_taken(shop):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "crossbearing", "mcp", str(shop), "--http", str(port)]
        run = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, timeout=60)
    assert run.returncode == 2
    assert f"port {port} cannot be opened" in run.stderr


def test_a_client_that_leaves_without_reading(shop):
    greeting = (
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},'
        '"clientInfo":{"name":"x","version":"1"}}}\n'
    )
    command = [sys.executable, "-m", "crossbearing", "mcp", str(shop)]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, **pipes) as process:
        process.stdout.close()
        process.stdin.write(greeting.encode())
        process.stdin.flush()
        time.sleep(0.1)
        process.stdin.close()
        said = process.stderr.read()
        assert process.wait(60) == 0
    assert b"bug" not in said
