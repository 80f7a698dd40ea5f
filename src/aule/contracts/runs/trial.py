"""Trials: an agent is asked something to see what it would do, and nothing comes of it."""

from __future__ import annotations

from dataclasses import dataclass

from aule.contracts.access.agent import Agent, ModelChoice
from aule.contracts.events.facts import Event
from aule.contracts.runs.run import Run

NO_EFFECTS = "trial_has_no_effects"
"""The code of a call that was wished for in a trial and not made."""
WOULD_ASK = "trial_would_ask"
"""The code of a call that was wished for in a trial, and would have waited for the person."""
WISHED = frozenset({NO_EFFECTS, WOULD_ASK})


@dataclass(frozen=True, slots=True)
class TrialTurn:
    """One thing that an agent is asked in a trial."""

    agent: Agent
    title: str
    words: str
    model: ModelChoice | None = None
    """Another model than the agent's."""


@dataclass(frozen=True, slots=True)
class TrialEnd:
    """What came of it: the run, and everything on record in it."""

    run: Run
    events: list[Event]
