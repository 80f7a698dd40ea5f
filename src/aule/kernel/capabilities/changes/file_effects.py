"""Effects outside the database: files that change together or not at all, also when the process is killed in between.

They are first intended, durably and in one transaction, then done, then recorded. After a crash the intentions are held
against the world: what is complete is recorded, what is half done is taken back.
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
from aule.kernel.capabilities.changes.project_files import FileEntities, Placed, same_file
from aule.kernel.journal import Journal
from aule.stores.repositories.changes import Changes

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Written:
    """How writing some files ended."""

    undone: Sequence[Change] = ()
    """Changes of which it is certain that they are not in effect."""
    error: AuleError | OSError | None = None


class Outside:
    """Makes changes of files happen, and finds out after a crash which did."""

    def __init__(self, journal: Journal, changes: Changes, files: FileEntities) -> None:
        self._journal = journal
        self._changes = changes
        self._files = files

    async def perform(self, changes: Sequence[Change], run: Run) -> None:
        """Intend durably, then do. On a failure all of them are taken back; whoever calls records what was done.

        A file is written only in the place of what its change says it was before; else it is `ChangedMeanwhile`.
        """
        places = [await self._files.placed(change.entity) for change in changes]
        intended = [ChangeIntended(change=_as(change, ChangeStatus.INTENDED)) for change in changes]
        try:
            await self._journal.write(*intended, run=run.id, session=run.session_id, durable=True)
        except asyncio.CancelledError:  # the intention is on record all the same
            self._void(changes, run)
            raise
        await self._to_the_end(list(zip(places, changes, strict=True)), run)

    async def settle(self, run: str | None = None) -> list[Change]:
        """After a crash: find out of every intended change, or those of a run, whether it happened, and record that."""
        settled: list[Change] = []
        expected: dict[str, JsonObject | None] = {}
        newest_first = reversed(await self._changes.intended(run))
        for _, together in groupby(newest_first, key=lambda change: change.group or change.id):
            group = [change for change in together if await self._files.is_here(change.entity)]
            # Only the machine that has the folder can look.
            known = await self._known(group, expected)
            facts: list[Fact] = []
            for change in known:
                facts += await self._facts(change)
                if change.status is not ChangeStatus.UNKNOWN:  # what came before one is what the next was to make
                    expected[change.entity] = change.before
            if facts:
                await self._journal.write(*facts, run=known[0].run, durable=True)
            settled += known
        return settled

    async def _known(self, group: Sequence[Change], expected: dict[str, JsonObject | None]) -> list[Change]:
        """What became of changes that belong together, by what the world looks like now."""
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
        except AuleError:  # its project is gone, and with it what could be taken back
            return
        self._restore(place, change)

    async def _look(self, change: Change, expected: dict[str, JsonObject | None]) -> JsonObject | None:
        if change.entity in expected:
            return expected[change.entity]
        try:
            await self._files.sweep(change.entity)
            return await self._files.read(change.entity.partition(":")[2])
        except AuleError:  # what stands there cannot be looked at; that must not keep the system from starting
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

    async def _to_the_end(self, work: Sequence[tuple[Placed, Change]], run: Run) -> None:
        """Write files away from the loop. A run that is stopped meanwhile waits for it, and has done it."""
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

    def _write_all(self, work: Sequence[tuple[Placed, Change]]) -> _Written:
        """Write all files, or take back those that were written before one failed."""
        done: list[tuple[Placed, Change]] = []
        for place, change in work:
            try:
                self._files.put(place, change.after, change.folders, instead_of=change.before)
            except (AuleError, OSError) as error:
                # What stands there after a change of somebody else is theirs, also if it looks like ours.
                is_theirs = isinstance(error, ChangedMeanwhile)
                begun = done if is_theirs else [*done, (place, change)]
                for each in reversed(begun):
                    self._restore(*each)
                undone = [each for at, each in begun if self._stands(at, each)]
                return _Written([*undone, *(each for _, each in work[len(begun) :])], error)
            done.append((place, change))
        return _Written()

    def _restore(self, place: Placed, change: Change) -> None:
        """Take a file back to what it was, if it is what it was to be; folders made for one that is not there go."""
        try:
            state = self._files.state(place)
            if same_file(state, change.after):
                self._files.put(place, change.before, change.folders, instead_of=change.after)
            elif state is None and change.before is None:
                place.workspace.prune(change.folders)
        except AuleError as error:  # it stays intended, and is looked at again
            log.warning("%s could not be taken back: %s", change.entity, error)

    def _stands(self, place: Placed, change: Change) -> bool:
        """Whether a file is as it was before."""
        try:
            return same_file(self._files.state(place), change.before)
        except AuleError:
            return False

    def _void(self, changes: Iterable[Change], run: Run) -> None:
        for change in changes:
            void = ChangeVoided(change=_as(change, ChangeStatus.VOID))
            self._journal.put(void, run=run.id, session=run.session_id)


async def taken_back(changes: Changes, change: Change, inverse: Change) -> list[Fact]:
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


def _as(change: Change, status: ChangeStatus) -> Change:
    return change.model_copy(update={"status": status})


def _settled(change: Change, current: JsonObject | None) -> Change:
    """What became of an intended change, by what the world looks like now."""
    if same_file(current, change.after):
        return _as(change, ChangeStatus.APPLIED)
    if same_file(current, change.before):
        return _as(change, ChangeStatus.VOID)
    undo = Undo(possible=False, reason="it was altered while the system was down")
    return change.model_copy(update={"status": ChangeStatus.UNKNOWN, "undo": undo})
