"""Compiling: from a checked workflow file to the graph the engine drives, one step for each task under the same id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from aule.apps.conductor.homes.entry import check_entry
from aule.apps.conductor.homes.fences import anywhere
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.views import PlannedTask, WorkflowDryRun, WorkflowRequest
from aule.apps.conductor.workflow.areas import meets
from aule.apps.conductor.workflow.checking import Checked, Outside, Task, check
from aule.apps.conductor.workflow.conditions import Standing, engine_path, problem_with, when_of
from aule.apps.conductor.workflow.errands import FILES, Errand, command_step, errand_graph
from aule.apps.conductor.workflow.expressions import Slot, said, slots_in
from aule.apps.conductor.workflow.form import seconds
from aule.apps.conductor.workflow.inputs import schemas_of
from aule.apps.conductor.workflow.notes import Notes
from aule.apps.conductor.workflow.ordering import ancestors
from aule.apps.conductor.workflow.reading import Document, read_file
from aule.apps.conductor.workflow.reuse import key_of, reusable
from aule.contracts.model import JsonObject
from aule.contracts.runs.bounds import Bounds, Execution
from aule.contracts.runs.graph import Check, Graph, Interrupt, OnError, Step, StepCall, StepKind
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.planning.execution.compile import graph_of
from aule.text.hashing import bytes_hash

START = "_start"
"""A step before all others, so that one that was left out on purpose is never all there is before a task."""
CRITERION = "_success_"


@dataclass(frozen=True, slots=True)
class Compiled:
    """A workflow file as the engine runs it."""

    graph: Graph
    inputs: JsonObject
    dry_run: WorkflowDryRun
    name: str
    environment: str
    project: str
    root: Path
    approve: str
    """What a person allows by starting it: the hash of exactly this graph."""
    at_once: int = 1
    finished: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Tasks an earlier run did with the same input, with what they came to."""


def file_of(request: WorkflowRequest, home: Home) -> Path:
    """The workflow file of a request: absolute, in the home, or among its workflows."""
    given = Path(request.path)
    if given.is_absolute():
        return given
    inside = home.path / given
    return inside if inside.is_file() else home.workflows / given


def plans_in(request: WorkflowRequest, home: Home) -> list[str]:
    """The plans a file names, so that they can be looked up."""
    document = read_file(file_of(request, home), locale=request.locale or "en")
    tasks = () if document.file is None else document.file.tasks.values()
    return list(dict.fromkeys(task.plan for task in tasks if task.plan is not None))


def compile_file(request: WorkflowRequest, home: Home, outside: Outside) -> Compiled:
    """Check a file completely and make its graph; raises with all that is wrong, and at a door that is not open."""
    document = read_file(file_of(request, home), locale=request.locale or "en")
    checked = check(document, request, home, outside)
    if checked is not None:
        check_entry(checked.entry, named_by_person=request.environment is not None)
        _note_conditions(checked, document.notes)
    document.notes.check()
    assert checked is not None
    compiler = _Compiler(checked, outside, home.path)
    graph = compiler.graph()
    finished = reusable(checked, outside.earlier, compiler.keys)
    return Compiled(
        graph=graph,
        inputs=dict(checked.known.inputs),
        dry_run=_dry_run(document, checked, finished),
        name=checked.file.name,
        environment=checked.where.name,
        project=checked.project,
        root=checked.root,
        approve=content_hash_of(graph),
        at_once=checked.file.concurrency,
        finished=finished,
    )


def dry_run(request: WorkflowRequest, home: Home, outside: Outside) -> WorkflowDryRun:
    """What a file would do, with everything that is wrong with it; asks no model and opens no door (CO-51)."""
    document = read_file(file_of(request, home), locale=request.locale or "en")
    checked = check(document, request, home, outside)
    if checked is None:
        return _nothing(document, request)
    if checked.entry.protected and (request.environment is None or not checked.entry.is_confirmed):
        document.notes.doubtful("environment_not_confirmed", name=checked.where.name)
    _note_conditions(checked, document.notes)
    _note_writes(checked, document.notes)
    compiler = _Compiler(checked, outside, home.path)
    keys = {} if document.notes.errors else compiler.all_keys()
    return _dry_run(document, checked, reusable(checked, outside.earlier, keys))


def _note_conditions(checked: Checked, notes: Notes) -> None:
    before = ancestors({id: task.needs for id, task in checked.tasks.items()})
    for id, task in checked.tasks.items():
        if problem_with(Standing(task, checked, before)) is not None:
            notes.wrong("too_involved", "tasks", id, task=repr(id))


def _note_writes(checked: Checked, notes: Notes) -> None:
    for task in checked.tasks.values():
        if task.on_write == "propose" and task.check:
            notes.doubtful("only_proposed", "tasks", task.id, task=repr(task.id))
        wanted = task.form.on_write or checked.file.defaults.on_write
        if wanted == "apply" and not checked.entry.may_apply:
            notes.doubtful("writes_capped", "tasks", task.id, name=checked.where.name, task=repr(task.id))


def _nothing(document: Document, request: WorkflowRequest) -> WorkflowDryRun:
    file = document.file
    return WorkflowDryRun(
        name=Path(document.path).stem if file is None else file.name,
        environment=request.environment or (file.environment if file else None) or "",
        project=request.project or (file.project if file else None) or "",
        root="",
        protected=False,
        tasks=[],
        notes=document.notes.found,
    )


def _dry_run(document: Document, checked: Checked, finished: Mapping[str, Any]) -> WorkflowDryRun:
    tasks = [
        PlannedTask(
            id=task.id,
            kind=task.form.kind,
            needs=list(task.needs),
            agent=task.form.agent,
            home=None if task.resolved is None else str(task.resolved.home_path),
            root=str(checked.root),
            scope=list(task.scope),
            on_write=task.on_write if task.form.kind != "approval" else None,
            exec=task.exec if task.resolved is not None else None,
            outputs=list(task.outputs),
            check=task.check,
            reused=task.id in finished,
        )
        for task in checked.tasks.values()
    ]
    return WorkflowDryRun(
        name=checked.file.name,
        environment=checked.where.name,
        project=checked.project,
        root=str(checked.root),
        protected=checked.where.protected,
        tasks=tasks,
        inputs=schemas_of(checked.file),
        notes=document.notes.found,
    )


class _Compiler:
    """Makes the graph of one checked file."""

    def __init__(self, checked: Checked, outside: Outside, home: Path) -> None:
        self._checked = checked
        self._home = home
        self._outside = outside
        self._before_of = ancestors({id: task.needs for id, task in checked.tasks.items()})
        self._literals: dict[str, JsonObject] = {}
        self.keys: dict[str, str] = {}

    def graph(self) -> Graph:
        checked = self._checked
        nodes = [self._task(task) for task in checked.tasks.values()]
        nodes += self._criteria()
        if any(task.condition is not None for task in checked.tasks.values()):
            nodes.insert(0, Step(id=START, kind=StepKind.CONDITION, when="true"))
        about = {"name": checked.file.name, "environment": checked.where.name, "project": checked.project}
        file = {**about, "file": checked.document.path}
        output = {key: value.replace("{{", "{ {") for key, value in file.items()}
        return Graph(inputs={**schemas_of(checked.file), **self._literals}, nodes=nodes, output=output)

    def all_keys(self) -> dict[str, str]:
        """What tells the input of each agent's task from another one."""
        return {id: self._errand(task).key for id, task in self._checked.tasks.items() if task.resolved is not None}

    def _task(self, task: Task) -> Step:
        form, before = task.form, self._before(task)
        step = Step(
            id=task.id,
            title=form.title or task.id,
            kind=StepKind.WORKFLOW,
            dependencies=before,
            when=when_of(Standing(task, self._checked, self._before_of)),
            on_error=OnError.SKIP if form.continue_on_error else OnError.ABORT,
            interrupt=self._interrupt(task),
        )
        return step.model_copy(update=self._work(task))

    def _work(self, task: Task) -> dict[str, Any]:
        form = task.form
        if task.resolved is not None:
            errand = self._errand(task)
            self.keys[task.id] = errand.key
            late = self._late(task)
            return {"graph": errand_graph(errand, self._box()), "inputs": {"tasks": late} if late else {}}
        if form.capability is not None:
            params = {key: self._bound(value) for key, value in form.capability.params.items()}
            call = StepCall(capability=form.capability.name, params=params)
            proof = None
            if task.check is not None and form.check is not None:
                proof = Check(command=task.check, timeout_s=seconds(form.check.timeout))
            return {"kind": StepKind.CALL, "call": call, "bounds": self._anywhere(task), "check": proof}
        if form.plan is not None:
            return {"graph": _within(graph_of(self._outside.plans[form.plan]), self._anywhere(task))}
        return {"graph": Graph(nodes=[Step(id="seen", kind=StepKind.CONDITION, when="true")])}

    def _errand(self, task: Task) -> Errand:
        assert task.resolved is not None
        checked, form = self._checked, task.form
        prompt = [self._piece(each) for each in task.prompt]
        reads = [[self._piece(each) for each in path] for path in task.reads]
        return Errand(
            place=task.id,
            agent=self._outside.ref(task.resolved),
            bounds=self._bounds(task),
            timeout_s=checked.file.timeout_of(form),
            prompt=prompt,
            reads=reads,
            outputs=list(task.outputs),
            key=key_of(task, prompt, reads),
            command=task.check,
            check=form.check,
            retry=checked.file.retry_of(form),
        )

    def _piece(self, piece: str | Slot) -> Any:
        """A part of a text: words, a value that is known, or one that a task will make."""
        if isinstance(piece, str):
            return piece
        if not piece.is_late:
            return {"name": piece.source, "value": self._checked.known.value(piece)}
        assert piece.path is not None
        return {"name": piece.source, "late": list(piece.path.parts[1:])}

    def _late(self, task: Task) -> JsonObject:
        """What the texts of a task look at, by task."""
        pieces = [*task.prompt, *(piece for path in task.reads for piece in path)]
        used = sorted({id for piece in pieces if isinstance(piece, Slot) for id in piece.tasks()})
        return {
            id: {
                "kind": self._checked.tasks[id].form.kind,
                **{part: f"{{{{steps.{id}.{part}}}}}" for part in ("status", "error", "result")},
            }
            for id in used
        }

    def _bound(self, value: Any) -> Any:
        """A parameter as the engine fills it in."""
        match value:
            case str():
                return self._bound_text(value)
            case list():
                return [self._bound(each) for each in cast("list[Any]", value)]
            case dict():
                return {key: self._bound(each) for key, each in cast("JsonObject", value).items()}
            case _:
                return value

    def _bound_text(self, text: str) -> Any:
        pieces = slots_in(text)
        if len(pieces) == 1 and isinstance(pieces[0], Slot) and not pieces[0].is_late:
            return self._literal(self._checked.known.value(pieces[0]))
        texts: list[str] = []
        for piece in pieces:
            if isinstance(piece, Slot) and piece.is_late and piece.path is not None:
                texts.append(f"{{{{{engine_path(piece.path, self._checked.tasks)}}}}}")
            else:
                words = piece if isinstance(piece, str) else said(self._checked.known.value(piece))
                texts.append(str(self._literal(words)))
        return "".join(texts)

    def _literal(self, value: Any) -> Any:
        """A value that nobody fills in, whatever it looks like."""
        if not isinstance(value, str) or "{{" not in value:
            return value
        key = f"text_{bytes_hash(value.encode())[:12]}"
        self._literals[key] = {"type": "string", "default": value}
        return f"{{{{inputs.{key}}}}}"

    def _bounds(self, task: Task) -> Bounds:
        where = self._checked.where
        return Bounds(
            agent=task.form.agent or "",
            environment=where.name,
            protected=where.protected,
            scope=list(task.scope),
            on_write=task.on_write,
        )

    def _anywhere(self, task: Task) -> Bounds:
        """What holds for a task that no manifest bounds: where it runs, and what becomes of what it writes."""
        execution: Execution = "ask" if self._checked.where.protected else "sandbox"
        scope = anywhere(self._checked.root, self._home)
        return self._bounds(task).model_copy(update={"scope": scope, "exec": execution})

    def _box(self) -> Bounds:
        """Checks run on a copy: they look, and what they leave behind is dropped."""
        where = self._checked.where
        return Bounds(environment=where.name, protected=where.protected, scope=[], on_write="fail", exec="sandbox")

    def _before(self, task: Task) -> list[str]:
        """What a task waits for: what it needs, and what it must not meet."""
        ids = list(self._checked.tasks)
        earlier = ids[: ids.index(task.id)]
        before = list(task.needs)
        if task.condition is not None and Standing(task, self._checked, self._before_of).copes:
            before += sorted(self._before_of[task.id], key=ids.index) or earlier
        if self._checked.file.concurrency == 1:
            before += earlier[-1:]
        else:
            before += [id for id in earlier if self._may_meet(task, self._checked.tasks[id])]
        if any(each.condition is not None for each in self._checked.tasks.values()):
            before.append(START)
        return list(dict.fromkeys(before))

    def _may_meet(self, task: Task, other: Task) -> bool:
        if other.id in self._before_of[task.id]:
            return False
        return meets(_area(task), _area(other))

    def _interrupt(self, task: Task) -> Interrupt | None:
        form = task.form
        if form.approval is None or not (form.approval.before or form.kind == "approval"):
            return None
        return Interrupt(before=True, message=task.message)

    def _criteria(self) -> Iterable[Step]:
        checked = self._checked
        commands = [each for each in checked.file.success if each.manual is None]
        for number, (form, found) in enumerate(zip(commands, checked.criteria, strict=True), start=1):
            id, after = f"{CRITERION}{number}", list(checked.tasks)
            if isinstance(found, str):
                step = command_step(id, found, seconds(form.timeout), self._box(), after=after)
                yield step.model_copy(update={"when": None})
            else:
                call = StepCall(capability=FILES, params={"patterns": [self._literal(each) for each in found]})
                yield Step(id=id, kind=StepKind.CALL, call=call, title=", ".join(found)[:200], dependencies=after)


def _within(graph: Graph, bounds: Bounds) -> Graph:
    """A graph whose every step may do no more than some bounds say."""
    nodes = [
        step.model_copy(update={"bounds": bounds, "graph": None if step.graph is None else _within(step.graph, bounds)})
        for step in graph.nodes
    ]
    return graph.model_copy(update={"nodes": nodes})


def _area(task: Task) -> list[str]:
    """What a task could write: nothing, what its agent may, or anything."""
    if task.form.kind == "approval":
        return []
    return ["**", "**/.*/**", "**/.*"] if task.resolved is None else list(task.scope)
