"""Answers: what a person said, and what has to be put to them first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, Choices
from aule.contracts.access.autorun import Autorun
from aule.kernel.capabilities.gate.approval_requests import Shown


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person chose or said."""

    option: str
    text: str | None


def answers_in(grants: Sequence[Approval]) -> dict[str, Answer]:
    """What a person answered, by the question it was asked for."""
    found: dict[str, Answer] = {}
    for grant in grants:
        if grant.kind is ApprovalKind.QUESTION and grant.option is not None:
            label = next((option.label for option in grant.options if option.id == grant.option), grant.option)
            text = grant.answer if grant.option == "answer" else label
            found[grant.binds.content_hash] = Answer(option=grant.option, text=text)
    return found


class QuestionAsked(Exception):
    """A capability cannot go on without a person's answer. Only the gate catches this."""

    def __init__(
        self,
        choices: Choices,
        options: list[ApprovalOption],
        detail: str = "",
        *,
        about: dict[str, list[Any]] | None = None,
    ) -> None:
        super().__init__(choices.question)
        self.choices = choices
        self.options = options
        self.detail = detail
        self.about = about or {}
        """The parameter it is about, by its path, and what may be meant by it."""


class ShownChanged(Exception):
    """What a person said yes to is no longer what would happen. Only the gate catches this."""

    def __init__(self, shown: Shown) -> None:
        super().__init__("what was shown has changed")
        self.shown = shown


class AskFirst(Exception):
    """This is more than anybody does without asking. Only the gate catches this."""

    def __init__(self, why: str, note: str = "", autoruns: Sequence[Autorun] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.note = note
        """What the person is told, in their language."""
        self.autoruns = autoruns
        """What would run by itself, and nobody has seen."""
