"""Writes that talk never makes: apps whose writes go by a plan card, whoever wishes for them (K-3)."""

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
    """Why a call cannot be made in talk: only a plan may make it. The agent is told how to get there."""
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
    """The app of a call that only a plan may make; none for everything else."""
    try:
        item, params = registry.meant(wanted.capability, wanted.params)
    except AuleError:
        return None
    if item.capability.app not in registry.by_plan:
        return None
    with suppress(TypeError, ValueError):  # parameters nobody has checked yet: the gate refuses what is wrong
        item = item.called_with(params)
    return None if item.capability.effect in _LOOKING else item.capability.app


def last_plan_only(calls: Iterable[CallRequested], registry: Registry) -> str | None:
    """The app of the last of some calls that only a plan may make."""
    found = [app for each in calls if (app := plan_only(each, registry)) is not None]
    return found[-1] if found else None
