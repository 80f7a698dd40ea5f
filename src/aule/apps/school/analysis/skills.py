"""What a class can do: tests and marks as evidence of skills, and what follows for the class and for each student."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Literal, NamedTuple

from aule.apps.school.analysis.class_summary import INDEX, SHARE
from aule.apps.school.analysis.records import Records
from aule.apps.school.bncc.skills import skill
from aule.apps.school.entities import Atividade, Avaliacao
from aule.apps.school.mathematics import gaps, mastery
from aule.apps.school.mathematics.rounding import half_up, shown
from aule.apps.school.periodos import Intervalo
from aule.apps.school.views import Gap, HabilidadeDominio, HabilidadeNome

_CODE = re.compile(r"^(EI|EF|EM)\d{2}[A-Z]{2,3}\d{2,3}$")
_CONTENT = "conteudo:"
"""What the key of a content begins with, so that it is never taken for a skill."""


class _Shown(NamedTuple):
    """A skill of a class."""

    key: str
    gap: gaps.SkillGap
    items: int
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Skills:
    """What a class showed up to a day."""

    found: mastery.Evidences
    total: int
    alvo: float
    as_of: date

    @cached_property
    def masteries(self) -> dict[str, dict[str, mastery.Mastery]]:
        """How far each student is in each skill."""
        return mastery.masteries(self.found, self.as_of)

    @cached_property
    def shown(self) -> list[_Shown]:
        """All skills with evidence: the largest gaps first, those nobody can say much about last."""
        those = [self._shown(key) for key in self.found]
        return sorted(those, key=lambda each: (not each.gap.is_enough, -(each.gap.indice or 0.0), each.key))

    def _shown(self, key: str) -> _Shown:
        of = self.found[key]
        tests = {each.avaliacao: None for those in of.values() for each in those}
        gap = gaps.gap(self.masteries[key], self.total, self.alvo)
        return _Shown(key, gap, max(len(those) for those in of.values()), tuple(sorted(tests)))

    @property
    def all(self) -> list[Gap]:
        """All skills with evidence, as they are shown."""
        return [_told(each) for each in self.shown]

    @property
    def gaps(self) -> list[Gap]:
        """The gaps of the class, the largest first."""
        return [_told(each) for each in self.shown if each.gap.is_gap]

    @property
    def thin(self) -> list[str]:
        """Keys of skills there is some evidence of, and not enough."""
        return [each.key for each in self.shown if not each.gap.is_enough]

    def of_student(self, aluno: str) -> list[HabilidadeDominio]:
        """Return how far a student is in each skill, the weakest first; without enough evidence no level is named."""
        told: list[HabilidadeDominio] = []
        for key, of in self.masteries.items():
            far = of.get(aluno)
            if far is not None:
                told.append(
                    HabilidadeDominio(
                        habilidade=name_of(key),
                        dominio=half_up(far.dominio, INDEX),
                        nivel=mastery.level(far.dominio, self.alvo) if far.is_enough else None,
                        evidencia="suficiente" if far.is_enough else "insuficiente",
                        n_itens=far.n,
                    )
                )
        return sorted(told, key=lambda each: (each.evidencia == "insuficiente", each.dominio, each.habilidade.codigo))


def skills(found: Records, window: Intervalo, hoje: date, materia: str | None = None) -> Skills:
    """Return what the tests of a class in a span of time show."""
    contents = {
        each.id: content(each, found.atividades.get(each.atividade_id or ""))
        for each in found.avaliacoes
        if window.de <= each.data <= window.ate and materia in (None, each.materia_id)
    }
    here = frozenset(found.ids)
    answers = (
        mastery.Answers(each.avaliacao, each.aluno, each.valor, each.pontos)
        for each in found.marks
        if each.situacao == "lancada" and each.aluno in here
    )
    evidence = mastery.evidences(answers, contents)
    return Skills(evidence, len(found.alunos), found.config.alvo_dominio, min(hoje, window.fim))


def content(test: Avaliacao, atividade: Atividade | None) -> mastery.Content:
    """Return what a test is about: the skills of its questions, else those of its activity, else its contents."""
    questions = _questions(test, atividade)
    named = _unique(code for each in questions.values() for code in each.skills)
    if not named and atividade is not None:
        named = list(atividade.habilidades)
    if not named:
        named = [each for each in test.conteudos if _CODE.match(each)]
    if named:
        return mastery.Content(test.data, test.valor_maximo, questions, named)
    contents = test.conteudos or ([atividade.tema] if atividade is not None and atividade.tema else [])
    keys = [f"{_CONTENT}{each}" for each in contents]
    return mastery.Content(test.data, test.valor_maximo, questions, keys, is_whole=len(keys) == 1)


def has_items(found: Records) -> bool:
    """Tell whether any mark of the class has the points of its questions."""
    return any(each.pontos for each in found.marks)


def base_of(key: str) -> Literal["habilidade", "conteudo"]:
    """Tell whether a key is of a skill or of a content."""
    return "conteudo" if key.startswith(_CONTENT) else "habilidade"


def name_of(key: str) -> HabilidadeNome:
    """Return a skill or content by its key, with what the curriculum says of it."""
    if base_of(key) == "conteudo":
        return HabilidadeNome(codigo="", texto=key.removeprefix(_CONTENT), valida=False)
    found = skill(key)
    return HabilidadeNome(codigo=key, texto=found.texto if found else key, valida=found is not None)


def subject_of(named: HabilidadeNome) -> str:
    """Return what a skill is about in a few words, as the curriculum has them; else its text."""
    found = skill(named.codigo) if named.codigo else None
    return found.objetos[0] if found is not None and found.objetos else named.texto


def _questions(test: Avaliacao, atividade: Atividade | None) -> Mapping[int, mastery.Question]:
    if test.itens or atividade is None:
        return {each.n: mastery.Question(each.pontos_max, each.habilidades) for each in test.itens}
    asked = enumerate(atividade.conteudo.questoes, start=1)
    return {n: mastery.Question(each.pontos, each.habilidades) for n, each in asked if each.pontos > 0}


def _told(each: _Shown) -> Gap:
    gap = each.gap
    interval = gap.interval
    return Gap(
        habilidade=name_of(each.key),
        dominio=shown(gap.dominio, SHARE),
        pct_abaixo=shown(gap.share, SHARE),
        intervalo=(half_up(interval[0], SHARE), half_up(interval[1], SHARE)) if interval is not None else None,
        indice_gap=shown(gap.indice, 1),
        prioridade=gap.prioridade,
        n_alunos=gap.n,
        n_itens=each.items,
        base=base_of(each.key),
        evidencia="suficiente" if gap.is_enough else "insuficiente",
        evidencias=list(each.tests),
        alunos_abaixo=list(gap.below) if gap.is_enough else [],
    )


def _unique(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))
