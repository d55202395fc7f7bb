"""Answers to the six questions of the reconnaissance specification (§6.1), each line with its proof."""

from attrs import frozen


@frozen
class Finding:
    """One line of an answer; ``evidence`` is ``file:line`` of what proves it."""

    text: str
    evidence: str


@frozen
class QuestionAnswer:
    """What the artifacts say to a question; no finding is an answer, too, and then ``reason`` says why.

    ``about`` are the qualified names that the argument was taken to mean, where it names a definition.
    """

    question: str
    argument: str
    findings: tuple[Finding, ...] = ()
    about: tuple[str, ...] = ()
    reason: str = ""
