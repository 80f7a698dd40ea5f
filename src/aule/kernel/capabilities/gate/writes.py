"""Writes at the gate: which are refused before anybody is asked, which are proposed, and edits by a person."""

from __future__ import annotations

from typing import Any

from aule.contracts.access.approval import FileDiff, Patch, Records
from aule.contracts.access.capability import Approve, Effect, Result
from aule.contracts.access.differences import file_diff
from aule.contracts.errors import ApprovalRequired, AuleError, Invalid, WriteBlocked
from aule.contracts.events.facts import ChangeDropped, ChangeProposed
from aule.kernel.capabilities.changes.drafts import FileDraft
from aule.kernel.capabilities.context.context import Context
from aule.kernel.capabilities.gate.policy_decision import FILES, is_writing
from aule.kernel.capabilities.registry import Registered
from aule.kernel.capabilities.words import say
from aule.kernel.policy import targets


def refuse_outside(context: Context, *, has_preview: bool) -> None:
    """Refuse a write outside the scope where no preview does, before anybody is asked about it."""
    capability = context.capability
    if has_preview or context.bound.is_free or not is_writing(capability) or capability.category != FILES:
        return
    for target in targets(capability, context.call.bound_params or {}):
        context.workspace.check_writable(target)


def tell_written(context: Context) -> None:
    """Warn the caller where a write was proposed instead of made."""
    is_command = context.capability.effect is Effect.EXEC and not context.bound.is_free
    if context.proposed and is_command and context.on_write != "propose":
        blocked = _blocked(context)
        context.warn(blocked.problem.code, f"{blocked.problem.message} {blocked.problem.hint}")
    elif context.proposed:
        context.warn("proposed", say("proposed", context.locale))
    if context.call.edits:
        context.warn("edited_by_person", say("edited_by_person", context.locale, paths=", ".join(context.call.edits)))


async def put_forward(item: Registered, context: Context, values: dict[str, Any]) -> Result | None:
    """Propose a call that writes records where nothing may be written: it waits in the person's inbox.

    Returns None for all other calls, which are made. Where the owner's own policy forbids writing, approval would not
    change that, so nobody is asked.
    """
    if context.ports.settings().policy.on_write == "propose" or context.bound.on_write != "propose":
        return None
    if item.preview is None or not is_writing(item.capability) or item.capability.approval is Approve.AUTO:
        return None
    if not isinstance(await item.preview(context.looking(), **values), Records):
        return None
    approval = await context.ports.put_forward(context.call, context.project, context.locale)
    context.warn("proposed", say("proposed", context.locale))
    return Result(ok=True, data={"proposed": approval}, warnings=context.warnings)


def refuse_writing(context: Context) -> None:
    """Fail a call that would have written where nothing may be; its proposals stay for a person to see.

    A command has run all the same and its output counts: `tell_written` adds a warning instead.
    """
    if context.on_write != "fail" or not context.proposed or context.capability.effect is Effect.EXEC:
        return
    kept = [fact for fact in context.staged if isinstance(fact, (ChangeProposed, ChangeDropped))]
    context.done += kept
    raise _blocked(context)


def _blocked(context: Context) -> AuleError:
    """Return the error for a write that a person has to look at first; `subject` names the proposal."""
    locale, id = context.locale, context.proposed[0]
    if context.on_write != "fail":  # it would be written, except that a person has to see its autoruns
        return ApprovalRequired(say("write_waits", locale, id=id), hint=say("write_blocked_hint", locale), subject=id)
    hints = ["write_blocked_hint", *(["write_blocked_protected"] if context.bound.protected else [])]
    return WriteBlocked(
        say("write_blocked", locale, title=context.capability.title_in(locale), id=id),
        hint=" ".join(say(each, locale) for each in hints),
        subject=id,
    )


async def sketched(item: Registered, looking: Context, values: dict[str, Any]) -> list[FileDraft]:
    """Return the files a call would write, by making it in a context without effects."""
    if item.capability.category != FILES or not is_writing(item.capability):
        raise Invalid(
            f"{item.capability.name!r} writes no text, so there is nothing to edit.",
            code="not_editable",
            hint="Allow it as it is, or say no and why.",
        )
    looking.is_looking, looking.sketch = False, []
    await item.body(looking, **values)
    return looking.sketch


def edited_preview(drafts: list[FileDraft], context: Context) -> FileDiff | Patch:
    """Return the preview of drafts with a person's edits."""
    files = [file_diff(draft.path, context.workspace.replaced(draft.path), draft.content) for draft in drafts]
    if len(files) == 1:
        return files[0]
    return Patch(files=files, added=sum(each.added for each in files), removed=sum(each.removed for each in files))
