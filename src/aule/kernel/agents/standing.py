"""The standing of a conversation: what was wanted last, whether it waits, what was listed, what was changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from aule.contracts.access.capability import Result
from aule.contracts.access.change import Change
from aule.contracts.events.facts import CallCompleted, Event, TurnUnderstood
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.talk.brain import Standing
from aule.contracts.talk.understanding import Understood, Verdict
from aule.kernel.journal import Journal
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.repositories.runs import Runs, Which

LOOKED_BACK = 4
"""Turns of a conversation that are read."""
MOST_LISTED = 30
CHANGES = 20
_TITLES = ("title", "titulo", "nome", "name", "path")


async def standing_of(
    run: Run, journal: Journal, runs: Runs, changes: Changes, plan: Plan | None, *, is_within: bool = False
) -> Standing:
    """Return the standing before a turn; with `is_within`, including what the turn did so far."""
    if run.session_id is None:
        return Standing()
    found = (await runs.list(Which(session=run.session_id, kind=RunKind.TURN), limit=LOOKED_BACK + 1)).items
    earlier = [each for each in found if (is_within or each.id != run.id) and each.started_at <= run.started_at]
    standing = Standing()
    latest, is_asked_to_learn = await _latest_told(earlier[0], journal) if earlier else (None, False)
    for each in earlier:
        events = await journal.read(None, run=each.id, types=["turn.understood", "call.completed"])
        standing = _with(standing, each, events)
        if standing.last is not None and standing.listed:
            break
    waits = plan.id if plan is not None and plan.run is None else ""
    changed = (await changes.list(Wanted(session_id=run.session_id), limit=CHANGES)).items
    made = _latest(changed, undone=False)
    return Standing(
        last=standing.last,
        waiting=standing.waiting,
        plan=waits,
        changed=made,
        undone=_latest(changed, undone=True),
        listed=standing.listed,
        focus=standing.focus,
        understood=latest,
        has_changed=bool(earlier) and made == earlier[0].id,
        is_asked_to_learn=is_asked_to_learn,
    )


async def _latest_told(run: Run, journal: Journal) -> tuple[Understood | None, bool]:
    """Return what was understood in a turn, and whether it only waits for consent to keep a sentence."""
    events = await journal.read(None, run=run.id, types=["turn.understood", "call.completed"])
    told = [each.data.understood for each in events if isinstance(each.data, TurnUnderstood)]
    found = told[-1] if told and told[-1].decision is not Verdict.TALK else None
    done = [each.data.capability for each in events if isinstance(each.data, CallCompleted)]
    wanted = {each.capability for each in found.calls} if found is not None else set[str]()
    return found, run.status is RunStatus.WAITING and not wanted.isdisjoint(done)


def _with(standing: Standing, run: Run, events: Sequence[Event]) -> Standing:
    """Return a standing with what an earlier turn adds; later turns take precedence."""
    told = [each.data.understood for each in events if isinstance(each.data, TurnUnderstood)]
    results = [each.data.result for each in events if isinstance(each.data, CallCompleted)]
    calls = told[-1].calls if told else []
    is_waiting = run.status is RunStatus.WAITING
    return Standing(
        last=standing.last or (calls[-1] if calls else None),
        waiting=standing.waiting or (run.id if is_waiting and standing.last is None else ""),
        listed=standing.listed or tuple(_listed(results))[:MOST_LISTED],
        focus=standing.focus or (told[-1].focus if told else {}),
    )


def _listed(results: Sequence[Result]) -> Iterator[str]:
    """Yield the titles of what the last result listed."""
    for result in reversed(results):
        data: Any = result.data
        values: list[Any] = [data] if isinstance(data, list) else _values(data)
        lists = [cast("list[Any]", each) for each in values if isinstance(each, list)]
        titles = [title for items in lists for item in items if (title := _title(item))]
        if titles:
            yield from titles
            return


def _values(data: Any) -> list[Any]:
    return list(cast("dict[str, Any]", data).values()) if isinstance(data, dict) else []


def _title(item: Any) -> str:
    if isinstance(item, str):
        return item
    record = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
    return next((str(record[key]) for key in _TITLES if isinstance(record.get(key), str) and record[key]), "")


def _latest(changes: Sequence[Change], *, undone: bool) -> str:
    """Return the run of the latest change in effect: one that was made, or one that undid another."""
    standing = [each for each in changes if each.undone_by is None]
    if undone:
        return standing[0].run if standing and standing[0].undoes is not None and standing[0].run else ""
    made = next((each for each in standing if each.undoes is None and each.run), None)
    return made.run if made is not None and made.run else ""
