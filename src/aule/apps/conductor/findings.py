"""Findings: what is wrong with a file of Conductor, where it stands, said in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from aule.apps.conductor.views import LintNote
from aule.apps.conductor.words import hint, say
from aule.contracts.errors import Invalid

ENGLISH = "en"
"""The language of who did not say which one they read."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a file, by a name that has words in every language."""

    code: str
    path: str = ""
    line: int | None = None
    severity: Literal["error", "warning"] = "error"
    values: Mapping[str, object] = field(default_factory=dict[str, object])

    def note(self, locale: str = ENGLISH) -> LintNote:
        """The finding as somebody reads it."""
        return LintNote(
            code=self.code,
            severity=self.severity,
            message=say(self.code, locale, **self.values),
            path=self.path,
            line=self.line,
            hint=hint(self.code, locale, **self.values),
        )


class Misconfigured(Invalid):
    """A file of Conductor says something that cannot be used; `notes` has all of it, with the lines."""

    code = "misconfigured"

    def __init__(self, findings: Iterable[Finding], locale: str = ENGLISH) -> None:
        self.findings = tuple(findings)
        self.notes = [each.note(locale) for each in self.findings]
        first, more = self.notes[0], len(self.notes) - 1
        rest = "" if more == 0 else f" {say('and_more', locale, count=more)}"
        super().__init__(f"{_where(first)}{first.message}{rest}", hint=first.hint)


def found(code: str, path: Path | str, line: int | None = None, **values: object) -> Finding:
    """An error in a file."""
    return Finding(code, str(path), line, "error", values)


def warned(code: str, path: Path | str, line: int | None = None, **values: object) -> Finding:
    """Something in a file that is worth knowing."""
    return Finding(code, str(path), line, "warning", values)


def _where(note: LintNote) -> str:
    if not note.path:
        return ""
    return f"{note.path}: " if note.line is None else f"{note.path}:{note.line}: "
