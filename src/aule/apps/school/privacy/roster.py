"""The roster: whom no model on another machine gets to know, and what it reads in their place (SP-60, SP-61)."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

from aule.apps.school.app import school
from aule.apps.school.entities import Config
from aule.apps.school.names import chave
from aule.apps.school.privacy.queries import Student, configs, students
from aule.sdk import Reading, Veiled

SHORTEST = 3
"""Letters a given name has at least to be hidden by itself."""
MANY = 500
"""Students whose names take long enough to go through to let others work meanwhile."""
SHORTEST_NUMBER = 5
"""Digits a school's number has at least to be hidden: a shorter one is like any other number."""
WORDS = frozenset((files("aule.apps.school.privacy") / "words.txt").read_text("utf-8").split())
"""Given names that are words too: hidden only where they are written as names are."""
_PARTICLES = frozenset({"da", "de", "do", "das", "dos", "e"})
_APART = re.compile(r"\s+")


@school.veil
async def roster(reading: Reading) -> list[Veiled]:
    """Return names, numbers, guardians and needs of all students.

    Names may leave only where their school answers for it.
    """
    told = frozenset(id for id, config in (await configs(reading)).items() if _tells_names(config))
    every = tuple(await students(reading))
    return await asyncio.to_thread(_hidden, every, told) if len(every) > MANY else _hidden(every, told)


@lru_cache(maxsize=4)
def _hidden(every: tuple[Student, ...], told: frozenset[str]) -> list[Veiled]:
    """Return what is hidden of these students; the same for as long as they are."""
    return [*_names([each for each in every if each.escola_id not in told]), *_needs(every)]


def _names(hidden: Sequence[Student]) -> Iterator[Veiled]:
    width = max(2, len(str(len(hidden))))
    called = [each.nome_social or each.nome for each in hidden]
    given = Counter(chave(_given(each)) for each in called)
    parts = Counter(chave(part) for each, name in zip(hidden, called, strict=True) for part in _both(name, each.nome))
    shared: dict[str, str] = {}

    def one_of(key: str, owners: int, token: str) -> str:
        """Return whose words they are, where they are one student's alone.

        Else a token that says no more than they do.
        """
        return token if owners == 1 else shared.setdefault(key, f"Nome {len(shared) + 1:0{width}}")

    for number, (student, name) in enumerate(zip(hidden, called, strict=True), start=1):
        place = f"{number:0{width}}"
        token = f"Aluno {place}"
        for whole in dict.fromkeys((name, student.nome)):
            for text in _ways(whole):
                yield _veiled(text, token)
        for part in _both(name, student.nome):
            key = chave(part)
            yield _part(part, one_of(key, parts[key], token))
        for first in dict.fromkeys((_given(name), _given(student.nome))):
            key = chave(first)
            if len(key) >= SHORTEST:
                named = one_of(key, max(1, given[key]), token)
                yield Veiled(text=first, token=named, is_given=True, is_word=key in WORDS)
        yield from _around(student, place)


def _around(student: Student, place: str) -> Iterator[Veiled]:
    """Yield a student's number, and who answers for them."""
    if _is_telling(student.matricula):
        yield Veiled(text=student.matricula, token=f"Matrícula {place}")
    for text in _ways(student.responsavel):
        yield _veiled(text, f"Responsável {place}")
    for part in _parts(student.responsavel):
        yield _part(part, f"Responsável {place}")


def _both(name: str, other: str) -> list[str]:
    return list(dict.fromkeys([*_parts(name), *_parts(other)]))


def _needs(every: Sequence[Student]) -> Iterator[Veiled]:
    """Yield what a student needs stays here even where names may leave."""
    known: dict[str, str] = {}
    for student in every:
        for need in _listed(student.necessidades):
            key = chave(need)
            if len(key) >= SHORTEST and key not in known:
                known[key] = f"Necessidade {len(known) + 1:02}"
                yield Veiled(text=need, token=known[key])


def _ways(name: str) -> Iterator[str]:
    """Yield how a whole name is written: as it is, and the last before the others."""
    parts = _APART.split(name.strip())
    if not parts[0]:
        return
    yield " ".join(parts)
    if len(_main(parts)) > 1:
        yield f"{parts[-1]}, {' '.join(parts[:-1])}"


def _parts(name: str) -> Iterator[str]:
    """Yield what somebody of three names or more is called for short: `Maria Eduarda`, `Maria Souza`."""
    parts = _APART.split(name.strip())
    main = _main(parts)
    if len(main) < 3:
        return
    for end in range(2, len(parts)):
        if parts[end - 1] in main:
            yield " ".join(parts[:end])
    for other in main[2:]:
        yield f"{main[0]} {other}"
    for other in main[2:]:
        yield f"{main[0]} {main[1]} {other}"


def _main(parts: Sequence[str]) -> list[str]:
    return [part for part in parts if part.lower() not in _PARTICLES]


def _given(name: str) -> str:
    return _APART.split(name.strip())[0]


def _veiled(text: str, token: str) -> Veiled:
    """Return a whole name; one of a single word is like a given name."""
    if " " in text:
        return Veiled(text=text, token=token)
    return Veiled(text=text, token=token, is_given=True, is_word=chave(text) in WORDS)


def _part(text: str, token: str) -> Veiled:
    """Return a name for short: the words stand close together, and are names where they could be other words."""
    return Veiled(text=text, token=token, is_short=True, is_word=all(chave(each) in WORDS for each in text.split()))


def _is_telling(number: str) -> bool:
    """Tell whether a school's number is like no other number: long, or with letters, or with a zero before it."""
    if len(number) >= SHORTEST_NUMBER:
        return True
    return len(number) >= SHORTEST and (number[0] == "0" or not number.isdigit()) and any(map(str.isdigit, number))


def _tells_names(config: str) -> bool:
    try:
        return Config.model_validate_json(config).nomes_a_modelos_remotos
    except ValueError:
        return False


def _listed(needs: str) -> list[str]:
    try:
        found = json.loads(needs)
    except ValueError:
        return []
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []  # pyright: ignore[reportUnknownVariableType]
