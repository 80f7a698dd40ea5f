"""The person behind simulated runs: answers whatever waits, the same way whenever and however often it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from aule.contracts.access.approval import Approval, ApprovalKind, StepEdit
from aule.contracts.events.facts import CallStarted, Event, StepReleased
from aule.contracts.runs.graph import Step
from aule.kernel.engine.run_state import calls_of
from aule.kernel.kernel import Kernel
from tests.simulation.engine_corpus import Plot, step_at
from tests.simulation.engine_world import World

REPEATABLE = ("trial.look", "trial.shaky")
"""What a person may have done once more without the world showing it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person says to one thing that waits."""

    option: str
    answer: str | None = None
    edit: StepEdit | None = None


class Person:
    """Somebody who decides by place and moment alone, and who looks at the world when nobody knows."""

    def __init__(self, plot: Plot, world: World) -> None:
        self._plot = plot
        self._world = world

    async def answer_all(self, kernel: Kernel, run: str) -> int:
        """Decide everything of a run that waits; tells how much that was."""
        waiting = await kernel.approvals.pending(run=run)
        for approval in waiting:
            said = self.answer(approval, await kernel.journal.read(None, run=run))
            seen = approval.binds.content_hash
            await kernel.decide(approval.id, said.option, content_hash=seen, answer=said.answer, edit=said.edit)
        return len(waiting)

    def answer(self, approval: Approval, history: list[Event]) -> Answer:
        """What to say to one approval."""
        options = {option.id for option in approval.options}
        if approval.kind is not ApprovalKind.STEP and approval.kind is not ApprovalKind.QUESTION:
            at = approval.call.params["at"] if approval.call is not None else approval.subject
            return Answer("deny" if self._chance(at, "call").random() < 0.1 else "approve")
        place = approval.step or ""
        step = step_at(self._plot.graph, place)
        if approval.kind is ApprovalKind.QUESTION:
            return self._to_question(approval, step, place)
        if "done" in options:
            return self._when_unknown(step, place, history)
        if "approve" not in options:
            return Answer("skip")
        moment = "before" if "skip" in options else "after"
        return self._to_step(step, place, moment, history)

    def _to_question(self, approval: Approval, step: Step, place: str) -> Answer:
        chance = self._chance(place, "answer")
        if "abort" in {option.id for option in approval.options} and self._stops(step, chance):
            return Answer("abort")
        ways = [option for option in approval.options if option.id not in ("abort", "skip")]
        way = chance.choice(ways)
        return Answer(way.id, f"said at {place}" if way.input else None)

    def _to_step(self, step: Step, place: str, moment: str, history: list[Event]) -> Answer:
        chance = self._chance(place, moment)
        if self._stops(step, chance):
            return Answer("abort")
        if moment == "before":
            if chance.random() < 0.2:
                return Answer("skip")
            told = {f"told_{step.id}": f"before {place}"} if chance.random() < 0.5 else {}
            return Answer("approve", edit=StepEdit(state=told))
        again = step.call is not None and step.call.capability in REPEATABLE and chance.random() < 0.4
        if again and not any(_is_retry(event, place) for event in history):
            return Answer("retry")
        corrected = StepEdit(result={"at": place, "sum": 0, "items": [0]})
        return Answer("approve", edit=corrected if chance.random() < 0.3 else None)

    def _when_unknown(self, step: Step, place: str, history: list[Event]) -> Answer:
        """Look whether it happened: then this is its result, as it should be; otherwise let it be done."""
        result = self._world.happened(_told_at(history, place) or f"{self._plot.root}/{place}")
        if result is None:
            return Answer("retry")
        is_part = place.endswith("]")  # repetitions are looked at together
        if step.interrupt is not None and step.interrupt.after and not is_part:  # it is not looked at once more
            said = self._to_step(step, place, "after", history)
            return (
                Answer("abort") if said.option == "abort" else Answer("done", edit=said.edit or StepEdit(result=result))
            )
        return Answer("done", edit=StepEdit(result=result))

    def _stops(self, step: Step, chance: Random) -> bool:
        """Whether this person has had enough here; only where nothing runs beside it."""
        words = (step.question.message if step.question else "") + (step.interrupt.message if step.interrupt else "")
        return words.endswith("Or stop.") and chance.random() < 0.1

    def _chance(self, place: str, moment: str) -> Random:
        return Random(f"person {self._plot.seed} {place} {moment}")


def _told_at(history: list[Event], place: str) -> str | None:
    """Where the world was told that a step's call happens; a repetition may go by its item, and not by its number."""
    calls = [(event.run or "", event.data) for event in history if isinstance(event.data, CallStarted)]
    places = [call.params["at"] for run, call in calls if call.id.startswith(calls_of(run, place))]
    return places[-1] if places else None


def _is_retry(event: Event, place: str) -> bool:
    return isinstance(event.data, StepReleased) and (event.data.step, event.data.option) == (place, "retry")
