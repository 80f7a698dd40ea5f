"""Notes: what is wrong with a workflow file, all of it at once, each with its line and in the reader's language."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Literal

from aule.apps.conductor.findings import Misconfigured
from aule.apps.conductor.views import LintNote
from aule.apps.conductor.words import language_in
from aule.contracts.errors import AuleError, Invalid
from aule.kernel.workflows.text import ParsedText, UnreadableText, check_size

TOLD = 5
"""How many notes one error tells in words."""


class NotRunnable(Invalid):
    """A workflow file cannot run as it stands; `notes` says everything that is wrong with it."""

    code = "invalid_workflow"

    def __init__(self, path: str, notes: Sequence[LintNote], locale: str) -> None:
        self.notes = list(notes)
        told = "; ".join(_told(each, path) for each in notes[:TOLD])
        rest = "" if len(notes) <= TOLD else f"; {phrase('and_more', locale, count=len(notes) - TOLD)}"
        first = notes[0]
        message = phrase("not_runnable", locale, path=repr(path), told=told + rest)
        super().__init__(message, hint=first.hint, field=first.code)


@dataclass(frozen=True, slots=True)
class Notes:
    """Collects what is found in one file."""

    path: str
    read: ParsedText
    locale: str = "en"
    found: list[LintNote] = field(default_factory=list[LintNote])

    def wrong(self, code: str, /, *place: str | int, **values: object) -> None:
        """Note an error at a place of the file."""
        self._add("error", code, place, values)

    def doubtful(self, code: str, /, *place: str | int, **values: object) -> None:
        """Note something at a place of the file that is worth knowing."""
        self._add("warning", code, place, values)

    def failed(self, error: AuleError, *place: str | int) -> None:
        """Note what an error says, at the place that led to it."""
        if isinstance(error, Misconfigured):
            for each in error.notes:
                self.take(each)
            return
        problem = error.problem
        note = LintNote(
            code=problem.code,
            severity="error",
            message=problem.message,
            path=self.path,
            line=self.line(*place),
            hint=problem.hint,
        )
        self.found.append(note)

    def take(self, note: LintNote) -> None:
        """Take over what somebody else found."""
        if note not in self.found:
            self.found.append(note)

    def line(self, *place: str | int) -> int | None:
        """The line of a place, or of what is around it."""
        mark = self.read.mark(place)
        return None if mark is None else mark.line

    @property
    def errors(self) -> list[LintNote]:
        """What keeps the file from being run."""
        return [each for each in self.found if each.severity == "error"]

    def check(self) -> None:
        """Raise when something keeps the file from being run."""
        if self.errors:
            raise NotRunnable(self.path, self.errors, self.locale)

    def _add(
        self,
        severity: Literal["error", "warning"],
        code: str,
        place: tuple[str | int, ...],
        values: dict[str, object],
    ) -> None:
        message, hint = phrase(code, self.locale, **values), _hint(code, self.locale, values)
        line = self.line(*place)
        self.take(LintNote(code=code, severity=severity, message=message, path=self.path, line=line, hint=hint))


def notes_on(text: str, path: str, locale: str) -> Notes:
    """The notes on a text, with what it says as YAML; that it says nothing readable is the first of them."""
    from aule.kernel.workflows.yaml_reader import read_yaml  # ruamel.yaml, which most commands never need

    try:
        check_size(text)
        return Notes(path, read_yaml(text), locale)
    except UnreadableText as error:
        notes = Notes(path, ParsedText(None, {} if error.mark is None else {(): error.mark}), locale)
        notes.wrong("not_yaml", why=str(error))
        return notes


def phrase(name: str, locale: str, /, **values: object) -> str:
    """A phrase about workflow files by name, filled in."""
    return _filled(_book()[name][language_in(locale)], values)


def _hint(name: str, locale: str, values: dict[str, object]) -> str | None:
    text = _book()[name].get(f"hint_{language_in(locale)}")
    return None if text is None else _filled(text, values)


def _filled(text: str, values: dict[str, object]) -> str:
    for key, value in values.items():
        text = text.replace("{" + key + "}", str(value))
    return text


def _told(note: LintNote, path: str) -> str:
    """A note with its place; the name of the file stands before all of them already."""
    where = ":".join(part for part in ("" if note.path == path else note.path, str(note.line or "")) if part)
    return f"{where}: {note.message}" if where else note.message


@cache
def _book() -> dict[str, Any]:
    return tomllib.loads((resources.files("aule.apps.conductor.workflow") / "words.toml").read_text("utf-8"))
