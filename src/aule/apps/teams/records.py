"""What a team is: its members, who routes, who hands over to whom, who reviews, and within which limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.access.agent import PERSONA_ID, AgentId
from aule.sdk import Budget, Model

TeamId = Annotated[str, StringConstraints(pattern=rf"^{PERSONA_ID}$")]
Skill = Annotated[str, StringConstraints(min_length=1, max_length=80, strip_whitespace=True)]
Router = Literal["round_robin", "skill", "model", "success"]
Strategy = Literal["auto", "interrupt"]

MOST_MEMBERS = 20
MOST_RULES = 100


class TeamMember(Model):
    """An agent in a team: what it is there for, and what it is good at."""

    agent: AgentId
    role: str = Field(default="", max_length=300)
    skills: list[Skill] = Field(default=[], max_length=20)


class HandoffRule(Model):
    """A way along which work is handed over: by the agent itself, or by itself where its condition holds."""

    from_agent: AgentId
    to_agent: AgentId
    condition: str = Field(default="", max_length=500)
    """`topic=code`, `confidence<0.5`; without one, the agent decides."""
    strategy: Strategy = "auto"


class Review(Model):
    """A reviewer looks at each answer; it is worked over until it is good enough, or the rounds are used up."""

    reviewer: AgentId
    min_score: float = Field(default=0.8, ge=0, le=1)
    rounds: int = Field(default=3, ge=1, le=10)


class TeamLimits(Model):
    """How often members may speak for one ask, and what they may spend together."""

    rounds: int = Field(default=8, ge=1, le=30)
    budget: Budget | None = None


class TeamDraft(Model):
    """A team as people write it."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=80, strip_whitespace=True)]
    agents: list[TeamMember] = Field(min_length=1, max_length=MOST_MEMBERS)
    router: Router = "skill"
    handoff_rules: list[HandoffRule] = Field(default=[], max_length=MOST_RULES)
    brief: str = Field(default="", max_length=10_000)
    """What all members are told."""
    limits: TeamLimits = TeamLimits()
    review: Review | None = None
    fallback: list[AgentId] = Field(default=[], max_length=MOST_MEMBERS)
    """Who is asked next when a member fails, in this order."""
    fallback_by: Literal["order", "success"] = "order"
    """Whether that order counts, or whoever of them did best with such requests comes first."""
    instances: int = Field(default=1, ge=1, le=32)
    """How many asks run side by side, where many are given at once."""
    sure_from: float = Field(default=0.6, ge=0, le=1)
    """How sure a model has to be about whom it chooses."""
    unsure: Literal["skill", "ask"] = "skill"
    """What happens where it is less sure: skills decide, or the person is asked."""


class AgentTeam(TeamDraft):
    """A team as it is kept."""

    id: TeamId
    created_at: str
    updated_at: str
    version: int = 1

    def member(self, agent: str) -> TeamMember | None:
        """Return the member that an agent is, by its id."""
        return next((each for each in self.agents if each.agent == agent), None)

    @property
    def workers(self) -> list[TeamMember]:
        """The members that answer: all but the reviewer."""
        reviewer = None if self.review is None else self.review.reviewer
        return [each for each in self.agents if each.agent != reviewer]

    def ways_from(self, agent: str) -> list[HandoffRule]:
        """Return the ways along which an agent may hand over; a team without any rule lets everybody."""
        if self.handoff_rules:
            return [rule for rule in self.handoff_rules if rule.from_agent == agent]
        others = [each.agent for each in self.workers if each.agent != agent]
        return [HandoffRule(from_agent=agent, to_agent=other) for other in others]
