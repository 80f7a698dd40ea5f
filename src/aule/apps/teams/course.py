"""The course of an ask through a team: who speaks next, after all that was said so far. Pure.

What comes next follows from the turns that ended and from nothing else, so an ask that was cut off goes on where it
was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from aule.apps.teams.conditions import holds
from aule.apps.teams.records import AgentTeam, HandoffRule
from aule.contracts.events.teams import How, TeamHandedOver, TeamReported
from aule.contracts.runs.run import RunStatus, Usage
from aule.contracts.runs.team import MOST_TURNS, HandoffBrief
from aule.sdk import Budget
from aule.sdk.teams import LIMIT_CODES
from aule.text.words import headline

StopCode = Literal["circle", "rounds", "budget", "failed", "review_rounds", "review_failed"]
_SUCCEEDED = (RunStatus.DONE, RunStatus.DONE_WITH_FAILURES)


@dataclass(frozen=True, slots=True)
class Spoke:
    """A turn of a member that ended."""

    number: int
    agent: str
    how: How
    run: str
    status: RunStatus
    after: str | None = None
    answer: str = ""
    problem: str = ""
    code: str = ""
    usage: Usage = field(default_factory=Usage)
    ms: float = 0.0
    confidence: float | None = None
    topic: str = ""
    handed: TeamHandedOver | None = None
    """What the member handed over, and to whom."""
    score: float | None = None
    """Of a review: how good the answer was."""
    comments: str = ""

    @property
    def is_done(self) -> bool:
        """Whether the member did what it was asked."""
        return self.status in _SUCCEEDED


@dataclass(frozen=True, slots=True)
class Next:
    """A member speaks next."""

    agent: str
    how: How
    after: str | None = None
    """The run of whoever handed over."""
    brief: HandoffBrief | None = None
    rule: HandoffRule | None = None
    about: Spoke | None = None
    """The turn it goes back to: the answer that is reviewed or worked over, or the turn that failed."""


@dataclass(frozen=True, slots=True)
class Done:
    """The ask is answered by a turn, for no reason but that it is done, or because the team had to stop."""

    answer: Spoke | None
    code: StopCode | None = None
    detail: Mapping[str, Any] = field(default_factory=dict[str, Any])


Move = Next | Done


def next_move(team: AgentTeam, turns: Sequence[Spoke], declined: Sequence[HandoffRule] = ()) -> Move:
    """Return what comes after some turns, of which there is at least one.

    `declined` are rules that the person did not want to be followed after the latest turn.
    """
    last = turns[-1]
    move = _after_review(team, turns) if last.how == "review" else _after_work(team, turns, declined)
    return move if isinstance(move, Done) else _within_limits(team, turns, move)


def budget_left(team: AgentTeam, turns: Sequence[Spoke]) -> Budget | None:
    """Return what is left of a team's budget after some turns; None where it has none."""
    budget = team.limits.budget
    if budget is None:
        return None
    spent = sum((turn.usage for turn in turns), Usage())
    tokens = max(budget.max_tokens - spent.tokens_in - spent.tokens_out, 1)
    return budget.model_copy(update={"max_tokens": tokens, "max_cost": max(budget.max_cost - spent.cost, 0.0)})


def is_spent(team: AgentTeam, turns: Sequence[Spoke]) -> bool:
    """Return whether nothing is left of a team's budget."""
    budget, spent = team.limits.budget, sum((turn.usage for turn in turns), Usage())
    if budget is None:
        return False
    return spent.tokens_in + spent.tokens_out >= budget.max_tokens or (spent.cost > 0 and spent.cost >= budget.max_cost)


def is_circle(turns: Sequence[Spoke], handed: TeamHandedOver) -> bool:
    """Return whether a pair handed over before, and nothing new is done since."""
    pair = (handed.from_agent, handed.to_agent)
    return any(
        (before.from_agent, before.to_agent) == pair
        and set(handed.brief.done) <= set(before.brief.done)
        and set(handed.brief.artifacts) <= set(before.brief.artifacts)
        for before in (turn.handed for turn in turns)
        if before is not None
    )


def handoff_of(team: AgentTeam, last: Spoke, rule: HandoffRule, goal: str) -> TeamHandedOver:
    """Return what a rule hands over by itself: the answer so far, to whom the rule names."""
    done = [headline(last.answer, 900)] if last.answer.strip() else []
    brief = HandoffBrief(goal=goal[:4_000] or "-", done=done)
    return TeamHandedOver(
        call="", team=team.id, from_agent=last.agent, to_agent=rule.to_agent, brief=brief, strategy=rule.strategy
    )


def best_of(turns: Sequence[Spoke]) -> Spoke | None:
    """Return the answer that was reviewed best, the latest of equals; without any review, the latest answer."""
    work = [turn for turn in turns if turn.how != "review" and turn.is_done and turn.answer.strip()]
    scores = {turn.number - 1: turn.score for turn in turns if turn.how == "review" and turn.score is not None}
    scored = [turn for turn in work if turn.number in scores]
    if scored:
        return max(scored, key=lambda turn: (scores[turn.number], turn.number))
    return work[-1] if work else None


def _after_review(team: AgentTeam, turns: Sequence[Spoke]) -> Move:
    review, last = team.review, turns[-1]
    best = best_of(turns)
    if review is None or not last.is_done or last.score is None:
        return Done(best, "review_failed", {"agent": last.agent, "problem": last.problem})
    worked = next(turn for turn in reversed(turns) if turn.how != "review")
    if last.score >= review.min_score:
        return Done(worked)
    rounds = sum(turn.how == "review" for turn in turns)
    if rounds >= review.rounds:
        return Done(best, "review_rounds", {"rounds": rounds, "score": last.score, "wanted": review.min_score})
    return Next(worked.agent, "revision", worked.after, about=worked)


def _after_work(team: AgentTeam, turns: Sequence[Spoke], declined: Sequence[HandoffRule]) -> Move:
    last = turns[-1]
    if not last.is_done:
        return _after_failure(team, turns)
    if last.handed is not None:
        return _after_handoff(turns, last.handed)
    for rule in team.handoff_rules:
        if rule.from_agent == last.agent and rule not in declined and _fires(team, turns, rule):
            if _fired_before(turns, rule):
                return Done(best_of(turns), "circle", {"first": rule.from_agent, "second": rule.to_agent})
            return Next(rule.to_agent, "rule", last.run, rule=rule, about=last)
    if team.review is not None and last.agent != team.review.reviewer:
        return Next(team.review.reviewer, "review", about=last)
    return Done(last)


def _after_failure(team: AgentTeam, turns: Sequence[Spoke]) -> Move:
    last = turns[-1]
    detail = {"agent": last.agent, "problem": last.problem}
    if last.code in LIMIT_CODES:  # asking somebody else would not help
        return Done(best_of(turns), "budget", detail)
    failed = {turn.agent for turn in turns if not turn.is_done}
    named = next((agent for agent in team.fallback if agent not in failed), None)
    if named is None or last.status is RunStatus.CANCELLED:
        return Done(best_of(turns), "failed", detail)
    return Next(named, "fallback", last.after, about=last)


def _after_handoff(turns: Sequence[Spoke], handed: TeamHandedOver) -> Move:
    if is_circle(turns[:-1], handed):
        return Done(best_of(turns[:-1]), "circle", {"first": handed.from_agent, "second": handed.to_agent})
    return Next(handed.to_agent, "handoff", turns[-1].run, brief=handed.brief)


def _fires(team: AgentTeam, turns: Sequence[Spoke], rule: HandoffRule) -> bool:
    last = turns[-1]
    if not rule.condition.strip() or team.member(rule.to_agent) is None:
        return False
    spent = sum((turn.usage for turn in turns), Usage())
    scores = [turn.score for turn in turns if turn.score is not None]
    values = {
        "topic": last.topic,
        "confidence": last.confidence,
        "score": scores[-1] if scores else None,
        "round": len(turns),
        "failed": last.status is not RunStatus.DONE,
        "agent": last.agent,
        "tokens": spent.tokens_in + spent.tokens_out,
        "cost": spent.cost,
    }
    return holds(rule.condition, values)


def _fired_before(turns: Sequence[Spoke], rule: HandoffRule) -> bool:
    """Return whether a rule handed the very same answer over before."""
    last = turns[-1]
    same = {turn.run for turn in turns[:-1] if turn.agent == last.agent and turn.answer == last.answer}
    return any(turn.how == "rule" and turn.agent == rule.to_agent and turn.after in same for turn in turns)


def _within_limits(team: AgentTeam, turns: Sequence[Spoke], move: Next) -> Move:
    spoken = [turn for turn in turns if turn.how not in ("review", "revision")]
    if is_spent(team, turns):
        return Done(best_of(turns), "budget", {"agent": turns[-1].agent, "problem": ""})
    is_over = move.how not in ("review", "revision") and len(spoken) >= team.limits.rounds
    if is_over or len(turns) >= MOST_TURNS:
        return Done(best_of(turns), "rounds", {"rounds": len(spoken)})
    return move


def reported(turns: Sequence[TeamReported]) -> tuple[float | None, str]:
    """Return how sure a member said it is, and what it said its work is about."""
    sure = [each.confidence for each in turns if each.confidence is not None]
    topics = [each.topic for each in turns if each.topic]
    return (sure[-1] if sure else None), (topics[-1] if topics else "")
