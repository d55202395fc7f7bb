"""Lines of results as a bench writes them, with only what a test is about."""

from typing import Any


def line(name: str = "a__b-1", **fields: Any) -> dict[str, Any]:
    """A measured line of an instance with one gold function, found at once, over a long history."""
    plain = {
        "instance_id": name,
        "repo": "a/b",
        "language": "Python",
        "status": "measured",
        "repro": False,
        "history": 5000,
        "gold": {
            "files": ["x.py"],
            "functions": [{"file": "x.py", "line": 1, "end_line": 9, "qualname": "x.f"}],
            "why_no_files": "",
            "why_no_functions": "",
        },
        "trail": [{"stage": "found", "rank": 1, "lines": 9, "channels": ["bm25"]}],
        "channels": [
            {"channel": "bm25", "status": "evidence", "top1": "x.f"},
            {"channel": "stack", "status": "none", "top1": None},
        ],
        "figures": {"file_acc@1": 1.0, "file_acc@5": 1.0, "function_acc@5": 1.0, "function_mrr": 1.0, "file_mrr": 1.0},
    }
    return plain | fields


def missed(name: str, **fields: Any) -> dict[str, Any]:
    """The same, with nothing found."""
    figures = {"file_acc@1": 0.0, "file_acc@5": 0.0, "function_acc@5": 0.0, "function_mrr": 0.0, "file_mrr": 0.0}
    lost = {"trail": [{"stage": "not expanded", "rank": None, "lines": None, "channels": []}], "figures": figures}
    return line(name, **(lost | fields))


def failed(name: str) -> dict[str, Any]:
    """An instance whose process died."""
    plain = missed(name, status="failed", reason="died")
    return {key: value for key, value in plain.items() if key not in ("trail", "history", "channels")}
