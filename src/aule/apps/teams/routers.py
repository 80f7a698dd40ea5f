"""Routers: which member of a team speaks first, how sure that is, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.apps.teams.records import AgentTeam, TeamMember
from aule.apps.teams.success import LOOK_AGAIN, TRIALS, MemberFigures, candidates_for, choose
from aule.apps.teams.words import say
from aule.contracts.access.agent import Agent
from aule.contracts.events.teams import TeamRouted
from aule.contracts.model import JsonObject
from aule.sdk import Context, errors, marked
from aule.text.words import fold

if TYPE_CHECKING:
    from aule.apps.teams.figures import Figures

WORD = 3
"""The shortest word that counts."""
NEAR = 0.35
"""How near in meaning a request has to be to a skill where no word says it."""


@dataclass(frozen=True, slots=True)
class Route:
    """Who speaks first, chosen by which router, how surely, and why."""

    agent: str
    router: str
    reason: str
    confidence: float | None = None
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a member fits a request, and the skill that says so."""

    agent: str
    score: float
    skill: str


async def route(context: Context, team: AgentTeam, agents: Mapping[str, Agent], request: str) -> Route:
    """Return who of a team speaks first."""
    earlier = await context.team_turns.routes(team.id, context.run.session_id)
    match team.router:
        case "round_robin":
            fits = by_words(team, agents, request)
            return in_turn(team, earlier, topic_of(fits), context.locale)
        case "skill":
            return await _by_skill(context, team, agents, request, earlier)
        case "model":
            return await _by_model(context, team, agents, request, earlier)
        case "success":
            return await _by_success(context, team, agents, request)


def in_turn(team: AgentTeam, earlier: Sequence[TeamRouted], topic: str, locale: str) -> Route:
    """Return the member after the one that was chosen last."""
    members = [each.agent for each in team.workers]
    last = earlier[-1].agent if earlier else None
    place = (members.index(last) + 1) % len(members) if last in members else 0
    return Route(members[place], "round_robin", say("by_turn", locale), None, topic)


def by_words(team: AgentTeam, agents: Mapping[str, Agent], request: str) -> list[Fit]:
    """Return how well each member fits a request by its words alone, the best first; members in their order."""
    said = _words(request)
    found: list[Fit] = []
    for member in team.workers:
        skills = [(skill, _words(skill)) for skill in member.skills]
        best = max(((len(words & said) / len(words), skill) for skill, words in skills if words), default=(0.0, ""))
        about = _words(f"{member.role} {_about(agents, member)}")
        share = len(about & said) / len(said) if said else 0.0
        found.append(Fit(member.agent, best[0] + share / 4, best[1] if best[0] else ""))
    return sorted(found, key=lambda fit: -fit.score)


def topic_of(fits: Sequence[Fit]) -> str:
    """Return the skill that a request is about, where words say so."""
    return next((fit.skill for fit in fits if fit.skill), "")


async def _by_skill(
    context: Context, team: AgentTeam, agents: Mapping[str, Agent], request: str, earlier: Sequence[TeamRouted]
) -> Route:
    """Return the member whose skills fit: by words, else by meaning, else whoever spoke last."""
    fits = by_words(team, agents, request)
    topic, locale = topic_of(fits), context.locale
    if fits[0].score > 0 and fits[0].skill:
        reason = say("by_skill", locale, skill=fits[0].skill)
        return Route(fits[0].agent, "skill", reason, min(1.0, round(fits[0].score, 2)), topic)
    near = await _by_meaning(context, team, agents, request)
    if near is not None and near.score >= NEAR:
        reason = say("by_meaning", locale, skill=near.skill)
        return Route(near.agent, "skill", reason, round(near.score, 2), near.skill)
    if fits[0].score > 0:
        return Route(fits[0].agent, "skill", say("by_role", locale), round(fits[0].score, 2), topic)
    last = earlier[-1].agent if earlier and team.member(earlier[-1].agent) else None
    if last is not None:
        return Route(last, "skill", say("by_last", locale), 0.0, topic)
    return Route(team.workers[0].agent, "skill", say("by_first", locale), 0.0, topic)


async def _by_success(context: Context, team: AgentTeam, agents: Mapping[str, Agent], request: str) -> Route:
    """Return whoever did best with such requests, of those whose skills say that they can."""
    topic = topic_of(by_words(team, agents, request))
    if not topic:
        near = await _by_meaning(context, team, agents, request)
        topic = near.skill if near is not None and near.score >= NEAR else ""
    candidates = candidates_for(team, topic)
    figures = await figures_for(context, team, topic)
    chosen = choose(candidates, figures)
    names = {agent: _name(agents, agent) for agent in candidates}
    why = say(f"success_{chosen.ground}", context.locale, agent=names[chosen.agent], trials=TRIALS, every=LOOK_AGAIN)
    shown = told_figures(candidates, names, figures, topic, context.locale)
    share = round(figures[chosen.agent].share, 2) if chosen.ground == "best" else None
    return Route(chosen.agent, "success", f"{why} {shown}", share, topic)


async def figures_for(context: Context, team: AgentTeam, topic: str) -> dict[str, MemberFigures]:
    """Return the figures of each member for requests about a topic, as of now."""
    own: Figures = context.own
    return {each.agent: each for each in await own.of(team.id) if fold(each.kind) == fold(topic)}


def told_figures(
    members: Sequence[str], names: Mapping[str, str], figures: Mapping[str, MemberFigures], topic: str, locale: str
) -> str:
    """Return the figures that a choice rests on, as a sentence."""
    kind = say("kind_skill", locale, skill=topic) if topic else say("kind_other", locale)
    counts = [(names[each], figures.get(each) or MemberFigures(agent=each, kind=topic)) for each in members]
    listed = ", ".join(say("well_of", locale, agent=name, well=each.well, asks=each.asks) for name, each in counts)
    return say("success_figures", locale, kind=kind, figures=listed)


async def _by_meaning(context: Context, team: AgentTeam, agents: Mapping[str, Agent], request: str) -> Fit | None:
    """Return the member nearest in meaning, by the encoder that is built in."""
    named = [(member.agent, skill) for member in team.workers for skill in member.skills]
    if not named:
        return None
    asked, *vectors = await context.reading.encode([request[:2_000], *(skill for _, skill in named)])
    scores = [float(asked @ vector) for vector in vectors]
    best = max(range(len(scores)), key=lambda place: (scores[place], -place))
    return Fit(named[best][0], scores[best], named[best][1])


async def _by_model(
    context: Context, team: AgentTeam, agents: Mapping[str, Agent], request: str, earlier: Sequence[TeamRouted]
) -> Route:
    """Return the member a model chooses; where it is not sure, skills decide or the person does."""
    locale, members = context.locale, [each.agent for each in team.workers]
    if not context.has_model:
        return await _instead(context, team, agents, request, earlier, say("no_model", locale))
    listed = "\n".join(f"- {each.agent}: {_said_of(agents, each)}" for each in team.workers)
    words = (
        f"Choose who of the team {team.name!r} answers the request. Members:\n{listed}\n\n"
        f"{marked('request', request[:8_000])}\n\n"
        "Say which member, how sure you are from 0 to 1, and why in one short sentence."
    )
    try:
        chosen = await context.think(say("choosing", locale, team=team.name), words, _shape(members), _read(members))
    except errors.ModelUnavailable as error:
        return await _instead(context, team, agents, request, earlier, str(error))
    if chosen.confidence is not None and chosen.confidence >= team.sure_from:
        fits = by_words(team, agents, request)
        return Route(chosen.agent, "model", chosen.reason, chosen.confidence, topic_of(fits))
    unsure = say("unsure", locale, agent=_name(agents, chosen.agent), share=f"{(chosen.confidence or 0) * 100:.0f}")
    if team.unsure == "ask":
        return await _asked(context, team, agents, unsure)
    return await _instead(context, team, agents, request, earlier, unsure)


async def _instead(
    context: Context,
    team: AgentTeam,
    agents: Mapping[str, Agent],
    request: str,
    earlier: Sequence[TeamRouted],
    why: str,
) -> Route:
    found = await _by_skill(context, team, agents, request, earlier)
    return Route(found.agent, "skill", f"{why} {found.reason}", found.confidence, found.topic)


async def _asked(context: Context, team: AgentTeam, agents: Mapping[str, Agent], why: str) -> Route:
    """Ask the person who is to answer."""
    members = [each.agent for each in team.workers]
    names = [_name(agents, each) for each in members]
    answer = await context.ask_person(f"{why} {say('who', context.locale)}", names, free_text=False)
    place = int(answer.option.removeprefix("option_")) - 1
    return Route(members[place], "model", say("by_person", context.locale), 1.0)


def _shape(members: Sequence[str]) -> JsonObject:
    return {
        "type": "object",
        "properties": {
            "agent": {"type": "string", "enum": list(members)},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "reason": {"type": "string"},
        },
        "required": ["agent", "confidence", "reason"],
    }


def _read(members: Sequence[str]):
    def read(answer: JsonObject) -> Route:
        agent, sure = answer.get("agent"), answer.get("confidence")
        if agent not in members:
            raise ValueError(f"{agent!r} is no member: choose one of {', '.join(members)}.")
        if not isinstance(sure, (int, float)) or isinstance(sure, bool) or not 0 <= sure <= 1:
            raise ValueError("confidence has to be a number from 0 to 1.")
        return Route(str(agent), "model", str(answer.get("reason", ""))[:500], float(sure))

    return read


def _words(text: str) -> set[str]:
    """Return the words of a text that count, without accents and endings that only tell number."""
    plain = "".join(letter if letter.isalnum() else " " for letter in fold(text))
    return {word.rstrip("s") for word in plain.split() if len(word) >= WORD}


def _about(agents: Mapping[str, Agent], member: TeamMember) -> str:
    agent = agents.get(member.agent)
    return "" if agent is None else " ".join([agent.name, agent.description, *agent.descriptions.values()])


def _said_of(agents: Mapping[str, Agent], member: TeamMember) -> str:
    skills = f" Skills: {', '.join(member.skills)}." if member.skills else ""
    agent = agents.get(member.agent)
    return f"{member.role or (agent.description if agent else '')}{skills}"


def _name(agents: Mapping[str, Agent], id: str) -> str:
    return agents[id].name if id in agents else id
