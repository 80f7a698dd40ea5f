"""Measured success: what came of each member's work, and whom that lets speak first. Pure.

A kind of request is a skill of the team. Each member that names the skill is tried some times; from then on whoever
answered the largest share well speaks first, and at times whoever was asked least, so that an early failure is not the
last word. Given the same figures the choice is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from aule.apps.teams.course import Done, Spoke
from aule.apps.teams.records import AgentTeam
from aule.contracts.events.teams import MemberOutcome, Outcome
from aule.contracts.runs.run import RunStatus
from aule.sdk import Model
from aule.text.words import fold

TRIALS = 3
"""How often each member is asked requests of a kind before figures decide."""
LOOK_AGAIN = 10
"""One of so many requests of a kind goes to whoever was asked least."""
PRIOR = (1, 1)
"""Answered well and asked besides, which every member begins with: shares of few requests stay near a half."""

Ground = Literal["only", "trial", "again", "best"]
"""Why a member was chosen: nobody else can, it is being tried, it was asked least, its share is the largest."""


class MemberFigures(Model):
    """What came of a member's work on one kind of request."""

    agent: str
    kind: str
    """The skill that the requests were about; empty for those about no one's."""
    asks: int = 0
    well: int = 0
    """Answered, and found good enough where a reviewer looked."""
    unsatisfactory: int = 0
    """Answered, and never found good enough."""
    failed: int = 0
    handed: int = 0
    """Handed to another member."""
    score: float | None = None
    """The mean of what reviewers gave."""
    tokens: int = 0
    cost: float = 0.0
    ms: float = 0.0
    """The mean time of a request."""

    @property
    def share(self) -> float:
        """Return the share it answers well, as far as these figures tell: the mean of a Beta distribution."""
        return (self.well + PRIOR[0]) / (self.asks + sum(PRIOR))


@dataclass(frozen=True, slots=True)
class Choice:
    """Who speaks, on which ground."""

    agent: str
    ground: Ground


def candidates_for(team: AgentTeam, kind: str) -> list[str]:
    """Return the members that name a skill, in the team's order; all that work, where nobody names it."""
    named = [each.agent for each in team.workers if kind and any(fold(skill) == fold(kind) for skill in each.skills)]
    return named or [each.agent for each in team.workers]


def choose(candidates: Sequence[str], figures: Mapping[str, MemberFigures]) -> Choice:
    """Return who of some members speaks first, by what came of their work; of equals the first."""
    asks = {agent: figures[agent].asks if agent in figures else 0 for agent in candidates}
    least = min(candidates, key=lambda agent: asks[agent])
    if len(candidates) == 1:
        return Choice(least, "only")
    if asks[least] < TRIALS:
        return Choice(least, "trial")
    if sum(asks.values()) % LOOK_AGAIN == LOOK_AGAIN - 1:
        return Choice(least, "again")
    return Choice(by_share(candidates, figures)[0], "best")


def by_share(agents: Sequence[str], figures: Mapping[str, MemberFigures]) -> list[str]:
    """Return members by the share they answer well, the largest first; equals stay in their order."""
    none = MemberFigures(agent="", kind="")
    return sorted(agents, key=lambda agent: -figures.get(agent, none).share)


def outcomes_of(turns: Sequence[Spoke], done: Done) -> list[MemberOutcome]:
    """Return what came of each member's part in an ask, by its last turn; one that was cancelled tells nothing."""
    work = [turn for turn in turns if turn.how != "review"]
    passed_on = {turn.after for turn in turns if turn.how == "rule"}
    last = {turn.agent: turn for turn in work}
    found: list[MemberOutcome] = []
    for agent, turn in last.items():
        if turn.status is RunStatus.CANCELLED:
            continue
        mine = [each for each in work if each.agent == agent]
        reviews = [each.score for each in turns if each.how == "review" and each.number == turn.number + 1]
        is_last = turn is work[-1]
        found.append(
            MemberOutcome(
                agent=agent,
                outcome=_outcome(turn, is_passed_on=turn.run in passed_on, is_refused=is_last and _refused(done)),
                score=next((score for score in reviews if score is not None), None),
                tokens=sum(each.usage.tokens_in + each.usage.tokens_out for each in mine),
                cost=round(sum(each.usage.cost for each in mine), 10),
                ms=round(sum(each.ms for each in mine), 3),
            )
        )
    return found


def _outcome(turn: Spoke, *, is_passed_on: bool, is_refused: bool) -> Outcome:
    if not turn.is_done:
        return "failed"
    if turn.handed is not None or is_passed_on:
        return "handed"
    return "unsatisfactory" if is_refused else "answered"


def _refused(done: Done) -> bool:
    """Return whether an ask ended although no review found its answer good enough."""
    return done.code == "review_rounds"
