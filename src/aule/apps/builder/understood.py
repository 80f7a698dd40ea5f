"""What words mean for one workflow: edits, several edits one after the other, or what of them is not understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.apps.builder.graph_edits import Edit, apply_edits
from aule.apps.builder.sentences import (
    EditRequest,
    clauses_in,
    is_about_all,
    is_edit,
    is_loose_edit,
    plainer,
    requests_in,
    speaks_of_place,
)
from aule.apps.builder.spoken_edits import KEEP, Meaning, meanings_of, speaks_of_other_thing
from aule.apps.builder.step_names import steps_named
from aule.contracts.errors import AuleError
from aule.contracts.runs.workflow import Workflow
from aule.sdk.workflows import ParsedText, form_of, workflow_of

_NAMES = ("step", "source", "target", "before", "after", "first", "second")
_FREE = ("what", "question")


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood of a sentence."""

    meanings: list[Meaning]
    missed: str = ""
    """The part that asks for an edit and that nobody understood; then nothing is done."""
    is_part: bool = False
    """Whether the rest was understood."""


def understand(words: str, workflow: Workflow, known: Sequence[Workflow], locale: str) -> Understood:
    """Return what words mean for a workflow; what is misspelt is tried as what it is near to."""
    first = _understand(words, workflow, known, locale)
    if first.meanings or (bare := plainer(words)) == " ".join(words.split()):
        return first
    second = _understand(bare, workflow, known, locale)
    return second if second.meanings else first


def _understand(words: str, workflow: Workflow, known: Sequence[Workflow], locale: str) -> Understood:
    clauses = clauses_in(words)
    told: list[Meaning | None] = []
    if len(clauses) > 1:
        told = _each(clauses, workflow, known, locale)
        found = [each for each in told if each is not None]
        if len(found) == len(clauses):
            return Understood([_together(found)])
    for request in requests_in(words):
        if _is_whole(request) and (found := meanings_of(request, workflow, known, locale)):
            return Understood(found)
    missed = [clause for clause, each in zip(clauses, told, strict=False) if each is None]
    if len(missed) < len(told):
        return Understood([], missed[0], is_part=True)
    return Understood([], words.strip() if _is_about(words, workflow) else "")


def _each(clauses: Sequence[str], workflow: Workflow, known: Sequence[Workflow], locale: str) -> list[Meaning | None]:
    """Return what each clause surely means, after the edits of those before it; None for one that is not sure."""
    told: list[Meaning | None] = []
    now = workflow
    for clause in clauses:
        meanings: list[Meaning] = []
        for request in requests_in(clause):
            if meanings := meanings_of(request, now, known, locale):
                break
        meaning = meanings[0] if len(meanings) == 1 and meanings[0].is_sure else None
        told.append(meaning)
        if meaning is not None:
            now = _after(now, meaning.edits)
    return told


def _together(meanings: Sequence[Meaning]) -> Meaning:
    """Return several meanings as one; what cannot be done keeps the others from being done."""
    edits: list[Edit] = [edit for each in meanings for edit in each.edits]
    refusals = [each.refusal for each in meanings if each.refusal and each.label != KEEP]
    kept = next((each.refusal for each in meanings), "") if not edits else ""
    return Meaning(edits, "several", "", is_sure=True, refusal=next(iter(refusals), kept))


def _after(workflow: Workflow, edits: Sequence[Edit]) -> Workflow:
    try:
        return workflow_of(ParsedText(apply_edits(form_of(workflow), edits)))
    except AuleError:
        return workflow  # why they cannot be made is told when they are proposed


def _is_whole(request: EditRequest) -> bool:
    """Return whether no part of a request holds a second one: a name never does, a task only after *that* or *to*."""
    for name, said in request.parts.items():
        if (name in _NAMES and len(clauses_in(said)) > 1) or (name in _FREE and _holds_edit(said)):
            return False
        if request.deed == "rename" and name == "to" and len(clauses_in(f"rename a to {said}")) > 1:
            return False
    return True


def _holds_edit(said: str) -> bool:
    first, *rest = clauses_in(said)
    is_told = any(f" {word} " in f" {first} " for word in ("que", "para", "pra", "that", "which", "to"))
    return bool(rest) and not is_told


def _is_about(words: str, workflow: Workflow) -> bool:
    """Return whether words want an edit of a workflow: they begin as one, and name a place or a step of it."""
    if is_about_all(words):
        return True
    if speaks_of_other_thing(words):
        return False
    is_named = bool(steps_named(words, workflow.graph.nodes))
    return (is_edit(words) and speaks_of_place(words)) or (is_loose_edit(words) and is_named)
