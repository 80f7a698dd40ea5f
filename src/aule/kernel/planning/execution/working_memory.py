"""The working memory of a plan's run: its goal, its steps, and the result of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

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
from aule.kernel.engine.progress import Progress
from aule.text.hashing import bytes_hash
from aule.text.words import headline

LONGEST_CONTENT = 2_000
LONGEST_RESULT = 400
Trust = Literal["user", "agent", "untrusted"]


@dataclass(frozen=True, slots=True)
class ResultWording:
    """How results and errors of steps are put in one line, in the run's language."""

    result: Callable[[Any], str]
    error: Callable[[Problem], str]


def remembered(
    plan: Plan, run: Run, progress: Progress, events: Sequence[Event], wording: ResultWording
) -> list[MemoryItem]:
    """Return all items of a run's working memory so far. The same events always give the same items."""
    writer = _ItemWriter(run, wording)
    found = [writer.item("objective", MemoryKind.OBJECTIVE, plan.goal or plan.title, run.started_at)]
    for event in events:
        found += _of_event(writer, event, progress)
    return list({item.id: item for item in found}.values())


class _ItemWriter:
    """Writes items of one run, each under an id that says what it is about."""

    def __init__(self, run: Run, wording: ResultWording) -> None:
        self._run = run
        self._telling = wording

    def result(self, about: str, title: str, value: Any, ts: str) -> MemoryItem:
        told = headline(" ".join(self._telling.result(value).split()), LONGEST_RESULT) if value is not None else ""
        content = f"✓ {title}: {told}" if told else f"✓ {title}"
        return self.item(about, MemoryKind.RESULT, content, ts, result=told or "✓", trust="untrusted")

    def error(self, about: str, title: str, error: Problem, ts: str) -> MemoryItem:
        return self.item(about, MemoryKind.ERROR, f"✕ {title}: {self._telling.error(error)}", ts, trust="untrusted")

    def item(
        self, about: str, kind: MemoryKind, content: str, ts: str, *, result: str | None = None, trust: Trust = "agent"
    ) -> MemoryItem:
        return MemoryItem(
            id=f"mem_{bytes_hash(f'{self._run.id}/{about}'.encode())[:26]}",
            layer=Layer.WORKING,
            scope=f"run:{self._run.id}",
            kind=kind,
            content=headline(" ".join(content.split()), LONGEST_CONTENT) or "—",
            result=result,
            source=f"run:{self._run.id}",
            trust=trust,
            created_at=ts,
        )


def _of_event(writer: _ItemWriter, event: Event, progress: Progress) -> Iterator[MemoryItem]:
    fact, ts = event.data, event.ts
    place = getattr(fact, "step", None)
    node = None if not isinstance(place, str) else progress.root.by_id.get(place)
    if node is None:  # a part of a step: only whole steps are remembered
        return
    title = node.step.title or node.place
    match fact:
        case StepStarted(attempt=attempt):
            yield writer.item(f"{place}#{attempt}", MemoryKind.ACTION, f"⚡ {title}", ts)
        case StepExpanded() | StepOpened():
            yield writer.item(f"{place}#1", MemoryKind.ACTION, f"⚡ {title}", ts)
        case StepCompleted():
            yield writer.result(f"{place}=done", title, node.result, ts)
        case StepFailed(error=error, again_at=again) if again is None:
            yield writer.error(f"{place}=error", title, error, ts)
        case StepInterrupted(moment="replan", error=error) if error is not None:
            yield writer.error(f"{place}=error", title, error, ts)
        case StepSkipped(reason="error" | "person"):
            yield writer.item(f"{place}=skipped", MemoryKind.ACTION, f"– {title}", ts)
        case _:
            pass
