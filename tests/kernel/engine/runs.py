"""Graphs made up by chance, and a run through one: the rules with a world that answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from aule.contracts.errors import Problem
from aule.contracts.events.steps import StepFact, StepReleased, StepStarted
from aule.contracts.runs.graph import Graph, Interrupt, OnError, Question, Repeat, Retry, Step, StepCall, StepKind
from aule.kernel.engine.progress import Progress
from aule.kernel.engine.rules import Outcome, Rules, outcome


def graph_of(chance: Random, depth: int = 0, size: int | None = None) -> Graph:
    """Any graph: steps of every kind, with conditions, repetitions, interrupts, retries and graphs inside."""
    count = size or chance.randint(1, 8 if depth == 0 else 4)
    nodes: list[Step] = []
    for number in range(count):
        earlier = [node.id for node in nodes]
        before = chance.sample(earlier, chance.randint(0, min(3, len(earlier))))
        nodes.append(_step(chance, f"s{number}", before, depth))
    return Graph(nodes=nodes, state={f"k_{node.id}": {} for node in nodes})


def _step(chance: Random, id: str, before: list[str], depth: int) -> Step:
    kinds = [StepKind.CALL] * 5 + [StepKind.AGENT, StepKind.CONDITION, StepKind.HUMAN]
    kind = chance.choice([*kinds, StepKind.WORKFLOW] if depth < 2 else kinds)
    empty = f"state.k_{before[0]} == null" if before else "true"
    looked_at = Interrupt(before=chance.random() < 0.5, after=chance.random() < 0.5)
    return Step(
        id=id,
        kind=kind,
        call=StepCall(capability="world.act", params={"n": chance.randint(0, 9)}) if kind is StepKind.CALL else None,
        prompt="do it" if kind is StepKind.AGENT else None,
        question=Question(message="which?") if kind is StepKind.HUMAN else None,
        graph=graph_of(chance, depth + 1) if kind is StepKind.WORKFLOW else None,
        dependencies=before,
        repeat=Repeat(count=chance.randint(1, 3)) if kind is not StepKind.HUMAN and chance.random() < 0.2 else None,
        writes=[f"k_{id}"],
        when=chance.choice([empty if kind is StepKind.CONDITION else None] * 3 + ["always()", "failure()", empty]),
        on_error=chance.choice(list(OnError)),
        retry=Retry(max=chance.randint(1, 2), wait_s=0) if chance.random() < 0.3 else None,
        interrupt=looked_at if chance.random() < 0.2 else None,
        disabled=chance.random() < 0.1,
    )


@dataclass
class World:
    """Answers for every step, the same whenever and however often it is asked."""

    seed: int
    failing: float = 0.15

    def act(self, place: str, attempt: int) -> Any | Problem:
        """The result of an attempt at a step, or its failure."""
        chance = Random(f"{self.seed} {place} {attempt}")
        if chance.random() < self.failing:
            return Problem(code="capability_failed", message=f"{place!r} broke", recoverable=chance.random() < 0.8)
        return chance.choice([None, 0, "text", [1, 2], {"a": 1}])

    def decide(self, place: str, moment: str) -> StepReleased:
        """What a person says about a step that waits."""
        chance = Random(f"{self.seed} {place} {moment}")
        option = chance.choice(["approve"] * 6 + ["skip", "abort"]) if moment != "replan" else "skip"
        return StepReleased.model_validate({"step": place, "option": option, "result": f"answer to {place}"})


@dataclass
class Trial:
    """One run, driven until nothing is left to do."""

    graph: Graph
    world: World
    rules: Rules = field(default_factory=Rules)
    facts: list[StepFact] = field(default_factory=list[StepFact])

    def drive(self, order: Random) -> Outcome:
        """Go on from the facts so far, doing what is under way in any order; what had begun is begun again."""
        progress = Progress(self.graph, {}).replay(self.facts)
        self.facts += self.rules.go_on(progress)
        while (found := outcome(progress)) is None:
            self.facts += next(self._moves(progress, order))
        return found

    def _moves(self, progress: Progress, order: Random) -> Iterator[list[StepFact]]:
        running, waiting = sorted(progress.running), sorted(progress.waiting)
        for place in sorted(progress.retrying):
            progress.again(progress.nodes[place])
            yield self.rules.go_on(progress)
        place = order.choice([*running, *waiting])
        node = progress.nodes[place]
        if place in waiting:
            decision = self.world.decide(place, str(node.moment))
            progress.apply(decision)
            yield [decision, *self.rules.go_on(progress)]
        got = self.world.act(place, node.attempt)
        if isinstance(got, Problem):
            yield self.rules.failed(progress, place, got, now=0)
        else:
            yield self.rules.completed(progress, place, got)

    @property
    def started(self) -> list[tuple[str, int]]:
        """Every attempt that was begun."""
        return [(fact.step, fact.attempt) for fact in self.facts if isinstance(fact, StepStarted)]
