"""Answers of a person, and the exceptions by which a call asks for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, Choices
from aule.contracts.access.autorun import Autorun
from aule.kernel.capabilities.gate.approval_requests import CallPreview
from aule.kernel.capabilities.words import say


@dataclass(frozen=True, slots=True)
class Answer:
    """A person's choice, or their words."""

    option: str
    text: str | None


def answers_in(grants: Sequence[Approval]) -> dict[str, Answer]:
    """Return a person's answers by the hash of the question."""
    found: dict[str, Answer] = {}
    for grant in grants:
        if grant.kind is ApprovalKind.QUESTION and grant.option is not None:
            label = next((option.label for option in grant.options if option.id == grant.option), grant.option)
            text = grant.answer if grant.option == "answer" else label
            found[grant.binds.content_hash] = Answer(option=grant.option, text=text)
    return found


class QuestionAsked(Exception):
    """Raised when a capability needs a person's answer. Only the gate catches this."""

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


def question_of(question: str, options: Sequence[str], *, free_text: bool, detail: str, locale: str) -> QuestionAsked:
    """Return the exception that asks a person one question; without options they answer in their own words."""
    choices = [ApprovalOption(id=f"option_{n}", label=label) for n, label in enumerate(options, start=1)]
    if free_text or not choices:
        choices.append(ApprovalOption(id="answer", label=say("answer", locale), input=True))
    return QuestionAsked(Choices(question=question, free_text=free_text or not options), choices, detail)


class ShownChanged(Exception):
    """Raised when an approved call would no longer do what the person saw. Only the gate catches this."""

    def __init__(self, shown: CallPreview) -> None:
        super().__init__("what was shown has changed")
        self.shown = shown


class AskFirst(Exception):
    """Raised when a call is to do something that always needs approval. Only the gate catches this."""

    def __init__(self, why: str, note: str = "", autoruns: Sequence[Autorun] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.note = note
        """What the person is told, in their language."""
        self.autoruns = autoruns
        """What would run by itself, and nobody has seen."""
