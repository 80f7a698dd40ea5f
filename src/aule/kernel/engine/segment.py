"""A segment: one process drives a run from its facts until it ended, waits for a person, or is somebody else's.

What happens is decided by the rules, recorded, and then done. Nothing that matters is kept here: another segment,
in this process or another, goes on from what was recorded.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import Any

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalStatus
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, BudgetReached, Denied, Problem, StorageFailed
from aule.contracts.events.facts import ApprovalRequested, Fact
from aule.contracts.events.steps import (
    RunAborted,
    RunPlanned,
    StepCompleted,
    StepFact,
    StepFailed,
    StepInterrupted,
    StepReleased,
    StepSkipped,
    StepStarted,
)
from aule.contracts.runs.graph import StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.engine.approval_requests import answer_of, approval_of_step, cut_off, wording
from aule.kernel.engine.deferred_params import described
from aule.kernel.engine.graphs.envelope import as_allowed, as_derived
from aule.kernel.engine.progress import Node, Progress
from aule.kernel.engine.retry_timer import Alarm
from aule.kernel.engine.revision import Revised, Searched, is_unplanned, recorded, still_fits
from aule.kernel.engine.rules import Outcome as RunOutcome
from aule.kernel.engine.rules import Rules, interruption, outcome
from aule.kernel.engine.run_edits import unfit
from aule.kernel.engine.run_state import RunState, as_recorded, call_id, in_call
from aule.kernel.engine.work import Done, Failed, Held, Outcome, Work
from aule.kernel.journal import Journal
from aule.stores.repositories.approvals import Approvals
from aule.stores.source import Source

STOP_SECONDS = 1.0
"""How long stopping waits for steps to let go."""

_RELEASES = {"retry": "retry", "skip": "skip", "abort": "abort"}


@dataclass(slots=True)
class Under:
    """A step that is under way."""

    node: Node
    task: asyncio.Task[None]


class Segment:
    """One stretch of a run."""

    def __init__(self, loaded: RunState, work: Work, rules: Rules, journal: Journal, ambient: Ambient) -> None:
        self.run: Run = loaded.run
        self.progress: Progress = loaded.progress
        self._loaded = loaded
        self._work = work
        self._rules = rules
        self._full = rules
        self._journal = journal
        self._ambient = ambient
        self._under: dict[str, Under] = {}
        self._finished: deque[tuple[Node, Outcome | Searched]] = deque()
        self._wake = asyncio.Event()
        self._nudged = False
        self._searching: str | None = None
        self._lost: BaseException | None = None
        self._alarm = Alarm(self._wake.set, ambient.clock)
        self._began = ambient.clock.monotonic()
        self.epoch = loaded.run.epoch
        """Since when it is this process's to drive."""
        self.has_agents = loaded.progress.has_agents
        self.is_ending = False
        """Whether it is about to end, so that news may come too late for it."""
        if loaded.run.status is RunStatus.PAUSED:
            self.hold()

    # What others tell it.

    def nudge(self) -> None:
        """There is news: a decision, or a pause."""
        self._nudged = True
        self._wake.set()

    def lose(self, reason: AuleError) -> None:
        """The run is no longer this process's to drive."""
        self._lost = reason
        for under in self._under.values():
            under.task.cancel()
        self._wake.set()

    @property
    def is_held(self) -> bool:
        """Whether it begins nothing more."""
        return self._rules is not self._full

    def hold(self) -> None:
        """Begin nothing more; what is under way ends."""
        self._rules = replace(self._full, at_once=0)

    def go_on(self) -> None:
        """Begin steps again."""
        self._rules = self._full
        self._wake.set()

    async def stop(self) -> list[Node]:
        """Stop what is under way, within a second; gives the steps that were."""
        stopped = list(self._under.values())
        for under in stopped:
            under.task.cancel()
        if stopped:
            await asyncio.wait([under.task for under in stopped], timeout=STOP_SECONDS)
        return [under.node for under in stopped]

    async def rest(self) -> None:
        """Wait until nothing is under way."""
        if self._under:
            await asyncio.wait([under.task for under in self._under.values()])

    # How it goes.

    async def settle(self) -> None:
        """Say of every step that was cut off what becomes of it: known, done again, or for a person to say."""
        for node in list(self.progress.running.values()):
            await self._settle(node)
        await self.look(self._loaded.decided)
        self._search()

    async def advance(self) -> None:
        """Go on as far as it goes, until all that is left waits; raises when the run was lost on the way."""
        self._act(self._rules.go_on(self.progress))
        while self._is_retrying() or self._under or self._finished:
            await self._wake.wait()
            self._wake.clear()
            if self._lost is not None:
                await self._let_go()
                raise self._lost
            while self._finished:
                node, came = self._finished.popleft()
                if isinstance(came, Searched):
                    await self._take_found(node, came)
                else:
                    self._take(node, came)
            self._check_time()
            if self._nudged:
                await self.look()
            self._alarm.let_begin(self.progress)
            self._act(self._rules.go_on(self.progress))

    async def look(self, known: Mapping[str, Approval] | None = None) -> None:
        """See which of the steps that wait were decided, as far as is known or as stands now, and let them go on."""
        self._nudged = self._nudged and known is not None
        for node, approval in await self._decided(self._journal.source if known is None else known):
            if approval is None:
                self._act(self._released(StepReleased(step=node.place, option="approve")))
            else:
                await self._decide(node, approval)

    async def has_news(self, source: Source) -> bool:
        """Whether it can go on after all: a step that waits was decided, or the run was resumed, just now."""
        progress = self.progress
        has_more = bool(progress.ready or progress.due or progress.retrying) and self._rules.at_once > 0
        return has_more or bool(await self._decided(source))

    async def _decided(self, source: Source | Mapping[str, Approval]) -> list[tuple[Node, Approval | None]]:
        """The steps that wait and can go on: by a decision, or because their agent can."""
        waiting = list(self.progress.waiting.values())
        by_agent = [node for node in waiting if node.step.kind is StepKind.AGENT and node.moment == "approval"]
        found: list[tuple[Node, Approval | None]] = [
            (node, None) for node in by_agent if await self._work.is_ready(node)
        ]
        asked = {node.approval: node for node in waiting if node.approval is not None and node not in by_agent}
        if isinstance(source, Mapping):
            found += [(node, source[id]) for id, node in asked.items() if id in source]
        elif asked:
            found += [(asked[each.id], each) for each in await Approvals(source).decided(list(asked))]
        return found

    def outcome(self) -> RunOutcome | None:
        """What the run came to, once every step is final."""
        return outcome(self.progress)

    def waits_for(self) -> list[str]:
        """What is asked of a person."""
        return [node.approval for node in self.progress.waiting.values() if node.approval is not None]

    def abort(self, error: AuleError) -> None:
        """Begin nothing more, and let what is under way end."""
        fact = RunAborted(error=error.problem)
        self.progress.apply(fact)
        self._act([fact, *self._rules.go_on(self.progress)])

    # One thing at a time.

    async def _settle(self, node: Node) -> None:
        loaded, call = self._loaded, call_id(self.run.id, node)
        if node.step.kind is StepKind.AGENT:
            self.progress.restart(node)  # its run goes on where it stands
            return
        asked = loaded.approvals.get(call)
        if asked is not None and asked.is_about_result and asked.status is not ApprovalStatus.GRANTED:
            denied = Denied("The person did not let its result pass.", subject=asked.id).problem
            self._take(node, Held(asked.id) if asked.status is ApprovalStatus.PENDING else Failed(denied))
        elif call in loaded.results:
            self._take(node, self._work.came_of(node, call, loaded.results[call]))
        elif asked is not None and asked.status is ApprovalStatus.PENDING:
            self._take(node, Held(asked.id))
        elif asked is not None and asked.status is ApprovalStatus.DENIED and call not in loaded.begun:
            self._take(node, Failed(Denied("The person said no to this.", subject=asked.id).problem))
        elif call not in loaded.begun or self._work.may_repeat(node.step) or await self._work.surely_not_done(node):
            self.progress.restart(node)
        else:
            facts = self._rules.lost(self.progress, node.place)
            self._act(facts, known=await self._work.what_is_known(node))

    def _take(self, node: Node, came: Outcome) -> None:
        self._under.pop(node.place, None)
        if self.progress.nodes.get(node.place) is not node:  # the graph was changed meanwhile
            node = self.progress.nodes[node.place]
        match came:
            case Done(result, call):
                self._act(self._rules.completed(self.progress, node.place, result), call=call, of=node.place)
            case Failed(error, result, call):
                now = self._ambient.clock.now().timestamp()
                facts = self._rules.failed(self.progress, node.place, error, now=now, result=result)
                self._act(facts, call=call, of=node.place)
            case Held(approval):
                fact = StepInterrupted(step=node.place, moment="approval", approval=approval)
                self.progress.apply(fact)
                self._act([fact, *self._rules.go_on(self.progress)])

    async def _decide(self, node: Node, approval: Approval) -> None:
        """Do what a person said about a step."""
        edit = approval.edit
        if node.moment == "approval":
            if approval.status is ApprovalStatus.GRANTED and approval.resumes is not None:
                self._loaded.grants.setdefault(approval.resumes.id, []).append(approval)
                self._act(self._released(StepReleased(step=node.place, option="approve")))
            else:
                self._take(node, Failed(Denied("The person said no to this.", subject=approval.id).problem))
            return
        if node.moment == "replan" and approval.kind is ApprovalKind.PLAN:
            await self._revise(node, await self._work.decided(self._loaded, node, approval))
            return
        if edit is not None and (stale := unfit(self.progress, node.place, edit)) is not None:
            self._ask_again(node, stale)
            return
        if edit is not None and edit.graph is not None:
            await self._replan(RunPlanned(graph=edit.graph, inputs=self._loaded.inputs))
        option = _RELEASES.get(approval.option or "", "approve")
        given: dict[str, object] = {"step": node.place, "option": option, "state": edit.state if edit else {}}
        if edit is not None and edit.has_result:
            given |= {"result": edit.result, "clears": edit.result is None}
        elif node.moment == "answer":
            given["result"] = answer_of(approval)
        self._act(self._released(StepReleased.model_validate(given)))

    def _ask_again(self, node: Node, why: Problem) -> None:
        fact = interruption(node, node.moment or "before").model_copy(update={"error": why})
        self.progress.apply(fact)
        self._act([fact])

    def _released(self, fact: StepReleased) -> list[StepFact]:
        self.progress.apply(fact)
        return [fact, *self._rules.go_on(self.progress)]

    async def _replan(self, planned: RunPlanned) -> None:
        """Go on with another graph: what has begun is part of it, so the same facts hold."""
        await self._journal.write(planned, run=self.run.id, session=self.run.session_id)
        await self._take_up(planned)

    def _search(self) -> None:
        """Look for another way for a step that failed, one at a time: each search sees what the last one changed."""
        if self._work.may_replan and not self._searching:
            for node in self.progress.waiting.values():
                if is_unplanned(node):
                    self._searching = node.place
                    self._see_to(node, self._find_another_way(node))
                    return

    async def _find_another_way(self, node: Node) -> None:
        loaded = self._loaded
        self._finished.append((node, Searched(await self._work.replan(loaded, node), loaded)))
        self._wake.set()

    async def _take_found(self, node: Node, found: Searched) -> None:
        """Take what a search found, unless the run went on so far meanwhile that it no longer fits."""
        self._under.pop(node.place, None)
        self._searching = None
        node = self.progress.nodes[node.place]
        if still_fits(found, self._loaded, node):
            await self._revise(node, found.revised)
        self._search()

    async def _revise(self, node: Node, revised: Revised) -> None:
        """Do what was found instead of a step that failed; all that it means is recorded at once."""
        facts = recorded(revised, self._loaded, node)
        await self._journal.write(*facts, run=self.run.id, session=self.run.session_id, durable=True)
        for fact in facts:
            if isinstance(fact, RunPlanned):
                await self._take_up(fact)
                return
            if isinstance(fact, StepFailed | StepInterrupted):
                self.progress.apply(fact)

    async def _take_up(self, planned: RunPlanned) -> None:
        """Take up a graph that was recorded, from all that happened so far."""
        self.run = as_allowed(as_derived(self.run, [planned]), planned.graph)
        self._work = self._work.of_changed(self.run)
        progress = Progress(planned.graph, planned.inputs)
        fresh = RunState(self.run, planned.graph, planned.inputs, progress, self._loaded.blobs)
        fresh.take(event.data for event in await self._journal.read(None, run=self.run.id))
        fresh.grants = self._loaded.grants
        self._loaded, self.progress = fresh, fresh.progress
        self.has_agents = self.has_agents or progress.has_agents

    def _act(
        self, facts: list[StepFact], *, call: str | None = None, of: str | None = None, known: object = None
    ) -> None:
        """Record what follows, ask what has to be asked, and begin what is to be done."""
        if not facts:
            return
        told: list[Fact] = []
        begun: list[Node] = []
        for fact in facts:
            match fact:
                case StepStarted():
                    told.append(fact)
                    begun.append(self.progress.nodes[fact.step])
                case StepInterrupted(approval=None):
                    told += self._interrupted(in_call(fact, of, call), known)
                case StepCompleted() | StepFailed() | StepSkipped():
                    told.append(as_recorded(in_call(fact, of, call), self._loaded.blobs))
                case _:
                    told.append(as_recorded(fact, self._loaded.blobs))
        self._journal.put(*told, run=self.run.id, session=self.run.session_id)
        for node in begun:
            self._begin(node)
        self._search()

    def _interrupted(self, fact: StepInterrupted, known: object) -> list[Fact]:
        """Record that a step waits, and ask the person, unless the executor looks for another way by itself."""
        is_asked = fact.moment != "replan" or not self._work.may_replan
        facts = self._asked(fact, known) if is_asked else [fact]
        return [as_recorded(each, self._loaded.blobs) if isinstance(each, StepInterrupted) else each for each in facts]

    def _asked(self, fact: StepInterrupted, known: object) -> list[Fact]:
        node = self.progress.nodes[fact.step]
        match fact.moment:
            case "unknown":
                shown = cut_off(node, described(self._rules.given(self.progress, node)), known)
            case "after" | "replan":  # what came of it: of a failure, what it gave back all the same
                shown = node.result
            case "before" if not node.is_repeated:  # as far as that is known yet
                shown = described(self._rules.given(self.progress, node))
            case _:
                shown = None
        message = self._work.redacted(wording(fact.message, self.progress.sight_of(node)))
        fact = fact.model_copy(update={"message": message})
        approval = approval_of_step(self.run, node, fact, self._work.redacted(shown), self._ambient)
        node.approval = approval.id
        return [fact.model_copy(update={"approval": approval.id}), ApprovalRequested(approval=approval)]

    def _begin(self, node: Node) -> None:
        granted = self._loaded.grants
        grants = granted.get(call_id(self.run.id, node), []) if granted else []
        self._see_to(node, self._carry_out(node, grants))

    def _see_to(self, node: Node, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=f"step {node.place}")
        task.add_done_callback(self._check_whole)
        self._under[node.place] = Under(node, task)

    async def _carry_out(self, node: Node, grants: list[Approval]) -> None:
        self._finished.append((node, await self._work.perform(node, grants)))
        self._wake.set()

    def _check_whole(self, task: asyncio.Task[None]) -> None:
        """A bug in carrying out a step ends the run; nobody waits for a step that will never be heard of."""
        problem = None if task.cancelled() else task.exception()
        if problem is not None and self._lost is None:
            self._lost = problem
            self._wake.set()

    def _is_retrying(self) -> bool:
        """Whether a failed step is tried again, which is then called at its time."""
        return self._rules.at_once > 0 and self._alarm.set(self.progress)

    def _check_time(self) -> None:
        limit = self.run.budget.max_seconds
        if self._ambient.clock.monotonic() - self._began > limit and self.progress.root.failed is None:
            self.abort(BudgetReached(f"The run worked longer than {limit:g} s.", hint="Raise its budget."))

    async def _let_go(self) -> None:
        """Wait for what was stopped: nothing of a lost segment goes on beside its successor.

        Where only the store failed, what is under way may end: its result counts when it can be recorded.
        """
        if isinstance(self._lost, StorageFailed):
            await self.rest()
        await self.stop()
        self._alarm.stop()
