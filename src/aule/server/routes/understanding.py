"""What words are understood as, before anything is done about them."""

from __future__ import annotations

from fastapi import APIRouter

from aule.contracts.ask import Ask
from aule.contracts.understanding import Understood
from aule.server.bodies import UnderstandRequest
from aule.server.json_bodies import JsonRoute
from aule.server.params import System

router = APIRouter(prefix="/v1/understand", tags=["chat"], route_class=JsonRoute)


@router.post("")
async def understand(body: UnderstandRequest, kernel: System) -> Understood:
    """What words would be understood as without a model: the act, the calls with their values, what else they may mean.

    Nothing is run, and nothing is recorded.
    """
    return await kernel.understand(
        Ask(
            message=body.words,
            agent=body.agent,
            conversation_id=body.conversation_id,
            about=body.about,
            locale=body.locale,
            channel="http",
        )
    )
