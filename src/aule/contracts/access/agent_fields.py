"""What can be said about an agent in an edit or a draft, and the agent that comes of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, ValidationError

from aule.contracts.access.agent import Agent, AgentId, Allowed, Budget, Color, ModelChoice
from aule.contracts.access.capability import Policy
from aule.contracts.access.guidelines import MOST_RULES, AgentInterrupt, Guideline
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.graph import Graph

AgentName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
ToolList = Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=120)]], Field(max_length=500)]
Rules = Annotated[list[Guideline], Field(max_length=MOST_RULES)]
Interrupts = Annotated[list[AgentInterrupt], Field(max_length=MOST_RULES)]

_REMOVABLE = ("persona_id", "flow_graph")
"""Fields that null takes away, instead of leaving them as they are."""


class AgentFields(Model):
    """What can be said about an agent; what is left out stays, or is the usual."""

    name: AgentName | None = None
    description: str | None = Field(default=None, max_length=500)
    persona_id: AgentId | None = Field(default=None, description="The persona whose text stands before its own.")
    system_prompt: str | None = Field(default=None, max_length=60_000)
    tools: ToolList | None = Field(default=None, description="The only capabilities it may use: names and patterns.")
    denied_tools: ToolList | None = None
    guidelines: Rules | None = None
    interrupts: Interrupts | None = None
    model: ModelChoice | None = None
    policy: Policy | None = None
    budget: Budget | None = None
    flow_graph: Graph | None = Field(default=None, description="Its own flow, which answers; null removes it.")
    icon: str | None = Field(default=None, max_length=64)
    color: Color | None = None


def with_fields(agent: Agent, given: JsonObject) -> JsonObject:
    """Return the fields of an agent with those that were given, under the names it is stored by."""
    own = {name: value for name, value in given.items() if name not in ("system_prompt", "tools", "denied_tools")}
    own = {name: value for name, value in own.items() if value is not None or name in _REMOVABLE}
    if given.get("system_prompt") is not None:
        own |= {"persona_text": given["system_prompt"], "persona_texts": {}}
    allowed: Allowed = agent.capabilities
    for name, part in (("tools", "allow"), ("denied_tools", "deny")):
        if given.get(name) is not None:
            allowed = allowed.model_copy(update={part: given[name]})
    return {**vars(agent), **own, "capabilities": allowed}


def checked_agent(fields: JsonObject) -> Agent:
    """Return an agent of these fields; raise `Invalid` with the first thing that is wrong."""
    try:
        return Agent.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise Invalid(f"{place}: {first['msg']}", field=place.partition(".")[0]) from None
