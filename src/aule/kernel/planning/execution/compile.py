"""Compiles a plan to the graph the engine runs: one graph step for each plan step, under the same id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from aule.contracts.access.capability import Effect, Envelope
from aule.contracts.errors import Invalid, NotFound
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStep, PlanStepKind, PlanStepStatus
from aule.contracts.runs.graph import Check, Graph, Interrupt, Question, Step, StepCall, StepKind
from aule.kernel.engine.graphs.expressions import parse, paths_in
from aule.kernel.planning.execution.bindings import engine_condition, engine_form, steps_used
from aule.kernel.planning.execution.step_brief import as_prompt, brief_of, files_of, results_of
from aule.kernel.policy import target_key
from aule.text.hashing import bytes_hash

DEV = "dev"
"""The agent that edits files when a plan names none."""
LOOKING = ("core.read_file", "core.list_dir", "core.grep_search", "core.file_search")
WRITING = ("core.write_file", "core.edit_file", "core.append_file")
DELETING = "core.delete_file"
WRITES_PER_FILE = 10
"""How often an agent may write a file its step names before it has to ask."""
_CHECKED = frozenset({PlanStepKind.CALL, PlanStepKind.EDIT, PlanStepKind.AGENT})
_LONGEST_QUESTION, _LONGEST_DESCRIPTION = 4_000, 4_000


def graph_of(plan: Plan, *, only: str | None = None, until: str | None = None, dev: str = DEV) -> Graph:
    """Return the graph of a plan; `only` or `until` limit it to a step, or the steps up to one, with dependencies.

    The same plan always gives the same graph, whatever the status of its steps.
    """
    if not plan.steps:
        raise Invalid(f"The plan {plan.title!r} has no steps.", code="empty_plan", hint="Add a step to it.")
    after = dependencies_of(plan)
    chosen = _chosen(plan, after, only, until)
    inputs: dict[str, JsonObject] = {}
    nodes = [_node(plan, step, after[step.id], dev, inputs) for step in plan.steps if step.id in chosen]
    return Graph(nodes=nodes, inputs=inputs)


def dependencies_of(plan: Plan) -> dict[str, list[str]]:
    """Return what each step waits for: its dependencies, and every step whose result it uses."""
    known = {step.id for step in plan.steps}
    found: dict[str, list[str]] = {}
    for step in plan.steps:
        used = [id for id in _used(step) if id in known and id != step.id]
        found[step.id] = list(dict.fromkeys([*step.dependencies, *used]))
    return found


def results_used(plan: Plan) -> set[str]:
    """Return the steps whose results unfinished steps use."""
    return {id for step in plan.steps if step.status is not PlanStepStatus.DONE for id in _used(step)}


def grants_of(step: PlanStep) -> Envelope | None:
    """Return what a step's agent may do without asking once the plan is approved: write the files it names."""
    files = files_of(step)
    if not files or step.kind not in (PlanStepKind.EDIT, PlanStepKind.AGENT):
        return None
    found = Envelope(calls={}, targets={}, effects=[], paths=files)
    if step.file_action == "delete":
        found.calls[DELETING] = len(files)
        found.targets[target_key(DELETING, "path")] = list(files)
        found.effects.append(Effect.DELETE)
        return found
    for name in WRITING:
        if step.tools is None or name in step.tools:
            found.calls[name] = WRITES_PER_FILE * len(files)
            found.targets[target_key(name, "path")] = list(files)
    if not found.calls:
        return None
    found.effects.append(Effect.WRITE)
    return found


def check_of(step: PlanStep) -> Check | None:
    """Return the command that checks whether a step is done; None where only words describe it."""
    check = step.check
    if check is None or check.command is None or step.repeat is not None or step.kind not in _CHECKED:
        return None
    return Check(command=check.command, expect=check.expect)


def _used(step: PlanStep) -> Iterable[str]:
    values = [engine_form(step.call.params) if step.call else None, engine_form(step.repeat and step.repeat.for_each)]
    yield from steps_used(values)
    if step.when:
        try:
            paths = sorted(paths_in(parse(engine_condition(step.when))), key=str)
        except Invalid:
            return  # a check reports invalid conditions
        yield from (str(path.parts[1]) for path in paths if path.root == "steps" and len(path.parts) > 1)


def _chosen(plan: Plan, after: Mapping[str, Sequence[str]], only: str | None, until: str | None) -> set[str]:
    ids = [step.id for step in plan.steps]
    for wanted in (only, until):
        if wanted is not None and wanted not in ids:
            raise NotFound(f"The plan {plan.title!r} has no step {wanted!r}.", candidates=ids[:5])
    if only is None and until is None:
        return set(ids)
    queue = [only] if only is not None else ids[: ids.index(until or "") + 1]
    found = set(queue)
    for id in queue:
        more = [before for before in after.get(id, ()) if before in after and before not in found]
        found.update(more)
        queue.extend(more)
    return found


def _node(plan: Plan, step: PlanStep, after: Sequence[str], dev: str, inputs: dict[str, JsonObject]) -> Step:
    common = Step(
        id=step.id,
        title=step.title,
        description=step.description[:_LONGEST_DESCRIPTION],
        kind=_KINDS[step.kind],
        dependencies=list(after),
        repeat=None
        if step.repeat is None
        else step.repeat.model_copy(update={"for_each": engine_form(step.repeat.for_each)}),
        when=None if step.when is None else engine_condition(step.when),
        on_error=step.on_error,
        retry=step.retry,
        timeout_s=step.timeout_s,
        interrupt=None
        if step.approval is None
        else Interrupt(before=step.approval == "before", after=step.approval == "after"),
        check=check_of(step),
    )
    return common.model_copy(update=_work(plan, step, after, dev, inputs))


def _work(
    plan: Plan, step: PlanStep, after: Sequence[str], dev: str, inputs: dict[str, JsonObject]
) -> dict[str, object]:
    """Return what a step does, by its kind."""
    match step.kind:
        case PlanStepKind.CALL:
            call = step.call
            return {"call": call and StepCall(capability=call.capability, params=engine_form(call.params))}
        case PlanStepKind.WORKFLOW:
            return {"workflow": step.workflow, "inputs": engine_form(step.call.params if step.call else {})}
        case PlanStepKind.HUMAN:
            message = step.question or step.description or step.title
            return {"question": Question(message=_plain(message)[:_LONGEST_QUESTION])}
        case PlanStepKind.EDIT | PlanStepKind.AGENT:
            key = f"words_{bytes_hash(step.id.encode())[:12]}"
            prompt, given = as_prompt(brief_of(plan, step, after), results_of(plan, after), key)
            inputs.update(given)
            agent = step.agent or (dev if step.kind is PlanStepKind.EDIT else None)
            return {"agent": agent, "prompt": prompt, "tools": _tools(step), "grants": grants_of(step)}


def _tools(step: PlanStep) -> list[str] | None:
    """Return the tools of a step's agent: those the step names, else reading and, where it has files, writing."""
    if step.tools is not None:
        return list(step.tools)
    if step.kind is PlanStepKind.AGENT and step.agent is not None and not files_of(step):
        return None  # a named agent has tools of its own
    writing = [DELETING] if step.file_action == "delete" else [*WRITING]
    return [*LOOKING, *writing]


def _plain(text: str) -> str:
    """Return text in which no placeholder is filled in."""
    return text.replace("{{", "{ {")


_KINDS = {
    PlanStepKind.CALL: StepKind.CALL,
    PlanStepKind.EDIT: StepKind.AGENT,
    PlanStepKind.AGENT: StepKind.AGENT,
    PlanStepKind.WORKFLOW: StepKind.WORKFLOW,
    PlanStepKind.HUMAN: StepKind.HUMAN,
}
