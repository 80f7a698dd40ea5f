"""Pictures put together from several nouns: the desktop's first page, a conversation and a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

from aule.contracts.access.agent import ModelChoice
from aule.contracts.access.approval import Approval, ApprovalStatus
from aule.contracts.access.budget import BudgetStatus
from aule.contracts.ambient import Ambient
from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.facts import (
    ChangeUndone,
    Event,
    Fact,
    MemoryRecalled,
    MemorySaved,
    TurnSpoke,
    TurnStepped,
    TurnThought,
)
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.settings import Settings
from aule.contracts.views import (
    ConversationDetail,
    Home,
    MachineLoad,
    MemoryInUse,
    ModelStatus,
    RunDetail,
    UsageSummary,
)
from aule.kernel.agents.spending import Spending
from aule.kernel.journal import Journal
from aule.kernel.memory.memory import EVERYWHERE
from aule.models.local.machine_load import read_graphics_load, read_memory_load, read_processor_times
from aule.models.switchboard import Switchboard
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.memories import Memories, Wanted
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.runs import Runs, Which
from aule.stores.repositories.usage import UsageDays
from aule.stores.repositories.workers import Workers

MOST_SHOWN = 20
"""How many approvals and runs the first page has; it says how many there are."""
LOOK_S = 0.2
"""How long the processors are watched to tell how busy they are."""
LATEST_TURNS = 12
"""How many turns back a memory still counts as in use."""


@dataclass(frozen=True, slots=True)
class Overview:
    """Reads across the stores for the doors."""

    journal: Journal
    runs: Runs
    approvals: Approvals
    changes: Changes
    conversations: Conversations
    projects: Projects
    artifacts: Artifacts
    memories: Memories
    usage: UsageDays
    spending: Spending
    models: Switchboard
    settings: Callable[[], Settings]
    ambient: Ambient

    async def home(self) -> Home:
        """What waits, what runs, what is recent; and where the event stream goes on from."""
        cursor = await self.journal.cursor()
        settings = self.settings()
        recent = await self.runs.list(limit=12)
        return Home(
            name=settings.appearance.name,
            onboarded=settings.onboarded,
            pending=(await self.approvals.list(status=ApprovalStatus.PENDING, limit=MOST_SHOWN)).items,
            pending_total=await self.approvals.count_pending(),
            running=await self.runs.running(limit=MOST_SHOWN),
            running_total=await self.runs.count_running(),
            recent=[run for run in recent.items if run.parent is None][:8],
            artifacts=(await self.artifacts.list(limit=6)).items,
            projects=(await self.projects.list(limit=12)).items,
            conversations=(await self.conversations.list(limit=8)).items,
            model=self._model(),
            today=await self.usage.total(self.ambient.timestamp()[:10]),
            limits=settings.limits.run,
            cursor=cursor,
            log=await self.journal.identity(),
        )

    async def usage_of(self, days: int) -> UsageSummary:
        """What the last days took, today included."""
        first = (self.ambient.clock.now() - timedelta(days=days - 1)).date().isoformat()
        used = await self.usage.since(first)
        ends = await self.runs.statuses_since(first)
        return UsageSummary(
            days=days,
            tokens=used.tokens_in + used.tokens_out,
            cost=used.cost,
            runs=sum(ends.values()),
            done=ends.get(RunStatus.DONE, 0),
            failed=ends.get(RunStatus.FAILED, 0) + ends.get(RunStatus.DONE_WITH_FAILURES, 0),
        )

    async def budgets(self) -> list[BudgetStatus]:
        """Every budget that runs share, with what is spent of it."""
        return await self.spending.statuses()

    async def machine(self) -> MachineLoad:
        """What this machine does now: it is looked at twice, a moment apart."""
        before = read_processor_times()
        workers = len(await Workers(self.journal.source).all()) if self.journal.is_shared else 1
        if before is not None:
            await self.ambient.clock.sleep(LOOK_S)
        after = read_processor_times()
        return MachineLoad(
            workers=workers,
            cpu=None if before is None or after is None else round(after.load_since(before), 3),
            memory=read_memory_load(),
            gpu=read_graphics_load(),
        )

    async def conversation(self, id: str, *, before: str | None = None, limit: int = 30) -> ConversationDetail:
        """A conversation's latest messages and how they came about."""
        conversation = await self.conversations.get(id)
        cursor = await self.journal.cursor()
        page = await self.conversations.messages(id, before=before, limit=limit)
        wanted = dict.fromkeys(message.run for message in page.items if message.run is not None)
        wanted |= dict.fromkeys(await self._plan_runs(id, {message.plan for message in page.items if message.plan}))
        runs = [run for top in wanted for run in await self.runs.tree(top)]
        events = await self._events(runs)
        approvals = await self._approvals_of(runs)
        return ConversationDetail(
            conversation=conversation,
            messages=page.items,
            runs=runs,
            events=events,
            approvals=approvals,
            before=page.next,
            cursor=cursor,
        )

    async def memory_in_use(self, id: str) -> list[MemoryInUse]:
        """What a conversation's latest turns recalled and noted, then what is pinned and what is its own."""
        conversation = await self.conversations.get(id)
        used: dict[str, list[str]] = {}
        for run in (await self.runs.list(Which(session=id), limit=LATEST_TURNS)).items:
            for event in await self.journal.read(None, run=run.id, types=["memory.recalled", "memory.saved"]):
                for item in _memories_in(event.data):
                    if run.id not in used.setdefault(item, []):
                        used[item].append(run.id)
        now, own = self.ambient.timestamp(), f"conversation:{id}"
        recalled = [await self.memories.find(item) for item in used]
        pinned = await self.memories.pinned(now=now, scopes=[own, f"project:{conversation.project}", EVERYWHERE])
        said_here = (await self.memories.list(now=now, wanted=Wanted(scope=own))).items
        found = {item.id: item for item in [*recalled, *pinned, *said_here] if item is not None}
        return [MemoryInUse(item=item, runs=used.get(item.id, [])) for item in found.values()]

    async def run(self, id: str) -> RunDetail:
        """A run with its sub-runs and all that happened."""
        cursor = await self.journal.cursor()
        run = await self.runs.get(id)
        tree = await self.runs.tree(id)
        changes = await self.changes.of_run(id)
        return RunDetail(
            run=run,
            children=[each for each in tree if each.id != id],
            events=await self._events(tree),
            approvals=await self._approvals_of(tree),
            undoable=any(
                change.undone_by is None and change.undo.possible and change.status == "applied" for change in changes
            ),
            cursor=cursor,
        )

    async def _plan_runs(self, conversation: str, plans: set[str]) -> list[str]:
        """The runs that carry out these plans, oldest first: until one has ended no message tells of it."""
        if not plans:
            return []
        found = (await self.runs.list(Which(session=conversation, kind=RunKind.PLAN))).items
        return [run.id for run in reversed(found) if run.plan is not None and run.plan.id in plans]

    async def _events(self, runs: Iterable[Run]) -> list[Event]:
        found: list[Event] = []
        for run in runs:
            found += without_covered(await self.journal.read(None, run=run.id))
            if run.parent is None:
                found += await self._undoings(run)
        return sorted(found, key=lambda event: int(event.seq))

    async def _undoings(self, run: Run) -> list[Event]:
        """The events by which changes of a run were taken back; they stand in the undo's own run."""
        changes = [change for change in await self.changes.of_run(run.id) if change.undone_by is not None]
        undone = {change.id for change in changes}
        by = {(await self.changes.get(change.undone_by)).run for change in changes if change.undone_by is not None}
        events = [event for undo in by for event in await self.journal.read(None, run=undo, types=["change.undone"])]
        return [event for event in events if isinstance(event.data, ChangeUndone) and event.data.change in undone]

    async def _approvals_of(self, runs: Iterable[Run]) -> list[Approval]:
        found: list[Approval] = []
        for run in runs:
            found += (await self.approvals.list(run=run.id, limit=200)).items
        return found

    def _model(self) -> ModelStatus:
        try:
            chosen = self.models.choose(ModelChoice())
        except ModelUnavailable as error:
            return ModelStatus(provider="", model="", tier=0, why=str(error), why_code="unavailable")
        return ModelStatus(
            provider=chosen.provider,
            model=chosen.model,
            tier=chosen.tier,
            why=chosen.why,
            why_code=chosen.why_code,
        )


def without_covered(events: list[Event]) -> list[Event]:
    """Events without the pieces of speech and thought that a complete response repeats."""
    complete = {event.data.step for event in events if isinstance(event.data, TurnStepped)}
    return [
        event
        for event in events
        if not (isinstance(event.data, (TurnSpoke, TurnThought)) and event.data.step in complete)
    ]


def _memories_in(fact: Fact) -> list[str]:
    """The memories that a fact of a turn speaks of."""
    match fact:
        case MemoryRecalled(items=items):
            return [item.id for item in items]
        case MemorySaved(item=item):
            return [item.id]
        case _:
            return []
