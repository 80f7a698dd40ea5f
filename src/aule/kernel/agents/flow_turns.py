"""What is different in turns of agents that have a flow: the call that runs the flow, and the answer it gives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import Spoken
from aule.contracts.errors import AuleError
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.agent_flow import CONVERSATION, REQUEST, RUN_FLOW
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.talk.messages import Message
from aule.kernel.agents.ancestors import runs_above
from aule.kernel.agents.transcript import Transcript

MOST_MESSAGES = 20
"""How many earlier messages a flow is given."""
LONGEST_CONVERSATION = 8_000
"""Characters of earlier messages that a flow is given; the oldest are left out."""


def asks_flow(run: Run, agent: Agent, above: Sequence[Run], transcript: Transcript) -> bool:
    """Return whether the flow of an agent answers in a run; at a step of its own flow the agent itself does.

    What began with the flow ends with it, also when the agent was edited meanwhile.
    """
    if transcript.steps:
        return RUN_FLOW in transcript.started.values() or any(each.capability == RUN_FLOW for each in transcript.wanted)
    is_own_step = bool(above) and run.step is not None and _is_flow_of(above[-1], run.agent)
    return agent.flow_graph is not None and not is_own_step


async def is_inside_own_flow(run: Run, get: Callable[[str], Awaitable[Run]]) -> bool:
    """Return whether a run works, directly or through others, for the flow of its own agent."""
    return any(_is_flow_of(each, run.agent) for each in await runs_above(run, get))


def flow_call(transcript: Transcript, earlier: Sequence[Message]) -> CallRequested:
    """Return the call by which what was asked reaches the flow."""
    params = {REQUEST: transcript.ask, CONVERSATION: conversation_text(earlier)}
    return CallRequested(id="", capability=RUN_FLOW, params=params)


def takes_conversation(agent: Agent) -> bool:
    """Return whether the flow of an agent wants to know what was said before."""
    return agent.flow_graph is not None and CONVERSATION in agent.flow_graph.inputs


def answer_of_flow(run: Run, transcript: Transcript) -> Spoken | None:
    """Return why a flow gave no answer, where a person is told; work for another run fails with its flow."""
    for call in transcript.wanted:
        result = transcript.results.get(call.id)
        if call.capability != RUN_FLOW or result is None or result.error is None:
            continue
        problem = result.error
        if run.kind is RunKind.DELEGATE:
            raise AuleError(problem.message, code=problem.code, hint=problem.hint)
        return Spoken(text=f"{problem.message} {problem.hint or ''}".strip())
    return None


def conversation_text(messages: Sequence[Message]) -> str:
    """Return the latest messages as text, each line with who said it, as far as they fit."""
    lines = [f"{message.role}: {message.content}" for message in messages[-MOST_MESSAGES:]]
    return "\n".join(lines)[-LONGEST_CONVERSATION:]


def _is_flow_of(run: Run, agent: str | None) -> bool:
    return run.is_flow and run.has_graph and run.agent == agent
