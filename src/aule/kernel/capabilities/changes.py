"""The change log: every alteration with its before and after, and the way back.

What lives in our database changes in one transaction with its record. What lives
outside (files) is first intended, durably, then done, then recorded; after a crash the
intention is compared with the world and settled.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

from aule.contracts.ambient import Ambient
from aule.contracts.change import Actor, Change, ChangeStatus, Undo, UndoItem, UndoPreview
from aule.contracts.errors import AuleError, Conflict
from aule.contracts.events import ChangeIntended, ChangeRecorded, ChangeUndone, ChangeVoided, Fact
from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject
from aule.contracts.run import Run
from aule.kernel.capabilities.entities import FileEntities, MemoryEntities
from aule.kernel.journal import Journal
from aule.stores.changes import Changes

if TYPE_CHECKING:
    from aule.kernel.capabilities.context import Context


class ChangeLog:
    """Makes changes, remembers them, takes them back."""

    def __init__(
        self, journal: Journal, changes: Changes, files: FileEntities, memories: MemoryEntities, ambient: Ambient
    ) -> None:
        self._journal = journal
        self._changes = changes
        self._files = files
        self._memories = memories
        self._ambient = ambient
        self._one_writer = asyncio.Lock()

    async def change_file(self, context: Context, path: str, content: bytes | None, *, op: str, title: str) -> str:
        """Write or remove a file of the project; gives the change's id."""
        path = context.workspace.check_writable(path)
        entity = self._files.name(context.project, path)
        async with self._one_writer:
            if context.recheck is not None and not context.changes:
                await context.recheck()
            before = self._files.snapshot(context.project, path)
            after = None if content is None else self._files.keep(content)
            change = self._compose(context, entity, before, after, op=op, title=title)
            change = change.model_copy(update={"folders": self._files.missing_folders(context.project, path)})
            recorded = await self._do_outside(change, context.run)
        context.done.append(ChangeRecorded(change=recorded))
        context.changes.append(change.id)
        return change.id

    async def change_stored(
        self, context: Context, entity: str, after: JsonObject | None, *, op: str, title: str
    ) -> str:
        """Change something in our own database; it becomes true with the call's result or not at all."""
        _, id = split_ref(entity)
        before = await self._memories.read(id)
        change = self._compose(context, entity, before, after, op=op, title=title)
        context.staged += [*self._memories.facts(id, after), ChangeRecorded(change=change)]
        context.changes.append(change.id)
        return change.id

    async def preview(self, subject: str) -> UndoPreview:
        """What undoing a change or a whole run would do, newest change first."""
        items: list[UndoItem] = []
        expected: dict[str, JsonObject | None] = {}
        for change in await self._to_undo(subject):
            try:
                current = expected[change.entity] if change.entity in expected else await self._read(change.entity)
            except AuleError as error:  # a folder, a link or something huge stands there now
                items.append(self._undo_item(change, None, problem=str(error)))
                continue
            items.append(self._undo_item(change, current))
            expected[change.entity] = change.before
        return UndoPreview(
            subject=subject, items=items, possible=bool(items) and all(item.conflict is None for item in items)
        )

    async def undo(self, subject: str, run: Run, actor: Actor) -> list[str]:
        """Take changes back, newest first. Stops before the first thing that was altered since."""
        undone: list[str] = []
        for change in await self._to_undo(subject):
            async with self._one_writer:
                if (await self._changes.get(change.id)).undone_by is not None:
                    continue  # somebody else was undoing the same
                current = await self._read(change.entity)
                item = self._undo_item(change, current)
                if item.conflict is not None:
                    raise Conflict(
                        f"{change.title!r} cannot be undone: {item.conflict}.",
                        code="undo_conflict",
                        hint="Look at the thing as it is now; undo the newer change first or edit it by hand.",
                        subject=change.id,
                    )
                undone.append(await self._undo_one(change, current, run, actor))
        return undone

    async def settle(self) -> list[Change]:
        """After a crash: find out of every intended change whether it happened, and record that."""
        settled: list[Change] = []
        expected: dict[str, JsonObject | None] = {}
        for change in reversed(await self._changes.intended()):  # what came before one is what the next was to make
            try:
                await self._files.sweep(change.entity)
                current = expected[change.entity] if change.entity in expected else await self._read(change.entity)
            except AuleError:  # what stands there cannot be looked at; that must not keep the system from starting
                current = {}
            known, facts = _settled(change, current)
            if known.status is not ChangeStatus.UNKNOWN:
                expected[change.entity] = change.before
            await self._journal.write(*facts, run=change.run, durable=True)
            settled.append(known)
        return settled

    async def _undo_one(self, change: Change, current: JsonObject | None, run: Run, actor: Actor) -> str:
        inverse = Change(
            id=self._ambient.ids.new("chg"),
            ts=self._ambient.timestamp(),
            actor=actor,
            run=run.id,
            app=change.app,
            op="undo",
            entity=change.entity,
            title=change.title,
            before=current,
            after=change.before,
            folders=change.folders,
            undoes=change.id,
        )
        kind, id = split_ref(change.entity)
        taken_back = ChangeUndone(change=change.id, undone_by=inverse.id)
        if kind == "file":
            recorded = await self._do_outside(inverse, run)
            await self._journal.write(ChangeRecorded(change=recorded), taken_back, run=run.id, durable=True)
        else:
            facts = [*self._memories.facts(id, change.before), ChangeRecorded(change=inverse), taken_back]
            await self._journal.write(*facts, run=run.id, durable=True)
        return inverse.id

    async def _do_outside(self, change: Change, run: Run) -> Change:
        """Intend durably, then do. From here to the recording there is no await a cancellation could hit."""
        intended = change.model_copy(update={"status": ChangeStatus.INTENDED})
        try:
            await self._journal.write(ChangeIntended(change=intended), run=run.id, session=run.session_id, durable=True)
        except asyncio.CancelledError:  # the intention is on record all the same
            self._void(change, run)
            raise
        _, id = split_ref(change.entity)
        try:
            await self._files.write(id, change.after, change.folders)
        except BaseException:
            if await self._read(change.entity) == change.before:
                self._void(change, run)
            raise
        return change

    def _void(self, change: Change, run: Run) -> None:
        void = change.model_copy(update={"status": ChangeStatus.VOID})
        self._journal.put(ChangeVoided(change=void), run=run.id, session=run.session_id)

    def _compose(
        self, context: Context, entity: str, before: JsonObject | None, after: JsonObject | None, *, op: str, title: str
    ) -> Change:
        reversible = context.capability.reversible
        return Change(
            id=self._ambient.ids.new("chg"),
            ts=self._ambient.timestamp(),
            actor=context.actor,
            run=context.run.id,
            call=context.call.id,
            app=context.capability.app,
            op=op,
            entity=entity,
            title=title,
            before=before,
            after=after,
            undo=Undo(possible=reversible, reason=None if reversible else "this kind of change has no way back"),
        )

    async def _to_undo(self, subject: str) -> list[Change]:
        kind, id = split_ref(subject)
        if kind == "change":
            found = [await self._changes.get(id)]
        else:
            found = await self._changes.of_run(id)
        open_ones = [change for change in found if change.status is ChangeStatus.APPLIED and change.undone_by is None]
        return open_ones[::-1]

    async def _read(self, entity: str) -> JsonObject | None:
        kind, id = split_ref(entity)
        return await (self._files.read(id) if kind == "file" else self._memories.read(id))

    def _undo_item(self, change: Change, current: JsonObject | None, problem: str | None = None) -> UndoItem:
        conflict = problem
        if not change.undo.possible:
            conflict = change.undo.reason or "it cannot be taken back"
        elif problem is None and current != change.after:
            conflict = "it was altered since" if current is not None else "it no longer exists"
        action: Literal["restore", "remove", "recreate"] = (
            "remove" if change.before is None else "recreate" if change.after is None else "restore"
        )
        kind, id = split_ref(change.entity)
        diff = self._files.diff(current, change.before, id.partition("/")[2]) if kind == "file" else None
        return UndoItem(
            change=change.id, entity=change.entity, title=change.title, action=action, conflict=conflict, diff=diff
        )


def _settled(change: Change, current: JsonObject | None) -> tuple[Change, list[Fact]]:
    """What became of an intended change, by what the world looks like now."""
    if current == change.after:
        known = change.model_copy(update={"status": ChangeStatus.APPLIED})
        facts: list[Fact] = [ChangeRecorded(change=known)]
        if change.undoes is not None:
            facts.append(ChangeUndone(change=change.undoes, undone_by=change.id))
        return known, facts
    if current == change.before:
        known = change.model_copy(update={"status": ChangeStatus.VOID})
    else:
        undo = Undo(possible=False, reason="it was altered while the system was down")
        known = change.model_copy(update={"status": ChangeStatus.UNKNOWN, "undo": undo})
    return known, [ChangeVoided(change=known)]
