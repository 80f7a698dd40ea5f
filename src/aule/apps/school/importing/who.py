"""Who the students of a file are: those of the class, of the school, new ones where wanted; nobody is guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from aule.apps.school.entities import Aluno
from aule.apps.school.importing.marks import Account, Student, in_order
from aule.apps.school.importing.roster import Roster, is_same_number
from aule.apps.school.importing.sheets.columns import Column
from aule.apps.school.names import chave
from aule.text.encodings import BROKEN


class Fresh(Protocol):
    """Gives ids to what is made."""

    def new(self, prefix: str) -> str:
        """Return an id that begins with a prefix."""
        ...


class Drafts:
    """Ids for a plan nobody carries out: places where ids would be, the same each time."""

    def __init__(self) -> None:
        self._count = 0

    def new(self, prefix: str) -> str:
        """Return the next place."""
        self._count += 1
        return f"{prefix}_{self._count}"


@dataclass(frozen=True, slots=True)
class Known:
    """Students there are, and whether others are made."""

    students: Sequence[Aluno]
    """Of the class."""
    elsewhere: Sequence[Aluno] = ()
    """Of the school but not of this class, by whose number somebody may be known already."""
    makes: bool = False


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A row whose student is not clear."""

    student: Student
    why: str


@dataclass(slots=True)
class People:
    """Who the students of a file turned out to be."""

    found: list[Aluno | None] = field(default_factory=list[Aluno | None])
    """By their place in the file; nobody where that is not clear."""
    unknown: list[Unmatched] = field(default_factory=list[Unmatched])
    duplicates: list[Unmatched] = field(default_factory=list[Unmatched])
    joining: list[Aluno] = field(default_factory=list[Aluno])
    """Students of the school who come into the class."""
    made: list[Aluno] = field(default_factory=list[Aluno])
    """Students who are made, and come into the class."""


def match(
    students: Sequence[Student], twice: Sequence[tuple[Student, str]], known: Known, fresh: Fresh, *, is_row: bool
) -> People:
    """Find every student of a file; `is_row` says that a student has one row, so that two rows for one are unclear."""
    people = People(duplicates=[Unmatched(student, why) for student, why in twice])
    roster = Roster.of(known.students)
    numbers = Roster.of(each for each in known.elsewhere if each.matricula)
    unclear = {student.key for student, _ in twice}
    alike = Counter(student.folded for student in students) if is_row else Counter[str]()
    taken: dict[str, int] = {}
    for place, said in enumerate(students):
        makes = known.makes and alike[said.folded] < 2  # two new ones alike could not be told apart the next time
        meant = None
        if said.key not in unclear:
            meant = _meant(
                said, people, (roster, numbers), fresh if makes else None, is_alike=known.makes and not makes
            )
        people.found.append(meant)
        if not is_row or meant is None or (first := taken.setdefault(meant.id, place)) == place:
            continue
        people.duplicates.append(Unmatched(said, "twice"))
        people.found[place] = None
        if people.found[first] is not None:
            people.duplicates.append(Unmatched(students[first], "twice"))
            people.found[first] = None
    return people


def tell_differences(students: Sequence[Student], people: People, columns: Sequence[Column], account: Account) -> None:
    """Note names and numbers of the file that the students who were found do not have."""
    names, numbers = (next((each for each in columns if each.role == role), None) for role in ("aluno", "matricula"))
    for said, meant in zip(students, people.found, strict=True):
        if meant is None:
            continue
        if not is_same_number(said.matricula, meant.matricula):
            account.stray(said.line, numbers, said.matricula, "number_unused")
        known = {chave(each) for name in (meant.nome, meant.nome_social) for each in (name, in_order(name))}
        if chave(said.nome) not in known:
            account.stray(said.line, names, said.nome, "called_otherwise")


def _meant(
    said: Student, people: People, rosters: tuple[Roster, Roster], fresh: Fresh | None, *, is_alike: bool
) -> Aluno | None:
    """Return who is meant; who is nobody yet is made where there are fresh ids."""
    found = rosters[0].find(said)
    if isinstance(found, Aluno):
        return found
    if found == "several" or is_alike:
        people.duplicates.append(Unmatched(said, "twice" if is_alike else found))
        return None
    if BROKEN in said.nome:
        people.unknown.append(Unmatched(said, "broken_name"))
        return None
    if fresh is None or not said.nome:
        people.unknown.append(Unmatched(said, found))
        return None
    elsewhere = rosters[1].find(said) if said.matricula else "unknown"
    if isinstance(elsewhere, Aluno):
        people.joining.append(elsewhere)
        return elsewhere
    made = Aluno(id=fresh.new("alu"), escola_id="", nome=said.nome, matricula=said.matricula)
    people.made.append(made)
    return made
