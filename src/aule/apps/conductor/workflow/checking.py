"""Checking a workflow file completely before anything of it begins: names, agents, order, expressions (CO-50)."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as Folder
from typing import Any, cast

from aule.apps.conductor.homes.entry import Entry, effective
from aule.apps.conductor.homes.environments import Environment, read_workspaces
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.homes.resolution import Resolved, check_name, environment_of, project_folder, resolve
from aule.apps.conductor.views import LintNote, WorkflowRequest
from aule.apps.conductor.workflow.areas import holds
from aule.apps.conductor.workflow.expressions import PARTS, ROOTS, Known, Slot, condition, is_variable, said, slots_in
from aule.apps.conductor.workflow.form import TaskForm, WorkflowFile
from aule.apps.conductor.workflow.inputs import given
from aule.apps.conductor.workflow.notes import Notes
from aule.apps.conductor.workflow.ordering import ancestors, ordered
from aule.apps.conductor.workflow.reading import Document
from aule.contracts.access.capability import OnWrite
from aule.contracts.errors import AuleError, Problem
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.bounds import Execution
from aule.kernel.engine.graphs.expressions import paths_in
from aule.kernel.engine.graphs.paths import Path
from aule.sandbox.globs import check_pattern

LONGEST_COMMAND = 4_000
LONGEST_MESSAGE = 4_000


def _no_problem(capability: str, params: JsonObject) -> Problem | None:
    return None


@dataclass(frozen=True, slots=True)
class Outside:
    """What a workflow is checked against besides its file and its home."""

    run: str = "run_0"
    """The id its run will have."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    """Variables; a file sees only a few of them."""
    plans: Mapping[str, Plan] = field(default_factory=dict[str, Plan])
    """Approved plans, by id."""
    problem_with: Callable[[str, JsonObject], Problem | None] = _no_problem
    """What is wrong with a call of a capability."""
    lint: Callable[[Resolved], Iterable[LintNote]] = lambda resolved: ()
    """What is wrong with an agent, or worth knowing."""
    ref: Callable[[Resolved], str] = lambda resolved: resolved.ref
    """The id by which the system asks an agent."""
    earlier: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What the tasks of an earlier run came to, by id, where they were done."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task with everything that is known of it before it runs."""

    id: str
    form: TaskForm
    needs: tuple[str, ...]
    on_write: OnWrite
    resolved: Resolved | None = None
    outputs: tuple[str, ...] = ()
    prompt: tuple[str | Slot, ...] = ()
    reads: tuple[tuple[str | Slot, ...], ...] = ()
    condition: Slot | None = None
    check: str | None = None
    message: str = ""
    """What a person is told who looks at it first."""

    @property
    def scope(self) -> tuple[str, ...]:
        """What its agent may write."""
        return () if self.resolved is None else self.resolved.manifest.scope

    @property
    def exec(self) -> Execution:
        """Whether its agent may run commands."""
        return "off" if self.resolved is None else self.resolved.manifest.exec or "off"


@dataclass(frozen=True, slots=True)
class Checked:
    """A workflow file that was looked at from all sides."""

    document: Document
    file: WorkflowFile
    where: Environment
    project: str
    root: Folder
    entry: Entry
    known: Known
    tasks: Mapping[str, Task]
    """In the order they would run."""
    criteria: tuple[str | tuple[str, ...], ...]
    """The commands and the globs of what has to hold at the end."""


def check(document: Document, request: WorkflowRequest, home: Home, outside: Outside) -> Checked | None:
    """Look at a file from all sides; what is found stands in its notes. None when its form or its place is wrong."""
    file, notes = document.file, document.notes
    if file is None:
        return None
    inputs = given(file, request.inputs, notes)
    place = _Place(file, request, home, notes)
    if not place.find():
        return None
    assert place.where is not None and place.root is not None
    where = place.where
    entry = Entry(where.name, where.protected, request.confirm_environment, request.allow_protected_writes)
    known = Known(inputs, {k: v for k, v in outside.environment.items() if is_variable(k)}, outside.run)
    needs = {id: form.after for id, form in file.tasks.items()}
    order, cycle = ordered(needs)
    _note_needs(file, cycle, notes)
    checker = _Checker(file, request, home, outside, known, entry, place.project, notes, ancestors(needs))
    tasks = {id: checker.task(id, file.tasks[id]) for id in order}
    criteria = tuple(checker.criteria())
    return Checked(document, file, where, place.project, place.root, entry, known, tasks, criteria)


@dataclass(slots=True)
class _Place:
    """Where a workflow runs: the command line's word first, then the file's."""

    file: WorkflowFile
    request: WorkflowRequest
    home: Home
    notes: Notes
    where: Environment | None = None
    project: str = ""
    root: Folder | None = None

    def find(self) -> bool:
        environment = self.request.environment or self.file.environment
        project = self.request.project or self.file.project
        for key, value in (("environment", environment), ("project", project)):
            if value is None:
                self.notes.wrong(f"no_{key}")
        if environment is None or project is None:
            return False
        locale, self.project = self.notes.locale, project
        try:
            check_name("environment", environment, locale)
            check_name("project", project, locale)
            workspaces = read_workspaces(self.home, locale=locale)
            self.where = environment_of(workspaces, environment, locale)
            self.root = project_folder(workspaces, self.where, project, locale)
        except AuleError as error:
            self.notes.failed(error, "environment" if self.where is None else "project")
            return False
        return True


@dataclass(frozen=True, slots=True)
class _Checker:
    """Looks at the tasks of one file."""

    file: WorkflowFile
    request: WorkflowRequest
    home: Home
    outside: Outside
    known: Known
    entry: Entry
    project: str
    notes: Notes
    before: Mapping[str, frozenset[str]]
    """Everything each task needs, directly or not."""
    found: dict[str, Resolved] = field(default_factory=dict[str, Resolved])
    """Agents that were looked up already."""

    def task(self, id: str, form: TaskForm) -> Task:
        place = ("tasks", id)
        resolved = None if form.agent is None else self._resolved(form.agent, (*place, "agent"))
        own = None if resolved is None else resolved.manifest.on_write
        said_so = (self.request.on_write, form.on_write, self.file.defaults.on_write, own)
        words = form.prompt if form.prompt is not None or resolved is None else resolved.manifest.task_for()
        if form.agent is not None and resolved is not None and not (words or "").strip():
            self.notes.wrong("no_prompt", *place, task=repr(id))
        outputs = tuple(self._outputs(id, form, resolved))
        self._capability(id, form)
        if form.plan is not None and form.plan not in self.outside.plans:
            self.notes.wrong("unknown_plan", *place, "plan", plan=repr(form.plan))
        for number, path in enumerate(form.reads):
            self._read_path(id, number, path)
        return Task(
            id=id,
            form=form,
            needs=tuple(need for need in form.after if need in self.file.tasks),
            on_write=effective(self.entry, *said_so),
            resolved=resolved,
            outputs=outputs,
            prompt=tuple(self._slots(id, form.prompt, "prompt") if form.prompt else [words or ""]),
            reads=tuple(tuple(self._slots(id, path, "reads", number)) for number, path in enumerate(form.reads)),
            condition=self._condition(id, form),
            check=None if form.check is None else self._command(form.check.run, (*place, "check", "run")),
            message="" if form.approval is None else self._message(form.approval.message, place),
        )

    def criteria(self) -> Iterator[str | tuple[str, ...]]:
        for number, each in enumerate(self.file.success):
            place = ("success", number)
            if each.run is not None:
                yield self._command(each.run, (*place, "run"))
            elif each.files_exist is not None:
                found = [self._static(text, (*place, "files_exist", at)) for at, text in enumerate(each.files_exist)]
                globs = tuple(text for text in found if text)
                for text in globs:
                    self._glob(text, (*place, "files_exist"))
                yield globs
            else:
                self.notes.doubtful("manual_criterion", *place, told=each.manual or "")

    def _resolved(self, agent: str, place: tuple[str | int, ...]) -> Resolved | None:
        if agent in self.found:
            return self.found[agent]
        try:
            found = resolve(self.home, self.entry.environment, self.project, agent, locale=self.notes.locale)
        except AuleError as error:
            self.notes.failed(error, *place)
            return None
        for note in self.outside.lint(found):
            self.notes.take(note)
        self.found[agent] = found
        return found

    def _outputs(self, id: str, form: TaskForm, resolved: Resolved | None) -> Iterator[str]:
        for number, text in enumerate(form.outputs):
            place = ("tasks", id, "outputs", number)
            pattern = self._static(text, place)
            if not pattern or not self._glob(pattern, place):
                continue
            yield pattern
            if resolved is not None and not holds(resolved.manifest.scope, pattern):
                scope = ", ".join(resolved.manifest.scope) or "–"
                self.notes.wrong("output_fora_do_escopo", *place, path=repr(pattern), agent=form.agent, scope=scope)

    def _glob(self, pattern: str, place: tuple[str | int, ...]) -> bool:
        try:
            check_pattern(pattern)
        except AuleError as error:
            self.notes.failed(error, *place)
            return False
        if pattern.startswith("!"):
            self.notes.wrong("no_exceptions", *place, path=repr(pattern))
            return False
        return True

    def _read_path(self, id: str, number: int, text: str) -> None:
        if "{{" in text.replace("${{", "") or text.startswith(("/", "!")) or ".." in text.split("/"):
            self.notes.wrong("not_a_path", "tasks", id, "reads", number, path=repr(text))

    def _capability(self, id: str, form: TaskForm) -> None:
        if form.capability is None:
            return
        place = ("tasks", id, "capability")
        late: JsonObject = {}
        for key, value in form.capability.params.items():
            for text in _texts(value):
                self._slots(id, text, "capability", "params", key)
            late[key] = "{{steps.x.result}}" if _is_open(value) else value
        if (wrong := self.outside.problem_with(form.capability.name, late)) is not None:
            self.notes.failed(AuleError(wrong.message, hint=wrong.hint, code=wrong.code), *place)

    def _condition(self, id: str, form: TaskForm) -> Slot | None:
        if form.condition is None:
            return None
        place = ("tasks", id, "if")
        try:
            found = condition(form.condition)
        except AuleError as error:
            self.notes.failed(error, *place)
            return None
        self._uses(id, found, place)
        return found

    def _slots(self, id: str, text: str, *where: str | int) -> list[str | Slot]:
        place = ("tasks", id, *where)
        try:
            pieces = slots_in(text)
        except AuleError as error:
            self.notes.failed(error, *place)
            return []
        for slot in pieces:
            if isinstance(slot, Slot):
                self._uses(id, slot, place)
                if slot.is_late and slot.path is None:
                    code = "only_a_path" if slot.tasks() else "standing_elsewhere"
                    self.notes.wrong(code, *place, text=slot.source)
        return pieces

    def _static(self, text: str, place: tuple[str | int, ...]) -> str:
        """A text that has to be known before anything runs."""
        return "".join(said(each) for each in self._values(text, place))

    def _message(self, text: str, place: tuple[str | int, ...]) -> str:
        return self._static(text, (*place, "approval", "message"))[:LONGEST_MESSAGE]

    def _command(self, text: str, place: tuple[str | int, ...]) -> str:
        """A command in which what is filled in is one word each, whatever it holds."""
        command = "".join(said(each) for each in self._values(text, place, quoted=True))
        if len(command) > LONGEST_COMMAND:
            self.notes.wrong("long_command", *place, most=LONGEST_COMMAND)
        return command[:LONGEST_COMMAND]

    def _values(self, text: str, place: tuple[str | int, ...], *, quoted: bool = False) -> Iterator[Any]:
        try:
            pieces = slots_in(text)
        except AuleError as error:
            self.notes.failed(error, *place)
            return
        for piece in pieces:
            if isinstance(piece, str):
                yield piece
            elif piece.is_late:
                self.notes.wrong("known_too_late", *place, text=piece.source)
            else:
                self._uses("", piece, place)
                value = said(self.known.value(piece))
                yield shlex.quote(value) if quoted else value

    def _uses(self, id: str, slot: Slot, place: tuple[str | int, ...]) -> None:
        for path in sorted(paths_in(slot.expression), key=str):
            if (code := self._wrong_use(id, path)) is not None:
                known = {"inputs": ", ".join(self.file.inputs), "tasks": ", ".join(self.file.tasks)}.get(path.root, "")
                self.notes.wrong(code, *place, path=repr(str(path)), known=known or ", ".join(ROOTS))

    def _wrong_use(self, id: str, path: Path) -> str | None:
        root, *rest = path.parts
        match root:
            case "inputs":
                return None if rest and rest[0] in self.file.inputs else "unknown_name"
            case "env":
                return None if len(rest) == 1 and is_variable(str(rest[0])) else "closed_variable"
            case "run":
                return None if rest == ["id"] else "unknown_name"
            case "tasks":
                return self._wrong_task(id, rest)
            case _:
                return "unknown_name"

    def _wrong_task(self, id: str, rest: list[str | int]) -> str | None:
        if not rest or rest[0] not in self.file.tasks:
            return "unknown_name"
        if id and str(rest[0]) not in self.before[id]:
            return "not_before"
        is_part = len(rest) > 1 and rest[1] in PARTS
        is_whole = len(rest) == 2 or (len(rest) == 3 and rest[1] == "outputs" and isinstance(rest[2], int))
        deeper = is_part and rest[1] == "output"  # what a capability gives has parts of its own
        return None if is_part and (is_whole or deeper) else "unknown_part"


def _note_needs(file: WorkflowFile, cycle: list[str], notes: Notes) -> None:
    for id, form in file.tasks.items():
        for need in form.after:
            if need not in file.tasks:
                known = ", ".join(file.tasks)
                notes.wrong("unknown_need", "tasks", id, "needs", task=repr(id), need=repr(need), known=known)
    if cycle:
        notes.wrong("cycle", "tasks", cycle[0], "needs", tasks=" → ".join(cycle))


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for each in cast("list[Any]", value):
                yield from _texts(each)
        case dict():
            for each in cast("JsonObject", value).values():
                yield from _texts(each)
        case _:
            pass


def _is_open(value: Any) -> bool:
    return any("${{" in text for text in _texts(value))
