"""Actions on a company through the kernel: exact, shown first, and undone as a whole (AT-S1 … AT-S8)."""

from __future__ import annotations

import pytest
from tests.apps.atlas.company import Company

from aule.contracts.access.approval import Cascade, FieldChange, RecordChange
from aule.contracts.errors import Conflict, Invalid, Refused
from aule.contracts.settings import Settings

pytestmark = pytest.mark.anyio


async def two_objectives(company: Company) -> None:
    """Two objectives with the same word in their titles."""
    await company.do("create_pillar", name="Clientes")
    await company.do("create_objective", title="Aumentar receita", pillar_id="pil-1", status="in_progress")
    await company.do("create_objective", title="Receita recorrente", pillar_name="clientes")


async def test_an_ambiguous_title_changes_nothing_and_names_both(company: Company) -> None:
    """AT-S1, A2.7: nobody guesses; the candidates have short id, title, path and status."""
    await two_objectives(company)
    before = await company.rows()
    problem = await company.problem("update_objective", objective_title="receita", status="at_risk")
    assert (problem.code, problem.field) == ("ambiguous_reference", "objective_title")
    assert [match.model_dump() for match in problem.matches] == [
        {"id": "obj-1", "title": "Aumentar receita", "path": "Financeiro", "status": "in_progress"},
        {"id": "obj-2", "title": "Receita recorrente", "path": "Clientes", "status": "not_started"},
    ]
    batch = await company.problem(
        "execute", actions=[{"type": "update_objective", "data": {"objective_title": "receita", "status": "at_risk"}}]
    )
    assert (batch.code, batch.field) == ("ambiguous_reference", "actions.0.data.objective_title")
    missing = await company.problem("update_objective", objective_title="aumentar a receeita", status="at_risk")
    assert (missing.code, missing.candidates[0], len(missing.candidates)) == ("not_found", "obj-1", 2)
    assert (await company.problem("update_objective", objective_id="obj-99", status="at_risk")).code == "not_found"
    assert await company.rows() == before
    assert (await company.do("update_objective", objective_title="obj-2", status="at_risk"))["id"] == "obj-2"


async def test_absent_stays_null_clears_and_zero_is_zero(company: Company) -> None:
    """AT-S2, AT-11."""
    await two_objectives(company)
    await company.do(
        "create_key_result",
        title="KR01 - Receita",
        objective_id="obj-1",
        target_value=500,
        description="mensal",
        weight=3,
        unit="R$",
    )
    problem = await company.problem("update_key_result", kr_id="kr-1", description=None, weight=0)
    assert problem.field == "weight"
    assert problem.message == "'weight' must be from 1 to 10; got 0."
    done = await company.do("update_key_result", kr_id="kr-1", description=None, current_value=0)
    record = await company.record("kr-1")
    assert (record["description"], record["current_value"], record["weight"], record["unit"]) == (None, 0, 3, "R$")
    change = await company.kernel.changes.get(done["change_id"])
    assert (change.entity, change.before, change.after) == (
        "atlas:kr-1",
        {"description": "mensal"},
        {"description": None, "current_value": 0},
    )
    assert (await company.problem("update_key_result", kr_id="kr-1", target_value=None)).code == "invalid_param"
    unknown = await company.problem("execute", actions=[_action("update_kr", kr_id="kr-1", wieght=2)])
    assert (unknown.code, unknown.field, unknown.candidates[0]) == ("unknown_param", "actions.0.data.wieght", "weight")
    with pytest.raises(Invalid, match="'weight' deve ser de 1 a 10; veio 0"):
        await company.kernel.call("atlas.update_key_result", {"kr_id": "kr-1", "weight": 0}, locale="pt-BR")
    same = await company.call("update_key_result", kr_id="kr-1", weight=3)
    assert same.data["change_id"] is None and same.changes == []
    assert (await company.preview("update_key_result", kr_id="kr-1", weight=3)).summary == "Nothing changes."


async def test_months_are_merged_one_by_one(company: Company) -> None:
    """AT-S3, AT-15: named months change, null removes one, `$replace` replaces; others are refused."""
    await two_objectives(company)
    created = await company.call(
        "create_key_result",
        title="Receita",
        objective_id="obj-1",
        target_value=120,
        frequency="monthly",
        start_month="2026-01",
        end_month="2026-12",
    )
    assert [warning.message for warning in created.warnings] == ["the monthly targets were derived from the target"]
    even = {f"2026-{month:02d}": 10 for month in range(1, 13)}
    assert (await company.record("kr-1"))["monthly_targets"] == even
    await company.do("update_key_result", kr_id="kr-1", monthly_targets={"2026-05": None})
    del even["2026-05"]
    assert (await company.record("kr-1"))["monthly_targets"] == even
    await company.do("update_key_result", kr_id="kr-1", monthly_targets={"$replace": {"2026-01": 1, "2026-02": 0}})
    assert (await company.record("kr-1"))["monthly_targets"] == {"2026-01": 1, "2026-02": 0}
    refused = [{"2026-13": 1}, {"2027-01": 1}, {"2026-01": "muito"}]
    for months in refused:
        bad = _action("update_key_result", kr_id="kr-1", monthly_targets=months)
        assert (await company.problem("execute", actions=[bad])).field == "actions.0.data.monthly_targets"
    await company.do("update_key_result", kr_id="kr-1", frequency="quarterly", monthly_targets={"$replace": {}})
    off_grid = await company.problem("update_key_result", kr_id="kr-1", monthly_targets={"2026-02": 1})
    assert off_grid.hint == "A quarterly value stands in the first month of its period: '2026-01'."


async def test_a_batch_is_linked_by_back_references_and_is_all_or_nothing(company: Company) -> None:
    """AT-S4, AT-13."""
    structure = [
        _action("create_pillar", name="Pessoas"),
        _action("create_objective", title="Crescer", pillar_ref=0),
        _action("create_key_result", title="KR", objective_ref=1, target_value=10),
        _action("create_initiative", title="Contratar", key_result_ref=2),
    ]
    shown = await company.preview("execute", actions=structure)
    assert shown.summary == "Creates 1 pillar, 1 objective, 1 key result and 1 initiative."
    assert [record.path for record in shown.records] == [
        [],
        ["Pessoas"],
        ["Pessoas", "Crescer"],
        ["Pessoas", "Crescer", "KR"],
    ]
    before = await company.rows()
    broken = [
        *structure[:2],
        _action("create_key_result", title="KR", objective_ref=1, target_value="dez"),
        structure[3],
    ]
    problem = await company.problem("execute", actions=broken)
    assert problem.field == "actions.2.data.target_value"
    assert problem.message.startswith("Action 2 (create_key_result): ")
    assert await company.rows() == before
    done = await company.execute(*structure)
    assert done["success"] and [each["id"] for each in done["results"]] == ["pil-2", "obj-1", "kr-1", "ini-1"]
    objective, kr, initiative = [await company.row(short) for short in ("obj-1", "kr-1", "ini-1")]
    assert (objective.parent, kr.parent, initiative.parent) == ((await company.row("pil-2")).id, objective.id, kr.id)
    for ref in (1, 5, -1, "x", True):
        bad = _action("create_key_result", title="K", target_value=1, objective_ref=ref)
        problem = await company.problem("execute", actions=[structure[0], bad])
        assert (problem.code, problem.field) == ("invalid_param", "actions.1.data.objective_ref")
    mixed = await company.problem(
        "execute", actions=[structure[0], _action("create_key_result", title="K", target_value=1, objective_ref=0)]
    )
    assert "must refer to a objective" in mixed.message
    run = next(event.run for event in reversed(await company.system.events()) if event.type == "change.recorded")
    await company.kernel.undo(f"run:{run}")
    assert await company.rows() == before


async def test_a_batch_that_is_not_atomic_does_what_it_can(company: Company) -> None:
    """AT-10: `atomic: false` reports action by action; what depends on a failed one fails."""
    actions = [
        _action("create_pillar", name="Pessoas"),
        _action("create_objective", title="Solto", pillar_name="não existe"),
        _action("create_key_result", title="KR", objective_ref=1, target_value=1),
        _action("create_objective", title="Crescer", pillar_ref=0),
    ]
    result = await company.call("execute", actions=actions, atomic=False)
    assert (result.ok, result.error and result.error.code) == (False, "actions_failed"), "not all of it was done"
    done = result.data
    assert [(each["success"], each["id"], each["error"]) for each in done["results"]] == [
        (True, "pil-2", None),
        (False, None, "not_found"),
        (False, None, "invalid_param"),
        (True, "obj-1", None),
    ]
    assert done["success"] is False
    unknown = await company.problem("execute", actions=[_action("invite_guests", title="x")])
    assert (unknown.code, unknown.field) == ("unknown_capability", "actions.0.type")
    many = await company.problem("execute", actions=[_action("create_pillar", name=str(n)) for n in range(26)])
    assert (many.code, many.hint) == ("too_large", "Use atlas.bulk_import for more.")
    nested = {"pillars": [{"name": "Novo", "objectives": [{"title": "Objetivo", "key_results": []}]}]}
    imported = await company.execute(_action("bulk_import", data=nested, mode="merge"))
    assert imported["success"] and (await company.row("pil-3")).title == "Novo"
    removing = await company.problem("execute", actions=[_action("bulk_import", data=nested, mode="replace")])
    assert removing.field == "actions.0.data.mode"


async def test_deleting_a_pillar_shows_what_goes_and_comes_back_whole(company: Company) -> None:
    """AT-S6, AT-50, AT-51: counts by kind, the name has to be typed, undo restores every row as it was."""
    made = [_action("create_objective", title=f"Objetivo {n}", pillar_id="pil-1") for n in range(3)]
    made += [_action("create_key_result", title=f"KR {n}", objective_ref=n % 3, target_value=n) for n in range(11)]
    await company.execute(*made)
    await company.execute(
        *[_action("create_initiative", title=f"Iniciativa {n}", kr_title=f"kr-{n % 11 + 1}") for n in range(20)],
        _action("create_project", name="CRM", kr_ids=["kr-1", "kr-2"], objective_ids=["obj-1"]),
        _action("check_in", kr_id="kr-3", value=0, period="2026-03"),
    )
    before = await company.rows()
    approval = await company.ask("delete_pillar", pillar_name="financ")
    preview = await company.preview("delete_pillar", pillar_name="financ")
    assert approval.preview == preview and approval.risk == "high"
    record = preview.records[0]
    assert (record.op, record.id, record.title) == ("delete", "pil-1", "Financeiro")
    assert isinstance(record.cascade, Cascade)
    assert record.cascade.counts == {
        "objective": 3,
        "key_result": 11,
        "initiative": 20,
        "check_in": 1,
        "project_kr": 2,
        "project_objective": 1,
    }
    assert len(record.cascade.examples) == 20
    assert record.warnings == ["A project loses links: “CRM”", "The last check-in was on 2026-03-01."]
    assert (preview.confirm, approval.options[0].expects) == ("Financeiro", "Financeiro")
    result = await company.approve(approval, " financeiro ")
    assert result.ok and (await company.problem("update_objective", objective_id="obj-1", weight=2)).code == "not_found"
    assert (await company.row("prj-1")).deleted is None
    await company.undo(result.changes[0])
    assert await company.rows() == before


async def test_small_deletes_ask_for_a_yes_and_a_part_of_a_title_never_is_enough(company: Company) -> None:
    """AT-12, AT-50, AT-52: deletes come first in a batch, which is then a delete itself."""
    await two_objectives(company)
    await company.do("create_key_result", title="Churn", objective_id="obj-1", target_value=3)
    preview = await company.preview(
        "execute",
        actions=[_action("create_pillar", name="Novo"), _action("delete_objective", objective_title="aumentar")],
    )
    assert [record.op for record in preview.records] == ["delete", "create"]
    assert (preview.confirm, preview.summary) == (None, "Deletes 1 objective and 1 row with it; creates 1 pillar.")
    asked = await company.ask("execute", actions=[_action("delete_kr", kr_id="kr-1")])
    assert (asked.kind, asked.risk) == ("delete", "high")
    assert (await company.problem("delete_key_result", kr_id="kr-1")).code == "approval_required"
    assert (await company.allow("delete_key_result", kr_title="chur"))["id"] == "kr-1"
    free = Settings.model_validate({"policy": {"allow": ["atlas.*"]}})
    company.kernel.settings.write(free)
    with pytest.raises(Refused, match="that is not enough to delete it"):
        await company.kernel.call("atlas.delete_objective", {"objective_title": "aumentar"})
    called = await company.kernel.call("atlas.delete_objective", {"objective_title": "AUMENTAR receita"})
    assert called.result.ok


async def test_what_models_write_is_read_in_our_words_and_told(company: Company) -> None:
    """AT-S8, AT-14: every alias is a warning; 0 stays 0; then the fields are checked."""
    await two_objectives(company)
    done = await company.call(
        "execute",
        actions=[
            {"action": "create_kr", "name": "X", "meta": 0, "parent_objective": "Aumentar receita", "unidade": "reais"}
        ],
    )
    record = await company.record("kr-1")
    assert (record["title"], record["target_value"], record["unit"]) == ("X", 0, "R$")
    assert [warning.message for warning in done.warnings] == [
        "0: 'action' was read as 'type'",
        "0: 'create_kr' was read as 'create_key_result'",
        "0: name, meta, parent_objective, unidade stood beside `type` and was read as `data`",
        "0: 'meta' was read as 'target_value'",
        "0: 'unidade' was read as 'unit'",
        "0: 'parent_objective' was read as 'objective_title'",
        "0: 'name' was read as 'title'",
        "0: 'reais' was read as 'R$'",
    ]
    ambiguous = await company.problem(
        "execute", actions=[{"type": "create_kr", "title": "Y", "meta": 1, "parent_objective": "receita"}]
    )
    assert (ambiguous.code, ambiguous.field) == ("ambiguous_reference", "actions.0.parent_objective")
    words = await company.do("update_objective", objective_id="obj-1", status="em risco", weight_by=2)
    assert (await company.record(words["id"]))["status"] == "at_risk"
    assert (await company.record("obj-1"))["weight"] == 3
    assert (await company.problem("update_objective", objective_id="obj-1", weight_by=9)).field == "weight_by"


async def test_a_check_in_sets_the_month_a_value_and_the_figures(company: Company) -> None:
    """AT-23: B.3's numbers through the front door; null is not 0."""
    await two_objectives(company)
    months = {f"2026-{month:02d}": 100 for month in range(1, 13)}
    await company.do("create_key_result", title="KR", objective_id="obj-1", target_value=1200, monthly_targets=months)
    for month, value in (("2026-01", 90), ("2026-02", 110), ("2026-03", 0)):
        await company.execute(_action("check_in", kr_id="kr-1", value=value, period=month), as_of="2026-04-15")
    record = await company.record("kr-1")
    assert record["monthly_actual"] == {"2026-01": 90, "2026-02": 110, "2026-03": 0}
    assert (record["current_value"], record["ytd_percentage"]) == (200, 66.67)
    shown = await company.preview("check_in", kr_id="kr-1", value=5.5, period="2026-04", confidence=8, comment="ok")
    assert shown.records == [
        RecordChange(
            op="update",
            kind="check_in",
            id="kr-1",
            title="KR",
            path=["Financeiro", "Aumentar receita"],
            fields=[
                FieldChange(name="monthly_actual", before={"2026-04": None}, after={"2026-04": 5.5}),
                FieldChange(name="current_value", before=200, after=205.5),
                FieldChange(name="confidence", before=None, after=8),
                FieldChange(name="comment", before=None, after="ok"),
            ],
        )
    ]
    assert (await company.problem("check_in", kr_id="kr-1", value=1, confidence=11)).field == "confidence"
    await company.do("update_key_result", kr_id="kr-1", frequency="quarterly", monthly_targets={"$replace": {}})
    kept = await company.call("check_in", kr_id="kr-1", value=7, period="2026-05", comment="a")
    assert kept.warnings[0].message == "2026-05 is kept in 2026-04 (quarterly)"
    values = await (await company.queries()).children("key_result_values", [(await company.row("kr-1")).id])
    assert [(row.record["period_date"], row.record["value"]) for row in values] == [
        ("2026-01-01", 90),
        ("2026-02-01", 110),
        ("2026-03-01", 0),
        ("2026-04-01", 7),
    ]


async def test_a_cycle_is_made_only_where_the_preview_says_so_and_ends_with_scores(company: Company) -> None:
    """B.1, B.7: one active cycle; closing gives scores from 0.0 to 1.0 and carries objectives over."""
    await two_objectives(company)
    months = {f"2026-{month:02d}": 10 for month in range(1, 13)}
    kr = {"target_value": 120, "monthly_targets": months, "monthly_actual": dict.fromkeys(months, 7)}
    await company.do("create_key_result", title="KR", objective_id="obj-1", **kr)
    before = await company.rows()
    closed = await company.do("close_cycle", scores={"obj-2": 0.4}, carry_over=["Aumentar receita"])
    scores = [(await company.record(short)).get("score") for short in ("obj-1", "obj-2", "cic-1")]
    assert scores == [0.7, 0.4, 0.55]
    following = await company.record("cic-2")
    assert [following[name] for name in ("name", "period_start", "period_end", "status")] == [
        "Plano 2027",
        "2027-01-01",
        "2027-12-31",
        "active",
    ]
    carried = await company.record("obj-3")
    assert (carried["title"], carried["status"], carried["plan_id"]) == (
        "Aumentar receita",
        "not_started",
        following["id"],
    )
    copy = await company.record("kr-2")
    assert (copy["objective_id"], copy["target_value"], copy.get("monthly_actual")) == (carried["id"], 120, None)
    assert (await company.do("update_objective", objective_title="aumentar receita", weight=2))["id"] == "obj-3"
    elsewhere = await company.problem("update_objective", objective_title="recorrente", weight=2)
    assert (elsewhere.code, elsewhere.candidates[0]) == ("not_found", "obj-2")
    assert elsewhere.hint == "'Receita recorrente' (obj-2) is of another cycle: say its id, or the cycle as `plan_id`."
    assert (
        await company.preview("update_objective", objective_title="recorrente", plan_id="plano 2026", weight=2)
    ).total
    await company.undo((await company.kernel.changes.list()).items[0].id)
    await company.undo(closed["change_id"])
    assert await company.rows() == before
    await company.do("update_cycle", cycle="cic-1", status="cancelled")
    shown = await company.preview("create_objective", title="Novo", pillar_id="pil-1")
    assert [(record.kind, record.title) for record in shown.records] == [
        ("cycle", "Plano Estratégico 2026"),
        ("objective", "Novo"),
    ]


async def test_links_never_go_in_circles_and_undo_leaves_no_orphans(company: Company) -> None:
    await two_objectives(company)
    await company.do("create_objective", title="Terceiro", pillar_id="pil-1")
    await company.do("link_objectives", parent="obj-1", child="obj-2")
    await company.do("link_objectives", parent="obj-2", child="obj-3")
    for parent, child in (("obj-3", "obj-1"), ("obj-2", "obj-1"), ("obj-1", "obj-1")):
        assert (await company.problem("link_objectives", parent=parent, child=child)).code == "cycle"
    await company.do("unlink_objectives", parent="obj-2", child="obj-3")
    await company.do("link_objectives", parent="obj-3", child="obj-1")
    assert (await company.problem("unlink_objectives", parent="obj-2", child="obj-3")).code == "not_found"
    project = await company.do("create_project", name="CRM", objective_ids=["obj-1"])
    await company.do("create_task", title="Comprar", project_name="crm", due_date="31/12/2026")
    assert (await company.record("tsk-1"))["due_date"] == "2026-12-31"
    with pytest.raises(Conflict, match="would be left without its project"):
        await company.undo(project["change_id"])
    pillar = await company.do("create_pillar", name="Vazio")
    await company.do("update_objective", objective_id="obj-3", pillar_name="vazio")
    assert (await company.row("obj-3")).parent == pillar["uuid"]
    other = await company.do("create_company", name="Outra")
    await company.do("switch_defaults", company="Outra", to="original")
    await company.undo(other["change_id"])
    with pytest.raises(Conflict, match="would be left without its pillar"):
        await company.undo(pillar["change_id"])


async def test_a_company_switches_how_its_progress_is_worked_out(company: Company) -> None:
    """AT-21: the switch rewrites what was reckoned the old way, and undo brings it back."""
    await two_objectives(company)
    months = {"2026-01": 100, "2026-02": 100}
    made = _action(
        "create_key_result",
        title="KR",
        objective_id="obj-1",
        target_value=200,
        monthly_targets=months,
        monthly_actual={"2026-01": 100},
    )
    await company.execute(made, as_of="2026-02-10")
    before = await company.rows()
    switched = await company.do("switch_defaults", to="original")
    assert (await company.do("switch_defaults", to="original"))["change_id"] is None
    await company.undo(switched["change_id"])
    assert await company.rows() == before
    await company.do("update_company", name="ACME S.A.", values=["Cuidado"], settings={"rollup_cap": None})
    problem = await company.problem("update_company", settings={"ytd_mode": "sometimes"})
    assert problem.field == "settings.ytd_mode"
    assert (await company.problem("create_company", name="acme s.a.")).code == "company_exists"
    assert (await company.problem("create_pillar", name="x", company="Outra")).code == "not_found"
    await company.do("create_company", name="Outra")
    assert (await company.preview("create_pillar", name="x")).summary == "Outra (emp-2): Creates 1 pillar."
    named = [_action("create_pillar", name="x", company_id="Outra")]
    assert (await company.preview("execute", actions=named)).total == 1
    other = await company.problem("execute", actions=named, company="acme")
    assert (other.code, other.field) == ("invalid_param", "actions.0.data.company_id")
    shown = await company.preview("create_pillar", name="x", company="acme")
    assert shown.summary == "ACME S.A. (emp-1): Creates 1 pillar."
    assert (await company.problem("update_objective", objective_id="obj-1", weight=2)).code == "not_found"


def _action(type: str, **data: object) -> dict[str, object]:
    return {"type": type, "data": data}
