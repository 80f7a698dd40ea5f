"""All classes side by side: what stands out, what needs attention, and where they go together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain

from aule.apps.school.analysis import attention, sentences, spans
from aule.apps.school.analysis.class_stats import ClassStats
from aule.apps.school.analysis.class_summary import SHARE, ClassSummary
from aule.apps.school.analysis.queries import Columns
from aule.apps.school.analysis.records import records
from aule.apps.school.analysis.schoolwide import Whole, all_stats
from aule.apps.school.analysis.skills import skills
from aule.apps.school.entities import Turma
from aule.apps.school.mathematics import means, trend
from aule.apps.school.mathematics.rounding import shown
from aule.apps.school.periodos import Intervalo
from aule.apps.school.resolver import Resolved
from aule.apps.school.views import Atencao, Aviso, Desempenho, Gap, MateriaDesempenho, Nome, TurmaDesempenho

GAPS_OF = 20_000
"""Up to so many marks with questions, gaps of all classes are looked for in an overview."""
MOST = 12
"""How many things that need attention an overview names."""


@dataclass(frozen=True)
class Overview:
    """All classes in a span of time."""

    whole: Whole
    window: Intervalo
    hoje: date
    all_stats: Sequence[ClassStats]
    gaps: Sequence[tuple[Turma, list[Gap]]]
    locale: str

    @cached_property
    def standings(self) -> list[ClassSummary]:
        """How each class stands."""
        return [ClassSummary(each) for each in self.all_stats]

    @property
    def n_notas(self) -> int:
        """How many marks it rests on."""
        return sum(each.n_notas for each in self.all_stats)

    @cached_property
    def span(self) -> spans.Periodo:
        """The days, as they are shown."""
        return spans.shown(self.window, (), self.hoje, self.locale)

    @property
    def tendencia(self) -> trend.Tendencia:
        """Where all students of all classes go together."""
        now: dict[str, float] = {}
        then: dict[str, float] = {}
        for each in self.standings:
            now |= each.grades.media
            then |= means.grades(each.class_stats.before, each.class_stats.alunos).media
        everybody = {aluno for each in self.all_stats for aluno in each.alunos}
        return trend.trend(now, then, len(everybody)).tendencia

    @property
    def atencao(self) -> list[Atencao]:
        """What needs attention, the most pressing first."""
        told = [attention.of_standing(each, self.whole.materias, self.locale) for each in self.standings]
        told += [attention.of_gaps(turma, found, self.locale) for turma, found in self.gaps]
        silent = [each.class_stats.turma for each in self.standings if each.total and not each.class_stats.n_notas]
        told.append([attention.without_marks(turma, self.locale) for turma in silent])
        return attention.ordered(chain.from_iterable(told), MOST)

    @property
    def avisos(self) -> list[Aviso]:
        """What the reader should know."""
        if self.n_notas:
            return []
        names = ", ".join(each.nome for each in self.whole.turmas[:5]) or "—"
        return [Aviso(code="sem_notas_no_periodo", message=sentences.no_marks(names, self.span, self.locale))]

    def told(self) -> Desempenho:
        """Return the overview as it is shown."""
        everybody = {aluno for each in self.standings for aluno in each.in_need}
        tests = sum(each.n_avaliacoes for each in self.all_stats)
        return Desempenho(
            periodo=self.span.model_dump(),
            por_turma=[_of_class(each) for each in self.standings],
            por_materia=self._subjects(),
            destaques=attention.highlights(self.standings, self.locale),
            atencao=self.atencao,
            alunos_em_atencao_n=len(everybody),
            tendencia=self.tendencia,
            avisos=self.avisos,
            fonte=sentences.rows(self.n_notas, tests, self.whole.fonte, self.locale),
            periodos=spans.options(self.whole.periodos, self.hoje, self.locale),
        )

    def _subjects(self) -> list[MateriaDesempenho]:
        told = [
            MateriaDesempenho(
                materia=Nome(id=each.materia, nome=self.whole.materias.get(each.materia, each.materia)),
                media=standing.mark(each.media),
                pct_abaixo=shown(each.share, SHARE),
                n_alunos=each.n,
                turma=_named(standing.class_stats.turma),
                critica=each.is_critical,
                suficiente=each.is_enough,
            )
            for standing in self.standings
            for each in standing.subjects
        ]
        return sorted(told, key=lambda each: (not each.critica, -(each.pct_abaixo or 0.0), each.turma.nome))


async def overview(
    source: Resolved, all_of: Whole, window: Intervalo, hoje: date, locale: str, materia: str | None = None
) -> Overview:
    """Return all classes in a span of time, in one subject or in all."""
    found = await all_stats(source, all_of, window, hoje, materia)
    gaps = await gaps_of(source, all_of, window, hoje, materia)
    return Overview(all_of, window, hoje, found, gaps, locale)


async def gaps_of(
    source: Resolved, all_of: Whole, window: Intervalo, hoje: date, materia: str | None = None
) -> list[tuple[Turma, list[Gap]]]:
    """Return the gaps of each class, where there are not so many marks that it would take long."""
    if not source.is_here:
        return []
    counts = await Columns(source.source).with_items(window.de, window.ate, GAPS_OF)
    with_items = [each for each in all_of.turmas if counts.get(each.id)]
    return [(each, skills(await records(source, each), window, hoje, materia).gaps) for each in with_items]


def _named(turma: Turma) -> Nome:
    return Nome(id=turma.id, nome=turma.nome)


def _of_class(standing: ClassSummary) -> TurmaDesempenho:
    lies = standing.spread
    return TurmaDesempenho(
        turma=_named(standing.class_stats.turma),
        total_alunos=standing.total,
        alunos_com_nota=lies.n,
        media=standing.media,
        mediana=standing.mark(lies.mediana),
        abaixo=lies.abaixo,
        pct_abaixo=shown(lies.share, SHARE),
        tendencia=standing.trend.tendencia,
        delta=standing.delta,
        engajamento=standing.engajamento.indice,
        alertas=len(standing.alerts),
        n_avaliacoes=standing.class_stats.n_avaliacoes,
    )
