"""Atlas shows the same on every database."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.apps.atlas.company import Calendar, acme
from tests.apps.atlas.looks import furnish, look

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


async def test_every_view_answers_alike_on_every_database(tmp_path: Path, url: str) -> None:
    """AT-20, AT-21: figures, searches and lists, in the month they were written in and in another one."""
    async with acme(tmp_path / "home", database_url=url) as company:
        await furnish(company)
        figures = {node.id: node.progress for node in (await look(company, "tree")).nodes}
        assert figures == {
            **{"emp-1": 66.4, "pil-1": 49.5, "pil-2": 83.3, "obj-1": 49.5, "obj-2": None, "obj-3": 83.3},
            **{"kr-1": 36.0, "kr-2": 90.0, "kr-3": 83.3, "kr-4": None},
        }
        for view, asked in _ASKED:
            await look(company, view, **asked)
        assert [each.id for each in (await look(company, "search", q="receita")).items] == ["kr-1", "obj-1"]
        assert [each.id for each in (await look(company, "dashboard", owner="Ana")).pillars] == ["pil-1"]
        clock = company.kernel.ambient.clock
        assert isinstance(clock, Calendar)
        clock.at = datetime(2026, 12, 20, 12, tzinfo=UTC)
        later: Any = await look(company, "dashboard")
        assert ([each.progress for each in later.pillars], later.totals.stale) == ([47.0, 83.3], 4)
        past: Any = await look(company, "dashboard", as_of="2025-06-30")
        assert [each.progress for each in past.pillars] == [90.0, 83.3]


_ASKED: tuple[tuple[str, dict[str, str]], ...] = (
    *((view, {}) for view in ("companies", "due", "owners", "log", "compare", "report", "cycle", "projects")),
    *((view, {"id": id}) for view, id in (("pillar", "pil-1"), ("objective", "obj-1"), ("key_result", "kr-1"))),
    ("project", {"id": "prj-1"}),
    ("trend", {"of": "pil-1"}),
    ("tree", {"root": "obj-1"}),
)
