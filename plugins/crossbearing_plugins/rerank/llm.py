"""Asks a language model once to put a shortlist in order (localization specification, §4).

The model reads the issue and at most forty lines of identifiers and hints; it sees no code, calls no tools and is asked
once, with temperature 0 and at most 1,024 tokens to answer in. It is asked only where the channels disagree, and only
where a profile says so::

    [rerank]
    name = "llm"

    [options."reranker.llm"]
    base_url = "http://127.0.0.1:8000/v1"
    model = "my-model"

Any endpoint that speaks OpenAI's chat completions will do, a local one as well. What the options leave empty is read
from the environment: ``CROSSBEARING_LLM_BASE_URL``, ``CROSSBEARING_LLM_MODEL``, and the key from
``CROSSBEARING_LLM_API_KEY`` or ``OPENAI_API_KEY``; the key has no option, so that it is written into no file, and it
is never shown.

Limits: needs ``pip install 'crossbearing[llm]'``. An answer that is late, or is not the JSON that was asked for, is an
error; the fused order then stands.
"""

import json
import os
import re
from collections.abc import Sequence
from typing import Any

from attrs import field, frozen, validators

from crossbearing.plugin import Reranked, ShortlistItem, UnreadableError, hookimpl

VERSION = 1

MOST_TOKENS = 1024
"""Tokens of the answer."""

_LONGEST_ISSUE = 24_000
_TASK = """\
You are given an issue of a software project, and candidate places in its code, one a line, as \
{id, file, lines, hint}. Order the candidates by how likely the fault that the issue describes has to be mended there, \
the likeliest first. Use no other ids than those given. Answer with one JSON object and nothing else:
{"reranked": [{"id": "...", "reason": "one line"}]}"""
_FENCED = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n\s*```\s*\Z", re.DOTALL)


@frozen
class Options:
    """Options of ``reranker.llm``."""

    base_url: str = field(default="", validator=validators.instance_of(str))
    """Address of the endpoint, up to and with ``/v1``."""

    model: str = field(default="", validator=validators.instance_of(str))
    """Name of the model."""

    timeout: float = field(default=60.0, converter=float, validator=validators.gt(0))
    """Seconds after which an answer is late."""


@hookimpl
def rerank(issue: str, shortlist: Sequence[ShortlistItem], options: Options) -> list[Reranked]:
    """Ask once; an empty shortlist asks nothing. Raises :class:`UnreadableError` for whatever goes wrong."""
    if not shortlist:
        return []
    base_url = options.base_url or os.environ.get("CROSSBEARING_LLM_BASE_URL", "")
    model = options.model or os.environ.get("CROSSBEARING_LLM_MODEL", "")
    if not base_url or not model:
        missing = "model (CROSSBEARING_LLM_MODEL)" if base_url else "base_url (CROSSBEARING_LLM_BASE_URL)"
        raise UnreadableError(f"no endpoint is configured: {missing} is not set")
    return read_answer(_asked(prompt_of(issue, shortlist), base_url, model, options.timeout))


def prompt_of(issue: str, shortlist: Sequence[ShortlistItem]) -> str:
    """What the model is asked: the issue as it is, then the candidates, one a line."""
    return "\n".join((issue[:_LONGEST_ISSUE], "", "Candidates:", *map(str, shortlist)))


def read_answer(text: str) -> list[Reranked]:
    """Read the JSON object that was asked for, also between fences; anything else is an error."""
    fenced = _FENCED.match(text)
    try:
        data = json.loads(fenced[1] if fenced else text)
        return [Reranked(_word(item["id"]), _line(item.get("reason", ""))) for item in data["reranked"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UnreadableError("the model's answer is not the JSON object that was asked for") from None


def _asked(prompt: str, base_url: str, model: str, timeout: float) -> str:
    try:
        from openai import OpenAI, OpenAIError
    except ImportError:
        raise UnreadableError("reranker.llm needs the extra 'llm': pip install 'crossbearing[llm]'") from None
    key = os.environ.get("CROSSBEARING_LLM_API_KEY") or os.environ.get("OPENAI_API_KEY") or "none"
    try:
        with OpenAI(base_url=base_url, api_key=key, timeout=timeout, max_retries=0) as client:
            answer = client.chat.completions.create(
                model=model,
                messages=[{"role": "system", "content": _TASK}, {"role": "user", "content": prompt}],
                temperature=0,
                max_completion_tokens=MOST_TOKENS,
            )
        content = answer.choices[0].message.content
    except OpenAIError as error:
        # What the endpoint says may repeat what it was sent; its kind is enough.
        raise UnreadableError(f"the endpoint does not answer: {type(error).__name__}") from None
    except Exception as error:
        raise UnreadableError(f"the endpoint's answer cannot be read: {type(error).__name__}") from None
    if not isinstance(content, str) or not content:
        raise UnreadableError("the model's answer is empty")
    return content


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _line(value: Any) -> str:
    return " ".join(value.split())[:300] if isinstance(value, str) else ""
