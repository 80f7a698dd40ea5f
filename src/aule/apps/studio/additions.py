"""Agents as additions: what is here, and the agent that an entry of a catalogue would make."""

from __future__ import annotations

import json
from typing import Unpack, cast

from aule.apps.studio.app import studio
from aule.apps.studio.capabilities import KeptAgent, card_of, kept_agent
from aule.apps.studio.drafts import card_fields, name_from, new_agent, slug
from aule.apps.studio.parameters import AgentParameters, Instructions
from aule.apps.studio.words import say
from aule.contracts.model import JsonObject
from aule.sdk import Addition, AdditionKind, Agent, Approve, Context, Effect, Preview, Reading, errors
from aule.sdk.agents import permitted
from aule.sdk.system import Kernel

_DECIDES = {"id", "name", "description", "persona_text", "capabilities", "guidelines", "interrupts", "model"}
MOST_LISTED = 200


async def _preview_add(context: Context, instructions: Instructions, **asked: Unpack[AgentParameters]) -> Preview:
    id = slug(asked.get("name") or name_from(instructions))
    if await context.agents.find(id) is not None:
        raise _taken(id, context.locale)
    given = {**asked, "instructions": instructions}
    return card_of(context, None, new_agent(id, given, context.agents.capabilities(), context.locale))


@studio.capability(
    effect=Effect.WRITE,
    title={"en": "Add an agent", "pt": "Adicionar um agente"},
    category="agents",
    targets=["name"],
    reversible=True,
    internal=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_preview_add,
)
async def add_agent(context: Context, instructions: Instructions, **asked: Unpack[AgentParameters]) -> KeptAgent:
    """Make an agent under the id that its name suggests; refused where that is taken."""
    id = slug(asked.get("name") or name_from(instructions))
    if await context.agents.find(id) is not None:
        raise _taken(id, context.locale)
    given = {**asked, "instructions": instructions}
    agent = new_agent(id, given, context.agents.capabilities(), context.locale)
    return kept_agent(await context.agents.save(agent), context.locale)


@studio.on_start
def start(kernel: Kernel) -> Kernel:
    """Return the kernel, by which agents are found."""
    return kernel


async def agents_here(reading: Reading) -> list[Addition]:
    """Return the agents that people can ask."""
    kernel = cast("Kernel", reading.own)
    page = await kernel.agents.list(limit=MOST_LISTED)
    return [_addition(each, kernel, reading.locale) for each in page.items]


async def agent_of_entry(reading: Reading, params: JsonObject) -> Addition:
    """Return the agent that these parameters make."""
    kernel = cast("Kernel", reading.own)
    id = slug(str(params.get("name") or name_from(params["instructions"])))
    agent = new_agent(id, params, kernel.registry.all(), reading.locale)
    return _addition(agent, kernel, reading.locale)


def _addition(agent: Agent, kernel: Kernel, locale: str) -> Addition:
    known = kernel.registry.all()
    fields = card_fields(agent, known, locale)
    shown = [say(f"field_{name}", locale) for name in ("tools", "may", "asks", "never", "rules")]
    usable = [each for each in known if permitted(each.name, agent.capabilities) and not each.internal]
    told = agent.model_dump(mode="json", include=_DECIDES)
    return Addition(
        name=agent.id,
        title=agent.name,
        description=agent.description,
        text=f"{json.dumps(told, ensure_ascii=False, indent=2, sort_keys=True)}\n",
        reaches=[f"{label}: {fields[label]}" for label in shown if fields[label]],
        effects=sorted({each.effect for each in usable}),
        is_built_in=agent.builtin,
        page=f"/agents/{agent.id}",
    )


def _taken(id: str, locale: str) -> errors.Conflict:
    return errors.Conflict(say("agent_exists", locale, id=id), code="agent_exists", field="name")


studio.adds(
    AdditionKind(
        kind="agent",
        titles={"en": "Agents", "pt": "Agentes"},
        here=agents_here,
        read=agent_of_entry,
        add="studio.add_agent",
        takes=("instructions", *AgentParameters.__annotations__),
        remove="studio.delete_agent",
        by="agent",
    )
)
