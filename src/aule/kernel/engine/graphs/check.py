"""Checking a graph completely before anything of it runs: every name, every binding, every condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

from aule.contracts.errors import AuleError, Problem
from aule.contracts.model import JsonObject
from aule.contracts.runs.finding import Finding
from aule.contracts.runs.graph import MAX_STEPS, Check, Graph, Step, StepKind
from aule.kernel.engine.graphs.bindings import Use, uses_in
from aule.kernel.engine.graphs.expressions import parse, paths_in
from aule.kernel.engine.graphs.schemas import faults_of, problems_with
from aule.sandbox.globs import Globs

MAX_DEPTH = 8
MOST_FINDINGS = 200
"""What is told of at once; whoever has so much to mend looks again after that."""
_FIELDS = ("status", "result", "error")
_OF_ALL = ("repeat.for_each", "interrupt.message")
"""Places in a repeated step that speak of all its items together, so of none of them."""
_NEEDS = {
    StepKind.CALL: "call",
    StepKind.AGENT: "prompt",
    StepKind.CONDITION: "when",
    StepKind.WORKFLOW: "graph",
    StepKind.HUMAN: "question",
}
_LACKS = {
    StepKind.CALL: ("has no tool yet", "Choose what it calls."),
    StepKind.AGENT: ("is not told what to do yet", "Write what it has to do."),
    StepKind.CONDITION: ("has no condition yet", "Say what has to hold."),
    StepKind.WORKFLOW: ("has no workflow yet", "Choose one, or give it steps of its own."),
    StepKind.HUMAN: ("has no question yet", "Say what to ask."),
}
"""What a step of each kind lacks without what it needs, and what to do."""


class Known(Protocol):
    """What there is to call and to ask."""

    def problem_with(self, capability: str, params: JsonObject) -> Problem | None:
        """What is wrong with a call, as far as its parameters are known yet."""
        ...

    def has_agent(self, id: str) -> bool:
        """Whether somebody of that name can be asked."""
        ...


def check(graph: Graph, known: Known) -> list[Finding]:
    """Everything wrong with a graph and the graphs inside it; nothing found means it can run."""
    if (count := _count(graph, 0)) > MAX_STEPS:
        message = f"The graph has {count} steps, at most {MAX_STEPS} are allowed"
        return [Finding(code="too_many_steps", step=None, message=message, hint="Repeat a step over a list instead.")]
    return list(islice(_Checker(graph, known).findings(), MOST_FINDINGS))


def _count(graph: Graph, depth: int) -> int:
    inner = (step.graph for step in graph.nodes if step.graph is not None)
    return len(graph.nodes) + (sum(_count(each, depth + 1) for each in inner) if depth <= MAX_DEPTH else 0)


@dataclass
class _Checker:
    """One graph under a magnifying glass."""

    graph: Graph
    known: Known
    prefix: str = ""
    depth: int = 0
    by_id: dict[str, int] = field(default_factory=dict[str, int])
    before: list[int] = field(default_factory=list[int])
    """For each step, everything before it as a set of bits: ten thousand steps are ten thousand long numbers."""
    writer: dict[str, str] = field(default_factory=dict[str, str])

    def findings(self) -> Iterator[Finding]:
        """Names first; what depends on them only when they hold."""
        wrong = [*self._names(), *self._dependencies()]
        yield from wrong
        if wrong:
            return
        cycle = self._sort()
        if cycle:
            message = f"These steps wait for each other: {' → '.join(cycle)}"
            yield self._finding("cycle", cycle[0], "dependencies", message, "Take one of the dependencies away.")
            return
        yield from self._writers()
        for step in self.graph.nodes:
            yield from self._step(step)
        yield from self._output()
        for name, schemas in (("inputs", self.graph.inputs), ("state", self.graph.state)):
            for key, schema in schemas.items():
                yield from self._schema(f"{name}.{key}", schema)

    def _names(self) -> Iterator[Finding]:
        for number, step in enumerate(self.graph.nodes):
            if step.id in self.by_id:
                yield self._finding("duplicate_step", step.id, "id", f"Two steps are called {step.id!r}", "Rename one.")
            self.by_id[step.id] = number

    def _dependencies(self) -> Iterator[Finding]:
        for step in self.graph.nodes:
            for id in step.dependencies:
                if id not in self.by_id:
                    message = f"{step.id!r} waits for {id!r}, which does not exist"
                    yield self._finding("unknown_step", step.id, "dependencies", message, "Use the id of a step.")

    def _sort(self) -> list[str]:
        """Work out what is before what; gives a cycle if there is one."""
        nodes = self.graph.nodes
        self.before = [0] * len(nodes)
        left = [len(set(step.dependencies)) for step in nodes]
        after: list[list[int]] = [[] for _ in nodes]
        for number, step in enumerate(nodes):
            for id in set(step.dependencies):
                after[self.by_id[id]].append(number)
        queue = [number for number, count in enumerate(left) if count == 0]
        for number in queue:
            for later in after[number]:
                self.before[later] |= self.before[number] | (1 << number)
                left[later] -= 1
                if left[later] == 0:
                    queue.append(later)
        stuck = {number for number, count in enumerate(left) if count}
        return self._cycle(stuck) if stuck else []

    def _cycle(self, stuck: set[int]) -> list[str]:
        seen: dict[int, None] = {}
        number = min(stuck)
        while number not in seen:
            seen[number] = None
            number = next(self.by_id[id] for id in self.graph.nodes[number].dependencies if self.by_id[id] in stuck)
        walked = list(seen)
        loop = walked[walked.index(number) :][::-1]  # from what is waited for to what waits
        first = loop.index(min(loop))
        return [self.graph.nodes[each].id for each in [*loop[first:], *loop[: first + 1]]]

    def _writers(self) -> Iterator[Finding]:
        for step in self.graph.nodes:
            for key in step.writes:
                if key not in self.graph.state:
                    message = f"{step.id!r} writes {key!r}, which the graph does not declare"
                    yield self._finding("unknown_key", step.id, "writes", message, "Declare it under state.")
                elif key in self.writer:
                    message = f"{step.id!r} and {self.writer[key]!r} both write {key!r}"
                    yield self._finding("two_writers", step.id, "writes", message, "Give each a key of its own.")
                self.writer.setdefault(key, step.id)

    def _step(self, step: Step) -> Iterator[Finding]:
        if _is_blank(getattr(step, needed := _NEEDS[step.kind])):
            lacks, hint = _LACKS[step.kind]
            yield self._finding("incomplete", step.id, needed, f"{step.id!r} {lacks}", hint)
        if step.repeat is not None and (step.repeat.count is None) is _is_blank(step.repeat.for_each):
            message = f"{step.id!r} repeats neither or both by count and over a list"
            yield self._finding("unclear_repeat", step.id, "repeat", message, "Give count or for_each.")
        if step.agent is not None and not self.known.has_agent(step.agent):
            yield self._finding("unknown_agent", step.id, "agent", f"There is no agent {step.agent!r}")
        yield from self._condition(step)
        for place, value in values_of(step):
            yield from self._bindings(step, place, value)
        if step.call is not None and (wrong := self.known.problem_with(step.call.capability, step.call.params)):
            yield self._finding(wrong.code, step.id, "call", wrong.message, wrong.hint)
        if step.graph is not None:
            yield from self._inside(step, step.graph)
        if step.check is not None:
            yield from self._check_of(step, step.check)

    def _check_of(self, step: Step, check: Check) -> Iterator[Finding]:
        if step.kind not in (StepKind.AGENT, StepKind.CALL) or step.repeat is not None:
            message = f"{step.id!r} cannot be checked: only one call or one agent's work can"
            yield self._finding("invalid_check", step.id, "check", message, "Check the steps it is made of.")
        for glob in check.files:
            try:
                Globs([glob])
            except AuleError as error:
                yield self._finding("invalid_check", step.id, "check", str(error), error.problem.hint)

    def _condition(self, step: Step) -> Iterator[Finding]:
        if step.when is None or (step.kind is StepKind.CONDITION and _is_blank(step.when)):
            return
        try:
            paths = paths_in(parse(step.when))
        except AuleError as error:
            yield self._finding("invalid_condition", step.id, "when", str(error), error.problem.hint)
            return
        for path in sorted(paths, key=str):
            yield from self._use(step, Use(path, "when"))

    def _bindings(self, step: Step, place: str, value: Any) -> Iterator[Finding]:
        try:
            uses = list(uses_in(value, place))
        except AuleError as error:
            yield self._finding("invalid_binding", step.id, place, str(error), error.problem.hint)
            return
        for use in uses:
            yield from self._use(step, use)

    def _use(self, step: Step, use: Use) -> Iterator[Finding]:
        root, *rest = use.path.parts
        name = str(rest[0]) if rest else ""
        match root:
            case "steps":
                yield from self._use_of_step(step, use, name, rest)
            case "state":
                yield from self._use_of_state(step, use, name)
            case "inputs" if name in self.graph.inputs:
                pass
            case "item" if step.repeat is not None and use.place not in _OF_ALL:
                pass
            case "run":
                pass
            case _:
                message = f"{str(use.path)!r} is not known here"
                yield self._finding("unknown_binding", step.id, use.place, message, "Declare it, or correct the name.")

    def _use_of_step(self, step: Step, use: Use, name: str, rest: Sequence[str | int]) -> Iterator[Finding]:
        number = self.by_id.get(name)
        if number is None:
            message = f"{str(use.path)!r} looks at a step {name!r} that does not exist"
            yield self._finding("unknown_binding", step.id, use.place, message, "Use the id of a step.")
        elif not self._comes_before(number, step):
            message = f"{step.id!r} looks at {name!r} without waiting for it"
            yield self._finding("not_before", step.id, use.place, message, f"Add {name!r} to its dependencies.")
        elif len(rest) < 2 or rest[1] not in _FIELDS:
            message = f"{str(use.path)!r} names no part of a step"
            yield self._finding("unknown_binding", step.id, use.place, message, f"Parts are {', '.join(_FIELDS)}.")

    def _use_of_state(self, step: Step, use: Use, name: str) -> Iterator[Finding]:
        schema = self.graph.state.get(name)
        if schema is None:
            message = f"{str(use.path)!r} is no key of the shared state"
            yield self._finding("unknown_binding", step.id, use.place, message, "Declare it under state.")
            return
        writer = self.writer.get(name)
        if writer is None and "default" not in schema:
            message = f"Nobody writes {name!r}, which {step.id!r} looks at"
            yield self._finding("never_written", step.id, use.place, message, "Let a step write it.")
        elif writer is not None and "default" not in schema and not self._comes_before(self.by_id[writer], step):
            message = f"{step.id!r} looks at {name!r} without waiting for {writer!r}, which writes it"
            yield self._finding("not_before", step.id, use.place, message, f"Add {writer!r} to its dependencies.")

    def _comes_before(self, number: int, step: Step) -> bool:
        return bool(self.before[self.by_id[step.id]] >> number & 1)

    def _inside(self, step: Step, graph: Graph) -> Iterator[Finding]:
        if self.depth >= MAX_DEPTH:
            yield self._finding("too_deep", step.id, "graph", f"{step.id!r} is {MAX_DEPTH} graphs deep", "Flatten it.")
            return
        for name in sorted(set(graph.inputs) ^ set(step.inputs)):
            missing = name in graph.inputs and "default" not in graph.inputs[name]
            if missing or name not in graph.inputs:
                message = f"The graph in {step.id!r} {'needs' if missing else 'does not know'} the input {name!r}"
                yield self._finding("wrong_inputs", step.id, "inputs", message)
        yield from _Checker(graph, self.known, f"{self.prefix}{step.id}/", self.depth + 1).findings()

    def _output(self) -> Iterator[Finding]:
        try:
            uses = list(uses_in(self.graph.output, "output"))
        except AuleError as error:
            yield self._finding("invalid_binding", None, "output", str(error), error.problem.hint)
            return
        declared: Mapping[str, Any] = {"steps": self.by_id, "state": self.graph.state, "inputs": self.graph.inputs}
        for use in uses:
            root, *rest = use.path.parts
            if not rest or rest[0] not in declared.get(str(root), {}):
                yield self._finding("unknown_binding", None, "output", f"{str(use.path)!r} is not known here")

    def _schema(self, place: str, schema: JsonObject) -> Iterator[Finding]:
        faults = list(faults_of(schema))
        for fault in faults:
            yield self._finding("invalid_schema", None, place, f"{place}: {fault}", "Describe it with a JSON Schema.")
        if "default" in schema and not faults:
            for problem in problems_with(schema["default"], schema, "default"):
                yield self._finding("invalid_schema", None, place, f"{place}: {problem}", "Correct the default.")

    def _finding(
        self, code: str, step: str | None, field: str | None, message: str, hint: str | None = None
    ) -> Finding:
        place = self.prefix.rstrip("/") or None if step is None else f"{self.prefix}{step}"
        return Finding(code=code, step=place, field=field, message=message, hint=hint)


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def values_of(step: Step) -> Iterator[tuple[str, Any]]:
    """Everything in a step that may look at something else."""
    yield "prompt", step.prompt
    yield "inputs", step.inputs
    if step.call is not None:
        yield "params", step.call.params
    if step.repeat is not None:
        yield "repeat.for_each", step.repeat.for_each
    if step.question is not None:
        yield "question.message", step.question.message
    if step.interrupt is not None:
        yield "interrupt.message", step.interrupt.message
