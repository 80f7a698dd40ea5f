"""Words on the School Power wire that ask for no plan: the agent answers them in the session's conversation (SP-42)."""

from __future__ import annotations

from dataclasses import dataclass, field

from aule.contracts.access.approval import Approval, ApprovalKind
from aule.contracts.errors import Unavailable
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.messages import Conversation
from aule.sdk.http import Kernel

JOTA = "jota"
"""Who is spoken to on this wire."""
LOCALE = "pt-BR"
_ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Said:
    """What an agent answered, the plan it made of the words if it made one, or what it asks back."""

    text: str
    plan: str | None = None
    options: list[str] = field(default_factory=list[str])


async def conversation_of(kernel: Kernel, session: str) -> Conversation:
    """The conversation of a session; whoever opened it, on this wire Jota is spoken to, where that app is there."""
    jota = await kernel.agents.find(JOTA)
    talk = await kernel.documents.conversation_for(session, None if jota is None else jota.id)
    return talk if jota is None else talk.model_copy(update={"agent": jota.id, "app": jota.app or talk.app})


async def answered(kernel: Kernel, talk: Conversation, words: str) -> Said:
    """What the agent says to these words. Reads run at once; what it asks back is answered by the next words."""
    run = await _begun(kernel, talk, words)
    ended = await kernel.driver.see_to_rest(run)
    if ended.status in (RunStatus.WAITING, RunStatus.PAUSED):
        for asked in await kernel.approvals.pending(run=run):
            return Said(asked.title, options=[each.label for each in asked.options if not each.input])
    said = [each for each in await kernel.conversations.messages_of_run(run) if each.role == "assistant"]
    if not said and ended.error is not None:
        raise Unavailable(ended.error.message, code=ended.error.code, hint=ended.error.hint)
    made = await kernel.plans.plan_stores.talked_about(talk.id)
    plan = None if made is None or made.origin.run != run else made.id
    return Said("\n\n".join(each.content for each in said), plan)


async def _begun(kernel: Kernel, talk: Conversation, words: str) -> str:
    """The run that answers: the one that waits for these words, else a new one."""
    asked = await _open_question(kernel, talk.id)
    if asked is not None and asked.run is not None:
        picked = next((each for each in asked.options if not each.input and each.label == words.strip()), None)
        option = _ANSWER if picked is None else picked.id
        hash = asked.binds.content_hash
        await kernel.decide(asked.id, option, content_hash=hash, answer=words if picked is None else None)
        return asked.run
    ask = Ask(message=words, conversation_id=talk.id, agent=talk.agent, locale=LOCALE, channel="school")
    return (await kernel.ask(ask)).run


async def _open_question(kernel: Kernel, session: str) -> Approval | None:
    """What the agent asked in this session and nobody has answered yet."""
    for each in await kernel.approvals.pending(session=session):
        has_words = any(option.id == _ANSWER and option.input for option in each.options)
        if each.kind is ApprovalKind.QUESTION and each.run is not None and has_words:
            return each
    return None


async def is_asked(kernel: Kernel, session: str) -> bool:
    """Whether the agent waits in this session for words."""
    return await _open_question(kernel, session) is not None
