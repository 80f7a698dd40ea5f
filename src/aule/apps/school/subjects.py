"""Subjects every school knows: what the BNCC calls them, and what people call them for short."""

from __future__ import annotations

from dataclasses import dataclass

from aule.apps.school.names import chave


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of the curriculum."""

    nome: str
    componente: str
    cor: str
    short: tuple[str, ...] = ()


SUBJECTS = (
    Subject("Matemática", "ef-comp-ma", "blue", ("mat", "math", "maths", "matematica e suas tecnologias")),
    Subject("Língua Portuguesa", "ef-comp-lp", "violet", ("portugues", "lp", "lingua portuguesa", "portuguese")),
    Subject("Ciências", "ef-comp-ci", "green", ("ciencias da natureza", "science")),
    Subject("História", "ef-comp-hi", "amber", ("history",)),
    Subject("Geografia", "ef-comp-ge", "teal", ("geo", "geography")),
    Subject("Arte", "ef-comp-ar", "pink", ("artes", "educacao artistica", "art")),
    Subject("Educação Física", "ef-comp-ef", "orange", ("ed fisica", "edf", "physical education")),
    Subject("Língua Inglesa", "ef-comp-li", "indigo", ("ingles", "english")),
    Subject("Ensino Religioso", "ef-comp-er", "gray", ("religiao",)),
    Subject("Computação", "ef-comp-co", "cyan", ("informatica", "computing")),
)
_BY_NAME = {chave(name): each for each in SUBJECTS for name in (each.nome, *each.short)}


def standard(said: str) -> Subject | None:
    """Return the subject of the curriculum that is meant by a name, if it is one."""
    return _BY_NAME.get(chave(said))


def short_names(nome: str) -> tuple[str, ...]:
    """Return what a subject of this name is also called."""
    found = standard(nome)
    return () if found is None else (chave(found.nome), *found.short)
