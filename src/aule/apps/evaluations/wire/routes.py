"""Evaluations over HTTP: kept as documents with versions, brought from files and taken away as files."""

from __future__ import annotations

import re
from typing import Any

from pydantic import Field

from aule.apps.evaluations import queries
from aule.apps.evaluations.files import EvaluationFile, ExportedEvaluation, FileFormat, read_file, write_file
from aule.apps.evaluations.records import (
    MOST_QUESTIONS,
    Evaluation,
    EvaluationDraft,
    EvaluationId,
    TestQuestion,
    Title,
)
from aule.contracts.access.agent import AgentId
from aule.sdk import errors
from aule.sdk.http import (
    ByHand,
    Id,
    IfMatch,
    JsonObject,
    Kernel,
    Model,
    Reply,
    Routes,
    Word,
    expected_version,
    losing_is_stale,
    versioned,
)
from aule.text.words import fold

wire = Routes(prefix="/v1/evaluations", tags=["evaluations"])

_SHOWN: dict[int | str, dict[str, Any]] = {200: {"model": Evaluation}}
_MADE: dict[int | str, dict[str, Any]] = {201: {"model": Evaluation}}


class NewEvaluation(EvaluationDraft):
    """An evaluation to be made; without an id it gets one after its title."""

    id: EvaluationId | None = None


class EvaluationEdit(Model):
    """What to change about an evaluation; what is left out stays."""

    title: Title | None = None
    description: str | None = Field(default=None, max_length=2_000)
    agent: AgentId | None = None
    questions: list[TestQuestion] | None = Field(default=None, max_length=MOST_QUESTIONS)


class Evaluations(Model):
    """The evaluations."""

    items: list[Evaluation]


class DeletedEvaluation(Model):
    """An evaluation that was deleted: the run and the change to undo."""

    run: str
    change: str | None


@wire.route("GET", "")
async def list_evaluations(kernel: Kernel, agent: Word = None) -> Evaluations:
    """The evaluations, by title; with `agent`, only the test questions of that agent."""
    found = await queries.all_evaluations(kernel.database)
    return Evaluations(items=[each for each in found if agent is None or each.agent == agent])


@wire.route("POST", "", status=201, responses=_MADE)
async def create_evaluation(body: NewEvaluation, kernel: Kernel) -> Reply:
    """Make an evaluation."""
    await _refuse_taken(kernel, body.id)
    id = body.id or await _free_id(kernel, body.title)
    return await _saved(kernel, id, EvaluationDraft(**_fields(body)), None, status=201)


@wire.route("POST", "/import", status=201, responses=_MADE)
async def import_evaluation(body: EvaluationFile, kernel: Kernel) -> Reply:
    """Read an evaluation from a YAML or JSON file; where its id is taken, it becomes another version of that one."""
    named, draft = read_file(body.content)
    id = body.id or named
    if id is not None and not re.fullmatch(r"[a-z][a-z0-9_-]{0,63}", id):
        raise errors.Invalid(f"{id[:80]!r} is no id of an evaluation.", field="id", hint="Use a-z, 0-9, - and _.")
    return await _saved(kernel, id or await _free_id(kernel, draft.title), draft, None, status=201)


@wire.route("GET", "/{id}", responses=_SHOWN)
async def get_evaluation(id: Id, kernel: Kernel) -> Reply:
    """One evaluation; its `ETag` is what an edit sends as `If-Match`."""
    found = await queries.evaluation(kernel.database, id)
    return versioned(found, found.version)


@wire.route("PUT", "/{id}", responses=_SHOWN)
async def replace_evaluation(id: Id, body: EvaluationDraft, kernel: Kernel, if_match: IfMatch = None) -> Reply:
    """Replace an evaluation by another version of it."""
    current = await queries.evaluation(kernel.database, id)
    return await _saved(kernel, current.id, body, expected_version(if_match, current.version))


@wire.route("PATCH", "/{id}", responses=_SHOWN)
async def edit_evaluation(id: Id, body: EvaluationEdit, kernel: Kernel, if_match: IfMatch = None) -> Reply:
    """Change some fields of an evaluation; what is left out stays."""
    current = await queries.evaluation(kernel.database, id)
    expected = expected_version(if_match, current.version)
    given = {name: getattr(body, name) for name in body.model_fields_set}
    if none := next((name for name, value in given.items() if value is None and name != "agent"), None):
        raise errors.Invalid(f"{none!r} cannot be taken away.", field=none, hint="Leave it out to keep it.")
    draft = EvaluationDraft.model_validate({**_fields(current), **given})
    return await _saved(kernel, current.id, draft, expected)


@wire.route("DELETE", "/{id}")
async def delete_evaluation(id: Id, kernel: Kernel, if_match: IfMatch = None) -> DeletedEvaluation:
    """Delete an evaluation; undo the change to have it back. The results of its trials stay."""
    current = await queries.evaluation(kernel.database, id)
    params: JsonObject = {"evaluation": current.id, "expected": expected_version(if_match, current.version)}
    shown = await kernel.preview("evaluations.delete_evaluation", params)
    called = await _called(kernel, "evaluations.delete_evaluation", params, ByHand(seen=shown.content_hash))
    return DeletedEvaluation(run=called.run, change=next(iter(called.result.changes), None))


@wire.route("GET", "/{id}/versions")
async def list_evaluation_versions(id: Id, kernel: Kernel) -> Evaluations:
    """Every version of an evaluation, the latest first; put one back to restore it."""
    found = await queries.versions(kernel.database, id)
    if not found:
        raise errors.NotFound(f"There is no evaluation {id!r}.", hint="List the evaluations.")
    return Evaluations(items=found)


@wire.route("GET", "/{id}/export")
async def export_evaluation(id: Id, kernel: Kernel, format: FileFormat = "yaml") -> ExportedEvaluation:
    """An evaluation as a YAML or JSON file, to be kept beside a project."""
    found = await queries.evaluation(kernel.database, id)
    return write_file(found.id, EvaluationDraft(**_fields(found)), format)


async def _saved(kernel: Kernel, id: str, draft: EvaluationDraft, expected: int | None, *, status: int = 200) -> Reply:
    params = {"id": id, "evaluation": draft.model_dump(mode="json"), "expected": expected}
    called = await _called(kernel, "evaluations.save_evaluation", params, ByHand())
    saved = Evaluation.model_validate(called.result.data)
    return versioned(saved, saved.version, status=status)


async def _called(kernel: Kernel, name: str, params: JsonObject, hand: ByHand) -> Any:
    """Make a call by hand; where another edit was faster, this one is stale."""
    with losing_is_stale():
        return await kernel.call(name, params, by_hand=hand)


def _fields(evaluation: EvaluationDraft) -> JsonObject:
    return {name: getattr(evaluation, name) for name in EvaluationDraft.model_fields}


async def _refuse_taken(kernel: Kernel, id: str | None) -> None:
    if id is not None and await queries.row(kernel.database, id) is not None:
        raise errors.Conflict(
            f"There is an evaluation {id!r} already.", code="exists", field="id", hint="Choose another id."
        )


async def _free_id(kernel: Kernel, title: str) -> str:
    """Return an id after a title that no evaluation has."""
    words = re.sub(r"[^a-z0-9]+", "-", fold(title)).strip("-")
    wish = (words if words[:1].isalpha() else f"evaluation-{words}".rstrip("-"))[:56].rstrip("-")
    for attempt in range(1, 100):
        id = wish if attempt == 1 else f"{wish}-{attempt}"
        if await queries.row(kernel.database, id) is None:
            return id
    raise errors.Invalid(f"There are a hundred evaluations titled like {title!r}", hint="Give it an id.", field="id")
