"""Reading evaluations and the index of trials: every query the app asks its tables."""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, func, select

from aule.apps.evaluations import tables as t
from aule.apps.evaluations.records import Evaluation, TrialPlan
from aule.sdk import Row, Source, errors, fetch_row, fetch_rows
from aule.text.words import fold

_ID: BindParameter[str] = bindparam("id")
_BEFORE: BindParameter[str] = bindparam("before")
_LIMIT: BindParameter[int] = bindparam("limit")
_ALL = select(t.evaluations).order_by(t.evaluations.c.title, t.evaluations.c.id)
_ONE = select(t.evaluations).where(t.evaluations.c.id == _ID)
_VERSIONS = select(t.versions).where(t.versions.c.evaluation == _ID).order_by(t.versions.c.version.desc())
_LATEST = select(func.max(t.versions.c.version)).where(t.versions.c.evaluation == _ID)
_TRIAL = select(t.trials).where(t.trials.c.id == _ID)
_KEY = t.trials.c.started_at + " " + t.trials.c.id
_OF_EVALUATION = (
    select(t.trials).where(t.trials.c.evaluation == _ID, _KEY < _BEFORE).order_by(_KEY.desc()).limit(_LIMIT)
)
_SUBJECT_KEY = t.subjects.c.started_at + " " + t.subjects.c.trial
_OF_AGENT = (
    select(t.subjects.c.trial, func.max(_SUBJECT_KEY))
    .where(t.subjects.c.agent == _ID, _SUBJECT_KEY < _BEFORE)
    .group_by(t.subjects.c.trial)
    .order_by(func.max(_SUBJECT_KEY).desc())
    .limit(_LIMIT)
)
LAST = "~"
"""Stands after every key of a trial."""


async def rows(source: Source) -> list[Row]:
    """Return the rows of all evaluations, by title."""
    return await fetch_rows(source, t.evaluations, _ALL)


async def row(source: Source, id: str) -> Row | None:
    """Return the row of an evaluation, or None."""
    return await fetch_row(source, t.evaluations, _ONE, id=id)


async def latest_version(source: Source, id: str) -> int:
    """Return the number of the latest version an evaluation ever had; 0 for one that never was."""
    return next((number or 0 for (number,) in await source.fetch(_LATEST, id=id)), 0)


async def versions(source: Source, id: str) -> list[Evaluation]:
    """Return every version of an evaluation, the latest first."""
    found = await fetch_rows(source, t.versions, _VERSIONS, id=id)
    return [Evaluation.model_validate_json(each["doc"]) for each in found]


async def all_evaluations(source: Source) -> list[Evaluation]:
    """Return all evaluations, by title."""
    return [Evaluation.model_validate_json(each["doc"]) for each in await rows(source)]


async def evaluation(source: Source, named: str) -> Evaluation:
    """Return the evaluation with an id or a title."""
    known = await rows(source)
    for each in known:
        if each["id"] == named or fold(each["title"]) == fold(named):
            return Evaluation.model_validate_json(each["doc"])
    raise errors.NotFound(
        f"There is no evaluation {named!r}.",
        candidates=[each["id"] for each in known][:5],
        hint="Choose one that exists, or make it.",
        field="evaluation",
    )


async def trial_row(source: Source, id: str) -> Row | None:
    """Return the row of a trial, or None."""
    return await fetch_row(source, t.trials, _TRIAL, id=id)


async def trials_of(source: Source, evaluation: str, *, limit: int, before: str | None = None) -> list[TrialPlan]:
    """Return what trials of an evaluation try, the latest first; `before` is a key, exclusive."""
    found = await fetch_rows(source, t.trials, _OF_EVALUATION, id=evaluation, before=before or LAST, limit=limit)
    return [TrialPlan.model_validate_json(each["doc"]) for each in found]


async def trials_of_agent(source: Source, agent: str, *, limit: int, before: str | None = None) -> list[TrialPlan]:
    """Return what trials of an agent try, the latest first; `before` is a key, exclusive."""
    found = await source.fetch(_OF_AGENT, id=agent, before=before or LAST, limit=limit)
    plans = [await trial_row(source, trial) for trial, _ in found]
    return [TrialPlan.model_validate_json(each["doc"]) for each in plans if each is not None]


def key_of(plan: TrialPlan) -> str:
    """Return the place of a trial among others: by its moment, then by its id."""
    return f"{plan.started_at} {plan.id}"
