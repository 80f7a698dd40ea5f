"""What teachers call a subject, and what the BNCC calls it."""

from __future__ import annotations

from dataclasses import dataclass

from aule.apps.school.names import chave

EM_AREAS = {
    "LGG": "Linguagens e suas Tecnologias",
    "MAT": "Matemática e suas Tecnologias",
    "CNT": "Ciências da Natureza e suas Tecnologias",
    "CHS": "Ciências Humanas e Sociais Aplicadas",
}
EI_FIELDS = {"CO": "Computação"}


@dataclass(frozen=True, slots=True)
class Component:
    """A subject as the three stages of the BNCC know it."""

    sigla: str
    """In primary school: `MA`."""
    em: tuple[str, ...]
    """How codes of secondary school begin after `EM13`: `MAT`, `LP`."""
    ei: tuple[str, ...] = ()
    """Fields of experience of pre-school."""
    words: tuple[str, ...] = ()


COMPONENTS = (
    Component("MA", ("MAT",), ("ET",), ("matematica", "geometria", "algebra", "aritmetica")),
    Component("LP", ("LP", "LGG"), ("EF",), ("portugues", "lingua portuguesa", "redacao", "literatura", "gramatica")),
    Component("CI", ("CNT",), ("ET",), ("ciencias", "biologia", "fisica", "quimica", "ciencias da natureza")),
    Component("HI", ("CHS",), ("EO",), ("historia", "sociologia", "filosofia")),
    Component("GE", ("CHS",), ("ET",), ("geografia",)),
    Component("AR", ("LGG",), ("TS",), ("arte", "artes", "educacao artistica", "musica", "teatro", "danca")),
    Component("EF", ("LGG",), ("CG",), ("educacao fisica",)),
    Component("LI", ("LGG",), (), ("ingles", "lingua inglesa")),
    Component("ER", ("CHS",), ("EO",), ("ensino religioso", "religiao")),
    Component("CO", ("CO",), ("CO",), ("computacao", "informatica", "robotica", "programacao")),
)
_NONE = Component("", ())


def component_of(said: str) -> Component:
    """Return the subject that is meant: by its name, its letters (`MA`) or its id (`ef-comp-ma`); none fits.

    An empty one.
    """
    letters = said.strip().removeprefix("ef-comp-").removeprefix("co-comp-").upper()
    for each in COMPONENTS:
        if letters in (each.sigla, *(area for area in each.em if len(area) == 3 and area == "MAT")):
            return each
    folded = chave(said)
    for each in COMPONENTS:
        if folded in each.words:
            return each
    best = [each for each in COMPONENTS if any(word in folded for word in each.words if len(word) > 4)]
    return best[0] if best else _NONE


def component_id(said: str) -> str:
    """Return the BNCC's id of a subject: `ef-comp-ma`; empty where none fits."""
    sigla = component_of(said).sigla.lower()
    return f"ef-comp-{sigla}" if sigla else ""
