"""Ranking: how well memories fit a question, by meaning and by words together.

Meaning alone takes a cat for a dog, and words alone miss *qual é minha linguagem preferida?* for *prefiro Python*.
So both count, and whom something is said of must agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from aule.contracts.talk.memory import Reason, Why
from aule.kernel.memory.topics import NAME, Topic, topic_of

if TYPE_CHECKING:
    from aule.kernel.memory.vectors import Encoded
    from aule.stores.repositories.memories import MemoryRow

MEANING, TOPIC, WORDS = 0.5, 0.5, 0.35
"""What the nearness of whole sentences, that of their topics, and the share of common words count."""
OTHERS = 0.25
"""How much less a memory fits that speaks of somebody else than the question."""
NEAR, SURE = 0.33, 0.4
"""From which fit on a memory has to do with a question, and from which it answers it."""
LIKED = 0.24
"""From which fit on a preference of the owner is worth a model's knowing."""
_PINNED, _OWNERS, _RECENT, _DECIDED = 0.06, 0.04, 0.04, 0.05
"""How much further ahead a memory is that is pinned, the owner's, new, or a decision where decisions are asked for."""
_DAYS = 90.0
"""Days after which being new counts a third as much."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory with how well it fits a question, and why."""

    row: MemoryRow
    reason: Reason
    order: float
    """Its fit, with what else makes a memory worth telling."""


def rank(question: str, rows: Sequence[MemoryRow], encoded: Encoded, now: datetime) -> list[Ranked]:
    """Return memories that have something to do with a question, the best first."""
    asked = topic_of(question)
    found: list[Ranked] = []
    for row, full, near in zip(rows, encoded.full, encoded.topics, strict=True):
        known = encoded.told[row.content]
        common = _share(asked, known)
        fit = MEANING * full + TOPIC * near + WORDS * common - OTHERS * _is_of_others(asked, known)
        why = Why.BOTH if common and full >= NEAR else Why.WORDS if common else Why.MEANING
        reason = Reason(why=why, fit=round(max(0.0, min(1.0, fit)), 3))
        if fit >= LIKED or common:
            found.append(Ranked(row, reason, fit + _worth(row, asked, now)))
    return sorted(found, key=lambda each: (-each.order, each.row.id))


def _share(asked: Topic, known: Topic) -> float:
    """Return which part of what is asked about a memory speaks of."""
    about = asked.stems - {NAME} or asked.stems  # everything has a name, so that alone makes nothing alike
    return len(about & known.stems) / len(about) if about else 0.0


def _is_of_others(asked: Topic, known: Topic) -> bool:
    """Tell whether a memory is about somebody or something else than the question."""
    is_other_thing = bool(asked.what and known.what) and asked.what.isdisjoint(known.what)
    return asked.who != known.who or is_other_thing


def _worth(row: MemoryRow, asked: Topic, now: datetime) -> float:
    age = max(0.0, (now - datetime.fromisoformat(row.created_at)).total_seconds() / 86_400)
    is_decision = row.kind == "decision" and "decidimos" in asked.stems
    return (
        _PINNED * row.pinned
        + _OWNERS * (row.trust == "user")
        + _RECENT * math.exp(-age / _DAYS)
        + _DECIDED * is_decision
    )
