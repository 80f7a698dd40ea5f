"""What an import comes to, as a result gives it; the same before and after."""

from __future__ import annotations

from typing import Literal

from aule.apps.school.importing.scales import Origin
from aule.apps.school.views import Nome
from aule.sdk import Model

Modo = Literal["previa", "aplicar"]
MOST_CELLS = 500
"""Cells a result names one by one; refused ones are all named."""


class Coluna(Model):
    """A column of the file, and what it was taken for."""

    coluna: int
    cabecalho: str
    papel: str
    titulo: str = ""
    grupo: str = ""
    """What stands over it and the columns beside it."""


class Contagem(Model):
    """How many cells or rows of each sort."""

    criar: int = 0
    alterar: int = 0
    iguais: int = 0
    rejeitadas: int = 0


class ContagemPacote(Contagem):
    """How many rows of each sort an archive has, with those that go."""

    remover: int = 0


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


class Deixado(Model):
    """A cell nothing was made of, and why."""

    linha: int
    coluna: int
    cabecalho: str
    valor: str
    motivo: str


class EscalaImportada(Model):
    """Out of how much marks are whose test says nothing of it, and how that is known."""

    maximo: float
    origem: Origin


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
    deixados: list[Deixado]
    """Every cell of the sheet that is in none of the above."""
    total_deixados: int
    avisos: list[str]
    resumo: str


class ImportacaoNotas(Importacao):
    """What an import of marks does, or would do."""

    avaliacoes: list[AvaliacaoImportada]
    escala: EscalaImportada


class ImportacaoFrequencia(Importacao):
    """What an import of attendance does, or would do."""

    dias: list[DiaImportado]


class Orfao(Model):
    """A row that points to nothing, or cannot be taken."""

    arquivo: str
    linha: int
    motivo: str
    valores: str = ""
    """What the row says, column by column."""


class CelulaDeixada(Model):
    """A cell of an archive nothing was made of, and why."""

    arquivo: str
    linha: int
    cabecalho: str
    valor: str
    motivo: str


class ImportacaoOneRoster(Model):
    """What an import of a OneRoster archive does, or would do."""

    modo: Modo
    arquivo: str
    versao: str
    tipo: Literal["bulk", "delta", "mixed"]
    tabelas: dict[str, ContagemPacote]
    orfaos: list[Orfao]
    total_orfaos: int
    deixados: list[CelulaDeixada]
    """Every cell of the archive that is in none of the above and with none of what was made."""
    total_deixados: int
    avisos: list[str]
    resumo: str
