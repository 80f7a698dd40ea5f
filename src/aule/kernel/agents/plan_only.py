"""Plan-only writes: some apps change data only by an approved plan, whoever asks (K-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from aule.contracts.access.capability import Effect
from aule.contracts.errors import AuleError, Refused
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Run, RunKind
from aule.kernel.capabilities.registry import Registry

_TALK = frozenset({RunKind.TURN, RunKind.DELEGATE})
_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})


def refused_in_talk(wanted: CallRequested, registry: Registry, run: Run, above: Sequence[Run]) -> Refused | None:
    """Return the refusal of a call that only a plan may make, with how to get one; None if it is allowed."""
    if any(each.kind not in _TALK or each.step is not None for each in (run, *above)):
        return None
    app = plan_only(wanted, registry)
    if app is None:
        return None
    return Refused(
        f"What {app!r} keeps is not changed in talk: the person sees a plan first.",
        hint="Call planner__plan with the whole request in the person's words; never say that it is done.",
    )


def plan_only(wanted: CallRequested, registry: Registry) -> str | None:
    """Return the app of a call that only a plan may make; None for other calls."""
    try:
        item, params = registry.meant(wanted.capability, wanted.params)
    except AuleError:
        return None
    if item.capability.app not in registry.by_plan:
        return None
    with suppress(TypeError, ValueError):  # unchecked parameters: the gate refuses invalid ones
        item = item.called_with(params)
    return None if item.capability.effect in _LOOKING else item.capability.app


def last_plan_only(calls: Iterable[CallRequested], registry: Registry) -> str | None:
    """Return the app of the last call that only a plan may make, or None."""
    found = [app for each in calls if (app := plan_only(each, registry)) is not None]
    return found[-1] if found else None
