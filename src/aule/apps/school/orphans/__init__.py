"""What an undo must not leave behind: things whose class, student, test or school is gone."""

from __future__ import annotations

from aule.apps.school.orphans.queries import BELONGS, orphan
from aule.apps.school.table_mapping import KINDS
from aule.apps.school.words import named
from aule.sdk import RowsTouched, Source, errors


async def after_undo(source: Source, touched: RowsTouched) -> None:
    """Refuse to take back what something else has come to belong to since."""
    names = {*touched.tables, *touched.made, *(str(each.get("table")) for each in touched.replaced)}
    for kind, column, above in BELONGS:
        if touched.blob is None and not names & {KINDS[kind].table.name, KINDS[above].table.name}:
            continue
        title = await orphan(source, kind, column, above)
        if title is not None:
            raise errors.Conflict(
                f"The {named(kind, 'en')} {title!r} would be left without its {named(above, 'en')}.",
                code="undo_conflict",
                subject=title,
                hint="Undo or remove what belongs to it first.",
            )
