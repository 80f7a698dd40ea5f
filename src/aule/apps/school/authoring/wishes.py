"""What an activity is wished to be, with every name resolved and every code checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from aule.apps.school.bncc import skills
from aule.apps.school.bncc.components import component_of
from aule.apps.school.catalog.kinds import kind_name
from aule.apps.school.entities import Dificuldade, Materia, Turma
from aule.apps.school.generating.templates import codes_for, short_name
from aule.apps.school.record_changes import subject_for
from aule.apps.school.source import SchoolSource
from aule.apps.school.subjects import SUBJECTS
from aule.apps.school.views import Aviso
from aule.apps.school.words import say
from aule.sdk import Context
from aule.text.messages import is_portuguese

_CLAUSE = re.compile(r"[:;(,]")
SHORT = 60
"""How long the theme may be in a title."""


@dataclass(frozen=True, slots=True)
class Setting:
    """For whom and of what something is made."""

    turma: Turma | None
    materia: Materia | None
    is_new_materia: bool
    ano_serie: str
    codes: list[str]
    avisos: list[Aviso] = field(default_factory=list[Aviso])

    @property
    def letters(self) -> str:
        """The letters of the subject, `MA`; another than the BNCC knows is not maths either."""
        if self.materia is None:
            return ""
        return component_of(self.materia.componente_bncc or self.materia.nome).sigla or "?"

    @property
    def texts(self) -> list[tuple[str, str]]:
        """The codes with what they say."""
        return list(skills.textos(self.codes).items())


async def setting(
    context: Context, source: SchoolSource, turma_id: str, materia: str, ano_serie: str, codes: Sequence[str]
) -> Setting:
    """Resolve the class, the subject, the year and the skills; what the BNCC does not have is left out, and said."""
    turma = await source.turma(turma_id) if turma_id else None
    valid, unknown = skills.split(codes)
    year = ano_serie or (turma.ano_serie if turma else "") or _year_of(valid)
    subject, is_new = await _subject(context, source, materia, valid)
    avisos = _warnings(valid, unknown, year, context.locale)
    return Setting(turma, subject, is_new, year, valid, avisos)


def suggested(place: Setting, codes: list[str], locale: str) -> Setting:
    """Return the setting with skills that nobody named; it is said that they are suggested."""
    if not codes:
        return place
    told = ", ".join(codes)
    message = say("skills_suggested", locale, told=told)
    return replace(place, codes=codes, avisos=[*place.avisos, Aviso(code="habilidades_sugeridas", message=message)])


def codes_about(tema: str, materia: Materia, ano_serie: str) -> list[str]:
    """Return skills a theme is about: in maths those that practise it, else those whose text has its words."""
    subject = materia.componente_bncc or materia.nome
    if component_of(subject).sigla == "MA" and (known := codes_for(tema, ano_serie)):
        return known
    return [each.codigo for each in skills.search(tema, component=subject, ano_serie=ano_serie)]


def short_theme(tema: str, codes: Sequence[str]) -> str:
    """Return a theme for a title: that of a skill goes by what the BNCC says it is about."""
    clean = " ".join(tema.split()).rstrip(".")
    if len(clean) <= SHORT:
        return clean
    found = skills.skill(codes[0]) if codes else None
    if found is None:
        return f"{clean[:SHORT].rsplit(' ', 1)[0].rstrip(' ,;:(')}…"
    told = [*dict.fromkeys(name for code in codes[:3] if (name := short_name(code)))]
    if told:
        return " e ".join(told) if len(told) < 3 and len(" e ".join(told)) <= SHORT else told[0]
    about = _CLAUSE.split(found.objetos[0] if found.objetos else clean)[0].strip()
    return about if len(about) <= SHORT else f"{found.unidade or found.componente} ({found.codigo})"


def title_for(tipo: str, tema: str, codes: Sequence[str]) -> str:
    """Return the title of an activity nobody named."""
    return f"{kind_name(tipo)}: {short_theme(tema, codes)}"


def dificuldade_of(word: str) -> Dificuldade:
    """Return how hard: one of three."""
    return "facil" if word == "facil" else "dificil" if word == "dificil" else "medio"


async def _subject(
    context: Context, source: SchoolSource, materia: str, codes: Sequence[str]
) -> tuple[Materia | None, bool]:
    if materia:
        return await subject_for(context, source, materia)
    letters = codes[0][4:6].lower() if codes and codes[0].startswith("EF") else ""
    meant = next((each for each in SUBJECTS if each.componente == f"ef-comp-{letters}"), None)
    if meant is None:
        return None, False
    known = [each for each in await source.materias() if each.componente_bncc == meant.componente]
    return (known[0], False) if known else (None, False)


def _year_of(codes: Sequence[str]) -> str:
    """Return the year a code is for; a block of years means its first."""
    for code in codes:
        if code.startswith("EM"):
            return "EM1"
        if code.startswith("EF") and (found := skills.skill(code)) and found.anos:
            return f"EF{found.anos[0]}"
    return ""


def _warnings(valid: Sequence[str], unknown: Sequence[str], year: str, locale: str) -> list[Aviso]:
    avisos: list[Aviso] = []
    if unknown:
        codes = ", ".join(unknown)
        message = say("skills_left_out", locale, codes=codes)
        avisos.append(Aviso(code="habilidade_desconhecida", message=message))
    if year.startswith("EF"):
        other = [code for code in valid if code.startswith("EF") and int(year[2:]) not in _years(code)]
        if other:
            codes = ", ".join(other)
            named = year[2:] if is_portuguese(locale) else year
            message = say("skills_of_another_year", locale, codes=codes, year=named)
            avisos.append(Aviso(code="habilidade_de_outro_ano", message=message))
    return avisos


def _years(code: str) -> list[int]:
    found = skills.skill(code)
    return found.anos if found else []
