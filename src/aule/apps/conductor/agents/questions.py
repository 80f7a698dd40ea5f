"""Questioning: the nine questions of the agent creator, and what an answer to each of them means (CO-40)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from aule.apps.conductor.agents.lint import is_root_wide
from aule.apps.conductor.agents.manifest import bad_glob, provider_of
from aule.apps.conductor.agents.tools import WORDS, capabilities_of
from aule.apps.conductor.findings import ENGLISH, Finding, warned
from aule.apps.conductor.homes.environments import Workspaces, is_name, read_workspaces
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.homes.reach import Reach, reach
from aule.apps.conductor.homes.resolution import check_name, environment_of, folders_of, project_folder
from aule.apps.conductor.views import AgentAnswers, AgentQuestion, LintNote, QuestionKey
from aule.apps.conductor.words import hint, say
from aule.contracts.access.agent import Role
from aule.contracts.ambient import Clock
from aule.contracts.errors import Conflict, Invalid
from aule.models.providers.catalog import shipped
from aule.text.words import fold, is_whole

KEYS: tuple[QuestionKey, ...] = get_args(QuestionKey)
REQUIRED = frozenset({"environment", "project", "id", "description"})
MOST_CHOICES = 50
_NO = frozenset({"", "nao", "n", "no", "none", "nenhum", "nada", "-"})
_YES = re.compile(r"^(?:sim|s|yes|y)\b[\s,:;.]*", re.IGNORECASE)


class AgentExists(Conflict):
    """An agent of that name lives there already; nothing was made."""

    code = "agent_exists"


@dataclass(frozen=True, slots=True)
class Taken:
    """What an answer was understood as."""

    values: Mapping[str, Any]
    """Fields of `AgentAnswers`."""
    echo: str
    """What was understood, in a sentence."""
    notes: tuple[LintNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """The questions for one home, in one language. Answers are texts, as people type them."""

    home: Home
    workspaces: Workspaces
    clock: Clock
    locale: str = ENGLISH

    @classmethod
    def of(cls, home: Home, clock: Clock, locale: str = ENGLISH) -> Questionnaire:
        """The questions for a home; raises when its environments cannot be read."""
        return cls(home, read_workspaces(home, locale=locale), clock, locale)

    def questions(self, known: Mapping[str, Any] | None = None) -> list[AgentQuestion]:
        """All nine, in order; what is known already decides what is at hand for the later ones."""
        return [self.question(key, known or {}) for key in KEYS]

    def question(self, key: QuestionKey, known: Mapping[str, Any]) -> AgentQuestion:
        """One of the nine."""
        name = f"ask_{key}"
        choices: list[str] = []
        match key:
            case "environment":
                choices = list(self.workspaces.environments)
            case "project":
                where = self.workspaces.environments.get(str(known.get("environment", "")))
                choices = [] if where is None else folders_of(where)[:MOST_CHOICES]
            case "model":
                choices = [*shipped()]
            case "tools":
                choices = list(WORDS)
            case _:
                pass
        return AgentQuestion(
            key=key,
            text=say(name, self.locale),
            hint=hint(name, self.locale) or "",
            required=key in REQUIRED,
            choices=choices,
            is_open=key not in ("environment", "project", "tools"),
            default=", ".join(default_tools(known)) if key == "tools" else "",
        )

    def take(self, key: QuestionKey, text: str, known: Mapping[str, Any]) -> Taken:
        """What an answer means; raises when it cannot be used. `known` is what was answered before."""
        answer = text.strip()
        if not is_whole(answer) or "\0" in answer:
            raise _invalid("half_characters", self.locale, key)
        if key in REQUIRED and not answer:
            raise _invalid("answer_missing", self.locale, key)
        takers: dict[QuestionKey, Callable[[str, Mapping[str, Any]], Taken]] = {
            "environment": self._take_environment,
            "project": self._take_project,
            "output_scope": self._take_output_scope,
            "id": self._take_id,
            "description": self._take_description,
            "model": self._take_model,
            "persona": self._take_persona,
            "tools": self._take_tools,
            "task": self._take_task,
        }
        return takers[key](answer, known)

    def check(self, answers: AgentAnswers) -> Reach:
        """Check all answers together; gives what the scope reaches now."""
        known: dict[str, Any] = {}
        known |= self._take_environment(answers.environment, known).values
        if answers.execution_mode == "project_resident":
            known |= self._take_project(answers.project, known).values
        self._check_scope(answers.output_scope)
        self._take_id(answers.id, known | {"mode": answers.execution_mode})
        self._take_description(answers.description, known)
        self._check_tools(answers.tools)
        if answers.provider is not None and provider_of(answers.provider) is None:
            raise _invalid("not_a_provider", self.locale, "provider", key="ai_provider", value=repr(answers.provider))
        return self._reach(answers.environment, answers.project, answers.output_scope)

    def _take_environment(self, answer: str, known: Mapping[str, Any]) -> Taken:
        where = environment_of(self.workspaces, answer, self.locale)
        name = "echo_environment_protected" if where.protected else "echo_environment"
        return Taken({"environment": where.name}, say(name, self.locale, name=where.name, root=str(where.root)))

    def _take_project(self, answer: str, known: Mapping[str, Any]) -> Taken:
        check_name("project", answer, self.locale)
        where = environment_of(self.workspaces, str(known.get("environment", "")), self.locale)
        root = project_folder(self.workspaces, where, answer, self.locale)
        return Taken({"project": answer}, say("echo_project", self.locale, name=answer, root=str(root)))

    def _take_output_scope(self, answer: str, known: Mapping[str, Any]) -> Taken:
        scope = split_globs(answer)
        if not scope and fold(answer).strip(" .!") not in _NO:
            raise _invalid("scope_wanted", self.locale, "output_scope")
        self._check_scope(scope)
        if not scope:
            return Taken({"output_scope": []}, say("echo_read_only", self.locale))
        reached = self._reach(str(known.get("environment", "")), str(known.get("project", "")), scope)
        wide = [warned("root_wide_scope", "", glob=each) for each in scope if is_root_wide(each)]
        echo = say("echo_scope", self.locale, scope=", ".join(scope), reach=told(reached, self.locale))
        return Taken({"output_scope": scope}, echo, tuple(each.note(self.locale) for each in wide))

    def _take_id(self, answer: str, known: Mapping[str, Any]) -> Taken:
        if not is_name(answer):
            agent = say("kind_agent", self.locale)
            raise _invalid("not_a_name_given", self.locale, "id", name=repr(answer[:80]), kind=agent)
        is_shared = known.get("mode") == "meta_agent"
        folder = self.home.shared_agents() / answer
        if not is_shared:
            folder = self.home.agent(str(known.get("environment", "")), str(known.get("project", "")), answer)
        if folder.exists() or folder.is_symlink():
            place = self.home.shown(folder)
            raise AgentExists(
                say("agent_exists", self.locale, id=repr(answer), place=place),
                hint=hint("agent_exists", self.locale, place=place),
                field="id",
            )
        return Taken({"id": answer}, say("echo_id", self.locale, id=answer, place=self.home.shown(folder)))

    def _take_description(self, answer: str, known: Mapping[str, Any]) -> Taken:
        sentence = " ".join(answer.split())
        if not sentence or len(sentence) > 500:
            raise _invalid("description_length", self.locale, "description")
        return Taken({"description": sentence}, say("echo_description", self.locale, text=sentence))

    def _take_model(self, answer: str, known: Mapping[str, Any]) -> Taken:
        if fold(answer) in _NO or fold(answer) in ("padrao", "default"):
            return Taken({"provider": None, "model": None}, say("echo_model_default", self.locale))
        if answer in set(Role):
            return Taken({"provider": None, "model": answer}, say("echo_model", self.locale, model=answer))
        first, _, rest = answer.partition("/")
        provider = provider_of(first)
        if provider is None:
            raise _invalid("not_a_provider", self.locale, "model", key="ai_provider", value=repr(first))
        notes: list[Finding] = []
        if provider not in shipped():
            listed = ", ".join(shipped())
            notes.append(warned("unlisted_provider", "", value=repr(provider), known=listed))
        shown = f"{provider}/{rest.strip()}" if rest.strip() else provider
        return Taken(
            {"provider": first.strip(), "model": rest.strip() or None},
            say("echo_model", self.locale, model=shown),
            tuple(each.note(self.locale) for each in notes),
        )

    def _take_persona(self, answer: str, known: Mapping[str, Any]) -> Taken:
        if len(answer) > 20_000:
            raise _invalid("too_long", self.locale, "persona", key="persona", most=20_000)
        count = len(answer.splitlines())
        name = "echo_persona_default" if not count else "echo_persona_one" if count == 1 else "echo_persona"
        return Taken({"persona": answer}, say(name, self.locale, count=count))

    def _take_tools(self, answer: str, known: Mapping[str, Any]) -> Taken:
        names = [name for name in re.split(r"[\s,;]+", answer) if name] or list(default_tools(known))
        names = [_spelt(name) for name in names]
        self._check_tools(names)
        return Taken({"tools": names}, say("echo_tools", self.locale, names=", ".join(names)))

    def _take_task(self, answer: str, known: Mapping[str, Any]) -> Taken:
        if len(answer) > 20_000:
            raise _invalid("too_long", self.locale, "task", key="task", most=20_000)
        task = "" if fold(answer) in _NO else answer
        return Taken({"task": task}, say("echo_task" if task else "echo_no_task", self.locale))

    def _check_scope(self, scope: list[str]) -> None:
        if (bad := bad_glob(scope)) is not None:
            raise _invalid("not_a_scope", self.locale, "output_scope", glob=repr(bad[:80]))
        if scope and all(each.startswith("!") for each in scope):
            raise _invalid("only_exceptions", self.locale, "output_scope", key="output_scope")

    def _check_tools(self, names: list[str]) -> None:
        if (odd := next((name for name in names if capabilities_of(name) is None), None)) is not None:
            raise _invalid("unknown_tool", self.locale, "tools", name=repr(odd[:60]))

    def _reach(self, environment: str, project: str, scope: list[str]) -> Reach:
        where = self.workspaces.environments.get(environment)
        if where is None or not project:
            return Reach(0, complete=False)
        return reach(where.project_root(project), scope, self.clock)


def told(reached: Reach, locale: str) -> str:
    """What a scope reaches, in words: how many files today, and some of them."""
    if not reached.count:
        return say("reaches_nothing", locale)
    more = ", …" if reached.count > len(reached.examples) or not reached.complete else ""
    name = "reaches_many" if not reached.complete else "reaches_one" if reached.count == 1 else "reaches"
    return say(name, locale, count=reached.count, examples=", ".join(reached.examples) + more)


def split_globs(answer: str) -> list[str]:
    """Globs in an answer, apart by commas, semicolons, blanks or lines; none for a no."""
    words = _YES.sub("", answer.strip(), count=1)
    if fold(words).strip(" .!") in _NO:
        return []
    parts = re.split(r"[\s;]+|,(?![^{]*\})", words)
    bare = [part.strip("\"'`“”") for part in parts]
    return [part for part in bare if part]


def default_tools(known: Mapping[str, Any]) -> tuple[str, ...]:
    """What an agent gets when nobody says: it reads, and writes if it has a scope."""
    reading = ("Read", "Grep", "Glob", "LS")
    return (*reading, "Write") if known.get("output_scope") else reading


def _spelt(name: str) -> str:
    """A tool as it is written, however somebody typed it."""
    return next((word for word in WORDS if word.casefold() == name.casefold()), name)


def _invalid(phrase: str, locale: str, field: str, **values: object) -> Invalid:
    return Invalid(
        say(phrase, locale, **values), code="invalid_answer", field=field, hint=hint(phrase, locale, **values)
    )
