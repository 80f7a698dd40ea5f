"""Faces and keys: what a student sees of a question, and apart from it what is right.

A student's page is made of views alone. They are built without the answer, so it cannot stand on such a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

from aule.apps.school.entities import Alternativa, FonteQuestao, Questao, TipoQuestao
from aule.apps.school.exporting.shuffle import moved

_LETTERED = re.compile(r"\b(alternativas?|letras?|op[çc](?:ão|ões)|options?|itens?|item)(\s+)([A-E])\b", re.IGNORECASE)
"""A letter that names one of the answers."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something with a letter before it."""

    letter: str
    text: str


@dataclass(frozen=True, slots=True)
class StudentView:
    """A question as a student reads it."""

    number: int
    kind: TipoQuestao
    text: str
    """Markdown."""
    points: float
    choices: tuple[Choice, ...] = ()
    """Answers to choose from, or things to bring into order."""
    left: tuple[str, ...] = ()
    """Of `associacao`: what is numbered; its partners are the choices."""


@dataclass(frozen=True, slots=True)
class Key:
    """What is right, for the teacher."""

    number: int
    answer: str
    explanation: str
    skills: tuple[str, ...]
    points: float


def faced(question: Questao, number: int, seed: str = "") -> tuple[StudentView, Key]:
    """Return a question apart from its answer; with a seed its alternatives stand in another order."""
    match question.tipo:
        case "multipla_escolha":
            return _of_choice(question, number, seed)
        case "associacao" if question.pares:
            return _of_pairs(question, number, seed)
        case "ordenacao" if question.itens:
            return _of_order(question, number, seed)
        case _:
            answer = _TRUE.get(question.resposta.strip().upper(), question.resposta)
            told = answer if question.tipo == "verdadeiro_falso" else question.resposta
            return _view(question, number), _key(question, number, told)


_TRUE = {"V": "Verdadeiro", "VERDADEIRO": "Verdadeiro", "F": "Falso", "FALSO": "Falso"}


def _of_choice(question: Questao, number: int, seed: str) -> tuple[StudentView, Key]:
    right = [each for each in question.alternativas if each.correta]
    order: Sequence[Alternativa] = question.alternativas
    if seed and len(right) == 1:  # without one right answer nobody could say which it became
        order = moved(question.alternativas, f"{seed}|{question.id}")
    lettered = [(letter, each) for letter, each in zip(ascii_uppercase, order, strict=False)]
    became = {each.id.upper(): letter for letter, each in lettered}
    choices = tuple(Choice(letter, each.texto) for letter, each in lettered)
    answer = next((letter for letter, each in lettered if each.correta), question.resposta) if right else ""
    key = _key(question, number, answer or question.resposta, _relettered(question.explicacao, became))
    return _view(question, number, choices=choices), key


def _of_pairs(question: Questao, number: int, seed: str) -> tuple[StudentView, Key]:
    partners = moved([pair.direita for pair in question.pares], f"{seed}|{question.id}|pares")
    choices = tuple(Choice(letter, text) for letter, text in zip(ascii_lowercase, partners, strict=False))
    letters = {choice.text: choice.letter for choice in choices}
    answer = ", ".join(f"{place}-{letters.get(pair.direita, '?')}" for place, pair in enumerate(question.pares, 1))
    view = _view(question, number, choices=choices, left=tuple(pair.esquerda for pair in question.pares))
    return view, _key(question, number, answer)


def _of_order(question: Questao, number: int, seed: str) -> tuple[StudentView, Key]:
    mixed = moved(question.itens, f"{seed}|{question.id}|itens")
    choices = tuple(Choice(letter, text) for letter, text in zip(ascii_lowercase, mixed, strict=False))
    letters = {choice.text: choice.letter for choice in choices}
    answer = " → ".join(letters.get(each, "?") for each in question.itens)
    return _view(question, number, choices=choices), _key(question, number, answer)


def _relettered(text: str, became: Mapping[str, str]) -> str:
    """Return an explanation that names answers by their letters, with the letters they have now."""
    return _LETTERED.sub(lambda found: f"{found[1]}{found[2]}{became.get(found[3].upper(), found[3])}", text)


def _view(
    question: Questao, number: int, *, choices: tuple[Choice, ...] = (), left: tuple[str, ...] = ()
) -> StudentView:
    return StudentView(number, question.tipo, question.enunciado, question.pontos, choices, left)


def _key(question: Questao, number: int, answer: str, explanation: str | None = None) -> Key:
    told = question.explicacao if explanation is None else explanation
    if question.fonte is not None:
        told = " ".join(filter(None, [told, _source(question.fonte)]))
    return Key(number, answer, told, tuple(question.habilidades), question.pontos)


def feedback_of(question: Questao) -> str:
    """Return what a student may read after answering: nothing that quotes the passage a question was made of."""
    return "" if question.fonte is not None else question.explicacao


def _source(source: FonteQuestao) -> str:
    """Return where a question comes from, for the key alone: a student's page is made of views."""
    page = f", p. {source.pagina}" if source.pagina else ""
    return f"[{source.titulo}{page}: “{' '.join(source.trecho.split())}”]"
