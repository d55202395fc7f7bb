"""The Model Context Protocol server (https://modelcontextprotocol.io), on the official SDK.

Every tool brings the map up to date before it answers, which costs a look at each file and parses what changed. Work
happens in threads, so that the server answers while a repository is scanned; what changed meanwhile is part of the next
answer.
"""

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import unquote, urlsplit

import anyio
import anyio.from_thread
import anyio.to_thread
from attrs import asdict
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from crossbearing import __version__
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.text import escape_surrogates
from crossbearing.recon.manifest import render_manifest
from crossbearing.server.repositories import Repositories

if TYPE_CHECKING:
    from crossbearing.harness import Harness

INSTRUCTIONS = """\
Crossbearing maps a repository without a model. Call `context` with your task before you explore: it answers with \
nothing more than the commands of the repository where that is enough, and else with the signatures around what the \
task is about. `locate` ranks files, functions and lines for a bug report. `callers`, `callees` and `definition` \
answer from the code graph; `ask` answers six fixed questions. Every line of an answer names the place that proves \
it."""

MOST_PLACES = 50
"""How many places an answer of ``callers`` and ``callees`` lists unless more are asked for."""

Repo = Annotated[str, Field(description="Folder of the repository; empty: the one that the server was started in.")]
SymbolName = Annotated[
    str, Field(description="Qualified name or the end of one (Parser.peek), FILE, FILE:NAME or FILE:LINE.")
]
Question = Literal["tests-for", "defines", "calls", "builds", "config", "affects"]
_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)


def make_server(repositories: Repositories) -> MCPServer[Any]:
    """A server with all tools and the manifest as a resource."""
    server: MCPServer[Any] = MCPServer(
        "crossbearing", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    tools = _Tools(repositories)
    for tool in (
        tools.scan,
        tools.context,
        tools.locate,
        tools.ask,
        tools.callers,
        tools.callees,
        tools.definition,
        tools.manifest,
    ):
        server.add_tool(tool, annotations=_READS, structured_output=False)
    server.resource("crossbearing://manifest", name="manifest", mime_type="application/json")(tools.manifest_resource)
    return server


class _Tools:
    """The tools; their docstrings are what a model reads."""

    def __init__(self, repositories: Repositories) -> None:
        self._repositories = repositories

    async def scan(self, ctx: Context, repo: Repo = "") -> str:
        """Map the repository, or bring its map up to date, and say how much is on it."""
        return await self._answered(ctx, repo, lambda harness: _scanned(harness))

    async def context(
        self,
        ctx: Context,
        task: Annotated[str, Field(description="What is to be done, in words; an issue's text as it stands.")],
        entity: Annotated[
            str, Field(description="Where you are working: a symbol as in `callers`; may be empty.")
        ] = "",
        repo: Repo = "",
    ) -> str:
        """Get just enough of the repository for a task: nothing but its commands, or the signatures around what the
        task is about, in at most 4,000 tokens.
        """
        return await self._answered(ctx, repo, lambda harness: harness.context(task, entity or None).text)

    async def locate(
        self,
        ctx: Context,
        issue: Annotated[str, Field(description="The bug report as it stands, title first.")],
        traceback: Annotated[str, Field(description="A stack trace captured apart from it; may be empty.")] = "",
        top: Annotated[int, Field(ge=1, le=10, description="How many files to rank.")] = 5,
        repo: Repo = "",
    ) -> str:
        """Rank the files, functions and lines where the fault of a bug report is, each with its evidence."""

        def ranked(harness: "Harness") -> str:
            return harness.render(harness.locate(issue, traceback=traceback or None, top=top), "markdown")

        return await self._answered(ctx, repo, ranked)

    async def ask(
        self,
        ctx: Context,
        question: Question,
        argument: Annotated[str, Field(description="A symbol; for `builds` a component, for `config` a word.")] = "",
        repo: Repo = "",
    ) -> str:
        """Answer a question from manifest and graph: where the tests for a symbol are (tests-for), which module defines
        it (defines), what calls it (calls), what a change affects (affects), which command builds a component (builds),
        which configuration selects something such as the database (config).
        """
        return await self._answered(ctx, repo, lambda harness: _as_json(asdict(harness.ask(question, argument))))

    async def callers(
        self, ctx: Context, symbol: SymbolName, limit: Annotated[int, Field(ge=1)] = MOST_PLACES, repo: Repo = ""
    ) -> str:
        """List every place that calls or uses a definition, with the confidence of each."""
        return await self._answered(ctx, repo, lambda harness: _as_json(asdict(harness.callers(symbol, limit=limit))))

    async def callees(
        self, ctx: Context, symbol: SymbolName, limit: Annotated[int, Field(ge=1)] = MOST_PLACES, repo: Repo = ""
    ) -> str:
        """List what a definition calls and uses, with the confidence of each, and the names that lead nowhere known."""
        return await self._answered(ctx, repo, lambda harness: _as_json(asdict(harness.callees(symbol, limit=limit))))

    async def definition(self, ctx: Context, symbol: SymbolName, repo: Repo = "") -> str:
        """Find the definitions that a name may mean, the likeliest first, with signature and place."""

        def found(harness: "Harness") -> str:
            return _as_json(asdict(harness.definitions(symbol, limit=MOST_PLACES)))

        return await self._answered(ctx, repo, found)

    async def manifest(self, ctx: Context, repo: Repo = "") -> str:
        """Read what the repository is made of: languages, dependencies, commands, tests, entry points, each with the
        line that says so, in at most 5,000 tokens. Once a session is enough.
        """
        return await self._answered(ctx, repo, _manifest)

    async def manifest_resource(self) -> str:
        """What the repository is made of, each claim with the line that says so."""

        def work() -> str:
            with self._repositories.harness() as harness:
                return _manifest(_refreshed(harness))

        return await anyio.to_thread.run_sync(work)

    async def _answered(self, ctx: Context, repo: str, answer: "Callable[[Harness], str]") -> str:
        """Bring the map of a repository up to date in a thread, and answer; problems reach the model as text."""
        within = await _client_roots(ctx)

        def report(stage: str, done: int, total: int) -> None:
            anyio.from_thread.run(ctx.report_progress, done, total, stage)

        def work() -> str:
            with self._repositories.harness(repo, within) as harness:
                return escape_surrogates(answer(_refreshed(harness, report)))

        try:
            return await anyio.to_thread.run_sync(work)
        except CrossbearingError as problem:
            raise ToolError(str(problem)) from None


async def _client_roots(ctx: Context) -> list[Path] | None:
    """The folders to which the client limits the server; None where it names none."""
    capabilities = ctx.client_capabilities
    if capabilities is None or capabilities.roots is None:
        return None
    with warnings.catch_warnings():
        # Newer clients have no roots any more; those that still name some are to be respected.
        warnings.simplefilter("ignore")
        found = await ctx.session.list_roots()
    return [Path(unquote(urlsplit(str(root.uri)).path)).resolve() for root in found.roots]


def _refreshed(harness: "Harness", report: Callable[[str, int, int], None] | None = None) -> "Harness":
    harness.refresh(progress=report)
    return harness


def _scanned(harness: "Harness") -> str:
    found = harness.scan()
    facts = {"repo": found.name, "revision": found.revision, **asdict(found.statistics)}
    problems = [f"{problem.file}: {problem.reason}" for problem in found.errors[:10]]
    return _as_json({**facts, "errors": len(found.errors), "first_errors": problems})


def _manifest(harness: "Harness") -> str:
    return render_manifest(harness.manifest(), harness.host.profile.budgets.manifest_tokens)


def _as_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
