"""Writes at the gate: what is refused before anybody is asked, what is only proposed, what a person edited."""

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
    """Stop a write at a path outside the scope, where no preview does: nobody is asked about what cannot be done."""
    capability = context.capability
    if has_preview or context.bound.is_free or not is_writing(capability) or capability.category != FILES:
        return
    for target in targets(capability, context.call.bound_params or {}):
        context.workspace.check_writable(target)


def tell_written(context: Context) -> None:
    """Let whoever called know what became of the write, where it is not what they think."""
    is_command = context.capability.effect is Effect.EXEC and not context.bound.is_free
    if context.proposed and is_command and context.on_write != "propose":
        blocked = _blocked(context)
        context.warn(blocked.problem.code, f"{blocked.problem.message} {blocked.problem.hint}")
    elif context.proposed:
        context.warn("proposed", say("proposed", context.locale))
    if context.call.edits:
        context.warn("edited_by_person", say("edited_by_person", context.locale, paths=", ".join(context.call.edits)))


async def put_forward(item: Registered, context: Context, values: dict[str, Any]) -> Result | None:
    """Propose a call that writes records where nothing is written: a person finds it in their inbox, as it was shown.

    None for all other calls, which are made. Where the owner's own policy lets nothing be written, a yes would not
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
    """Fail a call that would have written where nothing is; what it would have written stays for a person to see.

    A command has run all the same, and what it printed counts: `tell_written` says it beside that.
    """
    if context.on_write != "fail" or not context.proposed or context.capability.effect is Effect.EXEC:
        return
    kept = [fact for fact in context.staged if isinstance(fact, (ChangeProposed, ChangeDropped))]
    context.done += kept
    raise _blocked(context)


def _blocked(context: Context) -> AuleError:
    """What is said of a write that a person has to look at first; `subject` is where it is kept."""
    locale, id = context.locale, context.proposed[0]
    if context.on_write != "fail":  # it would be written, but for what a person has to see of it
        return ApprovalRequired(say("write_waits", locale, id=id), hint=say("write_blocked_hint", locale), subject=id)
    hints = ["write_blocked_hint", *(["write_blocked_protected"] if context.bound.protected else [])]
    return WriteBlocked(
        say("write_blocked", locale, title=context.capability.title_in(locale), id=id),
        hint=" ".join(say(each, locale) for each in hints),
        subject=id,
    )


async def sketched(item: Registered, looking: Context, values: dict[str, Any]) -> list[FileDraft]:
    """What a call would write, found out by making it where nothing happens."""
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
    """What would be written with a person's edits, for them to look at."""
    files = [file_diff(draft.path, context.workspace.replaced(draft.path), draft.content) for draft in drafts]
    if len(files) == 1:
        return files[0]
    return Patch(files=files, added=sum(each.added for each in files), removed=sum(each.removed for each in files))
