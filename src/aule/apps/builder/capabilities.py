"""Workflows edited as a capability: a person sees the difference and approves it; everything can be undone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from aule.apps.builder.app import builder
from aule.apps.builder.graph_edits import MOST_EDITS, Edit, apply_edits
from aule.apps.builder.words import say
from aule.contracts.access.differences import preview
from aule.contracts.runs.workflow import Workflow
from aule.sdk import Context, Effect, Model, Preview, errors
from aule.sdk.workflows import WorkflowDraft, form_of

Wanted = Annotated[
    str, "The workflow's id; empty: the one that is open.", Field(max_length=64, pattern=r"^[a-z0-9_-]*$")
]
Edits = Annotated[
    list[Edit],
    "What to change, in this order; all of it is done or nothing. Steps are written as in a document: an id and one of"
    " capability (with params), prompt (with agent, tools), ask (with options), if, workflow (with inputs) and steps."
    " A step added before another takes its dependencies; one that is removed joins its neighbours.",
    Field(min_length=1, max_length=MOST_EDITS),
]


class EditedWorkflow(Model):
    """A workflow after its edits."""

    id: str
    title: str
    version: int
    steps: list[str] = Field(description="The ids of its steps, in their order.")
    change: str = Field(description="Undoing this brings the workflow back as it was.")
    message: str


async def draft_of(context: Context, workflow: str, edits: Sequence[Edit]) -> WorkflowDraft:
    """Return a workflow with edits made to it, checked completely; raise what keeps them from being made."""
    kept = await context.workflows.get(workflow or _open(context))
    draft = await context.workflows.draft(edited_text(kept, edits, context.locale), replace=True)
    # Somebody may have saved between the two looks: what the edits were made on decides whether they are stale.
    return replace(draft, before=kept)


def edited_text(kept: Workflow, edits: Sequence[Edit], locale: str) -> str:
    """Return a workflow's document after edits."""
    return json.dumps(apply_edits(form_of(kept), edits, locale), ensure_ascii=False)


async def _preview(context: Context, edits: list[Edit], workflow: str) -> Preview:
    draft = await draft_of(context, workflow, edits)
    before = None if draft.text_before is None else draft.text_before.encode()
    return preview(f"{draft.workflow.id}.yaml", before, draft.text.encode())


@builder.capability(
    effect=Effect.WRITE,
    title={"en": "Edit a workflow", "pt": "Editar um fluxo"},
    category="workflows",
    targets=["workflow"],
    reversible=True,
    unspoken=True,
    preview=_preview,
)
async def edit_workflow(context: Context, edits: Edits, workflow: Wanted = "") -> EditedWorkflow:
    """Change the steps of a workflow: add, remove, change, rename, connect them. It is checked; nothing runs."""
    draft = await draft_of(context, workflow, edits)
    change = await context.keep_workflow(draft)
    kept = draft.workflow
    return EditedWorkflow(
        id=kept.id,
        title=kept.title,
        version=kept.version,
        steps=[step.id for step in kept.graph.nodes],
        change=change,
        message=say("edited", context.locale, title=kept.title, version=kept.version, count=len(kept.graph.nodes)),
    )


def _open(context: Context) -> str:
    kind, _, id = (context.run.about or "").partition(":")
    if kind != "workflow" or not id:
        raise errors.Invalid(say("which_workflow", context.locale), code="which_workflow", field="workflow")
    return id
