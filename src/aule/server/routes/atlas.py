"""Atlas's own addresses: those of the tools it takes over from, and one for files too large for anything else.

Whoever sends a batch here is the owner, by the token or by a session of the desktop, and has it done by their own
hand: the request itself says what happens. What takes things away has to be seen first, and where a preview asks for
words, they have to come along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, RedirectResponse

from aule.contracts.errors import ApprovalRequired, AuleError, Cancelled
from aule.contracts.model import JsonObject
from aule.contracts.project import Artifact
from aule.contracts.views import CallPreview
from aule.kernel.capabilities.gate.caller import ByHand
from aule.kernel.kernel import Kernel
from aule.server.atlas.bodies import AgentExecute, Execute
from aule.server.atlas.words import counts, refusal, type_of
from aule.server.body_limit import MAX_IMPORT
from aule.server.json_bodies import JsonRoute
from aule.server.openapi import PROBLEM
from aule.server.params import PLAIN, Named, System
from aule.server.problems import MEDIA_TYPE
from aule.text.hashing import bytes_hash

router = APIRouter(tags=["atlas"], route_class=JsonRoute)

MAX_FROM_BROWSER = 50 * 1024 * 1024
"""Bytes of a file that a page may send; a program with the token may send ten times as much."""

FileName = Annotated[str, Query(min_length=1, max_length=1_000, description="What the file is called.")]


@dataclass(frozen=True, slots=True)
class Importing:
    """How a file is imported."""

    mode: Annotated[
        Literal["merge", "replace"], Query(description="Add and change, or also remove what is not in it.")
    ] = "merge"
    company_id: Named = None
    id_policy: Annotated[
        Literal["auto", "keep", "remap"], Query(description="Keep ids, give new ones, or only where they are taken.")
    ] = "auto"
    allow_partial: Annotated[bool, Query(description="Keep the good rows where some cannot be taken.")] = False
    seen: Annotated[
        str | None, Query(max_length=100, pattern=PLAIN, description="The `content_hash` of the preview seen.")
    ] = None
    confirm: Annotated[str | None, Query(max_length=1_000, description="The words the preview asked to type.")] = None

    def params(self, artifact: Artifact) -> JsonObject:
        """What the capability is called with."""
        return _given(
            {
                "artifact": artifact.id,
                "mode": self.mode,
                "company": self.company_id,
                "id_policy": self.id_policy,
                "allow_partial": self.allow_partial,
            }
        )


Wanted = Annotated[Importing, Depends()]

_OBJECT: dict[str, Any] = {"application/json": {"schema": {"type": "object"}}}
_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "What was done, or would be.", "content": _OBJECT},
    "4XX": {
        "description": "What is wrong, in the form of this wire.",
        "content": {**_OBJECT, MEDIA_TYPE: {"schema": {"$ref": PROBLEM}}},
    },
}


@router.post("/api/atlas/execute", responses=_ANSWERS)
async def execute_actions(body: Execute, kernel: System) -> Response:
    """Look at a batch of actions, or do it: all of it or nothing, unless `atomic` is false."""
    params = _given({"actions": body.actions, "company": body.company_id, "atomic": body.atomic, "as_of": body.as_of})
    if body.mode == "preview":
        return await _previewed(kernel, body, params)
    key = kernel.ambient.ids.new("key")
    run = f"run_{bytes_hash(key.encode())[:26]}"
    try:
        called = await kernel.call("atlas.execute", params, key=key, by_hand=ByHand(body.seen, body.confirm))
    except AuleError as error:
        return JSONResponse(refusal(error.problem, body.actions, run), status_code=error.status)
    told: JsonObject = {"warnings": [each.message for each in called.result.warnings], **called.result.data}
    return JSONResponse({**told, "run_id": called.run})


@router.post("/functions/v1/ai-agent-execute", responses=_ANSWERS)
async def execute_agent_actions(body: AgentExecute, kernel: System) -> Response:
    """Do a batch of actions, at the address the original's tools know; the same as `/api/atlas/execute`."""
    return await execute_actions(body, kernel)


@router.get("/api/atlas/export", status_code=307, response_class=RedirectResponse)
async def export_company(company_id: Named = None) -> Response:
    """A company as one document, streamed."""
    where = "/v1/apps/atlas/export"
    return RedirectResponse(f"{where}?{urlencode({'company': company_id})}" if company_id else where)


@router.post("/v1/apps/atlas/files", status_code=201, openapi_extra=_FILE)
async def add_import_file(request: Request, kernel: System, name: FileName) -> Artifact:
    """Bring a file to import: its bytes are the body, at most 50 MB from a page and 512 MB with the token."""
    return await _received(request, kernel, name)


@router.post("/api/atlas/import", responses=_ANSWERS, openapi_extra=_FILE)
async def import_company(request: Request, kernel: System, wanted: Wanted, preview: bool = False) -> Response:
    """Import the file that is the body, or see table by table what that would do."""
    artifact = await _received(request, kernel, "import.json")
    params = wanted.params(artifact)
    if preview:
        shown = await kernel.preview("atlas.import_data", params)
        return JSONResponse({"mode": wanted.mode, **_shown(shown), "artifact": artifact.id})
    if wanted.mode == "replace" and wanted.seen is None:
        raise ApprovalRequired(
            "Replacing a company removes what is not in the file.",
            hint="Ask for the preview first, and send its `content_hash` as `seen`.",
        )
    called = await kernel.call("atlas.import_data", params, by_hand=ByHand(wanted.seen, wanted.confirm))
    return JSONResponse({"success": called.result.ok, "run_id": called.run, **called.result.data})


@router.post("/api/atlas/validate-import", responses=_ANSWERS, openapi_extra=_FILE)
async def validate_import(request: Request, kernel: System, company_id: Named = None) -> Response:
    """Compare every row of the file that is the body with what is kept, field by field."""
    artifact = await _received(request, kernel, "import.json")
    called = await kernel.call("atlas.validate_import", _given({"artifact": artifact.id, "company": company_id}))
    return JSONResponse({"run_id": called.run, **called.result.data})


async def _previewed(kernel: Kernel, body: Execute, params: JsonObject) -> Response:
    try:
        shown = await kernel.preview("atlas.execute", params)
    except AuleError as error:
        return JSONResponse(refusal(error.problem, body.actions, None), status_code=error.status)
    planned = [{"type": type_of(action), "success": True} for action in body.actions]
    return JSONResponse({"success": True, "results": planned, "run_id": None, **_shown(shown)})


def _shown(shown: CallPreview) -> JsonObject:
    preview = None if shown.preview is None else shown.preview.model_dump(mode="json")
    return {"preview": preview, "tables": counts(shown.preview), "content_hash": shown.content_hash}


async def _received(request: Request, kernel: Kernel, name: str) -> Artifact:
    """The file a request brings; pages are held to less than programs, which show the token."""
    is_page = "cookie" in request.headers and "authorization" not in request.headers
    largest = MAX_FROM_BROWSER if is_page else MAX_IMPORT
    try:
        mime = request.headers.get("content-type")
        return await kernel.gallery.add(name, request.stream(), mime=mime, largest=largest)
    except ClientDisconnect:
        raise Cancelled("The upload broke off; nothing of it was kept.") from None


def _given(params: Mapping[str, Any]) -> JsonObject:
    return {name: value for name, value in params.items() if value is not None}
