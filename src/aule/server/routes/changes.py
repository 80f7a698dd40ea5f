"""Changes: what was altered, and the way back."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from aule.contracts.access.change import Change, ChangeDiff, ChangedKind, ChangeStatus, Hunk, UndoPreview
from aule.contracts.errors import Invalid
from aule.contracts.ids import ref
from aule.contracts.runs.run import Run
from aule.contracts.settings import Locale
from aule.contracts.views import Page
from aule.kernel.capabilities.changes.proposals import AS_PROPOSED
from aule.kernel.capabilities.changes.undoable_documents import KINDS
from aule.kernel.kernel import Kernel
from aule.server.bodies import Adoption
from aule.server.json_bodies import JsonRoute
from aule.server.params import PLAIN, Id, Named, Part, System
from aule.stores.repositories.changes import Wanted

router = APIRouter(prefix="/v1/changes", tags=["changes"], route_class=JsonRoute)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which changes to list."""

    run: Named = None
    entity: Annotated[str | None, Query(max_length=1024, pattern=PLAIN)] = None
    session: Annotated[str | None, Query(max_length=200, pattern=PLAIN, description="A conversation.")] = None
    project: Named = None
    kind: ChangedKind | None = None
    status: Annotated[
        ChangeStatus | None, Query(description="How it stands; left out, all that happened, so no proposals.")
    ] = None
    q: Annotated[str | None, Query(max_length=400, pattern=PLAIN, description="Words to look for.")] = None


@router.get("")
async def list_changes(kernel: System, part: Part, only: Annotated[Narrowing, Depends()]) -> Page[Change]:
    """What people and agents changed, the latest first."""
    if only.kind is not None:
        _check_kind(only.kind, kernel)
    wanted = Wanted(only.run, only.entity, only.session, only.project, only.kind, only.status, only.q)
    return await kernel.changes.list(wanted, limit=part.limit, after=part.after)


@router.get("/{id}")
async def get_change(id: Id, kernel: System) -> Change:
    """One change, with what was before and after."""
    return await kernel.changes.get(id)


@router.get("/{id}/diff")
async def get_change_diff(id: Id, kernel: System) -> ChangeDiff:
    """What a change altered, line by line: of a file its text, of a document its readable fields."""
    return await kernel.change_log.diff(id)


@router.post("/{id}/undo")
async def undo_change(
    id: Id,
    kernel: System,
    preview: Annotated[bool, Query(description="Only show what would happen.")] = False,
    locale: Locale | None = None,
) -> UndoPreview | Run:
    """Take back one change, or show what that would do."""
    subject = ref("change", id)
    return await (kernel.preview_undo(subject) if preview else kernel.undo(subject, locale=locale))


@router.get("/{id}/hunks")
async def get_change_hunks(id: Id, kernel: System) -> list[Hunk]:
    """The pieces of a proposal, made from the file as it is now; of any other change, from what was before."""
    return await kernel.proposals.hunks(id)


@router.post("/{id}/adopt")
async def adopt_change(id: Id, body: Adoption, kernel: System) -> Run:
    """Let a proposal happen, whole or in part, as a run that can be undone; `changed_since` if the file is another."""
    sha256 = body.sha256 if "sha256" in body.model_fields_set else AS_PROPOSED
    return await kernel.proposals.adopt(id, hunks=body.hunks, sha256=sha256, locale=body.locale)


@router.post("/{id}/drop")
async def drop_change(id: Id, kernel: System) -> Change:
    """Let a proposal go: it will not happen."""
    return await kernel.proposals.drop(id)


def _check_kind(kind: str, kernel: Kernel) -> None:
    known = ["file", *KINDS, *(app.id for app in kernel.apps.list())]
    if kind not in known:
        raise Invalid(
            f"Nothing that is changed is of the kind {kind!r}.",
            code="invalid_param",
            field="kind",
            candidates=get_close_matches(kind, known) or known[:5],
            hint=f"There are {', '.join(known)}.",
        )
