"""Saying something to an agent."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from aule.contracts.access.agent import ModelChoice
from aule.contracts.errors import Invalid
from aule.contracts.talk.ask import Ask, Asked
from aule.server.bodies import ChatRequest
from aule.server.events import stream_run, wants_stream
from aule.server.json_bodies import JsonRoute
from aule.server.params import System

router = APIRouter(prefix="/v1/agent", tags=["chat"], route_class=JsonRoute)


@router.post("/chat", status_code=202, response_model=Asked)
async def chat(body: ChatRequest, request: Request, kernel: System) -> Response:
    """Ask an agent. The answer is a run: follow the log from `cursor`.

    With `Accept: text/event-stream` the response is the run's events, until it ended or waits for a person.
    """
    asked = await kernel.ask(ask_of(body))
    if wants_stream(request):
        return stream_run(request, kernel, asked)
    return JSONResponse(asked.model_dump(mode="json"), status_code=202)


def ask_of(body: ChatRequest) -> Ask:
    """The ask in a chat request."""
    if body.agent_id and body.persona_id and body.agent_id != body.persona_id:
        raise Invalid(
            f"agent_id {body.agent_id!r} and persona_id {body.persona_id!r} name two agents",
            hint="Send one of them.",
            field="persona_id",
        )
    model = ModelChoice(provider=body.model.provider, id=body.model.id) if body.model else None
    return Ask(
        message=body.message,
        conversation_id=body.conversation_id,
        agent=body.agent_id or body.persona_id,
        project=body.project,
        model=model,
        locale=body.locale,
        budget=body.budget,
        channel="http",
        refs=body.refs,
        about=body.about,
        meant=body.meant,
        replaces=body.replaces,
    )
