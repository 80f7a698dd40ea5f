"""Figures of all classes, added up by each database, are those worked out row by row (A.3, SP-50)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, cast

import pytest
from tests.apps.school.sample import lay
from tests.conformance.world import opened

from aule.apps.school.analysis.class_stats import ClassStats
from aule.apps.school.analysis.class_summary import ClassSummary
from aule.apps.school.analysis.records import records
from aule.apps.school.analysis.schoolwide import all_stats, rows_stats, whole
from aule.apps.school.entities import (
    Aluno,
    Avaliacao,
    Config,
    Entrega,
    Escola,
    Frequencia,
    ItemNota,
    Materia,
    MatriculaTurma,
    Nota,
    Participacao,
    PeriodoLetivo,
    Turma,
)
from aule.apps.school.mathematics.rounding import steady
from aule.apps.school.periodos import Intervalo, resolver
from aule.apps.school.resolver import Resolved
from aule.apps.school.tables import metadata
from aule.sdk import Model

pytestmark = pytest.mark.xdist_group("postgres")
TODAY = date(2026, 6, 15)
STUDENTS = 7
KINDS = ["lancada"] * 6 + ["ausente", "nao_entregue", "pendente", "dispensado"]


class Elsewhere:
    """The same school as a platform would tell it: record by record."""

    nome = "elsewhere"

    def __init__(self, inner: Resolved) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


async def test_what_the_database_adds_up_is_what_the_rows_say(url: str) -> None:
    """Resits, what is missing, who left, two schools that count differently: the same, class by class."""
    async with opened(url) as database:
        await database.bring(list(metadata.tables.values()))
        await lay(database, _schools(random.Random(7)))
        source = Resolved(database)
        all_of = await whole(source)
        windows = [resolver(each, TODAY, []) for each in ("tudo", "ultimo_mes", "2026-05")]
        for window in [*windows, Intervalo(date(2026, 3, 1), date(2026, 5, 1), "some")]:
            for materia in (None, "mat_0"):
                added = await all_stats(source, all_of, window, TODAY, materia)
                rows = [rows_stats(await records(source, each), window, TODAY, materia) for each in all_of.turmas]
                assert [_figures(each) for each in added] == [_figures(each) for each in rows]
        everything = resolver("tudo", TODAY, [])
        there = await all_stats(cast("Any", Elsewhere(source)), all_of, everything, TODAY)
        assert [_figures(each) for each in there] == [
            _figures(each) for each in await all_stats(source, all_of, everything, TODAY)
        ]


def _figures(class_stats: ClassStats) -> dict[str, object]:
    standing = ClassSummary(class_stats)
    media = {aluno: steady(mean) for aluno, mean in sorted(standing.grades.media.items())}
    return {
        "turma": class_stats.turma.id,
        "alunos": sorted(class_stats.alunos),
        "media": media,
        "subjects": [(each.materia, steady(each.media), each.share, each.n) for each in standing.subjects],
        "notas": (class_stats.n_notas, class_stats.n_avaliacoes),
        "trend": standing.trend,
        "alerts": dict(sorted(standing.alerts.items())),
        "engaged": {aluno: steady(index) for aluno, index in sorted(standing.engaged.items())},
    }


def _schools(dice: random.Random) -> Iterator[Model]:
    configs = (Config(), Config(politica_faltante="zero", recuperacao="media"))
    for number in range(2):
        yield Materia(id=f"mat_{number}", nome=f"Matéria {number}")
    for place, config in enumerate(configs):
        yield Escola(id=f"esc_{place}", nome=f"Escola {place}", config=config)
    yield PeriodoLetivo(id="per_0", escola_id="esc_0", tipo="ano", inicio="2026-02-02", fim="2026-12-10")
    for place in range(3):
        yield from _class(dice, f"tur_{place}", f"esc_{place % 2}")


def _class(dice: random.Random, turma: str, escola: str) -> Iterator[Model]:
    yield Turma(id=turma, escola_id=escola, nome=turma, ano_serie="EF7", ano_letivo=2026)
    alunos = [f"alu_{turma}_{n}" for n in range(STUDENTS)]
    for n, aluno in enumerate(alunos):
        yield Aluno(id=aluno, escola_id=escola, nome=f"Aluno {n}", ativo=n != 5)
        yield MatriculaTurma(aluno_id=aluno, turma_id=turma, inicio="2026-02-02", fim="2026-04-01" if n == 6 else None)
    first = date(2026, 2, 10)
    tests = [
        Avaliacao(
            id=f"ava_{turma}_{n}",
            turma_id=turma,
            materia_id=f"mat_{n % 2}",
            titulo=f"Prova {n}",
            data=(first + timedelta(days=n * 9)).isoformat(),
            valor_maximo=dice.choice([5.0, 10.0, 100.0]),
            peso=dice.choice([0.0, 1.0, 2.5]) if n else 1.0,
            substitui_avaliacao_id={9: f"ava_{turma}_3", 11: f"ava_{turma}_9", 12: "ava_gone"}.get(n),
        )
        for n in range(14)
    ]
    for test in tests:
        yield test
        for aluno in dice.sample(alunos, STUDENTS - 1):
            how = dice.choice(KINDS) if test.id[-1] != "0" else "lancada"
            valor = round(dice.random() * test.valor_maximo, 1) if how == "lancada" else None
            itens = [ItemNota(n=1, pontos=1)] if how == "lancada" else None
            yield Nota.model_validate(
                {"avaliacao_id": test.id, "aluno_id": aluno, "valor": valor, "situacao": how, "itens": itens}
            )
    yield from _days(dice, turma, alunos, first)


def _days(dice: random.Random, turma: str, alunos: list[str], first: date) -> Iterator[Model]:
    for number in range(20):
        day = (first + timedelta(days=number * 6)).isoformat()
        for aluno in alunos:
            presenca = dice.choice(["presente", "presente", "atraso", "falta", "falta_justificada"])
            carga = dice.choice([1, 2])
            yield Frequencia.model_validate(
                {"turma_id": turma, "data": day, "aluno_id": aluno, "presenca": presenca, "carga": carga}
            )
            if number % 3 == 0:
                yield Participacao(turma_id=turma, aluno_id=aluno, data=day, nivel=dice.randint(0, 3))
                came = dice.choice([None, day, "2026-12-01"])
                how = dice.choice(["pendente", "entregue", "dispensado"])
                yield Entrega.model_validate(
                    {
                        "atividade_id": f"atv_{turma}_{number}",
                        "aluno_id": aluno,
                        "turma_id": turma,
                        "prazo": day if number else "2026-06-30",
                        "entregue_em": came,
                        "situacao": how,
                    }
                )
