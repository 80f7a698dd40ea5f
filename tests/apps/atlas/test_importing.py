"""Importing: merged by id and by name, replaced with a snapshot, remapped, checked row by row, undone in one step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps.atlas.files import FIXTURE, Files, counts, files, fixture, same

from aule.apps.atlas.importing.legacy import has_plan, plan_actions
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.circles import closing
from aule.apps.atlas.rows.kinds import EXPORTED
from aule.contracts.errors import ApprovalRequired, Cancelled, Invalid
from aule.contracts.events.facts import CallProgressed
from aule.contracts.runs.run import RunStatus

NESTED: dict[str, Any] = {
    "company_name": "Nova",
    "pillars": [
        {
            "name": "Financeiro",
            "color": "#112233",
            "objectives": [
                {
                    "title": "Crescer",
                    "weight": 2,
                    "key_results": [
                        {"title": "KR01 - Receita", "target_value": 10.5, "initiatives": [{"title": "Novo canal"}]},
                        {"title": "KR010 - Churn", "target_value": 0},
                    ],
                }
            ],
        }
    ],
    "projects": [{"name": "CRM", "linked_krs": ["KR01"], "linked_objectives": ["crescer"]}],
}


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Files]:
    """A system to bring files to."""
    async with files(tmp_path / "home") as running:
        yield running


def company(**tables: list[dict[str, Any]]) -> dict[str, Any]:
    """A small export of the company `c`."""
    data = {"companies": [{"id": "c", "name": "ACME"}], **tables}
    return {"version": "1.0", "company_name": "ACME", "source_company_id": "c", "data": data}


def small() -> dict[str, Any]:
    """A pillar, an objective and two key results."""
    return company(
        strategic_pillars=[{"id": "p1", "company_id": "c", "name": "Financeiro", "color": "#fff"}],
        strategic_objectives=[{"id": "o1", "pillar_id": "p1", "title": "Crescer", "weight": 2}],
        key_results=[
            {"id": "k1", "objective_id": "o1", "title": "Receita", "target_value": 10, "note": {"a": 1}},
            {"id": "k2", "objective_id": "o1", "title": "Margem", "target_value": 20},
        ],
        kr_initiatives=[{"id": "i1", "key_result_id": "k2", "title": "Renegociar"}],
    )


async def test_all_34_tables_go_in_and_out_unchanged_and_a_second_time_nothing_happens(desk: Files) -> None:
    """AT-S5, AT-40, AT-43, AT-44: Unicode, 1.10, 1e3, nulls, empty objects, unknown columns and tables."""
    source = fixture()
    done = await desk.import_(FIXTURE.read_bytes())
    assert set(EXPORTED) <= set(source["data"]) and all(source["data"].values())
    assert all(made == (len(source["data"][table]), 0, 0) for table, made in counts(done).items())
    assert done.data["verify"]["fields_checked"] == done.data["verify"]["matches"] > 280
    assert len(done.changes) == 1

    out = await desk.exported()
    added = {"exported_at", "aule"}
    assert same({k: v for k, v in out.items() if k not in added}, {k: v for k, v in source.items() if k not in added})
    text = (await desk.content("export")).decode()
    assert all(number in text for number in ("1.10", "1e3", "66.666666666666666666666666667", "1E-7", "-0.0"))

    rows = await desk.rows()
    again = await desk.import_(text)
    assert all(made == changed == 0 for made, changed, _ in counts(again).values()) and again.changes == []
    assert await desk.rows() == rows

    relations = out["data"]["project_kr_relations"]
    known = {row["id"] for row in out["data"]["key_results"]}
    assert [row["kr_id"] in known for row in relations] == [True, True]
    assert [row.id for row in await (await desk.queries()).of_kind("people")] == []
    people = await (await desk.queries()).of_kind("people", after=-2)
    assert {row.id for row in people} >= {"desconhecido-7"}, "owners nobody knows are people with only an id"


async def test_an_export_brings_its_short_ids_and_settings_to_another_home(desk: Files, tmp_path: Path) -> None:
    """AT-21, AT-40: a company of Strategy HUB keeps its old numbers; what we add stands under one key."""
    await desk.import_(FIXTURE.read_bytes())
    last = (await desk.exported())["data"]["key_results"][-1]["id"]
    await desk.import_({"key_results": [{"id": last, "weight": 7}]})
    text = await desk.content("export")
    ours = exact.parse(text.decode())["aule"]
    assert ours["settings"] == {"rollup_cap": None, "ytd_mode": "calendar", "pillar_rollup": "simple"}
    assert ours["short_ids"]["key_results"][last] == 4 and ours["generator"].startswith("aule ")
    async with files(tmp_path / "other") as other:
        await other.import_(text)
        assert (await other.exported())["aule"] == ours


async def test_a_merge_changes_only_the_fields_that_were_given(desk: Files) -> None:
    """AT-41: by id; what is not in the file stays; objects are taken as given."""
    await desk.import_(small())
    shown = await desk.kernel.preview(
        "atlas.import_data",
        {"artifact": await desk.bring({"key_results": [{"id": "k1", "target_value": 12, "note": {"b": None}}]})},
        locale="en",
    )
    preview: Any = shown.preview
    assert [(f.name, f.before, f.after) for f in preview.records[0].fields] == [
        ("target_value", 10, 12),
        ("note", {"a": 1}, {"b": None}),
    ]
    assert [(t.name, t.create, t.update, t.unchanged) for t in preview.tables] == [("key_results", 0, 1, 0)]
    done = await desk.import_({"key_results": [{"id": "k1", "target_value": 12, "note": {"b": None}}]})
    assert done.data["tables"]["key_results"]["conflicts"][0] == {
        "id": "kr-1", "field": "target_value", "local": 10, "incoming": 12,
    }  # fmt: skip
    assert await desk.record("kr-1") == {
        "id": "k1", "objective_id": "o1", "title": "Receita", "target_value": 12, "note": {"b": None},
    }  # fmt: skip
    await desk.undo(done.changes[0])
    assert (await desk.record("kr-1"))["note"] == {"a": 1}


async def test_rows_with_other_ids_are_recognised_by_what_they_are_called(desk: Files) -> None:
    """AT-41: pillar by name, objective by pillar and title, key result by objective and title; FKs follow."""
    await desk.import_(small())
    other = small()
    text = exact.write(other["data"]).replace('"p1"', '"P"').replace('"o1"', '"O"').replace('"k1"', '"K"')
    data = exact.parse(text)
    data["strategic_pillars"][0]["name"] = "FINANCEIRO"
    data["key_results"][0]["target_value"] = 99
    done = await desk.import_({"data": data})
    assert counts(done) == {
        "companies": (0, 0, 1),
        "strategic_pillars": (0, 1, 0),
        "strategic_objectives": (0, 0, 1),
        "key_results": (0, 1, 1),
        "kr_initiatives": (0, 0, 1),
    }
    assert (await desk.record("kr-1"))["target_value"] == 99 and (await desk.record("kr-1"))["id"] == "k1"
    assert (await desk.record("pil-1"))["id"] == "p1"


async def test_ids_another_company_has_are_exchanged_everywhere(desk: Files) -> None:
    """AT-43: `keep` refuses taken ids; `auto` and `remap` give new ones, in kr_id, fca_id and action_id too."""
    source = FIXTURE.read_bytes()
    await desk.import_(source)
    await desk.do("create_company", name="Filial")
    kept = await desk.refusal(source, company="Filial", id_policy="keep")
    assert kept.code == "invalid_rows" and "remap" in kept.message
    done = await desk.import_(source, company="Filial")
    assert done.data["verify"]["fields_checked"] == done.data["verify"]["matches"]
    first, second = await desk.exported(company="Açaí"), await desk.exported(company="Filial")
    ids = {row["id"] for rows in first["data"].values() for row in rows if isinstance(row.get("id"), str)}
    theirs = exact.write(second["data"])
    assert [id for id in ids if id in theirs] == []
    data = second["data"]
    assert data["kr_monthly_actions"][0]["fca_id"] == data["kr_fca"][0]["id"]
    assert data["kr_actions_history"][0]["action_id"] == data["kr_monthly_actions"][0]["id"]
    assert data["project_kr_relations"][0]["kr_id"] == data["key_results"][0]["id"]
    assert data["governance_atas"][0]["meeting_id"] == data["governance_meetings"][0]["id"]
    assert data["key_results"][0]["owner_id"] == first["data"]["key_results"][0]["owner_id"], "owners stay verbatim"
    again = await desk.import_(source, company="Filial")
    assert again.changes == [], "new ids are the same each time"


async def test_replacing_keeps_a_snapshot_shows_what_goes_and_can_be_undone(desk: Files) -> None:
    """AT-42, AT-52: rows absent from the file go to the trash with what belongs to them; never for a model."""
    await desk.import_(small())
    await desk.import_({"project_tasks": [], "strategic_projects": [{"id": "x", "name": "CRM"}]})
    before, whole = await desk.rows(), await desk.exported()
    smaller = small()
    del smaller["data"]["key_results"][1]
    del smaller["data"]["kr_initiatives"]
    smaller["data"]["key_results"][0].pop("note")

    artifact = await desk.bring(smaller)
    params = {"artifact": artifact, "mode": "replace"}
    shown: Any = (await desk.kernel.preview("atlas.import_data", params, locale="en")).preview
    assert shown.confirm == "ACME"
    assert [(t.name, t.delete) for t in shown.tables if t.delete] == [("key_results", 1), ("kr_initiatives", 1)]
    assert [record.title for record in shown.records[:2]] == ["Margem", "Renegociar"]
    with pytest.raises(ApprovalRequired):
        await desk.call("import_data", **params)

    done = await desk.import_(smaller, mode="replace")
    out = await desk.exported()
    assert out["data"]["key_results"] == smaller["data"]["key_results"], "a row becomes exactly that of the file"
    assert out["data"]["kr_initiatives"] == [] and len(out["data"]["strategic_projects"]) == 1
    kept = exact.parse((await desk.bytes_of(done.artifacts[0])).decode())
    assert kept["data"] == whole["data"]
    changed = [change for change in done.changes if (await desk.kernel.changes.get(change)).app == "atlas"]
    await desk.kernel.undo(f"change:{changed[-1]}")
    assert await desk.rows() == before


async def test_a_nested_document_links_projects_by_code_and_makes_its_cycle(desk: Files) -> None:
    """AT-S9: `KR01` means "KR01 - Receita", not "KR010 - Churn"; AT-40 (b)."""
    preview = await desk.preview("bulk_import", data=NESTED)
    assert preview.warnings[:2] == [
        "The company 'Nova' is made.",
        "The cycle 'Plano Estratégico 2026' is made for the new objectives.",
    ]
    done = await desk.call("bulk_import", data=NESTED)
    data = (await desk.exported())["data"]
    first, second = data["key_results"]
    assert [row["kr_id"] for row in data["project_kr_relations"]] == [first["id"]]
    assert data["project_objective_relations"][0]["objective_id"] == data["strategic_objectives"][0]["id"]
    assert (first["target_value"], second["target_value"]) == (exact.parse("10.5"), 0)
    assert data["strategic_objectives"][0]["plan_id"] == data["strategic_plans"][0]["id"]
    assert data["kr_initiatives"][0]["key_result_id"] == first["id"]
    assert (await desk.call("bulk_import", data=json.dumps(NESTED))).changes == []
    await desk.undo(done.changes[0])
    assert [row for row in await desk.rows() if row[2] != "aule"] == []


async def test_rows_without_ids_may_name_others_by_their_short_ids(desk: Files) -> None:
    """AT-30, AT-40 (a): what an agent was shown is what it may write."""
    await desk.import_(small())
    rows = [{"objective_id": "obj-1", "title": "Novo", "target_value": 1.5}]
    done = await desk.call("bulk_import", data={"key_results": rows})
    assert counts(done) == {"key_results": (1, 0, 0)}
    made = await desk.record("kr-3")
    assert (made["objective_id"], made["target_value"], len(made["id"])) == ("o1", 1.5, 36)
    assert (await desk.call("bulk_import", data={"key_results": rows})).changes == []
    missing = await desk.problem("bulk_import", data={"key_results": [{"objective_id": "obj-9", "title": "X"}]})
    assert "FK objective_id=obj-9 not found" in missing.message


async def test_a_link_that_may_mean_two_things_is_no_guess(desk: Files) -> None:
    """AT-S9: the ambiguity is an error that names both."""
    twice = deepcopy(NESTED)
    twice["projects"][0]["linked_krs"] = ["KR0"]
    problem = await desk.problem("bulk_import", data=twice)
    assert problem.code == "invalid_rows" and "KR01 - Receita / KR010 - Churn" in problem.message
    missing = deepcopy(NESTED)
    missing["projects"][0]["linked_krs"] = ["Lucro"]
    assert "FK kr_id=Lucro not found" in (await desk.problem("bulk_import", data=missing)).message


async def test_300_items_are_one_preview_one_approval_and_one_undo(desk: Files) -> None:
    """AT-S11: the whole structure of a company; verify says 100 %."""
    pillars = [
        {
            "name": f"Pilar {p}",
            "objectives": [
                {
                    "title": f"Objetivo {p}.{o}",
                    "key_results": [{"title": f"KR {p}.{o}.{k}", "target_value": k} for k in range(5)],
                }
                for o in range(12)
            ],
        }
        for p in range(4)
    ]
    before = await desk.rows()
    approval = await desk.ask("bulk_import", data={"company_name": "X", "pillars": pillars})
    shown: Any = approval.preview
    tables = {table.name: table.create for table in shown.tables}
    assert (tables["strategic_pillars"], tables["strategic_objectives"], tables["key_results"]) == (4, 48, 240)
    done = await desk.approve(approval)
    assert done.ok and done.data["verify"]["matches"] == done.data["verify"]["fields_checked"] > 900
    assert len(done.changes) == 1
    await desk.undo(done.changes[0])
    assert await desk.rows() == before


async def test_a_file_is_compared_without_being_imported(desk: Files) -> None:
    """AT-44: `validate_import` tells every field that differs and every row that is missing."""
    await desk.import_(small())
    other = small()
    other["data"]["key_results"][0]["target_value"] = 11
    other["data"]["key_results"].append({"id": "k3", "objective_id": "gone", "title": "X"})
    other["data"]["key_results"].append({"id": "k4", "objective_id": "o1", "title": "Novo"})
    rows = await desk.rows()
    told = (await desk.call("validate_import", artifact=await desk.bring(other))).data
    assert await desk.rows() == rows
    assert told["mismatches"] == [
        {"table": "key_results", "id": "k1", "field": "target_value", "file": 11, "stored": 10}
    ]
    assert told["missing"] == [{"table": "key_results", "id": "k4", "row": 4}]
    assert told["skipped"] == ["key_results, row 3 (k3): FK objective_id=gone not found"]
    assert told["fields_checked"] - told["matches"] == 4


async def test_an_import_tells_how_far_it_is_and_leaves_nothing_when_it_is_stopped(desk: Files) -> None:
    """AT-45: live progress and cancel."""
    rows = [{"id": f"k{n}", "objective_id": "o1", "title": f"KR {n}", "target_value": n} for n in range(9_000)]
    source = small()
    source["data"]["key_results"] = rows
    before = await desk.rows()
    artifact = await desk.bring(source)
    shown = await desk.kernel.preview("atlas.import_data", {"artifact": artifact})
    importing = asyncio.ensure_future(desk.call("import_data", artifact=artifact))
    follower = desk.kernel.journal.follow()
    run = ""
    async with asyncio.timeout(20):
        async for event in follower:
            fact = event.data
            if isinstance(fact, CallProgressed) and fact.fraction:
                run = event.run or ""
                await desk.kernel.cancel(run)
                break
    with pytest.raises(Cancelled, match="was stopped"):
        await importing
    assert (await desk.system.until_still(run)).status is RunStatus.CANCELLED
    assert await desk.rows() == before
    assert shown.preview is not None


async def test_the_sample_company_comes_and_goes_in_one_click_each(desk: Files) -> None:
    """Both can be undone; no other company can be removed that way."""
    empty = await desk.rows()
    added = await desk.call("add_sample")
    full = await desk.rows()
    assert added.data["company"] == "emp-1" and added.data["rows"] == len(full) - 1, "and its settings"
    assert (await desk.call("add_sample")).changes == []
    gone = await desk.call("remove_sample")
    await desk.undo(gone.changes[0])
    assert await desk.rows() == full
    await desk.undo(added.changes[0])
    assert await desk.rows() == empty
    await desk.import_(small())
    assert (await desk.problem("remove_sample", company="ACME")).code == "not_the_sample"


def test_a_plan_in_a_pasted_chat_gives_actions_and_does_nothing() -> None:
    """AT-53: fenced or not, with the words of both ages; what cannot be read is named."""
    plan = '{"actions":[{"type":"create_pillar","data":{"name":"X"}}]}'
    text = f"Claro!\n[ATLAS_PLAN]\n```json\n{plan}\n```\n[/ATLAS_PLAN]"
    assert has_plan(text) and plan_actions(text) == [{"type": "create_pillar", "data": {"name": "X"}}]
    assert plan_actions('[ATLAS_PLAN]{"plan":{"actions":[{"action":"create_kr"}]}}') == [{"action": "create_kr"}]
    assert not has_plan("nada") and plan_actions("nada") == []
    with pytest.raises(Invalid, match="Plan 1 of the text cannot be read"):
        plan_actions("[ATLAS_PLAN]{oops[/ATLAS_PLAN]")


edges = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=12)


@given(edges)
@settings(max_examples=200)
def test_without_the_links_that_close_a_circle_there_is_none(links: list[tuple[str, str]]) -> None:
    closed = set(closing([], links))
    left = [link for place, link in enumerate(links) if place not in closed]
    assert closing([], left) == []
    for place in closed:
        assert closing([*left], [links[place]]) == [0], "none was left out without need"
