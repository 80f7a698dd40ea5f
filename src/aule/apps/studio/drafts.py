"""Drafts of agents: what was asked for, as an agent, and the card that shows everything it may do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from aule.apps.studio.spoken_changes import change_in
from aule.apps.studio.spoken_rules import rule_of, rules_in
from aule.apps.studio.words import hint, say
from aule.contracts.access.agent_fields import checked_agent
from aule.contracts.access.guidelines import (
    EFFECT_PREFIX,
    AgentInterrupt,
    AskRule,
    CiteRule,
    FilesRule,
    Guideline,
    LanguageRule,
    LengthRule,
    MentionRule,
    NeverRule,
    OmitRule,
    is_checked,
)
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph
from aule.sdk import Agent, Approve, Context, Effect, FieldChange, errors
from aule.sdk.agents import Capability, concerns, permitted, sentence_of, sentence_of_interrupt, what_in_words
from aule.text.words import fold, headline

SHORTEST_END = 3
"""Letters of a word that no name made of a sentence ends in."""
_LOOKING = (Effect.READ, Effect.NAVIGATE)


def rules_of(
    asked: JsonObject, known: Sequence[Capability], locale: str
) -> tuple[list[Guideline], list[AgentInterrupt]]:
    """Return the rules and interrupts that were asked for."""

    def texts(name: str) -> list[str]:
        return asked.get(name) or []

    def whats(name: str) -> list[str]:
        return [what_of(each, known, locale) for each in texts(name)]

    rules: list[Guideline] = [NeverRule(rule="never", what=each) for each in whats("never")]
    rules += [AskRule(rule="ask", what=each) for each in whats("ask_before")]
    rules += [FilesRule(rule="files", paths=asked["only_files"])] if asked.get("only_files") else []
    rules += [LanguageRule(rule="language", language=asked["language"])] if asked.get("language") else []
    rules += [LengthRule(rule="length", words=asked["max_words"])] if asked.get("max_words") else []
    rules += [MentionRule(rule="mention", text=each) for each in texts("must_mention")]
    rules += [OmitRule(rule="omit", text=each) for each in texts("never_mention")]
    rules += [CiteRule(rule="cite")] if asked.get("must_cite") else []
    for sentence in texts("rules"):
        rules += rule_of(sentence)
    rules += rules_in(asked.get("instructions") or "")
    distinct = [rule for place, rule in enumerate(rules) if rule not in rules[:place]]
    return distinct, [AgentInterrupt(moment="after", what=each) for each in whats("wait_after")]


def what_of(word: str, known: Sequence[Capability], locale: str) -> str:
    """Return which calls a word is about: an effect, a capability, or all of an app."""
    plain = word.strip().removeprefix(EFFECT_PREFIX)
    if plain in tuple(Effect):
        return f"{EFFECT_PREFIX}{plain}"
    names = {each.name for each in known}
    for wanted in (plain, f"core.{plain}"):
        if wanted == "*" or wanted in names:
            return wanted
    if re.fullmatch(r"[a-z][a-z0-9_]*\.\*", plain) and any(name.startswith(plain[:-1]) for name in names):
        return plain
    raise errors.Invalid(
        say("not_a_deed", locale, what=word[:120]), field="never", candidates=[str(each) for each in Effect]
    )


def new_agent(id: str, asked: JsonObject, known: Sequence[Capability], locale: str) -> Agent:
    """Return the agent that was asked for."""
    rules, interrupts = rules_of(asked, known, locale)
    named: list[str] = asked.get("tools") or []
    tools = [what_of(each, known, locale) for each in named]
    fields: JsonObject = {
        "id": id,
        "name": asked.get("name") or name_from(asked["instructions"]),
        "description": asked.get("description") or headline(asked["instructions"], 200),
        "persona_text": asked["instructions"],
        "model": {"role": asked.get("role") or "general"},
        "capabilities": {"allow": tools or ["*"]},
        "guidelines": rules,
        "interrupts": interrupts,
    }
    return checked_agent(fields)


def edited_agent(agent: Agent, asked: JsonObject, known: Sequence[Capability], locale: str) -> Agent:
    """Return an agent with what was asked for changed; new rules are added to those it has."""
    rules, interrupts = rules_of(asked, known, locale)
    spoken = change_in(asked.get("change") or "", agent, locale)
    rules += [rule for rule in spoken.added if rule not in rules]
    numbers: list[int] = asked.get("drop_rules") or []
    dropped = {*numbers, *spoken.dropped}
    kept = [rule for place, rule in enumerate(agent.guidelines, start=1) if place not in dropped]
    left = [rule for rule in kept if not any(_replaces(new, rule) for new in rules)]
    names = {"name": "name", "description": "description", "instructions": "persona_text"}
    fields: JsonObject = {own: asked[given] for given, own in names.items() if asked.get(given)}
    if asked.get("tools"):
        allow = [what_of(each, known, locale) for each in asked["tools"]]
        fields["capabilities"] = agent.capabilities.model_copy(update={"allow": allow})
    if asked.get("role"):
        fields["model"] = {"role": asked["role"]}
    fields["guidelines"] = [*left, *(rule for rule in rules if rule not in left)]
    fields["interrupts"] = [*agent.interrupts, *(each for each in interrupts if each not in agent.interrupts)]
    edited = checked_agent({**vars(agent), **fields})
    if edited == agent:
        raise errors.Invalid(say("already_so" if rules else "nothing_to_change", locale, name=agent.name))
    return edited


def copied_agent(agent: Agent, id: str, name: str) -> Agent:
    """Return a copy of an agent under a new name, as one of the person's own."""
    own = {"id": id, "name": name or f"{agent.name} 2", "builtin": False, "app": None, "version": 1}
    return agent.model_copy(update={**own, "created_at": None, "updated_at": None})


def _replaces(new: Guideline, old: Guideline) -> bool:
    """Return whether a rule stands in place of another: there is one language and one length of answers."""
    if isinstance(new, LanguageRule):
        return isinstance(old, LanguageRule) and new.asked == old.asked
    return isinstance(new, LengthRule) and isinstance(old, LengthRule) and new.asked == old.asked


def name_from(instructions: str) -> str:
    """Return a name for an agent that was only described: the first words of what it does."""
    words = re.sub(r"^\W+", "", headline(instructions, 40)).split()
    words = words[:4]
    while len(words) > 1 and len(words[-1]) <= SHORTEST_END:
        words.pop()  # a name does not end in a preposition
    name = " ".join(words).rstrip(".,;:…")
    return f"{name[:1].upper()}{name[1:]}"[:80] or "Agent"


def slug(name: str) -> str:
    """Return the id that a name suggests."""
    plain = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:56].strip("-")
    return plain if plain[:1].isalpha() else f"agent-{plain}".rstrip("-")


async def free_id(context: Context, name: str) -> str:
    """Return an id after a name that nobody has."""
    wish, number = slug(name), 2
    taken = wish
    while await context.agents.find(taken) is not None:
        taken, number = f"{wish}-{number}", number + 1
    return taken


async def found_agent(context: Context, wanted: str) -> Agent:
    """Return the agent with this id or name; raise `NotFound` or `Ambiguous` where that is not one."""
    own = await context.agents.find(wanted) if re.fullmatch(r"[a-z][a-z0-9_-]{0,63}", wanted) else None
    if own is not None:
        return own
    agents = await context.agents.list()
    found = [each for each in agents if fold(each.name) == fold(wanted.strip())]
    if len(found) == 1:
        return found[0]
    candidates = [each.name for each in (found or [each for each in agents if not each.builtin])]
    told = say("no_agent", context.locale, name=wanted[:80])
    raise errors.NotFound(told, candidates=candidates[:8], hint=hint("no_agent", context.locale))


def card_fields(agent: Agent, known: Sequence[Capability], locale: str) -> dict[str, Any]:
    """Return everything an agent may do, in words, for its card."""
    may, asks, never = _effects(agent, known, locale)
    model = agent.model.id or say(f"role_{agent.model.role}", locale)
    usable = [each.title_in(locale) for each in known if permitted(each.name, agent.capabilities) and not each.internal]
    is_all = agent.capabilities.allow == ["*"] and not agent.capabilities.deny
    tools = say("tools_count", locale, count=len(usable), names=", ".join(usable[:12]) + ("…" if usable[12:] else ""))
    fields = {
        "name": agent.name,
        "description": agent.description,
        "instructions": agent.persona_text,
        "tools": say("all_tools", locale) if is_all else tools,
        "may": ", ".join(may),
        "asks": ", ".join(asks),
        "never": ", ".join(never),
        "rules": "\n".join(sentence_of(rule, locale) for rule in agent.guidelines if is_checked(rule)),
        "said": "\n".join(sentence_of(rule, locale) for rule in agent.guidelines if not is_checked(rule)),
        "interrupts": "\n".join(sentence_of_interrupt(each, locale) for each in agent.interrupts),
        "flow": "" if agent.flow_graph is None else flow_line(agent.flow_graph),
        "model": model,
    }
    return {say(f"field_{name}", locale): value for name, value in fields.items()}


def card_in_words(agent: Agent, known: Sequence[Capability], locale: str) -> str:
    """Return everything an agent may do as text, its rules by the numbers they are dropped by."""
    rules = [
        f"{place}. {sentence_of(rule, locale)}" + ("" if is_checked(rule) else f" ({say('only_said', locale)})")
        for place, rule in enumerate(agent.guidelines, start=1)
    ]
    shown = ("description", "tools", "may", "asks", "never", "interrupts", "flow", "model")
    card = card_fields(agent, known, locale)
    labels = [say(f"field_{name}", locale) for name in shown]
    lines = [f"- **{label}**: {' '.join(str(card[label]).split())}" for label in labels if card[label]]
    heading = say("rules_heading", locale)
    return "\n".join([f"**{agent.name}**", "", *lines, *(["", f"{heading}:", "", *rules] if rules else [])])


def flow_line(graph: Graph) -> str:
    """Return the steps of a flow in their order, by their titles."""
    return " → ".join(step.title or step.id for step in graph.nodes)


def changed_fields(before: dict[str, Any], after: dict[str, Any], *, all_of_them: bool = False) -> list[FieldChange]:
    """Return the fields of a card, as they are and as they would be."""
    return [
        FieldChange(name=name, before=before.get(name) or None, after=value or None)
        for name, value in after.items()
        if (all_of_them and (value or before.get(name))) or before.get(name) != value
    ]


def _effects(agent: Agent, known: Sequence[Capability], locale: str) -> tuple[list[str], list[str], list[str]]:
    """Return which effects an agent has freely, after a question, and never."""
    never = [rule.what for rule in agent.guidelines if isinstance(rule, NeverRule)]
    asking = [rule.what for rule in agent.guidelines if isinstance(rule, AskRule)]
    asking += [each.what for each in agent.interrupts if each.moment == "before"]
    freely, asked, none = list[str](), list[str](), list[str]()
    for effect in Effect:
        of_it = [each for each in known if each.effect is effect and not each.internal]
        usable = [
            each
            for each in of_it
            if permitted(each.name, agent.capabilities) and not any(concerns(what, each) for what in never)
        ]
        words = what_in_words(f"{EFFECT_PREFIX}{effect}", locale)
        asks = [
            each for each in usable if each.approval is not Approve.AUTO or any(concerns(what, each) for what in asking)
        ]
        place = none if not usable else freely if effect in _LOOKING and not asks else asked if asks else freely
        place += [words] if of_it else []
    return freely, asked, none
