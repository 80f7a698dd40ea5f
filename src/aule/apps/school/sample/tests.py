"""Tests of the sample school: when they were, what they are about, and how hard they were."""

from __future__ import annotations

from dataclasses import dataclass

from aule.apps.school.entities import TipoAvaliacao


@dataclass(frozen=True, slots=True)
class Exam:
    """A test of the sample."""

    titulo: str
    tipo: TipoAvaliacao
    turma: int
    materia: int
    dias: int
    """When it was or will be, in days from today."""
    hard: float = 0.0
    """How much less than their usual the students got."""
    peso: float = 1
    skills: tuple[str, ...] = ()
    """The skill of each question; none: only the whole mark is known."""
    conteudos: tuple[str, ...] = ()
    replaces: int | None = None
    """The place of the test it stands in for, where a student got less."""


_PROPORTION, _RATIONAL, _PERCENT = "EF07MA17", "EF07MA12", "EF07MA02"
HARDNESS = {_PROPORTION: 0.38, _RATIONAL: 0.19, _PERCENT: 0.11, "EF08MA06": 0.24, "EF08MA08": 0.10}
"""How hard each skill is for these classes."""
EXAMS = (
    Exam(
        "Prova 1 de Matemática",
        "somativa",
        0,
        0,
        -24,
        peso=2,
        skills=(_PROPORTION,) * 4 + (_RATIONAL,) * 3 + (_PERCENT,) * 3,
    ),
    Exam(
        "Prova 2 de Matemática",
        "somativa",
        0,
        0,
        -9,
        peso=2,
        skills=(_PERCENT,) * 3 + (_RATIONAL,) * 3 + (_PROPORTION,) * 4,
    ),
    Exam("Trabalho: orçamento da festa junina", "trabalho", 0, 0, -46, conteudos=("Porcentagem", "Planilhas")),
    Exam("Prova de interpretação de texto", "somativa", 0, 1, -20, -0.04, conteudos=("Crônica",)),
    Exam("Produção de texto: notícia", "trabalho", 0, 1, -38, -0.10, conteudos=("Notícia",)),
    Exam("Prova de Ciências: misturas", "somativa", 0, 2, -16, 0.02, conteudos=("Misturas",)),
    Exam("Relatório de laboratório", "trabalho", 0, 2, -50, -0.12, conteudos=("Misturas",)),
    Exam("Prova 3 de Matemática", "somativa", 0, 0, 8, peso=2, conteudos=("Regra de três",)),
    Exam(
        "Prova 1 de Matemática (8B)",
        "somativa",
        1,
        0,
        -21,
        skills=("EF08MA06",) * 5 + ("EF08MA08",) * 5,
    ),
    Exam("Recuperação da Prova 1", "recuperacao", 1, 0, -7, 0.05, replaces=8),
    Exam("Seminário: variedades da língua", "trabalho", 1, 1, -30, -0.08, conteudos=("Variação linguística",)),
    Exam("Prova de Ciências: corpo humano", "somativa", 1, 2, -14, 0.0, conteudos=("Sistemas do corpo",)),
)
