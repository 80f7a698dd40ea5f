"""Variants: the same questions in other orders, each with a key of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from aule.apps.school.entities import Questao, Secao
from aule.apps.school.exporting.shuffle import moved
from aule.apps.school.exporting.student_view import Key, StudentView, faced

MOST = 4


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a sheet: its questions as students see them."""

    section: Secao
    views: tuple[StudentView, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to hand an activity out; `letter` is empty where there is only one."""

    letter: str
    parts: tuple[Part, ...]
    keys: tuple[Key, ...]


def variants(sections: Sequence[Secao], count: int = 1, seed: int = 1) -> list[Variant]:
    """So many variants. The first has everything as it was written; in the others questions change places, each within
    its section, and so do their alternatives."""
    if count == 1:
        return [_variant(sections, "", "")]
    return [
        _variant(sections, ascii_uppercase[place], "" if place == 0 else f"{seed}|{place}") for place in range(count)
    ]


def _variant(sections: Sequence[Secao], letter: str, seed: str) -> Variant:
    parts: list[Part] = []
    keys: list[Key] = []
    for place, section in enumerate(sections):
        questions: Sequence[Questao] = section.questoes
        if seed:
            questions = moved(questions, f"{seed}|{place}")
        made = [faced(each, len(keys) + offset, seed) for offset, each in enumerate(questions, start=1)]
        parts.append(Part(section, tuple(view for view, _ in made)))
        keys.extend(key for _, key in made)
    return Variant(letter, tuple(parts), tuple(keys))
