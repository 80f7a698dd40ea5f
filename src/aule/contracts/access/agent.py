"""Agents. A persona is an agent as people edit it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.access.capability import Policy
from aule.contracts.access.guidelines import MOST_RULES, AgentInterrupt, Guideline
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.budget import Budget
from aule.contracts.runs.graph import Graph

PERSONA_ID = r"[a-z][a-z0-9_-]{0,63}"
RESIDENT_ID = r"(?:~[0-9a-f]{8}/)?[A-Za-z0-9._-]{1,64}/[A-Za-z0-9._-]{1,64}/[A-Za-z0-9._-]{1,64}"
"""`environment/project/agent`, for one that lives in a home of Conductor; a home other than the usual one is named."""

AgentId = Annotated[str, StringConstraints(pattern=rf"^(?:{PERSONA_ID}|{RESIDENT_ID})$")]
"""The name of an agent."""


Color = Literal["indigo", "blue", "green", "emerald", "amber", "red", "rose", "violet", "cyan", "teal", "gray"]
"""The colour an agent wears."""


class Role(StrEnum):
    """What kind of model an agent needs."""

    GENERAL = "general"
    CODE = "code"
    CREATIVE = "creative"
    FAST = "fast"


class ModelFallback(Model):
    """A model that stands in for another one: of a role, or by provider and id."""

    role: Role = Role.GENERAL
    provider: str | None = None
    id: str | None = None


class ModelChoice(Model):
    """Which model: a role, or one model by provider and id, and which stand in for it."""

    role: Role = Role.GENERAL
    provider: str | None = None
    id: str | None = None
    fallbacks: list[ModelFallback] = Field(default=[], max_length=5)
    """Used in this order where a model cannot be reached, refuses or is asked too often."""


class Allowed(Model):
    """Which capabilities an agent may use: patterns such as `core.read_file`, `core.*` or `mcp.call_tool(notes.*)`.

    A pattern in parentheses names the targets a call may touch, as in rules of a policy.
    """

    allow: list[str] = ["*"]
    deny: list[str] = []


class Conduct(Model):
    """The rules under which an agent makes calls and answers; those who work for it are under them as well."""

    agent: str = ""
    """Whose rules they are, by name."""
    policy: Policy = Policy()
    guidelines: list[Guideline] = []
    interrupts: list[AgentInterrupt] = []


class Agent(Model):
    """Somebody who can be asked."""

    id: AgentId
    app: str | None = None
    name: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    description: str = Field(default="", max_length=500)
    descriptions: dict[str, str] = {}
    """The description in other languages, by their codes: `{"pt": …}`; for agents that come with an app."""
    persona_text: str = Field(default="", max_length=60_000)
    persona_texts: dict[str, str] = {}
    """The same in other languages, by the language: `{"pt": "…"}`; those who speak another one get `persona_text`."""
    persona_id: AgentId | None = None
    """The persona whose text stands before its own; nothing else is taken over from there."""
    icon: str = "sparkles"
    color: Color = "indigo"
    model: ModelChoice = ModelChoice()
    capabilities: Allowed = Allowed()
    policy: Policy = Policy()
    guidelines: list[Guideline] = Field(default=[], max_length=MOST_RULES)
    interrupts: list[AgentInterrupt] = Field(default=[], max_length=MOST_RULES)
    budget: Budget = Budget()
    flow_graph: Graph | None = None
    """Its own flow: whoever asks it is answered by these steps, within its rules, instead of by its model alone."""
    mode: Literal["service", "project_resident", "meta_agent"] = "service"
    bounds: Bounds | None = None
    """What it may do at most wherever it works; its manifest says so, and nobody can widen it."""
    kept: JsonObject = {}
    """What a file it was imported from said that means nothing here; an export writes it out again."""
    builtin: bool = False
    created_at: str | None = None
    """When it was made here; one that comes with an app has no such moment."""
    updated_at: str | None = None
    version: int = 1

    @property
    def conduct(self) -> Conduct:
        """The rules it works under."""
        return Conduct(agent=self.name, policy=self.policy, guidelines=self.guidelines, interrupts=self.interrupts)

    def persona_in(self, locale: str) -> str:
        """Return what it is told about itself, in the language of whoever asks, where it has that."""
        return self.persona_texts.get(locale.partition("-")[0].lower(), self.persona_text)
