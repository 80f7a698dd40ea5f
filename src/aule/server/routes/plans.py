"""Plans: made from words, edited, reviewed, answered, approved, run; with their history."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.contracts.plans.views import PlanDiff, Planned, PlanPage, PlanVersion, PlanView
from aule.contracts.runs.run import Run
from aule.kernel.kernel import Kernel
from aule.kernel.planning.document.schema import plan_schema
from aule.kernel.planning.formats import Format
from aule.kernel.plans.execution import PlanStart
from aule.kernel.plans.replies import Reply
from aule.server.bodies import (
    NewPlan,
    PlanAnswer,
    PlanConsent,
    PlanEdits,
    PlanFiles,
    PlanFix,
    PlanHandOver,
    PlanRestore,
    PlanWords,
)
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, IfMatch, Key, Named, Part, Planning, System
from aule.server.versions import edited_version, show_version

router = APIRouter(prefix="/v1/plans", tags=["plans"], route_class=JsonRoute)

AS_IT_IS = PlanHandOver()


@router.get("")
async def list_plans(
    kernel: System, part: Part, project: Named = None, status: PlanStatus | None = None, conversation: Named = None
) -> PlanPage:
    """Plans, the one changed last first; those of a project with its files that cannot be used as plans."""
    return await kernel.late_plans.list(
        project=project, status=status, session=conversation, limit=part.limit, after=part.after
    )


@router.post("", status_code=201)
async def create_plan(body: NewPlan, kernel: Planning, response: Response, key: Key = None) -> Planned:
    """Make a plan of a request, or keep a given document. Nothing runs; `plan` is null when it was no work."""
    if body.document is not None:
        view = await kernel.plans.keep(body.document, body.project or "home")
        show_version(response, view.plan.version)
        return Planned(plan=view, message="", run="")
    return await kernel.plan(
        body.request or "", project=body.project, session=body.conversation_id, locale=body.locale, key=key
    )


@router.get("/schema")
async def get_plan_schema() -> JsonObject:
    """The JSON Schema of plan files."""
    return plan_schema()


@router.post("/import", status_code=201)
async def import_plan(body: PlanFiles, kernel: Planning) -> PlanView:
    """Keep a plan from files of another tool; nothing of it runs."""
    return await kernel.plans.take_in(body.files, body.project or "home")


@router.get("/{id}")
async def get_plan(id: Id, kernel: Planning, response: Response) -> PlanView:
    """A plan with its card, its open question and its file."""
    return _shown(response, await kernel.plans.get(id))


@router.patch("/{id}")
async def edit_plan(
    id: Id, body: PlanEdits, kernel: Planning, response: Response, if_match: IfMatch = None
) -> PlanView:
    """Change a plan. Others' changes elsewhere in it are kept (`merged`); on the same field nobody wins (412)."""
    expected = edited_version(if_match, (await kernel.plans.get(id)).plan.version)
    return _shown(response, await kernel.plans.edit(id, body.edits, expected=expected))


@router.post("/{id}/review")
async def review_plan(id: Id, kernel: Planning, response: Response) -> PlanView:
    """Let the critic look at a plan again."""
    await kernel.plan_runs.on(id, "review", lambda run: kernel.plans.review(id, run))
    return _shown(response, await kernel.plans.get(id))


@router.post("/{id}/answer")
async def answer_plan(id: Id, body: PlanAnswer, kernel: Planning, response: Response) -> PlanView:
    """Answer the one open question of a plan, or say how to go on without an answer."""
    if body.kind == "answer":
        await kernel.plan_runs.on(
            id, "answer", lambda run: kernel.plans.answer(run, id, body.option or body.text or "")
        )
    else:
        await kernel.plan_runs.on(id, "answer", lambda run: kernel.plans.reply(run, id, Reply(body.kind)))
    return _shown(response, await kernel.plans.get(id))


@router.post("/{id}/suggest")
async def suggest_plan_change(id: Id, body: PlanWords, kernel: Planning) -> Planned:
    """Change a plan as words say; it is reviewed again."""
    return await kernel.plan_runs.on(id, "suggest", lambda run: kernel.plans.suggest(run, id, body.text))


@router.post("/{id}/mend")
async def mend_plan(id: Id, body: PlanFix, kernel: Planning, response: Response) -> PlanView:
    """Put a finding right that a rule can put right (`fix` is `code`)."""
    return _shown(response, await kernel.plans.mend(id, body.code, body.step))


@router.post("/{id}/accept")
async def accept_plan(id: Id, kernel: Planning, response: Response) -> PlanView:
    """Go on as it is: what the critic still says becomes an assumption and a risk; what is unsafe stays."""
    return _shown(response, await kernel.plans.accept(id))


@router.post("/{id}/approve")
async def approve_plan(id: Id, body: PlanConsent, kernel: Planning, response: Response) -> PlanView:
    """Approve exactly this version with exactly this content, without running it yet."""
    return _shown(response, await kernel.plans.approve(id, version=body.version, content_hash=body.content_hash))


@router.post("/{id}/run", status_code=201)
async def run_plan(id: Id, kernel: Planning, body: PlanHandOver = AS_IT_IS) -> Run:
    """Carry out an approved plan, or approve and carry out exactly what was seen."""
    seen = None if body.approve is None else (body.approve.version, body.approve.content_hash)
    return await kernel.plans.run(id, PlanStart(agent=body.agent, step=body.step, until=body.until), seen)


@router.post("/{id}/cancel")
async def cancel_plan(id: Id, kernel: Planning, response: Response) -> PlanView:
    """Give a plan up; one that runs is stopped."""
    return _shown(response, await _given_up(kernel, id))


@router.post("/{id}/undo")
async def undo_plan(id: Id, kernel: Planning, response: Response) -> PlanView:
    """Let the version before count again."""
    return _shown(response, await kernel.plans.undo(id))


@router.post("/{id}/redo")
async def redo_plan(id: Id, kernel: Planning, response: Response) -> PlanView:
    """Let the version count again that was last undone."""
    return _shown(response, await kernel.plans.redo(id))


@router.post("/{id}/restore")
async def restore_plan(id: Id, body: PlanRestore, kernel: Planning, response: Response) -> PlanView:
    """Let an earlier version count again, as a new one; also when the file is broken."""
    return _shown(response, await kernel.plans.restore(id, body.version))


@router.get("/{id}/history")
async def list_plan_versions(id: Id, kernel: Planning) -> list[PlanVersion]:
    """The versions of a plan, the first one first."""
    return await kernel.plans.versions(id)


@router.get("/{id}/versions/{version}")
async def get_plan_version(id: Id, version: int, kernel: Planning) -> Plan:
    """One version of a plan."""
    return await kernel.plans.version(id, version)


@router.get("/{id}/diff")
async def diff_plan(
    id: Id,
    kernel: Planning,
    first: Annotated[int, Query(alias="from", ge=1)],
    second: Annotated[int, Query(alias="to", ge=1)],
) -> PlanDiff:
    """What differs between two versions of a plan."""
    return await kernel.plans.diff(id, first, second)


@router.get("/{id}/export")
async def export_plan(id: Id, kernel: Planning, format: Annotated[Format, Query()] = "markdown") -> PlanFiles:
    """A plan as files of another tool."""
    return PlanFiles(files=await kernel.plans.export(id, format))


async def _given_up(kernel: Kernel, id: str) -> PlanView:
    view = await kernel.plans.get(id)
    if view.plan.run is not None and view.plan.status is PlanStatus.EXECUTING:
        await kernel.cancel(view.plan.run.run_id)
        return await kernel.plans.get(id)
    await kernel.plans.drop(None, id)
    return await kernel.plans.get(id)


def _shown(response: Response, view: PlanView) -> PlanView:
    show_version(response, view.plan.version)
    return view
