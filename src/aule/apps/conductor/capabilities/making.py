"""Making resident agents: from answers that are shown and approved, or by a talk through the nine questions (CO-40)."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from aule.apps.conductor.agents.creation import draft, make
from aule.apps.conductor.agents.questions import KEYS, Questionnaire, Taken, told
from aule.apps.conductor.agents.residents import place_of
from aule.apps.conductor.app import conductor, home_of, homes_of
from aule.apps.conductor.capabilities.looking import AgentName, EnvironmentName, ProjectName
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.homes.reach import Reach
from aule.apps.conductor.homes.resolution import resolve
from aule.apps.conductor.views import AgentAnswers, AgentDraft, LintNote, QuestionKey
from aule.apps.conductor.words import hint, say
from aule.contracts.access.approval import Patch
from aule.contracts.access.differences import file_diff
from aule.contracts.errors import AuleError, Denied, Invalid, OutsideScope, WriteBlocked
from aule.sdk import Approve, Context, Effect, Model, Preview

MOST_TRIES = 5
"""How often one question is put again."""
MOST_OPTIONS = 8
SHOWN = ("agent.yaml", "persona.md")
"""The files people read before they say yes; the third is a state with nothing in it."""

Words = Annotated[str | None, Field(max_length=20_000)]
Globs = Annotated[list[str], "Globs of what it may write, relative to the project; none: it only reads."]
Tools = Annotated[list[str], "Read, Write, Grep, Glob, LS, Bash, or names of capabilities; none: what it needs."]


class Made(Model):
    """An agent that was made."""

    ref: str = Field(description="`environment/project/agent`.")
    id: str
    place: str = Field(description="Its folder in the home of Conductor. Removing the folder takes the agent away.")
    files: list[str]
    reach: str = Field(description="What its scope reaches today, in words.")
    begin: str = Field(description="The command that talks with it.")
    notes: list[LintNote]


async def _preview(context: Context, **answers: Any) -> Preview:
    home = home_of(context)
    _check_caller(context, home)
    drafted = await asyncio.to_thread(draft, home, _answers(answers), context.ambient.clock, context.locale)
    return patch_of(drafted.model_copy(update={"place": _place(context, home, drafted)}))


@conductor.capability(
    effect=Effect.WRITE,
    title={"en": "Create a resident agent", "pt": "Criar um agente residente"},
    approval=Approve.ALWAYS,
    preview=_preview,
    anywhere=True,
    targets=["environment", "project", "id"],
)
async def create_agent(  # noqa: PLR0913 (a capability's parameters are its form)
    context: Context,
    environment: EnvironmentName,
    project: ProjectName,
    id: AgentName,
    description: Annotated[str, "What it does, in one sentence.", Field(min_length=1, max_length=500)],
    output_scope: Globs = [],  # noqa: B006 - copied by the schema
    provider: Annotated[str | None, "Such as claude, gemini or ollama; none: as in the settings."] = None,
    model: Annotated[str | None, "A model, or a role such as `code`."] = None,
    persona: Annotated[str, "Its tone and responsibilities, in words or Markdown.", Field(max_length=20_000)] = "",
    tools: Tools = [],  # noqa: B006 - copied by the schema
    task: Annotated[str, "What it does when nobody says anything else.", Field(max_length=20_000)] = "",
) -> Made:
    """Make an agent that lives beside a project and writes only where its scope says. Its files are shown first."""
    home = home_of(context)
    _check_caller(context, home)
    if context.is_proposing:  # then nobody was asked, and files of a home cannot be proposed
        raise WriteBlocked(say("not_made", context.locale), hint=hint("not_made", context.locale))
    answers = AgentAnswers(
        environment=environment,
        project=project,
        output_scope=output_scope,
        id=id,
        description=description,
        provider=provider,
        model=model,
        persona=persona,
        tools=tools,
        task=task,
    )
    if context.recheck is not None:
        await context.recheck()
    return await _make(context, home, answers)


@conductor.capability(
    effect=Effect.WRITE,
    title={"en": "Create an agent by talking", "pt": "Criar um agente conversando"},
    approval=Approve.AUTO,
    anywhere=True,
)
async def new_agent(  # noqa: PLR0913 (a capability's parameters are its form)
    context: Context,
    environment: Annotated[Words, "The environment, if it was said."] = None,
    project: Annotated[Words, "The project, if it was said."] = None,
    output_scope: Annotated[Words, "Globs of what it may write, if they were said; `no` for none."] = None,
    id: Annotated[Words, "The agent's id, if it was said."] = None,
    description: Annotated[Words, "What it does, if it was said."] = None,
    model: Annotated[Words, "Provider or model, if one was said."] = None,
    persona: Annotated[Words, "Tone and responsibilities, if they were said."] = None,
    tools: Annotated[Words, "Tools, if they were said."] = None,
    task: Annotated[Words, "What it does by itself, if it was said."] = None,
) -> Made:
    """Make a resident agent with the person: asks what was not said, shows the files, and makes them after a yes."""
    home = home_of(context)
    _check_caller(context, home)
    said = (environment, project, output_scope, id, description, model, persona, tools, task)
    talk = _Talk(context, await asyncio.to_thread(Questionnaire.of, home, context.ambient.clock, context.locale))
    for key, words in zip(KEYS, said, strict=True):
        await talk.settle(key, words)
    answers = AgentAnswers.model_validate(talk.known)
    await _confirm(context, home, answers)
    return await _make(context, home, answers)


class _Talk:
    """The nine questions, one after another. The call begins anew with each answer, so all that is asked is stable."""

    def __init__(self, context: Context, questions: Questionnaire) -> None:
        self._context = context
        self._questions = questions
        self._echo = ""
        self.known: dict[str, Any] = {}

    async def settle(self, key: QuestionKey, words: str | None) -> None:
        """Take what was said about one question, or ask until the answer can be used."""
        trouble = ""
        for attempt in range(MOST_TRIES):
            answer = words if words is not None and attempt == 0 else await self._ask(key, trouble, attempt)
            try:
                taken: Taken = await asyncio.to_thread(self._questions.take, key, answer, dict(self.known))
            except AuleError as error:
                trouble = " ".join(part for part in (str(error), error.problem.hint) if part)
                continue
            self.known |= taken.values
            self._echo = " ".join([taken.echo, *(f"⚠ {note.message}" for note in taken.notes)])
            return
        raise Invalid(trouble, code="invalid_answer", field=key)

    async def _ask(self, key: QuestionKey, trouble: str, attempt: int) -> str:
        locale, asked = self._context.locale, self._questions.question(key, self.known)
        skip = None if asked.required else say(f"skip_{key}", locale, default=asked.default)
        options = asked.choices[:MOST_OPTIONS] if skip is None and not asked.is_open else []
        options = [*options, *([] if skip is None else [skip])]
        again = say("try_again", locale, number=attempt + 1) if attempt > 1 else ""
        text = f"{KEYS.index(key) + 1}/{len(KEYS)} · {asked.text.replace('**', '')}"
        detail = "\n\n".join(_plain(part) for part in (trouble or self._echo, asked.hint, again) if part)
        answer = await self._context.ask_person(text, options, detail=detail)
        said = answer.text or ""
        return "" if said == skip else said


async def _confirm(context: Context, home: Home, answers: AgentAnswers) -> None:
    """Show what would be made, and go on only with a yes to exactly that."""
    locale = context.locale
    drafted = await asyncio.to_thread(draft, home, answers, context.ambient.clock, locale)
    yes, no = say("make_it", locale), say("leave_it", locale)
    files = "\n\n".join(f"`{name}`\n\n{_fenced(drafted.files[name].rstrip())}" for name in SHOWN)
    scope = ", ".join(answers.output_scope) or say("echo_read_only", locale)
    reached = _reach(drafted, locale) if answers.output_scope else ""
    told_scope = {"scope": _plain(scope), "reach": _plain(reached)}
    summary = say("summary", locale, place=_place(context, home, drafted), files=files, **told_scope)
    question = say("make_this", locale, id=answers.id, place=f"{answers.environment}/{answers.project}")
    answer = await context.ask_person(question, [yes, no], free_text=False, detail=summary)
    if answer.text != yes:
        raise Denied(say("not_made", locale))


async def _make(context: Context, home: Home, answers: AgentAnswers) -> Made:
    made = await asyncio.to_thread(make, home, answers, context.ambient.clock, context.locale)
    place = _place(context, home, made)
    context.warn("removed_by_hand", say("removed_by_hand", context.locale, place=place))
    names = f"--environment {answers.environment} --project {answers.project} --agent {answers.id}"
    mark = homes_of(context).mark(home)
    if mark:
        names = f"--home {shlex.quote(str(home.path))} {names}"
    return Made(
        ref=f"{mark}{answers.environment}/{answers.project}/{answers.id}",
        id=answers.id,
        place=place,
        files=list(made.files),
        reach=_reach(made, context.locale) if answers.output_scope else say("echo_read_only", context.locale),
        begin=f"aule agent run {names} --repl",
        notes=made.notes,
    )


def _place(context: Context, home: Home, drafted: AgentDraft) -> str:
    """Return where the agent lives as people are told: in full, where that is not the home everybody has."""
    return f"{home.path}/{drafted.place}" if homes_of(context).mark(home) else drafted.place


def patch_of(drafted: AgentDraft) -> Patch:
    """The files of a draft as diffs of new files."""
    files = [file_diff(f"{drafted.place}/{name}", None, text.encode()) for name, text in drafted.files.items()]
    return Patch(files=files, added=sum(each.added for each in files), removed=0)


def _plain(text: str) -> str:
    """Words as Markdown shows them: the stars of a glob are stars."""
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", text)


def _fenced(text: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}\n{text}\n{fence}"


def _reach(drafted: AgentDraft, locale: str) -> str:
    return told(Reach(drafted.reaches, tuple(drafted.examples), complete=drafted.is_counted), locale)


def _answers(given: Mapping[str, Any]) -> AgentAnswers:
    return AgentAnswers.model_validate({key: value for key, value in given.items() if value is not None})


def _check_caller(context: Context, home: Home) -> None:
    """Agents that live beside a project do not make agents; those that serve all projects may (CO-24)."""
    if context.run.bounds and not _is_meta(context.run.agent or "", home):
        raise OutsideScope(say("residents_make_none", context.locale), hint=hint("residents_make_none", context.locale))


def _is_meta(agent: str, home: Home) -> bool:
    place = place_of(agent)
    if place is None:
        return False
    try:
        return resolve(home, place.environment, place.project, place.agent).manifest.mode == "meta_agent"
    except AuleError:
        return False
