"""What the School Power wire takes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import Plan
from aule.contracts.plans.views import PlanEdit
from aule.contracts.talk.messages import MAX_MESSAGE

SessionId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]

Action = Literal["create_plan", "update_plan", "execute_plan", "cancel_plan", "get_plan", "get_context"]


class EtapaEdit(Model):
    """A change to one etapa, by its number."""

    ordem: int = Field(ge=1)
    descricao: str | None = Field(default=None, min_length=1, max_length=200)
    parametros: JsonObject | None = None
    """Those that change; null takes one away, what is absent stays."""
    justificativa: str | None = Field(default=None, max_length=4_000)
    remover: bool = False
    antes_de: int | None = Field(default=None, ge=1)
    """The etapa before which it goes."""


class Process(Model):
    """One request to the agent: make a plan, change it, run it, give it up, or read it."""

    prompt: str | None = Field(default=None, min_length=1, max_length=MAX_MESSAGE)
    sessionId: SessionId
    userId: str = Field(min_length=1, max_length=200)
    """A label of whoever asks, never an authority."""
    action: Literal["create_plan", "update_plan", "execute_plan", "cancel_plan", "get_plan", "get_context"] = (
        "create_plan"
    )
    planId: str | None = Field(default=None, min_length=1, max_length=64)
    edits: list[EtapaEdit] = Field(default=[], max_length=200)
    is_async: bool = Field(default=False, alias="async")


def edits_of(plan: Plan, edits: list[EtapaEdit]) -> list[PlanEdit]:
    """Changes by number as changes by id; numbers that no etapa has are left to be refused."""
    found: list[PlanEdit] = []
    for edit in edits:
        id = _id(plan, edit.ordem)
        if edit.remover:
            found.append(PlanEdit(op="drop", step=id))
            continue
        if edit.descricao is not None:
            found.append(PlanEdit(op="set", path=f"steps.{id}.title", value=edit.descricao))
        if edit.justificativa is not None:
            found.append(PlanEdit(op="set", path=f"steps.{id}.rationale", value=edit.justificativa))
        if edit.parametros is not None:
            found.append(PlanEdit(op="set", path=f"steps.{id}.call", value=_called(plan, id, edit.parametros)))
        if edit.antes_de is not None:
            found.append(PlanEdit(op="move", step=id, before=_id(plan, edit.antes_de)))
    return found


def _called(plan: Plan, id: str, given: JsonObject) -> JsonObject:
    """The call of an etapa with some parameters changed; an etapa that calls nothing is left to be refused."""
    step = plan.step(id)
    if step is None or step.call is None:
        raise Invalid(f"A etapa {id!r} não tem parâmetros.", field="edits.parametros", code="invalid_param")
    params = {name: value for name, value in {**step.call.params, **given}.items() if value is not None}
    return {"capability": step.call.capability, "params": params}


def _id(plan: Plan, order: int) -> str:
    return plan.steps[order - 1].id if order <= len(plan.steps) else f"etapa-{order}"
