"""Answers to interrupts: finds the waiting approval a decision is about, and the option it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.access.approval import Approval, ApprovalKind
from aule.contracts.errors import ApprovalRequired, Conflict, Invalid, Match, NotFound

_ASKED = (ApprovalKind.STEP, ApprovalKind.QUESTION)


@dataclass(frozen=True, slots=True)
class InterruptAnswer:
    """An option of an approval, and the words that go with it."""

    approval: Approval
    option: str
    words: str | None = None


def answer_to(waiting: Sequence[Approval], decision: str | None, named: str | None = None) -> InterruptAnswer:
    """Return the one interrupt that a decision is about, and the option it means.

    Calls that need an approval are no interrupts: they are decided by the person who saw exactly what they would do.
    """
    asked = _interrupt(waiting, named)
    if decision is None:
        if any(option.id == "approve" for option in asked.options):
            return InterruptAnswer(asked, "approve")
        raise Invalid(
            f"{asked.title!r} needs an answer.",
            code="missing_param",
            field="decision",
            candidates=[option.label for option in asked.options],
        )
    said = decision.strip()
    for option in asked.options:
        if not option.input and said.casefold() in (option.id.casefold(), option.label.casefold()):
            return InterruptAnswer(asked, option.id)
    free = next((option.id for option in asked.options if option.input), None)
    if free is None or not said:
        raise Invalid(
            f"{decision!r} is no answer to {asked.title!r}.",
            code="invalid_param",
            field="decision",
            candidates=[option.id for option in asked.options],
        )
    return InterruptAnswer(asked, free, said)


def _interrupt(waiting: Sequence[Approval], named: str | None) -> Approval:
    found = [each for each in waiting if each.kind in _ASKED and each.step is not None and each.call is None]
    if named is not None:
        found = [each for each in found if each.id == named]
        if not found:
            raise NotFound(f"No interrupt {named!r} waits in this run.", subject=named)
    if len(found) == 1:
        return found[0]
    if found:
        raise Conflict(
            f"{len(found)} interrupts wait in this run.",
            code="several_wait",
            hint="Name one of them as `approval`.",
            matches=[Match(id=each.id, title=each.title, path=each.step or "") for each in found],
        )
    if waiting:
        raise ApprovalRequired(
            f"{waiting[0].title!r} needs your approval.",
            subject=waiting[0].id,
            hint="Look at exactly what it would do, and decide it in the inbox.",
        )
    raise Conflict("Nothing waits in this run.", code="nothing_waits", hint="Look at how its steps stand.")
