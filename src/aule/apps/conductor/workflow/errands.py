"""Errands: what the task of an agent is made of, as a graph: its brief, the agent with its check, what it left behind.

The check belongs to the agent's own step, so that both are done again as one unit when the task may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aule.apps.conductor.workflow.form import CheckForm, RetryForm, seconds
from aule.contracts.model import JsonObject
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.graph import Check, Graph, Retry, Step, StepCall, StepKind

BRIEF = "conductor.brief"
OUTPUTS = "conductor.look_at_outputs"
FILES = "conductor.check_files"
EXEC = "core.exec"

MODEL_ERRORS = (
    *("modelo_indisponivel", "modelo_invalido", "unavailable", "invalid_output", "answer_cut", "prompt_too_long"),
    *("agent_failed", "interrupted"),
)
"""What a failure of a model is called."""
FAILURES: dict[str, Sequence[str]] = {
    "model_error": MODEL_ERRORS,
    "timeout": ("timeout",),
    "check_failed": ("check_failed", "command_failed", "output_missing"),
}
"""The codes of the failures after which a task may be done again."""
UNIT = "success()"
"""Begun only after what is before it went well, and whatever else goes wrong around: a task is done as one unit."""


@dataclass(frozen=True, slots=True)
class Errand:
    """What an agent is to do, ready to be put into a graph."""

    place: str
    """The id of its task."""
    agent: str
    bounds: Bounds
    timeout_s: float
    prompt: list[Any]
    reads: list[Any]
    outputs: list[str]
    key: str
    """What tells its input from another one."""
    command: str | None = None
    check: CheckForm | None = None
    retry: RetryForm | None = None


def errand_graph(errand: Errand, box: Bounds) -> Graph:
    """The graph of a task. What would be written and is not leaves nothing a command could look at."""
    own: dict[str, JsonObject] = {
        "prompt": {"default": errand.prompt},
        "reads": {"default": errand.reads},
        "patterns": {"default": errand.outputs},
        "tasks": {"default": {}},
    }
    told: JsonObject = {name: f"{{{{inputs.{name}}}}}" for name in own}
    left: JsonObject = {"patterns": "{{inputs.patterns}}", "place": f"{errand.place}/agent", "on_write": None}
    left["on_write"] = errand.bounds.on_write or "fail"
    nodes = [call_step("brief", BRIEF, told), _agent(errand)]
    nodes.append(call_step("outputs", OUTPUTS, left, after=["agent"]))
    if errand.bounds.on_write == "fail" and errand.command is not None and errand.check is not None:
        nodes.append(command_step("check", errand.command, seconds(errand.check.timeout), box, after=["outputs"]))
    output: JsonObject = {
        "output": "{{steps.agent.result}}",
        "outputs": "{{steps.outputs.result.paths}}",
        "made": "{{steps.outputs.result.files}}",
        "read": "{{steps.brief.result.read}}",
        "key": errand.key,
    }
    return Graph(inputs=own, nodes=nodes, output=output)


def command_step(id: str, command: str, timeout_s: float, box: Bounds, *, after: Sequence[str] = ()) -> Step:
    """A step that runs a command in a box and fails unless it ends with 0."""
    inputs: dict[str, JsonObject] = {}
    said = command
    if "{{" in command:  # braces of its own, which nobody fills in
        said, inputs = "{{inputs.command}}", {"command": {"type": "string", "default": command}}
    run = call_step("run", EXEC, {"command": said, "timeout_s": timeout_s})
    run = run.model_copy(update={"timeout_s": timeout_s + 30, "bounds": box})
    return Step(
        id=id,
        kind=StepKind.WORKFLOW,
        title=command[:200],
        graph=Graph(inputs=inputs, nodes=[run]),
        dependencies=list(after),
        when=UNIT,
    )


def call_step(id: str, capability: str, params: JsonObject, *, after: Sequence[str] = ()) -> Step:
    """A step that uses a capability."""
    call = StepCall(capability=capability, params=params)
    return Step(id=id, kind=StepKind.CALL, call=call, dependencies=list(after), when=UNIT)


def _agent(errand: Errand) -> Step:
    retry = errand.retry
    codes = [] if retry is None else [code for kind in retry.on for code in FAILURES[kind]]
    return Step(
        id="agent",
        kind=StepKind.AGENT,
        title=errand.place,
        agent=errand.agent,
        prompt="{{steps.brief.result.prompt}}",
        bounds=errand.bounds,
        check=_check(errand),
        retry=None if retry is None else Retry(max=retry.max, wait_s=1, on=codes),
        timeout_s=errand.timeout_s,
        dependencies=["brief"],
        when=UNIT,
    )


def _check(errand: Errand) -> Check | None:
    """What has to hold after the agent; what is only proposed stands in no file that a command could look at."""
    command = errand.command if errand.bounds.on_write in ("apply", "ask") else None
    if errand.bounds.on_write == "fail" or (command is None and not errand.outputs):
        return None
    limit = seconds(errand.check.timeout) if errand.check is not None else 120
    return Check(command=command, files=errand.outputs, timeout_s=min(limit, 600))
