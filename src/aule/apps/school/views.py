"""What the screens of School Power show: read without a run, worked out in one place."""

from __future__ import annotations

from typing import Literal

from aule.apps.school.entities import Config, Data, EventoCalendario, Presenca, Situacao
from aule.sdk import Model


class Nome(Model):
    """Something by its id and what people call it."""

    id: str
    nome: str


class Aviso(Model):
    """Something the reader should know about a figure."""

    code: str
    message: str


class TurmaResumo(Model):
    """A class at a glance."""

    id: str
    nome: str
    escola: str
    ano_serie: str
    turno: str
    ano_letivo: int
    total_alunos: int
    media: float | None
    """In the school's scale, over all of the year so far; none without marks."""
    abaixo: int | None
    """Students below the passing mark; none without marks."""
    alertas: int
    """Students whose attendance is below the minimum or near it."""
    tendencia: str
    materias: list[Nome]


class Atencao(Model):
    """Something a teacher should look at, in one sentence of theirs."""

    code: Literal["materia_critica", "frequencia", "gap", "sem_notas", "sem_itens", "prova_proxima", "rascunho"]
    texto: str
    turma: Nome | None
    ref: str
    """Where it leads: `turma:tur_…`, `avaliacao:ava_…`."""
    prioridade: Literal["alta", "media", "baixa"]


class Inicio(Model):
    """The teacher's home: today, the classes, what needs attention."""

    hoje: Data
    escolas: list[Nome]
    amostra: bool
    """Whether the sample school is among them."""
    turmas: list[TurmaResumo]
    agenda: list[EventoCalendario]
    """Today and the six days after it, repeated events as often as they fall there."""
    atencao: list[Atencao]
    recentes: list[AtividadeResumo]
    totais: dict[str, int]
    """`turmas`, `alunos`, `atividades`, `aulas`, `avaliacoes`."""


class AtividadeResumo(Model):
    """An activity in a list."""

    id: str
    titulo: str
    tipo: str
    tipo_nome: str
    materia: str
    ano_serie: str
    turma: str
    habilidades: list[str]
    status: str
    n_questoes: int
    created_at: str
    feita_por: str


class Faixa(Model):
    """How many students have a mean in a range."""

    de: float
    ate: float
    n: int


class HabilidadeNome(Model):
    """A skill by its code."""

    codigo: str
    texto: str
    valida: bool = True


class Gap(Model):
    """How a class stands in a skill (A.3.3)."""

    habilidade: HabilidadeNome
    dominio: float | None
    pct_abaixo: float | None
    intervalo: tuple[float, float] | None
    indice_gap: float | None
    prioridade: Literal["alta", "media", "baixa", "nenhuma"]
    n_alunos: int
    n_itens: int
    base: Literal["habilidade", "conteudo"] = "habilidade"
    evidencia: Literal["suficiente", "insuficiente"]
    evidencias: list[str]
    alunos_abaixo: list[str]


class MateriaCritica(Model):
    """A subject in which many are below the passing mark."""

    materia: Nome
    media: float | None
    pct_abaixo: float | None
    n_alunos: int


class AlunoLinha(Model):
    """A student's row in the table of marks."""

    id: str
    nome: str
    matricula: str
    media: float | None
    por_materia: dict[str, float | None]
    """Mean by subject id."""
    frequencia: float | None
    engajamento: float | None
    faixa: Literal["alto", "medio", "baixo"] | None
    alerta: Literal["abaixo_do_minimo", "em_risco"] | None
    notas: dict[str, NotaCelula]
    """By the id of the test."""


class NotaCelula(Model):
    """One mark."""

    valor: float | None
    situacao: Situacao


class AvaliacaoColuna(Model):
    """A test as a column of the table."""

    id: str
    titulo: str
    materia: Nome
    data: Data
    tipo: str
    valor_maximo: float
    peso: float
    n_itens: int
    lancadas: int


class Engajamento(Model):
    """How a class takes part."""

    indice: float | None
    componentes: dict[str, float | None]
    faixas: dict[str, int]
    n_alunos: int
    tendencia: str


class AlertaFrequencia(Model):
    """A student whose attendance is below the minimum, or near it."""

    aluno: Nome
    situacao: Literal["abaixo_do_minimo", "em_risco"]
    frequencia: float
    faltas: int
    registros: int
    restantes: int | None
    """Class periods that may still be missed in the year; none where its load is not known."""


class Ponto(Model):
    """A mean on a day, for a line."""

    data: Data
    media: float
    n: int


class PeriodoOpcao(Model):
    """A span of time that can be looked at, and what people call it."""

    valor: str
    """`bimestre:1`."""
    texto: str


class PaginaTurma(Model):
    """A class with its figures."""

    turma: TurmaResumo
    config: Config
    periodo: dict[str, str]
    """`inicio`, `fim`, `texto`."""
    total_alunos: int
    alunos_com_nota: int
    media_geral: float | None
    mediana: float | None
    desvio_padrao: float | None
    abaixo_da_media: int | None
    pct_abaixo: float | None
    distribuicao: list[Faixa]
    tendencia: str
    delta: float | None
    materias_criticas: list[MateriaCritica]
    dados_insuficientes: list[Nome]
    gaps: list[Gap]
    habilidades_sem_evidencia: int
    engajamento: Engajamento
    alertas_frequencia: list[AlertaFrequencia]
    evolucao: list[Ponto]
    avaliacoes: list[AvaliacaoColuna]
    alunos: list[AlunoLinha]
    avisos: list[Aviso]
    fonte: str
    """Where it comes from and how much there is: "214 notas, 6 avaliações, fonte: local"."""
    periodos: list[PeriodoOpcao] = []
    resumo: str = ""


class TurmaDesempenho(Model):
    """A class beside the others."""

    turma: Nome
    total_alunos: int
    alunos_com_nota: int
    media: float | None
    mediana: float | None
    abaixo: int | None
    pct_abaixo: float | None
    tendencia: str
    delta: float | None
    engajamento: float | None
    alertas: int
    """Students whose attendance is below the minimum or near it."""
    n_avaliacoes: int


class MateriaDesempenho(MateriaCritica):
    """How one class stands in one subject."""

    turma: Nome
    critica: bool
    suficiente: bool
    """Whether enough students have marks to say so."""


class Destaque(Model):
    """Something that goes well, in one sentence."""

    texto: str
    turma: Nome | None
    ref: str


class Desempenho(Model):
    """All classes side by side."""

    periodo: dict[str, str]
    """`inicio`, `fim`, `texto`."""
    por_turma: list[TurmaDesempenho]
    por_materia: list[MateriaDesempenho]
    destaques: list[Destaque]
    atencao: list[Atencao]
    alunos_em_atencao_n: int
    tendencia: str
    avisos: list[Aviso]
    fonte: str
    periodos: list[PeriodoOpcao] = []


class HabilidadeDominio(Model):
    """How far a student is in a skill."""

    habilidade: HabilidadeNome
    dominio: float | None
    nivel: Literal["nao_desenvolvido", "em_desenvolvimento", "desenvolvido"] | None
    evidencia: Literal["suficiente", "insuficiente"]
    n_itens: int


class DiaFrequencia(Model):
    """A day's attendance."""

    data: Data
    presenca: Presenca


class PaginaAluno(Model):
    """One student, for the teacher alone."""

    id: str
    nome: str
    matricula: str
    turmas: list[Nome]
    media: float | None
    por_materia: list[MateriaCritica]
    notas: list[NotaDoAluno]
    habilidades: list[HabilidadeDominio]
    frequencia: float | None
    faltas: int
    engajamento: float | None
    componentes: dict[str, float | None]
    evolucao: list[Ponto]
    avisos: list[Aviso]
    config: Config = Config()
    registros: int = 0
    """Class periods whose attendance was noted."""
    alerta: AlertaFrequencia | None = None
    faixa: Literal["alto", "medio", "baixo"] | None = None
    necessidades: list[str] = []
    """Shown here and nowhere else."""


class NotaDoAluno(Model):
    """A mark with the test it is of."""

    avaliacao: str
    titulo: str
    materia: str
    data: Data
    valor: float | None
    valor_maximo: float
    situacao: Situacao


for model in (Inicio, AlunoLinha, PaginaAluno):
    model.model_rebuild()
