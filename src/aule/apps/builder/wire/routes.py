"""The builder over HTTP: files of other programs read, workflows written as files, edits looked at and made."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from aule.apps.builder.capabilities import EditedWorkflow, edited_text
from aule.apps.builder.exchange import Exchange
from aule.apps.builder.formats.agent_spec_export import ExportedWorkflow
from aule.apps.builder.formats.imported import LARGEST, ImportedWorkflow
from aule.apps.builder.graph_edits import MOST_EDITS, Edit
from aule.contracts.access.approval import FileDiff, Text
from aule.contracts.access.differences import preview
from aule.contracts.runs.finding import Finding
from aule.contracts.runs.workflow import Workflow
from aule.sdk.http import ByHand, Id, IdempotencyKey, Kernel, Model, Own, Routes, Word

wire = Routes(prefix="/v1/workflows", tags=["workflows"])

System = Annotated[Exchange, Own()]


class WorkflowFile(Model):
    """A file that holds a workflow."""

    content: str = Field(min_length=1, max_length=LARGEST)
    filename: str = Field(default="", max_length=200)
    is_draft: bool = True
    """Whether it is only read; otherwise it is kept too, if nothing is wrong with it."""


class WorkflowImport(ImportedWorkflow):
    """A workflow as a file tells it, and what keeps it from running here."""

    findings: list[Finding]
    is_kept: bool


class WorkflowEdits(Model):
    """Edits of a workflow, made in this order, all or none."""

    edits: list[Edit] = Field(min_length=1, max_length=MOST_EDITS)


class WorkflowProposal(Model):
    """A workflow as edits would leave it. Nothing is kept."""

    workflow: Workflow
    document: str
    preview: FileDiff | Text
    version: int = Field(description="The version that was looked at.")


@wire.route("POST", "/import", status=201)
async def import_workflow(body: WorkflowFile, own: System, kernel: Kernel, locale: Word = None) -> WorkflowImport:
    """Read a workflow of n8n, Langflow, Open Agent Spec or ours. Nothing in it runs; what is left out is told."""
    found = await own.read(body.content, body.filename, own.locale(locale))
    workflow = found.workflow
    if not body.is_draft:
        workflow = await kernel.library.save(workflow, expected=None)
    findings = [] if not body.is_draft else await own.check(workflow)
    return WorkflowImport(
        workflow=workflow,
        format=found.format,
        left_out=found.left_out,
        notes=found.notes,
        findings=findings,
        is_kept=not body.is_draft,
    )


@wire.route("GET", "/{id}/export")
async def export_workflow_file(
    id: Id, own: System, format: Literal["agent_spec"] = "agent_spec", locale: Word = None
) -> ExportedWorkflow:
    """A workflow as a file of Open Agent Spec, with what the format has no place for."""
    return await own.write(id, own.locale(locale))


@wire.route("POST", "/{id}/edits/preview")
async def preview_workflow_edits(
    id: Id, body: WorkflowEdits, own: System, kernel: Kernel, locale: Word = None
) -> WorkflowProposal:
    """A workflow as edits would leave it, checked completely, and how its document would differ. Nothing is kept."""
    kept = await kernel.library.get(id)
    draft = await kernel.library.draft(edited_text(kept, body.edits, own.locale(locale)), replace=True)
    shown = preview(f"{id}.yaml", (draft.text_before or "").encode(), draft.text.encode())
    return WorkflowProposal(workflow=draft.workflow, document=draft.text, preview=shown, version=kept.version)


@wire.route("POST", "/{id}/edits")
async def edit_workflow(
    id: Id, body: WorkflowEdits, own: System, kernel: Kernel, locale: Word = None, key: IdempotencyKey = None
) -> EditedWorkflow:
    """Edit a workflow by hand; undoing `change` takes all edits back."""
    edits = [each.model_dump(mode="json", by_alias=True, exclude_unset=True) for each in body.edits]
    params = {"workflow": id, "edits": edits}
    called = await kernel.call("builder.edit_workflow", params, locale=own.locale(locale), key=key, by_hand=ByHand())
    return EditedWorkflow.model_validate(called.result.data)
