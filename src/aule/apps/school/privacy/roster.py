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
from aule.apps.school.naming import chave
from aule.apps.school.privacy.shelf import Student, configs, students
from aule.sdk import Reading, Veiled

SHORTEST = 3
"""Letters a given name has at least to be hidden by itself."""
MANY = 500
"""Students whose names take long enough to go through to let others work meanwhile."""
SHORTEST_NUMBER = 5
"""Characters a school's number has at least: a shorter one is like any other number, and tells nobody anything."""
WORDS = frozenset((files("aule.apps.school.privacy") / "words.txt").read_text("utf-8").split())
"""Given names that are words too: hidden only where they are written as names are."""
_PARTICLES = frozenset({"da", "de", "do", "das", "dos", "e"})
_APART = re.compile(r"\s+")


@school.veil
async def roster(reading: Reading) -> list[Veiled]:
    """Names, numbers, guardians and needs of all students; names may leave only where their school answers for it."""
    told = frozenset(id for id, config in (await configs(reading)).items() if _tells_names(config))
    every = tuple(await students(reading))
    return await asyncio.to_thread(_hidden, every, told) if len(every) > MANY else _hidden(every, told)


@lru_cache(maxsize=4)
def _hidden(every: tuple[Student, ...], told: frozenset[str]) -> list[Veiled]:
    """What is hidden of these students; the same for as long as they are."""
    return [*_names([each for each in every if each.escola_id not in told]), *_needs(every)]


def _names(hidden: Sequence[Student]) -> Iterator[Veiled]:
    width = max(2, len(str(len(hidden))))
    called = [each.nome_social or each.nome for each in hidden]
    given = Counter(chave(_given(each)) for each in called)
    shared: dict[str, str] = {}
    for number, (student, name) in enumerate(zip(hidden, called, strict=True), start=1):
        place = f"{number:0{width}}"
        token = f"Aluno {place}"
        for whole in dict.fromkeys((name, student.nome)):
            for text in _ways(whole):
                yield _veiled(text, token)
        for first in dict.fromkeys((_given(name), _given(student.nome))):
            key = chave(first)
            if len(key) < SHORTEST:
                continue
            if given[key] > 1:
                token_of = shared.setdefault(key, f"Nome {len(shared) + 1:0{width}}")
                yield Veiled(text=first, token=token_of, is_given=True, is_word=key in WORDS)
            else:
                yield Veiled(text=first, token=token, is_given=True, is_word=key in WORDS)
        if len(student.matricula) >= SHORTEST_NUMBER:
            yield Veiled(text=student.matricula, token=f"Matrícula {place}")
        for text in _ways(student.responsavel):
            yield _veiled(text, f"Responsável {place}")


def _needs(every: Sequence[Student]) -> Iterator[Veiled]:
    """What a student needs stays here even where names may leave."""
    known: dict[str, str] = {}
    for student in every:
        for need in _listed(student.necessidades):
            key = chave(need)
            if len(key) >= SHORTEST and key not in known:
                known[key] = f"Necessidade {len(known) + 1:02}"
                yield Veiled(text=need, token=known[key])


def _ways(name: str) -> Iterator[str]:
    """How a whole name is written: as it is, first and last alone, and the last before the others."""
    parts = _APART.split(name.strip())
    if not parts[0]:
        return
    yield " ".join(parts)
    main = [part for part in parts if part.lower() not in _PARTICLES]
    if len(main) > 2:
        yield f"{main[0]} {main[-1]}"
    if len(main) > 1:
        yield f"{parts[-1]}, {' '.join(parts[:-1])}"


def _given(name: str) -> str:
    return _APART.split(name.strip())[0]


def _veiled(text: str, token: str) -> Veiled:
    """A whole name; one of a single word is like a given name."""
    if " " in text:
        return Veiled(text=text, token=token)
    return Veiled(text=text, token=token, is_given=True, is_word=chave(text) in WORDS)


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
