"""A batch of actions is planned as a whole before anything runs: if one cannot be done, none is (AT-10, AT-13)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from aule.apps.atlas.batch.aliases import Action, normalised, type_of
from aule.apps.atlas.batch.draft import Draft
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.capabilities import cycle_end as closing
from aule.apps.atlas.capabilities import insights, links, meetings
from aule.apps.atlas.capabilities.check_ins import check_in
from aule.apps.atlas.capabilities.creation import create
from aule.apps.atlas.capabilities.deletion import delete
from aule.apps.atlas.capabilities.edits import update
from aule.apps.atlas.capabilities.frameworks import KIND_OF, update_framework
from aule.apps.atlas.importing.batch_import import bulk_import
from aule.apps.atlas.rows.titles import key
from aule.sdk import errors
from aule.text.spelling import is_meant

MOST_ACTIONS = 25
"""Actions one approval shows one by one; more is an import."""

Planner = Callable[[Batch, Action], Awaitable[Planned]]

_WHOLE = ("pillar", "objective", "key_result", "initiative", "project", "task", "meeting", "agenda_item")
PLANNERS: Mapping[str, Planner] = {
    **{f"create_{noun}": create for noun in (*_WHOLE, "fca")},
    **{f"update_{noun}": update for noun in _WHOLE},
    **{f"delete_{noun}": delete for noun in _WHOLE},
    **{f"update_{noun}": update_framework for noun in KIND_OF},
    "create_meeting": meetings.create_meeting,
    "create_agenda_item": meetings.create_agenda_item,
    "generate_insights": insights.generate_insights,
    "create_insight": insights.create_insight,
    "confirm_insight": insights.confirm_insight,
    "dismiss_insight": insights.dismiss_insight,
    "check_in": check_in,
    "create_cycle": closing.create_cycle,
    "update_cycle": closing.update_cycle,
    "close_cycle": closing.close_cycle,
    "bulk_import": bulk_import,
    "link_objectives": links.link_objectives,
    "unlink_objectives": links.unlink_objectives,
    "link_project": links.link_project,
    "unlink_project": links.unlink_project,
}
"""What can be done in a batch, by type."""


def read(given: Sequence[Any], locale: str = "en") -> list[Action]:
    """Return the actions of a batch in our words; refuses what is unknown before anything is looked at."""
    if not given:
        raise errors.Invalid(
            "There is no action in this batch.", code="missing_param", field="actions", hint="Say at least one."
        )
    if len(given) > MOST_ACTIONS:
        raise errors.TooLarge(
            f"There are {len(given)} actions; {MOST_ACTIONS} are the most that can be shown one by one.",
            field="actions",
            hint="Use atlas.bulk_import for more.",
        )
    return [_known(normalised(each, index, locale)) for index, each in enumerate(given)]


async def plan(draft: Draft, actions: Sequence[Action], *, atomic: bool = True) -> Batch:
    """Return what a batch comes to. Atomic: the first action that cannot be done refuses all; else it is left out."""
    return await plan_with(draft, actions, PLANNERS, atomic=atomic)


async def plan_with(
    draft: Draft, actions: Sequence[Action], planners: Mapping[str, Planner], *, atomic: bool = True
) -> Batch:
    """Return the same with other planners."""
    batch = Batch(draft, types=[action.type for action in actions])
    for action in actions:
        draft.begin()
        try:
            if action.type != "bulk_import":  # a document may say the name of its company
                _refuse_other_company(draft, action)
            planned = await planners[action.type](batch, action)
        except errors.AuleError as error:
            told = _named(error, action)
            if atomic:
                raise told from None
            draft.forget()
            batch.failed[action.index] = told
            batch.planned.append(None)
            continue
        batch.planned.append(replace(planned, writes=draft.written))
    return batch


def deletes(given: Sequence[Any]) -> bool:
    """Tell whether any action of a batch, as it was given, deletes something."""
    return any(type_of(each).startswith("delete_") for each in given)


def _refuse_other_company(draft: Draft, action: Action) -> None:
    """Refuse actions that name another company than their batch."""
    ours = {draft.head.id, draft.head.short, draft.head.name}
    for name in ("company", "company_id"):
        wanted = action.data.pop(name, None)
        if wanted is not None and not (isinstance(wanted, str) and {wanted, key(wanted)} & ours):
            raise errors.Invalid(
                f"{name!r}: this batch is about {draft.head.title!r} ({draft.head.short}), not {wanted!r}.",
                code="invalid_param",
                field=action.at(name),
                hint="Name the company once, beside the actions.",
            )


def _known(action: Action) -> Action:
    if action.type not in PLANNERS:
        near = _nearest(action.type)
        raise errors.UnknownCapability(
            f"Action {action.index}: there is no action {action.type!r}.",
            field=f"actions.{action.index}.type",
            candidates=near,
            hint=f"Did you mean {near[0]!r}?" if near else f"There are {', '.join(PLANNERS)}.",
        )
    return action


def _nearest(type: str) -> list[str]:
    """Return the types that look most like one that is not there; a deletion is never offered to who asked for none."""
    is_deletion = is_meant(type.partition("_")[0], "delete")
    offered = [each for each in PLANNERS if is_deletion or not each.startswith("delete_")]
    return get_close_matches(type, offered, n=5, cutoff=0.5)


def _named(error: errors.AuleError, action: Action) -> errors.AuleError:
    """Return the error with the action it is about."""
    if action.is_alone:
        return error
    message = error.problem.message
    if not message.startswith(f"Action {action.index}"):
        message = f"Action {action.index} ({action.type}): {message}"
    field = error.problem.field or action.at()
    error.problem = error.problem.model_copy(update={"message": message, "field": field})
    return error
