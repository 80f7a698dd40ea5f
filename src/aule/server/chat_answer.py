"""The whole answer to an ask in one response: what was said, and the steps that led there.

Clients that neither stream nor follow the log read this: thought, action and observation of each step.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import Field

from aule.contracts.access.capability import Result
from aule.contracts.errors import Problem
from aule.contracts.events.facts import Event, MessageAdded, RunFinished, RunWaiting
from aule.contracts.events.turns import CallCompleted, CallFailed, CallRequested, TurnStepped
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.run import RunStatus, Usage
from aule.contracts.talk.ask import Asked


class ToolCall(Model):
    """A capability as it was called."""

    name: str
    args: JsonObject


class ChatStep(Model):
    """One step of an answer: what was thought, what was called, what came of it; the last one is the answer."""

    thought: str = ""
    action: str = Field(default="", description="The capability that was called; empty in the step that answers.")
    action_input: JsonObject = {}
    observation: str = ""
    is_final_answer: bool = False
    final_answer: str = ""


class ChatAnswer(Model):
    """What came of an ask, once nothing more happens without a person."""

    conversation_id: str
    response: str = Field(description="What the agent answered; empty while something waits for you.")
    thought: str = ""
    steps: list[ChatStep]
    tool_call: ToolCall | None = Field(default=None, description="The last call that was made, where there was one.")
    run: str
    status: RunStatus
    approvals: list[str] = Field(default=[], description="What waits for your decision, by its id.")
    error: Problem | None = None
    usage: Usage


def chat_answer(asked: Asked, events: Sequence[Event]) -> ChatAnswer:
    """Fold the events of a run into one answer; what agents below it did is told by their own runs."""
    own = [event.data for event in events if event.run == asked.run]
    results = {fact.id: fact.result for fact in own if isinstance(fact, CallCompleted | CallFailed)}
    stepped = [fact for fact in own if isinstance(fact, TurnStepped)]
    response = "\n\n".join(
        fact.message.content for fact in own if isinstance(fact, MessageAdded) and fact.message.role == "assistant"
    )
    steps = [step for fact in stepped for step in _calls(fact, results)]
    calls = [call for fact in stepped for call in fact.calls]
    thought = stepped[-1].thought if stepped else ""
    if response:
        final_thought = thought if stepped and not stepped[-1].calls else ""
        steps.append(ChatStep(thought=final_thought, is_final_answer=True, final_answer=response))
    finished = next((fact for fact in own if isinstance(fact, RunFinished)), None)
    waiting = [fact.approvals for event in events if isinstance(fact := event.data, RunWaiting)]
    return ChatAnswer(
        conversation_id=asked.conversation_id,
        response=response,
        thought=thought,
        steps=steps,
        tool_call=ToolCall(name=calls[-1].capability, args=calls[-1].params) if calls else None,
        run=asked.run,
        status=RunStatus.WAITING if finished is None else finished.status,
        approvals=[] if finished is not None or not waiting else waiting[-1],
        error=None if finished is None else finished.error,
        usage=sum((fact.usage for fact in stepped), Usage()) if finished is None else finished.usage,
    )


def _calls(stepped: TurnStepped, results: dict[str, Result]) -> list[ChatStep]:
    """Return one step for each call a model response asked for; the thought stands with the first."""
    thought = stepped.thought or stepped.text
    return [
        _step(call, results.get(call.id), thought if place == 0 else "") for place, call in enumerate(stepped.calls)
    ]


def _step(call: CallRequested, result: Result | None, thought: str) -> ChatStep:
    observation = "" if result is None else _observed(result)
    return ChatStep(thought=thought, action=call.capability, action_input=call.params, observation=observation)


def _observed(result: Result) -> str:
    """Return what came of a call as text: its data, or its problem in words."""
    if result.error is not None:
        return " ".join(part for part in (result.error.message, result.error.hint) if part)
    return result.data if isinstance(result.data, str) else json.dumps(result.data, ensure_ascii=False)
