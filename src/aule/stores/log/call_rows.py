"""What facts about calls leave beside the log: who used what, and what was done under an approval.

The calls themselves stand in the log and are read there. Here is only what finds them, and what has to be counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import case

from aule.contracts.access.capability import Effect
from aule.contracts.events.facts import CallCompleted, CallFailed, CallStarted
from aule.stores.statements import Write, upsert
from aule.stores.tables import effects, uses

ATTEMPT = 4
"""Characters at the end of a call's id that tell attempts at the same thing apart."""

_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})
_u = uses.c


def _with(new: Any) -> Mapping[str, Any]:
    """A row and another use: the time grows at either end, so it makes no difference in which order uses are told."""
    began, first = _u.last - _u.lasted, new.last - new.lasted
    last = case((new.last > _u.last, new.last), else_=_u.last)
    done = case((new.done > _u.done, new.done), else_=_u.done)
    return {"last": last, "lasted": last - case((first < began, first), else_=began), "done": done}


USE = upsert(uses, change=_with)
_BEGIN_EFFECT = upsert(effects)


def call_began(fact: CallStarted, run: str, ts: str) -> list[Write]:
    """The rows of a call that begins; only one with an effect is counted."""
    used = _used(fact.capability, run, ts, done=0)
    if fact.effect in _LOOKING:
        return [used]
    return [used, Write(_BEGIN_EFFECT, {"run": run, "capability": fact.capability, "thing": thing_of(fact.id)})]


def call_ended(fact: CallCompleted | CallFailed, run: str, ts: str) -> list[Write]:
    """The row of a call that came back, or was refused before it began."""
    return [_used(fact.capability, run, ts, done=int(fact.result.ok))]


def used_once(one: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values that say the same as two uses of one capability in one run."""
    first, last = min(one["last"] - one["lasted"], other["last"] - other["lasted"]), max(one["last"], other["last"])
    return {**one, "last": last, "lasted": last - first, "done": max(one["done"], other["done"])}


def thing_of(call: str) -> str:
    """What a call is an attempt at, by its id."""
    return call[:-ATTEMPT]


@lru_cache(maxsize=256)
def moment(ts: str) -> int:
    """A time of the log in milliseconds, which take a quarter of the room."""
    return round(datetime.fromisoformat(ts).timestamp() * 1000)


def _used(capability: str, run: str, ts: str, *, done: int) -> Write:
    return Write(USE, {"run": run, "capability": capability, "last": moment(ts), "lasted": 0, "done": done})
