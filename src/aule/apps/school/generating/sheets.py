"""Sheets made of the teacher's own text or of what the skills say: cloze test, self-assessment, rubric."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aule.apps.school.entities import Conteudo, Questao, Secao

EVERY = 6
"""A cloze test leaves out every sixth word, as far as it is one to think about."""
ENOUGH = 45
"""How long a criterion has to be before a comma may end it: “Compreender” alone says nothing."""
_WORD = re.compile(r"[A-Za-zÀ-ÿ]{4,}")
_LEVELS = (
    ("Ainda não", "Não realiza, mesmo com apoio."),
    ("Com apoio", "Realiza em parte, ou com ajuda do professor ou dos colegas."),
    ("Consegue", "Realiza sozinho, com pequenas imprecisões."),
    ("Domina", "Realiza sozinho, com segurança, e explica como fez."),
)


def cloze(text: str, most: int) -> Conteudo | None:
    """Return a cloze test of a text; none where it is too short."""
    words = text.split()
    if len(words) < 40:
        return None
    shown: list[str] = []
    questions: list[Questao] = []
    since = 0
    for at, word in enumerate(words):
        since += 1
        found = _WORD.search(word)
        if at > 10 and since >= EVERY and found and len(questions) < most:
            number = len(questions) + 1
            shown.append(f"{word[: found.start()]}({number}) ________{word[found.end() :]}")
            questions.append(
                Questao(id=f"q{number}", tipo="lacuna", enunciado=f"Lacuna ({number}): ________", resposta=found[0])
            )
            since = 0
        else:
            shown.append(word)
    if len(questions) < 3:
        return None
    return Conteudo(secoes=[Secao(texto=" ".join(shown), questoes=questions)])


def self_assessment(skills: Sequence[tuple[str, str]]) -> Conteudo | None:
    """Return sentences a student says about themselves, one for each skill."""
    if not skills:
        return None
    rows = [f"| {_can(text)} | ( ) | ( ) | ( ) |" for _, text in skills]
    table = "\n".join(["| Eu consigo… | Sim | Em parte | Ainda não |", "|---|---|---|---|", *rows])
    asked = (
        "O que eu aprendi de mais importante?",
        "O que ainda é difícil para mim?",
        "O que vou fazer para melhorar?",
    )
    questions = [
        Questao(id=f"q{at}", tipo="dissertativa", enunciado=text, resposta="Resposta pessoal.", pontos=0)
        for at, text in enumerate(asked, 1)
    ]
    return Conteudo(
        secoes=[
            Secao(titulo="O que eu já sei fazer", texto=table),
            Secao(titulo="Pensando sobre o meu estudo", questoes=questions),
        ]
    )


def rubric(skills: Sequence[tuple[str, str]]) -> Conteudo | None:
    """Return levels of performance for each skill."""
    if not skills:
        return None
    head = f"| Critério | {' | '.join(name for name, _ in _LEVELS)} |"
    rows = [f"| {_criterion(text)} ({code}) | {' | '.join(told for _, told in _LEVELS)} |" for code, text in skills]
    table = "\n".join([head, "|" + "---|" * (len(_LEVELS) + 1), *rows])
    return Conteudo(secoes=[Secao(texto=table)])


def _criterion(text: str) -> str:
    told = _can(text)
    return told[:1].upper() + told[1:]


def _can(text: str) -> str:
    """Return what a skill says, as the end of a sentence that begins with “I can”."""
    clauses = text.rstrip(". ").replace("|", "/").split(",")
    told = clauses[0]
    for clause in clauses[1:]:
        if len(told) >= ENOUGH:
            break
        told += f",{clause}"
    return told[:1].lower() + told[1:]
