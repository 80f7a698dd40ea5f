"""Evaluations as documents: saved and deleted; every version is kept, and everything can be undone."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from pydantic import Field

from aule.apps.evaluations import queries
from aule.apps.evaluations import tables as t
from aule.apps.evaluations.app import evaluations
from aule.apps.evaluations.expectations import Shaped
from aule.apps.evaluations.records import Evaluation, EvaluationDraft, EvaluationId
from aule.apps.evaluations.words import hint, say
from aule.sdk import Context, Effect, FieldChange, RecordChange, Records, Row, RowWrite, errors
from aule.sdk.trials import faults_of

Expected = Annotated[
    int | None, Field(ge=1, description="The version that was edited; none for a new one, or the current one.")
]


async def _show_save(
    context: Context, id: EvaluationId, evaluation: EvaluationDraft, expected: Expected = None
) -> Records:
    before, after = await _prepare(context, id, evaluation, expected)
    old = {} if before is None else Evaluation.model_validate_json(before["doc"]).model_dump(mode="json")
    new = after.model_dump(mode="json")
    fields = [
        FieldChange(name=name, before=_plain(old.get(name)), after=_plain(new[name]))
        for name in EvaluationDraft.model_fields
        if old.get(name) != new[name]
    ]
    op = "create" if before is None else "update"
    record = RecordChange(op=op, kind="evaluation", id=id, title=after.title, fields=fields)
    return Records(summary=_title(op, after.title, context.locale), records=[record], total=1)


@evaluations.capability(
    effect=Effect.WRITE,
    title={"en": "Save an evaluation", "pt": "Salvar uma avaliação"},
    category="evaluations",
    targets=["id"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    preview=_show_save,
)
async def save_evaluation(
    context: Context, id: EvaluationId, evaluation: EvaluationDraft, expected: Expected = None
) -> Evaluation:
    """Make a set of test questions with expectations, or save another version of it."""
    await context.write_turn()
    before, after = await _prepare(context, id, evaluation, expected)
    row = _row(after)
    version = {"evaluation": id, "version": after.version, "doc": row["doc"]}
    op = "create" if before is None else "update"
    await context.change_rows(
        [RowWrite(t.evaluations, before, row), RowWrite(t.versions, None, version)],
        entity=f"evaluations:{id}",
        op=op,
        title=_title(op, after.title, context.locale),
    )
    return after


async def _show_delete(context: Context, evaluation: str, expected: Expected = None) -> Records:
    row = await _current(context, evaluation, expected)
    record = RecordChange(op="delete", kind="evaluation", id=row["id"], title=row["title"])
    return Records(summary=_title("delete", row["title"], context.locale), records=[record], total=1)


@evaluations.capability(
    effect=Effect.DELETE,
    title={"en": "Delete an evaluation", "pt": "Excluir uma avaliação"},
    category="evaluations",
    targets=["evaluation"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    preview=_show_delete,
)
async def delete_evaluation(context: Context, evaluation: str, expected: Expected = None) -> Evaluation:
    """Delete an evaluation; the results of its trials stay, and undo brings it back."""
    await context.write_turn()
    row = await _current(context, evaluation, expected)
    title = _title("delete", row["title"], context.locale)
    entity = f"evaluations:{row['id']}"
    await context.change_rows([RowWrite(t.evaluations, row, None)], entity=entity, op="delete", title=title)
    return Evaluation.model_validate_json(row["doc"])


async def _prepare(
    context: Context, id: str, draft: EvaluationDraft, expected: int | None
) -> tuple[Row | None, Evaluation]:
    """Return the row of an evaluation as it is, and the evaluation as it is to be; raise what is wrong with it."""
    _check_draft(draft, context.locale)
    before = await queries.row(context.reading, id)
    _refuse_stale(id, before, expected)
    now = context.ambient.timestamp()
    created = now if before is None else Evaluation.model_validate_json(before["doc"]).created_at
    version = await queries.latest_version(context.reading, id) + 1
    fields = {name: getattr(draft, name) for name in EvaluationDraft.model_fields}
    return before, Evaluation(**fields, id=id, created_at=created, updated_at=now, version=version)


def _check_draft(draft: EvaluationDraft, locale: str) -> None:
    """Raise what is wrong with an evaluation: two questions with one id, or a schema that nobody can check."""
    twice = next((id for id, count in Counter(each.id for each in draft.questions).items() if count > 1), None)
    if twice is not None:
        raise errors.Invalid(
            say("twice", locale, id=twice), hint=hint("twice", locale), field="questions", code="twice"
        )
    for place, question in enumerate(draft.questions):
        for number, each in enumerate(question.expectations):
            fault = next(iter(faults_of(each.shape)), None) if isinstance(each, Shaped) else None
            if fault is not None:
                field = f"questions.{place}.expectations.{number}.shape"
                raise errors.Invalid(say("bad_shape", locale, fault=fault), field=field, code="bad_shape")


async def _current(context: Context, id: str, expected: int | None) -> Row:
    row = await queries.row(context.reading, id)
    if row is None:
        raise errors.NotFound(f"There is no evaluation {id!r}.", hint="List the evaluations.", field="evaluation")
    _refuse_stale(id, row, expected)
    return row


def _refuse_stale(id: str, row: Row | None, expected: int | None) -> None:
    """Refuse an edit of a version that is no longer the current one."""
    if expected is not None and (row is None or row["version"] != expected):
        raise errors.Conflict(
            f"The evaluation {id!r} changed since it was read.",
            code="stale",
            hint="Read it again." if row is None else f"Read it again; the current version is {row['version']}.",
        )


def _row(evaluation: Evaluation) -> Row:
    return {
        "id": evaluation.id,
        "title": evaluation.title,
        "agent": evaluation.agent,
        "version": evaluation.version,
        "doc": evaluation.model_dump_json(),
    }


def _title(op: str, title: str, locale: str) -> str:
    return say({"create": "made", "update": "changed", "delete": "deleted"}[op], locale, title=title)


def _plain(value: object) -> str | None:
    return None if value is None else value if isinstance(value, str) else str(value)
