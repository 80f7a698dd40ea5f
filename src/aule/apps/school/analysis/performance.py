"""How one class stands, put together: for the search of Jota, the wire of other platforms and the page of the class."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from aule.apps.school.analysis import sentences, spans
from aule.apps.school.analysis.class_stats import counting_marks, stats_of, within
from aule.apps.school.analysis.class_summary import SHARE, ClassSummary
from aule.apps.school.analysis.records import Records
from aule.apps.school.analysis.results import DesempenhoTurma
from aule.apps.school.analysis.skills import Skills, has_items, skills
from aule.apps.school.mathematics.marks import Counted
from aule.apps.school.mathematics.rounding import shown
from aule.apps.school.periodos import Intervalo
from aule.apps.school.views import Aviso, MateriaCritica, Nome

TOP_GAPS = 5
RAW_BYTES = 64 * 1024


@dataclass(frozen=True)
class Look:
    """A class, looked at: which days, which subject, for whom."""

    found: Records
    window: Intervalo
    hoje: date
    materia: str | None = None
    """Id of the one subject that is looked at; none: all of them."""
    locale: str = "pt-BR"

    @cached_property
    def standing(self) -> ClassSummary:
        """The figures of the class."""
        return ClassSummary(stats_of(self.found, self.window, self.hoje, self.counting))

    @cached_property
    def skills(self) -> Skills:
        """The skills of the class."""
        return skills(self.found, self.window, self.hoje, self.materia)

    @cached_property
    def counting(self) -> list[Counted]:
        """All marks that count, of any day."""
        return counting_marks(self.found, self.materia)

    @cached_property
    def marks(self) -> list[Counted]:
        """The marks of these days that count."""
        return within(self.counting, self.window)

    @cached_property
    def span(self) -> spans.Periodo:
        """The days, as they are shown."""
        return spans.shown(self.window, (each.data for each in self.found.avaliacoes), self.hoje, self.locale)

    @property
    def subject(self) -> Nome | None:
        """The one subject, where there is one."""
        return None if self.materia is None else Nome(id=self.materia, nome=self.found.nome_materia(self.materia))

    @property
    def has_marks(self) -> bool:
        """Whether any mark counts."""
        return self.standing.spread.n > 0

    @property
    def criticas(self) -> list[MateriaCritica]:
        """Subjects in which many are below the passing mark, as they are shown."""
        return [
            MateriaCritica(
                materia=Nome(id=each.materia, nome=self.found.nome_materia(each.materia)),
                media=self.standing.mark(each.media),
                pct_abaixo=shown(each.share, SHARE),
                n_alunos=each.n,
            )
            for each in self.standing.subjects
            if each.is_critical
        ]

    @property
    def insuficientes(self) -> list[Nome]:
        """Subjects too few students have marks in."""
        return [
            Nome(id=each.materia, nome=self.found.nome_materia(each.materia))
            for each in self.standing.subjects
            if not each.is_enough
        ]

    @property
    def avisos(self) -> list[Aviso]:
        """What the reader should know about marks and skills."""
        turma = self.found.turma.nome
        if not self.has_marks:
            return [Aviso(code="sem_notas_no_periodo", message=sentences.no_marks(turma, self.span, self.locale))]
        if not has_items(self.found):
            return [Aviso(code="sem_itens", message=sentences.no_items(turma, self.locale))]
        return []

    @property
    def proximos_passos(self) -> list[str]:
        """What could be done first, where there is nothing to work with."""
        turma = self.found.turma.nome
        if not self.has_marks:
            return sentences.without_marks(turma, self.locale)
        return [] if has_items(self.found) else sentences.without_items(turma, self.locale)

    @property
    def fonte(self) -> str:
        """Where the figures come from."""
        class_stats = self.standing.class_stats
        return sentences.rows(class_stats.n_notas, class_stats.n_avaliacoes, self.found.fonte, self.locale)


def performance(look: Look) -> DesempenhoTurma:
    """Return how a class stands."""
    standing = look.standing
    lies = standing.spread
    told = DesempenhoTurma(
        turma_id=look.found.turma.id,
        turma_nome=look.found.turma.nome,
        materia=look.subject,
        periodo=look.span,
        total_alunos=standing.total,
        alunos_com_nota=lies.n,
        n_avaliacoes=standing.class_stats.n_avaliacoes,
        media_geral=standing.media,
        mediana=standing.mark(lies.mediana),
        desvio_padrao=shown(lies.desvio, SHARE),
        abaixo_da_media=lies.abaixo,
        pct_abaixo=shown(lies.share, SHARE),
        distribuicao=standing.distribuicao,
        gaps_principais=look.skills.gaps[:TOP_GAPS],
        materias_criticas=look.criticas,
        dados_insuficientes=look.insuficientes,
        tendencia=standing.trend.tendencia,
        delta=standing.delta,
        raw_data=raw(look),
        resumo=sentences.performance(standing, look.span, look.locale),
        proximos_passos=look.proximos_passos,
    )
    return told.model_copy(update={"texto": sentences.story(told, standing, look.locale)})


def raw(look: Look, most: int = RAW_BYTES) -> dict[str, Any]:
    """Return the tests and marks figures were worked out from; the oldest tests stay out where there are too many."""
    first, last = look.window.de, look.window.ate
    tests = [
        each for each in look.found.avaliacoes if first <= each.data <= last and look.materia in (None, each.materia_id)
    ]
    here = frozenset(look.found.ids)
    notas: dict[str, list[dict[str, Any]]] = {each.id: [] for each in tests}
    for mark in look.found.marks:
        if mark.avaliacao in notas and mark.aluno in here:
            notas[mark.avaliacao].append({"aluno_id": mark.aluno, "valor": mark.valor, "situacao": mark.situacao})
    told = [
        {
            "id": each.id,
            "titulo": each.titulo,
            "materia_id": each.materia_id,
            "data": each.data,
            "valor_maximo": each.valor_maximo,
            "peso": each.peso,
            "notas": notas[each.id],
        }
        for each in reversed(tests)
        if notas[each.id]
    ]
    return _fitting(told, most)


def _fitting(tests: Sequence[dict[str, Any]], most: int) -> dict[str, Any]:
    if not tests:
        return {}
    kept: list[dict[str, Any]] = []
    size = 64
    for each in tests:
        size += len(json.dumps(each, ensure_ascii=False).encode()) + 2
        if size > most:
            return {"avaliacoes": kept, "truncado": True}
        kept.append(each)
    return {"avaliacoes": kept}
