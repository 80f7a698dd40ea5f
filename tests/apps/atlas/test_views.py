"""What Atlas shows: whole values on a small company, and figures that agree wherever they are shown."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.apps.atlas.company import Calendar, Company, acme
from tests.apps.atlas.looks import furnish, look

from aule.apps.atlas.views import company_views as views
from aule.apps.atlas.views import item_views
from aule.contracts.errors import Ambiguous, Invalid, NotFound


@pytest.fixture(scope="module")
async def small(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Company]:
    """A company with two pillars, three objectives and four key results, looked at by all tests of this file."""
    async with acme(tmp_path_factory.mktemp("small")) as company:
        await furnish(company)
        yield company


async def test_the_dashboard_tells_a_company_at_a_glance(small: Company) -> None:
    """AT B.7, AT-21, AT-22: weights 3 and 1 with 36 and 90 per cent make 49.5; what has no data does not count."""
    shown: views.Dashboard = await look(small, "dashboard")
    assert (shown.progress, shown.band, shown.as_of) == (66.4, "poor", "2026-11-15")
    assert [(each.id, each.progress, each.band, each.objectives, each.key_results) for each in shown.pillars] == [
        ("pil-1", 49.5, "poor", 2, 2),
        ("pil-2", 83.3, "fair", 1, 2),
    ]
    assert shown.totals == views.Totals(
        pillars=2, objectives=3, key_results=4, initiatives=1, projects=1, at_risk=1, stale=0, without_data=1
    )
    assert shown.bands == {"excellent": 0, "good": 0, "fair": 2, "poor": 1, "none": 1}
    assert [(each.id, each.why) for each in shown.attention] == [
        ("kr-1", ["pace"]),
        ("kr-4", ["no_data"]),
        ("obj-2", ["at_risk"]),
    ]
    assert shown.cycle is not None and shown.cycle.is_default
    mine: views.Dashboard = await look(small, "dashboard", owner="Ana")
    assert (mine.progress, mine.expected, [each.id for each in mine.pillars]) == (36.0, 100.0, ["pil-1"])


async def test_every_view_shows_the_same_figures(small: Company) -> None:
    """AT-20: one implementation; whatever page one looks at, an item has the same progress."""
    tree: views.Tree = await look(small, "tree")
    figures = {node.id: node.progress for node in tree.nodes}
    assert figures == {
        **{"emp-1": 66.4, "pil-1": 49.5, "pil-2": 83.3, "obj-1": 49.5, "obj-2": None, "obj-3": 83.3},
        **{"kr-1": 36.0, "kr-2": 90.0, "kr-3": 83.3, "kr-4": None},
    }
    assert [(node.id, node.parent, node.children) for node in tree.nodes[:4]] == [
        ("emp-1", None, 2),
        ("pil-1", "emp-1", 2),
        ("pil-2", "emp-1", 1),
        ("obj-1", "pil-1", 2),
    ]
    companies: views.Companies = await look(small, "companies")
    assert companies.companies[0].progress == figures["emp-1"]
    for id in ("emp-1", "pil-1", "obj-1", "kr-1"):
        trend: views.Trend = await look(small, "trend", of="" if id == "emp-1" else id)
        assert (trend.of.id, trend.points[-1].progress, trend.points[-1].month) == (id, figures[id], "2026-11"), id
    objective: item_views.ObjectivePage = await look(small, "objective", id="obj-1")
    assert {each.id: each.progress for each in (objective.item, *objective.above, *objective.key_results)} == {
        id: figures[id] for id in ("obj-1", "pil-1", "kr-1", "kr-2")
    }
    pillar: item_views.PillarPage = await look(small, "pillar", id="pil-1")
    assert {each.id: each.progress for each in pillar.objectives} == {"obj-1": 49.5, "obj-2": None}
    found: views.Hits = await look(small, "search", q="receita")
    assert {each.id: each.progress for each in found.items} == {"kr-1": 36.0, "obj-1": 49.5}
    got = (await small.call("get", id="obj-1", depth=2)).data
    assert (got["item"]["progress"], [each["progress"] for each in got["item"]["children"]]) == (49.5, [36.0, 90.0])
    report: views.StatusReport = await look(small, "report")
    assert all(f"{figure:g}%" in report.markdown for figure in figures.values() if figure is not None)


async def test_the_page_of_a_key_result_has_its_months_and_what_is_done_for_it(small: Company) -> None:
    page: item_views.KeyResultPage = await look(small, "key_result", id="kr-1")
    assert (page.ytd, page.pace, page.suggested, page.expected) == (36.0, 0.36, "off_track", 100.0)
    assert page.points[7] == item_views.MonthPoint(
        month="2026-08", target=100, actual=90, is_expected=True, confidence=None, percent=90.0
    )
    assert [point.month for point in page.points if not point.is_expected] == ["2026-12"]
    assert (page.owner, page.next_period, page.warnings) == ("Ana", "2026-11", [])
    assert [(each.id, each.progress) for each in page.initiatives] == [("ini-1", 30.0)]
    assert [each.id for each in page.projects] == ["prj-1"]
    assert [each.title for each in page.above] == page.item.path == ["Financeiro", "Aumentar receita"]
    assert page.fields["monthly_actual"] == {"2026-08": 90, "2026-09": 110, "2026-10": 160}
    project: item_views.ProjectPage = await look(small, "project", id="prj-1")
    assert ([each.id for each in project.objectives], [each.id for each in project.key_results]) == (
        ["obj-1"],
        ["kr-1"],
    )


async def test_two_dates_are_compared_by_what_was_known_for_each(small: Company) -> None:
    """AT B.7: what changed since."""
    found: views.Comparison = await look(small, "compare", since="2026-09-30")
    assert (found.before, found.after) == (61.3, 66.4)
    assert [(each.id, each.before, each.after, each.delta) for each in found.improved] == [
        ("kr-1", 22.2, 36.0, 13.8),
        ("obj-1", 39.2, 49.5, 10.3),
    ]
    assert (found.worsened, len(found.made)) == ([], 11)
    # A day that has not come yet is meant as of the year before.
    assert (await look(small, "compare", since="2026-12-24")).since == "2025-12-24"
    cycle: views.CycleScore = await look(small, "cycle")
    assert (cycle.score, cycle.scores) == (0.63, {"obj-1": 0.5, "obj-2": None, "obj-3": 0.83})


async def test_searching_takes_words_ids_and_signs_as_they_are(small: Company) -> None:
    async def ids(q: str, **more: object) -> list[str]:
        return [each.id for each in (await look(small, "search", q=q, **more)).items]

    assert await ids("kr-3") == ["kr-3"]
    assert await ids("MENSAL receita") == ["kr-1"]
    assert await ids("%") == [] and await ids("_") == []
    assert await ids("novo", kinds="initiative,project") == ["ini-1", "prj-1"]
    with pytest.raises(Invalid):
        await ids("novo", kinds="banana")
    found = (await small.call("search", q="", status="at_risk")).data
    assert [each["id"] for each in found["items"]] == ["obj-2"]
    under = (await small.call("search", q="receita", pillar="Clientes")).data
    assert (under["items"], under["total"]) == ([], 0)


async def test_what_is_not_there_or_not_clear_is_said(small: Company) -> None:
    with pytest.raises(NotFound):
        await look(small, "objective", id="obj-99")
    with pytest.raises(NotFound):
        await look(small, "dashboard", company="Umbrella")
    with pytest.raises(Invalid):
        await look(small, "dashboard", as_of="2026-13-01")
    with pytest.raises(Ambiguous) as raised:
        await look(small, "objective", id="ar")
    assert {match.id for match in raised.value.problem.matches} == {"obj-1", "obj-2", "obj-3"}


async def test_the_history_tells_what_was_done_and_by_what(small: Company) -> None:
    log: views.Log = await look(small, "log", item="kr-1")
    assert [(each.op, each.entity, each.can_undo) for each in log.entries] == [("create", "atlas:kr-1", True)]
    page: views.Log = await look(small, "log", limit=3)
    assert len(page.entries) == 3 and page.after is not None
    following: views.Log = await look(small, "log", limit=3, after=page.after)
    assert not {each.change for each in page.entries} & {each.change for each in following.entries}


async def test_a_month_later_the_figures_are_those_of_that_month_without_a_write(tmp_path: Path) -> None:
    """AT-20.4: what was not recorded counts once its month is over; the check-in becomes due, and can be made."""
    async with acme(tmp_path) as company:
        await furnish(company)
        clock = company.kernel.ambient.clock
        assert isinstance(clock, Calendar)
        clock.at = datetime(2026, 12, 20, 12, tzinfo=UTC)
        shown: views.Dashboard = await look(company, "dashboard")
        assert [(each.id, each.progress) for each in shown.pillars] == [("pil-1", 47.0), ("pil-2", 83.3)]
        assert shown.totals.stale == 4
        due: views.DueList = await look(company, "due")
        assert [(each.id, each.period, each.last_value, each.days) for each in due.items] == [
            ("kr-1", "2026-12", 160.0, 50),
            ("kr-2", "2026-12", 36.0, None),
            ("kr-3", "2026-12", 30.0, None),
            ("kr-4", "2026-12", None, None),
        ]
        await company.do("check_in", kr_id="kr-1", value=200, period="2026-11", confidence=7, comment="Black Friday")
        page: item_views.KeyResultPage = await look(company, "key_result", id="kr-1")
        assert [(each.period[:7], each.value, each.confidence, each.comment) for each in page.check_ins] == [
            ("2026-11", 200.0, 7, "Black Friday")
        ]
        assert [point.confidence for point in page.points if point.month == "2026-11"] == [7]
        assert (await look(company, "due")).total == 3
        past: views.Dashboard = await look(company, "dashboard", as_of="2025-06-30")
        assert [each.progress for each in past.pillars] == [90.0, 83.3]


async def test_items_stand_among_what_the_search_of_everything_finds(small: Company) -> None:
    """OS-10: the palette finds them, with the address they open at."""
    found = await small.kernel.finder.search("receita mensal")
    assert [(hit.ref, hit.kind, hit.detail, hit.path) for hit in found if hit.kind == "item"] == [
        ("atlas:kr-1", "item", "Financeiro › Aumentar receita", "/atlas/kr-1")
    ]
    assert [hit.kind for hit in await small.kernel.finder.search("receita", kinds=["agent"])] == []
