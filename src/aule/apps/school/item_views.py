"""What the pages of one activity, lesson, test, plan or day show, and the lists that lead to them."""

from __future__ import annotations

from typing import Literal

from aule.apps.school.entities import (
    Atividade,
    Aula,
    Avaliacao,
    Data,
    EventoCalendario,
    PlanoEnsino,
    Presenca,
    Situacao,
)
from aule.apps.school.views import AtividadeResumo, Aviso, Faixa, HabilidadeNome, Nome
from aule.sdk import Model


class Lista(Model):
    """Activities, lessons, tests, plans: those that fit, the latest first."""

    total: int
    atividades: list[AtividadeResumo] = []
    aulas: list[AulaResumo] = []
    avaliacoes: list[AvaliacaoResumo] = []
    planos: list[PlanoResumo] = []


class AulaResumo(Model):
    """A lesson in a list."""

    id: str
    titulo: str
    data: str | None
    turma: str
    materia: str
    duracao_min: int
    n_atividades: int
    status: str


class AvaliacaoResumo(Model):
    """A test in a list."""

    id: str
    titulo: str
    tipo: str
    data: Data
    turma: Nome
    materia: Nome
    valor_maximo: float
    lancadas: int
    total_alunos: int
    media: float | None


class PlanoResumo(Model):
    """A teaching plan in a list."""

    id: str
    turma: Nome
    materia: Nome
    periodo: str
    n_unidades: int
    incluidas: int
    habilidades_total: int


class PaginaAtividade(Model):
    """An activity with everything its editor needs."""

    atividade: Atividade
    tipo_nome: str
    materia: Nome | None
    turma: Nome | None
    pontos_total: float
    habilidades: list[HabilidadeNome]
    usos: list[Nome]
    """Lessons, tests and events it is used in."""
    avisos: list[Aviso]


class PaginaAula(Model):
    """A lesson with the names of what it uses."""

    aula: Aula
    turma: Nome | None
    materia: Nome | None
    atividades: list[AtividadeResumo]
    habilidades: list[HabilidadeNome]


class PaginaAvaliacao(Model):
    """A test with its marks."""

    avaliacao: Avaliacao
    turma: Nome
    materia: Nome
    atividade: AtividadeResumo | None
    alunos: list[AlunoNota]
    media: float | None
    distribuicao: list[Faixa]
    habilidades: list[HabilidadeNome]


class AlunoNota(Model):
    """A student's mark in one test."""

    id: str
    nome: str
    matricula: str
    valor: float | None
    situacao: Situacao
    itens: dict[str, float]


class PaginaPlano(Model):
    """A teaching plan and how much of the curriculum is in it."""

    plano: PlanoEnsino
    turma: Nome
    materia: Nome
    habilidades_total: int
    incluidas: int
    fora: list[HabilidadeNome]
    textos: dict[str, str]
    """What each code of the plan says."""
    trabalhadas: dict[str, int]
    """How often a skill occurs in activities, lessons and tests of the class."""


class Calendario(Model):
    """What is on between two days, repeated events as often as they fall there."""

    inicio: Data
    fim: Data
    eventos: list[EventoNoDia]
    dias_livres: list[Data]


class AlunoChamada(Model):
    """A student in the register; without a word when nothing is noted yet."""

    id: str
    nome: str
    presenca: Presenca | None


class PaginaChamada(Model):
    """The register of a class on a day."""

    turma: Nome
    data: Data
    feita: bool
    """Whether it was taken already."""
    alunos: list[AlunoChamada]


class EventoNoDia(Model):
    """An event on one of its days."""

    evento: EventoCalendario
    dia: Data
    turma: Nome | None
    atividades: list[Nome] = []
    """The activities in it that still are there, by name."""
    tipo: Literal["evento", "aula", "avaliacao"] = "evento"


class TipoAtividade(Model):
    """A kind of activity of the catalogue."""

    id: str
    nome: str
    categoria: str
    descricao: str
    estruturado: bool
    campos_obrigatorios: list[str]
    campos_opcionais: list[str] = []
    sem_modelo: bool = False
    """Whether it can be made well with no model at all."""


class Catalogo(Model):
    """All kinds of activities, and the subjects and classes they can be for."""

    tipos: list[TipoAtividade]
    categorias: list[str]
    turmas: list[Nome]
    materias: list[Nome]


class HabilidadeAchada(Model):
    """A skill of the BNCC."""

    codigo: str
    texto: str
    componente: str
    anos: list[int]
    unidade: str
    objetos: list[str]
    fonte: str


class Bncc(Model):
    """What was found in the BNCC."""

    total: int
    habilidades: list[HabilidadeAchada]


for model in (Lista, PaginaAvaliacao, Calendario):
    model.model_rebuild()
