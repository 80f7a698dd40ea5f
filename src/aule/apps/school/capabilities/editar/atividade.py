"""Editing an activity: its fields, its questions one by one, or in words a model turns into such edits."""

from __future__ import annotations

import json
from typing import Annotated, Any, Required, TypedDict, Unpack

from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Atividade, Materia, Text, Texts, Turma
from aule.apps.school.entities import Atividade as Activity
from aule.apps.school.entities import Dificuldade, Questao, StatusAtividade
from aule.apps.school.operations import Alteracao, QuestaoOp, edit_questions
from aule.apps.school.record_changes import edited, nothing, picked, record_of, records
from aule.apps.school.source import source_of
from aule.apps.school.words import counted, say
from aule.sdk import Context, Effect, FieldChange, Model, Records, errors, marked

_PLAIN = ("titulo", "instrucoes", "tema", "dificuldade", "habilidades", "objetivos", "tempo_min", "status", "ano_serie")


class EdicaoAtividade(TypedDict, total=False):
    """What to change about an activity; what is left out stays as it is, null clears it."""

    atividade_id: Required[Atividade]
    titulo: Text
    instrucoes: Text
    tema: Text
    dificuldade: Dificuldade | None
    habilidades: Annotated[Texts, "BNCC codes."]
    objetivos: Texts
    tempo_min: int | None
    status: StatusAtividade | None
    ano_serie: Text
    turma_id: Turma | None
    materia: Materia | None
    questoes_ops: Annotated[list[QuestaoOp], "Edits to its questions, in order."]
    instrucao: Annotated[str, "What to change about its questions, in words; a model makes the edits."]


class AtividadeEditada(Model):
    """An activity after an edit."""

    atividade_id: str
    titulo: str
    versao: int
    diff: list[Alteracao]
    resumo: str


async def _planned(
    context: Context, given: EdicaoAtividade, ops: list[QuestaoOp]
) -> tuple[Activity, Activity, list[Alteracao], dict[str, str]]:
    source = await source_of(context)
    before = await source.atividade(given["atividade_id"])
    changes = picked(given, _PLAIN)
    names: dict[str, str] = {}
    if "turma_id" in given:
        turma = await source.turma(said_turma) if (said_turma := given["turma_id"]) else None
        changes["turma_id"] = turma.id if turma else None
        names.update({turma.id: turma.nome} if turma else {})
    if "materia" in given:
        materia = await source.materia(said_materia) if (said_materia := given["materia"]) else None
        changes["materia_id"] = materia.id if materia else None
        names.update({materia.id: materia.nome} if materia else {})
    diff: list[Alteracao] = []
    if ops:
        changes["conteudo"], diff = edit_questions(before.conteudo, ops, context.locale)
    after = edited(context, before, **changes)
    if _said(after) != _said(before):
        after = after.model_copy(update={"versao": before.versao + 1})
    return before, after, diff, names


def _said(activity: Activity) -> dict[str, Any]:
    return activity.model_dump(exclude={"updated_at", "versao"})


async def _preview(context: Context, **given: Unpack[EdicaoAtividade]) -> Records:
    before, after, diff, names = await _planned(context, given, given.get("questoes_ops") or [])
    record = record_of("update", after, before, names=names)
    fields = [each for each in record.fields if each.name != "conteudo"]
    fields += [
        FieldChange(name=f"{each.op} {each.id}", before=each.antes or None, after=each.depois or None) for each in diff
    ]
    warnings: list[str] = []
    if given.get("instrucao"):
        warnings.append(say("model_edits_questions", context.locale, instrucao=given.get("instrucao", "")))
    elif not fields:
        return nothing(context.locale)
    summary = say("edit_named", context.locale, titulo=before.titulo)
    return records(summary, [record.model_copy(update={"fields": fields})], warnings=warnings)


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Edit an activity", "pt": "Editar atividade"},
    reversible=True,
    preview=_preview,
    targets=["atividade_id"],
    timeout_s=180,
)
async def editar_atividade(context: Context, **given: Unpack[EdicaoAtividade]) -> AtividadeEditada:
    """Edit an activity: title, instructions, skills, status, its questions, or what you say in `instrucao`."""
    ops = list(given.get("questoes_ops") or [])
    if words := (given.get("instrucao") or "").strip():
        ops += await _thought(context, await (await source_of(context)).atividade(given["atividade_id"]), words)
    await context.write_turn()
    before, after, diff, _ = await _planned(context, given, ops)
    if _said(after) != _said(before):
        title = say("titled_edited_f", context.locale, titulo=after.titulo)
        await (await source_of(context)).save(after, before, title=title)
    resumo = say("activity_version", context.locale, titulo=after.titulo, versao=after.versao)
    if diff:
        resumo += f" ({counted('questao', len(diff), context.locale)})"
    return AtividadeEditada(atividade_id=after.id, titulo=after.titulo, versao=after.versao, diff=diff, resumo=resumo)


async def _thought(context: Context, atividade: Activity, words: str) -> list[QuestaoOp]:
    """Return the edits a model makes of somebody's words; each is tried on the questions before it counts."""
    if not context.has_model:
        raise errors.ModelUnavailable(
            say("edits_need_a_model", context.locale),
            hint=say("use_question_edits", context.locale),
        )
    questions = [each.model_dump(exclude_defaults=True) for each in atividade.conteudo.questoes]
    shape: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "required": ["ops"],
        "properties": {
            "ops": {
                "type": "array",
                "maxItems": 50,
                "items": {
                    "type": "object",
                    "required": ["op"],
                    "properties": {
                        "op": {"enum": ["add", "update", "remove", "move"]},
                        "id": {"type": "string"},
                        "posicao": {"type": "integer"},
                        "questao": {"type": "object"},
                    },
                },
            }
        },
    }
    asked = "\n\n".join(
        (
            "Edit the questions of a school activity as the teacher says. Answer with the edits only. "
            "`update` gives only what changes; `add` gives a whole question with tipo, enunciado and resposta. "
            "Write in Brazilian Portuguese. Every question keeps a right answer.",
            marked("questions", json.dumps(questions, ensure_ascii=False)),
            marked("what the teacher says", words),
        )
    )

    def read(answer: dict[str, Any]) -> list[QuestaoOp]:
        try:
            ops = [QuestaoOp.model_validate(each) for each in answer.get("ops") or ()]
            after, _ = edit_questions(atividade.conteudo, ops, context.locale)
        except errors.AuleError as wrong:  # a `ValidationError` is a `ValueError` already
            raise ValueError(str(wrong)) from wrong
        for each in after.questoes:
            _check(each)
        return ops

    return await context.think(say("editing_questions", context.locale), asked, shape, read)


def _check(question: Questao) -> None:
    if question.tipo == "multipla_escolha" and sum(each.correta for each in question.alternativas) != 1:
        raise ValueError(f"the question {question.id!r} needs exactly one right alternative")
