"""What an undo must not leave behind: rows whose own parent is gone, and objectives that contribute in a circle."""

from __future__ import annotations

from aule.apps.atlas.rows.circles import closing
from aule.apps.atlas.rows.kinds import COMPANIES, KINDS, LINKS, LOOSE
from aule.apps.atlas.rows.queries import JOINS, Row, RowQueries, Source, companies, companies_with_rows, orphan
from aule.sdk import RowsTouched, errors


async def after_undo(source: Source, touched: RowsTouched) -> None:
    """Refuse to take back what something else has come to belong to since."""
    known = {row.id for row in await companies(source)}
    for company in await companies_with_rows(source):
        counts = await RowQueries(source, company).counts()
        if counts.get(LINKS):
            await _refuse_circles(RowQueries(source, company))
        for kind in KINDS.values():
            above, end = kind.parent_table, JOINS.get(kind.table)
            if above is None or kind.table in LOOSE or not counts.get(kind.table):
                continue
            if above != COMPANIES:
                _refuse(await orphan(source, company, kind.table, above), above)
            elif company not in known:
                _refuse((await RowQueries(source, company).of_kind(kind.table, after=-2, most=1))[0], above)
            if end is not None:
                _refuse(await orphan(source, company, kind.table, end, is_other_end=True), end)


async def _refuse_circles(queries: RowQueries) -> None:
    """Refuse a restored link that would close a circle with a link made since."""
    if closing([], [(row.parent or "", row.name) for row in await queries.of_kind(LINKS, after=-2)]):
        raise errors.Conflict(
            "Two objectives would contribute to each other, directly or over others.",
            code="undo_conflict",
            hint="Remove the link that was made since, then undo this.",
        )


def _refuse(row: Row | None, above: str) -> None:
    if row is None:
        return
    raise errors.Conflict(
        f"The {KINDS[row.kind].noun} {row.title or row.short!r} would be left without its {KINDS[above].noun}.",
        code="undo_conflict",
        subject=row.short,
        hint="Undo or delete what belongs to it first.",
    )
