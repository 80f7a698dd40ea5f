"""How words come in: to which conversation, with what beside them, and, said anew, in place of what."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from aule.contracts.access.agent import Agent
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, Invalid, NotFound, Problem
from aule.contracts.events.facts import (
    AskReceived,
    ConversationEdited,
    ConversationOpened,
    ConversationRewound,
    Fact,
    MessageAdded,
    RunStarted,
)
from aule.contracts.project import Project
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask, Asked
from aule.contracts.talk.messages import Attachment, Conversation, Message
from aule.kernel.agents.agent_registry import AgentRegistry, ResidentAgents
from aule.kernel.agents.attachments import Attachments
from aule.kernel.agents.transcript import fold
from aule.kernel.approvals.inbox import Inbox
from aule.kernel.bounds import bounds_of_runtime
from aule.kernel.documents import DEFAULT_AGENT, Documents
from aule.kernel.journal import Journal
from aule.kernel.journal.record import Record
from aule.kernel.runs.driver import Driver
from aule.kernel.runs.endings import broken_off
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.runs import Runs, Which
from aule.text.words import headline

SET_ASIDE = Problem(code="set_aside", message="The person said it anew, so this was set aside.")


class Residency(Protocol):
    """Who lets agents be asked that live beside a project: only in a session somebody opened, within its bounds."""

    def bounds(self, conversation: Conversation, agent: Agent) -> list[Bounds]:
        """What a turn of a conversation may do at most; raises when nobody opened a session there."""
        ...

    def began(self, conversation: Conversation, run: Run, words: str) -> None:
        """A turn began there."""
        ...


@dataclass(frozen=True, slots=True)
class BroughtAgents:
    """Agents that live beside projects, brought by an app: who finds them, and who lets them be asked."""

    residents: ResidentAgents
    sessions: Residency


@dataclass(slots=True)
class Asks:
    """Takes in what people say to agents."""

    journal: Journal
    documents: Documents
    conversations: Conversations
    agent_registry: AgentRegistry
    attachments: Attachments
    inbox: Inbox
    driver: Driver
    settings: Callable[[], Settings]
    ambient: Ambient
    residency: Residency = field(init=False)
    """Bound once, by whoever brings agents that live beside projects; all others are asked without it."""
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Looking whether somebody is answering and beginning to answer belong together."""

    async def ask(self, ask: Ask, locale: str, *, bounds: Sequence[Bounds] = ()) -> Asked:
        """Write down what was said, with all that follows from it, and let the answer begin within these bounds."""
        async with self.opening:
            refs = await self.attachments.look_up(ask.refs)
            replaced = await self._replaced(ask)
            conversation, place = await self._conversation(ask)
            agent = await self._answering(ask, conversation, place)
            within = [*bounds, *bounds_of_runtime(ask.runtime), *self._within(conversation, agent)]
            run = self._turn(ask, conversation, agent, locale)
            run = run.model_copy(update={"project": place.id, "bounds": within})
            message = self._message(ask, conversation, run, refs)
            is_new = ask.conversation_id is None
            async with self.journal.transaction() as record:
                if is_new:
                    record.put(ConversationOpened(conversation=conversation), session=conversation.id)
                else:
                    conversation = await Conversations(record).get(conversation.id)  # it may be gone or renamed by now
                    await self._refuse_beside(Runs(record), conversation, waiting=replaced is None)
                if replaced is not None:
                    await self._rewind(record, replaced)
                for fact in self._facts(ask, conversation, run, message, replaced):
                    record.put(fact, run=run.id, session=conversation.id)
            if agent.mode != "service":
                self.residency.began(conversation, run, ask.message)
        self.driver.wake(run.id)
        first = record.events[1 if is_new else 0]  # a follower sees what was said, not that there is a conversation
        return Asked(conversation_id=conversation.id, run=run.id, message=message.id, cursor=str(int(first.seq) - 1))

    def _within(self, conversation: Conversation, agent: Agent) -> list[Bounds]:
        return [] if agent.mode == "service" else self.residency.bounds(conversation, agent)

    def _facts(
        self, ask: Ask, conversation: Conversation, run: Run, message: Message, replaced: Message | None
    ) -> list[Fact]:
        facts: list[Fact] = [
            RunStarted(started=run),
            MessageAdded(message=message),
            AskReceived(message=ask.message, channel=ask.channel, meant=ask.meant, is_relayed=ask.is_relayed),
        ]
        named_after = "" if replaced is None else headline(replaced.content)
        if conversation.title in ("", named_after):
            titled = conversation.model_copy(update={"title": run.title, "version": conversation.version + 1})
            facts.append(ConversationEdited(conversation=titled))
        return facts

    async def _replaced(self, ask: Ask) -> Message | None:
        """The earlier message these words stand for."""
        if ask.replaces is None:
            return None
        if ask.conversation_id is None:
            raise Invalid(
                "Saying something anew needs its conversation.", field="conversation_id", hint="Say in which one."
            )
        message = await self.conversations.message(ask.replaces)
        if message is None or message.conversation != ask.conversation_id:
            raise NotFound(f"There is no message {ask.replaces!r} here.", field="replaces", hint="Load it anew.")
        if message.role != "user":
            raise Invalid(f"{ask.replaces!r} is not yours to say anew.", field="replaces", hint="Choose your own.")
        return message

    async def _answering(self, ask: Ask, conversation: Conversation, place: Project) -> Agent:
        """Who answers: the one who was asked, else the conversation's own; when it is gone, whoever answers there."""
        if ask.team is not None:
            return await self.agent_registry.get(DEFAULT_AGENT)  # its members have rights of their own, which count
        own = None if ask.agent is not None else await self.agent_registry.find(conversation.agent)
        return own or await self.documents.cast(ask.agent, place)

    async def _conversation(self, ask: Ask) -> tuple[Conversation, Project]:
        """The conversation words belong to, and where its work happens; a new one is not recorded yet."""
        if ask.conversation_id is None:
            title = headline(ask.message)
            return await self.documents.draft_conversation(agent=ask.agent, project=ask.project, title=title)
        conversation = await self.conversations.get(ask.conversation_id)
        return conversation, await self.documents.place(conversation.project)

    async def _refuse_beside(self, runs: Runs, conversation: Conversation, *, waiting: bool) -> None:
        """Two answers never stand side by side: the one that is there has to end, or to be decided, first."""
        if (run := await _top(runs, conversation, RunStatus.EXECUTING)) is not None:
            raise Conflict(
                "The agent is still answering here.",
                code="turn_running",
                hint="Wait, stop it, or steer it.",
                subject=run.id,
            )
        if waiting and (run := await _top(runs, conversation, RunStatus.WAITING)) is not None:
            if await self.is_without_model(run):
                return  # further words are understood beside the card: they may change it, or leave it waiting
            raise Conflict(
                "The agent waits here for your decision.",
                code="turn_waiting",
                hint="Decide it, steer it, or stop it.",
                subject=run.id,
            )

    async def is_without_model(self, run: Run) -> bool:
        """Whether a turn was answered by rule: what is said beside it is understood without waiting for it."""
        chosen = await self.journal.read(None, run=run.id, types=["model.chosen"])
        return bool(chosen) and getattr(chosen[-1].data, "tier", None) in (0, 1)  # beside a small model, by rule first

    async def _rewind(self, record: Record, first: Message) -> None:
        """Set a message and all after it aside; a turn that waits among them is no longer waited for."""
        for run in (
            await Runs(record).list(Which(session=first.conversation, status=RunStatus.WAITING), limit=200)
        ).items:
            for fact in [*await self.inbox.unasked(record, run.id), *await self._ending(run)]:
                record.put(fact, run=run.id, session=run.session_id)
        record.put(ConversationRewound(conversation=first.conversation, message=first.id), session=first.conversation)

    async def _ending(self, run: Run) -> list[Fact]:
        transcript = fold(await self.journal.read(None, run=run.id))
        message, ts = self.ambient.ids.new("msg"), self.ambient.timestamp()
        return broken_off(run, transcript, RunStatus.CANCELLED, SET_ASIDE, message, ts)

    def _message(self, ask: Ask, conversation: Conversation, run: Run, refs: list[Attachment]) -> Message:
        return Message(
            id=self.ambient.ids.new("msg"),
            conversation=conversation.id,
            role="user",
            content=ask.message,
            run=run.id,
            refs=refs,
            ts=self.ambient.timestamp(),
        )

    def _turn(self, ask: Ask, conversation: Conversation, agent: Agent, locale: str) -> Run:
        limit = agent.budget.within(self.settings().limits.run)
        return Run.new(
            self.ambient,
            RunKind.TURN,
            headline(ask.message),
            project=conversation.project,
            locale=locale,
            agent=agent.id,
            session_id=conversation.id,
            choice=ask.model,
            budget=limit if ask.budget is None else ask.budget.within(limit),
            about=ask.about,
            team=ask.team,
            is_flow=agent.flow_graph is not None and ask.team is None,
        )


async def _top(runs: Runs, conversation: Conversation, status: RunStatus) -> Run | None:
    """The turn of a conversation that stands like this, if there is one."""
    for found in (await runs.list(Which(session=conversation.id, status=status), limit=1)).items:
        run = found
        while run.parent is not None:  # the latest may be a sub-agent of the turn
            run = await runs.get(run.parent)
        return run
    return None
