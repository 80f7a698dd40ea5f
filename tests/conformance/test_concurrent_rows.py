"""Rows of apps under several writers: in one process, and in several that share a database."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.apps.atlas.company import Company, acme
from tests.apps.school.sample import School, school

from aule.apps.atlas.tables import rows
from aule.apps.school.tables import atividades, materias
from aule.contracts.errors import Conflict, NotFound
from aule.kernel.capabilities.gate.owner_confirmation import ByHand
from aule.testing.system import system

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]

EACH = 6


@asynccontextmanager
async def writers(folder: Path, url: str) -> AsyncGenerator[list[Company]]:
    """One company, and two systems on its database where several may use it; else one that writes twice."""
    async with acme(folder / "one", database_url=url) as first, AsyncExitStack() as rest:
        if url.startswith("sqlite"):
            yield [first, first]
            return
        other = await rest.enter_async_context(system(folder / "two", database_url=url))
        yield [first, Company(other)]


async def test_rows_made_at_once_are_all_there_each_with_a_number_and_a_place(tmp_path: Path, url: str) -> None:
    """AT-50: adding is never refused because somebody else adds, and nothing gets a place twice."""
    async with writers(tmp_path, url) as both:
        made = await asyncio.gather(
            *(
                company.do("create_objective", title=f"Objective {who}.{number}", pillar_id="pil-1")
                for number in range(EACH)
                for who, company in enumerate(both)
            )
        )
        kept = await both[0].kernel.database.fetch(
            select(rows.c.number, rows.c.position, rows.c.title).where(rows.c.kind == "strategic_objectives")
        )
        assert sorted(number for number, _, _ in kept) == list(range(1, 2 * EACH + 1))
        assert [place for place, count in Counter(place for _, place, _ in kept).items() if count > 1] == []
        wanted = [f"Objective {who}.{number}" for who in range(2) for number in range(EACH)]
        assert sorted(title for _, _, title in kept) == wanted
        assert len({each["id"] for each in made}) == 2 * EACH


async def test_what_is_added_to_something_that_goes_is_refused_or_goes_with_it(tmp_path: Path, url: str) -> None:
    """AT-12: no key result is left without its objective, whoever came first."""
    async with writers(tmp_path, url) as (one, other):
        for number in range(EACH):
            objective = await one.do("create_objective", title=f"Objective {number}", pillar_id="pil-1")
            shown = await one.kernel.preview("atlas.delete_objective", {"objective_id": objective["id"]}, locale="en")
            hand = ByHand(seen=shown.content_hash)
            outcomes = await asyncio.gather(
                one.kernel.call("atlas.delete_objective", {"objective_id": objective["id"]}, locale="en", by_hand=hand),
                other.do("create_key_result", title="New", objective_id=objective["id"], target_value=1),
                return_exceptions=True,
            )
            refused = [each for each in outcomes if isinstance(each, BaseException)]
            assert {type(each) for each in refused} <= {Conflict, NotFound}, outcomes
            assert len(refused) < 2, outcomes
        live = await one.kernel.database.fetch(
            select(rows.c.kind, rows.c.id, rows.c.parent).where(rows.c.deleted.is_(None))
        )
        objectives = {id for kind, id, _ in live if kind == "strategic_objectives"}
        assert [id for kind, id, parent in live if kind == "key_results" and parent not in objectives] == []


async def test_undoing_and_writing_at_once_leave_nothing_half(tmp_path: Path, url: str) -> None:
    """AT-51: a check-in is kept or taken back, and the figures are those of what is kept."""
    async with writers(tmp_path, url) as (one, other):
        await one.do("create_objective", title="Grow", pillar_id="pil-1")
        await one.do("create_key_result", title="Revenue", objective_id="obj-1", target_value=100)
        for month in range(1, EACH + 1):
            first = await one.do("check_in", kr_id="kr-1", value=month, period=f"2026-{month:02}")
            outcomes = await asyncio.gather(
                one.undo(first["change_id"]),
                other.do("check_in", kr_id="kr-1", value=10 * month, period=f"2026-{month:02}"),
                return_exceptions=True,
            )
            assert not isinstance(outcomes[1], BaseException), outcomes
            actual = (await one.record("kr-1"))["monthly_actual"]
            assert float(actual[f"2026-{month:02}"]) == 10 * month


async def test_activities_made_at_once_share_the_subject_that_is_new(tmp_path: Path, url: str) -> None:
    """SP-3: writing takes long, so the class and the subject are looked up again before anything is kept."""
    async with AsyncExitStack() as opened:
        first = await opened.enter_async_context(school(tmp_path / "one", database_url=url))
        both = [first, first]
        if not url.startswith("sqlite"):
            both[1] = School(await opened.enter_async_context(system(tmp_path / "two", database_url=url)))
        await first.do("criar_turma", nome="7C", alunos=["Rita Lima"])
        wish = {"tipo": "lista-exercicios", "tema": "frações", "materia": "Matemática", "turma_id": "7C"}
        await asyncio.gather(
            *(each.do("criar_atividade", **wish, titulo=f"Lista {n}") for n in range(2) for each in both)
        )
        fetch = first.kernel.database.fetch
        new = await fetch(select(materias.c.id).where(materias.c.nome == "Matemática"))
        assert len(new) == 1
        made = await fetch(select(atividades.c.materia_id).where(atividades.c.titulo.like("Lista %")))
        assert made == [new[0]] * 4
