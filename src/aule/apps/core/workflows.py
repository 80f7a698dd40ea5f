"""Workflows as capabilities: an agent writes one from a sentence, a person approves it, anybody runs it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.write import said
from aule.contracts.access.differences import preview
from aule.sdk import Context, Effect, Model, Preview, errors

Wanted = Annotated[str, "The workflow's id.", Field(min_length=1, max_length=64)]
Document = Annotated[
    str,
    "The workflow in YAML: id, title, inputs (name: type), state (name: type), steps and output. A step has an id and"
    " one of capability (with params), prompt (with agent, tools), ask (with options), if, workflow (with inputs) and"
    " steps; and as needed depends_on, writes (the state key its result goes to), when, for_each with max, interrupt"
    " (before or after), on_error (abort or skip), retry and timeout_s. Values look at others with {{inputs.x}},"
    " {{state.x}}, {{steps.id.result.x}} and {{item}}; a step only looks at steps in its depends_on.",
    Field(min_length=1, max_length=200_000),
]


class Kept(Model):
    """A workflow that was kept."""

    id: str
    title: str
    version: int
    steps: int = Field(description="How many steps it has.")


class Listed(Model):
    """A workflow, without its steps."""

    id: str
    title: str
    description: str
    inputs: dict[str, Any] = Field(description="What it has to be given, each with its JSON Schema.")
    steps: int
    last_status: str | None = Field(description="How it went last.")


class Workflows(Model):
    """The workflows there are."""

    workflows: list[Listed]


class Shown(Model):
    """A workflow as a document."""

    id: str
    title: str
    version: int
    document: str = Field(description="The whole workflow, in YAML.")


class Outcome(Model):
    """What a run of a workflow came to."""

    run: str
    status: str = Field(description="`done`, or `waiting` when a person has to look at it first.")
    output: Any = Field(default=None, description="What it gives, once it is done.")
    problem: str | None = None


async def _preview(context: Context, document: str, overwrite: bool) -> Preview:
    draft = await context.workflows.draft(document, replace=overwrite)
    before = None if draft.text_before is None else draft.text_before.encode()
    return preview(f"{draft.workflow.id}.yaml", before, draft.text.encode())


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Create a workflow", "pt": "Criar um fluxo"},
    category="workflows",
    reversible=True,
    preview=_preview,
)
async def create_workflow(
    context: Context,
    document: Document,
    overwrite: Annotated[bool, "Whether it may replace a workflow with the same id."] = False,
) -> Kept:
    """Write down a workflow that can be run again and again. It is checked completely first; nothing of it runs."""
    draft = await context.workflows.draft(document, replace=overwrite)
    await context.keep_workflow(draft)
    kept = draft.workflow
    return Kept(id=kept.id, title=kept.title, version=kept.version, steps=len(kept.graph.nodes))


@core.capability(effect=Effect.READ, title={"en": "List workflows", "pt": "Listar os fluxos"}, category="workflows")
async def list_workflows(context: Context) -> Workflows:
    """List the workflows of this project and those of all projects, the one changed last first."""
    found = await context.workflows.of_project(context.project.id)
    context.cite("workflows", rows=len(found))
    listed = [
        Listed(
            id=each.workflow.id,
            title=each.workflow.title,
            description=each.workflow.description,
            inputs=each.workflow.graph.inputs,
            steps=each.steps,
            last_status=None if each.last_run is None else each.last_run.status,
        )
        for each in found
    ]
    return Workflows(workflows=listed)


@core.capability(effect=Effect.READ, title={"en": "Show a workflow", "pt": "Mostrar um fluxo"}, category="workflows")
async def show_workflow(context: Context, workflow: Wanted) -> Shown:
    """Show a workflow with all its steps, in the form it is written in."""
    found = await context.workflows.get(workflow)
    return Shown(id=found.id, title=found.title, version=found.version, document=context.workflows.text(found))


@core.capability(
    effect=Effect.READ,
    title={"en": "Run a workflow", "pt": "Executar um fluxo"},
    category="workflows",
    timeout_s=86_400,
)
async def run_workflow(
    context: Context,
    workflow: Wanted,
    inputs: Annotated[dict[str, Any], "What it is given, by name."] = {},  # noqa: B006 - copied by the schema
) -> Outcome:
    """Run a workflow and wait until it is done or needs a person. Whatever in it asks for approval still asks."""
    ran = await context.run_workflow(workflow, inputs)
    problem = None if ran.run.error is None else ran.run.error.message
    outcome = Outcome(run=ran.run.id, status=ran.run.status, output=ran.output, problem=problem)
    if ran.run.status.is_failure:
        why = problem or ran.run.status
        message = said(
            context,
            en=f"The workflow {workflow!r} did not come to its end: {why}",
            pt=f"O fluxo {workflow!r} não chegou ao fim: {why}",
        )
        raise errors.Unsuccessful(message, given=outcome, code="workflow_failed", subject=ran.run.id)
    return outcome
