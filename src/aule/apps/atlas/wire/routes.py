"""Atlas's own addresses: those of the tools it takes over from, and one for files too large for anything else.

Whoever sends a batch here is the owner, by the token or by a session of the desktop, and has it done by their own
hand: the request itself says what happens. What takes things away has to be seen first, and where a preview asks for
words, they have to come along. A program with a token that the owner made for it may do what the scopes of the token
say: with `atlas.delete` it deletes in one request, and takes its own batches back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from pydantic import Field

from aule.apps.atlas.batch.batch import deletes
from aule.apps.atlas.wire.answers import counts, refusal, type_of
from aule.apps.atlas.wire.bodies import AgentExecute, Execute, UndoBatch
from aule.contracts.errors import ApprovalRequired, AuleError
from aule.contracts.model import JsonObject
from aule.contracts.project import Artifact
from aule.contracts.views import CallPreview
from aule.sdk.http import (
    PLAIN,
    PROBLEM,
    PROBLEM_TYPE,
    Access,
    Answers,
    ByHand,
    Kernel,
    Limits,
    NotFound,
    Redirect,
    Refused,
    Reply,
    Routes,
    Scope,
    Upload,
    Word,
)
from aule.text.hashing import bytes_hash

wire = Routes(tags=["atlas"])

MAY_WRITE = Scope(
    "atlas.write",
    {
        "en": "Preview and do batches of Atlas actions that delete nothing, and take back what this token did.",
        "pt": "Pré-visualizar e fazer lotes de ações do Atlas que nada excluem, e desfazer o que este token fez.",
    },
)
MAY_DELETE = Scope(
    "atlas.delete",
    {
        "en": "Delete with Atlas actions in one request, without a preview, and take back what this token did.",
        "pt": "Excluir com ações do Atlas em um só pedido, sem pré-visualização, e desfazer o que este token fez.",
    },
)
SCOPES = (MAY_WRITE, MAY_DELETE)

LARGE = Limits(max_bytes=512 * 1024 * 1024, max_seconds=3600.0)
"""What the file of a company may be that is brought along from elsewhere."""
MAX_FROM_BROWSER = 50 * 1024 * 1024
"""Bytes of a file that a page may send; a program with the token may send ten times as much."""

FileName = Annotated[str, Field(min_length=1, max_length=1_000, description="What the file is called.")]


@dataclass(frozen=True, slots=True)
class Importing:
    """How a file is imported."""

    mode: Annotated[
        Literal["merge", "replace"], Field(description="Add and change, or also remove what is not in it.")
    ] = "merge"
    company_id: Word = None
    id_policy: Annotated[
        Literal["auto", "keep", "remap"], Field(description="Keep ids, give new ones, or only where they are taken.")
    ] = "auto"
    allow_partial: Annotated[bool, Field(description="Keep the good rows where some cannot be taken.")] = False
    seen: Annotated[
        str | None, Field(max_length=100, pattern=PLAIN, description="The `content_hash` of the preview seen.")
    ] = None
    confirm: Annotated[str | None, Field(max_length=1_000, description="The words the preview asked to type.")] = None

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


_OBJECT: dict[str, Any] = {"application/json": {"schema": {"type": "object"}}}
_ANSWERS: Answers = {
    200: {"description": "What was done, or would be.", "content": _OBJECT},
    "4XX": {
        "description": "What is wrong, in the form of this wire.",
        "content": {**_OBJECT, PROBLEM_TYPE: {"schema": {"$ref": PROBLEM}}},
    },
}


@wire.route("POST", "/api/atlas/execute", responses=_ANSWERS, scopes=SCOPES)
async def execute_actions(body: Execute, kernel: Kernel, access: Access) -> Reply:
    """Look at a batch of actions, or do it: all of it or nothing, unless `atomic` is false.

    A token with scopes needs `atlas.delete` for actions that delete and `atlas.write` for all others.
    """
    _check_scopes(access, body.actions)
    params = _given({"actions": body.actions, "company": body.company_id, "atomic": body.atomic, "as_of": body.as_of})
    if body.mode == "preview":
        return await _previewed(kernel, body, params)
    key = kernel.ambient.ids.new("key")
    run = f"run_{bytes_hash(key.encode())[:26]}"
    try:
        called = await kernel.call("atlas.execute", params, key=key, by_hand=_hand(access, body))
    except AuleError as error:
        return Reply(refusal(error.problem, body.actions, run), status=error.status)
    told: JsonObject = {"warnings": [each.message for each in called.result.warnings], **called.result.data}
    return Reply({**told, "run_id": called.run})


@wire.route("POST", "/functions/v1/ai-agent-execute", responses=_ANSWERS, scopes=SCOPES)
async def execute_agent_actions(body: AgentExecute, kernel: Kernel, access: Access) -> Reply:
    """Do a batch of actions, at the address the original's tools know; the same as `/api/atlas/execute`."""
    return await execute_actions(body, kernel, access)


@wire.route("POST", "/api/atlas/undo", responses=_ANSWERS, scopes=SCOPES)
async def undo_batch(body: UndoBatch, kernel: Kernel, access: Access) -> Reply:
    """Take back everything a batch changed. A token with scopes takes back only what it did itself."""
    changes = [change for change in await kernel.changes.of_run(body.run_id) if change.app == "atlas"]
    by = None if access.token is None else access.token.actor
    if not changes or (by is not None and any(change.actor.id != by for change in changes)):
        # The same answer for what is not there and for what others did: nobody learns which runs there are.
        raise NotFound(
            f"There is no batch {body.run_id!r} to take back.", hint="Send the `run_id` it was answered with."
        )
    run = await kernel.undo(f"run:{body.run_id}", by=by or "owner")
    return Reply({"success": run.status == "done", "run_id": run.id})


@wire.route("GET", "/api/atlas/export")
async def export_company(company_id: Word = None) -> Redirect:
    """A company as one document, streamed."""
    where = "/v1/apps/atlas/export"
    return Redirect(f"{where}?{urlencode({'company': company_id})}" if company_id else where)


@wire.route("POST", "/v1/apps/atlas/files", status=201, limits=LARGE)
async def add_import_file(upload: Upload, kernel: Kernel, name: FileName) -> Artifact:
    """Bring a file to import: its bytes are the body, at most 50 MB from a page and 512 MB with the token."""
    return await _received(upload, kernel, name)


@wire.route("POST", "/api/atlas/import", responses=_ANSWERS, limits=LARGE)
async def import_company(upload: Upload, kernel: Kernel, wanted: Importing, preview: bool = False) -> Reply:
    """Import the file that is the body, or see table by table what that would do."""
    artifact = await _received(upload, kernel, "import.json")
    params = wanted.params(artifact)
    if preview:
        shown = await kernel.preview("atlas.import_data", params)
        return Reply({"mode": wanted.mode, **_shown(shown), "artifact": artifact.id})
    if wanted.mode == "replace" and wanted.seen is None:
        raise ApprovalRequired(
            "Replacing a company removes what is not in the file.",
            hint="Ask for the preview first, and send its `content_hash` as `seen`.",
        )
    called = await kernel.call("atlas.import_data", params, by_hand=ByHand(wanted.seen, wanted.confirm))
    return Reply({"success": called.result.ok, "run_id": called.run, **called.result.data})


@wire.route("POST", "/api/atlas/validate-import", responses=_ANSWERS, limits=LARGE)
async def validate_import(upload: Upload, kernel: Kernel, company_id: Word = None) -> Reply:
    """Compare every row of the file that is the body with what is kept, field by field."""
    artifact = await _received(upload, kernel, "import.json")
    called = await kernel.call("atlas.validate_import", _given({"artifact": artifact.id, "company": company_id}))
    return Reply({"run_id": called.run, **called.result.data})


def _check_scopes(access: Access, actions: list[JsonObject]) -> None:
    """Refuse a token whose scopes do not name what each action does, before anything is looked at."""
    for needed in {(MAY_DELETE if deletes([action]) else MAY_WRITE).name for action in actions}:
        if not access.may(needed):
            raise Refused(
                f"This token lacks the scope {needed!r}.",
                hint="The owner makes one with it: `aule token make`.",
                code="out_of_scope",
            )


def _hand(access: Access, body: Execute) -> ByHand:
    token = None if access.token is None else access.token.actor
    return ByHand(body.seen, body.confirm, token, may_delete=access.is_granted(MAY_DELETE.name))


async def _previewed(kernel: Kernel, body: Execute, params: JsonObject) -> Reply:
    try:
        shown = await kernel.preview("atlas.execute", params)
    except AuleError as error:
        return Reply(refusal(error.problem, body.actions, None), status=error.status)
    planned = [{"type": type_of(action), "success": True} for action in body.actions]
    return Reply({"success": True, "results": planned, "run_id": None, **_shown(shown)})


def _shown(shown: CallPreview) -> JsonObject:
    preview = None if shown.preview is None else shown.preview.model_dump(mode="json")
    return {"preview": preview, "tables": counts(shown.preview), "content_hash": shown.content_hash}


async def _received(upload: Upload, kernel: Kernel, name: str) -> Artifact:
    """The file a request brings; pages are held to less than programs, which show the token."""
    largest = MAX_FROM_BROWSER if upload.is_from_page else LARGE.max_bytes
    return await kernel.uploads.add(name, upload.stream(), mime=upload.mime, largest=largest)


def _given(params: Mapping[str, Any]) -> JsonObject:
    return {name: value for name, value in params.items() if value is not None}
