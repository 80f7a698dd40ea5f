"""Meetings of a company and their agendas: a meeting may be made together with the items of its agenda."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned, listed
from aule.apps.atlas.batch.preview import field_change
from aule.apps.atlas.batch.subjects import DEFAULTS, MEETING
from aule.apps.atlas.capabilities.creation import create
from aule.apps.atlas.figures.numbers import number
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import fields
from aule.apps.atlas.rows.kinds import AGENDA
from aule.apps.atlas.rows.queries import Row
from aule.sdk import RecordChange, errors

MOST_ITEMS = 50
"""Items of an agenda that one action may bring."""
_SAID = ("title", "description", "responsible_user_id")
_SPELLED = {
    "name": "title",
    "titulo": "title",
    "título": "title",
    "descricao": "description",
    "descrição": "description",
}


async def create_meeting(batch: Batch, action: Action) -> Planned:
    """Plan a new meeting, with the items of its agenda where `agenda_items` lists them."""
    items = [_item(action, place, item) for place, item in enumerate(listed(action, "agenda_items"))]
    if len(items) > MOST_ITEMS:
        raise errors.TooLarge(
            f"There are {len(items)} agenda items; {MOST_ITEMS} are the most one meeting may be made with.",
            field=action.at("agenda_items"),
            hint="Add the others with create_agenda_item.",
        )
    action.data.pop("agenda_items", None)
    planned = await create(batch, action)
    shown = list(planned.shown)
    for place, item in enumerate(items):
        doc = {"meeting_id": planned.row.id, **item, "order_index": place, **DEFAULTS["agenda_item"]}
        row = await batch.draft.make(AGENDA, doc)
        told = [field_change(name, None, value) for name, value in item.items()]
        shown.append(
            RecordChange(op="create", kind="agenda_item", title=row.title, path=[planned.row.title], fields=told)
        )
    return replace(planned, shown=shown)


async def create_agenda_item(batch: Batch, action: Action) -> Planned:
    """Plan a new item at the end of a meeting's agenda."""
    if action.data.get("order_index") is None:
        meeting = await batch.meant(action, MEETING)
        places = [place_of(row) for row in await batch.draft.children(AGENDA, [meeting.row.id])]
        action.data["order_index"] = int(max(places, default=-1)) + 1
    return await create(batch, action)


def place_of(row: Row) -> float:
    """Return the place of an item in its agenda; one that has none stands at the beginning."""
    return float(number(row.record.get("order_index")) or 0)


def _item(action: Action, place: int, item: Any) -> dict[str, Any]:
    """Return one item of `agenda_items`: its title alone, or an object."""
    at = f"{action.at('agenda_items')}.{place}"
    given = {"title": item} if isinstance(item, str) else item
    if not exact.is_object(given):
        raise errors.Invalid(
            f"Agenda item {place} must be a text or an object with a title.",
            code="invalid_param",
            field=at,
            hint='Such as {"title": "Revisão dos KRs", "description": "…"}.',
        )
    kept: dict[str, Any] = {}
    for name, value in given.items():
        ours = _SPELLED.get(name, name)
        if ours not in _SAID:
            fields.refuse_unknown(action, "agenda_item", name, _SAID, at=f"{at}.{name}")
        kept[ours] = fields.check(action, "agenda_item", ours, value, at=f"{at}.{name}").value
    if kept.get("title") is None:
        raise errors.Invalid(
            f"Agenda item {place} has no title.", code="missing_param", field=f"{at}.title", hint="Give it a title."
        )
    return kept
