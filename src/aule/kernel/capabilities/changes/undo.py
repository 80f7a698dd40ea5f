"""Undo: preview and undo one change, a group of changes, or all changes of a run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Literal

from aule.contracts.access.change import Actor, Change, ChangeDiff, ChangeStatus, UndoItem, UndoPreview
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Conflict, Corrupt, NotFound
from aule.contracts.events.facts import ChangeRecorded, Fact
from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.apps.data import AppData
from aule.kernel.capabilities.changes.file_effects import FileEffects, undo_facts
from aule.kernel.capabilities.changes.project_files import FileEntities, is_packages, same_file
from aule.kernel.capabilities.changes.row_undo import RowUndo, undo_action
from aule.kernel.capabilities.changes.undoable_documents import fields_diff, kind_of
from aule.kernel.capabilities.gate.path_locks import PathLocks
from aule.kernel.journal import Journal
from aule.kernel.journal.record import Record
from aule.stores.repositories.changes import Changes
from aule.stores.source import Source
from aule.stores.turns import held


class ChangeUndo:
    """Undoes changes of files, rows and stored documents."""

    def __init__(
        self,
        journal: Journal,
        source: Source,
        files: FileEntities,
        data: AppData,
        ambient: Ambient,
        redact: Callable[[str], str],
    ) -> None:
        self.locks = PathLocks()
        """Who changes a file in this process waits for the others."""
        self._journal = journal
        self._source = source
        self._changes = Changes(source)
        self._files = files
        self._ambient = ambient
        self._redact = redact
        self._outside = FileEffects(journal, self._changes, files)
        self._data = data
        self._rows = RowUndo(journal, data)

    async def preview(self, subject: str) -> UndoPreview:
        """Return what undoing a change or a whole run would do, newest change first."""
        items: list[UndoItem] = []
        expected: dict[str, JsonObject | None] = {}
        found = await self._to_undo(subject)
        conflicts = await self._rows.conflicts([change for change in found if change.rows is not None])
        remaining = await self._remaining(found)
        for change in found:
            if change.id in remaining:
                why = remaining[change.id]
                items.append(_remaining_item(change, why, why if len(remaining) == len(found) else None))
                continue
            if change.rows is not None:
                items.append(self._rows_item(change, conflicts.get(change.id)))
                continue
            try:
                current = expected[change.entity] if change.entity in expected else await self._standing(change)
            except AuleError as error:  # a folder, a link or something huge stands there now
                if not await self._goes_before(change.entity, expected):
                    items.append(await asyncio.to_thread(self._undo_item, change, None, str(error)))
                    continue
                current = None
            items.append(await asyncio.to_thread(self._undo_item, change, current))
            expected[change.entity] = change.before
        return UndoPreview(
            subject=subject,
            items=items,
            possible=bool(items) and all(item.conflict is None for item in items),
        )

    async def undo(self, subject: str, run: Run, actor: Actor) -> list[str]:
        """Undo changes, newest first. Stops before the first one whose subject was altered since."""
        undone: list[str] = []
        all_of_it = await self._to_undo(subject)
        remaining = await self._remaining(all_of_it)
        if remaining and len(remaining) == len(all_of_it):
            raise _undo_conflict(all_of_it[0], remaining[all_of_it[0].id])
        going = [change for change in all_of_it if change.id not in remaining]
        for _, found in groupby(going, key=lambda change: change.group or change.id):
            together = list(found)
            if together[0].rows is not None:
                undone += await self._undo_rows(together, run, actor)
            elif split_ref(together[0].entity)[0] == "file":
                undone += await self._undo_files(together, run, actor)
            else:
                undone += [id for change in together for id in await self._undo_stored(change, run, actor)]
        return undone

    async def diff(self, change: Change) -> ChangeDiff:
        """Return what a change altered."""
        if change.rows is not None:
            return self._redacted_diff(fields_diff(change.before, change.after))
        return await asyncio.to_thread(self._diff, change.entity, change.before, change.after)

    async def _remaining(self, changes: Sequence[Change]) -> dict[str, str]:
        """Return changes of folders of packages that undoing leaves as they are, and why, by their ids.

        A folder that a command made goes as a whole, if nothing but commands changed it since. What was in one before
        a command is not kept, so nothing brings it back.
        """
        found: dict[str, str] = {}
        for change in changes:
            if is_packages(change.before):
                found[change.id] = "what was in it is not kept; installing makes it again"
            elif is_packages(change.after) and not same_file(await self._read(change.entity), await self._last(change)):
                found[change.id] = "it was changed since, so it stays"
        return found

    async def _last(self, change: Change) -> JsonObject | None:
        """Return the state in which the latest change left a thing."""
        latest = await self._changes.latest(change.entity)
        return change.after if latest is None else latest.after

    async def _standing(self, change: Change) -> JsonObject | None:
        """Return the state to compare a change with; a folder of packages is as the latest command left it."""
        current = await self._read(change.entity)
        return change.after if is_packages(change.after) and current is not None else current

    async def _goes_before(self, entity: str, expected: Mapping[str, JsonObject | None]) -> bool:
        """Return whether a folder stands in a file's place, and earlier undos will have emptied it."""
        if split_ref(entity)[0] != "file":
            return False
        inside = await self._files.inside(entity)
        return bool(inside) and all(each in expected and expected[each] is None for each in inside)

    async def _undo_files(self, changes: Sequence[Change], run: Run, actor: Actor) -> list[str]:
        """Undo a group of file changes, all or none."""
        async with self.locks.holding(change.entity for change in changes):
            changes = [each for each in changes if (await self._changes.get(each.id)).undone_by is None]
            for change in changes:
                _check(change, await self._standing(change))
            current = [await self._read(change.entity) for change in changes]
            group = self._ambient.ids.new("grp") if len(changes) > 1 else None
            inverses = [
                self._inverse(change, state, change.before, run, actor).model_copy(update={"group": group})
                for change, state in zip(changes, current, strict=True)
            ]
            # Removals come first, to make room for restored files.
            inverses.sort(key=lambda inverse: inverse.after is not None)
            by_id = {change.id: change for change in changes}
            facts: list[Fact] = []
            for inverse in inverses:
                undone = by_id[inverse.undoes or ""]
                facts += [ChangeRecorded(change=inverse), *await undo_facts(self._changes, undone, inverse)]
            if inverses:
                await self._outside.perform(inverses, run)
                await self._journal.write(*facts, run=run.id, session=run.session_id, durable=True)
            return [inverse.id for inverse in inverses]

    async def _undo_rows(self, changes: Sequence[Change], run: Run, actor: Actor) -> list[str]:
        """Undo a group of row changes of an app, all or none."""
        long = await self._rows.is_long(changes)
        async with held(self._data.turn(changes[0].app)):
            through = self._data.database.long_transaction() if long else None
            async with self._journal.transaction(durable=True, run=run.id, through=through) as record:
                known = Changes(record)
                changes = [each for each in changes if (await known.get(each.id)).undone_by is None]
                group = self._ambient.ids.new("grp") if len(changes) > 1 else None
                inverses: list[Change] = []
                for change in changes:
                    inverse = await self._rows_inverse(record, change, run, actor)
                    inverses.append(inverse.model_copy(update={"group": group}))
                for change, inverse in zip(changes, inverses, strict=True):
                    with _as_undo_conflict(change):
                        await self._rows.check(record, change)
                    for fact in [ChangeRecorded(change=inverse), *await undo_facts(known, change, inverse)]:
                        record.put(fact, run=run.id, session=run.session_id)
        if inverses:
            await self._data.tell_rows(inverses[0].app)
        return [inverse.id for inverse in inverses]

    async def _rows_inverse(self, record: Record, change: Change, run: Run, actor: Actor) -> Change:
        with _as_undo_conflict(change):
            taken = await self._rows.take_back(record, change)
        return await self._rows.told(self._inverse(change, change.after, change.before, run, actor), taken)

    async def _undo_stored(self, change: Change, run: Run, actor: Actor) -> list[str]:
        """Check a stored document and write its former state in one transaction."""
        name, id = split_ref(change.entity)
        kind = kind_of(name)
        async with self._journal.transaction(durable=True) as record:
            changes = Changes(record)
            if (await changes.get(change.id)).undone_by is not None:
                return []  # somebody else has undone the same change
            current = await kind.read(record, id)
            _check(change, current)
            after = change.before
            if after is not None:
                after = kind.restored(after, current, await _next_version(changes, change, current))
            inverse = self._inverse(change, current, after, run, actor)
            facts = [*kind.facts(id, current, after, self._ambient.clock.now()), ChangeRecorded(change=inverse)]
            for fact in [*facts, *await undo_facts(changes, change, inverse)]:
                record.put(fact, run=run.id, session=session_of(change.entity))
            return [inverse.id]

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
            environment=change.environment,
        )

    async def _to_undo(self, subject: str) -> list[Change]:
        kind, id = split_ref(subject)
        if kind == "change":
            one = await self._changes.get(id)
            found = [one] if one.group is None else await self._changes.of_group(one)
        else:
            found = await self._changes.of_run(id)
        open_ones = [change for change in found if change.status is ChangeStatus.APPLIED and change.undone_by is None]
        await self._data.prepare(change.app for change in open_ones if change.rows is not None)
        return open_ones[::-1]

    async def _read(self, entity: str) -> JsonObject | None:
        kind, id = split_ref(entity)
        return await (self._files.read(id) if kind == "file" else kind_of(kind).read(self._source, id))

    def _rows_item(self, change: Change, conflict: str | None) -> UndoItem:
        return UndoItem(
            change=change.id,
            entity=change.entity,
            title=change.title,
            action=undo_action(change),
            conflict=conflict,
            diff=self._redacted_diff(fields_diff(change.after, change.before)).text,
        )

    def _undo_item(self, change: Change, current: JsonObject | None, problem: str | None = None) -> UndoItem:
        action: Literal["restore", "remove", "recreate"] = (
            "remove" if change.before is None else "recreate" if change.after is None else "restore"
        )
        return UndoItem(
            change=change.id,
            entity=change.entity,
            title=change.title,
            action=action,
            conflict=_conflict(change, current, problem) or self._why_unrestorable(change),
            diff=self._diff(change.entity, current, change.before).text,
        )

    def _why_unrestorable(self, change: Change) -> str | None:
        """Return why a file's former content cannot be restored: it is missing or damaged."""
        sha = (change.before or {}).get("sha256") if split_ref(change.entity)[0] == "file" else None
        if sha is None:
            return None
        try:
            self._files.blobs.sound(sha)
        except (NotFound, Corrupt):
            return "its former content is gone"
        return None

    def _diff(self, entity: str, before: JsonObject | None, after: JsonObject | None) -> ChangeDiff:
        """Return the difference with known secrets removed, as it is shown on screens."""
        kind, id = split_ref(entity)
        if kind == "file":
            told = self._files.diff(before, after, id.partition("/")[2])
        else:
            told = kind_of(kind).diff(before, after)
        return self._redacted_diff(told)

    def _redacted_diff(self, told: ChangeDiff) -> ChangeDiff:
        return told if told.text is None else told.model_copy(update={"text": self._redact(told.text)})


def _remaining_item(change: Change, why: str, conflict: str | None) -> UndoItem:
    """Return what undoing does with a folder of packages that stays."""
    path = split_ref(change.entity)[1].partition("/")[2]
    text = f"--- {path}/\n+++ {path}/\n@@ -1 +1 @@\n {path}/: {why}\n"
    return UndoItem(
        change=change.id, entity=change.entity, title=change.title, action="nothing", conflict=conflict, diff=text
    )


def _check(change: Change, current: JsonObject | None) -> None:
    conflict = _conflict(change, current)
    if conflict is not None:
        raise _undo_conflict(change, conflict)


def _undo_conflict(change: Change, why: str) -> Conflict:
    return Conflict(
        f"{change.title!r} cannot be undone: {why}.",
        code="undo_conflict",
        hint="Look at the thing as it is now; undo the newer change first or edit it by hand.",
        subject=change.id,
    )


@contextmanager
def _as_undo_conflict(change: Change) -> Generator[None]:
    """Turn a conflict into the error that a change cannot be undone."""
    try:
        yield
    except Conflict as why:
        raise _undo_conflict(change, str(why).rstrip(".")) from why


def _conflict(change: Change, current: JsonObject | None, problem: str | None = None) -> str | None:
    """Return why a change cannot be undone, given the current state."""
    if not change.undo.possible:
        return change.undo.reason or "it cannot be taken back"
    if problem is not None or _is_same(change.entity, current, change.after):
        return problem
    return "it was altered since" if current is not None else "it no longer exists"


def _is_same(entity: str, one: JsonObject | None, other: JsonObject | None) -> bool:
    kind, _ = split_ref(entity)
    return same_file(one, other) if kind == "file" else kind_of(kind).is_same(one, other)


def session_of(entity: str) -> str | None:
    """Return the conversation an entity is, if it is one: its changes belong to that conversation's events."""
    kind, id = split_ref(entity)
    return id if kind == "conversation" else None


async def _next_version(changes: Changes, change: Change, current: JsonObject | None) -> int:
    """Return a version number the document never had, so that holders of an old version cannot overwrite it."""
    latest = await changes.latest(change.entity)
    states = [current, change.before, change.after]
    if latest is not None:
        states += [latest.before, latest.after]
    return 1 + max((state.get("version", 0) for state in states if state is not None), default=0)
