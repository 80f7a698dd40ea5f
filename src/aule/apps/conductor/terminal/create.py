"""`aule agent new`: nine questions, and an agent that passes its lint."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from aule.apps.conductor.agents.questions import KEYS, Questionnaire, split_globs
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.terminal.admission import Desk
from aule.apps.conductor.terminal.words import address_of, show_agent, show_notes
from aule.apps.conductor.views import AgentAnswers, AgentDraft, AgentQuestion, QuestionKey, ResidentView
from aule.contracts.ambient import Clock
from aule.contracts.errors import AuleError, Cancelled, Invalid, NeedsInput
from aule.kernel.workflows.text import read_text
from aule.sdk.terminal import YES, ExitCode, interruptible, locale, one_line, say, show_diff

TRIES = 3
"""How often a question is asked before the dialog is given up."""
ORIGINAL = "pt-BR"
"""The language the questions were first written in; they are always asked in it as well."""


@dataclass
class Creator:
    """The dialog: asks what is not answered yet, and checks each answer as it comes."""

    desk: Desk
    home: Home
    clock: Clock
    answers: dict[str, Any] = field(default_factory=dict[str, Any])
    is_home_named: bool = False
    """Whether the command said which home is meant."""

    async def create(self, *, is_scripted: bool) -> int:
        """Ask, show what would be made, make it after a yes, and try it out."""
        if not is_scripted:
            questions = Questionnaire.of(self.home, self.clock, locale())
            for key in KEYS:
                self.answers |= await self._answered(questions, key)
        answers = validated(self.answers)
        body, query = answers.model_dump(mode="json"), {"home": str(self.home.path), "locale": locale()}
        draft = await self.desk.client.post("/v1/conductor/agents/draft", AgentDraft, body, **query)
        self._show(draft)
        if not is_scripted and not await self._agreed():
            self.desk.console.say(say("declined"), "yellow")
            return ExitCode.APPROVAL_MISSING
        made = await self.desk.client.post("/v1/conductor/agents", AgentDraft, body, **query)
        return await self._tried(answers, made)

    async def _answered(self, questions: Questionnaire, key: QuestionKey) -> dict[str, Any]:
        """Ask until the answer is one; it is echoed as it was understood."""
        console = self.desk.console
        for _ in range(TRIES):
            self._ask(questions, key)
            try:
                typed = await interruptible(self.desk.lines.answer("› "))
            except Cancelled:
                raise Cancelled("Nothing was made.") from None
            if typed is None:
                break
            try:
                taken = questions.take(key, typed, self.answers)
            except AuleError as error:
                console.problem(error.report)
                continue
            console.say(f"→ {one_line(taken.echo)}", "cyan")
            show_notes(console, list(taken.notes))
            return dict(taken.values)
        raise NeedsInput(say("question_unanswered", key=repr(key)), hint=say("question_unanswered_hint"))

    def _ask(self, questions: Questionnaire, key: QuestionKey) -> None:
        console = self.desk.console
        mine = questions.question(key, self.answers)
        first = Questionnaire(questions.home, questions.workspaces, questions.clock, ORIGINAL).question(key, {})
        as_first = first.text if first.text != mine.text else ""
        console.say(f"{KEYS.index(key) + 1}. {self._shown(mine.text)}", "bold")
        for line in (self._shown(as_first), mine.hint, _offered(mine)):
            if line:
                console.say(f"   {one_line(line)}", "dim")

    def _shown(self, text: str) -> str:
        """A question for eyes: on a terminal the whole line is bold, and stars would only be in the way."""
        return text.replace("**", "") if self.desk.console.interactive else text

    def _show(self, draft: AgentDraft) -> None:
        console = self.desk.console
        console.say(one_line(draft.place), "bold")
        for name, content in draft.files.items():
            console.say(name, "cyan")
            show_diff(console, "\n".join(f"+{line}" for line in content.removesuffix("\n").split("\n")), indent="  ")
        if self.answers.get("output_scope"):
            console.say(f"{say('reaches', count=draft.reaches)} {one_line(', '.join(draft.examples))}", "dim")
        show_notes(console, draft.notes)

    async def _agreed(self) -> bool:
        typed = await interruptible(self.desk.lines.answer(say("create")))
        return (typed or "").strip().lower() in YES

    async def _tried(self, answers: AgentAnswers, made: AgentDraft) -> int:
        """What a lint says of it in its place, and how to begin."""
        console = self.desk.console
        console.say(f"✓ {one_line(made.place)}", "green")
        if answers.execution_mode == "project_resident":
            place = address_of(answers.environment, answers.project, answers.id)
            found = await self.desk.client.get(place, ResidentView, home=str(self.home.path), locale=locale())
            show_agent(console, found)
            names = f"--environment {answers.environment} --project {answers.project} --agent {answers.id}"
            where = f" --home {shlex.quote(str(self.home.path))}" if self.is_home_named else ""
            console.say(say("begin", command=f"aule agent run {names} --repl{where}"), "cyan")
        else:
            show_notes(console, made.notes)
        console.result({"ok": True, **made.model_dump(mode="json")})
        return ExitCode.USAGE if any(note.severity == "error" for note in made.notes) else ExitCode.OK


def answers_in(file: Path) -> dict[str, Any]:
    """Answers from a file, by the names of the questions."""
    try:
        value = read_text(file.read_text(encoding="utf-8")).value
    except OSError as error:
        raise Invalid(f"{str(file)!r} cannot be read: {error.strerror}.", hint="Check its name.") from None
    if not isinstance(value, dict):
        raise Invalid(f"{str(file)!r} does not hold answers by name.", hint="Write them as `id: MyAgent`.")
    given = {str(name): each for name, each in cast("dict[object, Any]", value).items()}
    odd = sorted(given.keys() - AgentAnswers.model_fields.keys())
    if odd:
        raise Invalid(f"{odd[0]!r} is no question.", hint="Name them so.", candidates=[*AgentAnswers.model_fields])
    return given


def validated(given: dict[str, Any]) -> AgentAnswers:
    """Answers as the kernel wants them: a scope may be written as one text, a model with its provider."""
    given = {name: each for name, each in given.items() if each not in (None, "")}
    if isinstance(given.get("output_scope"), str):
        given["output_scope"] = split_globs(given["output_scope"])
    if isinstance(given.get("tools"), str):
        given["tools"] = given["tools"].replace(",", " ").split()
    if "provider" not in given and "/" in str(given.get("model", "")):
        given["provider"], _, given["model"] = str(given["model"]).partition("/")
    try:
        return AgentAnswers.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Invalid(f"The answer {place!r} cannot be used: {first['msg']}.", field=place) from None


def _offered(question: AgentQuestion) -> str:
    return ", ".join(question.choices)
