"""Runs of turns: a talk is carried on until it is answered or waits for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aule.contracts.access.capability import Capability
from aule.contracts.access.change import ChangeStatus
from aule.contracts.events.facts import Event
from aule.contracts.runs.run import Run
from aule.imports import load
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.runs.endings import Happened, answered
from aule.kernel.runs.run_ends import RunEnds

if TYPE_CHECKING:
    from aule.kernel.agents.answer_checks import Vocabulary
    from aule.kernel.agents.turn import Turn


class TurnRuns:
    """Carries on turns."""

    def __init__(self, deps: TurnDeps, ends: RunEnds) -> None:
        self._deps = deps
        self._ends = ends
        self._turns: dict[str, Turn] = {}
        self._vocabulary: tuple[list[Capability], Vocabulary] | None = None
        """The vocabulary, with the capabilities it was read from."""

    async def carry_on(self, run: Run) -> None:
        """Go on with a turn until it is answered or waits; words that come in at its end are answered too."""
        await load("aule.kernel.agents.turn", "aule.kernel.agents.answer_checks")
        from aule.kernel.agents.turn import Turn  # a twentieth of the start, and only talk needs it

        deps = self._deps
        turn = self._turns[run.id] = Turn(run, deps)
        while await turn.drive():
            events = await self._events_below(run)
            changes = await deps.changes.of_run(run.id)
            touched = [change.entity for change in changes if change.status is ChangeStatus.APPLIED]
            message, ts = deps.ambient.ids.new("msg"), deps.ambient.timestamp()
            happened = Happened(events, touched, self._words())
            facts = answered(run, turn.transcript, happened, message, ts)
            if await self._ends.finish(run, facts, unless=lambda: bool(turn.transcript.steers)):
                return

    def steer(self, run: str, steered: Event) -> None:
        """Let a turn that is under way hear what the person added."""
        if turn := self._turns.get(run):
            turn.hear(steered)

    def forget(self, run: str) -> None:
        """Drop what is in memory of a turn that is no longer under way."""
        self._turns.pop(run, None)

    def _words(self) -> Vocabulary:
        """Return the vocabulary of the registered capabilities; reading it takes as long as a model's request."""
        known = self._deps.registry.all()
        if self._vocabulary is None or self._vocabulary[0] != known:  # the same objects compare at once
            from aule.kernel.agents.answer_checks import Vocabulary  # loaded with the first turn

            self._vocabulary = known, Vocabulary.of(known)
        return self._vocabulary[1]

    async def _events_below(self, run: Run) -> list[Event]:
        """Return the calls of a run and of its sub-agents' runs."""
        found: list[Event] = []
        for each in await self._deps.runs.tree(run.id):
            found += await self._deps.journal.read(None, run=each.id, types=["call.started", "call.completed"])
        return found
