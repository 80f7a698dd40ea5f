"""Edits to a list, one after the other: questions of an activity, moments of a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import ValidationError

from aule.apps.school.entities import Conteudo, Momento, Questao, Secao
from aule.apps.school.words import say
from aule.sdk import Model, errors


class QuestaoOp(Model):
    """One edit to the questions of an activity."""

    op: Literal["add", "update", "remove", "move"]
    id: str = ""
    """Which question; not for `add`."""
    posicao: int | None = None
    """Where it comes to stand among all questions, from 0; `add` without it: at the end."""
    questao: dict[str, Any] = {}
    """A whole question for `add`; the fields to change for `update`."""


class RoteiroOp(Model):
    """One edit to the moments of a lesson."""

    op: Literal["add", "update", "remove", "move"]
    posicao: int | None = None
    """Which moment, from 0; `add`: where it comes to stand."""
    para: int | None = None
    """Of `move`: where it goes."""
    momento: dict[str, Any] = {}
    """A whole moment for `add`; the fields to change for `update`."""


class Alteracao(Model):
    """One line of a difference."""

    op: Literal["add", "update", "remove", "move"]
    id: str
    antes: str = ""
    depois: str = ""


def edit_questions(conteudo: Conteudo, ops: Sequence[QuestaoOp], locale: str) -> tuple[Conteudo, list[Alteracao]]:
    """Return the content after these edits, and what they did."""
    placed = [(place, each) for place, part in enumerate(conteudo.secoes) for each in part.questoes]
    told: list[Alteracao] = []
    for number, op in enumerate(ops):
        told.append(_edit_question(placed, op, f"questoes_ops.{number}", locale))
    parts = list(conteudo.secoes) or ([Secao()] if placed else [])
    secoes = [
        part.model_copy(update={"questoes": [each for at, each in placed if at == place]})
        for place, part in enumerate(parts)
    ]
    return conteudo.model_copy(update={"secoes": secoes}), told


def _edit_question(placed: list[tuple[int, Questao]], op: QuestaoOp, at: str, locale: str) -> Alteracao:
    kind = op.op
    if kind == "add":
        made = _question({"id": _free_id(placed), **op.questao}, f"{at}.questao")
        if any(each.id == made.id for _, each in placed):
            made = made.model_copy(update={"id": _free_id(placed)})
        target = _within(op.posicao, len(placed))
        part = placed[min(target, len(placed) - 1)][0] if placed else 0
        placed.insert(target, (part, made))
        return Alteracao(op="add", id=made.id, depois=made.enunciado)
    place = _place_of(placed, op.id, at, locale)
    part, before = placed.pop(place)
    if kind == "remove":
        return Alteracao(op="remove", id=before.id, antes=before.enunciado)
    if kind == "move":
        target = _within(op.posicao, len(placed))
        part = placed[min(target, len(placed) - 1)][0] if placed else part
        placed.insert(target, (part, before))
        return Alteracao(op="move", id=before.id, antes=str(place + 1), depois=str(target + 1))
    after = _question({**before.model_dump(), **op.questao, "id": before.id}, f"{at}.questao")
    placed.insert(place if op.posicao is None else _within(op.posicao, len(placed)), (part, after))
    return Alteracao(op="update", id=before.id, antes=before.enunciado, depois=after.enunciado)


def edit_moments(
    roteiro: Sequence[Momento], ops: Sequence[RoteiroOp], locale: str
) -> tuple[list[Momento], list[Alteracao]]:
    """Return the moments after these edits, and what they did."""
    moments = list(roteiro)
    told: list[Alteracao] = []
    for number, op in enumerate(ops):
        at = f"roteiro_ops.{number}"
        if op.op == "add":
            made = _moment(op.momento, at)
            moments.insert(_within(op.posicao, len(moments)), made)
            told.append(Alteracao(op="add", id=made.momento, depois=made.descricao))
            continue
        place = op.posicao if op.posicao is not None else -1
        if not 0 <= place < len(moments):
            raise _no_such(str(place), at, "posicao", locale)
        before = moments.pop(place)
        if op.op == "remove":
            told.append(Alteracao(op="remove", id=before.momento, antes=before.descricao))
        elif op.op == "move":
            target = _within(op.para, len(moments))
            moments.insert(target, before)
            told.append(Alteracao(op="move", id=before.momento, antes=str(place + 1), depois=str(target + 1)))
        else:
            after = _moment({**before.model_dump(), **op.momento}, at)
            moments.insert(place, after)
            told.append(Alteracao(op="update", id=after.momento, antes=before.descricao, depois=after.descricao))
    return moments, told


def _question(values: dict[str, Any], at: str) -> Questao:
    try:
        return Questao.model_validate(values)
    except ValidationError as wrong:
        raise _wrong(wrong, at) from wrong


def _moment(values: dict[str, Any], at: str) -> Momento:
    try:
        return Momento.model_validate(values)
    except ValidationError as wrong:
        raise _wrong(wrong, f"{at}.momento") from wrong


def _wrong(wrong: ValidationError, at: str) -> errors.Invalid:
    first = wrong.errors()[0]
    field = ".".join([at, *(str(part) for part in first["loc"])])
    return errors.Invalid(f"{field}: {first['msg']}.", code="invalid_param", field=field, hint="Correct this value.")


def _place_of(placed: Sequence[tuple[int, Questao]], id: str, at: str, locale: str) -> int:
    for place, (_, each) in enumerate(placed):
        if each.id == id:
            return place
    raise _no_such(id, at, "id", locale, [each.id for _, each in placed[:5]])


def _no_such(named: str, at: str, field: str, locale: str, known: Sequence[str] = ()) -> errors.NotFound:
    return errors.NotFound(
        say("item_not_here", locale, named=named),
        field=f"{at}.{field}",
        candidates=list(known),
        hint=say("look_at_it_again", locale),
    )


def _free_id(placed: Sequence[tuple[int, Questao]]) -> str:
    taken = {each.id for _, each in placed}
    number = len(placed) + 1
    while f"q{number}" in taken:
        number += 1
    return f"q{number}"


def _within(place: int | None, count: int) -> int:
    return count if place is None else max(0, min(place, count))
