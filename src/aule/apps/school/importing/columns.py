"""Which column of a sheet is what: students, marks, days, and what is left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from aule.apps.school.importing.grid import Row, Value, is_blank, shown
from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.naming import chave

Role = Literal[
    "aluno",
    "sobrenome",
    "matricula",
    "avaliacao",
    "nota",
    "data",
    "peso",
    "valor_maximo",
    "situacao",
    "materia",
    "turma",
    "presenca",
    "carga",
    "coluna",
    "ignorar",
]
"""`coluna` is a column of its own: a test, or a day."""
_LOOKED_AT = 40
_WORDS: Mapping[Role, str] = {
    "aluno": "nome|aluno|aluna|alunos|aluno a|estudante|estudantes|nome do aluno|nome da aluna|nome do a aluno a"
    "|nome do estudante|nome completo|nome do aluno a|student|student name|students|name|full name|first name"
    "|discente|nome do discente|nome dos alunos",
    "sobrenome": "sobrenome|surname|last name|apelido",
    "matricula": "matricula|ra|rm|rgm|n matricula|no matricula|numero de matricula|numero da matricula|registro"
    "|codigo do aluno|cod aluno|id number|numero de identificacao|student id|id do aluno|id|codigo",
    "avaliacao": "avaliacao|prova|instrumento|instrumento de avaliacao|teste|assessment|test|titulo da avaliacao"
    "|atividade avaliativa|item",
    "nota": "nota|notas|valor da nota|pontuacao|nota obtida|score|grade|mark|pontos",
    "data": "data|dia|date|day|data da avaliacao|data da prova|data da aula",
    "peso": "peso|pesos|weight",
    "valor_maximo": "valor maximo|valor max|nota maxima|maximo|max|vale|valor|max grade|maximum",
    "situacao": "situacao da nota",
    "materia": "materia|disciplina|componente|componente curricular|subject",
    "turma": "turma|classe|class|serie turma|ano turma",
    "presenca": "presenca|frequencia|status|attendance|situacao|registro de presenca",
    "carga": "carga|aulas|tempos|qtd aulas|periods|numero de aulas",
}
_ROLES: Mapping[str, Role] = {word: role for role, words in _WORDS.items() for word in words.split("|")}
_LEFT_ALONE = frozenset(
    part.strip()
    for part in [
        "\n    n",
        " no",
        " num",
        " numero",
        " chamada",
        " n chamada",
        " numero de chamada",
        " ordem",
        " email",
        " e mail",
        " endereco de email",
        " email address",
        "\n    telefone",
        " celular",
        " cpf",
        " rg",
        " nascimento",
        " data de nascimento",
        " responsavel",
        " sexo",
        " genero",
        " turno",
        " serie",
        " ano",
        " observacao",
        "\n    observacoes",
        " obs",
        " situacao",
        " situacao final",
        " resultado",
        " resultado final",
        " conceito",
        " conceito final",
        " faltas",
        " f",
        "\n    total de faltas",
        " frequencia",
        " institution",
        " instituicao",
        " department",
        " departamento",
        " total",
        " total do curso",
        " soma",
        " status",
        "\n    course total",
        " nota final",
        " final",
        " mf",
        " media",
        " username",
        " nome de usuario",
        " escola",
        " periodo",
        " bimestre\n    ",
    ]
)
_DERIVED = ("media", "total do curso", "course total", "total", "last downloaded", "ultimo download", "nota final")
_MOODLE_MARKS = ("first name", "surname", "last downloaded from this course", "ultimo download deste curso")
_NOT_MARKS = ("(feedback)", "(letter)", "(letra)", "(comentários)", "(comentarios)")
_BELOW: Mapping[str, Role] = {
    **dict.fromkeys(("peso", "pesos"), "peso"),
    **dict.fromkeys(("valor", "valor maximo", "maximo", "nota maxima", "pontos"), "valor_maximo"),
    **dict.fromkeys(("data", "datas", "dia"), "data"),
}
"""Rows under the headings that tell of the columns instead of a student."""
_FOOTERS = frozenset(
    part.strip()
    for part in [
        "\n    media",
        " medias",
        " media da turma",
        " media geral",
        " media por avaliacao",
        " total",
        " totais",
        " mediana",
        " desvio padrao",
        " class average",
        "\n    overall average",
        " total geral",
        " maior nota",
        " menor nota\n    ",
    ]
)


@dataclass(frozen=True, slots=True)
class Column:
    """One column."""

    place: int
    """From 0."""
    head: Value
    """What stands over it, as it is in the file."""
    role: Role
    title: str = ""
    """What a person said it is called, or what stands over it together with what is over that."""

    @property
    def shown(self) -> str:
        """What stands over it, as people read it."""
        return shown(self.head)


@dataclass(frozen=True, slots=True)
class Headed:
    """A sheet whose columns are known."""

    columns: Sequence[Column]
    first: int
    """The place of the first row of a student, from 0."""
    about: Mapping[Role, Row]
    """Rows that tell of the columns: their weights, days, maxima."""
    is_moodle: bool

    def of(self, role: Role) -> Column | None:
        """The first column of a role."""
        return next((column for column in self.columns if column.role == role), None)

    def all(self, role: Role) -> list[Column]:
        """All columns of a role."""
        return [column for column in self.columns if column.role == role]

    @property
    def has_students(self) -> bool:
        """Whether it is known where the students stand."""
        return self.of("aluno") is not None or self.of("matricula") is not None


def read_columns(rows: Sequence[Row], mapping: Mapping[str, str] | None = None) -> Headed:
    """Find the row of headings and say what each column is; `mapping` is what a person says of some of them."""
    said = {chave(head): role for head, role in (mapping or {}).items()}
    place = next((n for n, row in enumerate(rows[:_LOOKED_AT]) if _is_head(row, said)), None)
    if place is None:
        first = [[shown(cell) for cell in row[:6]] for row in rows[:2]]
        raise Refusal("no_columns", seen="; ".join(", ".join(cells) for cells in first)[:200])
    heads, first = _merged(rows, place)
    columns = [_column(n, head, said) for n, head in enumerate(heads) if not is_blank(head)]
    _refuse_unmapped(mapping or {}, columns)
    columns, first, about = _told_below(rows, first, columns)
    is_moodle = any(chave(shown(head)) in _MOODLE_MARKS or "(Real)" in shown(head) for head in heads)
    return Headed(columns, first, about, is_moodle)


def is_footer(name: str) -> bool:
    """Whether a row sums others up instead of being a student."""
    return chave(name) in _FOOTERS


def _is_head(row: Row, said: Mapping[str, str]) -> bool:
    """Whether a row holds headings: one says where the students are, and it is no single cell."""
    names = [chave(cell) for cell in row if isinstance(cell, str)]
    known = {_ROLES.get(name) for name in names} | {said.get(name) for name in names}
    return bool({"aluno", "matricula"} & known) and sum(not is_blank(cell) for cell in row) >= 2


def _merged(rows: Sequence[Row], place: int) -> tuple[list[Value], int]:
    """The headings of a sheet, where cells may be merged over two rows: a group over several tests, or the other way.

    Gives them with the place of the row after them.
    """
    heads = list(rows[place])
    below = rows[place + 1] if place + 1 < len(rows) else ()
    if _is_second_row(heads, below):
        spread = _spread(heads)
        width = max(len(spread), len(below))
        lower = [*below, *[None] * (width - len(below))]
        upper = [*spread, *spread[-1:] * (width - len(spread))]  # rows end where their last cell does
        joined = [low if not is_blank(low) else (heads[n] if n < len(heads) else None) for n, low in enumerate(lower)]
        return _distinct(joined, upper, has_below=[not is_blank(low) for low in lower]), place + 2
    above = _spread(rows[place - 1]) if place else []
    above += above[-1:] * (len(heads) - len(above))
    return _distinct(heads, above, has_below=[True] * len(heads)), place + 1


def _is_second_row(heads: Sequence[Value], below: Row) -> bool:
    """Whether the row after the headings belongs to them: nothing under the student's, words under others."""
    student = [n for n, head in enumerate(heads) if _ROLES.get(chave(shown(head))) in ("aluno", "matricula")]
    if any(n < len(below) and not is_blank(below[n]) for n in student):
        return False
    words = [cell for cell in below if not is_blank(cell)]
    return bool(words) and all(
        isinstance(cell, str) and any(map(str.isalpha, cell)) and len(cell) > 1 for cell in words
    )


def _spread(row: Row) -> list[Value]:
    """A row whose merged cells all say what the first of them says."""
    last: Value = None
    spread: list[Value] = []
    for cell in row:
        last = cell if not is_blank(cell) else last
        spread.append(last)
    return spread


def _distinct(heads: Sequence[Value], above: Sequence[Value], *, has_below: Sequence[bool]) -> list[Value]:
    """Headings that stand twice are told apart by what stands over them."""
    keys = [chave(shown(head)) for head in heads]
    told: list[Value] = []
    for place, head in enumerate(heads):
        group = above[place] if place < len(above) else None
        is_twice = keys.count(keys[place]) > 1 and not is_blank(head)
        if is_twice and has_below[place] and not is_blank(group) and shown(group) != shown(head):
            told.append(f"{shown(group)} {shown(head)}")
        else:
            told.append(head)
    return told


def _column(place: int, head: Value, said: Mapping[str, str]) -> Column:
    words = shown(head)
    key = chave(words)
    wanted = said.get(key)
    if wanted is not None:
        role, _, title = wanted.partition(":")
        known = "coluna" if role == "avaliacao" and title else role
        if known not in get_args(Role):
            raise Refusal("bad_map", head=words, role=wanted, roles=", ".join(get_args(Role)))
        return Column(place, head, cast("Role", known), title.strip())
    return Column(place, head, _role(words, key))


def _role(words: str, key: str) -> Role:
    if key in _ROLES:
        return _ROLES[key]
    is_told = words.startswith(("=", "+", "@")) or words.lower().endswith(_NOT_MARKS)
    if is_told or not key or key in _LEFT_ALONE or key.startswith(_DERIVED):
        return "ignorar"
    return "coluna"


def _refuse_unmapped(mapping: Mapping[str, str], columns: Sequence[Column]) -> None:
    there = {chave(column.shown) for column in columns}
    for head in mapping:
        if chave(head) not in there:
            raise Refusal("unmapped", head=head, there=", ".join(column.shown for column in columns)[:300])


def _told_below(rows: Sequence[Row], first: int, columns: list[Column]) -> tuple[list[Column], int, dict[Role, Row]]:
    """Rows right under the headings that tell of the columns: weights, days, maxima."""
    about: dict[Role, Row] = {}
    student = next((column.place for column in columns if column.role == "aluno"), None)
    while student is not None and first < len(rows):
        row = rows[first]
        role = _BELOW.get(chave(shown(row[student]))) if student < len(row) else None
        if role is None:
            break
        about[role] = row
        first += 1
    return columns, first, about
