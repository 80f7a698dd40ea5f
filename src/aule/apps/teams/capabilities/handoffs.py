"""Handing over inside a team: what the member that speaks can do beside its own work."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.teams import queries
from aule.apps.teams.app import teams
from aule.apps.teams.prompts import shown_brief
from aule.apps.teams.records import AgentTeam, HandoffRule, Strategy
from aule.apps.teams.words import hint, say
from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import Spoken
from aule.contracts.events.teams import TeamHandedOver, TeamReported, TeamRouted
from aule.contracts.runs.team import HandoffBrief
from aule.sdk import Context, Effect, Model, errors
from aule.text.words import fold


class HandedOver(Model):
    """To whom work was handed, and with what."""

    handoff_to: str
    context: HandoffBrief


class Reported(Model):
    """What a member said about its own work."""

    confidence: float | None
    topic: str


@teams.capability(
    effect=Effect.READ,
    unspoken=True,
    title={"en": "Hand over to a member of the team", "pt": "Passar para um membro do time"},
    category="teams",
    timeout_s=60,
    anywhere=True,
)
async def handoff(
    context: Context,
    to: Annotated[str, Field(min_length=1, max_length=200, description="The member that goes on, by its id.")],
    brief: Annotated[HandoffBrief, Field(description="All the other one needs to go on without asking again.")],
) -> HandedOver:
    """Hand your work to another member of your team, who goes on in the same conversation. You say nothing more."""
    seat, team = await _seat(context)
    mine = context.run.agent or ""
    told = [each for each in await context.team_turns.facts(context.run.id) if isinstance(each, TeamHandedOver)]
    if told and told[0].call != context.call.id:
        raise errors.Refused(
            say("handed_already", context.locale, agent=told[0].to_agent), code="handed_already", field="to"
        )
    rule, receiver = await _way(context, team, mine, to)
    if rule.strategy == "interrupt" and not told:
        await _confirm(context, mine, receiver, brief)
    if not told:
        fact = TeamHandedOver(
            call=context.call.id,
            team=seat.team,
            from_agent=mine,
            to_agent=receiver.id,
            brief=brief,
            strategy=rule.strategy,
        )
        await context.team_turns.record(context.run, fact)
    context.spoken = Spoken(text=say("handed", context.locale, agent=receiver.name, goal=brief.goal))
    return HandedOver(handoff_to=receiver.id, context=brief)


@teams.capability(
    effect=Effect.READ,
    unspoken=True,
    title={"en": "Say how sure you are", "pt": "Dizer o quanto tem certeza"},
    category="teams",
    timeout_s=60,
    anywhere=True,
)
async def report(
    context: Context,
    confidence: Annotated[
        float | None, Field(ge=0, le=1, description="How sure you are of your answer, from 0 to 1.")
    ] = None,
    topic: Annotated[str, Field(max_length=80, description="What your work is about, in a word.")] = "",
) -> Reported:
    """Tell your team how sure you are and what this is about; its rules may hand your work over by that."""
    seat, _ = await _seat(context)
    fact = TeamReported(
        call=context.call.id, team=seat.team, agent=context.run.agent or "", confidence=confidence, topic=topic.strip()
    )
    await context.team_turns.record(context.run, fact)
    return Reported(confidence=confidence, topic=fact.topic)


async def _seat(context: Context) -> tuple[TeamRouted, AgentTeam]:
    seat = await context.team_turns.seat(context.run)
    if seat is None:
        raise errors.Refused(
            say("no_seat", context.locale), code="no_team", hint=hint("no_seat", context.locale), field="to"
        )
    return seat, await queries.team(context.reading, seat.team)


async def _way(context: Context, team: AgentTeam, mine: str, to: str) -> tuple[HandoffRule, Agent]:
    """Return the rule along which work goes to somebody; where one of several asks, a person is asked."""
    ways = team.ways_from(mine)
    known = {each.to_agent: await context.team_turns.agent(each.to_agent) for each in ways}
    wanted = [id for id, agent in known.items() if fold(to) in (fold(id), fold(agent.name))]
    rules = [rule for rule in ways if rule.to_agent in wanted]
    if not rules:
        candidates = list(known)
        raise errors.Refused(
            say("no_way", context.locale, agent=to),
            code="no_way",
            field="to",
            candidates=candidates,
            hint=hint("no_way", context.locale, agents=", ".join(candidates) or "-"),
        )
    asking: Strategy = "interrupt"
    rule = next((each for each in rules if each.strategy == asking), rules[0])
    return rule, known[rule.to_agent]


async def _confirm(context: Context, mine: str, receiver: Agent, brief: HandoffBrief) -> None:
    """Show the person what is handed over, and wait for their yes."""
    locale, giver = context.locale, await context.team_turns.agent(mine)
    question = say("may_hand_over", locale, giver=giver.name, receiver=receiver.name)
    options = [say("hand_over", locale), say("keep", locale)]
    answer = await context.ask_person(question, options, free_text=False, detail=shown_brief(brief, locale))
    if answer.option != "option_1":
        raise errors.Refused(
            say("kept", locale, receiver=receiver.name), code="handoff_declined", hint=hint("kept", locale)
        )
