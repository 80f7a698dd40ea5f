"""Plans, each as it stands now, and what every version of it said.

Of a plan that is kept as a file these tables are the index and the last good version; the file is the truth.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, or_, select

from aule.contracts.errors import NotFound
from aule.contracts.kinds import FINAL_PLANS, OPEN_PLANS
from aule.contracts.plans.plan import Plan, PlanStepStatus
from aule.contracts.plans.views import PlanSummary, PlanVersion
from aule.contracts.views import Page
from aule.stores.repositories.repository import Repository, Row
from aule.stores.source import Source
from aule.stores.tables import plan_versions, plans

_c = plans.c
_v = plan_versions.c


def _plan(row: Row) -> Plan:
    return Plan.model_validate_json(row[0])


def _summary(row: Row) -> PlanSummary:
    return summary_of(_plan(row))


_ITEMS = Repository("plan", (_c.doc,), key=_c.id, order=(_c.updated_at, _c.id), thing=_plan)
_SUMMARIES = Repository("plan", (_c.doc,), key=_c.id, order=(_c.updated_at, _c.id), thing=_summary)
_NEWEST_FIRST = (_c.updated_at.desc(), _c.id.desc())
_IDS = select(_c.id).where(_c.project == bindparam("project")).order_by(*_NEWEST_FIRST)
_UNFINISHED_IDS = _IDS.where(*(_c.status != each.value for each in sorted(FINAL_PLANS)))
_IS_OPEN = or_(*(_c.status == each.value for each in sorted(OPEN_PLANS)))
_TALKED_ABOUT = _ITEMS.query.where(_c.session_id == bindparam("session"), _IS_OPEN).order_by(*_NEWEST_FIRST).limit(1)
_VERSIONS = (
    select(_v.version, _v.at, _v.author, _v.reason, _v.doc).where(_v.plan == bindparam("plan")).order_by(_v.version)
)
_VERSION = select(_v.doc).where(_v.plan == bindparam("plan"), _v.version == bindparam("number"))


class Plans:
    """Reads plans, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Plan:
        """A plan by its id; `NotFound` when there is none."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> Plan | None:
        """A plan by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def list(
        self,
        *,
        project: str | None = None,
        status: str | None = None,
        conversation: str | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page[PlanSummary]:
        """Plans, the one changed last first."""
        where = {"project": project, "status": status, "session_id": conversation}
        return await _SUMMARIES.page(self._source, where, limit=limit, after=after)

    async def ids(self, project: str, *, unfinished: bool = False) -> Sequence[str]:
        """The plans of a project, all or those that are not finished, the one changed last first."""
        query = _UNFINISHED_IDS if unfinished else _IDS
        return [row[0] for row in await self._source.fetch(query, project=project)]

    async def talked_about(self, conversation: str) -> Plan | None:
        """The plan a conversation is about: the one of it that is still being made and was changed last."""
        found = await _ITEMS.all(self._source, _TALKED_ABOUT, session=conversation)
        return found[0] if found else None

    async def versions(self, id: str) -> Sequence[PlanVersion]:
        """Every version of a plan, the oldest first."""
        rows = await self._source.fetch(_VERSIONS, plan=id)
        approved = approved_of(Plan.model_validate_json(rows[-1][4])) if rows else frozenset[int]()
        return [_version(row, approved) for row in rows]

    async def version(self, id: str, number: int) -> Plan:
        """A plan as it was in a version; `NotFound` when there is none."""
        rows = await self._source.fetch(_VERSION, plan=id, number=number)
        if not rows:
            raise no_version(id, number)
        return Plan.model_validate_json(rows[0][0])


def summary_of(plan: Plan) -> PlanSummary:
    """A plan as a list shows it."""
    asked = plan.question
    return PlanSummary(
        id=plan.id,
        title=plan.title,
        status=plan.status,
        version=plan.version,
        project=plan.project,
        session_id=plan.session_id,
        app=plan.app,
        steps=len(plan.steps),
        done=sum(step.status is PlanStepStatus.DONE for step in plan.steps),
        question=None if asked is None else asked.question,
        run=None if plan.run is None else plan.run.run_id,
        updated_at=plan.updated_at,
    )


def approved_of(plan: Plan) -> frozenset[int]:
    """The versions of a plan that were approved once."""
    return frozenset(each.version for each in plan.approvals)


def no_version(id: str, number: int) -> NotFound:
    """The error of a version that is not there."""
    return NotFound(f"The plan {id!r} has no version {number}.", hint="Look at its history to see which there are.")


def _version(row: Row, approved: frozenset[int]) -> PlanVersion:
    number, at, author, reason, doc = row
    plan = Plan.model_validate_json(doc)
    return PlanVersion(
        version=number,
        at=at,
        author=author,
        reason=reason,
        content_hash=plan.content_hash,
        status=plan.status,
        approved=number in approved,
    )
