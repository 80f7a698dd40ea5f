"""Scoping: what is said when somebody reaches for a path that is not in every scope."""

from __future__ import annotations

from aule.contracts.errors import ScopeViolation
from aule.kernel.bounds import Bound
from aule.kernel.capabilities.words import say


def refuse_beyond(bound: Bound, path: str, agent: str, locale: str) -> None:
    """Stop at a path that is not in every scope; `agent` is who works, where the bound names nobody."""
    scope = bound.closed(path)
    if scope is None:
        return
    allowed = ", ".join(scope.patterns) or say("scope_nothing", locale)
    raise ScopeViolation(
        say("scope_violation", locale, path=path, agent=bound.agent or agent, scope=allowed),
        field="path",
        hint=say("scope_hint", locale),
        subject=path,
    )
