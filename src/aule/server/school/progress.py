"""How a plan's run goes, as the frames of the School Power wire: one `agent:progress` for each thing that happens."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from aule.contracts.events import (
    ApprovalRequested,
    Event,
    RunFinished,
    RunStarted,
    RunWaiting,
)
from aule.contracts.model import JsonObject
from aule.contracts.plan import Plan
from aule.contracts.plan_events import PlanReplanned
from aule.contracts.run import Run, RunKind
from aule.contracts.steps import StepCompleted, StepFailed, StepInterrupted, StepSkipped, StepStarted
from aule.server.school.words import RUN_STATUS

_PLACE = re.compile(r"^([^\[/]+)(?:\[(\d+)\])?$")
LONGEST = 280
"""Characters of a result that a frame tells; the rest is behind its `ref`."""


class Progress:
    """Turns the log of a session into frames, in order, each event into at most one."""

    def __init__(
        self,
        session: str,
        run: Callable[[str], Awaitable[Run]],
        plan: Callable[[str], Awaitable[Plan]],
        result: Callable[[str, str], Awaitable[Any]],
    ) -> None:
        self._session = session
        self._run = run
        self._plan = plan
        self._result = result
        self._known: dict[str, Run | None] = {}

    async def frame(self, event: Event) -> JsonObject | None:
        """The frame an event makes; none when it is not about a plan's run of this session."""
        if event.run is None or (run := await self._run_of(event.run)) is None or run.plan is None:
            return None
        told = await self._told(event, run)
        if told is None:
            return None
        about = {"sessionId": self._session, "runId": run.id, "planId": run.plan.id}
        return {"event": "agent:progress", "seq": int(event.seq), "data": {**about, **told}}

    async def _run_of(self, id: str) -> Run | None:
        if id not in self._known:
            found = await self._run(id)
            self._known[id] = found if found.kind is RunKind.PLAN and found.plan is not None else None
        return self._known[id]

    async def _told(self, event: Event, run: Run) -> JsonObject | None:
        match event.data:
            case RunStarted():
                return {"status": "iniciando"}
            case StepStarted(step=place, attempt=1):
                return await self._step(run, place, "executando", describe=True)
            case StepCompleted(step=place, result=result, call=call):
                value = result if call is None else await self._result(run.id, place)
                told = {"texto": in_short(value), "ref": f"result:{run.id}/{place}"}
                return await self._step(run, place, "etapa_concluida", resultado=told)
            case StepFailed(step=place, error=error, again_at=None):
                told = {"code": error.code, "message": error.message}
                return await self._step(run, place, "etapa_falhou", erro=told)
            case StepSkipped(step=place):
                return await self._step(run, place, "etapa_pulada")
            case StepInterrupted(step=place, approval=str(approval)):
                return await self._step(run, place, "aguardando_aprovacao", aprovacao=approval)
            case PlanReplanned(reason=reason):
                return {"status": "replanejando", "descricao": reason}
            case ApprovalRequested(approval=approval) if approval.step is None:
                return {"status": "aguardando_aprovacao", "aprovacao": approval.id}
            case RunFinished(status=status, error=error):
                told = {} if error is None else {"erro": {"code": error.code, "message": error.message}}
                return {"status": RUN_STATUS[status], **told}
            case RunWaiting() | _:
                return None

    async def _step(
        self, run: Run, place: str, status: str, *, describe: bool = False, **more: Any
    ) -> JsonObject | None:
        """What happened to an etapa, by its number; parts of parts are not told."""
        found = _PLACE.match(place)
        if found is None or run.plan is None:
            return None
        plan = await self._plan(run.plan.id)
        order = next((number for number, step in enumerate(plan.steps, 1) if step.id == found[1]), None)
        step = plan.step(found[1])
        if order is None or step is None or (found[2] is None and step.repeat is not None):
            return None  # of a repeated step, each repetition is told
        told: JsonObject = {"status": status, "etapaAtual": order}
        if found[2] is not None:
            told["iteracao"] = int(found[2]) + 1
        return {**told, **({"descricao": step.title} if describe else {}), **more}


def in_short(value: Any) -> str:
    """A result in a few words."""
    match value:
        case None:
            return ""
        case str():
            text = value
        case {"message": str(message)}:
            text = message
        case dict():
            simple = {key: each for key, each in value.items() if isinstance(each, str | int | float) and each != ""}  # pyright: ignore[reportUnknownVariableType,reportUnknownMemberType]
            text = ", ".join(f"{key}: {each}" for key, each in simple.items())  # pyright: ignore[reportUnknownVariableType]
        case list():
            text = f"{len(value)}"  # pyright: ignore[reportUnknownArgumentType]
        case _:
            text = str(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
