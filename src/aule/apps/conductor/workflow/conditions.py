"""Conditions: when a task is begun, said in the engine's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aule.apps.conductor.workflow.checking import Checked, Task
from aule.apps.conductor.workflow.expressions import Slot, standings, written
from aule.contracts.errors import Invalid
from aule.kernel.engine.graphs.expressions import Compared, Expression, Found, Literally, Stands, parse
from aule.kernel.engine.graphs.paths import Path

ALL_WELL = "true"


@dataclass(frozen=True, slots=True)
class Standing:
    """A task among the others it needs."""

    task: Task
    checked: Checked
    before: Mapping[str, frozenset[str]]
    """Everything each task needs, directly or not."""

    @property
    def copes(self) -> bool:
        """Whether its condition is there for the case that something went wrong."""
        condition = self.task.condition
        return condition is not None and not {"failure", "always"}.isdisjoint(standings(condition.expression))


def when_of(standing: Standing) -> str | None:
    """The condition under which the engine begins a task.

    The engine itself leaves out what comes after a failure once a graph has failed; where others are to go on, the
    task says itself what it needs.
    """
    task, file = standing.task, standing.checked.file
    if standing.copes:
        assert task.condition is not None
        return _translated(standing, task.condition)
    parts: list[str] = []
    goes_on = file.on_failure == "continue"
    if goes_on:
        parts.append("always()")
    if (done := _needs_done(standing)) != ALL_WELL:
        parts.append(done)
    if task.condition is not None and (own := _translated(standing, task.condition)) != ALL_WELL:
        parts.append(f"({own})")
    return " and ".join(parts) or None


def _needs_done(standing: Standing) -> str:
    """Every task it needs was done; one whose failure does not matter may have failed.

    Where a failure stops the rest, the engine itself minds failures: only what may be left out on purpose is named.
    """
    tasks, goes_on = standing.checked.tasks, standing.checked.file.on_failure == "continue"
    named = [id for id in standing.task.needs if goes_on or standing.copes or _may_be_left_out(standing, id)]
    return " and ".join(_done(id, tasks[id]) for id in named) or ALL_WELL


def _may_be_left_out(standing: Standing, need: str) -> bool:
    """Whether a task, or something it needs, has a condition of its own."""
    tasks = standing.checked.tasks
    return any(tasks[id].condition is not None for id in (need, *standing.before[need]))


def problem_with(standing: Standing) -> Invalid | None:
    """What keeps the engine from understanding when a task is begun: it needs too much at once."""
    when = when_of(standing)
    try:
        if when is not None:
            parse(when)
    except Invalid as error:
        return error
    return None


def _done(id: str, task: Task) -> str:
    done = f"steps.{id}.status == 'done'"
    return f"({done} or steps.{id}.error != null)" if task.form.continue_on_error else done


def _translated(standing: Standing, condition: Slot) -> str:
    tasks = standing.checked.tasks

    def name(part: Expression) -> str | None:
        match part:
            case Stands("success"):
                return f"({_needs_done(standing)})" if standing.copes else ALL_WELL  # what it needs is said before
            case Stands():
                return None
            case Compared(how, Found(path), Literally(str(value))) if how in ("==", "!="):
                return _status(path, how, value, tasks)
            case Found(path) if path.root == "tasks":
                return engine_path(path, tasks)
            case Found():
                return written(Literally(standing.checked.known.value(Slot("", part))), lambda _: None)
            case _:
                return None

    return written(condition.expression, name)


def _status(path: Path, how: str, value: str, tasks: Mapping[str, Task]) -> str | None:
    """How a task ended; one whose failure does not matter is told by the engine as left out, with its error."""
    if path.root != "tasks" or len(path.parts) != 3 or path.parts[2] != "status":
        return None
    id = str(path.parts[1])
    if not tasks[id].form.continue_on_error or value not in ("failed", "skipped"):
        return f"steps.{id}.status {how} {written(Literally(value), lambda _: None)}"
    holds = f"steps.{id}.error != null"
    if value == "skipped":
        holds = f"(steps.{id}.status == 'skipped' and steps.{id}.error == null)"
    return holds if how == "==" else f"not ({holds})"


def engine_path(path: Path, tasks: Mapping[str, Task]) -> str:
    """Where the engine finds what `tasks.ID.part` means."""
    _, id, part, *rest = path.parts
    more = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in rest)
    if part == "status":
        return f"steps.{id}.status"
    return f"steps.{id}.result{f'.{part}' if tasks[str(id)].form.kind == 'agent' else ''}{more}"
