"""What an agent needs to work with a person and with other agents: the time, a question, a hand, a tool."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.messages import say
from aule.sdk import Brief, Context, Delegated, Effect, Model, errors
from aule.text.messages import is_portuguese

_DAYS_PT = ("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo")
_MONTHS_PT = (
    *("janeiro", "fevereiro", "março", "abril", "maio", "junho"),
    *("julho", "agosto", "setembro", "outubro", "novembro", "dezembro"),
)


class Moment(Model):
    """A moment, said in several ways."""

    utc: str
    local: str
    weekday: str
    timezone: str
    spoken: str
    """As one would say it in the person's language."""


class Answered(Model):
    """What the person said."""

    option: str
    answer: str


class Found(Model):
    """One capability that may fit."""

    name: str
    title: str
    description: str
    effect: str


class FoundAll(Model):
    """Capabilities that may fit; their parameters are known from now on."""

    capabilities: list[Found]


class Answers(Model):
    """What the sub-agents brought back."""

    results: list[Delegated]


@core.capability(
    effect=Effect.READ, title={"en": "What time it is", "pt": "Que horas são"}, category="time", anywhere=True
)
async def now(context: Context) -> Moment:
    """The date and time, here and in UTC."""
    moment = context.ambient.clock.now()
    local = moment.astimezone()
    return Moment(
        utc=moment.isoformat(timespec="seconds"),
        local=local.isoformat(timespec="seconds"),
        weekday=local.strftime("%A"),
        timezone=str(local.tzinfo),
        spoken=_spoken(local, context.locale),
    )


@core.capability(
    effect=Effect.READ,
    unspoken=True,
    title={"en": "Ask you", "pt": "Perguntar a você"},
    category="talk",
    timeout_s=30,
    anywhere=True,
)
async def ask_user(
    context: Context,
    question: Annotated[str, Field(min_length=1, max_length=2_000, description="One clear question.")],
    options: Annotated[list[str], Field(max_length=6, description="Answers to click, the best first.")] = [],  # noqa: B006 - copied by the schema
) -> Answered:
    """Ask the person one question and wait for the answer, however long it takes."""
    answer = await context.ask_person(question, options)
    return Answered(option=answer.option, answer=answer.text or "")


@core.capability(
    effect=Effect.READ,
    unspoken=True,
    title={"en": "Look for tools", "pt": "Procurar ferramentas"},
    category="tools",
    anywhere=True,
)
async def find_capabilities(
    context: Context, query: Annotated[str, "What should be done, in a few words."], limit: int = 8
) -> FoundAll:
    """Look for a capability by what it does. Those found can be used from then on."""
    found = await context.find_capabilities(query, max(1, min(limit, 20)))
    return FoundAll(
        capabilities=[
            Found(name=item.name, title=item.title, description=item.description, effect=item.effect) for item in found
        ]
    )


@core.capability(
    effect=Effect.READ,
    title={"en": "Hand work to sub-agents", "pt": "Delegar a subagentes"},
    category="agents",
    timeout_s=86_400,
)
async def delegate(
    context: Context,
    briefs: Annotated[
        list[Brief], Field(min_length=1, max_length=8, description="One brief for each sub-agent; they work at once.")
    ],
) -> Answers:
    """Hand independent pieces of work to sub-agents, which work in parallel with at most your rights."""
    answers = Answers(results=await context.delegate(briefs))
    failed = [each for each in answers.results if each.status.is_failure]
    if failed:
        count, of, first = len(failed), len(answers.results), f"{failed[0].agent!r}: {failed[0].problem}"
        message = say("sub_agents_unfinished", context.locale, count=count, of=of, first=first)
        raise errors.Unsuccessful(message, given=answers, code="delegation_failed")
    return answers


def _spoken(moment: datetime, locale: str) -> str:
    time = moment.strftime("%H:%M")
    if is_portuguese(locale):
        day, month = _DAYS_PT[moment.weekday()], _MONTHS_PT[moment.month - 1]
        return f"{day}, {moment.day} de {month} de {moment.year}, {time}"
    return moment.strftime(f"%A, {moment.day} %B %Y, {time}")
