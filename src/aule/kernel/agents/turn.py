"""A turn: a model and the capabilities in a loop, continued from the run's events.

All state of a turn can be read back from the journal, so it may end while it waits for a person and be resumed by
another process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypedDict

from aule.contracts.access.agent import Agent, Budget, Conduct, ModelChoice
from aule.contracts.access.capability import Capability, Spoken
from aule.contracts.access.change import Actor
from aule.contracts.access.guidelines import AnswerRule
from aule.contracts.errors import (
    BudgetReached,
    ModelUnavailable,
    ScopeViolation,
    TimedOut,
    UnknownCapability,
)
from aule.contracts.events.facts import (
    CallRequested,
    Event,
    Fact,
    GuardTripped,
    MemoryRecalled,
    MessageAdded,
    ModelChosen,
    RunWaiting,
    TurnCompacted,
    TurnStepped,
)
from aule.contracts.project import Project
from aule.contracts.runs.run import Run, RunKind, Usage
from aule.contracts.runs.team import WAITING_CALLS
from aule.contracts.talk.brain import Entry, Lesson, Name, OnRecord, Prompt, Recalled, Standing
from aule.contracts.talk.look_up import LookUp
from aule.contracts.talk.messages import Message
from aule.contracts.talk.understanding import Act, LearnedSentence, Understood
from aule.kernel.agents.agent_words.brain import AgentWordsBrain, wish_of
from aule.kernel.agents.ancestors import agent_of, agents_of, runs_above
from aule.kernel.agents.answer_checks.review import (
    MOST_REWRITES,
    broken_error,
    find_broken,
    refuse_silence,
    refused,
    rules_for,
)
from aule.kernel.agents.app_context import HEARD
from aule.kernel.agents.attachments import AttachmentRoom
from aule.kernel.agents.flow_turns import MOST_MESSAGES, answer_of_flow, asks_flow, flow_call, takes_conversation
from aule.kernel.agents.guards import ReachedLimit, check, check_budget, check_runaway, check_scope
from aule.kernel.agents.hints import LIKELY, frames_of, hint
from aule.kernel.agents.model_chain import ModelChain
from aule.kernel.agents.personas import with_persona
from aule.kernel.agents.prompt import fold_results, instructions, window
from aule.kernel.agents.spending import expected_usage
from aule.kernel.agents.spoken_calls import SpokenCallBrain, call_for
from aule.kernel.agents.standing import standing_of
from aule.kernel.agents.stream_reader import read_response
from aule.kernel.agents.team_asks import answer_of_calls, asks_team, said_above, team_call
from aule.kernel.agents.tools import Toolset, tool_room, toolbox, usable
from aule.kernel.agents.transcript import Transcript, fold
from aule.kernel.agents.turn_calls import TurnCalls
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.bounds import combined
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.capabilities.words import say
from aule.kernel.policy import permitted
from aule.models.builtin import overview
from aule.models.builtin.phrases import talk_kind
from aule.models.local.relevance import Relevant
from aule.models.switchboard import Chosen
from aule.stores.repositories.approvals import Approvals
from aule.text.words import tokens

PLAN = "planner.plan"
"""The capability that plans work, for agents that may use it."""
FULL = 2
"""The tier of models that call tools by themselves."""
_WANTS_NOTHING = frozenset({"greeting", "thanks", "farewell"})
"""Small talk that no tool is chosen for."""
_WITHOUT_MODEL = {"none_connected", "no_model_chosen"}
"""Messages why recipes answer although nobody chose them."""


class FactOwner(TypedDict):
    """The run and session a fact belongs to."""

    run: str
    session: str | None


class Turn:
    """Drives one conversational run until it is answered, has to wait, or must stop."""

    def __init__(self, run: Run, deps: TurnDeps) -> None:
        self.run = run
        self.transcript = Transcript()
        self._deps = deps
        self._steered: list[Event] = []
        self._said: Message | None = None
        """The message this turn answers."""
        self._last = 0
        """The place in the log up to which the events were read."""
        self._above: list[Run] = []
        self._conducts: tuple[Conduct, ...] = ()
        self._apps: frozenset[str] = frozenset()
        """The apps it is about: of whom it works for, and of what is open."""
        self._context: tuple[Entry, ...] = ()
        self._heard: list[str] = []
        self._toolset = Toolset.of(())
        """The capabilities its agent may use in this run."""
        self._shown: tuple[Capability, ...] = ()
        """The tools the model was shown last."""
        self._relevance: tuple[str, Relevant] | None = None
        """What was asked, and how much each capability has to do with it."""
        self._system = ""
        self._results_folded = 0
        self._standing = Standing()
        """Where the conversation stands before this turn."""
        self._names: tuple[Name, ...] = ()
        self._on_record: OnRecord | None = None
        self._look_ups: tuple[LookUp, ...] = ()
        """Who answers questions that are understood no other way."""
        self._recalled: tuple[Recalled, ...] = ()
        self._chain = ModelChain(deps.models)
        self._choice = ModelChoice()
        """The model that is wanted, and those that stand in for it."""
        self._guessed: Understood | None = None
        """What the front understands of the words that a full model is asked about."""

    async def drive(self) -> bool:
        """Continue from the events; return True when the turn is answered, False when it waits for a person.

        Where a model cannot be used and another one stands in for it, the turn goes on from its events with that one.
        """
        while True:
            try:
                return await self._drive()
            except ModelUnavailable as problem:
                if await self._is_speaking() or not self._chain.move_on(self._choice, problem):
                    raise

    async def _is_speaking(self) -> bool:
        """Return whether a response broke off after the person had seen some of it."""
        await self._deps.journal.flush()
        told = await self._deps.journal.read(None, run=self.run.id, types=["turn.spoke", "turn.stepped"])
        return bool(told) and told[-1].type == "turn.spoke"

    async def _drive(self) -> bool:
        events = await self._deps.journal.read(None, run=self.run.id)
        self._take_events(events)
        agent = await with_persona(await agent_of(self.run, self._deps.agent), self._deps.agent, self.run.locale)
        project = await self._deps.project(self.run.project)
        self._choice = self.run.choice or agent.model
        self._chain.stay(self._choice, events)
        await self._look_up()
        has_flow = asks_flow(self.run, agent, self._above, self.transcript)
        chosen = self._deps.models.without_model() if has_flow else await self._choose_brain(agent)
        await self._deps.registry.refresh()  # another process may have brought or revoked some
        run = self.run
        registered = usable(self._deps.registry.all(), agent, run)
        self._toolset = self._deps.toolsets.of(registered, agent.capabilities, run.allowed, is_seated=run.is_seated)
        if asks_team(run):
            self._ask_team()
        elif has_flow:
            await self._ask_flow(agent)
        elif self._is_front_first(chosen):
            await self._stand(agent, project, chosen)
        elif await self._is_hinted(chosen):
            await self._stand(agent, project, chosen)
            await self._guess(agent)
        await self._open(agent, project, chosen)
        self._hint()
        self._look_first(chosen)
        caller = Caller(run, Actor(type="agent", id=agent.id), project, agent, above=self._conducts)
        calls = TurnCalls(self._deps, self.transcript, caller, self._above, self._check_scope)
        while True:
            waiting = await calls.settle()
            self._check_scope()
            if waiting:
                await self._deps.journal.write(RunWaiting(approvals=waiting), **self._where, durable=True)
                return False
            if (spoken := answer_of_calls(run, self.transcript) or answer_of_flow(run, self.transcript)) is not None:
                await self._speak(spoken, agent if has_flow else None)
            if self.transcript.is_answered:
                if chosen.tier:
                    refuse_silence(self.transcript, run.locale)
                return True
            await self._guard(chosen)
            await self._think(agent, chosen)
            self._stop_if(check_runaway(self.transcript))

    def _take_events(self, events: Sequence[Event]) -> None:
        """Read where the turn stands from its events, and hear what the person added meanwhile."""
        self.transcript = fold(events)
        self._said = next((event.data.message for event in events if isinstance(event.data, MessageAdded)), None)
        self._last = int(events[-1].seq) if events else 0
        for steered in self._steered:
            self._take_steer(steered)

    async def _think(self, agent: Agent, chosen: Chosen) -> None:
        """Take one response; a model's within the budgets that runs share, recipes spend nothing."""
        if chosen.tier == 0:
            await self._take_response(await self._respond(agent, chosen), agent, chosen)
            return
        spending, took = self._deps.spending, Usage()
        expected = chosen.price_of(expected_usage(self.transcript.usage, self._system + self.transcript.ask))
        self._stop_if(await spending.admit(self.run, expected))
        try:
            step = await self._respond(agent, chosen)
            took = step.usage
            await self._take_response(step, agent, chosen)
        finally:
            await spending.settle(self.run, took)

    async def _take_response(self, step: TurnStepped, agent: Agent, chosen: Chosen) -> None:
        """Record a response; an answer that breaks a checked guideline is held back and asked for again."""
        rules = [] if step.calls else rules_for(agent, self.transcript, chosen.tier)
        await self._take_answer(step, rules, agent, MOST_REWRITES)

    async def _speak(self, spoken: Spoken, flow_of: Agent | None) -> None:
        """Take the answer that a call gave; a flow's is held to its agent's guidelines, and nobody writes it again."""
        step = TurnStepped(step=self.transcript.steps + 1, text=spoken.text, calls=[])
        if flow_of is None:
            self._take(step)
        else:
            await self._take_answer(step, rules_for(flow_of, self.transcript), flow_of, 0)

    async def _take_answer(self, step: TurnStepped, rules: Sequence[AnswerRule], agent: Agent, rewrites: int) -> None:
        """Record an answer that keeps the rules; one that breaks any is held back, and fails once too many were."""
        broken = await find_broken(rules, step.text, self.run, self._deps.marks)
        if not broken:
            self._take(step)
            return
        facts = refused(step, broken, self.run.locale)
        await self._deps.journal.write(*facts, **self._where)
        for fact in facts:
            self.transcript.add(fact)
        if self.transcript.refusals > rewrites:
            raise broken_error(agent, facts[1], self.run.locale)

    async def _choose_brain(self, agent: Agent) -> Chosen:
        """Return the brain that answers: one for these words in particular, else the agent's model."""
        chosen = self._chain.choose(self._choice)
        self._refuse_recipes(agent, chosen)
        if self.transcript.meant is not None or asks_team(self.run):
            return self._deps.models.without_model()  # the person chose a reading on a card, or a team
        wish = await wish_of(self.run, self.transcript, agent, chosen.tier, self._deps.made_agents)
        if wish is not None:
            return Chosen(AgentWordsBrain(wish, self._deps.ambient), "these words are about an agent", "planning")
        heard = await call_for(self.run, self.transcript, agent, chosen.tier, self._deps.hearings)
        if heard is not None:
            return Chosen(SpokenCallBrain(heard, self._deps.ambient), "an app understands these words", "planning")
        is_said = self.run.kind is RunKind.TURN and self.transcript.steps == 0 and permitted(PLAN, agent.capabilities)
        directed = await self._deps.router.direct(self.run, self.transcript.ask, chosen.tier) if is_said else None
        return chosen if directed is None else Chosen(directed, "these words are about a plan", "planning")

    def _is_front_first(self, chosen: Chosen) -> bool:
        """Return whether words are first understood without a model: always without one, in a talk with a small one."""
        is_talk = self.run.kind is RunKind.TURN and self.transcript.shape is None
        return chosen.tier == 0 or (chosen.tier == 1 and is_talk)

    async def _is_hinted(self, chosen: Chosen) -> bool:
        """Return whether words are understood for a full model: in a talk, where something is likely to be found.

        That is told by the same look at the words by which its tools are chosen, or by sentences the person taught.
        """
        is_talk = self.run.kind is RunKind.TURN and self.transcript.shape is None
        is_full = chosen.tier == FULL and chosen.why_code != "planning"
        if not (is_talk and is_full and self._deps.settings().hints):
            return False
        relevant = await self._relevant(chosen)
        return relevant is not None and (relevant.surest >= LIKELY or bool(self._deps.learned.all()))

    async def _guess(self, agent: Agent) -> None:
        """Understand the person's words without a model, as a hint for the model."""
        allowed = self._toolset.capabilities
        prompt = Prompt(
            system="",
            history=(),
            tools=allowed,
            locale=self.run.locale,
            apps=self._apps | ({agent.app} if agent.app else set[str]()),
            about=self.run.about or "",
            names=self._names,
            plannable=self._plannable(agent, allowed),
            dialogue=self._standing,
        )
        self._guessed = await self._deps.models.understand(prompt, self.transcript.ask)

    def _hint(self) -> None:
        """Attach the hint to the words it is about."""
        beside = None if self._guessed is None else hint(self._guessed, self._standing, self._names)
        if beside is not None:
            self.transcript.attach((*self.transcript.attached, beside))

    def _refuse_recipes(self, agent: Agent, chosen: Chosen) -> None:
        """Fail a resident's unattended work when there is no model, instead of guessing with recipes."""
        if agent.mode != "project_resident" or chosen.why_code not in _WITHOUT_MODEL:
            return
        if self.run.step is not None or combined(self.run.bounds).on_write != "ask":
            raise ModelUnavailable(
                f"{agent.name!r} needs a model: {chosen.why}.",
                hint="Connect one (`aule models` lists them), or choose one.",
            )

    def hear(self, steered: Event) -> None:
        """Add words the person sent, once, whether they came before or after the events were read."""
        self._steered.append(steered)
        self._take_steer(steered)

    def _take_steer(self, steered: Event) -> None:
        if int(steered.seq) > self._last:
            self.transcript.add(steered.data)

    @property
    def _where(self) -> FactOwner:
        return {"run": self.run.id, "session": self.run.session_id}

    @property
    def _budget(self) -> Budget:
        return self.run.budget

    async def _look_up(self) -> None:
        """Find the runs and agents this run works for: their rules and budgets apply too."""
        above = self._above = await runs_above(self.run, self._deps.runs.get)
        agents = await agents_of(above, self._deps.agent)
        self._conducts = tuple(agent.conduct for agent in agents)
        opened = [(run.about or "").partition(":")[0] for run in (*above, self.run)]
        self._apps = frozenset(app for app in (*opened, *(agent.app for agent in agents)) if app)

    async def _open(self, agent: Agent, project: Project, chosen: Chosen) -> None:
        """Choose the model, recall memories, and leave out what does not fit."""
        deps, run, first = self._deps, self.run, self.transcript.steps == 0
        self._recalled = tuple(await deps.memory.recall(run, self.transcript.ask))
        memories = [each.item for each in self._recalled]
        now = deps.ambient.clock.now().astimezone()  # the date where the person is, not in UTC
        shaped = self.transcript.shape is not None
        self._system = instructions(agent, project, now.strftime("%A, %Y-%m-%d"), run.locale, memories, shaped=shaped)
        facts: list[Fact] = []
        if first or self._chain.has_moved:
            facts.append(
                ModelChosen(
                    provider=chosen.provider,
                    model=chosen.model,
                    tier=chosen.tier,
                    why=chosen.why,
                    why_code=chosen.why_code,
                )
            )
        fresh = [item for item in memories if (item.id, item.version) not in self.transcript.recalled]
        if fresh:  # including items stored while the turn waited
            reasons = {each.item.id: each.reason for each in self._recalled if each.item in fresh}
            facts.append(MemoryRecalled(items=fresh, reasons=reasons))
        if (run.kind is RunKind.TURN or run.is_seated) and run.session_id is not None:
            folded = await self._look_back(run.session_id, chosen)
            facts += folded if first else []
        if chosen.tier:
            heard, room = [*self._heard, self.transcript.ask], chosen.brain.context_length
            self._system += await deps.app_contexts.tell(agent, run, heard, room)
        for fact in facts:
            deps.journal.put(fact, **self._where)

    def _ask_team(self) -> None:
        """Put the person's words to the team they asked; no brain has to think about that."""
        if not self.transcript.steps:
            self._take(TurnStepped(step=1, text="", calls=self._fresh([team_call(self.run, self.transcript)])))

    async def _ask_flow(self, agent: Agent) -> None:
        """Put what was asked to the flow of the agent; no brain has to think about that."""
        if self.transcript.steps:
            return
        earlier: Sequence[Message] = ()
        if takes_conversation(agent) and self.run.session_id is not None:
            said = self._said or await said_above(self._deps.journal, self._above)
            page = await self._deps.conversations.messages(
                self.run.session_id, before=said.id if said else None, limit=MOST_MESSAGES
            )
            earlier = page.items
        self._take(TurnStepped(step=1, text="", calls=self._fresh([flow_call(self.transcript, earlier)])))

    def _look_first(self, chosen: Chosen) -> None:
        """Look up a question in what of an app stands beside it, so that a model without tools answers from it, too."""
        if self.transcript.steps or not chosen.tier or self.transcript.shape is not None:
            return
        allowed, calls = {each.name for each in self._toolset.capabilities}, list[CallRequested]()
        for each in self.transcript.attached:
            kind, _, id = each.ref.partition(":")
            look_up = self._deps.look_ups.of_kind(kind)
            if look_up is not None and look_up.capability in allowed:
                params = {look_up.question: self.transcript.ask, look_up.attached[kind]: id}
                calls.append(CallRequested(id="", capability=look_up.capability, params=params))
        if calls:
            self._take(TurnStepped(step=1, text="", calls=self._fresh(calls)))

    async def _stand(self, agent: Agent, project: Project, chosen: Chosen) -> None:
        """Read the conversation's standing and the apps' names, for understanding without a model."""
        deps, run = self._deps, self.run
        plan = None if run.session_id is None else await deps.plan_of(run.session_id)
        self._standing = await standing_of(run, deps.journal, deps.runs, deps.changes, plan)
        apps = self._apps | ({agent.app} if agent.app else set[str]())
        self._names = await deps.names.of(apps, run.locale)
        self._look_ups = await deps.look_ups.available()
        if overview.kind_of(self.transcript.ask):
            self._on_record = OnRecord(
                await deps.names.on_record(self._names, apps, project, run.locale),
                await Approvals(deps.journal.source).count_pending(),
                has_model=chosen.tier > 0,
            )

    async def _stand_within(self) -> None:
        """Read what this turn did so far: words added on the way may correct it, or go on from it."""
        deps, run = self._deps, self.run
        await deps.journal.flush()
        plan = None if run.session_id is None else await deps.plan_of(run.session_id)
        self._standing = await standing_of(run, deps.journal, deps.runs, deps.changes, plan, is_within=True)

    async def _look_back(self, conversation: str, chosen: Chosen) -> list[TurnCompacted]:
        """Read attachments and earlier messages; return facts about what did not fit."""
        deps = self._deps
        room = AttachmentRoom.of(chosen.brain.context_length)
        said = self._said or await said_above(self._deps.journal, self._above)
        beside = await deps.attachments.read(said.refs if said else [], room, self.run.project)
        self.transcript.attach(beside)
        used = sum(tokens(each.text or "") for each in beside)
        budget = min(deps.settings().compact_at, max(1_000, chosen.brain.context_length // 2 - used))
        messages = await self._earlier(conversation, said.id if said else None, budget)
        attached = {
            message.id: await deps.attachments.read(message.refs, room, self.run.project)
            for message in reversed(messages)  # the latest attachments get room first
            if message.refs
        }
        view = window(messages, budget, attached)
        self._context = view.entries
        self._heard = [message.content for message in messages[-HEARD:]]
        folded: list[TurnCompacted] = []
        if view.dropped:
            kept = len(messages) - view.dropped
            folded.append(TurnCompacted(dropped=view.dropped, kept=kept, summary=view.summary))
        if room.cut:
            cut = len(room.cut)
            folded.append(TurnCompacted(what="attachments", dropped=cut, kept=room.whole, summary=", ".join(room.cut)))
        return folded

    async def _earlier(self, conversation: str, before: str | None, budget: int) -> list[Message]:
        """Return the messages before this turn, until there are more than fit."""
        found: list[Message] = []
        while True:
            page = await self._deps.conversations.messages(conversation, before=before, limit=200)
            found = [*page.items, *found]
            before = page.next
            if before is None or sum(tokens(message.content) for message in found) > budget:
                return found

    def _fitting_entries(self, chosen: Chosen) -> tuple[Entry, ...]:
        """Return the entries of this turn as far as they fit; leaving some out is recorded."""
        entries, folded = fold_results(self.transcript.entries, chosen.brain.context_length // 2)
        if folded > self._results_folded:
            self._results_folded = folded
            kept = len(self.transcript.results) - folded
            summary = "results of earlier calls in this answer"
            fact = TurnCompacted(what="results", dropped=folded, kept=kept, summary=summary)
            self._deps.journal.put(fact, **self._where)
        return entries

    async def _respond(self, agent: Agent, chosen: Chosen) -> TurnStepped:
        transcript = self.transcript
        if transcript.steers and self._is_front_first(chosen):
            await self._stand_within()
        transcript.hear_steers()
        if transcript.narrowed:
            self._toolset, self._shown = self._toolset.within(transcript.narrowed), ()
        allowed = self._toolset.capabilities
        entries = self._fitting_entries(chosen)
        prompt = Prompt(
            system=self._system,
            history=(*self._context, *entries),
            tools=allowed if self._is_front_first(chosen) else await self._tools(agent, chosen),
            locale=self.run.locale,
            shape=transcript.shape,
            apps=self._apps | ({agent.app} if agent.app else set[str]()),
            about=self.run.about or "",
            names=self._names,
            by_plan=frozenset(self._deps.registry.by_plan),
            plannable=self._plannable(agent, allowed),
            dialogue=self._standing if self._is_front_first(chosen) else None,
            meant=transcript.meant,
            on_record=self._on_record,
            look_ups=self._look_ups,
            recalled=self._recalled,
        )
        left = self._budget.max_seconds - transcript.active_ms / 1000
        try:
            async with asyncio.timeout(max(left, 0.001)):
                said = (self.run, transcript.steps + 1, self._deps.journal)
                quiet = bool(rules_for(agent, transcript, chosen.tier))  # an answer is shown once it kept the rules
                brain = self._deps.exchanges.heard_from(chosen.brain, self.run, said[1])
                heard = await read_response(brain, prompt, *said, is_quiet=quiet)
        except TimeoutError:
            raise TimedOut(
                f"The model did not finish within {self._budget.max_seconds:g} s.",
                hint="Raise the budget or ask for less.",
            ) from None
        await self._set_aside(heard.understood)
        for lesson in heard.lessons:
            self._learn(lesson)
        return heard.step.model_copy(update={"calls": self._fresh(heard.step.calls)})

    def _learn(self, lesson: Lesson) -> None:
        """Keep a sentence as the person allowed, in the file on this machine; a trial teaches nothing."""
        if self.run.trial is not None:
            return
        said, day = self._deps.app_contexts.redact(lesson.said), self._deps.ambient.timestamp()[:10]
        self._deps.learned.keep(LearnedSentence(said=said, means=lesson.means, learned_at=day))

    async def _set_aside(self, understood: Understood | None) -> None:
        """Cancel the waiting card of this conversation, where the new words change it or take it back."""
        waiting = self._standing.waiting
        gives_up = understood is not None and understood.act in (Act.CORRECTION, Act.STOP, Act.NOT_MEANT)
        if waiting and (gives_up or (understood is not None and self._standing.is_asked_to_learn)):
            await self._deps.stop(waiting)

    def _plannable(self, agent: Agent, allowed: Sequence[Capability]) -> tuple[Capability, ...]:
        """Return what may be a step of this agent's plans: all of its app, where plans change that app."""
        registry = self._deps.registry
        if agent.app not in registry.by_plan or all(each.name != PLAN for each in allowed):
            return ()
        return tuple(each for each in registry.all() if each.app == agent.app and each not in allowed)

    async def _tools(self, agent: Agent, chosen: Chosen) -> tuple[Capability, ...]:
        """Return the tools this model is shown: all where they fit, else those relevant to the ask."""
        tools, room = self._toolset, tool_room(chosen.brain.context_length)
        if tools.tokens <= room:
            return tools.capabilities
        used = self.transcript.loaded_tools
        if not self._shown or not tools.shows_in_full(self._shown, used):
            relevant = await self._relevant(chosen)
            scores = {} if relevant is None else relevant.scores
            self._shown = toolbox(tools.forms, scores, used, agent, room, frames_of(self._guessed))
        return self._shown  # as in the step before, where that will do: then providers know the prompt's beginning

    async def _relevant(self, chosen: Chosen) -> Relevant | None:
        """Return how much each capability has to do with the ask; none where no tool has to be chosen by it.

        That is where all fit, and for a greeting, thanks or a farewell. Only here a full model needs the encoder.
        """
        ask, tools = self.transcript.ask, self._toolset
        if tools.tokens <= tool_room(chosen.brain.context_length) or talk_kind(ask) in _WANTS_NOTHING:
            return None
        if self._relevance is None or self._relevance[0] != ask:
            self._relevance = ask, await self._deps.models.relevance(ask, tools.capabilities)
        return self._relevance[1]

    def _fresh(self, calls: Sequence[CallRequested]) -> list[CallRequested]:
        """Return calls with ids of our own: a model's ids need not be unique."""
        resolved: list[CallRequested] = []
        for call in calls:
            name, params = call.capability, call.params
            try:
                capability, params = self._deps.registry.meaning(name, params)
                name = capability.name
            except UnknownCapability:
                pass  # the gate reports it with suggestions
            resolved.append(CallRequested(id=self._deps.ambient.ids.new("call"), capability=name, params=params))
        return resolved

    def _take(self, step: TurnStepped) -> None:
        self._deps.journal.put(step, **self._where)
        self.transcript.add(step)

    async def _guard(self, chosen: Chosen) -> None:
        self._stop_if(check(self.transcript, self._budget, self._deps.settings().limits, chosen.price))
        if self.transcript.steps and (self._above or not WAITING_CALLS.isdisjoint(self.transcript.started.values())):
            await self._deps.journal.flush()  # includes what other runs have just spent
            for run in (*self._above, self.run):
                tree = await self._deps.runs.tree(run.id)
                others = [each.usage for each in tree if each.id != self.run.id and not each.has_graph]  # that is a sum
                self._stop_if(check_budget(sum(others, self.transcript.usage), run.budget))

    def _check_scope(self) -> None:
        """Stop a turn that kept trying what its bounds forbid."""
        self._stop_if(check_scope(self.transcript, self.run.locale))

    def _stop_if(self, tripped: ReachedLimit | None) -> None:
        if tripped is not None:
            self._deps.journal.put(GuardTripped(guard=tripped.guard, detail=tripped.detail), **self._where)
            if tripped.guard == "scope":
                raise ScopeViolation(tripped.detail, hint=say("scope_hint", self.run.locale))
            raise BudgetReached(
                say("budget_stopped", self.run.locale, detail=tripped.detail),
                code=tripped.guard,
                hint=say("budget_hint", self.run.locale),
            )
