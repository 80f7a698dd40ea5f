"""Workflows: kept, checked, previewed, run. Their bodies are documents, as JSON or as YAML."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from starlette.requests import ClientDisconnect

from aule.contracts.access.approval import Approval, StepEdit
from aule.contracts.access.change import Removed
from aule.contracts.errors import Cancelled, Invalid, NotFound, TooLarge
from aule.contracts.events.facts import Event
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.runs.workflow import (
    SampleCall,
    Workflow,
    WorkflowCheck,
    WorkflowPreview,
    WorkflowSummary,
    WorkflowVersions,
    WorkflowView,
)
from aule.contracts.views import Page
from aule.kernel.kernel import DEFAULT_LOCALE, Kernel
from aule.kernel.workflows.answers import answer_to
from aule.kernel.workflows.document_writer import Format, document
from aule.kernel.workflows.form import document_schema
from aule.kernel.workflows.library import StartOptions
from aule.kernel.workflows.partial_runs import RunPart
from aule.kernel.workflows.text import MAX_BYTES
from aule.server.bodies import StepTry, WorkflowInputs, WorkflowResume, WorkflowRun, WorkflowStart
from aule.server.events import EventQuery, answer_events
from aule.server.json_bodies import JsonRoute, UnsupportedMediaType
from aule.server.params import Id, IfMatch, Key, Named, Part, System
from aule.server.versions import expected_version, losing_is_stale, replaced_version, show_version
from aule.text.hashing import bytes_hash

router = APIRouter(prefix="/v1/workflows", tags=["workflows"], route_class=JsonRoute)

Version = Annotated[int, Path(ge=0, le=2**53)]
ANY_RUN = WorkflowRun()
GO_ON = WorkflowResume()
_YAML = "application/yaml"
_TYPES = frozenset({"application/json", _YAML, "application/x-yaml", "text/yaml", "text/x-yaml"})
_DOCUMENT: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"type": "object", "description": "A document, or a workflow as read."}},
            _YAML: {"schema": {"type": "string", "description": "A document in YAML."}},
        },
    }
}
_TEXTS: dict[int | str, dict[str, Any]] = {
    200: {"content": {_YAML: {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}}}}
}


@router.get("")
async def list_workflows(kernel: System, part: Part, project: Named = None) -> Page[WorkflowSummary]:
    """Workflows with how they went last, the one changed last first."""
    return await kernel.library.list(project=project, limit=part.limit, after=part.after)


@router.post("", status_code=201, openapi_extra=_DOCUMENT)
async def create_workflow(request: Request, kernel: System, response: Response) -> Workflow:
    """Keep a new workflow. It is checked completely; nothing of it runs."""
    workflow = await kernel.library.read(await _text(request))
    saved = await kernel.library.save(workflow, expected=None)
    show_version(response, saved.version)
    return saved


@router.get("/schema")
async def get_workflow_schema() -> JsonObject:
    """The JSON Schema of workflow documents."""
    return document_schema()


@router.post("/check", openapi_extra=_DOCUMENT)
async def check_workflow(
    request: Request,
    kernel: System,
    format: Annotated[Format, Query(description="How the document is written.")] = "yaml",
) -> WorkflowCheck:
    """Everything that is wrong with a document, each with its place, and the document itself. Nothing is kept."""
    return await kernel.library.check(await _text(request), format)


@router.get("/{id}")
async def get_workflow(id: Id, kernel: System, response: Response) -> WorkflowView:
    """One workflow, with the status, the steps and the shared state of its latest run."""
    workflow = await kernel.library.view(id)
    show_version(response, workflow.version)
    return workflow


@router.put("/{id}", openapi_extra=_DOCUMENT)
async def replace_workflow(
    id: Id, request: Request, kernel: System, response: Response, if_match: IfMatch = None
) -> Workflow:
    """Replace a workflow. Runs of it that are under way go on with what they began with."""
    current = await kernel.library.workflows.get(id)
    expected = await replaced_version(kernel, if_match, current.version, f"workflow:{id}")
    workflow = await kernel.library.read(await _text(request))
    if workflow.id != id:
        raise Invalid(f"The workflow {id!r} cannot become {workflow.id!r}", hint="Ids stay; keep it anew.", field="id")
    with losing_is_stale():
        saved = await kernel.library.save(workflow, expected=expected)
    show_version(response, saved.version)
    return saved


@router.delete("/{id}")
async def delete_workflow(id: Id, kernel: System, if_match: IfMatch = None) -> Removed:
    """Delete a workflow; undoing `change` brings it back. Its runs stay."""
    expected = expected_version(if_match, (await kernel.library.workflows.get(id)).version)
    with losing_is_stale():
        return await kernel.library.delete(id, expected=expected)


@router.get("/{id}/document", response_class=Response, responses=_TEXTS)
async def get_workflow_document(
    id: Id, kernel: System, format: Annotated[Format, Query(description="How it is written.")] = "yaml"
) -> Response:
    """A workflow as a document, the same keys in the same order every time."""
    workflow = await kernel.library.workflows.get(id)
    media_type = _YAML if format == "yaml" else "application/json"
    answer = Response(document(workflow, format), media_type=media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="{workflow.id}.{format}"'
    show_version(answer, workflow.version)
    return answer


@router.get("/{id}/preview")
async def preview_workflow(id: Id, kernel: System) -> WorkflowPreview:
    """What running it with the inputs it has by default would be allowed to do.

    `content_hash` is what allows exactly this.
    """
    return await kernel.library.preview(id, {})


@router.post("/{id}/preview")
async def preview_workflow_with_inputs(id: Id, body: WorkflowInputs, kernel: System) -> WorkflowPreview:
    """What running it with these inputs would be allowed to do; `content_hash` allows exactly this, with these inputs.

    Nothing runs. Files and other targets that the inputs name are part of what is allowed: no step asks for them.
    """
    return await kernel.library.preview(id, body.inputs)


@router.post("/{id}/run", status_code=201)
async def run_workflow(id: Id, body: WorkflowStart, kernel: System, key: Key = None) -> Run:
    """Run a workflow, or a part of it. Everything is checked first; what happens then comes as events.

    Of a part, what came before is taken over: from `results`, from pins where they are asked for, or from the last run.
    """
    run = None if key is None else f"run_{bytes_hash(f'{id} {key}'.encode())[:26]}"
    locale = body.locale or kernel.settings.current().appearance.locale or DEFAULT_LOCALE
    start = StartOptions(inputs=body.inputs, project=body.project, approve=body.approve, locale=locale, id=run)
    part = RunPart(start_at=body.start_at, only=body.only, results=body.results, use_pins=body.use_pins)
    return await kernel.partial_runs.run(id, start, part)


@router.post("/{id}/steps/{step}/try")
async def try_workflow_step(id: Id, step: Id, body: StepTry, kernel: System) -> SampleCall:
    """Try one call of a workflow by itself: reading is done, everything else is only shown, and has no effect."""
    locale = body.locale or kernel.settings.current().appearance.locale or DEFAULT_LOCALE
    start = StartOptions(inputs=body.inputs, project=body.project, locale=locale)
    return await kernel.sample_calls.make(id, step, start, RunPart(results=body.results, use_pins=body.use_pins))


@router.get("/{id}/versions")
async def list_workflow_versions(id: Id, kernel: System) -> WorkflowVersions:
    """The versions of a workflow, the latest first, with who made each."""
    return await kernel.version_history.list(id)


@router.get("/{id}/versions/{version}")
async def get_workflow_version(id: Id, version: Version, kernel: System) -> Workflow:
    """A workflow as it was in a version."""
    return await kernel.version_history.get(id, version)


@router.post("/{id}/versions/{version}/restore")
async def restore_workflow_version(
    id: Id, version: Version, kernel: System, response: Response, if_match: IfMatch = None
) -> Workflow:
    """Make a workflow what it was in a version; that is a version of its own, and can be undone."""
    expected = expected_version(if_match, (await kernel.library.get(id)).version)
    with losing_is_stale():
        saved = await kernel.version_history.restore(id, version, expected=expected)
    show_version(response, saved.version)
    return saved


@router.post("/{id}/resume")
async def resume_workflow(id: Id, kernel: System, body: WorkflowResume = GO_ON) -> Run:
    """Let a run of a workflow go on, the one that is named or the latest: a paused one, or one at an interrupt.

    One interrupt waits: that one is answered. Several wait: 409 names them.
    """
    run = await kernel.runs.get(await _run_of(kernel, id, body.run))
    is_paused = run.status is RunStatus.PAUSED
    if not is_paused or body.model_fields_set - {"run"}:
        waiting = [each for below in await kernel.runs.tree(run.id) for each in await _pending(kernel, below.id)]
        answer = answer_to(waiting, body.decision, body.approval)
        edit = StepEdit(state=body.state) if body.state else None
        asked = answer.approval
        seen = asked.binds.content_hash
        await kernel.decide(asked.id, answer.option, content_hash=seen, answer=answer.words, edit=edit)
    return await kernel.engine.resume(run.id) if is_paused else await kernel.runs.get(run.id)


@router.post("/{id}/cancel")
async def cancel_workflow(id: Id, kernel: System, body: WorkflowRun = ANY_RUN) -> Run:
    """Stop a run of a workflow: the one that is named, or the latest."""
    return await kernel.cancel(await _run_of(kernel, id, body.run))


@router.get("/{id}/events", response_model=Page[Event])
async def list_workflow_events(
    id: Id, request: Request, kernel: System, query: Annotated[EventQuery, Depends()]
) -> Response:
    """What happened in a run of a workflow, the latest or the one that is named; as pages or as a stream."""
    return await answer_events(request, kernel, replace(query, run=await _run_of(kernel, id, query.run)))


async def _pending(kernel: Kernel, run: str) -> list[Approval]:
    return await kernel.approvals.pending(run=run)


async def _run_of(kernel: Kernel, id: str, run: str | None) -> str:
    """A run of this workflow: the one that is named, or the latest."""
    if run is not None:
        found = await kernel.runs.get(run)
        if found.workflow != id:
            raise NotFound(f"{run!r} is not a run of {id!r}", hint="List its runs: /v1/runs?workflow=…")
        return run
    await kernel.library.workflows.get(id)
    latest = await kernel.runs.latest_of(id)
    if latest is None:
        raise NotFound(f"{id!r} was not run yet", hint="Run it first.")
    return latest.id


async def _text(request: Request) -> str:
    """The document in a body. Only JSON and YAML that say so: a form post from a foreign page never gets this far."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _TYPES:
        hint = f"Send a document with Content-Type: {_YAML} or application/json."
        raise UnsupportedMediaType(f"The body's type is {kind[:100]!r}", hint=hint, field="body")
    try:
        body = await request.body()
    except ClientDisconnect:
        raise Cancelled("The document broke off; nothing of it was kept.") from None
    if len(body) > MAX_BYTES:
        raise TooLarge(f"The document has {len(body)} bytes, at most {MAX_BYTES} are allowed.", hint="Split it.")
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise Invalid("The document is not UTF-8", hint="Save it as UTF-8.", field="body") from None
