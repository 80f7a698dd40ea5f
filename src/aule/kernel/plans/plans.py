"""Plans: every operation on plans, from drafting over approval to execution and history."""

from __future__ import annotations

import asyncio
import builtins
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from aule.contracts.access.approval import Approval, ApprovalKind
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Conflict
from aule.contracts.events.plans import Author
from aule.contracts.model import JsonObject
from aule.contracts.plans.clash import PlanClash
from aule.contracts.plans.plan import Plan, PlanApproval, PlanRequest, PlanRun, PlanStatus
from aule.contracts.plans.views import PlanDiff, PlanEdit, Planned, PlanPage, PlanSummary, PlanVersion, PlanView
from aule.contracts.project import Project
from aule.contracts.runs.run import Run
from aule.kernel.approvals.inbox import Inbox
from aule.kernel.capabilities.registry import Registry
from aule.kernel.planning.card import card_of
from aule.kernel.planning.critic.acceptance import accept
from aule.kernel.planning.document.content import hash_of, with_content_of
from aule.kernel.planning.document.reader import ReadPlan
from aule.kernel.planning.edits.differences import diff
from aule.kernel.planning.edits.edits import apply_edits
from aule.kernel.planning.edits.merge import merge
from aule.kernel.planning.edits.plan_undo import after, before, redo_reason, undo_reason
from aule.kernel.planning.formats import Format, export_plan, id_of, import_plan, read_document
from aule.kernel.plans import refusals
from aule.kernel.plans.approval_requests import ADJUST, CANCEL, EXECUTE, is_about, plan_of
from aule.kernel.plans.execution import Execution, PlanStart
from aule.kernel.plans.names import PlanNames
from aule.kernel.plans.plan_store import StoredPlan
from aule.kernel.plans.plan_stores import PlanStores
from aule.kernel.plans.plan_words import answer_without_plan, describe_edits, describe_plan, view_of
from aule.kernel.plans.replies import Reply, mark_applied, reply_in, reply_of, settle_question
from aule.kernel.plans.review_loop import ReviewLoop
from aule.kernel.plans.team.team import Team
from aule.stores.repositories.approvals import Approvals
from aule.text.hashing import bytes_hash

MOST_LISTED = 200
"""Plans of a project that a capability gets to see."""
PATIENCE_S = 1.0
"""How long a reader waits for somebody who changes the plan."""


@dataclass(frozen=True, slots=True)
class PlanLocks:
    """One lock for each plan."""

    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary[str, asyncio.Lock])

    def __call__(self, id: str) -> asyncio.Lock:
        """Return the lock of a plan."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock

    @asynccontextmanager
    async def to_look(self, id: str) -> AsyncGenerator[bool]:
        """Hold a plan's lock for reading; yield False when a writer holds it, which may take minutes."""
        lock = self(id)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await lock.acquire()
        except TimeoutError:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()


PLAN_ID = re.compile(r"^[a-z0-9][a-z0-9-]{5,39}$")


@dataclass(frozen=True, slots=True)
class Plans:
    """Every operation on plans. A plan is changed by one of them at a time."""

    plan_stores: PlanStores
    review_loop: ReviewLoop
    team: Team
    execution: Execution
    inbox: Inbox
    approvals: Approvals
    registry: Registry
    naming: PlanNames
    project: Callable[[str], Awaitable[Project]]
    ambient: Ambient
    _alone: PlanLocks = field(default_factory=PlanLocks)

    async def plan(self, run: Run, request: PlanRequest, key: str, about: str | None = None) -> Planned:
        """Make a plan from words, `about` a thing of an app; small talk makes none, the same key the same plan."""
        id = bytes_hash(key.encode())[:10]
        if await self.plan_stores.find(id) is not None:
            return await self._planned_result(await self._read(id), run)
        project = await self.project(run.project)
        drafted = await self.naming.drafted(await self.team.draft_for(run, request, project), run.locale)
        if drafted.plan is None:
            return answer_without_plan(drafted, run)
        known = {"id": id, "project": project.id, "session_id": run.session_id, "about": about}
        plan = drafted.plan.model_copy(update=known)
        async with self._alone(id):
            if await self.plan_stores.find(id) is not None:  # the same request was made twice at once
                return await self._planned_result(await self._read(id), run)
            kept = await self._save(plan, None, "planner", "created")
            kept = await self.review_loop.take(kept, run)
        return await self._planned_result(kept, run, is_new=True)

    async def keep(self, document: JsonObject, project: str) -> PlanView:
        """Store a plan given as a document; it is reviewed, and nothing of it runs."""
        id, now = document.get("id"), self.ambient.timestamp()
        named = id if isinstance(id, str) and PLAN_ID.match(id) else self._new_id()
        return await self._kept_anew(read_document(document, id=named, project=project, now=now), "user")

    async def take_in(self, files: Mapping[str, str], project: str) -> PlanView:
        """Import a plan from the files of another tool, or from an older plan file; nothing of it runs."""
        place, now = (await self.project(project)).id, self.ambient.timestamp()
        read = import_plan(files, id=self._new_id(), project=place, now=now)
        own = id_of(read.plan.original)
        if own is not None and await self.plan_stores.find(own) is None:
            read = import_plan(files, id=own, project=place, now=now)
        said = None if read.plan.original is None else read.plan.original.document.get("id")
        if isinstance(said, str) and said != read.plan.id:
            read.warnings.append(f"its id {said[:80]!r} cannot be kept; it is {read.plan.id!r}")
        return await self._kept_anew(read, "import", version=read.plan.version)

    async def export(self, id: str, format: Format) -> dict[str, str]:
        """Return a plan as files of another tool."""
        return export_plan((await self.get(id)).plan, format)

    async def _kept_anew(self, read: ReadPlan, author: Author, *, version: int = 1) -> PlanView:
        if await self.plan_stores.find(read.plan.id) is not None:
            hint = "Give it another id, or edit the one that is there."
            raise Conflict(f"There already is a plan {read.plan.id!r}.", code="plan_exists", hint=hint)
        fresh: JsonObject = {"status": PlanStatus.DRAFT, "version": version, "approvals": [], "run": None}
        async with self._alone(read.plan.id):
            kept = await self._save(read.plan.model_copy(update=fresh), None, author, "imported")
            kept = await self.review_loop.take(kept, None)
        return (await self._view(kept)).model_copy(update={"warnings": list(read.warnings)})

    async def get(self, id: str) -> PlanView:
        """Return a plan with its status; an edited file is read again."""
        async with self._alone.to_look(id) as is_alone:
            return await self._view(await (self._read(id) if is_alone else (await self.plan_stores.of(id)).read(id)))

    async def current(self, id: str) -> Plan:
        """Return a plan as it stands, without its card."""
        return (await self.get(id)).plan

    async def edit(self, id: str, edits: Sequence[PlanEdit], *, expected: int) -> PlanView:
        """Change a plan; `expected` is the version that was edited. Others' changes elsewhere in it are kept."""
        async with self._alone(id):
            kept = await self._open(id)
            if expected == kept.plan.version:
                plan, is_merged = apply_edits(kept.plan, edits), False
            else:
                base = await self.version(id, expected)
                merged = merge(base, kept.plan, apply_edits(base, edits))
                if merged.conflicts:
                    raise PlanClash(kept.plan, merged.conflicts)
                plan, is_merged = merged.plan, True
            saved = await self._save(await self.naming.asking(plan), kept, "user", describe_edits(edits))
            kept = await self.review_loop.take(saved, None)
            view = await self._view(kept)
        return view.model_copy(update={"merged": is_merged})

    async def review(self, id: str, run: Run | None) -> PlanView:
        """Let the critic review a plan again."""
        async with self._alone(id):
            return await self._view(await self.review_loop.take(await self._open(id), run))

    async def mend(self, id: str, code: str, step: str | None = None) -> PlanView:
        """Fix a finding that a rule can fix."""
        async with self._alone(id):
            kept = await self._open(id)
            kept = await self._save(await self.review_loop.mend(kept, code, step), kept, "user", f"mended {code}")
            return await self._view(await self.review_loop.take(kept, None))

    async def accept(self, id: str) -> PlanView:
        """Accept a plan as it is: open findings become assumptions and risks; unsafe ones stay open."""
        async with self._alone(id):
            kept = await self._open(id)
            kept = await self._save(accept(kept.plan), kept, "user", "accepted")
            return await self._view(await self.review_loop.take(kept, None))

    async def go_on(self, run: Run, id: str) -> Planned:
        """Accept a plan as it is, from a conversation."""
        await self.accept(id)
        async with self._alone(id):
            return await self._planned_result(await self._read(id), run)

    async def answer(self, run: Run, id: str, words: str) -> Planned:
        """Answer the open question of a plan."""
        async with self._alone(id):
            kept = await self._open(id)
            if (asked := kept.plan.question) is None:
                raise refusals.nothing_asked(kept.plan)
            return await self._planned_result(await self._apply_reply(kept, reply_in(words, asked), run), run)

    async def reply(self, run: Run, id: str, reply: Reply) -> Planned:
        """Settle the open question of a plan with a given reply."""
        async with self._alone(id):
            kept = await self._open(id)
            if kept.plan.question is None:
                raise refusals.nothing_asked(kept.plan)
            return await self._planned_result(await self._apply_reply(kept, reply, run), run)

    async def suggest(self, run: Run, id: str, words: str) -> Planned:
        """Change a plan as somebody's words say; it is reviewed again."""
        async with self._alone(id):
            kept = await self._open(id)
            found = await self.team.suggested(kept.plan, words, run)
            if isinstance(found, Plan):
                kept = await self._save(await self.naming.asking(found), kept, "planner", words[:200])
                kept = await self.review_loop.take(kept, run)
            else:
                kept = await self.review_loop.ask(kept, found)
            return await self._planned_result(kept, run)

    async def drop(self, run: Run | None, id: str) -> Planned:
        """Give a plan up; a running one is stopped by stopping its run."""
        async with self._alone(id):
            kept = await self._open(id)
            if kept.plan.status.is_final:
                return await self._planned_result(kept, run)
            await self.review_loop.unask(kept.plan)
            gone = kept.plan.model_copy(update={"status": PlanStatus.CANCELLED})
            return await self._planned_result(await self._save(gone, kept, "user", "cancelled"), run)

    async def approve(self, id: str, *, version: int, content_hash: str, by: str = "owner") -> PlanView:
        """Approve exactly the version and content that were seen, without running it yet."""
        async with self._alone(id):
            approved = await self._approve(await self._open(id), version, content_hash, by)
            await self.review_loop.unask(approved.plan)  # approved without a run: withdraw the request in the inbox
            return await self._view(approved)

    async def run(self, id: str, start: PlanStart, seen: tuple[int, str] | None = None) -> Run:
        """Carry out an approved plan; `seen` approves this very version and hash first."""
        async with self._alone(id):
            kept = await self._read(id)
            if seen is not None and kept.plan.status is PlanStatus.APPROVED:
                refusals.check_seen(kept.plan, *seen)
            elif seen is not None:
                kept = await self._approve_outside_inbox(refusals.still_open(kept), *seen, start)
                if start.is_whole:
                    return await self._begin(kept)
            return await self._start(kept, start)

    async def decided(self, approval: Approval, run: Run) -> None:
        """Continue a plan after a person's decision about it."""
        id = plan_of(approval)
        assert id is not None
        if approval.kind is ApprovalKind.PLAN:
            await self._go_on(approval, id, run)
            return
        async with self._alone(id):
            kept = await self._open(id)
            if (asked := kept.plan.question) is not None and is_about(approval, kept.plan, asked):
                await self._apply_reply(kept, reply_of(approval, asked), run)

    async def ask_again(self, id: str) -> None:
        """Ask again what a plan waits for, when the request is gone because handling its answer failed."""
        async with self._alone(id):
            kept = await (await self.plan_stores.of(id)).read(id)
            waits = kept.broken is None and kept.plan.status in (PlanStatus.CLARIFYING, PlanStatus.READY)
            if not waits or any(plan_of(each) == id for each in await self.approvals.without_run()):
                return
            asked = kept.plan.question
            await (self.review_loop.take(kept, None) if asked is None else self.review_loop.ask(kept, asked))

    async def mark(self, id: str, change: Callable[[Plan], Plan], *, reason: str) -> None:
        """Write the progress of a plan's run to the plan; its content stays."""
        async with self._alone(id):
            kept = await (await self.plan_stores.of(id)).read(id)
            changed = change(kept.plan)
            if changed != kept.plan:
                await self._save(changed, kept, "executor", reason)

    async def list(
        self, *, project: str | None, status: PlanStatus | None, session: str | None, limit: int, after: str | None
    ) -> PlanPage:
        """Return plans, the one changed last first."""
        return await self.plan_stores.list(project=project, status=status, session=session, limit=limit, after=after)

    async def of_project(self, project: str) -> builtins.list[PlanSummary]:
        """Return the plans of a project, the one changed last first."""
        return (await self.list(project=project, status=None, session=None, limit=MOST_LISTED, after=None)).items

    async def versions(self, id: str) -> builtins.list[PlanVersion]:
        """Return the versions of a plan, the first one first."""
        return await (await self.plan_stores.of(id)).versions(id)

    async def version(self, id: str, number: int) -> Plan:
        """Return a plan as one version of it says."""
        return await self.plan_stores.version(id, number)

    async def diff(self, id: str, first: int, second: int) -> PlanDiff:
        """Return what differs between two versions."""
        return diff(await self.version(id, first), await self.version(id, second))

    async def restore(self, id: str, version: int) -> PlanView:
        """Restore an earlier version as a new one; also when the file is broken."""
        async with self._alone(id):
            if (known := await self.plan_stores.index.find(id)) is not None:
                refusals.check_idle(known)
            kept = await (await self.plan_stores.of(id)).restore(id, version)
            return await self._view(await self.review_loop.take(kept, None))

    async def undo(self, id: str) -> PlanView:
        """Restore the previous version."""
        return await self._turn(id, before, undo_reason)

    async def redo(self, id: str) -> PlanView:
        """Restore the version that was last undone."""
        return await self._turn(id, after, redo_reason)

    async def _turn(
        self, id: str, which: Callable[[Sequence[PlanVersion]], int | None], reason: Callable[[int], str]
    ) -> PlanView:
        async with self._alone(id):
            kept = await self._open(id)
            target = which(await self.versions(id))
            if target is None:
                raise Conflict(f"There is no version of {kept.plan.title!r} to go to.", code="nothing_to_undo")
            plan = with_content_of(kept.plan, await self.version(id, target))
            return await self._view(
                await self.review_loop.take(await self._save(plan, kept, "user", reason(target)), None)
            )

    async def _go_on(self, approval: Approval, id: str, run: Run) -> None:
        """Apply a decision about the whole plan."""
        match approval.option:
            case str() as option if option == ADJUST:
                if (approval.answer or "").strip():
                    await self.suggest(run, id, approval.answer or "")
                else:
                    await self.review(id, run)
            case str() as option if option == CANCEL:
                await self.drop(run, id)
            case _:
                binds = approval.binds
                async with self._alone(id):
                    kept = await self._read(id)
                    refusals.check_seen(kept.plan, binds.version, binds.content_hash)
                    if kept.plan.status is PlanStatus.EXECUTING:
                        return  # it was started elsewhere at the same time
                    if kept.plan.status is PlanStatus.READY:
                        kept = await self._approve(kept, binds.version, binds.content_hash, approval.decided_by or "")
                    if kept.plan.status is not PlanStatus.APPROVED:
                        raise refusals.stale(kept.plan)
                    await self._begin(kept)

    async def _begin(self, kept: StoredPlan) -> Run:
        """Run a plan that was just approved; if it cannot start, ask again, so that no restart starts it."""
        try:
            return await self._start(kept, PlanStart())
        except AuleError:
            ready = kept.plan.model_copy(update={"status": PlanStatus.READY})
            await self.review_loop.take(await self._save(ready, kept, "executor", "could not begin"), None)
            raise

    async def _approve_outside_inbox(
        self, kept: StoredPlan, version: int, content_hash: str, start: PlanStart
    ) -> StoredPlan:
        """Return a plan approved outside the inbox, and decide its waiting approval along with it."""
        by, approved = "owner", await self._approve(kept, version, content_hash, "owner")
        if not start.is_whole:  # the waiting approval is for the whole plan
            await self.review_loop.unask(approved.plan)
            return approved
        for each in await self.approvals.without_run():
            if plan_of(each) == kept.plan.id and each.kind is ApprovalKind.PLAN:
                await self.inbox.decide(each.id, EXECUTE, content_hash=content_hash, answer=None, by=by)
        return approved

    async def _approve(self, kept: StoredPlan, version: int, content_hash: str, by: str) -> StoredPlan:
        """Return a plan approved exactly as the person saw it."""
        plan = kept.plan
        if plan.status is not PlanStatus.READY:
            raise refusals.not_ready(plan)
        refusals.check_seen(plan, version, content_hash)
        await self._prepare(plan)
        envelope, now = card_of(plan, self.registry, plan.language).envelope, self.ambient.timestamp()
        mirror = PlanApproval(version=version, content_hash=content_hash, by=by, at=now, envelope=envelope)
        update = {"status": PlanStatus.APPROVED, "approvals": [*plan.approvals, mirror]}
        return await self._save(plan.model_copy(update=update), kept, "user", f"approved {version}")

    async def _start(self, kept: StoredPlan, start: PlanStart) -> Run:
        plan = kept.plan
        if kept.broken is not None:
            raise refusals.unreadable(kept.broken)
        if plan.status is not PlanStatus.APPROVED:
            raise refusals.not_approved(plan)
        if not plan.approvals or plan.approvals[-1].content_hash != hash_of(plan):
            raise refusals.stale(plan)
        if await self.review_loop.outdated(plan):
            await self.review_loop.take(kept, None)
            raise refusals.outdated(plan)
        run = await self.execution.start(plan, hash_of(plan), start)
        going = PlanRun(run_id=run.id, started_at=run.started_at)
        update = {"status": PlanStatus.EXECUTING, "run": going}
        with suppress(PlanClash):  # edited at this moment: the approved version runs, the edit is reviewed
            await self._save(plan.model_copy(update=update), kept, "executor", f"started {run.id}")
        return run

    async def _apply_reply(self, kept: StoredPlan, reply: Reply, run: Run) -> StoredPlan:
        asked = kept.plan.question
        assert asked is not None
        plan, done = settle_question(kept.plan, asked, reply, self.ambient.timestamp())
        plan = plan.model_copy(update={"status": PlanStatus.REVIEWING})
        if done.status != "answered":
            kept = await self._save(plan, kept, "clarifier", f"{done.status} {done.id}")
            return await self.review_loop.take(kept, run)
        found = await self.naming.answered(plan, done) or await self.team.answered(plan, done, run)
        changed = await self.naming.asking(found) if isinstance(found, Plan) else plan
        kept = await self._save(mark_applied(changed, done.id), kept, "clarifier", f"answered {done.id}")
        return await (
            self.review_loop.take(kept, run) if isinstance(found, Plan) else self.review_loop.ask(kept, found)
        )

    async def _planned_result(self, kept: StoredPlan, run: Run | None, *, is_new: bool = False) -> Planned:
        words, id = describe_plan(kept.plan, kept.path, is_new=is_new), "" if run is None else run.id
        return Planned(plan=await self._view(kept), message=words, run=id)

    async def _prepare(self, plan: Plan) -> None:
        """Load the apps a plan calls: its card shows what they bind."""
        await self.registry.prepare(step.call.capability for step in plan.steps if step.call is not None)

    async def _view(self, kept: StoredPlan) -> PlanView:
        await self._prepare(kept.plan)
        return view_of(kept, self.registry, await self.approvals.without_run(), await self.naming.names(kept.plan))

    async def _read(self, id: str) -> StoredPlan:
        """Return a plan as it is now. One edited in its file is reviewed again, and its open approvals are void."""
        kept = await (await self.plan_stores.of(id)).read(id)
        if kept.broken is None and kept.plan.status in (PlanStatus.REVIEWING, PlanStatus.DRAFT):
            asked = [each for each in await self.approvals.without_run() if plan_of(each) == id]
            if asked:
                return await self.review_loop.take(kept, None)
        return kept

    async def _open(self, id: str) -> StoredPlan:
        """Return a plan that may be changed, or raise why not."""
        return refusals.still_open(await self._read(id))

    async def _save(self, plan: Plan, base: StoredPlan | None, author: Author, reason: str) -> StoredPlan:
        store = self.plan_stores.on(await self.project(plan.project))
        return await store.write(plan, base=base, author=author, reason=reason)

    def _new_id(self) -> str:
        return self.ambient.ids.new("plan").partition("_")[2][-10:]
