"""Commands: run in a sandbox, on the project's folder or on a copy; all they do to files can be undone.

Where nobody set bounds and the sandbox can hide single files, a command works on the project's own folder: the tree is
recorded before the command and compared afterwards. Else it works on a copy, and only permitted files are copied back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from aule.contracts.access.autorun import Autorun, autoruns, may_autorun
from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.access.sandbox import Level, SandboxView
from aule.contracts.errors import AuleError, ChangedMeanwhile, Invalid, ScopeViolation, Unavailable
from aule.contracts.events.facts import ChangeProposed, ChangeRecorded, CommandBegan, Fact
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.kernel.capabilities.changes.change_log import ChangeLog, ChangeOrigin
from aule.kernel.capabilities.changes.drafts import FileDifference, FileDraft
from aule.kernel.capabilities.changes.project_files import FileEntities, packages_state, same_file
from aule.kernel.capabilities.command_output import Printer
from aule.kernel.capabilities.command_ways_out import refuse_leaving
from aule.kernel.capabilities.copied_packages import CopiedPackages, changeable
from aule.kernel.capabilities.gate.scope_errors import tell_refused
from aule.kernel.capabilities.words import say
from aule.kernel.journal import Journal
from aule.sandbox.aliases import autoruns_at, find_aliases
from aule.sandbox.box import USUAL, Answer, BoxCommand, BoxLimits, BoxOutcome, Prober, Space, run
from aule.sandbox.folder_repair import mend, put_back
from aule.sandbox.handles import ANYTHING
from aule.sandbox.layers import ProposedFile
from aule.sandbox.names import shown_name
from aule.sandbox.package_folders import is_package_folder, look_at
from aule.sandbox.scratch import Scratch, hand_over, scratch, sweep
from aule.sandbox.secret_files import is_secret, refuse_secret
from aule.sandbox.trees import Tree, TreeDifference, TreeFile, Trees, compare_trees, dump_tree, identities, read_tree
from aule.stores.home.command_journal import Begun, CommandJournal
from aule.stores.repositories.changes import Changes, Wanted

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context

log = logging.getLogger(__name__)

MOST_COVERED = 400
"""Files and folders hidden one by one inside the project's own folder; with more, a copy is cheaper."""
_INSIDE = "/workspace"
"""Where a command sees a project of the data directory, so that the directory's path stays unknown to it."""
_LATELY = 200
"""The latest changes of others that are checked after a command."""
_LONGEST_TITLE = 60
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command line with its folder, time limit, environment and resource limits."""

    words: str
    folder: str = "."
    timeout_s: float = 30
    env: dict[str, str] = field(default_factory=dict[str, str])
    limits: BoxLimits = USUAL
    answer: Answer | None = None
    """Answers the one port of the box that leads out of it; without, nothing does."""
    shown: tuple[Path, ...] = ()
    """Folders elsewhere that it may read."""


@dataclass(frozen=True, slots=True)
class Executed:
    """The outcome of a command, and what it did to the project."""

    outcome: BoxOutcome
    changed: list[str] = field(default_factory=list[str])
    """Files that were changed."""
    proposed: list[str] = field(default_factory=list[str])
    """Files whose changes are proposed to a person."""
    out_of_scope: list[str] = field(default_factory=list[str])
    """Files altered in the copy that may not be written; the project's files stay as they are."""
    conflicts: list[str] = field(default_factory=list[str])
    """Files somebody else altered meanwhile; the other version was kept."""
    planted: list[str] = field(default_factory=list[str])
    """Links, pipes, repositories and the like that the command left; they were removed."""
    unkept: list[str] = field(default_factory=list[str])
    """Files too large to be undone."""
    held: list[Autorun] = field(default_factory=list[Autorun])
    """Files a tool of the machine runs by itself: restored, and the command's version proposed."""
    stayed: list[str] = field(default_factory=list[str])
    """Secrets, repositories and the like that moved along with a folder; they were put back."""
    gone: list[str] = field(default_factory=list[str])
    """Removed pipes, sockets and other things of which there is no record."""
    left: list[str] = field(default_factory=list[str])
    """Paths that should have been removed and could not be."""
    packages: list[str] = field(default_factory=list[str])
    """Folders of packages that it made or changed."""
    lost_packages: list[str] = field(default_factory=list[str])
    """Folders of packages that it made in its copy, and that did not come back to the project."""


@dataclass(frozen=True, slots=True)
class CommandEffects:
    """What a command did to the folder, after everything not permitted was put back."""

    found: TreeDifference
    held: list[HeldFile]
    stayed: list[str]
    left: list[str]
    packages: list[FileDifference] = field(default_factory=list[FileDifference])
    """Folders of packages that are new or changed."""


@dataclass(frozen=True, slots=True)
class HeldFile:
    """A file that a tool of the machine would run by itself, before and after the command."""

    runs: list[Autorun]
    path: str
    before: TreeFile | None
    after: TreeFile


@dataclass(slots=True)
class Commands:
    """Runs commands for capabilities, one at a time in each folder."""

    journal: Journal
    change_log: ChangeLog
    changes: Changes
    files: FileEntities
    command_journal: CommandJournal
    home: Path
    """The data directory, which is hidden from commands."""
    prober: Prober = field(default_factory=Prober)
    trees: Trees = field(init=False)
    """The trees of the projects' folders; file contents are kept as blobs."""
    _locks: dict[Path, asyncio.Lock] = field(default_factory=dict[Path, asyncio.Lock])
    _noted: tuple[Tree, str] | None = None

    def __post_init__(self) -> None:
        self.trees = Trees(self.files.blobs.put_many)

    async def sandbox(self) -> SandboxView:
        """Return which isolation commands run in on this machine."""
        return await self.prober.probe()

    async def execute(self, context: Context, command: CommandLine) -> Executed:
        """Run a command, and record all it did to files, however it ends."""
        sandbox = await self.sandbox()
        if sandbox.level is Level.NONE:
            raise unavailable(sandbox)
        if command.answer is not None:
            await refuse_leaving(context, sandbox.level)
        workspace = self.files.workspaces.of(context.project)
        root = workspace.root.resolve()
        command = replace(command, folder=workspace.check(command.folder))
        if context.recheck is not None:
            await context.recheck()
        async with self._locks.setdefault(root, asyncio.Lock()):
            before = await asyncio.to_thread(self.trees.take, root, installs=command.answer is not None)
            is_free = context.bound.is_free and not context.is_proposing
            if sandbox.level is Level.BUBBLEWRAP and is_free and len(before.covered) <= MOST_COVERED:
                return await self._in_place(context, command, root, before)
            return await self._on_copy(context, command, root, before)

    async def settle(self) -> list[Change]:
        """After a crash, settle intended changes and record what interrupted commands did to files."""
        await asyncio.to_thread(sweep)
        settled = await self.change_log.settle()
        for note in self.command_journal.left():
            try:
                settled += await self._settle(note)
            except (AuleError, OSError, ValueError) as error:  # a missing folder or note must not prevent the start
                log.warning("what the command of call %s did could not be found out: %s", note.call, error)
            self.command_journal.end(note.call)
        return settled

    async def _in_place(self, context: Context, command: CommandLine, root: Path, before: Tree) -> Executed:
        place = self.files.workspaces.of(context.project).stat(command.folder)
        if place is None or place.kind != "folder":
            raise _no_folder(command.folder)
        before.identities = await asyncio.to_thread(identities, root, before.covered)
        opened = await asyncio.to_thread(_packages_in, root, before.opened)
        note = await self._note(context, command, before)
        hidden = tuple(before.hidden)
        protected = tuple(sorted({*before.covered} - {*hidden}))
        space = Space(root, self._visible_root(root), hidden=hidden, protected=protected, read_only=command.shown)
        try:
            outcome = await self._run(context, command, space, Level.BUBBLEWRAP)
        finally:
            effects = await _to_the_end(self._gather(context, note, root, before, opened))
        found = effects.found
        return Executed(
            outcome,
            changed=[path for path, _, _ in found.files],
            planted=_displayable({*found.planted, *found.lost}),
            unkept=found.unkept,
            held=[run for each in effects.held for run in each.runs],
            stayed=_displayable(effects.stayed),
            gone=_displayable(found.gone),
            left=_displayable(effects.left),
            packages=[each.path for each in effects.packages],
        )

    async def _gather(
        self, context: Context, note: Begun, root: Path, before: Tree, opened: Mapping[str, JsonObject | None]
    ) -> CommandEffects:
        """Find out what a command did to the folder, and record it."""
        effects = await asyncio.to_thread(self._compare, context.project, root, before, opened)
        others = await self._altered_by_others(note)
        changes = await asyncio.to_thread(self._new_changes, ChangeOrigin.of(context), note.title, effects, others)
        await self._record(note, changes)
        context.changes += [change.id for change in changes if change.status is ChangeStatus.APPLIED]
        self.command_journal.end(note.call)
        return effects

    def _compare(
        self, project: Project, root: Path, before: Tree, opened: Mapping[str, JsonObject | None]
    ) -> CommandEffects:
        """Compare the folder with its former tree, and put back what may not stay (see `folder_repair`)."""
        stayed = put_back(root, before)
        after = self.trees.take(root, since=before)
        found = compare_trees(before, after)
        planted, lost = found.planted, found.lost
        if planted or lost:
            mend(root, before, found)
            after = self.trees.take(root, since=before)
            found = compare_trees(before, after)
        left = sorted({*found.planted} - {*found.doubled})
        held = list(self._held_files(root, found, before, after))
        back = [(path, one) for path, one, two in found.files if one is not None and two is None and path in planted]
        back = [(path, one) for path, one in back if may_autorun(path)]  # it grew too large to be scanned
        if held or back:
            for each in held:
                self._restore(project, each.path, each.before, found.folders, instead_of=each.after.sha256)
            for path, one in back:
                self._restore(project, path, one, found.folders)
            found = compare_trees(before, self.trees.take(root, since=before))
            differing = {path for path, _, _ in found.files}
            left += sorted(each.path for each in held if each.path in differing)
        new = {path: None for path in after.derived - before.derived if is_package_folder(path)}
        packages = [
            FileDifference(path, one, two)
            for path, one in sorted({**new, **opened}.items())
            if (two := packages_state(look_at(root, path))) is not None and not same_file(one, two)
        ]
        return CommandEffects(replace(found, planted=planted, lost=lost), held, stayed, left, packages)

    def _held_files(self, root: Path, found: TreeDifference, before: Tree, after: Tree) -> Generator[HeldFile]:
        """Yield the changed files that a tool of the machine would run by itself."""
        differing = {path: (one, two) for path, one, two in found.files}
        telling = _repository_heads(before, after, differing, self._content)
        aliases = find_aliases(root, before.links)
        for path, (one, two) in differing.items():
            if two is None:
                continue
            is_in_repository = path.rpartition("/")[0] in after.repositories
            was, now = None if _became_executable(one, two) else self._content(one), self._content(two) or b""
            runs = autoruns_at(path, was, now, is_in_repository=is_in_repository, aliases=aliases)
            if not runs and path in telling:
                runs = [Autorun(path=path, tool="git", when="git_used")]
            if runs:
                yield HeldFile(runs, path, one, two)

    def _content(self, file: TreeFile | None) -> bytes | None:
        return None if file is None else self.files.blobs.get(file.sha256)

    def _restore(
        self, project: Project, path: str, before: TreeFile | None, folders: list[str], *, instead_of: str = ANYTHING
    ) -> None:
        """Restore a file as the command found it, unless somebody else altered it since the command ended."""
        workspace = self.files.at(project, path).workspace
        try:
            if before is None:
                workspace.remove(path, [one for one in folders if path.startswith(f"{one}/")], base=instead_of)
            else:
                workspace.write(path, self._content(before) or b"", before.mode, base=instead_of)
        except AuleError as error:  # the file is recorded as a change, can be undone, and is reported
            log.warning("%s could not be held back: %s", path, error)

    async def _altered_by_others(self, note: Begun) -> set[str]:
        """Return files that were changed through the gate while the command ran; they are recorded already."""
        page = await self.changes.list(Wanted(project=note.project, kind="file"), limit=_LATELY)
        lately = [change for change in page.items if change.ts >= note.began_at and change.call != note.call]
        return {change.path for change in lately}

    def _new_changes(self, origin: ChangeOrigin, title: str, effects: CommandEffects, others: set[str]) -> list[Change]:
        """Return a command's effects as changes, and held-back files as proposals."""
        found = effects.found
        differences = [
            FileDifference(path, self._state(one), self._state(two))
            for path, one, two in found.files
            if path not in others
        ]
        changes = self.change_log.record_outside(origin, differences, op="exec", title=lambda path: f"{path} · {title}")
        packages = [
            change
            for each in effects.packages
            for change in self.change_log.record_outside(
                origin, [each], op="exec", title=lambda path: f"{path}/ · {title}"
            )
        ]
        held = [
            FileDifference(each.path, self._state(each.before), self._state(each.after))
            for each in effects.held
            if not is_secret(each.path)  # nobody could review it before adopting it
        ]
        proposals = self.change_log.record_outside(origin, held, op="exec", title=lambda path: f"{path} · {title}")
        return [
            *(_with_folders(change, found.folders) for change in (*packages, *changes)),
            *(proposal.model_copy(update={"status": ChangeStatus.PROPOSED, "group": None}) for proposal in proposals),
        ]

    def _state(self, file: TreeFile | None) -> JsonObject | None:
        if file is None:
            return None
        self.files.blobs.put(self.files.blobs.get(file.sha256))  # until now it may exist on this machine only
        return {"sha256": file.sha256, "size": file.size, "mode": file.mode}

    async def _record(self, note: Begun, changes: Sequence[Change]) -> None:
        facts: list[Fact] = [
            ChangeProposed(change=change) if change.status is ChangeStatus.PROPOSED else ChangeRecorded(change=change)
            for change in changes
        ]
        if facts:
            await self.journal.write(*facts, run=note.run, session=note.session_id, durable=True)

    async def _on_copy(self, context: Context, command: CommandLine, root: Path, before: Tree) -> Executed:
        level = (await self.sandbox()).level
        shows = level is Level.BUBBLEWRAP
        laid = await asyncio.to_thread(_contents, context.overlay)
        changed = changeable(before) if command.answer is not None else []
        copying = scratch(root, before, lends=shows, copies=changed)
        made = await asyncio.to_thread(copying.__enter__)
        try:
            packages = await asyncio.to_thread(CopiedPackages.of, root, made, changed)
            copied = await asyncio.to_thread(_prepare_copy, made, before, laid, shows)
            if not (made.work / command.folder).is_dir():
                raise _no_folder(command.folder)
            seen = (self._visible_root(root) or str(root)) if shows else None
            outcome = await self._run(
                context, command, Space(made.work, seen, lent=made.lent, home=made.home, read_only=command.shown), level
            )
            after = await asyncio.to_thread(self.trees.of_copy(root, made.work, copied).take, made.work, copied)
            now = await asyncio.to_thread(self.trees.take, root)
            found = compare_trees(copied, after)
            others = {path for path, _, _ in compare_trees(before, now).files}
            held = await asyncio.to_thread(lambda: list(self._held_files(root, found, copied, after)))
            in_the_way = [path for path, _, two in found.files if two is not None and _is_taken(before, path)]
            lent, kept_out = [each.path for each in made.lent], [*(each.path for each in held), *found.planted]
            back = await _to_the_end(asyncio.to_thread(packages.come_back, context, after, lent, kept_out))
            ours = {each.path for each in held}
            found = replace(found, files=[each for each in found.files if each[0] in ours or not _in_packages(each[0])])
            effects = CommandEffects(found, held, in_the_way, [], back)
            ran = await self._copy_back(context, command, effects, others, outcome)
            await self._record_packages(context, command, back)
            return replace(ran, packages=[each.path for each in back], lost_packages=packages.lost)
        finally:
            await _to_the_end(asyncio.to_thread(copying.__exit__, None, None, None))

    async def _copy_back(
        self, context: Context, command: CommandLine, effects: CommandEffects, others: set[str], outcome: BoxOutcome
    ) -> Executed:
        """Copy permitted changes from the copy to the project, and report the rest."""
        found, planted = effects.found, set(effects.found.planted)
        held = {each.path: each for each in effects.held}
        candidates = [(path, two) for path, _, two in found.files if path not in planted]
        refused = {path: error for path, _ in candidates if (error := _refusal(context, path)) is not None}
        allowed = [(path, two) for path, two in candidates if path not in refused]
        kept = [(path, two) for path, two in allowed if path not in others and path not in effects.stayed]
        title = say("exec_changed", context.locale, command=_short(command.words))
        drafts = await asyncio.to_thread(lambda: [self._draft(path, two, f"{path} · {title}") for path, two in kept])
        is_written = not context.is_proposing and (context.bound.is_free or context.on_write == "apply")
        context.recheck = None  # the person approved the command, and it has run
        written = [draft for draft in drafts if is_written and draft.path not in held]
        proposed = [draft for draft in drafts if draft not in written]
        # Files that run by themselves are held back; these are known not to.
        context.autoruns_seen |= {draft.path for draft in written}
        copied = {path: None if one is None else one.sha256 for path, one, _ in found.files}
        for draft in written:
            context.reads.expect(draft.path, copied[draft.path])
        overtaken = await self._write_all(context, written, title)
        if proposed:
            await self.change_log.propose_files(context, proposed, op="exec", title=title)
        # Files that run by themselves are reported as such, even secret ones; outside the scope they are violations.
        told = {path: error for path, error in refused.items() if path not in held or isinstance(error, ScopeViolation)}
        tell_refused(context, told)
        return Executed(
            outcome,
            changed=[draft.path for draft in written if draft.path not in overtaken],
            proposed=[draft.path for draft in proposed if draft.path not in held],
            out_of_scope=sorted(told),
            conflicts=sorted({path for path, _ in allowed if path in others} | overtaken),
            planted=_displayable(planted),
            unkept=found.unkept,
            held=[run for each in effects.held if each.path not in told for run in each.runs],
            stayed=_displayable(effects.stayed),
        )

    async def _record_packages(self, context: Context, command: CommandLine, back: Sequence[FileDifference]) -> None:
        """Record folders of packages that came back from a copy, each as a change of its own."""
        title = say("exec_changed", context.locale, command=_short(command.words))
        origin = ChangeOrigin.of(context)
        for each in back:
            made = self.change_log.record_outside(origin, [each], op="exec", title=lambda path: f"{path}/ · {title}")
            facts = [ChangeRecorded(change=change) for change in made]
            await self.journal.write(*facts, run=context.run.id, session=context.run.session_id, durable=True)
            context.changes += [change.id for change in made]

    async def _write_all(self, context: Context, drafts: list[FileDraft], title: str) -> set[str]:
        """Write files from a copy; return those skipped because somebody altered them since the copy was made."""
        overtaken: set[str] = set()
        while kept := [draft for draft in drafts if draft.path not in overtaken]:
            try:
                await self.change_log.change_files(context, kept, op="exec", title=title)
                break
            except ChangedMeanwhile as error:
                path = error.problem.subject
                if path is None or path not in {draft.path for draft in kept}:
                    raise
                overtaken.add(path)
        return overtaken

    def _draft(self, path: str, file: TreeFile | None, title: str) -> FileDraft:
        if file is None:
            return FileDraft(path, None, title=title)
        return FileDraft(path, self.files.blobs.get(file.sha256), file.mode, title=title)

    async def _run(self, context: Context, command: CommandLine, space: Space, level: Level) -> BoxOutcome:
        printer = Printer(context)
        space = replace(space, has_certificates=command.answer is not None)
        order = BoxCommand(
            command.words, space, command.folder, command.timeout_s, command.env, command.limits, command.answer
        )
        try:
            return await run(order, level, printer.hear)
        finally:
            printer.close()

    async def _note(self, context: Context, command: CommandLine, before: Tree) -> Begun:
        """Record the folder's tree, and that a command is about to run."""
        if self._noted is None or not before.is_like(self._noted[0]):
            self._noted = before, await asyncio.to_thread(self.files.blobs.put, dump_tree(before))
        note = Begun(
            call=context.call.id,
            run=context.run.id,
            session_id=context.run.session_id,
            project=context.project.id,
            actor=context.actor,
            app=context.capability.app,
            title=context.ports.redact(say("exec_changed", context.locale, command=_short(command.words))),
            environment=context.bound.environment or None,
            tree=self._noted[1],
            began_at=context.ambient.timestamp(),
        )
        await asyncio.to_thread(self.command_journal.begin, note)
        began = CommandBegan(id=note.call, tree=note.tree)
        self.journal.put(began, run=note.run, session=note.session_id)
        return note

    async def _settle(self, note: Begun) -> list[Change]:
        project = await self.files.project(note.project)
        # Recorded changes mean that the crash came between the record and the end of the command.
        if project is None or await self.changes.of_call(note.call):
            return []
        before = await asyncio.to_thread(lambda: read_tree(self.files.blobs.get(note.tree)))
        root = self.files.workspaces.of(project).root.resolve()
        effects = await asyncio.to_thread(self._compare, project, root, before, dict[str, JsonObject | None]())
        origin = ChangeOrigin(note.actor, note.run, note.call, note.app, project, environment=note.environment)
        changes = await asyncio.to_thread(self._new_changes, origin, note.title, effects, set[str]())
        await self._record(note, changes)
        return changes

    def _visible_root(self, root: Path) -> str | None:
        return _INSIDE if root.is_relative_to(self.home.resolve()) else None


def unavailable(sandbox: SandboxView) -> Unavailable:
    """Return the error that no command runs on this machine, with its reason."""
    return Unavailable(f"There is no sandbox: {sandbox.why}.", code="sandbox_unavailable", hint=sandbox.hint)


def _prepare_copy(made: Scratch, before: Tree, laid: dict[str, tuple[bytes | None, int | None]], shows: bool) -> Tree:
    """Prepare a copy for the command: apply earlier proposals and set the owner; return its tree."""
    made.lay(laid)
    if not shows:
        hand_over(made)
    return made.tree(before, laid)


def _contents(overlay: Mapping[str, ProposedFile]) -> dict[str, tuple[bytes | None, int | None]]:
    return {path: (each.content and each.content(), each.mode) for path, each in overlay.items()}


def _packages_in(root: Path, paths: Iterable[str]) -> dict[str, JsonObject | None]:
    """Return the states of folders of packages."""
    return {path: packages_state(look_at(root, path)) for path in paths}


def _repository_heads(
    before: Tree, after: Tree, differing: Collection[str], content: Callable[[TreeFile | None], bytes | None]
) -> set[str]:
    """Return files that turn a folder into a repository whose settings would run something."""
    found: set[str] = set()
    for folder in after.repositories - before.repositories:
        prefix = f"{folder}/" if folder else ""
        inside = [path for path in after.files if path.startswith(prefix) and path not in differing]
        settings = [path for path in inside if _is_setting(path[len(prefix) :])]
        if any(autoruns(path, None, content(after.files[path]), is_in_repository=True) for path in settings):
            found.add(f"{prefix}HEAD")
    return found


def _became_executable(before: TreeFile | None, after: TreeFile) -> bool:
    """Return whether a file became executable: then it counts as new."""
    return before is not None and not before.mode & 0o111 and bool(after.mode & 0o111)


def _is_taken(tree: Tree, path: str) -> bool:
    """Return whether something outside the copy stands at or below a path, so that no file can be put there."""
    if path in tree.special | tree.strange | tree.protected | tree.sealed:
        return True
    return any(each.startswith(f"{path}/") for each in (*tree.covered, *tree.derived))


def _in_packages(path: str) -> bool:
    """Return whether a file stands in a folder of packages, which comes back as a whole or not at all."""
    return any(is_package_folder(part) for part in path.split("/")[:-1])


def _is_setting(path: str) -> bool:
    return "/" not in path or path.startswith("hooks/")


def _refusal(context: Context, path: str) -> AuleError | None:
    """Return why a file of a copy may not be copied back, or None."""
    try:
        refuse_secret(context.workspace.check_writable(path))
    except AuleError as error:
        return error
    return None


def _with_folders(change: Change, made: Sequence[str]) -> Change:
    """Return a new file's change with the folders that were made for it."""
    if change.before is not None:
        return change
    return change.model_copy(update={"folders": [folder for folder in made if change.path.startswith(f"{folder}/")]})


def _displayable(paths: Iterable[str]) -> list[str]:
    """Return paths as displayable text: a command may leave names that are not valid text."""
    return [shown_name(path) for path in sorted(paths)]


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST_TITLE else f"{line[: _LONGEST_TITLE - 1]}…"


def _no_folder(folder: str) -> Invalid:
    return Invalid(
        f"There is no folder {folder!r} in the workspace.",
        code="not_a_folder",
        field="folder",
        hint="List what is there.",
    )


async def _to_the_end(work: Awaitable[Result]) -> Result:
    """Await something to its end, also when the waiting task is cancelled."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
