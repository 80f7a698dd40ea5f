"""Plans as files in the folder of a project: the file is the truth.

The file is read before every use. An editor's changes become a version; a file that is no plan is left as it is and
reported, and the store still has the last good version.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Busy, Conflict, TooLarge
from aule.contracts.events.plans import Author, PlanBroken, PlanSaved
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.contracts.plans.views import PlanVersion, UnusedFile
from aule.kernel.journal import Journal
from aule.kernel.planning.document.parser import dump
from aule.kernel.planning.document.settlement import SettledPlan, again, settle
from aule.kernel.planning.edits.json_patch import patch_between
from aule.kernel.planning.formats import import_plan
from aule.kernel.plans.database_plan_store import missing, taken
from aule.kernel.plans.plan_file_state import AUTHORS, PlanFileReader, PlanFileState, form_of, history_of
from aule.kernel.plans.plan_store import StoredPlan
from aule.stores.home.plan_files import HISTORY, LARGEST, TASKS, PlanFiles, file_name
from aule.stores.repositories.plans import Plans, approved_of
from aule.stores.repositories.projects import Projects

WAIT_S = 10.0
"""How long a writer waits for another one."""
POLL_S = 0.005
SETTLE_S = 0.05
"""How long an editor may take to write a file; a broken one is read again after it."""
MOST_TASKS = 200
"""Tasks that become plans in one listing; the rest follow in the next."""
TRIES = 50
"""How often a writer retries because somebody saved the file at the same moment."""

Made = TypeVar("Made")
_ID = re.compile(r"^[a-z0-9][a-z0-9-]{5,39}$")


@dataclass(frozen=True, slots=True)
class FilePlanStore:
    """Keeps the plans of one project as files in its folder."""

    project: str
    files: PlanFiles
    journal: Journal
    ambient: Ambient
    reported: dict[str, bytes | None]
    """Broken files already reported, by plan: each state is reported once."""

    async def read(self, id: str) -> StoredPlan:
        """Return a plan with its file's content and the store's status."""
        state = await self._settled(id)
        if state.is_news:
            async with self._locked(id):
                state = await self._taken_up(id)
        return await self._kept(id, state)

    async def write(self, plan: Plan, *, base: StoredPlan | None, author: Author, reason: str = "") -> StoredPlan:
        """Store a plan made from `base` (None: a new one); others' changes to other fields are merged."""
        async with self._locked(plan.id):
            for _ in range(TRIES):
                state = await self._taken_up(plan.id)
                if base is None and (state.file is not None or state.known is not None):
                    raise taken(plan.id)
                if base is not None and state.known is None:
                    raise missing(plan.id)
                now = self.ambient.timestamp()
                settled = settle(state.known, base and base.plan, plan, now, last=state.last)
                if not settled.is_changed:
                    return await self._kept(plan.id, state, merged=settled.merged)
                if (state.trouble is not None or state.is_gone) and settled.is_new_version:
                    raise self._unusable(plan.id, state)
                if (written := await self._written(state, settled, author, reason)) is not None:
                    return await self._kept(plan.id, written, merged=settled.merged)
        raise Busy(f"The file of the plan {plan.id!r} changes all the time.", hint="Try again in a moment.")

    async def restore(self, id: str, version: int, *, author: Author = "user") -> StoredPlan:
        """Restore the content of a version, as a new version; a broken file is kept in the history."""
        old = await self.version(id, version)
        async with self._locked(id):
            for _ in range(TRIES):
                state = await self._taken_up(id)
                now = state.known or old
                settled = settle(now, now, again(now, old), self.ambient.timestamp(), last=state.last)
                if state.trouble is not None:
                    there = state.there(id)
                    await _to_the_end(self.files.put_aside, id, there)
                    self.reported.pop(id, None)
                    state = replace(await self._look(id), home=there)
                if not settled.is_changed and state.file is not None:
                    return await self._kept(id, state)
                written = await self._written(state, settled, author, f"restored version {version}", force=True)
                if written is not None:
                    return await self._kept(id, written)
        raise Busy(f"The file of the plan {id!r} changes all the time.", hint="Try again in a moment.")

    async def versions(self, id: str) -> list[PlanVersion]:
        """Return the versions in the project's history or in the store, the oldest first."""
        known = (await self.read(id)).plan
        stored = {each.version: each for each in await Plans(self.journal.source).versions(id)}
        told = await asyncio.to_thread(history_of, self.files, id, self.project)
        approved = approved_of(known)
        found = {number: told.get(number) or stored[number] for number in {*stored, *told}}
        return [found[number].model_copy(update={"approved": number in approved}) for number in sorted(found)]

    async def version(self, id: str, number: int) -> Plan:
        """Return a plan as it was in a version."""
        self._checked(id)
        sighting = PlanFileReader(self.files, self.project, self.ambient.timestamp())
        past = await asyncio.to_thread(sighting.past, id, number)
        return past or await Plans(self.journal.source).version(id, number)

    async def ids(self) -> list[str]:
        """Return the plans that have a file; finished ones have none."""
        return list(await asyncio.to_thread(self.files.ids))

    async def take_up(self, known: Collection[str]) -> list[UnusedFile]:
        """Read files that are not known yet; tasks of another program become plans, and their files stay."""
        unused = await asyncio.to_thread(self.files.unused)
        for id in await self.ids():
            if id not in known:
                try:
                    await self.read(id)
                except AuleError as error:  # one broken file must not hide the others
                    unused[await asyncio.to_thread(self.files.path, id)] = str(error)
        unused |= await self._take_tasks(known)
        return [UnusedFile(path=path, reason=reason) for path, reason in unused.items()]

    async def _take_tasks(self, known: Collection[str]) -> dict[str, str]:
        """Import a limited number of tasks; return the files that are no tasks, each with the reason."""
        unused, taken, left = dict[str, str](), 0, 0
        for id, names in (await asyncio.to_thread(self.files.tasks)).items():
            if id in known:
                continue
            if taken == MOST_TASKS:
                left += len(names)
                continue
            texts, unread = await asyncio.to_thread(self.files.task_texts, names)
            unused |= unread
            if texts:
                why = await self._import(id, texts)
                taken += why is None
                unused |= {} if not why else {next(iter(texts)): why}
        if left:
            unused[TASKS] = f"{left} more files are taken up when the plans are listed again."
        return unused

    async def _import(self, id: str, files: Mapping[str, str]) -> str | None:
        """Import task files as a plan; return None, or why not, or an empty text when there is nothing to report.

        Files that are no task are recorded once, as long as they stay as they are.
        """
        first = next(iter(files))
        try:
            read = import_plan(files, id=id, project=self.project, now=self.ambient.timestamp())
            drafted = read.plan.model_copy(update={"status": PlanStatus.DRAFT, "approvals": [], "run": None})
            await self.write(drafted, base=None, author="import", reason=f"found {first}")
        except AuleError as error:
            if error.problem.code == "plan_exists":  # it was imported already, here or before a new store
                other = await Plans(self.journal.source).find(id)
                return "" if other is None or other.project == self.project else str(error)
            if first.endswith(".md"):  # other Markdown pages are no errors
                return ""
            content = files[first].encode(errors="surrogatepass")
            if self.reported.get(id) != content:
                self.reported[id] = content
                await self.journal.write(PlanBroken(plan=id, project=self.project, message=f"{first}: {error}"))
            return str(error)
        return None

    async def _look(self, id: str) -> PlanFileState:
        self._checked(id)
        known = await self._known(id)
        sighting = PlanFileReader(self.files, self.project, self.ambient.timestamp())
        return await asyncio.to_thread(sighting.look, id, known)

    async def _known(self, id: str) -> Plan | None:
        """Return the store's plan with this id, unless it belongs to another project."""
        known = await Plans(self.journal.source).find(id)
        if known is None or known.project == self.project:
            return known
        other = await Projects(self.journal.source).find(known.project)
        if other is None:
            return None
        raise Conflict(
            f"The plan {id!r} also belongs to the project {other.name!r}.",
            code="plan_exists",
            hint=f"Give one of the files {file_name(id)!r} another name.",
        )

    async def _settled(self, id: str) -> PlanFileState:
        """Read the file; an unreadable one is read again until nobody is writing it."""
        state = await self._look(id)
        for _ in range(TRIES if state.trouble is not None else 0):
            await self.ambient.clock.sleep(SETTLE_S)
            before, state = state, await self._look(id)
            if state.trouble is None or state.content == before.content:
                break
        return state

    async def _taken_up(self, id: str) -> PlanFileState:
        """Read the file and record everything others did to it; call it under the lock."""
        for _ in range(TRIES):
            state = await self._settled(id)
            if not state.is_news:
                return state
            adopted = state.adopted
            assert adopted is not None
            if not adopted.is_edited:
                author = await _to_the_end(self._complete, state)
                await self._save(adopted.plan, author, adopted.reason)
                continue
            settled = SettledPlan(adopted.plan, is_new_version=True, merged=False)
            await self._written(state, settled, "editor", adopted.reason)
        raise Busy(f"The file of the plan {id!r} changes all the time.", hint="Try again in a moment.")

    async def _written(
        self, state: PlanFileState, settled: SettledPlan, author: Author, reason: str, *, force: bool = False
    ) -> PlanFileState | None:
        """Write a plan to its file, history and store; return None when the file changed meanwhile."""
        plan = settled.plan
        if not force and (state.trouble is not None or state.is_gone):
            await self._save(plan, author, reason)
            return replace(state, known=plan)
        plan = plan.model_copy(update={"updated_at": self.ambient.timestamp()})
        document = await _to_the_end(self._put, state, plan, settled.is_new_version, author, reason)
        if document is None:
            return None
        await self._save(plan, author, reason)
        file = state.there(plan.id, dump(document))
        is_gone = plan.status.is_final and not file.is_foreign
        return PlanFileState(None if is_gone else file, plan, plan.version, document=document)

    def _put(self, state: PlanFileState, plan: Plan, is_new: bool, author: Author, reason: str) -> JsonObject | None:
        """Write a plan to its file and history; return its document, or None when the file changed meanwhile."""
        there = state.there(plan.id)
        document = form_of(plan, state.document, there)
        content = dump(document)
        if len(content) > LARGEST:
            raise TooLarge(f"The plan {plan.id!r} has more than {LARGEST} bytes.", hint="Split it into several plans.")
        if state.past is not None and state.past_version not in (0, plan.version):
            self.files.keep(plan.id, state.past_version, state.past)  # the version is missing from the history
        if not plan.status.is_final or there.is_foreign:  # files of another program stay after the plan ends
            if not self.files.put(plan.id, plan.version, content, instead_of=state.file, to=there):
                return None
        else:
            self.files.keep(plan.id, plan.version, content)
            if state.file is not None and not self.files.archive(plan.id, instead_of=state.file):
                return None
        if is_new:
            patch = patch_between(state.former, document)
            line = {"ts": plan.updated_at, "actor": author, "from": state.last, "to": plan.version, "reason": reason}
            self.files.told(plan.id, {**line, "jsonPatch": patch})
        if plan.status.is_final:
            kept = self.files.kept(plan.id)
            self.files.forget(plan.id, {*kept} - {kept[0], kept[-1]} - approved_of(plan))
        return document

    def _complete(self, state: PlanFileState) -> Author:
        """Return who made the present version, and add a log line that a crash prevented."""
        assert state.adopted is not None
        plan = state.adopted.plan
        for line in self.files.latest(plan.id):
            if line["to"] == plan.version:
                author = line.get("actor")
                return author if author in AUTHORS else "editor"
        if state.is_ours:
            patch = patch_between(state.former, state.document)
            line = {"ts": plan.updated_at, "actor": "system", "from": plan.version - 1, "to": plan.version}
            self.files.told(plan.id, {**line, "reason": "recovered", "jsonPatch": patch})
            return "system"
        return "editor"

    async def _save(self, plan: Plan, author: Author, reason: str) -> None:
        await self.journal.write(PlanSaved(plan=plan, author=author, reason=reason), session=plan.session_id)

    async def _kept(self, id: str, state: PlanFileState, *, merged: bool = False) -> StoredPlan:
        broken = await self._broken(id, state)
        if state.known is None:
            raise state.trouble or missing(id)
        plan, path = state.known, f"{state.place}/{state.there(id).name}"
        if state.file is None and plan.status.is_final:
            path = f"{HISTORY}/plan-{id}/v{plan.version}.json"
        return StoredPlan(plan, state.token, tuple(state.warnings), broken, path, merged, state.document)

    async def _broken(self, id: str, state: PlanFileState) -> PlanBroken | None:
        """Return the report of a file that is no plan; each such state is recorded once."""
        if state.trouble is None and not state.is_gone:
            self.reported.pop(id, None)
            return None
        said, line, column = "The file is gone", None, None
        if state.trouble is not None:
            said, line, column = state.trouble.said, state.trouble.line, state.trouble.column
        broken = PlanBroken(plan=id, project=self.project, message=said, line=line, column=column)
        if id not in self.reported or self.reported[id] != state.content:
            self.reported[id] = state.content
            session = None if state.known is None else state.known.session_id
            await self.journal.write(broken, session=session)
        return broken

    def _unusable(self, id: str, state: PlanFileState) -> Conflict:
        why = "is gone" if state.trouble is None else f"cannot be read: {state.trouble}"
        return Conflict(
            f"The file of the plan {id!r} {why}. It was left as it is.",
            code="invalid_file",
            hint="Correct the file, or restore a version of the plan.",
            subject=id,
        )

    def _checked(self, id: str) -> None:
        if _ID.match(id) is None:
            raise missing(id)

    @asynccontextmanager
    async def _locked(self, id: str) -> AsyncGenerator[None]:
        """Hold the file lock of a plan, among all processes that use it."""
        self._checked(id)
        deadline = self.ambient.clock.monotonic() + WAIT_S
        while True:
            with self.files.lock(id) as is_mine:
                if is_mine:
                    yield
                    return
            if self.ambient.clock.monotonic() > deadline:
                raise Busy(f"Another process holds the plan {id!r}.", hint="Try again in a moment.")
            await self.ambient.clock.sleep(POLL_S)


async def _to_the_end(work: Callable[..., Made], *given: Any) -> Made:
    """Write in a thread; a cancelled caller keeps the lock until the write is done."""
    task = asyncio.ensure_future(asyncio.to_thread(work, *given))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
