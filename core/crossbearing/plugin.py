"""Everything that a plugin author imports, and nothing else.

Importing this module is cheap: the value types are loaded when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from crossbearing.hookspecs import hookimpl

if TYPE_CHECKING:
    from crossbearing.model.attempt import AgentContext, AgentPlace, AgentTask, Attempt, ProgramRun
    from crossbearing.model.claims import (
        Claim,
        Component,
        Configuration,
        Dependency,
        EntryPoint,
        ExternalPackage,
        Language,
        Layout,
        LockedPackage,
        PackageManager,
        Runner,
        Target,
        TargetKind,
        TestSuite,
        UnreadablePart,
    )
    from crossbearing.model.context import ContextQuery, FiredSignal, Footing, Section, SignalHit, Stop, Tie
    from crossbearing.model.errors import CrossbearingError, LostItemError, PluginError, UnreadableError
    from crossbearing.model.evidence import Evidence, NoEvidence
    from crossbearing.model.facts import (
        Binding,
        Definition,
        FileFacts,
        Import,
        ModuleLinks,
        Reference,
        StringLiteral,
        SyntaxProblem,
    )
    from crossbearing.model.file import FileTree, SourceFile
    from crossbearing.model.graph import CodeGraph, Edges
    from crossbearing.model.history import BOT, IGNORED, REFERS, Commit, History, Past
    from crossbearing.model.index import FIELDS, TextIndex
    from crossbearing.model.issue import Frame, IssueBundle, Passage, PassageKind
    from crossbearing.model.location import Location, Problem
    from crossbearing.model.manifest import Manifest
    from crossbearing.model.query import Expansion, FusedPlaces, Query, Seed, Seeds
    from crossbearing.model.report import (
        Agreement,
        ChannelSummary,
        CodeExcerpt,
        Neighbour,
        RankedEntity,
        RankedFile,
        RankedStatement,
        Ranking,
        Report,
        Table,
    )
    from crossbearing.model.shortlist import Reranked, ShortlistItem
    from crossbearing.model.spectrum import Counts, Spectrum, SpectrumTest
    from crossbearing.model.suspicion import FORMULAS
    from crossbearing.model.text import escape_surrogates, printable, stem, subtokens, terms, words
    from crossbearing.model.tokens import count_tokens

_HOMES = {
    "attempt": ("AgentContext", "AgentPlace", "AgentTask", "Attempt", "ProgramRun"),
    "claims": (
        "Claim",
        "Component",
        "Configuration",
        "Dependency",
        "EntryPoint",
        "ExternalPackage",
        "Language",
        "Layout",
        "LockedPackage",
        "PackageManager",
        "Runner",
        "Target",
        "TargetKind",
        "TestSuite",
        "UnreadablePart",
    ),
    "context": ("ContextQuery", "FiredSignal", "Footing", "Section", "SignalHit", "Stop", "Tie"),
    "errors": ("CrossbearingError", "LostItemError", "PluginError", "UnreadableError"),
    "evidence": ("Evidence", "NoEvidence"),
    "facts": (
        "Binding",
        "Definition",
        "FileFacts",
        "Import",
        "ModuleLinks",
        "Reference",
        "StringLiteral",
        "SyntaxProblem",
    ),
    "file": ("FileTree", "SourceFile"),
    "graph": ("CodeGraph", "Edges"),
    "history": ("BOT", "IGNORED", "REFERS", "Commit", "History", "Past"),
    "index": ("FIELDS", "TextIndex"),
    "issue": ("Frame", "IssueBundle", "Passage", "PassageKind"),
    "location": ("Location", "Problem"),
    "manifest": ("Manifest",),
    "query": ("Expansion", "FusedPlaces", "Query", "Seed", "Seeds"),
    "report": (
        "Agreement",
        "ChannelSummary",
        "CodeExcerpt",
        "Neighbour",
        "RankedEntity",
        "RankedFile",
        "RankedStatement",
        "Ranking",
        "Report",
        "Table",
    ),
    "spectrum": ("Counts", "Spectrum", "SpectrumTest"),
    "suspicion": ("FORMULAS",),
    "shortlist": ("Reranked", "ShortlistItem"),
    "text": ("escape_surrogates", "printable", "stem", "subtokens", "terms", "words"),
    "tokens": ("count_tokens",),
}
_HOME_OF = {name: f"crossbearing.model.{module}" for module, names in _HOMES.items() for name in names}

__all__ = [
    "BOT",
    "FIELDS",
    "FORMULAS",
    "IGNORED",
    "REFERS",
    "AgentContext",
    "AgentPlace",
    "AgentTask",
    "Agreement",
    "Attempt",
    "Binding",
    "ChannelSummary",
    "Claim",
    "CodeExcerpt",
    "CodeGraph",
    "Commit",
    "Component",
    "Configuration",
    "ContextQuery",
    "Counts",
    "CrossbearingError",
    "Definition",
    "Dependency",
    "Edges",
    "EntryPoint",
    "Evidence",
    "Expansion",
    "ExternalPackage",
    "FileFacts",
    "FileTree",
    "FiredSignal",
    "Footing",
    "Frame",
    "FusedPlaces",
    "History",
    "Import",
    "IssueBundle",
    "Language",
    "Layout",
    "Location",
    "LockedPackage",
    "LostItemError",
    "Manifest",
    "ModuleLinks",
    "Neighbour",
    "NoEvidence",
    "PackageManager",
    "Passage",
    "PassageKind",
    "Past",
    "PluginError",
    "Problem",
    "ProgramRun",
    "Query",
    "RankedEntity",
    "RankedFile",
    "RankedStatement",
    "Ranking",
    "Reference",
    "Report",
    "Reranked",
    "Runner",
    "Section",
    "Seed",
    "Seeds",
    "ShortlistItem",
    "SignalHit",
    "SourceFile",
    "Spectrum",
    "SpectrumTest",
    "Stop",
    "StringLiteral",
    "SyntaxProblem",
    "Table",
    "Target",
    "TargetKind",
    "TestSuite",
    "TextIndex",
    "Tie",
    "UnreadableError",
    "UnreadablePart",
    "count_tokens",
    "escape_surrogates",
    "hookimpl",
    "printable",
    "stem",
    "subtokens",
    "terms",
    "words",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value
