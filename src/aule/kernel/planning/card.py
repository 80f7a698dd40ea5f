"""The card: everything a person approves about a plan at a glance, bound to the plan's content hash."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast
from urllib.parse import urlsplit

from aule.contracts.access.capability import Capability, Effect, Envelope
from aule.contracts.errors import AuleError, UnknownCapability
from aule.contracts.plans.plan import Estimate, FileAction, Plan, PlanStep, PlanStepKind
from aule.contracts.plans.views import CardStep, Counted, PlanCard
from aule.contracts.runs.graph import Graph, Step
from aule.contracts.talk.catalog import Price
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.graphs.bindings import is_literal
from aule.kernel.engine.graphs.envelope import envelope_of, is_foreseen
from aule.kernel.planning.document.content import hash_of
from aule.kernel.planning.execution.compile import DEV, check_of, graph_of
from aule.kernel.planning.execution.step_brief import files_of
from aule.kernel.planning.graph_estimate import AGENT_SECONDS, AGENT_TOKENS, cost_of, seconds_of_call
from aule.kernel.planning.router import blocks
from aule.text.messages import is_portuguese

_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})
_MAKING = re.compile(
    r"(?:create|criar|add|adicionar|new|novo|make|generate|gerar|save|salvar|import|importar|incluir|insert|inserir"
    r"|write|escrever|draw|desenhar|copy|copiar)(?:_|$)"
)
"""Verbs of capabilities that make something; all other writes change something."""
_KINDS = {
    PlanStepKind.EDIT: ("Edit files", "Editar arquivos"),
    PlanStepKind.AGENT: ("An agent", "Um agente"),
    PlanStepKind.WORKFLOW: ("A workflow", "Um fluxo"),
    PlanStepKind.HUMAN: ("You", "Você"),
}
_TOKENS = {PlanStepKind.AGENT: AGENT_TOKENS, PlanStepKind.EDIT: 10_000}
_SECONDS = {PlanStepKind.AGENT: AGENT_SECONDS, PlanStepKind.EDIT: 60.0}


def card_of(
    plan: Plan, registry: Registry, locale: str, *, names: Mapping[str, str] | None = None, price: Price | None = None
) -> PlanCard:
    """Return the card a person approves. `names` maps ids to names; with a price, tokens become money."""
    counted: dict[str, int] = {}
    for step in plan.steps:
        for what, often in _counts(plan, step, registry):
            counted[what] = counted.get(what, 0) + often
    graph = _graph(plan)
    nodes = {} if graph is None else {node.id: node for node in graph.nodes}
    return PlanCard(
        plan=plan.id,
        version=plan.version,
        content_hash=hash_of(plan),
        objective=plan.goal or plan.title,
        steps=[
            _step(number, step, nodes.get(step.id), registry, locale, names or {})
            for number, step in enumerate(plan.steps, start=1)
        ],
        counts=Counted(**counted),
        files=sorted({path for step in plan.steps for path in _files(step, registry)}),
        hosts=sorted({host for step in plan.steps for host in _hosts(step, registry)}),
        estimate=estimate_of(plan, registry, price),
        risks=plan.risks,
        findings=[each for each in plan.feedback if each.status != "resolved"],
        open_criticals=sum(blocks(each) for each in plan.feedback),
        envelope=(Envelope() if graph is None else envelope_of(graph, registry)).model_dump(mode="json"),
    )


def estimate_of(plan: Plan, registry: Registry, price: Price | None = None) -> Estimate:
    """Estimate what a plan takes from what its steps say, else a few turns per agent and a moment per call."""
    tokens, seconds = 0, 0.0
    for step in plan.steps:
        said = step.estimate or Estimate()
        each = said.tokens if said.tokens is not None else _TOKENS.get(step.kind, 0)
        tokens += each * times_of(step)
        seconds += (said.seconds if said.seconds is not None else _seconds(step, registry)) * times_of(step)
    costs = [step.estimate.cost for step in plan.steps if step.estimate is not None and step.estimate.cost is not None]
    cost = sum(costs) if costs else None
    said_or_priced = cost_of(tokens, price) if cost is None else round(cost, 6)
    return Estimate(tokens=tokens, cost=said_or_priced, seconds=round(seconds, 1))


def times_of(step: PlanStep) -> int:
    """Return how often a step runs at most."""
    return 1 if step.repeat is None else step.repeat.count or step.repeat.max


def _step(
    number: int, step: PlanStep, node: Step | None, registry: Registry, locale: str, names: Mapping[str, str]
) -> CardStep:
    capability = _capability(step, registry)
    params = step.call.params if step.call is not None else {}
    return CardStep(
        id=step.id,
        number=number,
        title=step.title,
        description=step.description,
        kind=step.kind,
        function=_function(step, capability),
        function_title=_function_title(step, capability, locale),
        times=times_of(step),
        effect=None if capability is None else capability.effect.value,
        params=params,
        names={key: named for key, value in params.items() if (named := _names_in(value, names))},
        rationale=step.rationale,
        validation=step.validation,
        dependencies=step.dependencies,
        files=files_of(step),
        check=None if (checked := check_of(step)) is None else checked.command,
        asks=_asks(step, node, capability, registry),
    )


def _function(step: PlanStep, capability: Capability | None) -> str:
    match step.kind:
        case PlanStepKind.CALL:
            return capability.name if capability is not None else step.call.capability if step.call else ""
        case PlanStepKind.WORKFLOW:
            return step.workflow or ""
        case PlanStepKind.HUMAN:
            return "human"
        case PlanStepKind.EDIT | PlanStepKind.AGENT:
            return step.agent or (DEV if step.kind is PlanStepKind.EDIT else "agent")


def _function_title(step: PlanStep, capability: Capability | None, locale: str) -> str:
    if capability is not None:
        return capability.title_in(locale)
    if step.kind is PlanStepKind.CALL:
        return step.call.capability if step.call else ""
    title = _KINDS[step.kind][is_portuguese(locale)]
    named = step.workflow if step.kind is PlanStepKind.WORKFLOW else step.agent
    return f"{title}: {named}" if named else title


def _asks(step: PlanStep, node: Step | None, capability: Capability | None, registry: Registry) -> bool:
    """Return whether a step asks again despite the approval: a person's step, a gate, or values known only later."""
    if step.approval is not None or step.kind is PlanStepKind.HUMAN:
        return True
    if step.kind is PlanStepKind.CALL:
        if capability is None or capability.effect in _LOOKING:
            return False
        if node is None or node.call is None:
            return True  # a plan that cannot run grants nothing
        params = node.call.params
        touched = [params.get(name) for name in capability.targets] if capability.targets else [params]
        return not all(is_foreseen(each, node) for each in touched)
    if step.kind is PlanStepKind.WORKFLOW or files_of(step):
        return step.kind is PlanStepKind.WORKFLOW
    return step.tools is None or any(_has_effect(name, registry) for name in step.tools)


def _has_effect(tool: str, registry: Registry) -> bool:
    try:
        return registry.get(tool).effect not in _LOOKING
    except UnknownCapability:
        return True  # a pattern or an unknown name may have an effect


def _counts(plan: Plan, step: PlanStep, registry: Registry) -> Iterator[tuple[str, int]]:
    """Yield what a step creates, changes, removes, runs or sends, and how often at most."""
    often = times_of(step)
    if step.kind in (PlanStepKind.EDIT, PlanStepKind.AGENT):
        for path in files_of(step):
            yield _COUNTED[_action(plan, step, path)], often
    capability = _capability(step, registry)
    match capability.effect if capability is not None else None:
        case Effect.WRITE:
            assert capability is not None
            yield _writes(capability), often
        case Effect.DELETE:
            yield "delete", often
        case Effect.EXEC:
            yield "execute", often
        case Effect.EXTERNAL:
            yield "send", often
        case _:
            pass


_COUNTED = {"create": "create", "modify": "change", "delete": "delete"}


def _action(plan: Plan, step: PlanStep, path: str) -> FileAction:
    """Return what happens to a file; without a word from the step, a file that was surveyed is changed."""
    if step.file_action is not None:
        return step.file_action
    known = path in plan.context.files_analyzed or path in plan.context.file_hashes
    return "modify" if known or step.line_start is not None else "create"


def _writes(capability: Capability) -> str:
    verbs = (capability.name.partition(".")[2], capability.category.lower())
    return "create" if any(_MAKING.match(verb) for verb in verbs) else "change"


def _files(step: PlanStep, registry: Registry) -> Iterator[str]:
    """Yield the files a step touches: those it names, and those its call writes."""
    yield from files_of(step)
    capability = _capability(step, registry)
    if capability is None or capability.effect in _LOOKING or step.call is None:
        return
    for name in capability.targets:
        value = step.call.params.get(name)
        if name in ("path", "file", "paths", "files"):
            yield from (each for each in _texts(value) if is_literal(each))


def _hosts(step: PlanStep, registry: Registry) -> Iterator[str]:
    """Yield the hosts a step contacts, as far as its parameters show."""
    capability = _capability(step, registry)
    if capability is None or capability.effect is not Effect.EXTERNAL or step.call is None:
        return
    for text in _texts(step.call.params):
        if text.startswith(("http://", "https://")):
            try:
                host = urlsplit(text).hostname
            except ValueError:
                continue
            if host:
                yield host


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _texts(each)
    elif isinstance(value, dict):
        for each in cast("dict[str, Any]", value).values():
            yield from _texts(each)


def _names_in(value: Any, names: Mapping[str, str]) -> str:
    """Return the names of the ids in a value."""
    found = [names[each] for each in _texts(value) if each in names]
    return ", ".join(dict.fromkeys(found))


def _seconds(step: PlanStep, registry: Registry) -> float:
    if step.kind is not PlanStepKind.CALL:
        return _SECONDS.get(step.kind, 0.0)
    capability = _capability(step, registry)
    return seconds_of_call(None if capability is None else capability.effect)


def _capability(step: PlanStep, registry: Registry) -> Capability | None:
    if step.kind is not PlanStepKind.CALL or step.call is None:
        return None
    try:
        return registry.get(step.call.capability)
    except UnknownCapability:
        return None


def _graph(plan: Plan) -> Graph | None:
    try:
        return graph_of(plan)
    except AuleError:
        return None  # a plan that cannot run has no graph
