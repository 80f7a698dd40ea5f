"""A company's meetings with their agendas and minutes, and its frameworks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from aule.apps.atlas.app import atlas
from aule.apps.atlas.capabilities.frameworks import KIND_OF, current
from aule.apps.atlas.capabilities.meetings import place_of
from aule.apps.atlas.figures.numbers import number
from aule.apps.atlas.reading.pages import fields
from aule.apps.atlas.reading.sentences import Sentences
from aule.apps.atlas.reading.view_context import ViewContext, item, look, words
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.fields import FIELDS
from aule.apps.atlas.rows.kinds import AGENDA, MEETINGS, MINUTES, VISION_OBJECTIVES
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.references import resolve
from aule.apps.atlas.views.governance_views import (
    AgendaItem,
    Framework,
    Frameworks,
    MeetingCard,
    MeetingPage,
    Meetings,
    Minutes,
    VisionObjective,
)
from aule.sdk import Context, Effect, Model, Reading


class Scheduled(Model):
    """The meetings of a company, in words and one by one."""

    text: str
    upcoming: list[MeetingCard]
    past: list[MeetingCard]


@atlas.view("meetings")
async def meetings(reading: Reading, company: str = "") -> Meetings:
    """The meetings of a company: those to come first, then those that were."""
    async with look(reading, company) as sight:
        rows = await sight.queries.of_kind(MEETINGS)
        cards = sorted(await meeting_cards(sight, rows), key=lambda card: (card.date or "", card.time or "", card.id))
        today = sight.today.isoformat()
        ahead = [card for card in cards if (card.date or "") >= today and card.status not in ("completed", "cancelled")]
        known = {card.id for card in ahead}
        return Meetings(
            company=sight.company, upcoming=ahead, past=[card for card in reversed(cards) if card.id not in known]
        )


@atlas.capability(
    effect=Effect.READ, category="strategy", anywhere=True, title={"en": "List meetings", "pt": "Listar reuniões"}
)
async def list_meetings(
    context: Context, company: Annotated[str, "The company's id or name; left out: the only or last one."] = ""
) -> Scheduled:
    """List the meetings of a company: those to come first, then those that were."""
    found = await meetings(context.reading, company)
    return Scheduled(
        text=Sentences(context.locale).meetings(found.upcoming, found.past), upcoming=found.upcoming, past=found.past
    )


@atlas.view("meeting")
async def meeting(reading: Reading, id: str, company: str = "") -> MeetingPage:
    """A meeting with its agenda and what was written down of it."""
    async with look(reading, company, item=id) as sight:
        row = (await resolve(sight.queries, MEETINGS, id, field="id")).row
        agenda = sorted(
            await sight.queries.children(AGENDA, [row.id]), key=lambda each: (place_of(each), each.position)
        )
        return MeetingPage(
            company=sight.company,
            item=item(row, {}),
            fields=fields(row),
            stamp=row.stamp,
            card=(await meeting_cards(sight, [row]))[0],
            agenda=[
                AgendaItem(
                    **item(each, {}).model_dump(), description=words(each.record.get("description")), stamp=each.stamp
                )
                for each in agenda
            ],
            minutes=[_minutes(each) for each in await sight.queries.children(MINUTES, [row.id])],
        )


@atlas.view("frameworks")
async def frameworks(reading: Reading, company: str = "") -> Frameworks:
    """The Golden Circle, the SWOT analysis and the vision alignment of a company."""
    async with look(reading, company) as sight:
        rows = {noun: await current(sight.queries, kind) for noun, kind in KIND_OF.items()}
        return Frameworks(
            company=sight.company,
            **{noun: _framework(noun, row) for noun, row in rows.items()},
            vision_objectives=[_shared(row) for row in await sight.queries.of_kind(VISION_OBJECTIVES)],
        )


async def meeting_cards(sight: ViewContext, rows: Sequence[Row]) -> list[MeetingCard]:
    """Return meetings in a line each."""
    ids = [row.id for row in rows]
    agenda = [str(each.record.get("meeting_id")) for each in await sight.queries.children(AGENDA, ids)]
    written = {str(each.record.get("meeting_id")) for each in await sight.queries.children(MINUTES, ids)}
    return [_card(row, agenda.count(row.id), row.id in written) for row in rows]


def _card(row: Row, items: int, has_minutes: bool) -> MeetingCard:
    record = row.record
    lasts = number(record.get("duration_minutes"))
    return MeetingCard(
        **item(row, {}).model_dump(),
        meeting_type=words(record.get("meeting_type")),
        date=(words(record.get("scheduled_date")) or "")[:10] or None,
        time=(words(record.get("scheduled_time")) or "")[:5] or None,
        minutes=None if lasts is None else int(lasts),
        location=words(record.get("location")),
        items=items,
        has_minutes=has_minutes,
    )


def _minutes(row: Row) -> Minutes:
    record = row.record
    people = record.get("participants")
    return Minutes(
        content=words(record.get("content")),
        decisions=words(record.get("decisions")),
        participants=[str(exact.plain(each)) for each in people] if exact.is_list(people) else [],
        is_approved=record.get("approved") is True,
    )


def _framework(noun: str, row: Row | None) -> Framework:
    if row is None:
        return Framework(fields=dict.fromkeys(FIELDS[noun]))
    return Framework(fields={name: words(row.record.get(name)) for name in FIELDS[noun]}, stamp=row.stamp)


def _shared(row: Row) -> VisionObjective:
    record = row.record
    return VisionObjective(
        title=row.title, description=words(record.get("description")), dimension=words(record.get("dimension"))
    )
