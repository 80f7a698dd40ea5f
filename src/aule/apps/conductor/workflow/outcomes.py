"""Outcomes: how a run of a workflow file stands, task by task, and what a command ends with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from aule.apps.conductor.views import LintNote, TaskResult, WorkflowOutcome
from aule.apps.conductor.workflow.compiling import CRITERION, START
from aule.apps.conductor.workflow.errands import MODEL_ERRORS
from aule.apps.conductor.workflow.expressions import said
from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.errors import CommandFailed, Problem
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph, StepKind
from aule.contracts.runs.run import Run, RunStatus, Usage
from aule.kernel.engine.progress import Node, Status
from aule.kernel.engine.run_state import RunState

LONGEST_ANSWER = 20_000
EXITS: Mapping[str, int] = {
    "output_scope_violation": 3,
    "outside_scope": 3,
    "scope": 3,
    "write_blocked": 4,
    "approval_required": 4,
    "approval_denied": 4,
    "approval_expired": 4,
    "blocked_by_policy": 4,
    "denied": 4,
    "needs_input": 4,
    "aborted": 4,
    "project_not_trusted": 4,
    "environment_not_confirmed": 5,
    **dict.fromkeys(MODEL_ERRORS, 6),
    "timeout": 7,
    "cancelled": 130,
}
"""What a command ends with, by the failure it ends with; any other is 1 (D.2)."""
FAILED = 1
_LOST = ("output_missing", "check_failed")
"""Failures that may only be what follows of another one."""


@dataclass(frozen=True, slots=True)
class Traces:
    """What the agents of a run left in the log."""

    runs: Sequence[Run]
    """The run, and everything that came of it."""
    changes: Mapping[str, Sequence[Change]]
    """What each run changed or proposed, by its id."""
    violations: Mapping[str, Sequence[str]]
    """What each run tried to reach outside of its scope, by its id."""


def outcome(
    loaded: RunState, traces: Traces, *, patches: Sequence[str] = (), reused: Sequence[str] = ()
) -> WorkflowOutcome:
    """How a run of a workflow file stands."""
    run, about = loaded.run, _about(loaded.graph)
    nodes = [node for node in loaded.progress.root.nodes if node.step.id != START]
    tasks = [_result(node, run, traces) for node in nodes if not _is_criterion(node)]
    success = [_unmet(node) for node in nodes if _is_criterion(node) and node.status is Status.FAILED]
    return WorkflowOutcome(
        run=run.id,
        name=about.get("name", run.title),
        environment=about.get("environment", ""),
        project=about.get("project", ""),
        status=run.status,
        exit_code=_exit_code(run, tasks, success),
        tasks=tasks,
        success=success,
        patches=list(patches),
        usage=run.usage if run.status.is_final else sum((each.usage for each in traces.runs), Usage()),
        error=run.error,
    )


def finished_tasks(loaded: RunState) -> dict[str, Any]:
    """What the tasks of a run came to that were done, for a run that goes on where it stopped."""
    nodes = loaded.progress.root.nodes
    return {
        node.step.id: node.result
        for node in nodes
        if node.status is Status.DONE and node.step.id != START and not _is_criterion(node)
    }


def _about(graph: Graph) -> dict[str, str]:
    output: Any = graph.output
    return {key: str(value) for key, value in cast("JsonObject", output).items()} if isinstance(output, dict) else {}


def _is_criterion(node: Node) -> bool:
    return node.step.id.startswith(CRITERION)


def _result(node: Node, run: Run, traces: Traces) -> TaskResult:
    own = [each for each in traces.runs if each.id != run.id and _is_within(each, node.step.id, run, traces)]
    changes = list({change.id: change for each in own for change in traces.changes.get(each.id, ())}.values())
    given: Any = node.result
    result = cast("JsonObject", given) if isinstance(given, dict) else {}
    is_errand = "key" in result
    outputs = cast("list[str]", result.get("outputs") or []) if is_errand else []
    answer = said(result.get("output") if is_errand else node.result)
    error = None if node.error is None else _truly(_as_check(node.error, node), own, traces)
    return TaskResult(
        id=node.step.id,
        status=_status(node),
        reused=run.forked_from is not None and node.status is Status.DONE and node.attempt == 0,
        outputs=outputs,
        answer=answer[:LONGEST_ANSWER],
        changes=[each.id for each in changes if each.status is ChangeStatus.APPLIED],
        proposals=[each.id for each in changes if each.status is ChangeStatus.PROPOSED],
        error=error,
    )


def _is_within(each: Run, task: str, run: Run, traces: Traces) -> bool:
    """Whether a run came of a task: it carries out one of its steps, or came of one that does."""
    by_id = {one.id: one for one in traces.runs}
    while each.parent is not None and each.parent != run.id and each.parent in by_id:
        each = by_id[each.parent]
    return each.parent == run.id and each.step is not None and each.step.partition("/")[0] == task


def _as_check(error: Problem, node: Node) -> Problem:
    """A command that failed is told as the check it is, unless the file itself called it."""
    is_check = error.code == CommandFailed.code and node.step.kind is StepKind.WORKFLOW
    return error.model_copy(update={"code": "check_failed"}) if is_check else error


def _truly(error: Problem, own: Sequence[Run], traces: Traces) -> Problem:
    """What really went wrong: an agent that reached beyond its scope leaves nothing behind that could be found."""
    targets = [target for run in own for target in traces.violations.get(run.id, ())]
    if error.code not in _LOST or not targets:
        return error
    told = ", ".join(repr(each) for each in dict.fromkeys(targets))
    message = f"The agent reached for {told}, outside of its output_scope; nothing was written there. {error.message}"
    return Problem(code="output_scope_violation", message=message, hint=error.hint, recoverable=False)


def _status(node: Node) -> Literal["done", "failed", "skipped", "waiting", "pending", "running"]:
    parts = [] if node.parts is None else node.parts.nodes
    match node.status:
        case Status.DONE:
            return "done"
        case Status.FAILED:
            return "failed"
        case Status.SKIPPED:
            return "skipped" if node.error is None else "failed"
        case Status.WAITING:
            return "waiting"
        case Status.RUNNING:
            return "waiting" if any(part.status is Status.WAITING for part in parts) else "running"
        case Status.PENDING | Status.READY:
            return "pending"


def _unmet(node: Node) -> LintNote:
    error = _as_check(node.error or Problem(code="failed", message="It was not met."), node)
    return LintNote(code=error.code, severity="error", message=error.message, hint=error.hint, path=node.step.title)


def _exit_code(run: Run, tasks: Sequence[TaskResult], success: Sequence[LintNote]) -> int | None:
    """What a command ends with; one that waits for a person nobody is there for has not been allowed."""
    match run.status:
        case RunStatus.WAITING:
            return EXITS["approval_required"]
        case RunStatus.DONE | RunStatus.DONE_WITH_FAILURES:
            return FAILED if success else 0
        case RunStatus.CANCELLED:
            return EXITS["cancelled"]
        case RunStatus.FAILED:
            error = next((task.error for task in tasks if task.status == "failed" and _counts(task, run)), run.error)
            return FAILED if error is None else EXITS.get(error.code, FAILED)
        case _:
            return None


def _counts(task: TaskResult, run: Run) -> bool:
    """Whether it was this task's failure that ended the run, and not one that does not matter."""
    return task.error is not None and run.error is not None and task.error.message.endswith(run.error.message)
