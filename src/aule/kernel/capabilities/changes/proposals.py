"""Proposals: changes that are stored but not made until a person adopts them, whole or in part."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from aule.contracts.access.change import Actor, Change, ChangeDiff, ChangeStatus, Hunk
from aule.contracts.access.differences import hunks, taken
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.events.facts import ChangeAdopted, ChangeDropped, ChangeProposed, ChangeRecorded
from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.changes.drafts import FileDraft
from aule.kernel.capabilities.changes.file_effects import FileEffects
from aule.kernel.capabilities.changes.project_files import FileEntities, missing_folders, same_file
from aule.kernel.capabilities.gate.path_locks import PathLocks
from aule.kernel.journal import Journal
from aule.sandbox.layers import ProposedFile
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.runs import Runs
from aule.stores.source import Source

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context

AS_PROPOSED = ""
"""Marks that the file has to be what it was when the proposal was made."""


class Proposals:
    """Stores, shows, adopts and drops proposed changes."""

    def __init__(
        self,
        journal: Journal,
        source: Source,
        files: FileEntities,
        ambient: Ambient,
        redact: Callable[[str], str],
        locks: PathLocks,
    ) -> None:
        self._locks = locks
        self._journal = journal
        self._changes = Changes(source)
        self._runs = Runs(source)
        self._files = files
        self._ambient = ambient
        self._redact = redact
        self._outside = FileEffects(journal, self._changes, files)

    async def propose(self, context: Context, wanted: Sequence[tuple[FileDraft, Change]]) -> list[str]:
        """Stage changes as proposals with the call's result; they replace earlier ones for the same files."""
        # A draft equal to the present file withdraws an earlier proposal, and is none itself.
        changes = [change for _, change in wanted if not same_file(change.before, change.after)]
        waiting = await self._waiting(context.run)
        new = {change.entity for _, change in wanted}
        earlier = [change for change in waiting if change.entity in new]
        # A proposal of this very call is not recorded yet: it is replaced among the staged facts.
        context.staged = [
            fact for fact in context.staged if not (isinstance(fact, ChangeProposed) and fact.change.entity in new)
        ]
        staged = {fact.change for fact in context.staged if isinstance(fact, ChangeDropped)}
        context.staged += [ChangeDropped(change=change.id) for change in earlier if change.id not in staged]
        proposed = [change.model_copy(update={"status": ChangeStatus.PROPOSED}) for change in changes]
        context.staged += [ChangeProposed(change=change) for change in proposed]
        laid = {draft.path: self._laid(change) for draft, change in wanted}
        context.overlay = {**context.overlay, **laid}
        context.proposed = [fact.change.id for fact in context.staged if isinstance(fact, ChangeProposed)]
        return [change.id for change in proposed]

    async def overlay(self, run: Run) -> dict[str, ProposedFile]:
        """Return the files as all runs of the same task have proposed them, by path."""
        found: dict[str, ProposedFile] = {}
        for change in await self._waiting(run):
            project, _, path = split_ref(change.entity)[1].partition("/")
            if project == run.project:
                found[path] = self._laid(change)
        return found

    async def diff(self, change: Change) -> ChangeDiff:
        """Return what adopting a proposal would alter in the present file, with the hash of that file."""
        current = await self._files.read(split_ref(change.entity)[1])
        told = await asyncio.to_thread(self._files.diff, current, change.after, change.path)
        text = None if told.text is None else self._redact(told.text)
        return told.model_copy(update={"text": text, "sha256": None if current is None else current["sha256"]})

    async def hunks(self, id: str) -> list[Hunk]:
        """Return the hunks of a proposal against the present file; of another change, against its former state."""
        change = await self._changes.get(id)
        if split_ref(change.entity)[0] != "file":
            raise Invalid(
                f"{change.title!r} changed no file, so it has no pieces of text.",
                code="not_in_pieces",
                hint="Its diff tells what changed.",
            )
        before = change.before
        if change.status is ChangeStatus.PROPOSED:
            before = await self._files.read(split_ref(change.entity)[1])
        found = await asyncio.to_thread(self._hunks, before, change)
        return [hunk.model_copy(update={"lines": [self._redact(line) for line in hunk.lines]}) for hunk in found]

    async def adopt(
        self, id: str, run: Run, actor: Actor, *, chosen: Sequence[int] | None = None, sha256: str | None = AS_PROPOSED
    ) -> str:
        """Make a proposed change, or chosen hunks of it, if the file is the one seen; return the change's id.

        `sha256` is the hash of the file the diff was made from, None if there was no file; by default it is the file
        the proposal was made from.
        """
        async with self._locks.holding([(await self._open(id)).entity]):
            return await self._adopt(await self._open(id), run, actor, chosen, sha256)

    async def _adopt(
        self, proposal: Change, run: Run, actor: Actor, chosen: Sequence[int] | None, sha256: str | None
    ) -> str:
        current = await self._files.read(split_ref(proposal.entity)[1])
        _check_seen(proposal, current, sha256)
        after = proposal.after
        if chosen is not None:
            after = await asyncio.to_thread(self._partly, proposal, current, chosen)
        if same_file(current, after):
            raise Conflict(
                f"{proposal.title!r} would change nothing: the file already is so.",
                code="nothing_to_adopt",
                hint="Drop the proposal.",
                subject=proposal.id,
            )
        adopting = proposal.model_copy(
            update={
                "id": self._ambient.ids.new("chg"),
                "ts": self._ambient.timestamp(),
                "actor": actor,
                "run": run.id,
                "call": None,
                "group": None,
                "before": current,
                "after": after,
                "status": ChangeStatus.APPLIED,
                "folders": await self._missing_folders(proposal),
                "adopts": proposal.id,
            }
        )
        await self._outside.perform([adopting], run)
        facts = (ChangeRecorded(change=adopting), ChangeAdopted(change=proposal.id, by=adopting.id))
        await self._journal.write(*facts, run=run.id, durable=True)
        return adopting.id

    async def drop(self, id: str) -> Change:
        """Reject a proposal for good."""
        async with self._journal.transaction() as record:
            change = await Changes(record).get(id)
            _check_open(change)
            record.put(ChangeDropped(change=id), run=change.run)
        return change.model_copy(update={"status": ChangeStatus.DROPPED})

    async def _open(self, id: str) -> Change:
        change = await self._changes.get(id)
        _check_open(change)
        return change

    async def _waiting(self, run: Run) -> list[Change]:
        """Return the open proposals of all runs of the same task, the oldest first."""
        found = await self._changes.of_run((await self._runs.root(run)).id)
        return [each for each in found if each.status is ChangeStatus.PROPOSED]

    def _laid(self, change: Change) -> ProposedFile:
        after = change.after
        if after is None:
            return ProposedFile(None, proposal=change.id)
        moment = datetime.fromisoformat(change.ts).timestamp()
        return ProposedFile(partial(self._files.content, after), after["size"], moment, after.get("mode"), change.id)

    def _hunks(self, before: JsonObject | None, change: Change) -> list[Hunk]:
        sides = self._files.documents(before, change.after, change.path)
        return [] if sides is None else hunks(sides[0].text, sides[1].text)

    def _partly(self, proposal: Change, current: JsonObject | None, chosen: Sequence[int]) -> JsonObject:
        path = proposal.path
        sides = self._files.documents(current, proposal.after, path)
        if sides is None or proposal.after is None:
            raise Invalid(
                f"{proposal.title!r} can only be adopted as a whole.",
                code="not_in_pieces",
                field="hunks",
                hint="Leave the hunks out.",
            )
        old, new = sides
        content = new.encode(taken(old.text, new.text, chosen), path)
        return self._files.keep(content, proposal.after.get("mode"))

    async def _missing_folders(self, proposal: Change) -> list[str]:
        if proposal.after is None:
            return []
        return missing_folders(await self._files.placed(proposal.entity))


def _check_open(change: Change) -> None:
    if change.status is not ChangeStatus.PROPOSED:
        raise Conflict(
            f"{change.title!r} is no proposal that waits: it is {change.status}.",
            code="not_proposed",
            hint="Look at the list of proposals again.",
            subject=change.id,
        )


def _check_seen(proposal: Change, current: JsonObject | None, sha256: str | None) -> None:
    """Refuse a decision if the file is no longer the one the diff was made from."""
    seen = (proposal.before or {}).get("sha256") if sha256 == AS_PROPOSED else sha256
    if (None if current is None else current["sha256"]) != seen:
        raise Conflict(
            f"The file of {proposal.title!r} was altered since this was looked at. Nothing was written.",
            code="changed_since",
            hint="Look at the difference again: it is made from the file as it is now.",
            subject=proposal.id,
        )
