"""What an import comes to, as a result gives it; the same before and after."""

from __future__ import annotations

from typing import Literal

from aule.apps.school.views import Nome
from aule.sdk import Model

Modo = Literal["previa", "aplicar"]
MOST_CELLS = 500
"""Cells a result names one by one."""


class Coluna(Model):
    """A column of the file, and what it was taken for."""

    coluna: int
    cabecalho: str
    papel: str
    titulo: str = ""


class Contagem(Model):
    """How many cells or rows of each sort."""

    criar: int = 0
    alterar: int = 0
    iguais: int = 0
    rejeitadas: int = 0


class AvaliacaoImportada(Contagem):
    """A test of the file."""

    id: str | None
    """None: it is new."""
    titulo: str
    materia: str
    data: str
    peso: float
    valor_maximo: float
    nova: bool


class DiaImportado(Contagem):
    """A day of the file."""

    data: str


class Celula(Model):
    """One cell, and what becomes of it."""

    linha: int
    coluna: int
    aluno: str
    avaliacao: str = ""
    data: str = ""
    op: Literal["criar", "alterar", "igual", "rejeitada"]
    antes: float | str | None = None
    depois: float | str | None = None
    motivo: str = ""


class AlunoNaoEncontrado(Model):
    """A row whose student is not clear."""

    linha: int
    nome: str
    matricula: str
    motivo: str


class Importacao(Model):
    """What an import of a sheet does, or would do."""

    modo: Modo
    arquivo: str
    formato: Literal["csv", "xlsx"]
    codificacao: str
    separador: str
    planilha: str
    planilhas: list[str]
    forma: Literal["larga", "longa", "moodle"]
    escola: Nome
    turma: Nome
    turma_nova: bool
    materia: Nome | None
    colunas: list[Coluna]
    contagem: Contagem
    celulas: list[Celula]
    """The first of them: refused ones, then changes, then new ones."""
    total_celulas: int
    nao_encontrados: list[AlunoNaoEncontrado]
    duplicados: list[AlunoNaoEncontrado]
    alunos_novos: list[str]
    avisos: list[str]
    resumo: str


class ImportacaoNotas(Importacao):
    """What an import of marks does, or would do."""

    avaliacoes: list[AvaliacaoImportada]


class ImportacaoFrequencia(Importacao):
    """What an import of attendance does, or would do."""

    dias: list[DiaImportado]


class Orfao(Model):
    """A row that points to nothing, or cannot be taken."""

    arquivo: str
    linha: int
    motivo: str


class ImportacaoOneRoster(Model):
    """What an import of a OneRoster archive does, or would do."""

    modo: Modo
    arquivo: str
    versao: str
    tipo: Literal["bulk", "delta", "mixed"]
    tabelas: dict[str, Contagem]
    orfaos: list[Orfao]
    total_orfaos: int
    avisos: list[str]
    resumo: str
