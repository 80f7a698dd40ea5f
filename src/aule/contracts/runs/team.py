"""Teams at work: who of a team speaks in which run, what is handed over, and what came of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from aule.contracts.access.agent import Budget
from aule.contracts.errors import Problem
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.agent_flow import RUN_FLOW
from aule.contracts.runs.run import RunStatus, Usage

TEAM_ASK = "teams.ask"
"""The capability that asks a team."""
SEAT_CALLS = frozenset({"teams.handoff", "teams.report"})
"""What whoever speaks for a team may use beside its own capabilities, and nobody else."""
WAITING_CALLS = frozenset({"core.delegate", TEAM_ASK, RUN_FLOW})
"""Calls that wait for runs below: their time and their results are counted there."""
MOST_TURNS = 64
"""How often members may speak for one ask of a team."""

Line = Annotated[str, StringConstraints(min_length=1, max_length=1_000, strip_whitespace=True)]


class HandoffBrief(Model):
    """What one member of a team hands to another, so that it goes on without asking again."""

    goal: str = Field(min_length=1, max_length=4_000, description="What is to be reached, complete in itself.")
    done: list[Line] = Field(default=[], max_length=50, description="What is done, and what was found.")
    open: list[Line] = Field(default=[], max_length=50, description="What is left to do.")
    artifacts: list[Line] = Field(default=[], max_length=50, description="Files and artifacts it rests on.")
    constraints: list[Line] = Field(default=[], max_length=50, description="What has to be kept to.")


class TeamTurn(Model):
    """One member of a team is to speak: which, what it is asked, and after whom."""

    team: str
    number: int = Field(ge=1, le=MOST_TURNS)
    """Its place among those who speak for one ask; the id of its run follows from it."""
    agent: str
    title: str
    words: str
    shape: JsonObject | None = None
    """The JSON Schema of the answer, where it has to have one."""
    after: str | None = None
    """The run of whoever handed over: this one may do and spend at most what that one may."""
    budget: Budget | None = None
    """What is left of the team's budget."""


class TeamTurnEnd(Model):
    """What came of a member's turn."""

    run: str
    agent: str
    status: RunStatus
    answer: str = ""
    problem: Problem | None = None
    usage: Usage = Usage()
    ms: float = 0.0
    """How long it took, time it waited for a person included."""
