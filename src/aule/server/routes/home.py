"""What the desktop shows first, and the palette's search."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from aule.contracts.settings import Locale
from aule.contracts.views import Hit, Home
from aule.server.json_bodies import JsonRoute
from aule.server.params import System, Words

router = APIRouter(tags=["home"], route_class=JsonRoute)


@router.get("/v1/home")
async def get_home(kernel: System) -> Home:
    """What waits, what runs, what was made, and the cursor to follow from."""
    return await kernel.overview.home()


@router.get("/v1/search")
async def search(
    kernel: System, q: Words = "", limit: Annotated[int, Query(ge=1, le=50)] = 20, locale: Locale = "en"
) -> list[Hit]:
    """Find anything that exists by its words; what the system itself names is named in the language asked for."""
    return await kernel.overview.search(q, limit=limit, locale=locale)
