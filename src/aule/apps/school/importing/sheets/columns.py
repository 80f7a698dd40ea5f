"""Which column of a sheet is what: students, marks, days, and what is left alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.sheets.grid import Row, Value, is_blank, shown
from aule.apps.school.importing.terms import Term, read_term
from aule.apps.school.names import chave

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
    "|codigo do aluno|cod aluno|id number|numero de identificacao|student id|id do aluno|sis user id|id sis do usuario"
    "|id|codigo",
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
_LEFT_WORDS = (
    "n|no|num|numero|chamada|n chamada|numero de chamada|ordem|email|e mail|endereco de email|endereco de e mail"
    "|email address|telefone|celular|cpf|rg|nascimento|data de nascimento|responsavel|sexo|genero|turno|serie|ano"
    "|observacao|observacoes|obs|situacao|situacao final|resultado|resultado final|conceito|conceito final|f"
    "|frequencia|institution|instituicao|department|departamento|soma|status|final|mf|username|nome de usuario"
    "|escola|periodo|bimestre|section|secao|root account|conta raiz|sis login id|login id|id de login do sis"
    "|integration id|notes|anotacoes|codigo inep|inep|nis"
)
_LEFT_ALONE = frozenset(_LEFT_WORDS.split("|"))
_DERIVED = ("media", "total", "course total", "nota final", "overall", "average")
_OF_CLASS = ("class average", "class mean", "class median", "media da turma", "media da classe", "turma media")
"""What a class has on average, which is nobody's mark."""
_LEFT_BEGINNINGS = (
    *_DERIVED,
    *_OF_CLASS,
    "last downloaded",
    "ultimo download",
    "falta",
    "feedback",
    "comentario",
    "override",
)
_COMPUTED = re.compile(r"\b(current|final|unposted|atual) (score|points|grade|pontuacao|pontos|nota)\b")
"""Columns a platform works out itself, such as Canvas's `Unposted Current Score`."""
_MOODLE_MARKS = ("first name", "surname", "last downloaded from this course", "ultimo download deste curso")
_NOT_MARKS = ("(feedback)", "(letter)", "(letra)", "(comentários)", "(comentarios)")
_WEAK_NUMBERS = ("id", "codigo", "registro")
"""Headings of numbers that may be of the platform, not of the school; another number beside them is better."""
STUDENT: tuple[Role, ...] = ("aluno", "sobrenome", "matricula")
_POSTED = ("manual posting", "lancamento manual", "read only")
"""What Canvas says under headings about when marks are shown."""
_BELOW: Mapping[str, Role] = {
    **dict.fromkeys(("peso", "pesos", "weight"), "peso"),
    **dict.fromkeys(("valor", "valor maximo", "maximo", "nota maxima", "pontos", "points", "vale"), "valor_maximo"),
    **dict.fromkeys(
        ("points possible", "pontos possiveis", "max points", "out of", "pontuacao maxima"), "valor_maximo"
    ),
    **dict.fromkeys(("data", "datas", "dia", "date", "due date", "data de entrega"), "data"),
}
"""Rows under the headings that tell of the columns instead of a student."""
_FOOTER_WORDS = (
    "media|medias|media da turma|media geral|media por avaliacao|total|totais|mediana|desvio padrao|class average"
    "|overall average|total geral|maior nota|menor nota|media da classe|average|mean|student test|test student"
    "|turma media|overall|minimo|nota minima"
)
_FOOTERS = frozenset(_FOOTER_WORDS.split("|"))


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
    group: str = ""
    """What stands over several columns, this one among them."""

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
    heads: frozenset[int] = frozenset()
    """The places of the rows of headings."""
    term: Term | None = None
    """The term that the rows over the headings name for all of the sheet."""

    def of(self, role: Role) -> Column | None:
        """Return the first column of a role."""
        return next((column for column in self.columns if column.role == role), None)

    def all(self, role: Role) -> list[Column]:
        """Return all columns of a role."""
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
    heads, groups, used = _merged(rows, place)
    columns = [_column(n, (head, groups[n]), said) for n, head in enumerate(heads) if not is_blank(head)]
    _refuse_unmapped(mapping or {}, columns)
    first, about = _told_below(rows, max(used) + 1, columns)
    columns = [_settled(column, columns, about, said) for column in columns]
    is_moodle = any(chave(shown(head)) in _MOODLE_MARKS or "(Real)" in shown(head) for head in heads)
    return Headed(columns, first, about, is_moodle, used, _term_over(rows[: min(used)]))


def is_footer(name: str) -> bool:
    """Tell whether a row sums others up instead of being a student."""
    return chave(name) in _FOOTERS


def _is_head(row: Row, said: Mapping[str, str]) -> bool:
    """Tell whether a row holds headings: one says where the students are, and it is no single cell."""
    names = [chave(cell) for cell in row if isinstance(cell, str)]
    known = {_ROLES.get(name) for name in names} | {said.get(name) for name in names}
    return bool({"aluno", "matricula"} & known) and sum(not is_blank(cell) for cell in row) >= 2


def _merged(rows: Sequence[Row], place: int) -> tuple[list[Value], list[str], frozenset[int]]:
    """The headings of a sheet, where cells may be merged over two rows: a group over several tests, or the other way.

    Gives them with the group each stands in, and the places of their rows.
    """
    heads = list(rows[place])
    below = rows[place + 1] if place + 1 < len(rows) else ()
    if _is_second_row(heads, below):
        spread = _spread(heads)
        width = max(len(spread), len(below))
        lower = [*below, *[None] * (width - len(below))]
        upper = [*spread, *spread[-1:] * (width - len(spread))]  # rows end where their last cell does
        joined = [low if not is_blank(low) else (heads[n] if n < len(heads) else None) for n, low in enumerate(lower)]
        has_below = [not is_blank(low) for low in lower]
        groups = [shown(each) if is_under else "" for each, is_under in zip(upper, has_below, strict=True)]
        return _distinct(joined, upper, has_below=has_below), groups, frozenset((place, place + 1))
    is_group = place > 0 and sum(not is_blank(cell) for cell in rows[place - 1]) > 1
    if not is_group:  # a single cell is the name of the school, or of the class
        return heads, [""] * len(heads), frozenset((place,))
    above = _spread(rows[place - 1])
    above += above[-1:] * (len(heads) - len(above))
    groups = [shown(cell) for cell in above[: len(heads)]]
    return _distinct(heads, above, has_below=[True] * len(heads)), groups, frozenset((place - 1, place))


def _is_second_row(heads: Sequence[Value], below: Row) -> bool:
    """Whether the row after the headings belongs to them: nothing under the student's, words under others."""
    student = [n for n, head in enumerate(heads) if _ROLES.get(chave(shown(head))) in STUDENT]
    if any(n < len(below) and not is_blank(below[n]) for n in student):
        return False
    words = [cell for cell in below if not is_blank(cell) and chave(shown(cell)) not in _POSTED]
    return bool(words) and all(
        isinstance(cell, str) and any(map(str.isalpha, cell)) and len(cell) > 1 for cell in words
    )


def _spread(row: Row) -> list[Value]:
    """Return a row whose merged cells all say what the first of them says."""
    last: Value = None
    spread: list[Value] = []
    for cell in row:
        last = cell if not is_blank(cell) else last
        spread.append(last)
    return spread


def _distinct(heads: Sequence[Value], above: Sequence[Value], *, has_below: Sequence[bool]) -> list[Value]:
    """Return headings in which those that stand twice are told apart by what stands over them."""
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


def _column(place: int, heads: tuple[Value, str], said: Mapping[str, str]) -> Column:
    head, group = heads
    words = shown(head)
    wanted = said.get(chave(words))
    if wanted is not None:
        role, _, title = wanted.partition(":")
        known = "coluna" if role == "avaliacao" and title else role
        if known not in get_args(Role):
            raise Refusal("bad_map", head=words, role=wanted, roles=", ".join(get_args(Role)))
        return Column(place, head, cast("Role", known), title.strip(), group)
    own = words.removeprefix(group).strip()  # what stands under a group may be told apart by it
    role = _role(words, chave(words))
    return Column(place, head, "ignorar" if _role(own or words, chave(own)) == "ignorar" else role, group=group)


def _role(words: str, key: str) -> Role:
    if key in _ROLES:
        return _ROLES[key]
    is_told = words.startswith(("=", "+", "@")) or words.lower().endswith(_NOT_MARKS)
    is_left = (
        key in _LEFT_ALONE or key in _FOOTERS or key.startswith(_LEFT_BEGINNINGS) or _COMPUTED.search(key) is not None
    )
    return "ignorar" if is_told or not key or is_left else "coluna"


def _settled(column: Column, columns: Sequence[Column], about: Mapping[Role, Row], said: Mapping[str, str]) -> Column:
    """Return the column with the role it has beside the others, unless a person said what it is."""
    if chave(column.shown) in said:
        return column
    best = about.get("valor_maximo", ())[column.place : column.place + 1]
    if column.role == "coluna" and any(isinstance(cell, str) and cell.strip().startswith("(") for cell in best):
        return replace(column, role="ignorar")  # Canvas says "(read only)" there
    numbers = [each for each in columns if each.role == "matricula"]
    if column.role == "matricula" and column is not _best_number(numbers):
        return replace(column, role="ignorar")
    term = _term_of(column)
    is_mean = column.role == "ignorar" and term is not None and chave(column.shown).startswith(_DERIVED)
    is_mean = is_mean and not chave(column.shown).startswith(_OF_CLASS)
    if is_mean and not any(each.role in ("coluna", "nota") and _term_of(each) == term for each in columns):
        return replace(column, role="coluna")  # the mean of a term is its mark where nothing else tells that
    return column


def _best_number(columns: Sequence[Column]) -> Column:
    """Return the column of enrolment numbers: one that is surely of the school before one that may be of a platform."""
    return next((each for each in columns if chave(each.shown) not in _WEAK_NUMBERS), columns[0])


def _term_of(column: Column) -> Term | None:
    return read_term(column.shown) or read_term(column.group)


def _term_over(rows: Sequence[Row]) -> Term | None:
    """Return the one term that is named over the headings; none where several are."""
    cells = [shown(cell) for row in rows for cell in row if isinstance(cell, str)]
    found = {term for text in cells if (term := read_term(text)) is not None}
    return found.pop() if len(found) == 1 else None


def _refuse_unmapped(mapping: Mapping[str, str], columns: Sequence[Column]) -> None:
    there = {chave(column.shown) for column in columns}
    for head in mapping:
        if chave(head) not in there:
            raise Refusal("unmapped", head=head, there=", ".join(column.shown for column in columns)[:300])


def _told_below(rows: Sequence[Row], first: int, columns: Sequence[Column]) -> tuple[int, dict[Role, Row]]:
    """Return rows right under the headings that tell of the columns, not of students: weights, days, maxima, means."""
    about: dict[Role, Row] = {}
    named = [column.place for column in columns if column.role in STUDENT]
    numbered = [column.place for column in columns if column.role == "matricula" and len(named) > 1]
    while named and first < len(rows):
        row = rows[first]
        words = [shown(row[place]) for place in named if place < len(row) and not is_blank(row[place])]
        has_number = any(place < len(row) and not is_blank(row[place]) for place in numbered)
        if len(words) > 1 or has_number:  # a student called Max Valor has more than one of these
            break
        role = _BELOW.get(chave(words[0])) if words else None
        if words and role is None and not is_footer(words[0]):
            break
        if role is not None:
            about[role] = row
        first += 1
    return first, about
