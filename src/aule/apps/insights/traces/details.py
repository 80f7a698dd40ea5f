"""Details: what went into a span and came out of it, as far as the log keeps it. Pure functions over events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from aule.apps.insights.traces.span import Span
from aule.contracts.events import facts
from aule.contracts.events.facts import Event
from aule.contracts.model import JsonObject, Model
from aule.sdk.system import KeptExchange

LONGEST_PART = 100_000
"""Characters of one part; the rest is cut, and said to be."""

LONGEST_SENT = 1_000_000
"""Characters of a prompt as it was sent."""
_SENT = frozenset({"sent", "tools"})

Lost = Literal["system", "history", "expired", "parts", "recall", "params"]
Unfold = Callable[[Any], Any]
"""Reads a recorded value in full where only a reference to it is recorded."""


class SpanPart(Model):
    """One thing that went in or came out."""

    name: str
    kind: Literal["text", "json", "messages"]
    title: str = ""
    number: int = 0
    """Which of several requests of one answer it is of, from 1; 0 where there is one."""
    text: str | None = None
    data: Any = None
    is_cut: bool = False


class ShownChange(Model):
    """Something that a call altered."""

    id: str
    entity: str
    op: str
    title: str
    diff: str | None = None
    added: int = 0
    removed: int = 0


class SpanDetail(Model):
    """A span with its contents."""

    span: Span
    parts: list[SpanPart]
    changes: list[ShownChange] = []
    not_kept: list[str] = []
    """What the log does not have, in sentences."""
    events: int = 0


@dataclass(frozen=True, slots=True)
class Contents:
    """What the log keeps of a span."""

    parts: list[SpanPart]
    changes: list[str]
    """Ids of changes."""
    lost: list[Lost]
    events: int


def contents_of(span: Span, events: Sequence[Event], unfold: Unfold, kept: Mapping[str, KeptExchange]) -> Contents:
    """Return what is kept of a span; `events` are all of its run, `kept` the prompts and answers that are there."""
    first, last = int(span.first_seq), int(span.last_seq)
    own = [event.data for event in events if first <= int(event.seq) <= last]
    lost: list[Lost] = []
    changes: list[str] = []
    match span.kind:
        case "model" | "rules":
            before = [event.data for event in events if int(event.seq) < first]
            exchanges = [fact.exchange for fact in own if isinstance(fact, facts.ModelAsked)]
            sent = list(_sent([kept[each] for each in exchanges if each in kept]))
            parts = [*(sent or _prompt(before)), *_answer(own)]
            if any(each.missing for each in kept.values()):
                lost.append("parts")
            if span.kind == "model" and not sent:
                lost.extend(("expired" if exchanges else "system", "history"))
        case "tool" | "retrieval" | "memory":
            call = str(span.attributes.get("gen_ai.tool.call.id", ""))
            of_call = [fact for fact in own if getattr(fact, "id", None) == call] if call else own
            parts, changes = list(_of_call(of_call, unfold)), _changes(of_call)
            if not call:
                lost.append("recall")
        case "wait":
            parts = list(_of_wait(own, span.approval))
        case "step":
            parts = list(_of_step(own, span.step, unfold))
            lost.append("params")
        case "workflow" | "turn" | "call":
            parts = list(_of_run(own, unfold))
    return Contents(
        [cut(part, LONGEST_SENT if part.name in _SENT else LONGEST_PART) for part in parts], changes, lost, len(own)
    )


def exchanges_of(span: Span, events: Sequence[Event]) -> list[str]:
    """Return the names of the prompts that were sent for a span."""
    if span.kind != "model":
        return []
    own = (event.data for event in events if int(span.first_seq) <= int(event.seq) <= int(span.last_seq))
    return [fact.exchange for fact in own if isinstance(fact, facts.ModelAsked)]


def cut(part: SpanPart, most: int = LONGEST_PART) -> SpanPart:
    """Return a part that is not too long; data that is becomes the beginning of its text."""
    if part.text is not None and len(part.text) > most:
        return part.model_copy(update={"text": part.text[:most], "is_cut": True})
    if part.data is not None and len(raw := json.dumps(part.data, ensure_ascii=False, default=str)) > most:
        return part.model_copy(update={"kind": "text", "text": raw[:most], "data": None, "is_cut": True})
    return part


def _text(name: str, text: str) -> Iterator[SpanPart]:
    if text:
        yield SpanPart(name=name, kind="text", text=text)


def _json(name: str, data: Any) -> Iterator[SpanPart]:
    if data not in (None, {}, []):
        yield SpanPart(name=name, kind="json", data=data)


def _prompt(before: Sequence[Any]) -> Iterator[SpanPart]:
    """Yield what went into an answer: the ask, memories, earlier answers and results of the same turn, in order."""
    told: list[dict[str, Any]] = []
    for fact in before:
        match fact:
            case facts.AskReceived(message=words) | facts.TurnSteered(message=words):
                told.append({"role": "user", "text": words})
            case facts.MemoryRecalled(items=items):
                told += [{"role": "memory", "text": item.content} for item in items]
            case facts.TurnStepped(text=words):
                told += [{"role": "assistant", "text": words}] if words else []
            case facts.CallCompleted() | facts.CallFailed():
                result = fact.result
                text = json.dumps(result.data if result.ok else _problem(result.error), ensure_ascii=False, default=str)
                told.append({"role": "tool", "name": fact.capability, "text": text[:LONGEST_PART]})
            case _:
                pass
    if told:
        yield SpanPart(name="prompt", kind="messages", data=told)


def _sent(exchanges: Sequence[KeptExchange]) -> Iterator[SpanPart]:
    """Yield the requests of an answer as they were sent, each with what came back."""
    for number, each in enumerate(exchanges, start=1):
        parts = [
            SpanPart(name="sent", kind="messages", data=[_message(message) for message in each.messages]),
            *_json("tools", [tool.get("function", tool) for tool in each.tools]),
            *_json("settings", each.settings),
            *_json("received", {name: value for name, value in each.answer.items() if value not in ("", [], None)}),
        ]
        for part in parts:
            yield part.model_copy(update={"number": number if len(exchanges) > 1 else 0})


def _message(message: JsonObject) -> JsonObject:
    """Return a message as it is shown: who speaks, the words, and calls or what else stands beside them."""
    content, others = message.get("content"), {key: message[key] for key in message if key not in ("role", "content")}
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False) if content else ""
    beside = json.dumps(others, ensure_ascii=False) if others else ""
    return {"role": str(message.get("role", "")), "text": "\n".join(filter(None, (text, beside)))}


def _answer(own: Sequence[Any]) -> Iterator[SpanPart]:
    whole = next((fact for fact in own if isinstance(fact, facts.TurnStepped)), None)
    if whole is None:  # it broke off, or is still coming
        yield from _text("thought", "".join(fact.delta for fact in own if isinstance(fact, facts.TurnThought)))
        yield from _text("answer", "".join(fact.delta for fact in own if isinstance(fact, facts.TurnSpoke)))
        return
    understood = [fact.understood for fact in own if isinstance(fact, facts.TurnUnderstood)]
    yield from _json("understood", [each.model_dump(mode="json") for each in understood])
    yield from _text("thought", whole.thought)
    yield from _text("answer", whole.text)
    yield from _json("calls", [{"capability": call.capability, "params": call.params} for call in whole.calls])


def _of_call(own: Sequence[Any], unfold: Unfold) -> Iterator[SpanPart]:
    printed = "".join(fact.text for fact in own if isinstance(fact, facts.CallPrinted))
    for fact in own:
        match fact:
            case facts.CallStarted(params=params):
                yield from _json("arguments", {name: unfold(value) for name, value in params.items()})
            case facts.MemoryRecalled(items=items, reasons=reasons):
                told = [
                    {"text": item.content, "why": str(reasons[item.id].why)} for item in items if item.id in reasons
                ]
                yield from _json("memories", told or [{"text": item.content} for item in items])
            case facts.CallCompleted() | facts.CallFailed():
                result = fact.result
                yield from _json("passages", [passage.model_dump(mode="json") for passage in result.passages])
                yield from _json("result", unfold(result.data))
                yield from _json("problem", _problem(result.error))
            case _:
                pass
    yield from _text("output", printed)
    reached = [fact for fact in own if isinstance(fact, facts.CallConnected)]
    yield from _json("connections", [fact.model_dump(mode="json", exclude={"type", "id"}) for fact in reached])


def _changes(own: Sequence[Any]) -> list[str]:
    ends = [fact for fact in own if isinstance(fact, facts.CallCompleted | facts.CallFailed)]
    return list(ends[-1].result.changes) if ends else []


def _of_wait(own: Sequence[Any], id: str | None) -> Iterator[SpanPart]:
    approvals = [fact.approval for fact in own if getattr(fact, "approval", None) is not None]
    asked = [each for each in approvals if not isinstance(each, str) and each.id == id]
    if asked:
        shown = asked[0].model_dump(mode="json", include={"kind", "title", "body", "preview", "risk", "options"})
        yield from _json("question", shown)
        last = asked[-1]
        if last.decided_at is not None:
            yield from _json(
                "decision", last.model_dump(mode="json", include={"status", "option", "answer", "decided_at"})
            )
    for fact in own:
        if isinstance(fact, facts.StepReleased):
            yield from _json("decision", {"option": fact.option, "result": fact.result})


def _of_step(own: Sequence[Any], place: str, unfold: Unfold) -> Iterator[SpanPart]:
    results = {fact.id: fact.result for fact in own if isinstance(fact, facts.CallCompleted | facts.CallFailed)}
    for fact in own:
        if getattr(fact, "step", None) != place:
            continue
        match fact:
            case facts.StepOpened(inputs=inputs):
                yield from _json("inputs", {name: unfold(value) for name, value in inputs.items()})
            case facts.StepExpanded(items=items):
                yield from _json("inputs", [unfold(item) for item in items])
            case facts.StepCompleted(result=result, call=call):
                yield from _json("result", unfold(results[call].data if call in results else result))
            case facts.StepFailed(error=error):
                yield from _json("problem", _problem(error))
            case _:
                pass


def _of_run(own: Sequence[Any], unfold: Unfold) -> Iterator[SpanPart]:
    answers = [fact.text for fact in own if isinstance(fact, facts.TurnStepped)]
    for fact in own:
        match fact:
            case facts.AskReceived(message=words):
                yield from _text("ask", words)
            case facts.RunPlanned(inputs=inputs):
                yield from _json("inputs", {name: unfold(value) for name, value in inputs.items()})
            case facts.RunFinished(error=error):
                yield from _json("problem", _problem(error))
            case _:
                pass
    yield from _text("answer", answers[-1] if answers else "")


def _problem(error: Any) -> Mapping[str, Any] | None:
    return None if error is None else error.model_dump(mode="json", exclude_defaults=True)
