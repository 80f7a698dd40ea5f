"""Agents by chat: made, edited, listed and deleted, each after a card that shows everything the agent may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from pydantic import Field

from aule.apps.studio.app import studio
from aule.apps.studio.drafts import (
    card_fields,
    card_in_words,
    changed_fields,
    copied_agent,
    edited_agent,
    flow_line,
    found_agent,
    free_id,
    name_from,
    new_agent,
)
from aule.apps.studio.parameters import AgentParameters, EditParameters, Instructions, Name, Wanted
from aule.apps.studio.words import MESSAGES, say
from aule.contracts.access.guidelines import is_checked
from aule.sdk import Agent, Approve, Context, Effect, Model, Preview, RecordChange, Records
from aule.sdk.agents import sentence_of, sentence_of_interrupt


class KeptAgent(Model):
    """An agent that was made or edited."""

    id: str
    name: str
    version: int
    checked: list[str] = Field(description="Its rules that are checked.")
    said: list[str] = Field(description="Its rules that are only said.")
    message: str


class ListedAgent(Model):
    """An agent, without its instructions."""

    id: str
    name: str
    description: str
    builtin: bool
    tools: list[str]
    guidelines: list[str] = Field(description="Its rules, in their order.")
    interrupts: list[str]
    flow: str = Field(description="The steps of its own flow, where it has one that answers.")


class ShownAgent(Model):
    """Everything an agent may do, in words."""

    id: str
    name: str
    message: str


class AgentList(Model):
    """The agents there are."""

    agents: list[ListedAgent]
    message: str


class DeletedAgent(Model):
    """An agent that was deleted."""

    id: str
    name: str
    message: str


def card_of(context: Context, before: Agent | None, after: Agent) -> Preview:
    """Return the card of an agent as it would be."""
    known = context.agents.capabilities()
    was = {} if before is None else card_fields(before, known, context.locale)
    record = RecordChange(
        op="create" if before is None else "update",
        kind="agent",
        title=after.name,
        fields=changed_fields(was, card_fields(after, known, context.locale), all_of_them=True),
    )
    summary = say("card_new" if before is None else "card_edited", context.locale, name=after.name)
    return Records(summary=summary, records=[record], total=1)


async def _preview_create(context: Context, **asked: Any) -> Preview:
    return card_of(context, None, new_agent("draft", asked, context.agents.capabilities(), context.locale))


@studio.capability(
    effect=Effect.WRITE,
    title={"en": "Create an agent", "pt": "Criar um agente"},
    category="agents",
    targets=["name"],
    reversible=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_preview_create,
    unspoken=True,
)
async def create_agent(context: Context, instructions: Instructions, **asked: Unpack[AgentParameters]) -> KeptAgent:
    """Make an agent that people can ask, with rules that are checked; rules in its instructions are found there."""
    id = await free_id(context, asked.get("name") or name_from(instructions))
    agent = new_agent(id, {**asked, "instructions": instructions}, context.agents.capabilities(), context.locale)
    return kept_agent(await context.agents.save(agent), context.locale)


async def _preview_edit(context: Context, agent: str, **asked: Unpack[EditParameters]) -> Preview:
    before = await found_agent(context, agent)
    return card_of(context, before, edited_agent(before, {**asked}, context.agents.capabilities(), context.locale))


@studio.capability(
    effect=Effect.WRITE,
    title={"en": "Edit an agent", "pt": "Editar um agente"},
    category="agents",
    targets=["agent"],
    reversible=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_preview_edit,
    unspoken=True,
)
async def edit_agent(context: Context, agent: Wanted, **asked: Unpack[EditParameters]) -> KeptAgent:
    """Change an agent of your own. New rules are added to those it has; what is left out stays."""
    before = await found_agent(context, agent)
    edited = edited_agent(before, {**asked}, context.agents.capabilities(), context.locale)
    return kept_agent(await context.agents.save(edited), context.locale)


def _lines(agents: Sequence[Agent], locale: str) -> list[str]:
    """Return a line for each agent; built-in ones are told of in the person's language."""
    lines: list[str] = []
    for each in agents:
        key = f"builtin_{each.id.replace('-', '_')}"
        is_known = each.builtin and key in MESSAGES
        lines.append(f"- {say(key, locale)}" if is_known else f"- **{each.name}**: {each.description}".rstrip(": "))
    return lines


@studio.capability(
    effect=Effect.READ,
    title={"en": "List agents", "pt": "Listar os agentes"},
    category="agents",
    anywhere=True,
    unspoken=True,
)
async def list_agents(context: Context) -> AgentList:
    """List the agents that can be asked, with their rules."""
    locale, agents = context.locale, await context.agents.list()
    context.cite("agents", rows=len(agents))
    own = [each for each in agents if not each.builtin]
    return AgentList(
        agents=[
            ListedAgent(
                id=each.id,
                name=each.name,
                description=each.description,
                builtin=each.builtin,
                tools=each.capabilities.allow,
                guidelines=[sentence_of(rule, locale) for rule in each.guidelines],
                interrupts=[sentence_of_interrupt(one, locale) for one in each.interrupts],
                flow="" if each.flow_graph is None else flow_line(each.flow_graph),
            )
            for each in agents
        ],
        message="\n".join([*([] if own else [say("only_builtin", locale), ""]), *_lines(own or agents, locale)]),
    )


@studio.capability(
    effect=Effect.READ,
    title={"en": "Show an agent", "pt": "Mostrar um agente"},
    category="agents",
    anywhere=True,
    unspoken=True,
)
async def show_agent(context: Context, agent: Wanted) -> ShownAgent:
    """Tell everything an agent may do, and its rules by their numbers."""
    found = await found_agent(context, agent)
    context.cite("agents", rows=1)
    message = card_in_words(found, context.agents.capabilities(), context.locale)
    return ShownAgent(id=found.id, name=found.name, message=message)


async def _preview_copy(context: Context, agent: str, name: str = "") -> Preview:
    return card_of(context, None, copied_agent(await found_agent(context, agent), "draft", name))


@studio.capability(
    effect=Effect.WRITE,
    title={"en": "Copy an agent", "pt": "Copiar um agente"},
    category="agents",
    targets=["agent"],
    reversible=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_preview_copy,
    unspoken=True,
)
async def copy_agent(context: Context, agent: Wanted, name: Name = "") -> KeptAgent:
    """Make a copy of an agent, with its rules, to be edited."""
    original = await found_agent(context, agent)
    copy = copied_agent(original, "draft", name)
    id = await free_id(context, copy.name)
    return kept_agent(await context.agents.save(copy.model_copy(update={"id": id})), context.locale)


async def _preview_delete(context: Context, agent: str) -> Preview:
    found = await found_agent(context, agent)
    record = RecordChange(op="delete", kind="agent", id=found.id, title=found.name)
    summary = say("card_deleted", context.locale, name=found.name)
    return Records(summary=summary, records=[record], total=1)


@studio.capability(
    effect=Effect.DELETE,
    title={"en": "Delete an agent", "pt": "Apagar um agente"},
    category="agents",
    targets=["agent"],
    reversible=True,
    anywhere=True,
    preview=_preview_delete,
    unspoken=True,
)
async def delete_agent(context: Context, agent: Wanted) -> DeletedAgent:
    """Delete an agent of your own. Its conversations stay, and it can be brought back."""
    found = await found_agent(context, agent)
    await context.agents.remove(found.id)
    return DeletedAgent(id=found.id, name=found.name, message=say("told_deleted", context.locale, name=found.name))


def kept_agent(agent: Agent, locale: str) -> KeptAgent:
    """Return what is told of an agent that was kept."""
    rules = "".join(f"\n- {sentence_of(rule, locale)}" for rule in agent.guidelines if is_checked(rule))
    return KeptAgent(
        message=say("told_kept", locale, name=agent.name) + rules,
        id=agent.id,
        name=agent.name,
        version=agent.version,
        checked=[sentence_of(rule, locale) for rule in agent.guidelines if is_checked(rule)],
        said=[sentence_of(rule, locale) for rule in agent.guidelines if not is_checked(rule)],
    )
