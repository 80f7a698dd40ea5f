"""The plan reader: reads plans from any similar document, and notes every repair."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ValidationError

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan
from aule.kernel.planning.document.coercion import RepairNotes
from aule.kernel.planning.document.content import hashed
from aule.kernel.planning.document.keys import camel
from aule.kernel.planning.document.normalization import normalised
from aule.kernel.planning.document.parser import PlanText, UnreadablePlan


@dataclass(frozen=True, slots=True)
class ReadPlan:
    """A plan, and the repairs made while reading it."""

    plan: Plan
    warnings: list[str]


def read_plan(document: JsonObject, *, id: str, project: str, now: str, is_copy: bool = False) -> ReadPlan:
    """Return the plan a document describes; raise `Invalid` when it describes none. Its own id is ignored.

    `is_copy` says that the document is kept elsewhere, so that texts that are too long may be cut.
    """
    notes = RepairNotes(may_cut=is_copy)
    data = normalised(document, notes)
    written = document.get("id")
    if written is not None and written not in (id, f"plan-{id}"):
        notes.add("id", f"{str(written)[:60]!r} was read as {id!r}")
    data |= {"id": id, "project": project}
    data.setdefault("created_at", now)
    data.setdefault("updated_at", data["created_at"])
    try:
        plan = hashed(Plan.model_validate(data))
    except ValidationError as problem:
        raise refused(problem) from problem
    return ReadPlan(plan, notes.all)


def read_text(text: PlanText, *, id: str, project: str, now: str) -> ReadPlan:
    """Return the plan a file describes; raise `UnreadablePlan` with the place of an error."""
    try:
        return read_plan(text.document, id=id, project=project, now=now)
    except UnreadablePlan:
        raise
    except Invalid as problem:
        raise text.unreadable(problem.problem.message, path_of(problem.problem.field)) from problem


def refused(problem: ValidationError) -> Invalid:
    """Return the first validation error of a plan as an error with its place."""
    first = problem.errors()[0]
    place = ".".join(camel(str(part)) for part in first["loc"])
    return Invalid(f"{place!r}: {first['msg']}", field=place, hint="Correct it and try again.")


def path_of(field: str | None) -> list[str | int]:
    """Return `steps[2].title` or `steps.2.title` as the parts of a path."""
    parts = (field or "").replace("[", ".").replace("]", "").split(".")
    return [int(part) if part.isdigit() else part for part in parts if part]
