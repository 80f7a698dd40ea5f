"""The tables School Power keeps: one for each kind of thing, with columns for what is looked for and counted.

Lists and free fields are JSON text in a column of their own; marks and attendance, of which there are very many, have
columns only.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()


def _kept(name: str, *columns: Column[object] | Index) -> Table:
    """Return a table of entities: found by `id`, carrying the change that last wrote each row."""
    return Table(
        name,
        metadata,
        Column("id", Text, primary_key=True),
        Column("created_at", Text, nullable=False, server_default=""),
        Column("updated_at", Text, nullable=False, server_default=""),
        Column("external_ids", Text, nullable=False, server_default="{}"),
        Column("extra", Text, nullable=False, server_default="{}"),
        Column("stamp", Text, nullable=False),
        *columns,
        Index(f"{name}_of_change", "stamp"),
    )


def _text(name: str, default: str | None = "") -> Column[object]:
    return Column(name, Text, nullable=default is None, server_default=default)  # pyright: ignore[reportReturnType]


escolas = _kept(
    "school_escolas",
    _text("nome"),
    _text("chave"),  # the name, folded for comparing; so in all tables
    _text("rede"),
    _text("uf"),
    _text("fuso"),
    _text("config", "{}"),
)
periodos = _kept(
    "school_periodos",
    _text("escola_id"),
    _text("tipo"),
    Column("numero", BigInteger, nullable=False),
    _text("inicio"),
    _text("fim"),
    Index("school_periodos_of_escola", "escola_id", "tipo", "inicio"),
)
professores = _kept("school_professores", _text("nome"), _text("chave"), _text("email"))
materias = _kept(
    "school_materias",
    _text("nome"),
    _text("chave"),
    _text("componente_bncc"),
    _text("cor"),
    Index("school_materias_by_name", "chave"),
)
turmas = _kept(
    "school_turmas",
    _text("escola_id"),
    _text("nome"),
    _text("chave"),  # `7a` for "7A", "7º ano A", "turma 7A"
    _text("ano_serie"),
    _text("turno"),
    Column("ano_letivo", BigInteger, nullable=False),
    _text("materias", "[]"),
    Index("school_turmas_by_name", "chave"),
    Index("school_turmas_of_escola", "escola_id"),
)
alunos = _kept(
    "school_alunos",
    _text("escola_id"),
    _text("nome"),
    _text("chave"),
    _text("nome_social"),
    _text("matricula"),
    _text("nascimento"),
    _text("responsavel"),
    _text("necessidades", "[]"),
    Column("ativo", BigInteger, nullable=False, server_default="1"),
    Index("school_alunos_by_name", "chave"),
    Index("school_alunos_by_matricula", "escola_id", "matricula"),
)
matriculas = Table(
    "school_matriculas",
    metadata,
    Column("turma_id", Text, nullable=False),
    Column("aluno_id", Text, nullable=False),
    _text("inicio"),
    _text("fim", None),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("turma_id", "aluno_id"),
    Index("school_matriculas_of_aluno", "aluno_id"),
    Index("school_matriculas_of_change", "stamp"),
)
atividades = _kept(
    "school_atividades",
    _text("titulo"),
    _text("chave"),
    _text("tipo"),
    _text("materia_id", None),
    _text("ano_serie"),
    _text("turma_id", None),
    _text("tema"),
    _text("objetivos", "[]"),
    _text("habilidades", "[]"),
    _text("dificuldade"),
    _text("instrucoes"),
    _text("conteudo", "{}"),
    Column("tempo_min", BigInteger),
    _text("status"),
    Column("versao", BigInteger, nullable=False, server_default="1"),
    _text("origem", "{}"),
    Column("n_questoes", BigInteger, nullable=False, server_default="0"),
    Index("school_atividades_by_name", "chave"),
    Index("school_atividades_lately", "created_at"),
    Index("school_atividades_of_turma", "turma_id"),
)
aulas = _kept(
    "school_aulas",
    _text("turma_id", None),
    _text("materia_id", None),
    _text("titulo"),
    _text("chave"),
    _text("data", None),
    Column("duracao_min", BigInteger, nullable=False),
    _text("objetivos", "[]"),
    _text("habilidades", "[]"),
    _text("roteiro", "[]"),
    _text("recursos", "[]"),
    _text("atividades", "[]"),
    _text("avaliacao_aprendizagem"),
    _text("diferenciacao"),
    _text("status"),
    Index("school_aulas_of_turma", "turma_id", "data"),
    Index("school_aulas_by_day", "data"),
)
avaliacoes = _kept(
    "school_avaliacoes",
    _text("turma_id"),
    _text("materia_id"),
    _text("titulo"),
    _text("chave"),
    _text("tipo"),
    _text("data"),
    Column("valor_maximo", Float, nullable=False),
    Column("peso", Float, nullable=False),
    _text("atividade_id", None),
    _text("itens", "[]"),
    _text("conteudos", "[]"),
    _text("substitui_avaliacao_id", None),
    Index("school_avaliacoes_of_turma", "turma_id", "data"),
    Index("school_avaliacoes_by_day", "data"),
)
notas = Table(
    "school_notas",
    metadata,
    Column("avaliacao_id", Text, nullable=False),
    Column("aluno_id", Text, nullable=False),
    Column("valor", Float),
    _text("situacao"),
    _text("itens", None),  # JSON; points of the single questions
    _text("observacao"),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("avaliacao_id", "aluno_id"),
    Index("school_notas_of_aluno", "aluno_id"),
    Index("school_notas_of_change", "stamp"),
)
entregas = Table(
    "school_entregas",
    metadata,
    Column("turma_id", Text, nullable=False),
    Column("atividade_id", Text, nullable=False),
    Column("aluno_id", Text, nullable=False),
    _text("prazo"),
    _text("entregue_em", None),
    _text("situacao"),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("atividade_id", "aluno_id"),
    Index("school_entregas_of_turma", "turma_id", "prazo"),
    Index("school_entregas_of_aluno", "aluno_id"),
    Index("school_entregas_of_change", "stamp"),
)
frequencias = Table(
    "school_frequencias",
    metadata,
    Column("turma_id", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("materia_id", Text, nullable=False),  # empty: of the whole day
    Column("aluno_id", Text, nullable=False),
    _text("presenca"),
    Column("carga", BigInteger, nullable=False, server_default="1"),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("turma_id", "data", "materia_id", "aluno_id"),
    Index("school_frequencias_of_aluno", "aluno_id"),
    Index("school_frequencias_of_change", "stamp"),
)
participacoes = Table(
    "school_participacoes",
    metadata,
    Column("turma_id", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("aluno_id", Text, nullable=False),
    Column("nivel", BigInteger, nullable=False),
    _text("nota_texto"),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("turma_id", "data", "aluno_id"),
    Index("school_participacoes_of_aluno", "aluno_id"),
    Index("school_participacoes_of_change", "stamp"),
)
planos = _kept(
    "school_planos",
    _text("turma_id"),
    _text("materia_id"),
    _text("periodo"),
    _text("unidades", "[]"),
    _text("metodologia"),
    _text("criterios"),
    Index("school_planos_of_turma", "turma_id", "materia_id"),
)
eventos = _kept(
    "school_eventos",
    _text("titulo"),
    _text("chave"),
    _text("data"),
    _text("hora_inicio", None),
    _text("hora_fim", None),
    Column("dia_todo", BigInteger, nullable=False, server_default="1"),
    _text("repeticao"),
    _text("turma_id", None),
    _text("aula_id", None),
    _text("atividades", "[]"),
    _text("etiquetas", "[]"),
    _text("criado_por"),
    Index("school_eventos_by_day", "data"),
    Index("school_eventos_of_turma", "turma_id", "data"),
)
fontes = _kept(
    "school_fontes",
    _text("tipo"),  # `embedded` or `rest`
    _text("base_url"),
    _text("perfil"),
    Column("timeout_s", Float, nullable=False, server_default="15"),
    _text("headers", "{}"),
    _text("path_map", "{}"),
    Column("ligada", BigInteger, nullable=False, server_default="0"),
)
