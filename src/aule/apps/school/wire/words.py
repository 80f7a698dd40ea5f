"""Plans in the words of the School Power wire."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import PlanStatus, PlanStep, PlanStepKind, PlanStepStatus
from aule.contracts.plans.views import PlanView
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.memory import MemoryItem, MemoryKind

PLAN_STATUS = {
    PlanStatus.DRAFT: "aguardando_aprovacao",
    PlanStatus.CLARIFYING: "aguardando_aprovacao",
    PlanStatus.REVIEWING: "aguardando_aprovacao",
    PlanStatus.READY: "aguardando_aprovacao",
    PlanStatus.APPROVED: "aprovado",
    PlanStatus.EXECUTING: "em_execucao",
    PlanStatus.DONE: "concluido",
    PlanStatus.DONE_WITH_FAILURES: "concluido_com_falhas",
    PlanStatus.FAILED: "erro",
    PlanStatus.CANCELLED: "cancelado",
    PlanStatus.SUPERSEDED: "cancelado",
}
STEP_STATUS = {
    PlanStepStatus.PENDING: "pendente",
    PlanStepStatus.READY: "pendente",
    PlanStepStatus.RUNNING: "executando",
    PlanStepStatus.WAITING: "executando",
    PlanStepStatus.UNKNOWN: "erro",
    PlanStepStatus.DONE: "concluida",
    PlanStepStatus.FAILED: "erro",
    PlanStepStatus.SKIPPED: "pulada",
}
RUN_STATUS = {
    RunStatus.DONE: "concluido",
    RunStatus.DONE_WITH_FAILURES: "concluido_com_falhas",
    RunStatus.FAILED: "erro",
    RunStatus.CANCELLED: "cancelado",
}
MEMORY_KIND = {
    MemoryKind.OBJECTIVE: "objetivo",
    MemoryKind.FINDING: "descoberta",
    MemoryKind.RESULT: "descoberta",
    MemoryKind.ACTION: "acao",
    MemoryKind.ERROR: "erro",
    MemoryKind.FACT: "fato",
    MemoryKind.PREFERENCE: "preferencia",
    MemoryKind.DECISION: "decisao",
    MemoryKind.CONTEXT: "contexto",
}
_BY = {PlanStepKind.AGENT: "agente", PlanStepKind.EDIT: "agente", PlanStepKind.HUMAN: "pessoa"}


def projection(view: PlanView) -> JsonObject:
    """A plan as the wire tells it: `{planId, objetivo, etapas, status}`, with what the ids in it are called."""
    plan = view.plan
    names = {each.id: each.names for each in view.card.steps}
    return {
        "planId": plan.id,
        "objetivo": plan.goal or plan.title,
        "etapas": [_etapa(number, step, names.get(step.id, {})) for number, step in enumerate(plan.steps, start=1)],
        "status": PLAN_STATUS[plan.status],
    }


def memory_projection(items: Iterable[MemoryItem]) -> list[JsonObject]:
    """Working memory as the wire tells it: `{tipo, etapa, funcao, resultado, timestamp}`, etapa by etapa."""
    ordered = sorted(items, key=lambda item: (item.kind is not MemoryKind.OBJECTIVE, item.step or 0, item.created_at))
    return [_memory(item) for item in ordered]


def _memory(item: MemoryItem) -> JsonObject:
    return {
        "tipo": MEMORY_KIND[item.kind],
        "etapa": item.step,
        "funcao": None if item.capability is None else item.capability.rpartition(".")[2],
        "resultado": item.result,
        "conteudo": item.content,
        "timestamp": int(datetime.fromisoformat(item.created_at).timestamp() * 1_000),
    }


def function_of(step: PlanStep) -> str:
    """The one function a step calls, by its bare name."""
    if step.call is not None and step.kind is PlanStepKind.CALL:
        return step.call.capability.rpartition(".")[2]
    return step.workflow or _BY.get(step.kind, step.kind)


def _etapa(number: int, step: PlanStep, names: dict[str, str]) -> JsonObject:
    told: JsonObject = {
        "ordem": number,
        "descricao": step.title,
        "funcao": function_of(step),
        "parametros": {} if step.call is None else step.call.params,
        "justificativa": step.rationale,
        "status": STEP_STATUS[step.status],
    }
    if names:
        told["nomes"] = names
    if step.result is not None:
        told["resultado"] = step.result
    if (repeat := step.repeat) is not None:
        told["vezes"] = repeat.count or repeat.max
        counted: dict[str, Any] = {"vezes": repeat.count}
        told["repetir"] = counted if repeat.count is not None else {"para_cada": repeat.for_each, "max": repeat.max}
    return told
