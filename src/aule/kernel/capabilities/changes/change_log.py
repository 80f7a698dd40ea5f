"""The change log: every change with its state before and after, and how to undo it.

A change in our database commits in one transaction with its record. A change outside of it (files) is first recorded as
intended, then made, then recorded as done. Where nothing may be written, the change is kept as a proposal.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from aule.contracts.access.autorun import Autorun, may_autorun
from aule.contracts.access.change import OWNER, Actor, Change, ChangeDiff, ChangeStatus, Undo, UndoPreview
from aule.contracts.ambient import Ambient
from aule.contracts.errors import ChangedMeanwhile, Invalid, WriteBlocked
from aule.contracts.events.facts import ChangeRecorded
from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject, Model
from aule.contracts.project import Project
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.apps.data import AppData
from aule.kernel.capabilities.changes.bulk import Bulk
from aule.kernel.capabilities.changes.drafts import FileDifference, FileDraft, apply_edits
from aule.kernel.capabilities.changes.file_effects import FileEffects
from aule.kernel.capabilities.changes.project_files import FileEntities, missing_folders, same_file
from aule.kernel.capabilities.changes.proposals import Proposals
from aule.kernel.capabilities.changes.rows import RowChange, RowChangeText, RowWrite, touched_by
from aule.kernel.capabilities.changes.undo import ChangeUndo, session_of
from aule.kernel.capabilities.changes.undoable_documents import ReadState, StagedDocument, kind_of
from aule.kernel.capabilities.gate.answers import AskFirst
from aule.kernel.capabilities.gate.approval_requests import unseen_autorun
from aule.kernel.capabilities.gate.policy_decision import is_writing
from aule.kernel.capabilities.gate.redaction import redact_data
from aule.kernel.capabilities.words import say
from aule.kernel.journal import Journal
from aule.kernel.journal.record import Record
from aule.sandbox.aliases import autoruns_at, find_aliases
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.repositories.runs import Runs
from aule.stores.source import Source

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context

_COUNTED = (ChangeStatus.APPLIED, ChangeStatus.INTENDED)
MOST_DELETIONS = 20
"""Files one run may delete without asking, where it may write without asking."""


@dataclass(frozen=True, slots=True)
class ChangeOrigin:
    """The call, run, app and person a change comes from."""

    actor: Actor
    run: str
    call: str | None
    app: str
    project: Project
    reversible: bool = True
    environment: str | None = None

    @classmethod
    def of(cls, context: Context) -> ChangeOrigin:
        """Return the origin of changes that a call makes."""
        return cls(
            context.actor,
            context.run.id,
            context.call.id,
            context.capability.app,
            context.project,
            context.capability.reversible,
            context.bound.environment or None,
        )


class ChangeLog:
    """Makes, records and undoes changes."""

    def __init__(
        self,
        journal: Journal,
        source: Source,
        files: FileEntities,
        data: AppData,
        ambient: Ambient,
        redact: Callable[[str], str],
    ) -> None:
        self._journal = journal
        self._source = source
        self._changes = Changes(source)
        self._runs = Runs(source)
        self._files = files
        self._ambient = ambient
        self._data = data
        self._redact = redact
        self._outside = FileEffects(journal, self._changes, files)
        self.undoing = ChangeUndo(journal, source, files, data, ambient, redact)
        self.locks = self.undoing.locks
        self.proposals = Proposals(journal, source, files, ambient, redact, self.locks)

    async def change_files(self, context: Context, drafts: Sequence[FileDraft], *, op: str, title: str) -> list[str]:
        """Write or remove files of the project, all or none; return the ids of the changes, or of proposals."""
        drafts = _distinct([apply_edits(_checked(context, draft), context.call.edits) for draft in drafts])
        if context.sketch is not None:
            context.sketch += drafts
            return ["" for _ in drafts]
        await context.hold_files(self._files.name(context.project, draft.path) for draft in drafts)
        wanted = await self._changes_of_drafts(context, drafts, op=op, title=title)
        if not wanted:
            return []
        changes = [change for _, change in wanted]
        if context.is_proposing:
            await self._refuse_overtaken(context, drafts)
            return await self.proposals.propose(context, wanted)
        await self._refuse_destruction(context, changes)
        if not context.is_by_hand and (unseen := _without_seen_autoruns(context, wanted)):
            await asyncio.to_thread(self._refuse_autoruns, context, unseen)
        await self._outside.perform(changes, context.run)
        context.done += [ChangeRecorded(change=change) for change in changes]
        context.changes += [change.id for change in changes]
        return [change.id for change in changes]

    async def propose_files(self, context: Context, drafts: Sequence[FileDraft], *, op: str, title: str) -> list[str]:
        """Store file contents as proposals, also where writing is allowed; return the proposals' ids."""
        drafts = _distinct([_checked(context, draft) for draft in drafts])
        await context.hold_files(self._files.name(context.project, draft.path) for draft in drafts)
        wanted = await self._changes_of_drafts(context, drafts, op=op, title=title)
        return await self.proposals.propose(context, wanted)

    def record_outside(
        self, origin: ChangeOrigin, differences: Sequence[FileDifference], *, op: str, title: Callable[[str], str]
    ) -> list[Change]:
        """Return what a command has already done to files as one group of changes; the caller records them."""
        group = self._group(len(differences))
        return [
            self._new_change(
                origin, self._files.name(origin.project, each.path), each.before, each.after, op, title(each.path)
            ).model_copy(update={"group": group, "folders": []})
            for each in differences
            if not same_file(each.before, each.after)
        ]

    async def change_rows(self, context: Context, writes: Sequence[RowWrite], told: RowChangeText) -> str:
        """Write rows of an app's tables; they commit with the call's result or not at all."""
        if not writes:
            return ""
        change = await self._begin_rows(context, told)
        writes = context.rows.linked(writes, change.id, self._data.of(change.app).tables)
        touched = await asyncio.to_thread(touched_by, self._data, writes)
        context.rows.parts.append(RowChange(change.model_copy(update={"rows": touched}), writes))
        context.changes.append(change.id)
        return change.id

    @asynccontextmanager
    async def bulk(self, context: Context, told: RowChangeText) -> AsyncGenerator[Bulk]:
        """Write many rows of an app's tables as one change."""
        change = await self._begin_rows(context, told)
        if context.rows.staging is None:
            context.rows.staging = self._data.database.staging()
        bulk = Bulk(self._data, context.rows.staging, change, self._redact)
        try:
            yield bulk
            done = await bulk.finished()
        except BaseException:
            bulk.abandon()
            raise
        if done is not None:
            context.rows.parts.append(RowChange(done))
            context.changes.append(done.id)

    async def _begin_rows(self, context: Context, told: RowChangeText) -> Change:
        """Return the change for rows still to be written, with secrets removed from what people read of it."""
        _refuse_where_nothing_is_written(context)
        told.check(context.capability.app)
        if context.recheck is not None and context.rows.is_empty:
            await context.recheck()
        before, after = redact_data(told.before, self._redact), redact_data(told.after, self._redact)
        change = self._new_change(
            ChangeOrigin.of(context), told.entity, before, after, told.op, self._redact(told.title)
        )
        return change.model_copy(update={"undo": Undo(possible=True)})

    async def change_stored(
        self, context: Context, entity: str, after: Model | None, *, op: str, base: ReadState | None = None
    ) -> str:
        """Create, edit or (None) remove a stored document; it commits with the call's result or not at all.

        `base` is the state the new one was computed from, where that was read earlier. If the document has changed when
        the result is recorded, a `Conflict` is raised and nothing of the call is recorded.
        """
        _refuse_where_nothing_is_written(context)
        name, id = split_ref(entity)
        kind, state = kind_of(name), None if after is None else after.model_dump(mode="json")
        if (earlier := context.stored.get(entity)) is not None:
            before = earlier.after
        else:
            base = base or ReadState(entity, await kind.read(self._source, id))
            before = base.state
            if before is not None or not kind.has_fresh_id:
                context.bases.append(base)
        context.stored[entity] = StagedDocument(state)
        thing = kind.model.model_validate(before) if after is None else after
        change = self._new_change(ChangeOrigin.of(context), entity, before, state, op, kind.title(thing))
        change = change.model_copy(update={"undo": Undo(possible=True), "project": kind.project(thing)})
        now = self._ambient.clock.now()
        context.staged += [*kind.facts(id, before, state, now), ChangeRecorded(change=change)]
        context.changes.append(change.id)
        return change.id

    async def change_together(self, context: Context, after: Mapping[str, Model | None], *, op: str) -> None:
        """Create, edit or (None) remove several stored documents as one group of changes, which is undone as one."""
        group, first = self._group(len(after)), len(context.staged)
        for entity, state in after.items():
            await self.change_stored(context, entity, state, op=op)
        for place, fact in enumerate(context.staged[first:], first):
            if isinstance(fact, ChangeRecorded):
                context.staged[place] = ChangeRecorded(change=fact.change.model_copy(update={"group": group}))

    def put_document(self, record: Record, entity: str, before: Model | None, after: Model | None) -> Change:
        """Add a document that a person made, edited or removed to a transaction, with its change."""
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
            record.put(fact, session=session_of(entity))
        return change

    async def diff(self, id: str) -> ChangeDiff:
        """Return what a change altered; for a proposal, what it would alter now."""
        change = await self._changes.get(id)
        waits = change.status is ChangeStatus.PROPOSED
        return await (self.proposals if waits else self.undoing).diff(change)

    async def is_of_session(self, run: str, session: str) -> bool:
        """Return whether a run changed something in a conversation."""
        return bool((await self._changes.list(Wanted(run=run, session_id=session), limit=1)).items)

    async def preview(self, subject: str) -> UndoPreview:
        """Return what undoing a change or a whole run would do, newest change first."""
        return await self.undoing.preview(subject)

    async def undo(self, subject: str, run: Run, actor: Actor) -> list[str]:
        """Undo changes, newest first. Stops before the first one whose subject was altered since."""
        return await self.undoing.undo(subject, run, actor)

    async def settle(self, run: str | None = None) -> list[Change]:
        """Find out after a crash which intended changes happened, of one run or of all, and record it."""
        return await self._outside.settle(run)

    async def _changes_of_drafts(
        self, context: Context, drafts: Sequence[FileDraft], *, op: str, title: str
    ) -> list[tuple[FileDraft, Change]]:
        """Return the change each draft would make, removals first; drafts that change nothing are left out.

        Raises `ChangedMeanwhile` where a file is no longer what the call read, or what was shown of it.
        """
        drafts = sorted(drafts, key=lambda draft: draft.content is not None)
        origin, found = ChangeOrigin.of(context), list[tuple[FileDraft, Change]]()
        states = await asyncio.to_thread(self._states, context.project, drafts)
        there = {draft.path: _content_of(before) for draft, (before, _, _) in zip(drafts, states, strict=True)}
        context.reads.compare(there)
        if context.recheck is not None and not context.done:
            (await context.recheck()).compare(there)
        for draft, (before, after, folders) in zip(drafts, states, strict=True):
            # Removing a file that does not exist is a mistake, so the caller is told.
            if after is not None and same_file(before, after) and not context.is_proposing:
                continue
            entity = self._files.name(context.project, draft.path)
            change = self._new_change(origin, entity, before, after, op, draft.title or title)
            found.append((draft, change.model_copy(update={"folders": folders})))
        group = self._group(len(found))
        return [(draft, change.model_copy(update={"group": group})) for draft, change in found]

    def _states(
        self, project: Project, drafts: Sequence[FileDraft]
    ) -> list[tuple[JsonObject | None, JsonObject | None, list[str]]]:
        """Return each file's state now and after its draft, with the folders to make. Blocks on the disk."""
        gone = {draft.path for draft in drafts if draft.content is None}
        states: list[tuple[JsonObject | None, JsonObject | None, list[str]]] = []
        for draft in drafts:
            place = self._files.at(project, draft.path)
            before = self._files.state(place)
            mode = draft.mode if draft.mode is not None else (before or {}).get("mode")
            after = None if draft.content is None else self._files.keep(draft.content, mode)
            states.append((before, after, [] if after is None else missing_folders(place, gone)))
        return states

    async def _refuse_overtaken(self, context: Context, drafts: Sequence[FileDraft]) -> None:
        """Refuse drafts if another call of the same task proposed something since this one looked."""
        now = await self.proposals.overlay(context.run)
        for draft in drafts:
            seen, there = context.overlay.get(draft.path), now.get(draft.path)
            if there is not None and (seen is None or seen.proposal not in {there.proposal, *context.proposed}):
                raise ChangedMeanwhile(f"Something else was proposed for {draft.path!r} meanwhile.", subject=draft.path)

    def _group(self, count: int) -> str | None:
        """Return an id that groups several changes; None for a single one."""
        return self._ambient.ids.new("grp") if count > 1 else None

    async def _refuse_destruction(self, context: Context, changes: Sequence[Change]) -> None:
        """Ask before a run deletes many files, even where it may write without asking."""
        going = sum(change.after is None for change in changes)
        if context.on_write != "apply" or context.is_granted or not going:
            return
        made = await self._changes.of_run((await self._runs.root(context.run)).id)
        gone = sum(change.after is None and change.status in _COUNTED for change in made)
        if gone + going > MOST_DELETIONS:
            note = say("many_deletions", context.locale, count=str(gone + going))
            raise AskFirst("it deletes a lot", note)

    def _refuse_autoruns(self, context: Context, unseen: Sequence[tuple[FileDraft, Change]]) -> None:
        """Ask before writing files that a tool runs by itself, even where writing needs no approval."""
        aliases = find_aliases(context.workspace.root)
        found = list[Autorun]()
        for draft, change in unseen:
            if not aliases and not may_autorun(draft.path):
                continue
            before = None if change.before is None else self._files.content(change.before)
            is_known = _is_in_repository(context, draft.path)
            found += autoruns_at(draft.path, before, draft.content, is_in_repository=is_known, aliases=aliases)
        if found and context.done:  # effects that have happened cannot wait for an answer
            raise unseen_autorun(found[0])
        if found:
            raise AskFirst("a tool of this machine would run it by itself", autoruns=found)

    def _new_change(
        self,
        origin: ChangeOrigin,
        entity: str,
        before: JsonObject | None,
        after: JsonObject | None,
        op: str,
        title: str,
    ) -> Change:
        return Change(
            id=self._ambient.ids.new("chg"),
            ts=self._ambient.timestamp(),
            actor=origin.actor,
            run=origin.run,
            call=origin.call,
            app=origin.app,
            op=op,
            entity=entity,
            title=title,
            before=before,
            after=after,
            undo=Undo(
                possible=origin.reversible, reason=None if origin.reversible else "this kind of change has no way back"
            ),
            project=origin.project.id,
            environment=origin.environment,
        )


def _without_seen_autoruns(
    context: Context, wanted: Sequence[tuple[FileDraft, Change]]
) -> list[tuple[FileDraft, Change]]:
    """Return the drafts without those whose autorun a person saw on a card."""
    return [each for each in wanted if each[0].path not in context.autoruns_seen]


def _refuse_where_nothing_is_written(context: Context) -> None:
    """Refuse to change our own database where nothing may be written: such changes cannot be proposed."""
    if context.sketch is not None or (context.is_proposing and is_writing(context.capability)):
        raise WriteBlocked(
            f"{context.capability.name!r} was not done: nothing is written here, and this cannot be proposed.",
            hint="Go on without it, and say what you would have done.",
        )


def _checked(context: Context, draft: FileDraft) -> FileDraft:
    return replace(draft, path=context.workspace.check_writable(draft.path))


def _is_in_repository(context: Context, path: str) -> bool | None:
    """Return whether git takes a file's folder for a repository; None if the drafts may make it one."""
    folder, _, name = path.rpartition("/")
    is_known = name != "HEAD" and bool(folder) and context.workspace.stat(f"{folder}/HEAD") is not None
    return True if is_known else None


def _content_of(state: JsonObject | None) -> str | None:
    return None if state is None else state["sha256"]


def _distinct(drafts: list[FileDraft]) -> list[FileDraft]:
    if len({draft.path for draft in drafts}) < len(drafts):
        raise Invalid("A file can be changed only once at a time.", code="duplicate_path", hint="Say what it becomes.")
    return drafts
