"""What the desktop shows first, and the palette's search."""

from __future__ import annotations

from typing import Annotated, cast, get_args

from fastapi import APIRouter, Query

from aule.contracts.access.budget import BudgetStatus
from aule.contracts.errors import Invalid
from aule.contracts.settings import Locale
from aule.contracts.views import Hit, HitKind, Home, MachineLoad, UsageSummary
from aule.server.json_bodies import JsonRoute
from aule.server.params import PLAIN, Named, System, Words

router = APIRouter(tags=["home"], route_class=JsonRoute)

Kinds = Annotated[
    str | None, Query(max_length=200, pattern=PLAIN, description="One or more kinds: `artifact,agent`. None: all.")
]


@router.get("/v1/home")
async def get_home(kernel: System) -> Home:
    """What waits, what runs, what was made, and the cursor to follow from."""
    kernel.expect_words()  # who sees the desktop will say something soon
    return await kernel.overview.home()


@router.get("/v1/usage")
async def get_usage(kernel: System, days: Annotated[int, Query(ge=1, le=366)] = 7) -> UsageSummary:
    """What the last days took: tokens, money, runs and how they ended."""
    return await kernel.overview.usage_of(days)


@router.get("/v1/budgets")
async def get_budgets(kernel: System) -> list[BudgetStatus]:
    """Every budget that runs share (of the day, of a project, an agent or a schedule), with what is spent of it."""
    return await kernel.overview.budgets()


@router.get("/v1/machine")
async def get_machine_load(kernel: System) -> MachineLoad:
    """How many workers there are, and how busy processors, memory and graphics card are; it takes a moment."""
    return await kernel.overview.machine()


@router.get("/v1/search")
async def search(
    kernel: System,
    q: Words = "",
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
    locale: Locale = "en",
    kinds: Kinds = None,
    project: Named = None,
) -> list[Hit]:
    """Find anything that exists by its words, best first; nothing typed gives the latest.

    What the system itself names is named in the language asked for.
    """
    return await kernel.finder.search(q, limit=limit, locale=locale, kinds=_kinds(kinds), project=project)


def _kinds(text: str | None) -> list[HitKind]:
    known = get_args(HitKind)
    wanted = [kind.strip() for kind in (text or "").split(",") if kind.strip()]
    for kind in wanted:
        if kind not in known:
            raise Invalid(f"{kind!r} is not a kind of thing", hint="Use some of these.", candidates=list(known))
    return cast("list[HitKind]", wanted)
