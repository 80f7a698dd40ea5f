"""How a class stands: the figures every capability, page and overview tells, worked out here alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from aule.apps.school.analysis.class_stats import ClassStats
from aule.apps.school.entities import Config
from aule.apps.school.mathematics import attendance, engagement, means, trend
from aule.apps.school.mathematics.rounding import shown
from aule.apps.school.views import AlertaFrequencia, Engajamento, Faixa, Nome

SHARE = 2
"""Decimals of a share."""
INDEX = 3
"""Decimals of an engagement or a mastery."""


@dataclass(frozen=True)
class ClassSummary:
    """A class in a span of time."""

    class_stats: ClassStats

    @cached_property
    def grades(self) -> means.Grades:
        """Means of its students, 0 to 1."""
        return means.grades(self.class_stats.now, self.class_stats.alunos)

    @cached_property
    def spread(self) -> means.Spread:
        """How these lie, in the school's scale."""
        return means.spread(self.grades.media.values(), self.config)

    @cached_property
    def subjects(self) -> list[means.Subject]:
        """How it stands in each subject, the most worrying first."""
        return means.subjects(self.grades, self.total, self.config)

    @cached_property
    def trend(self) -> trend.Trend:
        """Where the means go."""
        before = means.grades(self.class_stats.before, self.class_stats.alunos).media
        return trend.trend(self.grades.media, before, self.total)

    @property
    def config(self) -> Config:
        """How its school counts."""
        return self.class_stats.config

    @property
    def total(self) -> int:
        """The number of students in the class."""
        return len(self.class_stats.alunos)

    @property
    def media(self) -> float | None:
        """The mean as it is shown."""
        return self.mark(self.spread.media)

    @property
    def delta(self) -> float | None:
        """By how much it went up or down, as it is shown."""
        return None if self.trend.delta is None else self.mark(self.trend.delta * self.config.escala.max)

    def mark(self, value: float | None) -> float | None:
        """Return a mark as this school writes it."""
        return shown(value, self.config.escala.casas)

    def of_student(self, aluno: str) -> float | None:
        """Return a student's mean as it is shown."""
        mean = self.grades.media.get(aluno)
        return None if mean is None else self.mark(mean * self.config.escala.max)

    def is_below(self, aluno: str) -> bool:
        """Tell whether a student's mean is below the passing mark."""
        mean = self.grades.media.get(aluno)
        return mean is not None and means.is_below(mean * self.config.escala.max, self.config)

    @property
    def distribuicao(self) -> list[Faixa]:
        """How many students are in which range."""
        return [Faixa(de=de, ate=ate, n=n) for de, ate, n in means.bands(self.grades.media.values(), self.config)]

    @property
    def minimo(self) -> float:
        """The share its students have to be there for."""
        return attendance.minimum(self.config, self.class_stats.turma.ano_serie)

    @cached_property
    def alerts(self) -> dict[str, attendance.Alerta]:
        """Students whose attendance a teacher should know of."""
        found = {
            each: self.class_stats.presencas.get(each, attendance.Attendance()) for each in self.class_stats.alunos
        }
        alerts: dict[str, attendance.Alerta] = {}
        for aluno, noted in found.items():
            if (each := attendance.alert(noted.share, self.minimo)) is not None:
                alerts[aluno] = each
        return alerts

    def alertas(self, names: Mapping[str, str]) -> list[AlertaFrequencia]:
        """Return these alerts as they are shown, the most serious first."""
        told: list[AlertaFrequencia] = []
        for aluno, situacao in self.alerts.items():
            noted = self.class_stats.presencas[aluno]
            share = shown(noted.share, INDEX)
            assert share is not None
            told.append(
                AlertaFrequencia(
                    aluno=Nome(id=aluno, nome=names.get(aluno, aluno)),
                    situacao=situacao,
                    frequencia=share,
                    faltas=noted.falta,
                    registros=noted.registros,
                    restantes=attendance.left(noted.falta, self.minimo, self.config.carga_anual),
                )
            )
        return sorted(told, key=lambda each: (each.frequencia, each.aluno.nome))

    @cached_property
    def engaged(self) -> dict[str, float]:
        """How far each student takes part, of those it is known of."""
        return _known(self.class_stats.taking)

    @property
    def engajamento(self) -> Engajamento:
        """How the class takes part."""
        index, of = engagement.whole(self.class_stats.taking.values())
        bands = [engagement.band(each) for each in self.engaged.values()]
        return Engajamento(
            indice=shown(index, INDEX),
            componentes=shown_parts(of),
            faixas={name: bands.count(name) for name in ("alto", "medio", "baixo")},
            n_alunos=len(bands),
            tendencia=trend.trend(self.engaged, _known(self.class_stats.taking_before), self.total).tendencia,
        )

    @property
    def in_need(self) -> set[str]:
        """Students a teacher should look at: below the passing mark, or with an alert of attendance."""
        return {aluno for aluno in self.class_stats.alunos if self.is_below(aluno)} | self.alerts.keys()


def shown_parts(of: engagement.Parts) -> dict[str, float | None]:
    """Return what an engagement is made of, as it is shown."""
    values: Sequence[float | None] = of
    return {name: shown(value, INDEX) for name, value in zip(of._fields, values, strict=True)}


def _known(taking: Mapping[str, engagement.Parts]) -> dict[str, float]:
    return {aluno: index for aluno, each in taking.items() if (index := each.indice) is not None}
