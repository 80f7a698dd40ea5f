"""Games and cards: matching, ordering, flash cards, bingo, made of items or of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aule.apps.school.entities import Grade, Par, Questao, Secao
from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.grids import crossword, word_search
from aule.apps.school.generating.question_maker import Drawn, Pedido, drawn
from aule.apps.school.generating.terms import Term

PAIRS = 5
"""Pairs in one matching question."""
_VERBS = ("Calcule o valor da expressão: ", "Calcule: ", "Resolva a equação: ")
BINGO_SIDE = 3
BINGO_CARDS = 6


def matching(pairs: Sequence[tuple[str, str]], semente: int, quantidade: int, codes: list[str]) -> list[Questao]:
    """Return questions with pairs to find; no right-hand side occurs twice in one."""
    draw = Draw(semente)
    made: list[Questao] = []
    waiting = draw.shuffled(list(dict.fromkeys(pairs)))
    while len(made) < quantidade and len(waiting) >= 3:
        taken: dict[str, tuple[str, str]] = {}
        for pair in list(waiting):
            if len(taken) < PAIRS and pair[1] not in taken:
                taken[pair[1]] = pair
                waiting.remove(pair)
        if len(taken) < 3:
            break
        pares = [Par(esquerda=left, direita=right) for left, right in taken.values()]
        made.append(
            Questao(
                id=f"q{len(made) + 1}",
                tipo="associacao",
                enunciado="Ligue cada item da primeira coluna ao seu par na segunda.",
                pares=pares,
                resposta="; ".join(f"{each.esquerda} → {each.direita}" for each in pares),
                pontos=len(pares),
                habilidades=codes,
            )
        )
    return made


def ordering(pedido: Pedido, semente: int) -> list[Questao]:
    """Return calculations to put in the order of their results."""
    found = [each for each in drawn(_many(pedido, 12), semente) if _is_short(each)]
    draw = Draw(semente)
    made: list[Questao] = []
    while len(found) >= 3 and len(made) < pedido.quantidade:
        by_value = {each.item.value: each for each in found[:8]}
        chosen = draw.some(list(by_value.values()), 4)
        if len(chosen) < 3:
            break
        chosen.sort(key=lambda each: each.item.value or 0)
        found = [each for each in found if each not in chosen]
        shown = [_short(each) for each in chosen]
        made.append(
            Questao(
                id=f"q{len(made) + 1}",
                tipo="ordenacao",
                enunciado="Calcule e coloque em ordem, do menor resultado para o maior.",
                itens=shown,
                resposta=" < ".join(f"{text} = {each.item.answer}" for text, each in zip(shown, chosen, strict=True)),
                explicacao="\n".join(f"{_short(each)} = {each.item.answer}" for each in chosen),
                pontos=1,
                habilidades=chosen[0].questao.habilidades,
                dificuldade=chosen[0].questao.dificuldade,
            )
        )
    return made


def item_pairs(pedido: Pedido, semente: int) -> list[tuple[str, str]]:
    """Return questions and answers of items, short enough for a column or a card."""
    found = drawn(_many(pedido, PAIRS * 2), semente)
    short = [each for each in found if _is_short(each)]
    chosen = short if len(short) >= PAIRS else [each for each in found if each.item.value is not None]
    return [(_short(each), each.item.answer) for each in chosen]


def flash_cards(pairs: Sequence[tuple[str, str]], codes: list[str]) -> list[Questao]:
    """Return cards: what stands on one side, and what on the other."""
    return [
        Questao(id=f"q{at}", tipo="lacuna", enunciado=front, resposta=back, habilidades=codes)
        for at, (front, back) in enumerate(pairs, 1)
    ]


def bingo(pairs: Sequence[tuple[str, str]], semente: int) -> list[Secao]:
    """Return cards that differ, and what is called out; none where there are too few different answers."""
    draw = Draw(semente)
    answers = list(dict.fromkeys(right for _, right in pairs))
    places = BINGO_SIDE * BINGO_SIDE
    if len(answers) < places + 1:
        return []
    cards: list[str] = []
    seen: set[tuple[str, ...]] = set()
    while len(cards) < BINGO_CARDS:
        chosen = draw.some(answers, places)
        if tuple(sorted(chosen)) in seen and len(seen) < len(answers) - places + 1:
            continue
        seen.add(tuple(sorted(chosen)))
        rows = [chosen[at : at + BINGO_SIDE] for at in range(0, places, BINGO_SIDE)]
        table = "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], ["---"] * BINGO_SIDE, *rows[1:]])
        cards.append(f"**Cartela {len(cards) + 1}**\n\n{table}")
    calls = [pair for pair in pairs if pair[1] in answers]
    called = "\n".join(f"{at}. {left} → **{right}**" for at, (left, right) in enumerate(draw.shuffled(calls), 1))
    told = f"**Fichas para sortear.** Leia a pergunta; a turma marca a resposta.\n\n{called}"
    return [Secao(titulo="Cartelas", texto="\n\n".join(cards), para_professor=told)]


def puzzle(tipo: str, terms: Sequence[Term], semente: int, *, diagonals: bool) -> tuple[Secao, list[Term]]:
    """Return a word search or a crossword with its words, and those that did not fit."""
    grade: Grade
    if tipo == "caca-palavras":
        grade, left = word_search(terms, semente, diagonals=diagonals)
        text = "Encontre as palavras escondidas na grade."
    else:
        grade, left = crossword([term for term in terms if term.clue], semente)
        text = "Leia as pistas e complete as palavras."
    return Secao(titulo="", texto=text, grade=grade), left


def _many(pedido: Pedido, times: int) -> Pedido:
    """Return the same request for as many items as a game uses up."""
    count = min(200, max(20, pedido.quantidade * times))
    return replace(pedido, quantidade=count, modelos=("numerica", "lacuna"))


def _is_short(each: Drawn) -> bool:
    return each.item.value is not None and each.item.asked.startswith(_VERBS) and len(_short(each)) <= 48


def _short(each: Drawn) -> str:
    """Return a calculation without its verb; a problem as it is."""
    if each.item.scene:
        return f"{each.item.scene} {each.item.asked}"
    asked = each.item.asked
    for verb in _VERBS:
        asked = asked.removeprefix(verb)
    return asked
