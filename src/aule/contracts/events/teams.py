"""What happens in teams: who speaks and why, what is handed over, what a reviewer found, why a team stopped."""

from __future__ import annotations

from typing import Literal

from aule.contracts.model import Model
from aule.contracts.runs.team import HandoffBrief

How = Literal["router", "handoff", "rule", "fallback", "review", "revision"]
"""How it came that a member speaks."""


Outcome = Literal["answered", "unsatisfactory", "failed", "handed"]
"""What came of a member's part: an answer, one that no review found good enough, a failure, a handoff."""


class TeamRouted(Model):
    """A member of a team speaks from here on, for a reason."""

    type: Literal["team.routed"] = "team.routed"
    call: str
    """The call that asked the team."""
    team: str
    number: int
    agent: str
    how: How
    reason: str
    router: str | None = None
    """The router that chose, where one did."""
    confidence: float | None = None
    """How sure the choice is, from 0 to 1."""
    topic: str = ""
    """The skill of the team that the request is about."""
    after: str | None = None
    """The run of whoever spoke before and handed over."""


class TeamHandedOver(Model):
    """A member handed its work to another one."""

    type: Literal["team.handed_over"] = "team.handed_over"
    call: str
    team: str
    from_agent: str
    to_agent: str
    brief: HandoffBrief
    strategy: Literal["auto", "interrupt"] = "auto"


class TeamReported(Model):
    """A member said how sure it is, and what its work is about."""

    type: Literal["team.reported"] = "team.reported"
    call: str
    team: str
    agent: str
    confidence: float | None = None
    topic: str = ""


class TeamReviewed(Model):
    """A reviewer looked at a member's answer."""

    type: Literal["team.reviewed"] = "team.reviewed"
    call: str
    team: str
    number: int
    reviewer: str
    worker: str
    score: float
    comments: str = ""


class MemberOutcome(Model):
    """What came of the part a member had in one ask of its team."""

    agent: str
    outcome: Outcome
    score: float | None = None
    """What a reviewer gave its last answer, from 0 to 1."""
    tokens: int = 0
    cost: float = 0.0
    ms: float = 0.0
    """How long its turns took, time it waited for a person included."""


class TeamFinished(Model):
    """An ask of a team is over, with what came of each member that worked on it."""

    type: Literal["team.finished"] = "team.finished"
    call: str
    team: str
    topic: str = ""
    """The skill of the team that the request was about; none where it was about no one's."""
    members: list[MemberOutcome]


class TeamStopped(Model):
    """A team stopped before it was done, for a reason."""

    type: Literal["team.stopped"] = "team.stopped"
    call: str
    team: str
    code: Literal["circle", "rounds", "budget", "failed", "review_rounds", "review_failed"]
    reason: str


TeamFact = TeamRouted | TeamHandedOver | TeamReported | TeamReviewed | TeamStopped | TeamFinished
"""What happens in teams."""
