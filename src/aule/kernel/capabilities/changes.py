"""The change log: every alteration with its before and after, and the way back.

What lives in our database changes in one transaction with its record. What lives
outside (files) is first intended, durably, then done, then recorded; after a crash the
intention is compared with the world and settled.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from aule.contracts.ambient import Ambient
from aule.contracts.change import OWNER, Actor, Change, ChangeDiff, ChangeStatus, Undo, UndoItem, UndoPreview
from aule.contracts.errors import AuleError, Conflict
from aule.contracts.events import ChangeIntended, ChangeRecorded, ChangeReinstated, ChangeUndone, ChangeVoided, Fact
from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject, Model
from aule.contracts.run import Run
from aule.kernel.capabilities.entities import FileEntities
from aule.kernel.capabilities.stored import kind_of
from aule.kernel.journal import Journal
from aule.kernel.journal.record import Record
from aule.stores.changes import Changes
from aule.stores.source import Source

if TYPE_CHECKING:
    from aule.kernel.capabilities.context import Context


class ChangeLog:
    """Makes changes, remembers them, takes them back."""

    def __init__(
        self,
        journal: Journal,
        source: Source,
        files: FileEntities,
        ambient: Ambient,
        redact: Callable[[str], str],
    ) -> None:
        self._journal = journal
        self._source = source
        self._changes = Changes(source)
        self._files = files
        self._ambient = ambient
        self._redact = redact
        self._one_writer = asyncio.Lock()

    async def change_file(self, context: Context, path: str, content: bytes | None, *, op: str, title: str) -> str:
        """Write or remove a file of the project; gives the change's id."""
        path = context.workspace.check_writable(path)
        entity = self._files.name(context.project, path)
        async with self._one_writer:
            if context.recheck is not None and not context.done:
                await context.recheck()
            before = self._files.snapshot(context.project, path)
            after = None if content is None else self._files.keep(content)
            change = self._compose(context, entity, before, after, op=op, title=title)
            change = change.model_copy(update={"folders": self._files.missing_folders(context.project, path)})
            recorded = await self._do_outside(change, context.run)
        context.done.append(ChangeRecorded(change=recorded))
        context.changes.append(change.id)
        return change.id

    async def change_stored(self, context: Context, entity: str, after: Model | None, *, op: str) -> str:
        """Make, edit or (None) remove something stored; it becomes true with the call's result or not at all."""
        name, id = split_ref(entity)
        kind, state = kind_of(name), None if after is None else after.model_dump(mode="json")
        before = await kind.read(self._source, id)
        thing = kind.model.model_validate(before) if after is None else after
        change = self._compose(context, entity, before, state, op=op, title=kind.title(thing))
        change = change.model_copy(update={"undo": Undo(possible=True), "project": kind.project(thing)})
        now = self._ambient.clock.now()
        context.staged += [*kind.facts(id, before, state, now), ChangeRecorded(change=change)]
        context.changes.append(change.id)
        return change.id

    def put_document(self, record: Record, entity: str, before: Model | None, after: Model | None) -> Change:
        """Put a document a person made, edited or removed on a transaction's record, and the change with it."""
        name, id = split_ref(entity)
        kind, thing = kind_of(name), after if after is not None else before
        change = Change(
            id=self._ambient.ids.new("chg"),
            ts=self._ambient.timestamp(),
            actor=OWNER,
            run=None,
            app="core",
            op="create" if before is None else "delete" if after is None else "edit",
            entity=entity,
            title=kind.title(thing),
            before=None if before is None else before.model_dump(mode="json"),
            after=None if after is None else after.model_dump(mode="json"),
            project=kind.project(thing),
        )
        now = self._ambient.clock.now()
        for fact in [*kind.facts(id, change.before, change.after, now), ChangeRecorded(change=change)]:
            record.put(fact, session=_session_of(entity))
        return change

    async def diff(self, id: str) -> ChangeDiff:
        """What a change altered, from before to after."""
        change = await self._changes.get(id)
        return await asyncio.to_thread(self._diff, change.entity, change.before, change.after)

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
            is_file = split_ref(change.entity)[0] == "file"
            inverse = await (self._undo_file if is_file else self._undo_stored)(change, run, actor)
            if inverse is not None:
                undone.append(inverse.id)
        return undone

    async def settle(self, run: str | None = None) -> list[Change]:
        """After a crash: find out of every intended change, or those of a run, whether it happened, and record that."""
        settled: list[Change] = []
        expected: dict[str, JsonObject | None] = {}
        for change in reversed(await self._changes.intended(run)):  # what came before one is what the next was to make
            if not await self._files.is_here(change.entity):
                continue  # only the machine that has the folder can look
            try:
                await self._files.sweep(change.entity)
                current = expected[change.entity] if change.entity in expected else await self._read(change.entity)
            except AuleError:  # what stands there cannot be looked at; that must not keep the system from starting
                current = {}
            known = _settled(change, current)
            facts: list[Fact] = [ChangeVoided(change=known)]
            if known.status is ChangeStatus.APPLIED:
                facts = [ChangeRecorded(change=known)]
                if change.undoes is not None:
                    facts += await _taken_back(self._changes, await self._changes.get(change.undoes), change)
            if known.status is not ChangeStatus.UNKNOWN:
                expected[change.entity] = change.before
            await self._journal.write(*facts, run=change.run, durable=True)
            settled.append(known)
        return settled

    async def _undo_file(self, change: Change, run: Run, actor: Actor) -> Change | None:
        async with self._one_writer:
            if (await self._changes.get(change.id)).undone_by is not None:
                return None  # somebody else was undoing the same
            current = await self._read(change.entity)
            self._check(change, current)
            inverse = self._inverse(change, current, change.before, run, actor)
            taken_back = await _taken_back(self._changes, change, inverse)
            recorded = await self._do_outside(inverse, run)
            await self._journal.write(ChangeRecorded(change=recorded), *taken_back, run=run.id, durable=True)
            return inverse

    async def _undo_stored(self, change: Change, run: Run, actor: Actor) -> Change | None:
        """Look, and write what was before, in one transaction: nobody edits the thing in between."""
        name, id = split_ref(change.entity)
        kind = kind_of(name)
        async with self._journal.transaction(durable=True) as record:
            changes = Changes(record)
            if (await changes.get(change.id)).undone_by is not None:
                return None  # somebody else was undoing the same
            current = await kind.read(record, id)
            self._check(change, current)
            after = change.before
            if after is not None:
                after = kind.restored(after, current, await _next_version(changes, change, current))
            inverse = self._inverse(change, current, after, run, actor)
            facts = [*kind.facts(id, current, after, self._ambient.clock.now()), ChangeRecorded(change=inverse)]
            for fact in [*facts, *await _taken_back(changes, change, inverse)]:
                record.put(fact, run=run.id, session=_session_of(change.entity))
            return inverse

    def _check(self, change: Change, current: JsonObject | None) -> None:
        item = self._undo_item(change, current)
        if item.conflict is not None:
            raise Conflict(
                f"{change.title!r} cannot be undone: {item.conflict}.",
                code="undo_conflict",
                hint="Look at the thing as it is now; undo the newer change first or edit it by hand.",
                subject=change.id,
            )

    def _inverse(
        self, change: Change, before: JsonObject | None, after: JsonObject | None, run: Run, actor: Actor
    ) -> Change:
        return Change(
            id=self._ambient.ids.new("chg"),
            ts=self._ambient.timestamp(),
            actor=actor,
            run=run.id,
            app=change.app,
            op="undo",
            entity=change.entity,
            title=change.title,
            before=before,
            after=after,
            folders=change.folders,
            undoes=change.id,
            project=change.project,
        )

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
            project=context.project.id,
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
        return await (self._files.read(id) if kind == "file" else kind_of(kind).read(self._source, id))

    def _undo_item(self, change: Change, current: JsonObject | None, problem: str | None = None) -> UndoItem:
        conflict = problem
        if not change.undo.possible:
            conflict = change.undo.reason or "it cannot be taken back"
        elif problem is None and not _is_same(change.entity, current, change.after):
            conflict = "it was altered since" if current is not None else "it no longer exists"
        action: Literal["restore", "remove", "recreate"] = (
            "remove" if change.before is None else "recreate" if change.after is None else "restore"
        )
        return UndoItem(
            change=change.id,
            entity=change.entity,
            title=change.title,
            action=action,
            conflict=conflict,
            diff=self._diff(change.entity, current, change.before).text,
        )

    def _diff(self, entity: str, before: JsonObject | None, after: JsonObject | None) -> ChangeDiff:
        """The difference, without any secret the system knows: it travels to screens."""
        kind, id = split_ref(entity)
        if kind == "file":
            told = self._files.diff(before, after, id.partition("/")[2])
        else:
            told = kind_of(kind).diff(before, after)
        return told if told.text is None else told.model_copy(update={"text": self._redact(told.text)})


def _is_same(entity: str, one: JsonObject | None, other: JsonObject | None) -> bool:
    kind, _ = split_ref(entity)
    return one == other if kind == "file" else kind_of(kind).is_same(one, other)


def _session_of(entity: str) -> str | None:
    """What happens to a conversation stands among its events."""
    kind, id = split_ref(entity)
    return id if kind == "conversation" else None


async def _taken_back(changes: Changes, change: Change, inverse: Change) -> list[Fact]:
    """What follows for a change that is taken back: if it was itself an undo, what it had undone stands again."""
    facts: list[Fact] = [ChangeUndone(change=change.id, undone_by=inverse.id)]
    stands = False
    while change.undoes is not None:
        earlier = await changes.get(change.undoes)
        if stands:
            facts.append(ChangeUndone(change=earlier.id, undone_by=change.id))
        else:
            facts.append(ChangeReinstated(change=earlier.id))
        change, stands = earlier, not stands
    return facts


async def _next_version(changes: Changes, change: Change, current: JsonObject | None) -> int:
    """A version the thing never had: whoever still holds an old one must not overwrite what came back."""
    latest = await changes.latest(change.entity)
    states = [current, change.before, change.after]
    if latest is not None:
        states += [latest.before, latest.after]
    return 1 + max((state.get("version", 0) for state in states if state is not None), default=0)


def _settled(change: Change, current: JsonObject | None) -> Change:
    """What became of an intended change, by what the world looks like now."""
    if current == change.after:
        return change.model_copy(update={"status": ChangeStatus.APPLIED})
    if current == change.before:
        return change.model_copy(update={"status": ChangeStatus.VOID})
    undo = Undo(possible=False, reason="it was altered while the system was down")
    return change.model_copy(update={"status": ChangeStatus.UNKNOWN, "undo": undo})
