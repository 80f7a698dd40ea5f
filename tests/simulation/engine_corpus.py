"""Made-up graphs whose end does not depend on the order things happen in, and the person who answers them.

A failure that stops a graph stops whatever runs beside it wherever that happens to be, so steps that may stop their
graph stand in a line. Graphs with branches go on: they try again, leave out, or ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph, Interrupt, OnError, Question, Repeat, Retry, Step, StepCall, StepKind

CALLS = ("look", "look", "shaky", "shaky", "keep", "keep", "act", "act", "write", "note")


@dataclass(frozen=True, slots=True)
class Plot:
    """One graph of the corpus: how it is started."""

    seed: int
    graph: Graph
    at_once: int
    allowed: bool
    """Whether the person allows all of it at the start; otherwise each effect is asked for."""

    @property
    def root(self) -> str:
        """What the places of its steps begin with, in the world that all plots share."""
        return f"plot{self.seed}"


def plot_of(seed: int) -> Plot:
    """The graph of a seed: the same at any time and anywhere."""
    chance = Random(f"corpus {seed}")
    graph = _Author(chance).graph(chance.randint(3, 8), line=seed % 3 == 0)
    return Plot(seed, graph, at_once=chance.choice([1, 2, 8]), allowed=chance.random() < 0.8)


class _Author:
    """Writes one graph."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def graph(self, size: int, line: bool, depth: int = 0, parallel: bool = False) -> Graph:
        """Steps in a line, where each may stop the rest, or with branches, where none does."""
        nodes: list[Step] = []
        for number in range(size):
            earlier = [node.id for node in nodes]
            before = earlier[-1:] if line else self._chance.sample(earlier, min(len(earlier), self._below(3)))
            nodes.append(self._step(f"s{number}", before, line=line, depth=depth, parallel=parallel))
        keys: dict[str, JsonObject] = {f"k_{node.id}": {} for node in nodes}
        told: dict[str, JsonObject] = {f"told_{node.id}": {"default": ""} for node in nodes}
        inputs: dict[str, JsonObject] = {"at": {"type": "string"}}
        return Graph(inputs=inputs, state={**keys, **told}, nodes=nodes)

    def _below(self, limit: int) -> int:
        return self._chance.randrange(limit)

    def _chosen(self, likelihood: float) -> bool:
        return self._chance.random() < likelihood

    def _step(self, id: str, before: list[str], *, line: bool, depth: int, parallel: bool) -> Step:
        kinds = (
            [StepKind.CALL] * 7 + [StepKind.CONDITION, StepKind.HUMAN] + [StepKind.WORKFLOW] * (2 if depth < 2 else 0)
        )
        kind = self._chance.choice(kinds)
        repeat = self._repeat(before) if kind in (StepKind.CALL, StepKind.WORKFLOW) and self._chosen(0.25) else None
        parallel = parallel or not line or repeat is not None
        at = "{{inputs.at}}/" + id + ("" if repeat is None else "[{{item}}]")
        inner, tried_again = kind is StepKind.WORKFLOW, self._chosen(0.6)
        return Step(
            id=id,
            kind=kind,
            call=self._call(at, id, before, tried_again) if kind is StepKind.CALL else None,
            question=self._question(parallel) if kind is StepKind.HUMAN else None,
            graph=self.graph(1 + self._below(3), self._chosen(0.5), depth + 1, parallel) if inner else None,
            inputs={"at": at} if inner else {},
            dependencies=before,
            repeat=repeat,
            writes=[f"k_{id}"],
            when=self._when(kind, before),
            on_error=self._on_error(line=line, repeated=repeat is not None),
            retry=Retry(max=2, wait_s=0.001, factor=1) if tried_again else None,
            interrupt=self._interrupt(parallel) if kind is not StepKind.HUMAN and self._chosen(0.25) else None,
        )

    def _call(self, at: str, id: str, before: list[str], tried_again: bool) -> StepCall:
        name = self._chance.choice(CALLS)
        given: list[Any] = [{"$from": f"{each}.result"} for each in before] + [f"{{{{state.told_{id}}}}}"]
        params: JsonObject = {"at": at, "given": given}
        if name not in ("look", "shaky"):
            params["thing"] = f"thing_{id}"
        if name == "shaky":
            params["fails"] = self._chance.choice([0, 1, 2, 99] if tried_again else [0, 99])
        return StepCall(capability=f"trial.{name}", params=params)

    def _question(self, parallel: bool) -> Question:
        options = ["red", "green", "blue"][: self._below(4)]
        return Question(message=f"Which one?{'' if parallel else ' Or stop.'}", options=options)

    def _repeat(self, before: list[str]) -> Repeat:
        if before and self._chosen(0.6):
            return Repeat(for_each={"$from": f"{before[0]}.result.items"}, max=self._chance.choice([2, 10, 10]))
        return Repeat(count=1 + self._below(3))

    def _when(self, kind: StepKind, before: list[str]) -> str | None:
        asked = f"steps.{before[0]}.status == 'done'" if before else "true"
        if kind is StepKind.CONDITION:
            return self._chance.choice([asked, f"not ({asked})", "1 < 2"])
        return self._chance.choice([None] * 12 + ["always()", "failure()", asked, f"not ({asked})"])

    def _on_error(self, *, line: bool, repeated: bool) -> OnError:
        if line and not repeated:
            return self._chance.choice([OnError.ABORT, OnError.SKIP, OnError.REPLAN])
        return OnError.SKIP if repeated else self._chance.choice([OnError.SKIP, OnError.REPLAN])

    def _interrupt(self, parallel: bool) -> Interrupt:
        before, after = self._chance.choice([(True, False), (False, True), (True, True)])
        return Interrupt(before=before, after=after, message=f"Look at it.{'' if parallel else ' Or stop.'}")


def step_at(graph: Graph, place: str) -> Step:
    """The step at a place of a graph."""
    name, _, rest = place.partition("/")
    step = next(step for step in graph.nodes if step.id == name.partition("[")[0])
    return step if not rest or step.graph is None else step_at(step.graph, rest)
