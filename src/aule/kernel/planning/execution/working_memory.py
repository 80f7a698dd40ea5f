"""The working memory of a plan's run: its goal, its steps, and the result of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aule.contracts.errors import Problem
from aule.contracts.events.facts import Event
from aule.contracts.events.steps import (
    StepCompleted,
    StepExpanded,
    StepFailed,
    StepInterrupted,
    StepOpened,
    StepSkipped,
    StepStarted,
)
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.run import Run
from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
from aule.kernel.engine.progress import Node, Progress
from aule.text.hashing import bytes_hash
from aule.text.words import headline

LONGEST_CONTENT = 2_000
LONGEST_RESULT = 400


@dataclass(frozen=True, slots=True)
class ResultWording:
    """How results and errors of steps are put in one line, in the run's language."""

    result: Callable[[Any], str]
    error: Callable[[Problem], str]


def memory_items(
    plan: Plan, run: Run, progress: Progress, events: Sequence[Event], wording: ResultWording
) -> list[MemoryItem]:
    """Return all items of a run's working memory so far. The same events always give the same items."""
    writer = _ItemWriter(run, wording, {step.id: number for number, step in enumerate(plan.steps, start=1)})
    found = [writer.item("objective", MemoryKind.OBJECTIVE, plan.goal or plan.title, run.started_at)]
    for event in events:
        found += _of_event(writer, event, progress)
    return list({item.id: item for item in found}.values())


class _ItemWriter:
    """Writes items of one run, each under an id that says what it is about."""

    def __init__(self, run: Run, wording: ResultWording, numbers: Mapping[str, int]) -> None:
        self._run = run
        self._telling = wording
        self._numbers = numbers

    def begun(self, node: Node, attempt: int, ts: str) -> MemoryItem:
        return self._of_step(node, f"#{attempt}", MemoryKind.ACTION, f"⚡ {_title(node)}", ts)

    def found(self, node: Node, ts: str) -> MemoryItem:
        value, title = node.result, _title(node)
        told = headline(" ".join(self._telling.result(value).split()), LONGEST_RESULT) if value is not None else ""
        item = self._of_step(node, "=done", MemoryKind.FINDING, f"✓ {title}: {told}" if told else f"✓ {title}", ts)
        return item.model_copy(update={"result": told or "✓", "trust": "untrusted"})

    def failed(self, node: Node, error: Problem, ts: str) -> MemoryItem:
        content = f"✕ {_title(node)}: {self._telling.error(error)}"
        item = self._of_step(node, "=error", MemoryKind.ERROR, content, ts)
        return item.model_copy(update={"trust": "untrusted"})

    def skipped(self, node: Node, ts: str) -> MemoryItem:
        return self._of_step(node, "=skipped", MemoryKind.ACTION, f"– {_title(node)}", ts)

    def _of_step(self, node: Node, what: str, kind: MemoryKind, content: str, ts: str) -> MemoryItem:
        call = node.step.call
        about = {"step": self._numbers.get(node.step.id), "capability": None if call is None else call.capability}
        return self.item(f"{node.place}{what}", kind, content, ts).model_copy(update=about)

    def item(self, about: str, kind: MemoryKind, content: str, ts: str) -> MemoryItem:
        return MemoryItem(
            id=f"mem_{bytes_hash(f'{self._run.id}/{about}'.encode())[:26]}",
            layer=Layer.WORKING,
            scope=f"run:{self._run.id}",
            kind=kind,
            content=headline(" ".join(content.split()), LONGEST_CONTENT) or "—",
            source=f"run:{self._run.id}",
            trust="agent",
            created_at=ts,
        )


def _of_event(writer: _ItemWriter, event: Event, progress: Progress) -> Iterator[MemoryItem]:
    fact, ts = event.data, event.ts
    place = getattr(fact, "step", None)
    node = None if not isinstance(place, str) else progress.root.by_id.get(place)
    if node is None:  # a part of a step: only whole steps are remembered
        return
    match fact:
        case StepStarted(attempt=attempt):
            yield writer.begun(node, attempt, ts)
        case StepExpanded() | StepOpened():
            yield writer.begun(node, 1, ts)
        case StepCompleted():
            yield writer.found(node, ts)
        case StepFailed(error=error, again_at=again) if again is None:
            yield writer.failed(node, error, ts)
        case StepInterrupted(moment="replan", error=error) if error is not None:
            yield writer.failed(node, error, ts)
        case StepSkipped(reason="error" | "person"):
            yield writer.skipped(node, ts)
        case _:
            pass


def _title(node: Node) -> str:
    return node.step.title or node.place
