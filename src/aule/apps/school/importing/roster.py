"""Which student of a class is meant: by enrolment number, exact name, then folded name; never by guessing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from aule.apps.school.entities import Aluno
from aule.apps.school.importing.marks import Student, in_order
from aule.apps.school.names import chave

Unmatched = Literal["unknown", "several", "other_number"]


@dataclass(frozen=True, slots=True)
class Roster:
    """The students of a class, by what they may be called."""

    by_number: Mapping[str, list[Aluno]]
    by_name: Mapping[str, list[Aluno]]
    by_key: Mapping[str, list[Aluno]]

    @classmethod
    def of(cls, students: Iterable[Aluno]) -> Roster:
        """Return a roster of these students."""
        found: tuple[dict[str, list[Aluno]], ...] = ({}, {}, {})
        for student in students:
            if student.matricula:
                found[0].setdefault(_number(student.matricula), []).append(student)
            called = [" ".join(each.split()) for each in (student.nome, student.nome_social) if each]
            for name in dict.fromkeys([*called, *map(in_order, called)]):
                found[1].setdefault(name, []).append(student)
                if student not in found[2].setdefault(chave(name), []):
                    found[2][chave(name)].append(student)
        return cls(*found)

    def find(self, said: Student) -> Aluno | Unmatched:
        """Return the one student that is meant, or why nobody is."""
        if said.matricula and (found := self.by_number.get(_number(said.matricula))):
            return found[0] if len(found) == 1 else "several"
        for names, key in ((self.by_name, said.nome), (self.by_key, chave(said.nome))):
            found = names.get(key) if key else None
            if not found:
                continue
            if len(found) > 1:
                return "several"
            is_other = bool(said.matricula and found[0].matricula)  # the same name with another number is somebody else
            return "other_number" if is_other else found[0]
        return "unknown"


def is_same_number(one: str, other: str) -> bool:
    """Tell whether two enrolment numbers are the same, however a spreadsheet wrote them."""
    return _number(one) == _number(other)


def _number(matricula: str) -> str:
    """Return an enrolment number as it is compared: spreadsheets drop its zeros."""
    text = matricula.strip().casefold().removesuffix(".0")
    return text.lstrip("0") or text
