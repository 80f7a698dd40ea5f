"""Runs of turns: a talk is carried on until it is answered or waits for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aule.contracts.access.capability import Capability
from aule.contracts.access.change import ChangeStatus
from aule.contracts.events.facts import CallCompleted, Event, ModelChosen
from aule.contracts.runs.run import Run
from aule.imports import load
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.runs.endings import Cited, Happened, answered
from aule.kernel.runs.run_ends import RunEnds

if TYPE_CHECKING:
    from aule.kernel.agents.answer_checks import Vocabulary
    from aule.kernel.agents.transcript import Transcript
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
            happened = await self._happened(run) if turn.transcript.started else Happened((), (), self._words())
            message, ts = deps.ambient.ids.new("msg"), deps.ambient.timestamp()
            cited = await self._cited(run, turn.transcript, happened.events)
            facts = answered(run, turn.transcript, happened, message, ts, cited)
            if await self._ends.finish(run, facts, unless=lambda: bool(turn.transcript.steers)):
                return

    async def _cited(self, run: Run, transcript: Transcript, events: Sequence[Event]) -> Cited | None:
        """Hold an answer against the passages it cites; none where the conversation rests on no document."""
        used = any(isinstance(each.data, CallCompleted) and each.data.result.passages for each in events)
        if not used and "[" not in transcript.answer:
            return None
        known = await self._deps.marks.of(run)
        if not known:
            return None  # numbers in brackets that cite nothing here
        from aule.kernel.agents.citations import check_citations, marks_in  # loaded with the first passages

        marks = marks_in(transcript.answer)
        if not marks and not await self._was_model_asked(run):
            return None  # a recipe that quotes nothing says what it found or can do, and rests on no document
        grounding = await check_citations(transcript.answer, known, self._deps.models, transcript.ask)
        return Cited([each for each in known if each.mark in marks], grounding)

    async def _was_model_asked(self, run: Run) -> bool:
        chosen = await self._deps.journal.read(None, run=run.id, types=["model.chosen"])
        return any(isinstance(each.data, ModelChosen) and each.data.tier > 0 for each in chosen)

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

    async def _happened(self, run: Run) -> Happened:
        """Return what calls of a run and of its sub-agents' runs did."""
        deps = self._deps
        await deps.journal.flush()  # the latest call may have ended a moment ago
        events: list[Event] = []
        for each in await deps.runs.ids_of_tree(run.id):
            events += await deps.journal.read(None, run=each, types=["call.started", "call.completed"])
        changes = await deps.changes.of_run(run.id)
        touched = [change.entity for change in changes if change.status is ChangeStatus.APPLIED]
        return Happened(events, touched, self._words())
