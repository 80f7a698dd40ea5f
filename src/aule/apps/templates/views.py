"""What people see of a template before they use it: its graph, what it needs, what it will ask, what it may take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pydantic import Field

from aule.apps.templates.files import SourceKind
from aule.contracts.access.capability import Effect
from aule.contracts.errors import UnknownCapability
from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import Estimate
from aule.contracts.runs.finding import Finding
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.sdk.system import Registry

_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})


class TemplateNode(Model):
    """A step in the picture of a template."""

    id: str
    title: str
    kind: StepKind
    asks: bool
    """Whether it stops for a person by its own wish."""
    is_optional: bool
    """Whether it runs only where a condition holds."""


class TemplateEdge(Model):
    """One step waits for another."""

    source: str
    target: str


class TemplateGraph(Model):
    """The picture of a template: its steps and what waits for what."""

    nodes: list[TemplateNode]
    edges: list[TemplateEdge]


class TemplateNeed(Model):
    """Something a template needs, and whether it is there."""

    kind: Literal["model", "app", "capability", "images", "program"]
    name: str
    label: str
    """What it is, in the person's language."""
    is_optional: bool
    is_met: bool
    note: str = ""
    """What becomes of the workflow without it."""


class TemplateQuestion(Model):
    """Something a run of it asks a person."""

    step: str
    title: str
    why: Literal["question", "before", "after", "call", "agent"]
    """An answer is wanted, a step or its result is looked at, a call needs a yes, or an agent's calls may."""
    message: str = ""
    capability: str | None = None
    effect: Effect | None = None
    is_optional: bool = False


class TemplateSummary(Model):
    """A template in a list."""

    id: str
    title: str
    description: str
    source: SourceKind
    app: str | None
    """The app that brings it."""
    app_name: str | None
    """What that app is called, in the person's language."""
    place: str
    """The file it stands in."""
    parameters: dict[str, JsonObject]
    """What it is made from, each with its JSON Schema, in the person's language."""
    graph: TemplateGraph
    needs: list[TemplateNeed]
    asks: list[TemplateQuestion]
    estimate: Estimate
    """What a run takes at most, people's time left out."""
    runs_without_model: bool
    is_ready: bool
    """Whether everything it cannot do without is there."""


class TemplateProblem(Model):
    """A file that is no template, and why."""

    source: SourceKind
    app: str | None
    place: str
    findings: list[Finding]


class TemplateList(Model):
    """The templates there are, and the files that should be some and are not."""

    items: list[TemplateSummary]
    problems: list[TemplateProblem]


class TemplateView(TemplateSummary):
    """A template with the workflow it makes."""

    document: str = Field(description="The workflow as a document, with the defaults of its parameters.")
    findings: list[Finding]
    """What would keep the workflow from running here, such as an agent that is not there."""


class UsedTemplate(Model):
    """A workflow that was made from a template."""

    id: str
    title: str
    project: str | None
    version: int
    steps: int
    change: str
    """Undoing this change takes the workflow away again."""


def picture_of(graph: Graph) -> TemplateGraph:
    """Return the picture of a graph."""
    nodes = [
        TemplateNode(id=step.id, title=title_of(step), kind=step.kind, asks=_stops(step), is_optional=is_optional(step))
        for step in graph.nodes
    ]
    edges = [TemplateEdge(source=before, target=step.id) for step in graph.nodes for before in step.dependencies]
    return TemplateGraph(nodes=nodes, edges=edges)


def questions_of(graph: Graph, registry: Registry) -> Iterator[TemplateQuestion]:
    """Yield what a run of a graph asks a person, in the order of its steps."""
    for step in every_step(graph):
        title, optional = title_of(step), is_optional(step)
        if step.question is not None:
            message = step.question.message
            yield TemplateQuestion(step=step.id, title=title, why="question", message=message, is_optional=optional)
        if step.interrupt is not None and step.interrupt.before:
            message = step.interrupt.message
            yield TemplateQuestion(step=step.id, title=title, why="before", message=message, is_optional=optional)
        for name, effect in _asking(step, registry):
            why: Literal["call", "agent"] = "agent" if step.kind is StepKind.AGENT else "call"
            yield TemplateQuestion(
                step=step.id, title=title, why=why, capability=name, effect=effect, is_optional=optional
            )
        if step.interrupt is not None and step.interrupt.after:
            message = step.interrupt.message
            yield TemplateQuestion(step=step.id, title=title, why="after", message=message, is_optional=optional)


def capabilities_of(graph: Graph) -> dict[str, bool]:
    """Return the capabilities that steps and their agents name, each with whether only optional steps do."""
    found: dict[str, bool] = {}
    for step in every_step(graph):
        for name in _named(step):
            if "*" not in name:
                found[name] = found.get(name, True) and is_optional(step)
    return found


def apps_of(graph: Graph) -> dict[str, bool]:
    """Return the apps beside core whose capabilities are named, each with whether only optional steps name it."""
    found: dict[str, bool] = {}
    for name, optional in capabilities_of(graph).items():
        app = name.partition(".")[0]
        if app != "core":
            found[app] = found.get(app, True) and optional
    return found


def needs_model(graph: Graph) -> Literal["always", "partly", "never"]:
    """Return whether a graph needs a model: for a step that always runs, only for some that may be left out, or not."""
    agents = [step for step in every_step(graph) if step.kind is StepKind.AGENT]
    if not agents:
        return "never"
    return "partly" if all(is_optional(step) for step in agents) else "always"


def every_step(graph: Graph) -> Iterator[Step]:
    """Yield the steps of a graph, those of graphs inside it included."""
    for step in graph.nodes:
        yield step
        if step.graph is not None:
            yield from every_step(step.graph)


def title_of(step: Step) -> str:
    """Return what a step is called."""
    return step.title or step.id.replace("_", " ").replace("-", " ").capitalize()


def is_optional(step: Step) -> bool:
    """Return whether a step may be left out: it has a condition, and it is not one itself."""
    return step.when is not None and step.kind is not StepKind.CONDITION


def is_ready(needs: Iterable[TemplateNeed]) -> bool:
    """Return whether everything is there that is not optional."""
    return all(need.is_met or need.is_optional for need in needs)


def _stops(step: Step) -> bool:
    return step.kind is StepKind.HUMAN or (
        step.interrupt is not None and (step.interrupt.before or step.interrupt.after)
    )


def _named(step: Step) -> Sequence[str]:
    return [step.call.capability] if step.call is not None else step.tools or []


def _asking(step: Step, registry: Registry) -> Iterator[tuple[str, Effect]]:
    """Yield the capabilities a step uses that do something."""
    for name in _named(step):
        try:
            effect = registry.get(name).effect
        except UnknownCapability:
            continue
        if effect not in _LOOKING:
            yield name, effect
