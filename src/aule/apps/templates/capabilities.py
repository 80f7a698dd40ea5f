"""Templates as capabilities: an agent sees which there are and makes a workflow of one, which a person approves."""

from __future__ import annotations

from typing import Annotated, Any, cast

from pydantic import Field

from aule.apps.templates.app import templates
from aule.apps.templates.gallery import Gallery
from aule.apps.templates.views import UsedTemplate
from aule.contracts.access.differences import preview
from aule.sdk import Context, Effect, Model, Preview
from aule.sdk.workflows import document

TemplateId = Annotated[str, "The template's id.", Field(min_length=1, max_length=64)]
Params = Annotated[dict[str, Any], "Values of its parameters, by name."]
Title = Annotated[str, "What the workflow is called; empty: as the template.", Field(max_length=200)]
Shared = Annotated[bool, "Whether every project may run it, not only this one."]


class ListedTemplate(Model):
    """A template, without its steps."""

    id: str
    title: str
    description: str
    parameters: dict[str, Any] = Field(description="What it is made from, each with its JSON Schema.")
    is_ready: bool = Field(description="Whether everything it needs is there.")


class ListedTemplates(Model):
    """The templates there are."""

    templates: list[ListedTemplate]


@templates.capability(
    effect=Effect.READ,
    title={"en": "List workflow templates", "pt": "Listar modelos de fluxo"},
    category="workflows",
    unspoken=True,
)
async def list_templates(context: Context) -> ListedTemplates:
    """List the templates that workflows can be made from, with their parameters."""
    found = (await _gallery(context).list(context.project, context.locale)).items
    context.cite("workflow templates", rows=len(found))
    listed = [
        ListedTemplate(
            id=each.id,
            title=each.title,
            description=each.description,
            parameters=each.parameters,
            is_ready=each.is_ready,
        )
        for each in found
    ]
    return ListedTemplates(templates=listed)


async def _preview(context: Context, template: str, params: dict[str, Any], title: str, shared: bool) -> Preview:
    text = await _document(context, template, params, title, shared)
    draft = await context.workflows.draft(text)
    return preview(f"{draft.workflow.id}.yaml", None, draft.text.encode())


@templates.capability(
    effect=Effect.WRITE,
    title={"en": "Use a workflow template", "pt": "Usar um modelo de fluxo"},
    category="workflows",
    reversible=True,
    unspoken=True,
    preview=_preview,
)
async def use_template(
    context: Context,
    template: TemplateId,
    params: Params = {},  # noqa: B006 - copied by the schema
    title: Title = "",
    shared: Shared = False,
) -> UsedTemplate:
    """Make a workflow from a template and keep it. Nothing of it runs."""
    draft = await context.workflows.draft(await _document(context, template, params, title, shared))
    if context.is_by_hand:
        draft = draft.of_owner()
    change = await context.keep_workflow(draft)
    kept = draft.workflow
    return UsedTemplate(
        id=kept.id,
        title=kept.title,
        project=kept.project,
        version=kept.version,
        steps=len(kept.graph.nodes),
        change=change,
    )


async def _document(context: Context, template: str, params: dict[str, Any], title: str, shared: bool) -> str:
    gallery = _gallery(context)
    found = await gallery.find(template, context.project, context.locale)
    made = await gallery.make(found, params, title.strip() or None, context.locale)
    return document(made if shared else made.model_copy(update={"project": context.project.id}))


def _gallery(context: Context) -> Gallery:
    return cast("Gallery", context.own)
