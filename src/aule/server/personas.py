"""Personas as they are sent and edited: an agent under the names of its contract, and under short ones beside them.

`system_prompt`, `allowed_tools`, `model_override` and `is_builtin` say the same as `persona_text`,
`capabilities.allow`, `model` and `builtin`. An edit may use either name.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from aule.contracts.access.agent import Agent, Allowed, Budget, Color, ModelChoice
from aule.contracts.access.capability import Policy
from aule.contracts.access.guidelines import MOST_RULES, AgentInterrupt, Guideline
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.graph import Graph

EVERYTHING = ["*"]
"""What an agent may use that is allowed everything."""

SHORT = {
    "system_prompt": "persona_text",
    "allowed_tools": "capabilities",
    "model_override": "model",
    "is_builtin": None,
}
"""The short names, and the fields they say something about; what comes with the system is not for others to say."""

Tools = Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=120)]], Field(max_length=500)]
PersonaName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]


class Persona(Agent):
    """Somebody who can be asked, as people edit them."""

    system_prompt: str = Field(default="", description="The same as `persona_text`.")
    allowed_tools: list[str] = Field(
        default=[], description="The same as `capabilities.allow`; empty where everything is allowed."
    )
    model_override: str = Field(default="", description="The model it always uses: `id` or `provider/id`.")
    is_builtin: bool = Field(default=False, description="The same as `builtin`.")


class PersonaEdit(Model):
    """What to change about a persona; what is left out stays."""

    name: PersonaName | None = None
    description: str | None = Field(default=None, max_length=500)
    persona_text: str | None = Field(default=None, max_length=20_000)
    system_prompt: str | None = Field(default=None, max_length=20_000)
    icon: str | None = Field(default=None, max_length=64)
    color: Color | None = None
    model: ModelChoice | None = None
    model_override: str | None = Field(default=None, max_length=250)
    capabilities: Allowed | None = None
    allowed_tools: Tools | None = None
    policy: Policy | None = None
    guidelines: list[Guideline] | None = Field(default=None, max_length=MOST_RULES)
    interrupts: list[AgentInterrupt] | None = Field(default=None, max_length=MOST_RULES)
    budget: Budget | None = None
    flow_graph: Graph | None = None


class NewPersona(PersonaEdit):
    """A persona to make. Without an id it gets one from its name."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")] | None = None
    name: PersonaName  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
    mode: Literal["service", "project_resident", "meta_agent"] = "service"


class PersonaClone(Model):
    """How the copy of a persona is called; without a name it says that it is a copy."""

    name: PersonaName | None = None


def persona_of(agent: Agent) -> Persona:
    """Return an agent as it is sent."""
    return Persona(**vars(agent), **_short_names(agent))


def fields_of(given: JsonObject, current: Agent, providers: Collection[str]) -> JsonObject:
    """Return the fields of an edit under their own names.

    Whoever sends a persona back as it came sends both names; the one that differs from what is there now is the edit.
    """
    fields = {name: value for name, value in given.items() if value is not None and name not in SHORT}
    shown = _short_names(current)
    for short, own in SHORT.items():
        if given.get(short) is None or own is None or given[short] == shown[short]:
            continue
        now, said = getattr(current, own), _said(own, given[short], current, providers)
        if said == now:
            continue
        sent = fields.get(own, now)
        if (type(now).model_validate(sent) if isinstance(now, Model) else sent) not in (now, said):
            raise Invalid(f"{short!r} and {own!r} say two different things", hint="Send one of them.", field=short)
        fields[own] = said
    return fields


def _said(own: str, value: Any, current: Agent, providers: Collection[str]) -> Any:
    """Return what a short name says about a field."""
    match own:
        case "capabilities":
            return current.capabilities.model_copy(update={"allow": _named(value)})
        case "model":
            return current.model.model_copy(update=_chosen(value, providers))
        case _:
            return value


def _named(tools: list[str]) -> list[str]:
    """Return tools by their whole names: one without its app is the core's."""
    return [tool if "." in tool or "*" in tool else f"core.{tool}" for tool in tools] or EVERYTHING


def _chosen(word: str, providers: Collection[str]) -> JsonObject:
    """Return the model that `id` or `provider/id` names; ids may hold slashes of their own."""
    provider, slash, id = word.partition("/")
    if slash and provider in providers:
        return {"provider": provider, "id": id}
    return {"provider": None, "id": word or None}


def _short_names(agent: Agent) -> dict[str, Any]:
    provider, id = agent.model.provider, agent.model.id
    return {
        "system_prompt": agent.persona_text,
        "allowed_tools": [] if agent.capabilities.allow == EVERYTHING else agent.capabilities.allow,
        "model_override": f"{provider}/{id}" if provider and id else id or "",
        "is_builtin": agent.builtin,
    }
