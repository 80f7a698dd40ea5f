"""Scope errors: what is reported when a call or a command writes to a path outside its scopes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from aule.contracts.errors import AuleError, ScopeViolation
from aule.contracts.events.facts import ScopeViolated
from aule.kernel.bounds import Bound
from aule.kernel.capabilities.words import say

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context

MOST_VIOLATIONS = 50
"""Files of one command that are recorded one by one; its result names more."""
_MOST_TOLD = 5


def refuse_beyond(bound: Bound, path: str, agent: str, locale: str) -> None:
    """Refuse a path outside a scope; `agent` is named in the error where the bound names nobody."""
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


def tell_refused(context: Context, refused: Mapping[str, AuleError]) -> None:
    """Record and report files that a command altered outside its scope, like writes there.

    A read-only command works on a copy that is discarded, and without bounds there is no scope to violate.
    """
    if not refused:
        return
    paths = sorted(refused)
    shown = ", ".join(paths[:_MOST_TOLD]) + (", …" if len(paths) > _MOST_TOLD else "")
    if context.bound.is_free or context.bound.only_looks:
        context.warn("out_of_scope", say("exec_out_of_scope", context.locale, paths=shown))
        return
    for message in list(dict.fromkeys(refused[path].problem.message for path in paths))[:_MOST_TOLD]:
        context.warn(ScopeViolation.code, message)
    if len(paths) > _MOST_TOLD:
        context.warn(ScopeViolation.code, say("exec_out_of_scope", context.locale, paths=shown))
    name = context.capability.name
    context.staged += [
        ScopeViolated(call=context.call.id, capability=name, target=path[:500]) for path in paths[:MOST_VIOLATIONS]
    ]
