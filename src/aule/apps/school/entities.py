"""What a school keeps: classes, students, activities, lessons, tests, marks, in the words its wire has always used.

The names are part of the interface and stay Portuguese whatever the language of the desktop.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from aule.sdk import Model


def _day(text: str) -> str:
    date.fromisoformat(text)  # raises for a 30th of February
    return text


Data = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$"), AfterValidator(_day)]
"""A day, `AAAA-MM-DD`."""
Hora = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
AnoSerie = Annotated[str, StringConstraints(pattern=r"^(EI[1-3]|EF[1-9]|EM[1-3])$")]
"""`EF7` is the seventh year of primary school, `EM2` the second of secondary school, `EI3` pre-school."""
Dificuldade = Literal["facil", "medio", "dificil"]
Situacao = Literal["lancada", "pendente", "ausente", "nao_entregue", "dispensado"]
Presenca = Literal["presente", "falta", "falta_justificada", "atraso"]
TipoAvaliacao = Literal["diagnostica", "formativa", "somativa", "recuperacao", "trabalho"]
TipoQuestao = Literal[
    "multipla_escolha", "verdadeiro_falso", "lacuna", "associacao", "ordenacao", "dissertativa", "numerica"
]
StatusAtividade = Literal["rascunho", "revisada", "publicada", "arquivada"]
Repeticao = Literal["none", "daily", "weekly", "monthly", "yearly"]


class Kept(Model):
    """What every entity has."""

    id: str
    created_at: str = ""
    updated_at: str = ""
    external_ids: dict[str, str] = {}
    """What others call it: `{"oneroster": "…"}`."""
    extra: dict[str, Any] = {}
    """What came in with it and has no field of its own."""


class Escala(Model):
    """How marks are written."""

    min: float = 0
    max: float = Field(default=10, gt=0)
    casas: int = Field(default=1, ge=0, le=3)
    arredondamento: Literal["half_up"] = "half_up"


class Config(Model):
    """How a school counts."""

    escala: Escala = Escala()
    media_aprovacao: float = 6.0
    frequencia_minima: float = Field(default=0.75, ge=0, le=1)
    frequencia_minima_infantil: float = Field(default=0.60, ge=0, le=1)
    politica_faltante: Literal["ignorar", "zero"] = "ignorar"
    recuperacao: Literal["maior", "media", "substitui"] = "maior"
    faixas: list[float] = [0, 5, 7, 9]
    alvo_dominio: float = Field(default=0.70, gt=0, le=1)
    carga_anual: int | None = Field(default=None, ge=1)
    """Class periods of a whole year, by which absences that are left are counted."""
    nomes_a_modelos_remotos: bool = False
    """Whether names of students may reach models on other machines. Off, unless somebody answers for it."""


class Escola(Kept):
    """A school, and how it counts."""

    nome: str = Field(min_length=1, max_length=200)
    rede: str = ""
    uf: str = ""
    fuso: str = ""
    config: Config = Config()


class PeriodoLetivo(Kept):
    """A year, or a part of it."""

    escola_id: str
    tipo: Literal["ano", "semestre", "trimestre", "bimestre"]
    numero: int = Field(default=1, ge=1, le=12)
    inicio: Data
    fim: Data


class Professor(Kept):
    """A teacher."""

    nome: str = Field(min_length=1, max_length=200)
    email: str = ""


class Materia(Kept):
    """A subject."""

    nome: str = Field(min_length=1, max_length=120)
    componente_bncc: str = ""
    """`ef-comp-ma`: what the BNCC calls it."""
    cor: str = ""


class Turma(Kept):
    """A class."""

    escola_id: str
    nome: str = Field(min_length=1, max_length=60)
    ano_serie: AnoSerie
    turno: str = ""
    ano_letivo: int = Field(ge=1900, le=2200)
    materias: list[str] = []
    """Ids of its subjects."""


class Aluno(Kept):
    """A student: a minor, whose data stay here."""

    escola_id: str
    nome: str = Field(min_length=1, max_length=200)
    nome_social: str = ""
    matricula: str = ""
    nascimento: str = ""
    responsavel: str = ""
    necessidades: list[str] = []
    """Sensitive: they never leave the machine."""
    ativo: bool = True

    @property
    def chamado(self) -> str:
        """The name they go by."""
        return self.nome_social or self.nome


class MatriculaTurma(Model):
    """A student is in a class, from a day on."""

    aluno_id: str
    turma_id: str
    inicio: Data
    fim: Data | None = None


class Alternativa(Model):
    """One of the answers to choose from; what is right is one of them."""

    id: str
    texto: str = Field(min_length=1, max_length=2_000)
    correta: bool = False


class Par(Model):
    """Two things that belong together."""

    esquerda: str
    direita: str


class FonteQuestao(Model):
    """The passage of a document that a question comes from; only its teacher sees it."""

    documento: str = Field(max_length=100)
    """The id of the document among the teacher's documents."""
    titulo: str = Field(max_length=500)
    versao: int = Field(default=1, ge=1)
    pagina: int | None = Field(default=None, ge=1)
    secao: str = Field(default="", max_length=1_000)
    trecho: str = Field(min_length=1, max_length=4_000)
    """The passage, exactly as it stands there."""
    caminho: str = Field(default="", max_length=500)
    """The address inside the desktop that opens the document at the passage."""


class Questao(Model):
    """One question with its answer."""

    id: str
    tipo: TipoQuestao
    enunciado: str = Field(min_length=1, max_length=8_000)
    """Markdown."""
    alternativas: list[Alternativa] = []
    pares: list[Par] = []
    """Of `associacao`: what belongs together, in the right order; shown shuffled."""
    itens: list[str] = []
    """Of `ordenacao`: the things in their right order; shown shuffled."""
    resposta: str = Field(min_length=1, max_length=8_000)
    """The right answer in words: `B`, `V`, `12`, `1-c 2-a`, or what an essay should say."""
    explicacao: str = ""
    pontos: float = Field(default=1, ge=0, le=1_000)
    habilidades: list[str] = []
    dificuldade: Dificuldade = "medio"
    fonte: FonteQuestao | None = None
    """Where it comes from, where it was made from a document."""


class Grade(Model):
    """A word search or a crossword, laid out by a rule."""

    tipo: Literal["caca_palavras", "palavras_cruzadas"]
    linhas: list[str]
    """Rows of letters; in a crossword a `.` is a black cell."""
    palavras: list[Palavra] = []


class Palavra(Model):
    """A word in a grid: where it begins and which way it goes."""

    texto: str
    pista: str = ""
    linha: int
    coluna: int
    direcao: Literal["horizontal", "vertical", "diagonal", "diagonal_acima"]
    numero: int | None = None


Grade.model_rebuild()


class Secao(Model):
    """A part of an activity: a text, questions, a grid."""

    titulo: str = ""
    texto: str = ""
    """Markdown, for the student."""
    para_professor: str = ""
    """Markdown that only the teacher's version has."""
    questoes: list[Questao] = []
    grade: Grade | None = None


class Conteudo(Model):
    """What an activity is made of."""

    secoes: list[Secao] = []

    @property
    def questoes(self) -> list[Questao]:
        """All its questions, in order."""
        return [each for part in self.secoes for each in part.questoes]


class OrigemAtividade(Model):
    """Where an activity came from."""

    run: str | None = None
    feita_por: Literal["modelo", "gerador", "manual", "importada"] = "manual"
    modelo: str = ""
    semente: int | None = None


class Atividade(Kept):
    """An activity with its questions and their answers."""

    titulo: str = Field(min_length=1, max_length=200)
    tipo: str
    """An id of the catalogue: `lista-exercicios`."""
    materia_id: str | None = None
    ano_serie: str = ""
    turma_id: str | None = None
    tema: str = ""
    objetivos: list[str] = []
    habilidades: list[str] = []
    dificuldade: Dificuldade = "medio"
    instrucoes: str = ""
    conteudo: Conteudo = Conteudo()
    tempo_min: int | None = Field(default=None, ge=1, le=1_000)
    status: StatusAtividade = "rascunho"
    versao: int = Field(default=1, ge=1)
    origem: OrigemAtividade = OrigemAtividade()


class Momento(Model):
    """A part of a lesson."""

    momento: str
    minutos: int = Field(ge=0, le=1_000)
    descricao: str = ""


class Aula(Kept):
    """A lesson."""

    turma_id: str | None = None
    materia_id: str | None = None
    titulo: str = Field(min_length=1, max_length=200)
    data: Data | None = None
    duracao_min: int = Field(default=50, ge=1, le=1_000)
    objetivos: list[str] = []
    habilidades: list[str] = []
    roteiro: list[Momento] = []
    recursos: list[str] = []
    atividades: list[str] = []
    """Ids of its activities, in order."""
    avaliacao_aprendizagem: str = ""
    diferenciacao: str = ""
    status: Literal["rascunho", "planejada", "dada", "arquivada"] = "rascunho"


class ItemAvaliacao(Model):
    """A question of a test, as far as marks need it."""

    n: int = Field(ge=1)
    pontos_max: float = Field(gt=0)
    habilidades: list[str] = []


class Avaliacao(Kept):
    """A test or a piece of work that is marked."""

    turma_id: str
    materia_id: str
    titulo: str = Field(min_length=1, max_length=200)
    tipo: TipoAvaliacao = "formativa"
    data: Data
    valor_maximo: float = Field(default=10, gt=0)
    peso: float = Field(default=1, ge=0)
    atividade_id: str | None = None
    itens: list[ItemAvaliacao] = []
    conteudos: list[str] = []
    """What it is about, where no skills are named."""
    substitui_avaliacao_id: str | None = None


class ItemNota(Model):
    """Points in one question."""

    n: int
    pontos: float


class Nota(Model):
    """A student's mark in a test."""

    avaliacao_id: str
    aluno_id: str
    valor: float | None = None
    situacao: Situacao
    itens: list[ItemNota] | None = None
    observacao: str = ""


class Entrega(Model):
    """What became of an activity a student had to hand in."""

    atividade_id: str
    aluno_id: str
    turma_id: str
    prazo: Data
    entregue_em: Data | None = None
    situacao: Literal["pendente", "entregue", "atrasada", "dispensado"] = "pendente"


class Frequencia(Model):
    """Whether a student was there."""

    turma_id: str
    data: Data
    materia_id: str = ""
    aluno_id: str
    presenca: Presenca
    carga: int = Field(default=1, ge=1, le=20)
    """Class periods it counts for."""


class Participacao(Model):
    """How a student took part on a day."""

    turma_id: str
    aluno_id: str
    data: Data
    nivel: int = Field(ge=0, le=3)
    nota_texto: str = ""


class Unidade(Model):
    """A unit of a teaching plan."""

    titulo: str
    habilidades: list[str] = []
    aulas_previstas: int = Field(default=1, ge=0)
    inicio: Data | None = None
    avaliacao: str = ""


class PlanoEnsino(Kept):
    """What is taught in a term."""

    turma_id: str
    materia_id: str
    periodo: str
    unidades: list[Unidade] = []
    metodologia: str = ""
    criterios: str = ""


class EventoCalendario(Kept):
    """Something on a day."""

    titulo: str = Field(min_length=1, max_length=200)
    data: Data
    hora_inicio: Hora | None = None
    hora_fim: Hora | None = None
    dia_todo: bool = True
    repeticao: Repeticao = "none"
    turma_id: str | None = None
    aula_id: str | None = None
    atividades: list[str] = []
    etiquetas: list[str] = []
    criado_por: Literal["user", "agent"] = "user"
