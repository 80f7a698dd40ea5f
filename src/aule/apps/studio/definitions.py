"""Agent definitions: an agent as programs make and edit it, over the same stored thing that people see as a persona."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.access.agent import AgentId, Color
from aule.contracts.access.agent_fields import AgentFields, AgentName, Interrupts, Rules
from aule.contracts.access.change import Actor
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.finding import Finding
from aule.contracts.runs.graph import Graph
from aule.sdk import Agent, Budget, ModelChoice, Policy


class NewAgent(AgentFields):
    """An agent to make. Without an id it gets one from its name."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")] | None = None
    name: AgentName  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]


class AgentDefinition(Model):
    """An agent: who it is, what it may use, the rules it is held to, and the model it needs."""

    id: str
    name: str
    description: str
    persona_id: str | None
    system_prompt: str
    tools: list[str]
    denied_tools: list[str]
    guidelines: Rules
    interrupts: Interrupts
    model: ModelChoice
    policy: Policy
    budget: Budget
    flow_graph: Graph | None = Field(description="Its own flow: whoever asks it is answered by these steps.")
    icon: str
    color: Color
    app: str | None
    builtin: bool
    kept: JsonObject = Field(description="What a file it came from said that means nothing here.")
    created_at: str | None
    updated_at: str | None
    version: int


class AgentPage(Model):
    """Some agents, the built-in ones first."""

    items: list[AgentDefinition]
    next: str | None


class AgentVersion(Model):
    """One version of an agent, and who made it."""

    version: int
    at: str
    by: Actor
    name: str
    is_current: bool
    change: str = Field(description="The change that made it, which can be undone.")


class AgentVersions(Model):
    """The versions of an agent, the latest first."""

    items: list[AgentVersion]


class CloneName(Model):
    """How the copy is called; without a name it says that it is a copy."""

    name: AgentName | None = None


class FlowDraft(Model):
    """The flow that an agent is to have."""

    agent: AgentId | None = Field(default=None, description="Whose flow it is to be; none: of a new agent.")
    flow_graph: Graph


class FlowCheck(Model):
    """Whether an agent can have a flow, and everything that is wrong with it."""

    ok: bool
    findings: list[Finding]


class AgentFile(Model):
    """A file that describes an agent."""

    content: str = Field(min_length=1, max_length=400_000)
    filename: str = Field(default="", max_length=200, pattern=r"^[^\x00-\x1f]*$")
    is_draft: bool = Field(default=False, description="Only look: nothing is saved.")


class ImportedAgent(Model):
    """An agent that was read from a file, and what a person should know about that."""

    agent: AgentDefinition
    format: Literal["markdown", "agents_md", "skill_md", "agent_spec"]
    notes: list[str]


class ExportedAgent(Model):
    """An agent as a file."""

    filename: str
    content: str
    notes: list[str] = Field(description="What the format cannot say.")


class RemovedAgent(Model):
    """An agent that was deleted: the change to undo."""

    change: str


def definition_of(agent: Agent) -> AgentDefinition:
    """Return an agent as it is sent."""
    known = {name: getattr(agent, name) for name in AgentDefinition.model_fields if hasattr(agent, name)}
    tools = {"tools": agent.capabilities.allow, "denied_tools": agent.capabilities.deny}
    return AgentDefinition.model_validate({**known, **tools, "system_prompt": agent.persona_text})
