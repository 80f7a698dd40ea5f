"""What analyses give back, in the words of the wire."""

from __future__ import annotations

from typing import Any, Literal

from aule.apps.school.analysis.spans import Periodo
from aule.apps.school.views import (
    AlertaFrequencia,
    Desempenho,
    Faixa,
    Gap,
    HabilidadeDominio,
    HabilidadeNome,
    MateriaCritica,
    Nome,
)
from aule.sdk import Model


class DesempenhoTurma(Model):
    """How a class stands in a span of time."""

    turma_id: str
    turma_nome: str
    materia: Nome | None = None
    periodo: Periodo
    total_alunos: int
    alunos_com_nota: int
    n_avaliacoes: int
    media_geral: float | None
    mediana: float | None
    desvio_padrao: float | None
    abaixo_da_media: int | None
    pct_abaixo: float | None
    distribuicao: list[Faixa]
    gaps_principais: list[Gap]
    materias_criticas: list[MateriaCritica]
    dados_insuficientes: list[Nome]
    """Subjects too few students have marks in."""
    tendencia: str
    delta: float | None
    raw_data: dict[str, Any]
    """The tests and marks it was worked out from, as far as they fit."""
    resumo: str
    texto: str = ""
    """The same as an answer to a teacher, in Markdown."""
    proximos_passos: list[str] = []


class Sugestao(Model):
    """What could be done about a gap."""

    habilidade: HabilidadeNome
    tipo_atividade: str
    tema: str
    motivo: str


class HabilidadesDoAluno(Model):
    """Skills a student has not got far enough in."""

    aluno: Nome
    habilidades: list[HabilidadeDominio]


class GapsAprendizado(Model):
    """The gaps of a class, the largest first, and what could be done."""

    turma_id: str
    turma_nome: str
    materia: Nome | None = None
    periodo: Periodo
    nivel: Literal["turma", "aluno"]
    alvo: float
    gaps: list[Gap]
    demais: list[Gap]
    """Other skills there is evidence of."""
    habilidades_sem_evidencia: list[HabilidadeNome]
    """Skills the class works on, of which too little is known."""
    sugestoes: list[Sugestao]
    por_aluno: list[HabilidadesDoAluno]
    resumo: str
    proximos_passos: list[str] = []
    """What could be done now, where nothing can be said yet."""


class AlunoAtencao(Model):
    """A student who takes little part, and in what."""

    aluno: Nome
    indice: float
    componentes: dict[str, float | None]


class EngajamentoTurma(Model):
    """How a class takes part in a span of time."""

    turma_id: str
    turma_nome: str
    periodo: Periodo
    total_alunos: int
    n_alunos: int
    """Students it is known of."""
    indice: float | None
    componentes: dict[str, float | None]
    faixas: dict[str, int]
    alunos_atencao: list[AlunoAtencao]
    alertas_frequencia: list[AlertaFrequencia]
    tendencia: str
    resumo: str


class DesempenhoGeral(Desempenho):
    """All classes side by side, in a sentence too."""

    resumo: str


class Comentario(Model):
    """A comment for the report card of one student, and the figures it says."""

    aluno: Nome
    media: float | None
    por_materia: dict[str, float]
    """Means by the name of the subject."""
    frequencia: float | None
    faltas: int
    texto: str


class ComentariosBoletim(Model):
    """Comments for the report cards of a class."""

    turma_id: str
    turma_nome: str
    periodo: Periodo
    comentarios: list[Comentario]
    texto: str
    """All of them, in Markdown."""
    resumo: str
