"""Every parameter the original program's actions take is taken here, in its own spelling and by its own meaning."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from tests.apps.atlas.company import Company, acme
from tests.apps.atlas.looks import look

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def company(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Company]:
    """A company with two projects that have a task of the same title each."""
    async with acme(tmp_path_factory.mktemp("acme") / "home") as running:
        await running.execute(
            _action("create_objective", title="Crescer", pillar_id="pil-1"),
            _action("create_key_result", title="Receita", objective_ref=0, target_value=120),
            _action("create_project", name="Loja"),
            _action("create_project", name="Fábrica"),
            _action("create_task", title="Pintar", project_ref=2),
            _action("create_task", title="Pintar", project_ref=3),
        )
        yield running


async def test_an_analysis_takes_a_title_and_is_named_by_it(company: Company) -> None:
    """`create_fca` has a title of its own; without one the fact is its name, as before."""
    made = await company.do("create_fca", kr_title="Receita", title="Queda", fact="Caiu 10%", cause="Frete")
    assert made["title"] == "Queda"
    assert (await company.record(made["id"]))["title"] == "Queda"
    bare = await company.do("create_fca", kr_title="Receita", fact="Subiu", cause="Natal")
    assert bare["title"] == "Subiu" and "title" not in await company.record(bare["id"])
    page = await look(company, "key_result", id="kr-1")
    assert [each.get("title") for each in page.analyses] == ["Queda", None]


async def test_a_task_is_found_in_the_project_that_is_named(company: Company) -> None:
    """`project_name` beside `task_title` says where the task is; beside `task_id` it still moves the task."""
    assert (await company.problem("update_task", task_title="Pintar", actual_hours=3)).code == "ambiguous_reference"
    done = await company.do("update_task", task_title="Pintar", project_name="Fábrica", actual_hours=3.5)
    assert (done["id"], (await company.record("tsk-2"))["actual_hours"]) == ("tsk-2", 3.5)
    assert (await company.record("tsk-2"))["project_id"] == (await company.row("prj-2")).id
    gone = await company.preview("delete_task", task_title="pintar", project_name="loja")
    assert (gone.records[0].id, gone.records[0].path) == ("tsk-1", ["Loja"])
    missing = await company.problem("delete_task", task_title="Lixar", project_name="Loja")
    assert missing.code == "not_found"
    elsewhere = await company.problem("update_task", task_title="tsk-2", project_name="Loja", actual_hours=1)
    assert elsewhere.code == "not_found"
    moved = await company.do("update_task", task_id="tsk-2", project_name="Loja")
    assert (await company.record("tsk-2"))["project_id"] == (await company.row("prj-1")).id
    await company.undo(moved["change_id"])


async def test_progress_takes_several_months_at_once(company: Company) -> None:
    """`update_kr_progress` with `monthly_actual` is a check-in for each month; with other fields it is an edit."""
    before = await company.rows()
    data = {"kr_title": "Receita", "monthly_actual": {"2026-01": 5, "2026-02": 7}}
    done = await company.execute({"type": "update_kr_progress", "data": data})
    record = await company.record("kr-1")
    assert (record["monthly_actual"], record["current_value"]) == ({"2026-01": 5, "2026-02": 7}, 12)
    values = await (await company.queries()).children("key_result_values", [(await company.row("kr-1")).id])
    assert [each.record["period_date"] for each in values] == ["2026-01-01", "2026-02-01"]
    await company.undo(done["results"][0]["change_id"])
    assert await company.rows() == before
    by_name = await company.do("check_in", kr_id="kr-1", monthly_actual={"2026-03": 9})
    assert (await company.record("kr-1"))["monthly_actual"] == {"2026-03": 9}
    await company.undo(by_name["change_id"])
    whole = {"id": "kr-1", "value": 30, "target_value": 150, "variation_rate": 5, "deadline": "2026-12-31"}
    done = await company.execute({"type": "UPDATE_KR_PROGRESS", "data": whole})
    record = await company.record("kr-1")
    kept = ("current_value", "target_value", "variation_threshold", "due_date")
    assert [record[name] for name in kept] == [30, 150, 5, "2026-12-31"]
    await company.undo(done["results"][0]["change_id"])
    assert (await company.problem("check_in", kr_id="kr-1")).field == "value"
    off = await company.problem("check_in", kr_id="kr-1", monthly_actual={"2026-13": 1})
    assert off.code == "invalid_param"


async def test_an_initial_value_is_where_a_key_result_stands(company: Company) -> None:
    """The original keeps `initial_value` as the current value; beside a current value it is the baseline."""
    done = await company.execute(
        _action("create_kr", title="Base", objective_title="Crescer", meta=10, initial_value=4),
        _action("create_kr", title="Par", objective_title="Crescer", meta=10, initial_value=4, current_value=6),
    )
    first, second = [await company.record(each["id"]) for each in done["results"]]
    assert (first["current_value"], first.get("baseline_value")) == (4, None)
    assert (second["current_value"], second["baseline_value"]) == (6, 4)
    await company.undo(done["results"][0]["change_id"])


@pytest.mark.parametrize("noun", ["objective", "pillar", "project", "task", "meeting", "agenda_item", "initiative"])
async def test_id_alone_names_what_is_edited_or_deleted(company: Company, noun: str) -> None:
    """The original takes `id` wherever it takes the longer name."""
    for verb in ("update", "delete"):
        problem = await company.problem("execute", actions=[_action(f"{verb}_{noun}", id="nothing-such")])
        assert (problem.code, problem.field) == ("not_found", "actions.0.data.id"), problem


def _action(type: str, **data: Any) -> dict[str, Any]:
    return {"type": type, "data": data}
