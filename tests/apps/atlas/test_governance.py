"""Meetings, Golden Circle, SWOT, vision alignment and insights: seen, changed and taken back like everything else."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from typing import Any

import pytest
from tests.apps.atlas.company import Company, acme
from tests.apps.atlas.looks import look

from aule.contracts.access.approval import RecordChange

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def company(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Company]:
    """One company for all of these tests: each takes back what it did, or makes things of its own."""
    async with acme(tmp_path_factory.mktemp("acme") / "home") as running:
        await running.execute(
            _action("create_objective", title="Crescer", pillar_id="pil-1", target_date="2026-12-20"),
            _action("create_key_result", title="Receita", objective_ref=0, target_value=120, unit="R$"),
            _action("create_project", name="Loja", end_date="2026-09-01", status="active"),
            _action("create_project", name="Fábrica", end_date="2027-09-01", status="active"),
        )
        even = {f"2026-{month:02d}": 10 for month in range(1, 13)}
        await running.do("update_key_result", kr_id="kr-1", monthly_targets=even, monthly_actual={"2026-10": 20})
        yield running


async def test_a_meeting_is_made_with_its_agenda_edited_deleted_and_brought_back(company: Company) -> None:
    """Every action of a meeting is shown first, and each can be taken back."""
    before = await company.rows()
    given: dict[str, Any] = {
        "title": "RM de novembro",
        "meeting_type": "RM",
        "scheduled_date": "20/11/2026",
        "scheduled_time": "14h30",
        "duration_minutes": "90",
        "location": "Sala 2",
        "notes": None,
        "agenda_items": [{"title": "Revisão dos KRs", "description": "Todos"}, "Riscos"],
    }
    shown = await company.preview("create_meeting", **{**given, "duration_minutes": 90})
    assert [(each.op, each.kind, each.title, each.path) for each in shown.records] == [
        ("create", "meeting", "RM de novembro", []),
        ("create", "agenda_item", "Revisão dos KRs", ["RM de novembro"]),
        ("create", "agenda_item", "Riscos", ["RM de novembro"]),
    ]
    assert await company.rows() == before
    made = (await company.execute({"type": "create_meeting", "data": given}))["results"][0]
    record = await company.record(made["id"])
    kept = ("scheduled_date", "scheduled_time", "duration_minutes", "status", "location")
    assert [record[name] for name in kept] == ["2026-11-20", "14:30", 90, "scheduled", "Sala 2"]
    added = await company.do("create_agenda_item", title="Próximos passos", meeting_title="novembro")
    assert (await company.record(added["id"]))["order_index"] == 2
    await company.do("update_agenda_item", agenda_item_title="riscos", meeting_id=made["id"], status="discussed")
    after = await company.rows()
    edited = await company.do("update_meeting", meeting_id=made["id"], status="concluída", notes="Tudo certo")
    assert (await company.record(made["id"]))["status"] == "completed"
    await company.undo(edited["change_id"])
    assert await company.rows() == after
    gone = await company.preview("delete_meeting", meeting_title="RM de novembro")
    assert gone.records[0].cascade is not None
    assert gone.records[0].cascade.counts == {"agenda_item": 3}
    deleted = await company.allow("delete_meeting", meeting_title="RM de novembro")
    assert not await (await company.queries()).of_kind("governance_agenda_items")
    await company.undo(deleted["change_id"])
    assert await company.rows() == after
    await company.allow("delete_meeting", meeting_title="RM de novembro")


async def test_what_does_not_fit_a_meeting_is_refused_and_nothing_is_written(company: Company) -> None:
    """Each refusal names its field."""
    before = await company.rows()
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"title": "x"}, "scheduled_date"),
        ({"title": "x", "scheduled_date": "2026-02-30"}, "scheduled_date"),
        ({"title": "x", "scheduled_date": "2026-02-20", "scheduled_time": "25:00"}, "scheduled_time"),
        ({"title": "x", "scheduled_date": "2026-02-20", "meeting_type": "almoço"}, "meeting_type"),
        ({"title": "x", "scheduled_date": "2026-02-20", "agenda_items": [{"titel": "y"}]}, "agenda_items.0.titel"),
        ({"title": "x", "scheduled_date": "2026-02-20", "agenda_items": [{}]}, "agenda_items.0.title"),
        ({"title": "x", "scheduled_date": "2026-02-20", "agenda_items": [7]}, "agenda_items.0"),
        ({"title": "x", "scheduled_date": "2026-02-20", "agenda_items": ["y"] * 51}, "agenda_items"),
        ({"title": "x", "scheduled_date": "2026-02-20", "duration_minutes": 0}, "duration_minutes"),
    ]
    for data, field in wrong:
        problem = await company.problem("execute", actions=[{"type": "create_meeting", "data": data}])
        assert problem.field == f"actions.0.data.{field}", data
    assert (await company.problem("create_agenda_item", title="x")).code == "missing_param"
    assert await company.rows() == before


@pytest.mark.parametrize(
    ("type", "first", "then"),
    [
        ("golden_circle", {"why_question": "Servir", "how": "Bem"}, {"why_question": None, "what_question": "Pão"}),
        ("swot", {"strengths": ["Marca", "Equipe"], "ameaças": "Preço"}, {"weaknesses": "", "threats": "Frete"}),
        ("vision_alignment", {"shared_risks": "Caixa"}, {"shared_objectives": "Crescer", "shared_risks": "Prazo"}),
    ],
)
async def test_a_framework_has_one_row_whose_absent_fields_stay(
    company: Company, type: str, first: dict[str, Any], then: dict[str, Any]
) -> None:
    """The first edit makes the row, the next ones change only what they name, and each is taken back by itself."""
    before = await company.rows()
    made = (await company.execute({"type": f"update_{type}", "data": first}))["results"][0]
    assert made["title"]
    between = await company.rows()
    shown = await company.preview(f"update_{type}", **then)
    assert {each.name for each in shown.records[0].fields} == set(then)
    changed = await company.do(f"update_{type}", **then)
    page = await look(company, "frameworks")
    told = page.model_dump()[type]["fields"]
    assert {name: told.get(name) for name in then} == then
    again = await company.call(f"update_{type}", **then)
    assert again.data["change_id"] is None
    await company.undo(changed["change_id"])
    assert await company.rows() == between
    await company.undo(made["change_id"])
    assert await company.rows() == before


async def test_a_list_becomes_lines_and_an_empty_edit_is_refused(company: Company) -> None:
    """Models write lists where the original keeps text; the warning says how it was read."""
    done = await company.call("execute", actions=[_action("update_swot", forças=["Marca", "Equipe"])])
    assert any("Marca" in warning.message for warning in done.warnings)
    page = await look(company, "frameworks")
    assert page.model_dump()["swot"]["fields"]["strengths"] == "Marca\nEquipe"
    await company.undo(done.data["results"][0]["change_id"])
    assert (await company.problem("update_swot")).code == "missing_param"
    unknown = await company.problem("execute", actions=[_action("update_swot", strenghts="x")])
    assert (unknown.code, unknown.candidates[0]) == ("unknown_param", "strengths")


async def test_insights_come_from_figures_and_show_their_evidence(company: Company) -> None:
    """The same figures give the same insights; a second time nothing changes; what is mended ends."""
    before = await company.rows()
    shown = await company.preview("generate_insights")
    assert [(each.op, each.title, _told(each, "severity")) for each in shown.records] == [
        ("create", "Below target: Receita", "critical"),
        ("create", "Little time left: Crescer", "critical"),
        ("create", "Overdue: Loja", "critical"),
    ]
    made = await company.do("generate_insights")
    listed = (await look(company, "insights")).model_dump()["insights"]
    late = next(each for each in listed if each["rule"] == "overdue")
    assert late["about"]["id"] == "prj-1" and late["source"] == "figures"
    assert late["evidence"][0] == {
        "item": "prj-1",
        "title": "Loja",
        "figure": "due",
        "value": "2026-09-01",
        "unit": None,
    }
    receita = next(each for each in listed if each["rule"] == "below_target")
    assert {each["figure"]: each["value"] for each in receita["evidence"]} == {
        "progress": 20.0,
        "actual": 20,
        "target": 100,
    }
    again = await company.call("generate_insights")
    assert again.data["change_id"] is None
    assert [warning.message for warning in again.warnings] == ["The figures say nothing new."]
    checked = await company.do("check_in", kr_id="kr-1", value=200, period="2026-10")
    renewed = await company.preview("generate_insights")
    assert {(each.op, each.title, _told(each, "status")) for each in renewed.records} >= {
        ("create", "Above target: Receita", "active"),
        ("update", "Below target: Receita", "resolved"),
    }
    await company.undo(checked["change_id"])
    await company.undo(made["change_id"])
    assert await company.rows() == before


async def test_a_dismissed_insight_stays_away_and_a_confirmed_one_says_by_whom(company: Company) -> None:
    """A person's word about an insight is kept; doing it twice changes nothing."""
    before = await company.rows()
    made = await company.do("generate_insights")
    dismissed = await company.do("dismiss_insight", insight_title="Overdue: Loja")
    again = await company.call("generate_insights")
    assert again.data["change_id"] is None
    confirmed = await company.do("confirm_insight", insight_title="Below target")
    record = await company.record(confirmed["id"])
    assert record["confirmed_by"] == "owner" and record["confirmed_at"]
    assert (await company.call("confirm_insight", insight_id=confirmed["id"])).data["change_id"] is None
    own = await company.do("create_insight", title="Falta gente", severity="high", insight_type="risk")
    record = await company.record(own["id"])
    assert (record["status"], record["category"], record["metadata"]) == ("active", "geral", {"source": "person"})
    assert (await company.call("generate_insights")).data["change_id"] is None
    for change in (own, confirmed, dismissed, made):
        await company.undo(change["change_id"])
    assert await company.rows() == before


async def test_insights_in_a_batch_see_what_earlier_actions_of_it_did(company: Company) -> None:
    """The order of a batch counts: an insight never tells of figures the batch has just mended."""
    before = await company.rows()
    done = await company.execute(
        _action("update_project", project_name="Loja", status="completed"), _action("generate_insights")
    )
    listed = (await look(company, "insights")).model_dump()["insights"]
    assert "Overdue: Loja" not in {each["title"] for each in listed}
    await company.undo(done["results"][-1]["change_id"])
    assert await company.rows() == before


async def test_rows_from_before_these_tables_were_known_are_seen_and_deleted_with_their_meeting(
    company: Company,
) -> None:
    """Companies that were imported earlier have such rows without a parent and without a number."""
    made = await company.do("create_meeting", title="Antiga", scheduled_date="2026-01-10", agenda_items=["Ontem"])
    tables = "('governance_meetings', 'governance_agenda_items')"
    with closing(sqlite3.connect(company.system.home.database)) as database:  # as an earlier version wrote them
        database.execute(f"UPDATE atlas_rows SET parent = NULL, number = NULL WHERE kind IN {tables}")
        database.commit()
    page = (await look(company, "meeting", id=made["uuid"])).model_dump()
    assert [each["title"] for each in page["agenda"]] == ["Ontem"]
    await company.do("create_agenda_item", title="Hoje", meeting_title="Antiga")
    found = await company.do("update_agenda_item", agenda_item_title="Ontem", meeting_title="Antiga", status="deferred")
    assert found["success"]
    whole = await company.rows()
    deleted = await company.allow("delete_meeting", meeting_id=made["uuid"])
    left = {row.title for row in await (await company.queries()).of_kind("governance_agenda_items")}
    assert not left & {"Ontem", "Hoje"}
    await company.undo(deleted["change_id"])
    assert await company.rows() == whole


async def test_no_deletion_is_offered_to_who_asked_for_none(company: Company) -> None:
    """A name that is not known never leads to a name that takes something away, in a batch or by itself."""
    for type in ("generate_initiative", "complete_objective", "relate_pillar", "renew_meeting", "celebrate_task"):
        problem = await company.problem("execute", actions=[{"type": type, "data": {}}])
        assert problem.code == "unknown_capability"
        assert not [each for each in problem.candidates if each.startswith("delete")], problem
        alone = await company.problem(type)
        assert not [each for each in alone.candidates if "delete" in each], alone
    for typed in ("delete_pilar", "delte_pillar"):
        meant = await company.problem("execute", actions=[{"type": typed, "data": {}}])
        assert meant.candidates[0] == "delete_pillar"
        assert "atlas.delete_pillar" in (await company.problem(typed)).candidates


def _action(type: str, **data: Any) -> dict[str, Any]:
    return {"type": type, "data": data}


def _told(record: RecordChange, name: str) -> Any:
    return next((each.after for each in record.fields if each.name == name), None)
