"""An import as one action of a batch: its rows are laid over the company beside those of the other actions."""

from __future__ import annotations

import asyncio
from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.importing.import_run import Plan, unknown_people
from aule.apps.atlas.importing.merge import Settled
from aule.apps.atlas.importing.parcel import Parcel
from aule.apps.atlas.importing.planner import Choice, Planner, refuse_any
from aule.apps.atlas.importing.reader import open_document
from aule.apps.atlas.importing.refusals import told_in
from aule.apps.atlas.importing.tally import Tally, shown_of
from aule.apps.atlas.importing.target import target_of
from aule.apps.atlas.importing.verification import Verified, refuse_differing, verify
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import PEOPLE
from aule.sdk import RecordChange, errors

MOST_ROWS = 500
"""Rows an import may have among other actions; a larger one is called by itself, where it is streamed."""


def document_of(action: Action) -> Any:
    """Return the document of a `bulk_import`, which never removes anything."""
    data = action.data
    if data.get("mode", "merge") != "merge":
        raise errors.Invalid(
            "'mode' of 'bulk_import' can only be 'merge'.",
            code="invalid_param",
            field=action.at("mode"),
            hint="To replace a company, import a file yourself.",
        )
    return data.get("data", {name: value for name, value in data.items() if name != "mode"})


async def bulk_import(batch: Batch, action: Action) -> Planned:
    """Plan an import: all of its rows as they become, compared with the document to the last field."""
    draft, locale = batch.draft, batch.locale
    parcel = await _parcel(action, locale)
    target = await target_of(parcel, draft.source, draft.company, locale)
    planner = Planner(parcel, draft.source, target, Choice(), draft.moment.today, draft)
    tally = Tally(parcel)
    shown: list[RecordChange] = []
    async for _, settled in planner.steps():
        for each in settled:
            tally.add(each)
            if each.op != "unchanged":
                await _lay(batch, each)
                shown.append(shown_of(each))
    tally.skip(planner.routes)
    refuse_any(planner.routes, planner.choice, locale)
    people = await unknown_people(planner)
    for id in people:
        await draft.bring(PEOPLE, id, {"id": id}, is_seen=False)
    done = Verified()
    async for _ in verify(planner, draft, done):
        pass
    refuse_differing(done)
    warnings = [*action.warnings, *Plan(planner, tally, people).warnings(locale)]
    return Planned(action, "import", draft.head, shown, None, tally.told(), warnings)


async def _parcel(action: Action, locale: str) -> Parcel:
    document = document_of(action)

    def read() -> Parcel:
        return open_document(exact.parse(document) if isinstance(document, str) else exact.exact(document))

    with told_in(locale):
        parcel = await asyncio.to_thread(read)
    if parcel.total > MOST_ROWS:
        raise errors.TooLarge(
            f"'bulk_import' has {parcel.total} rows; {MOST_ROWS} are the most among other actions.",
            field=action.at("data"),
            hint="Send it as the only action of the batch, or call atlas.bulk_import.",
        )
    return parcel


async def _lay(batch: Batch, settled: Settled) -> None:
    before = settled.before
    if before is None:
        await batch.draft.bring(settled.table, settled.id, settled.doc)
    else:
        batch.draft.restore(before, settled.doc)
