"""File effects: files that change together or not at all, also when the process is killed in between.

Changes are recorded as intended in one durable transaction, then made, then recorded as done. After a crash the
intended changes are compared with the disk: complete ones are recorded, half-done ones are undone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from aule.contracts.access.change import Change, ChangeStatus, Undo
from aule.contracts.errors import AuleError, ChangedMeanwhile
from aule.contracts.events.facts import (
    ChangeAdopted,
    ChangeIntended,
    ChangeRecorded,
    ChangeReinstated,
    ChangeUndone,
    ChangeVoided,
    Fact,
)
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.changes.project_files import FileEntities, FilePlace, same_file
from aule.kernel.journal import Journal
from aule.stores.repositories.changes import Changes

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _WriteOutcome:
    """The outcome of writing some files."""

    undone: Sequence[Change] = ()
    """Changes that are certainly not in effect."""
    error: AuleError | OSError | None = None


class FileEffects:
    """Makes changes of files, and finds out after a crash which of them happened."""

    def __init__(self, journal: Journal, changes: Changes, files: FileEntities) -> None:
        self._journal = journal
        self._changes = changes
        self._files = files

    async def perform(self, changes: Sequence[Change], run: Run) -> None:
        """Record changes as intended, then make them. On a failure undo all; the caller records success.

        A file is only replaced if it is what its change says it was before; else `ChangedMeanwhile` is raised.
        """
        places = [await self._files.placed(change.entity) for change in changes]
        intended = [ChangeIntended(change=_as(change, ChangeStatus.INTENDED)) for change in changes]
        try:
            await self._journal.write(*intended, run=run.id, session=run.session_id, durable=True)
        except asyncio.CancelledError:  # the intended changes are recorded either way
            self._void(changes, run)
            raise
        await self._to_the_end(list(zip(places, changes, strict=True)), run)

    async def settle(self, run: str | None = None) -> list[Change]:
        """Find out after a crash which intended changes happened, of one run or of all, and record it."""
        settled: list[Change] = []
        expected: dict[str, JsonObject | None] = {}
        newest_first = reversed(await self._changes.intended(run))
        for _, together in groupby(newest_first, key=lambda change: change.group or change.id):
            group = [change for change in together if await self._files.is_here(change.entity)]
            # Only the machine that has the folder can read the file.
            known = await self._known(group, expected)
            facts: list[Fact] = []
            for change in known:
                facts += await self._facts(change)
                # An earlier change of the same file should have made the state from before this one.
                if change.status is not ChangeStatus.UNKNOWN:
                    expected[change.entity] = change.before
            if facts:
                await self._journal.write(*facts, run=known[0].run, durable=True)
            settled += known
        return settled

    async def _known(self, group: Sequence[Change], expected: dict[str, JsonObject | None]) -> list[Change]:
        """Return a group of changes with the status that the files on disk show."""
        states = [await self._look(change, expected) for change in group]
        done = [same_file(state, change.after) for state, change in zip(states, group, strict=True)]
        if all(done):
            return [_as(change, ChangeStatus.APPLIED) for change in group]
        for change in group:  # newest first, as they were made last to first
            if change.entity not in expected:
                await self._take_back(change)
        return [_settled(change, await self._look(change, expected)) for change in group]

    async def _take_back(self, change: Change) -> None:
        try:
            place = await self._files.placed(change.entity)
        except AuleError:  # its project is gone, so there is nothing to undo
            return
        self._restore(place, change)

    async def _look(self, change: Change, expected: dict[str, JsonObject | None]) -> JsonObject | None:
        if change.entity in expected:
            return expected[change.entity]
        try:
            await self._files.sweep(change.entity)
            return await self._files.read(change.entity.partition(":")[2])
        except AuleError:  # the file cannot be read; that must not keep the system from starting
            return {}

    async def _facts(self, known: Change) -> list[Fact]:
        if known.status is not ChangeStatus.APPLIED:
            return [ChangeVoided(change=known)]
        recorded: list[Fact] = [ChangeRecorded(change=known)]
        if known.undoes is not None:
            recorded += await taken_back(self._changes, await self._changes.get(known.undoes), known)
        if known.adopts is not None:
            recorded.append(ChangeAdopted(change=known.adopts, by=known.id))
        return recorded

    async def _to_the_end(self, work: Sequence[tuple[FilePlace, Change]], run: Run) -> None:
        """Write files in a thread; a cancelled run waits for the end, and its files are written."""
        writing = asyncio.ensure_future(asyncio.to_thread(self._write_all, work))
        try:
            written = await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            written = writing.result()
            self._void(written.undone, run)
            if written.error is None:
                for _, change in work:
                    self._journal.put(ChangeRecorded(change=change), run=run.id, session=run.session_id, durable=True)
            raise
        self._void(written.undone, run)
        if written.error is not None:
            raise written.error

    def _write_all(self, work: Sequence[tuple[FilePlace, Change]]) -> _WriteOutcome:
        """Write all files, or undo the written ones when one fails."""
        done: list[tuple[FilePlace, Change]] = []
        for place, change in work:
            try:
                self._files.put(place, change.after, change.folders, instead_of=change.before)
            except (AuleError, OSError) as error:
                # After somebody else's change the file is theirs, even if it looks like ours.
                is_theirs = isinstance(error, ChangedMeanwhile)
                begun = done if is_theirs else [*done, (place, change)]
                for each in reversed(begun):
                    self._restore(*each)
                undone = [each for at, each in begun if self._stands(at, each)]
                return _WriteOutcome([*undone, *(each for _, each in work[len(begun) :])], error)
            done.append((place, change))
        return _WriteOutcome()

    def _restore(self, place: FilePlace, change: Change) -> None:
        """Undo one file's change if the file is as the change left it, and remove folders made for it."""
        try:
            state = self._files.state(place)
            if same_file(state, change.after):
                self._files.put(place, change.before, change.folders, instead_of=change.after)
            elif state is None and change.before is None:
                place.workspace.prune(change.folders)
        except AuleError as error:  # it stays intended, and is checked again at the next start
            log.warning("%s could not be taken back: %s", change.entity, error)

    def _stands(self, place: FilePlace, change: Change) -> bool:
        """Return whether a file is as it was before the change."""
        try:
            return same_file(self._files.state(place), change.before)
        except AuleError:
            return False

    def _void(self, changes: Iterable[Change], run: Run) -> None:
        for change in changes:
            void = ChangeVoided(change=_as(change, ChangeStatus.VOID))
            self._journal.put(void, run=run.id, session=run.session_id)


async def taken_back(changes: Changes, change: Change, inverse: Change) -> list[Fact]:
    """Return the facts of an undo; where it undoes an undo, the first change is in effect again."""
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


def _as(change: Change, status: ChangeStatus) -> Change:
    return change.model_copy(update={"status": status})


def _settled(change: Change, current: JsonObject | None) -> Change:
    """Return an intended change with the status that the current state of its file shows."""
    if same_file(current, change.after):
        return _as(change, ChangeStatus.APPLIED)
    if same_file(current, change.before):
        return _as(change, ChangeStatus.VOID)
    undo = Undo(possible=False, reason="it was altered while the system was down")
    return change.model_copy(update={"status": ChangeStatus.UNKNOWN, "undo": undo})
