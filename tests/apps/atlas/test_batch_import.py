"""An import among the actions of a batch: in its order, in the same transaction, and taken back with it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.atlas.company import Company

pytestmark = pytest.mark.anyio

DOCUMENT: dict[str, Any] = {
    "pillars": [
        {
            "name": "Pessoas",
            "objectives": [
                {"title": "Formar", "key_results": [{"title": "Horas", "target_value": 40, "unit": "reais"}]}
            ],
        }
    ],
    "projects": [{"name": "Escola", "linked_krs": ["Horas"]}],
}


async def test_an_import_stands_among_other_actions_in_their_order(company: Company) -> None:
    """LT-50: it sees what came before it, what comes after it sees its rows, and one undo takes all of it back."""
    before = await company.rows()
    actions: list[dict[str, Any]] = [
        {"type": "create_pillar", "data": {"name": "pessoas", "description": "Antes"}},
        {"type": "bulk_import", "data": DOCUMENT},
        {"type": "check_in", "data": {"kr_title": "Horas", "value": 10, "period": "2026-10"}},
        {"type": "create_initiative", "data": {"title": "Turma", "kr_title": "Horas"}},
    ]
    shown = await company.preview("execute", actions=actions)
    assert await company.rows() == before
    assert [(each.op, each.kind, each.title) for each in shown.records] == [
        ("create", "pillar", "pessoas"),
        ("update", "pillar", "Pessoas"),
        ("create", "objective", "Formar"),
        ("create", "key_result", "Horas"),
        ("create", "project", "Escola"),
        ("create", "project_kr", shown.records[5].title),
        ("update", "check_in", "Horas"),
        ("create", "initiative", "Turma"),
    ]
    done = await company.execute(*actions)
    assert [each["success"] for each in done["results"]] == [True] * 4
    pillar, kr = await company.record("pil-2"), await company.record("kr-1")
    assert (pillar["name"], pillar["description"]) == ("Pessoas", "Antes")
    assert (kr["unit"], kr["monthly_actual"], kr["weight"]) == ("R$", {"2026-10": 10}, 1)
    assert (await company.row("obj-1")).status == "not_started"
    again = await company.execute({"type": "bulk_import", "data": DOCUMENT}, actions[0])
    assert again["results"][0]["change_id"] is None
    await company.undo(again["results"][1]["change_id"])
    await company.undo(done["results"][0]["change_id"])
    assert await company.rows() == before


async def test_a_fault_before_or_in_or_after_an_import_leaves_nothing(company: Company) -> None:
    """AT-10: all or nothing; the error names the action it is about."""
    before = await company.rows()
    good, bad = {"type": "bulk_import", "data": DOCUMENT}, {"type": "create_pillar", "data": {"name": ""}}
    orphan = {"key_results": [{"title": "Solto", "objective_id": "obj-99"}]}
    faults: list[tuple[list[dict[str, Any]], str]] = [
        ([bad, good], "actions.0"),
        ([good, bad], "actions.1"),
        ([good, {"type": "bulk_import", "data": orphan}], "actions.1"),
        (
            [{"type": "create_pillar", "data": {"name": "X"}}, {"type": "bulk_import", "data": {"nothing": 1}}],
            "actions.1",
        ),
        ([good, {"type": "bulk_import", "data": {**DOCUMENT, "mode": "replace"}}], "actions.1"),
        ([good, {"type": "bulk_import", "data": {"pillars": [{"name": f"P{n}"} for n in range(501)]}}], "actions.1"),
    ]
    for actions, at in faults:
        problem = await company.problem("execute", actions=actions)
        assert (problem.field or "").startswith(at), problem
    assert await company.rows() == before
    some = await company.execute(good, bad, atomic=False)
    assert [each["success"] for each in some["results"]] == [True, False]
