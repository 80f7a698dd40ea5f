"""Saying something to an agent."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from aule.contracts.access.agent import ModelChoice
from aule.contracts.errors import Invalid
from aule.contracts.talk.ask import Ask, Asked
from aule.server.bodies import ChatRequest, PickedModel
from aule.server.chat_answer import ChatAnswer, chat_answer
from aule.server.events import events_of_run, stream_run, wants_stream
from aule.server.json_bodies import JsonRoute
from aule.server.params import System

router = APIRouter(prefix="/v1/agent", tags=["chat"], route_class=JsonRoute)


@router.post("/chat", response_model=ChatAnswer, responses={202: {"model": Asked}})
async def chat(body: ChatRequest, request: Request, kernel: System) -> Response:
    """Ask an agent. The response is its answer with the steps that led there, or what waits for your decision.

    With `Accept: text/event-stream` it is the run's events, until it ended or waits for a person. With `"wait": false`
    it only says what was started (202): follow the log from `cursor`. The run goes on when whoever asked leaves.
    """
    asked = await kernel.ask(ask_of(body))
    if wants_stream(request):
        return stream_run(request, kernel, asked)
    if not body.wait:
        return JSONResponse(asked.model_dump(mode="json"), status_code=202)
    events = [event async for event in events_of_run(kernel, asked)]
    return Response(chat_answer(asked, events).model_dump_json(), media_type="application/json")


def ask_of(body: ChatRequest) -> Ask:
    """The ask in a chat request."""
    if body.agent_id and body.persona_id and body.agent_id != body.persona_id:
        raise Invalid(
            f"agent_id {body.agent_id!r} and persona_id {body.persona_id!r} name two agents",
            hint="Send one of them.",
            field="persona_id",
        )
    return Ask(
        message=body.message,
        conversation_id=body.conversation_id,
        agent=body.agent_id or body.persona_id,
        team=body.team,
        project=body.project,
        model=_model(body.model),
        locale=body.locale,
        budget=body.budget,
        runtime=body.runtime or "any",
        channel="http",
        refs=body.refs,
        about=body.about,
        meant=body.meant,
        replaces=body.replaces,
    )


def _model(picked: PickedModel | str | None) -> ModelChoice | None:
    match picked:
        case None:
            return None
        case str():
            return ModelChoice(id=picked)
        case PickedModel():
            return ModelChoice(provider=picked.provider, id=picked.id)
