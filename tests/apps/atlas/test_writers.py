"""Two writers on one objective: one wins, the other gets a conflict with both values."""

from __future__ import annotations

import asyncio

import pytest
from tests.apps.atlas.company import Company

from aule.contracts.errors import AuleError, Conflict
from aule.kernel.capabilities.gate.owner_confirmation import ByHand

pytestmark = pytest.mark.anyio


async def test_of_two_who_edit_what_both_saw_one_wins_and_the_other_sees_both_values(company: Company) -> None:
    await company.do("create_objective", title="Receita", pillar_id="pil-1", weight=3)
    for round in range(5):
        seen = (await company.row("obj-1")).stamp
        weights = (2 + round % 2, 7 + round % 2)
        edits = [company.kernel.call("atlas.update_objective", _edit(seen, each), by_hand=ByHand()) for each in weights]
        one, other = await asyncio.gather(*edits, return_exceptions=True)
        lost, mine = (one, weights[0]) if isinstance(one, AuleError) else (other, weights[1])
        theirs = sum(weights) - mine
        assert isinstance(lost, AuleError)
        assert (lost.problem.code, lost.problem.subject, lost.status) == ("conflict_version", "obj-1", 412)
        assert lost.both is not None
        assert lost.both.values == [{"path": "weight", "base": None, "theirs": theirs, "mine": mine}]
        assert (await company.record("obj-1"))["weight"] == theirs


async def test_many_who_make_things_at_once_never_share_a_number(company: Company) -> None:
    made = [company.do("create_objective", title=f"O{n}", pillar_id="pil-1") for n in range(12)]
    done = await asyncio.gather(*made)
    assert sorted(int(each["id"].partition("-")[2]) for each in done) == list(range(1, 13))
    rows = await (await company.queries()).of_kind("strategic_objectives")
    assert [row.position for row in rows] == list(range(12))


async def test_an_approval_of_what_somebody_changed_meanwhile_is_asked_again(company: Company) -> None:
    await company.do("create_objective", title="Receita", pillar_id="pil-1", weight=3)
    approval = await company.ask("update_objective", objective_id="obj-1", weight=5)
    await company.do("update_objective", objective_id="obj-1", weight=4)
    with pytest.raises(Conflict) as stale:
        await company.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
    assert stale.value.problem.code == "approval_stale"
    assert (await company.record("obj-1"))["weight"] == 4
    again = await company.system.pending()
    assert (await company.approve(again)).ok
    assert (await company.record("obj-1"))["weight"] == 5


def _edit(seen: str, weight: int) -> dict[str, object]:
    return {"objective_id": "obj-1", "weight": weight, "expected": seen}
