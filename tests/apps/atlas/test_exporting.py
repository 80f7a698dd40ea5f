"""Exporting: an envelope that is what came in, tables for spreadsheets that come back, and memory that stays flat."""

from __future__ import annotations

import asyncio
import gc
import itertools
import tracemalloc
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.apps.atlas.files import FIXTURE, Files, counts, files, same
from tests.apps.atlas.test_exact import values

from aule.apps.atlas.exporting.envelope import envelope
from aule.apps.atlas.importing.csv_rows import open_csv
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import EXPORTED
from aule.apps.atlas.views.sheets import cell, month_column, number_of
from aule.sdk import Reading
from aule.stores.database import Database
from aule.text.tables import unguard_cell

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(str.strip)
numbers = st.one_of(
    st.none(),
    st.integers(-(10**20), 10**20),
    st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**9), max_value=10**9),
)
months = st.dictionaries(st.sampled_from([f"2026-{m:02d}" for m in range(1, 13)]), numbers, max_size=12)
more = st.dictionaries(
    st.sampled_from(["x", "é", "monthly", "unit", "weight", "status", "settings"]), values, max_size=3
)


@st.composite
def companies(draw: st.DrawFn) -> dict[str, Any]:
    """An export: a few rows of a few tables that belong together, with anything in fields nobody knows."""
    id = "§c"
    count = draw(st.integers(1, 2))
    pillars = [{"id": f"§p{n}", "company_id": id, "name": draw(names), **draw(more)} for n in range(count)]
    objectives = [{"pillar_id": "§p0", "title": draw(names), "id": f"§o{n}", **draw(more)} for n in range(2)]
    key_results = [
        {
            "id": f"§k{n}",
            "objective_id": "§o1",
            "title": draw(names),
            "target_value": draw(numbers),
            "monthly_actual": draw(st.none() | months),
            **draw(more),
        }
        for n in range(draw(st.integers(0, 3)))
    ]
    data: dict[str, list[dict[str, Any]]] = {table: [] for table in draw(st.permutations(EXPORTED))[:20]}
    data |= {"companies": [{"id": id, "name": "§", **draw(more)}], "strategic_pillars": pillars}
    data |= {"strategic_objectives": objectives, "key_results": key_results}
    data["swot_analysis"] = [draw(more) for _ in range(draw(st.integers(0, 2)))]
    if extra := [{"id": f"§{n}", **draw(more)} for n in range(draw(st.integers(0, 2)))]:
        data["nobody_knows"] = extra
    return {"version": "1.0", "source_company_id": id, "data": data}


def test_what_goes_out_is_what_came_in_for_any_company_and_twice_changes_nothing(tmp_path: Path) -> None:
    """import(export(x)) = x, with the order of keys, decimals and nulls; importing it twice changes nothing (AT-41)."""
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        desk: Files = runner.run(stack.enter_async_context(files(tmp_path / "home")))

        numbered = itertools.count()

        async def story(drawn: dict[str, Any]) -> None:
            mark = f"{next(numbered)}-"  # no two companies have the same name or ids
            document = exact.parse(exact.write(drawn).replace('"§', f'"{mark}'))
            await desk.import_(document)
            out = await desk.exported(company=f"{mark}c")
            assert same(out["data"], document["data"])
            again = await desk.import_(exact.write(out))
            assert again.changes == [], counts(again)

        @given(companies())
        @settings(
            max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
        )
        def each(document: dict[str, Any]) -> None:
            runner.run(story(document))

        try:
            each()
        finally:
            runner.run(stack.aclose())


async def test_key_results_go_out_as_a_table_that_can_be_edited_and_brought_back(tmp_path: Path) -> None:
    """AT-45: months as columns, check-ins beside them; formulas are text, empty cells change nothing."""
    async with files(tmp_path / "home") as desk:
        source = FIXTURE.read_text(encoding="utf-8").replace('"vinte"', "20").replace('{"2026-01": "5"}', "{}")
        await desk.import_(source)
        table = (await desk.content("export_csv")).decode("utf-8-sig")
        head, first, *_ = table.splitlines()
        assert head.startswith("id,pillar,objective,title,") and "2026-01 target,2026-01 actual" in head
        assert first.startswith("kr-1,Financeiro,Aumentar receita,KR01 - Receita mensal,")
        assert '"\'=HYPERLINK(""http://x"")"' in table
        same_again = await desk.import_(table, name="krs.csv")
        assert same_again.changes == [] and same_again.data["warnings"] == [], counts(same_again)

        edited = "id;título;objetivo;meta;2026-05 meta;2026-05 real\nkr-2;;;1.250,50;30;\n;Novo;obj-2;7;;1,5\n"
        done = await desk.import_(edited, name="krs.csv")
        assert counts(done) == {"key_results": (1, 1, 0)}
        changed = await desk.record("kr-2")
        assert changed["target_value"] == 1250.5
        assert changed["monthly_targets"] == {"2026-01": 20, "2026-04": 22, "2026-05": 30}
        made = await desk.record("kr-5")
        assert (made["title"], made["target_value"], made["monthly_actual"]) == ("Novo", 7, {"2026-05": 1.5})
        assert made["objective_id"] == (await desk.record("obj-2"))["id"]

        values = (await desk.content("export_csv", what="check_ins")).decode("utf-8-sig").splitlines()
        assert len(values) == 3 and ",kr-1,KR01 - Receita mensal,2026-01-01,90000.00,8,on_track,Ótimo mês," in values[1]
        told = await desk.import_("kr,período,valor\nkr-1,2026-03-01,12\nkr-1,2026-01-01,91000\n", name="c.csv")
        assert counts(told) == {"key_result_values": (1, 1, 0)}

        asked = [await _questions(desk, lines) for lines in (3, 300)]
        assert asked[0] == asked[1] < 10  # what the lines name is looked up together, however many there are


@pytest.mark.parametrize(
    "content",
    [
        "id;título\nkr-1;Ação à vista\n".encode("utf-16"),
        "id;título\nkr-1;Ação à vista\n".encode("cp1252"),
        "sep=|\r\nid|título\r\nkr-1|Ação à vista\r\n".encode(),
        "id\ttítulo\nkr-1\tAção à vista\n".encode("utf-8-sig"),
    ],
)
async def test_a_csv_is_read_however_a_spreadsheet_program_saved_it(tmp_path: Path, content: bytes) -> None:
    """AT-45."""
    async with files(tmp_path / "home") as desk:
        await desk.import_(FIXTURE.read_bytes())
        done = await desk.import_(content, name="krs.csv")
        assert counts(done) == {"key_results": (0, 1, 0)}
        assert (await desk.record("kr-1"))["title"] == "Ação à vista"


async def _questions(desk: Files, lines: int) -> int:
    """How many queries a table of so many lines takes, half of them named by their ids, half by their titles."""
    kernel = desk.kernel
    counted = _Counted(kernel.database)
    named = [f"kr-{n},," if n % 2 else f",KR {n},obj-1" for n in range(1, lines + 1)]
    text = "\n".join(["id,title,objective", *named])
    reading = Reading("atlas", counted, kernel.ambient, kernel.settings.current(), "en")
    parcel = await open_csv(text.encode(), reading, "")
    assert parcel.total == lines
    return counted.count


class _Counted:
    """A source that counts what it is asked."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.count = 0

    async def fetch(self, statement: Any, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        self.count += 1
        return await self._database.fetch(statement, **params)

    @asynccontextmanager
    async def snapshot(self) -> AsyncGenerator[_Counted]:
        """The same."""
        yield self


async def test_an_export_holds_a_page_at_a_time(tmp_path: Path) -> None:
    """AT-40, AT-45: four times as many rows take about the same memory."""
    async with files(tmp_path / "home") as desk:
        sizes, peaks = zip(*[await _exporting(desk, rows) for rows in (range(1_000), range(1_000, 4_000))], strict=True)
    assert sizes[1] > 3.9 * sizes[0] and peaks[1] < 2 * peaks[0]


async def _exporting(desk: Files, numbers: range) -> tuple[int, int]:
    """Add some rows; the size of the export, and the most memory it took."""
    rows = [{"id": f"k{n}", "objective_id": "o", "title": f"KR {n}", "text": "x" * 1_000} for n in numbers]
    data = {"strategic_objectives": [{"id": "o", "title": "O"}], "key_results": rows}
    await desk.import_({"company_name": "Big", "source_company_id": "c", "data": data})
    async with desk.kernel.database.snapshot() as source:
        gc.collect()
        tracemalloc.start()
        size = 0
        async for piece in envelope(source, "c", desk.kernel.ambient.clock.now()):
            size += len(piece)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return size, peak


def test_no_cell_is_a_formula_and_numbers_stay_numbers() -> None:
    """Decision 19: cells that begin with = + - @ or a tab are text."""
    assert [cell(text) for text in ("=1+1", "+a", "-b", "@c", "\td", "-5", "-1.5e3")] == [
        *("'=1+1", "'+a", "'-b", "'@c", "'\td"),
        *("-5", "-1.5e3"),
    ]
    assert unguard_cell("'=1+1") == "=1+1" and unguard_cell("'tis") == "'tis"
    assert [cell(value, ",") for value in (Decimal("1.10"), 3, None, True, ["a"])] == ["1,10", "3", "", "true", '["a"]']


@given(st.integers(-(10**15), 10**15) | st.decimals(allow_nan=False, allow_infinity=False, places=3), st.booleans())
@settings(max_examples=120)
def test_a_number_in_a_cell_is_read_as_it_was_written(number: int | Decimal, is_comma: bool) -> None:
    written = cell(number, "," if is_comma else ".")
    read = number_of(written, is_comma=is_comma)
    digits = str(number).partition(".")[2]
    if len(digits) != 3 or "E" in str(number):
        assert read == number
    assert number_of("1.234,50", is_comma=is_comma) == number_of("1,234.50", is_comma=is_comma) == Decimal("1234.50")


def test_columns_of_months_have_names_in_both_languages() -> None:
    assert month_column("2026-01 Meta") == ("monthly_targets", "2026-01")
    assert month_column("2026-01 realizado") == month_column("2026-01") == ("monthly_actual", "2026-01")
    assert month_column("2026-13 meta") is None
