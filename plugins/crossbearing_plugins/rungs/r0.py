"""R0: the task and the entity that it names.

Always the first rung once the gate has opened. The named entity is what the strongest signal points at: what the task
names in words (S1, S5, S6), else where the failing test points (S3), else the other end of a dependency (S2, S4).
Context is then gathered around the named entity; where only the current entity's own dependencies have fired, it is
gathered around the current one, of which they are a part.

Example: ``Cart.total rounds`` while working in ``shop/report.py`` names ``shop.cart.Cart.total``.
"""

from typing import TYPE_CHECKING

from attrs import evolve

from crossbearing.plugin import Footing, Stop, hookimpl

if TYPE_CHECKING:
    from crossbearing.plugin import ContextQuery, FiredSignal

VERSION = 1

_BY_GRAPH = ("signal.s4", "signal.s2")
_ORDER = ("signal.s1", "signal.s5", "signal.s6", "signal.s3", *_BY_GRAPH)


@hookimpl
def climb(query: "ContextQuery", below: Footing) -> Footing | Stop:
    """Find the entity that the task is about."""
    if not below.fired:
        return Stop("no signal has fired")
    best = min((fired for fired in below.fired if fired.hit.entity is not None), key=_strength, default=None)
    if best is None:
        reason = "the task names nothing that the project defines"
        return evolve(below, rung="r0", named=query.entity, root=query.entity, reason=reason)
    is_own = best.signal in _BY_GRAPH and query.entity is not None
    root = query.entity if is_own else best.hit.entity
    return evolve(below, rung="r0", named=best.hit.entity, root=root, reason=best.hit.reason)


def _strength(fired: "FiredSignal") -> int:
    return _ORDER.index(fired.signal) if fired.signal in _ORDER else len(_ORDER) - len(_BY_GRAPH) - 1
