"""Meetings of a company's governance and the items of their agendas."""

from __future__ import annotations

from typing import Annotated, Any, Required, Unpack

from aule.apps.atlas.actions.execution import Done, act, action
from aule.apps.atlas.actions.params import Day, Editing, Id, OfCompany, Reference, Text
from aule.sdk import Context, Effect

_CATEGORY = "strategy"
_NAMED = ["meeting_id", "meeting_title"]
_ITEM = ["agenda_item_id", "agenda_item_title"]
MeetingType = Annotated[str | None, "RM (monitoring), RE (execution) or Extraordinaria. Left out: RM."]
MeetingStatus = Annotated[str | None, "scheduled, completed or cancelled."]
ItemStatus = Annotated[str | None, "pending, discussed or deferred."]


class _Held(OfCompany, total=False):
    """What a meeting holds."""

    meeting_type: MeetingType
    scheduled_time: Annotated[str | None, "A time of day, `14:30`."]
    duration_minutes: int | None
    location: Text
    status: MeetingStatus
    notes: Text


class NewMeeting(_Held, total=False):
    """A meeting to be made."""

    title: Required[str]
    scheduled_date: Required[Day]
    agenda_items: Annotated[list[Any], 'Items of its agenda: texts, or `{"title": …, "description": …}`.']


class MeetingEdit(_Held, Editing, total=False):
    """A meeting to be edited."""

    meeting_id: Id
    meeting_title: Reference
    title: str
    scheduled_date: Day


class MeetingMeant(OfCompany, total=False):
    """A meeting to be deleted."""

    meeting_id: Id
    meeting_title: Reference


class NewAgendaItem(OfCompany, total=False):
    """An item of an agenda to be made."""

    title: Required[str]
    meeting_id: Id
    meeting_title: Reference
    description: Text
    order_index: Annotated[int | None, "Its place, from 0. Left out: the last."]
    status: ItemStatus
    responsible_user_id: Text


class AgendaItemEdit(Editing, total=False):
    """An item of an agenda to be edited."""

    agenda_item_id: Id
    agenda_item_title: Reference
    meeting_id: Id
    meeting_title: Annotated[str, "With the item's id: the meeting it moves to. With its title: where it is."]
    title: str
    description: Text
    order_index: int | None
    status: ItemStatus
    responsible_user_id: Text


class AgendaItemMeant(OfCompany, total=False):
    """An item of an agenda to be deleted."""

    agenda_item_id: Id
    agenda_item_title: Reference
    meeting_id: Id
    meeting_title: Reference


@action(
    effect=Effect.WRITE,
    title={"en": "Create a meeting", "pt": "Criar uma reunião"},
    category=_CATEGORY,
    targets=["title"],
)
async def create_meeting(context: Context, **fields: Unpack[NewMeeting]) -> Done:
    """Create a meeting of the company, with the items of its agenda where they are given."""
    return await act(context, "create_meeting", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit a meeting", "pt": "Editar uma reunião"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def update_meeting(context: Context, **fields: Unpack[MeetingEdit]) -> Done:
    """Edit a meeting, named by `meeting_id` or `meeting_title`: its day, time, place, notes or status."""
    return await act(context, "update_meeting", fields)


@action(
    effect=Effect.DELETE,
    title={"en": "Delete a meeting", "pt": "Excluir uma reunião"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def delete_meeting(context: Context, **fields: Unpack[MeetingMeant]) -> Done:
    """Delete a meeting with its agenda and its minutes. It can be undone."""
    return await act(context, "delete_meeting", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Add an agenda item", "pt": "Adicionar um item de pauta"},
    category=_CATEGORY,
    targets=["title"],
)
async def create_agenda_item(context: Context, **fields: Unpack[NewAgendaItem]) -> Done:
    """Add an item to the agenda of a meeting, which is named by `meeting_id` or `meeting_title`."""
    return await act(context, "create_agenda_item", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit an agenda item", "pt": "Editar um item de pauta"},
    category=_CATEGORY,
    targets=_ITEM,
)
async def update_agenda_item(context: Context, **fields: Unpack[AgendaItemEdit]) -> Done:
    """Edit an item of an agenda, named by `agenda_item_id` or `agenda_item_title`."""
    return await act(context, "update_agenda_item", fields)


@action(
    effect=Effect.DELETE,
    title={"en": "Delete an agenda item", "pt": "Excluir um item de pauta"},
    category=_CATEGORY,
    targets=_ITEM,
)
async def delete_agenda_item(context: Context, **fields: Unpack[AgendaItemMeant]) -> Done:
    """Delete an item of an agenda. It can be undone."""
    return await act(context, "delete_agenda_item", fields)
