"""How a plan's run goes, as the frames of the School Power wire: `agent:progress`, etapa by etapa."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from aule.apps.school.wire.errors import in_portuguese
from aule.apps.school.wire.order import InOrder, Phase, Unit
from aule.apps.school.wire.words import RUN_STATUS
from aule.contracts.errors import Problem
from aule.contracts.events.facts import (
    ApprovalRequested,
    Event,
    RunFinished,
    RunStarted,
)
from aule.contracts.events.plans import PlanReplanned
from aule.contracts.events.steps import (
    StepCompleted,
    StepExpanded,
    StepFailed,
    StepInterrupted,
    StepOpened,
    StepReleased,
    StepSkipped,
    StepStarted,
)
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStep
from aule.contracts.runs.run import Run, RunKind

_PLACE = re.compile(r"^([^\[/]+)(?:\[(\d+)\])?$")
STEPPING = (
    *("run.started", "run.finished", "plan.replanned", "step.started", "step.expanded", "step.opened"),
    *("step.completed", "step.failed", "step.skipped", "step.interrupted", "step.released"),
)
"""The events that say which etapa is under way."""
LONGEST = 280
"""Characters of a result that a frame tells; the rest is behind its `ref`."""


class Progress:
    """Turns the log of a session into frames, told in the order of the etapas."""

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
        self._orders: dict[str, InOrder] = {}
        self._replanned: dict[str, list[PlanStep]] = {}
        """The etapas of runs that were planned anew: the plan itself tells of them a moment later."""

    async def frames(self, event: Event) -> list[JsonObject]:
        """The frames that can be told after an event; none when it is not about a plan's run of this session.

        Several that come at once share the cursor before the event, and only the last has its own: who comes back
        after any of them hears the others again rather than never.
        """
        if event.run is None or (run := await self._run_of(event.run)) is None or run.plan is None:
            return []
        order = self._orders.setdefault(run.id, InOrder())
        told = await self._told(event, run)
        if (unit := await self._unit(event, run)) is not None:
            ready = order.take(unit, _phase(event), told)
        elif told is None:
            return []
        else:
            ready = [*(order.rest() if isinstance(event.data, RunFinished | PlanReplanned) else []), told]
        about = {"sessionId": self._session, "runId": run.id, "planId": run.plan.id}
        seqs = [*([int(event.seq) - 1] * (len(ready) - 1)), int(event.seq)]
        return [
            {"event": "agent:progress", "seq": seq, "data": {**about, **each}}
            for seq, each in zip(seqs, ready, strict=bool(ready))
        ]

    async def _unit(self, event: Event, run: Run) -> Unit | None:
        """The etapa an event is about, and which repetition of it; none: the run as a whole, or a part of a part."""
        found = _PLACE.match(str(getattr(event.data, "step", None) or ""))
        order, _ = (0, None) if found is None else await self._numbered(run, found[1])
        return None if found is None or not order else (order, 0 if found[2] is None else int(found[2]) + 1)

    async def _run_of(self, id: str) -> Run | None:
        if id not in self._known:
            found = await self._run(id)
            self._known[id] = found if found.kind is RunKind.PLAN and found.plan is not None else None
        return self._known[id]

    async def _told(self, event: Event, run: Run) -> JsonObject | None:
        match event.data:
            case RunStarted():
                return {"status": "iniciando"}
            case PlanReplanned(reason=reason, steps=steps):
                self._replanned[run.id] = steps
                return {"status": "replanejando", "descricao": reason}
            case ApprovalRequested(approval=approval) if approval.step is None:
                return {"status": "aguardando_aprovacao", "aprovacao": approval.id}
            case RunFinished(status=status, error=error):
                told = {} if error is None else {"erro": {"code": error.code, "message": in_portuguese(error)}}
                return {"status": RUN_STATUS[status], **told}
            case _:
                return await self._told_of_step(event, run)

    async def _told_of_step(self, event: Event, run: Run) -> JsonObject | None:
        match event.data:
            case StepStarted(step=place, attempt=1):
                return await self._step(run, place, "executando", describe=True)
            case StepExpanded(step=place, items=[]):
                return await self._step(run, place, "executando", is_whole=True, describe=True)
            case StepCompleted(step=place, result=result, call=call):
                value = result if call is None else await self._result(run.id, place)
                text, ref = in_short(value), f"result:{run.id}/{place}"
                return await self._step(run, place, "etapa_concluida", is_whole=value == [], resultado=text, ref=ref)
            case StepFailed(step=place, again_at=None, contained=True):
                return None  # it was told when another way began to be looked for
            case (
                StepFailed(step=place, error=Problem() as error, again_at=None)
                | StepInterrupted(step=place, moment="replan", error=Problem() as error, approval=None)
            ):
                told = {"code": error.code, "message": in_portuguese(error)}
                return await self._step(run, place, "etapa_falhou", erro=told)
            case StepSkipped(step=place):
                return await self._step(run, place, "etapa_pulada", is_whole=True)
            case StepInterrupted(step=place, approval=str(approval)):
                return await self._step(run, place, "aguardando_aprovacao", aprovacao=approval)
            case _:
                return None

    async def _step(
        self, run: Run, place: str, status: str, *, describe: bool = False, is_whole: bool = False, **more: Any
    ) -> JsonObject | None:
        """What happened to an etapa, by its number; parts of parts are not told.

        Of a repeated step each repetition is told, and the step itself only where it has none: `is_whole`.
        """
        found = _PLACE.match(place)
        if found is None or run.plan is None:
            return None
        order, step = await self._numbered(run, found[1])
        if step is None or (found[2] is None and step.repeat is not None and not is_whole):
            return None
        told: JsonObject = {"status": status, "etapaAtual": order}
        if found[2] is not None:
            told["iteracao"] = int(found[2]) + 1
        return {**told, **({"descricao": step.title} if describe else {}), **more}

    async def _numbered(self, run: Run, id: str) -> tuple[int, PlanStep | None]:
        steps = [] if run.plan is None else (await self._plan(run.plan.id)).steps
        if not any(step.id == id for step in steps):
            steps = self._replanned.get(run.id, [])
        return next(((n, each) for n, each in enumerate(steps, 1) if each.id == id), (0, None))


def _phase(event: Event) -> Phase | None:
    """Return whether what an event is about begins, ends, or waits for a person."""
    match event.data:
        case StepStarted() | StepExpanded() | StepOpened() | StepReleased():
            return "begins"
        case StepInterrupted():
            return "waits"
        case StepCompleted() | StepSkipped() | StepFailed(again_at=None):
            return "ends"
        case _:
            return None


def in_short(value: Any) -> str:
    """A result in a few words."""
    match value:
        case None:
            return ""
        case str():
            text = value
        case {"resumo": str(said)} | {"message": str(said)}:
            text = said
        case dict():
            simple = {key: each for key, each in value.items() if isinstance(each, str | int | float) and each != ""}  # pyright: ignore[reportUnknownVariableType,reportUnknownMemberType]
            text = ", ".join(f"{key}: {each}" for key, each in simple.items())  # pyright: ignore[reportUnknownVariableType]
        case list():
            text = f"{len(value)}"  # pyright: ignore[reportUnknownArgumentType]
        case _:
            text = str(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
