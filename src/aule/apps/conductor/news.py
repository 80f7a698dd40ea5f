"""News of Conductor for the first page: what agents propose, and work that failed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from aule.apps.conductor.app import conductor
from aule.apps.conductor.words import say
from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.ambient import timestamp
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.sdk import News, NewsItem, Reading
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.repositories.runs import Runs, Which

_RECENT = timedelta(days=7)
"""How long a failure is news."""
_MOST = 20
_WORK = frozenset({RunKind.WORKFLOW, RunKind.PLAN, RunKind.TURN})
"""Work that somebody gave to an agent; single calls tell of themselves where they are made."""


@conductor.view("news")
async def news(reading: Reading) -> News:
    """What the first page tells of agents that work on code: their proposals, and what failed lately."""
    proposed = (await Changes(reading.source).list(Wanted(status=ChangeStatus.PROPOSED), limit=_MOST)).items
    since = timestamp(reading.now - _RECENT)
    failed = (await Runs(reading.source).list(Which(status=RunStatus.FAILED), limit=_MOST)).items
    recent = [run for run in failed if run.parent is None and run.kind in _WORK and run.started_at >= since]
    return News.of([*_proposals(proposed, reading.locale), *(_failure(run, reading.locale) for run in recent)])


def _proposals(proposed: Sequence[Change], locale: str) -> list[NewsItem]:
    """Return one line for each run that proposes something: its files are looked at together."""
    by_run: dict[str, list[Change]] = {}
    for change in proposed:
        by_run.setdefault(change.run or "", []).append(change)
    return [
        NewsItem(
            title=changes[0].title,
            detail=say("news_proposed", locale),
            tone="attention",
            path=f"/activity/{run}" if run else "/history",
            count=len(changes) if len(changes) > 1 else None,
            when=changes[0].ts,
        )
        for run, changes in by_run.items()
    ]


def _failure(run: Run, locale: str) -> NewsItem:
    detail = say("news_failed", locale)
    reason = run.error.message if run.error is not None else ""
    return NewsItem(
        title=run.title,
        detail=f"{detail}: {reason}" if reason else detail,
        tone="danger",
        path=f"/activity/{run.id}",
        when=run.finished_at,
    )
