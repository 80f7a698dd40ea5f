"""Atlas reads and writes the same on every database."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.atlas.company import acme
from tests.apps.atlas.files import FIXTURE, files, fixture, same

from aule.contracts.errors import Conflict

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


async def test_the_same_story_of_a_strategy_on_every_database(tmp_path: Path, url: str) -> None:
    """AT-10, AT-12, AT-50, AT-51: a batch, references of each level, a cascade, an undo, and no orphans."""
    async with acme(tmp_path / "home", database_url=url) as company:
        titles = ["KR01 - Receita", "KR010 - Churn", "100% no prazo", "Não é_isto", "1000 no prazo"]
        structure = [
            {"type": "create_objective", "data": {"title": "Crescer & Ganhar", "pillar_id": "pil-1"}},
            *[{"type": "create_kr", "data": {"title": title, "objective_ref": 0, "meta": 1.5}} for title in titles],
            {"type": "create_project", "data": {"name": "CRM", "kr_refs": [1, 2], "objective_refs": [0]}},
        ]
        done = await company.execute(*structure)
        assert [each["id"] for each in done["results"]] == ["obj-1", "kr-1", "kr-2", "kr-3", "kr-4", "kr-5", "prj-1"]
        meant = {"KR01": "kr-1", "kr-2": "kr-2", "100%": "kr-3", "e_i": "kr-4", "NAO É_ISTO": "kr-4"}
        for words, short in meant.items():
            assert (await company.do("check_in", kr_title=words, value=0.1, period="2026-01"))["id"] == short
        assert (await company.problem("check_in", kr_title="no prazo", value=1)).code == "ambiguous_reference"
        assert (await company.problem("check_in", kr_title="churm", value=1)).candidates[0] == "kr-2"
        assert (await company.do("update_objective", objective_title="crescer e ganhar", weight=2))["id"] == "obj-1"
        before = await company.rows()
        gone = await company.allow("delete_pillar", pillar_id="pil-1", words="Financeiro")
        assert await company.rows() != before
        await company.undo(gone["change_id"])
        assert await company.rows() == before
        closed = await company.do("close_cycle", carry_over=["obj-1"])
        await company.undo(closed["change_id"])
        assert await company.rows() == before
        other = await company.do("create_pillar", name="Outro")
        await company.do("create_objective", title="Solto", pillar_name="outro")
        with pytest.raises(Conflict, match="would be left without its pillar"):
            await company.undo(other["change_id"])


async def test_a_company_goes_in_and_out_unchanged_on_every_database(tmp_path: Path, url: str) -> None:
    """AT-S5, AT-42, AT-43: the export of all tables, once more into another company, replaced, and undone."""
    async with files(tmp_path / "home", database_url=url) as desk:
        await desk.import_(FIXTURE.read_bytes())
        assert same((await desk.exported())["data"], fixture()["data"])
        assert (await desk.import_(FIXTURE.read_bytes())).changes == []
        await desk.do("create_company", name="Filial")
        before = await desk.rows()
        copied = await desk.import_(FIXTURE.read_bytes(), company="Filial")
        smaller = fixture()
        smaller["data"]["unknown_table"] = []
        replaced = await desk.import_(smaller, mode="replace")
        assert (await desk.exported())["data"]["unknown_table"] == []
        for change in [*replaced.changes[::-1], *copied.changes]:
            await desk.undo(change)
        assert await desk.rows() == before
