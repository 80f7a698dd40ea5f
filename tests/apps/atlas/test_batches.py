"""Batches are all or nothing, and any sequence of actions can be taken back in reverse (AT-10, AT-51, K-7)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.apps.atlas.company import Company, acme

from aule.apps.atlas.batch.batch import PLANNERS
from aule.apps.atlas.rows.fields import FIELDS
from aule.contracts.errors import AuleError
from aule.kernel.capabilities.gate.owner_confirmation import ByHand

pytestmark = pytest.mark.anyio

FAULTS: list[dict[str, Any]] = [
    {"type": "create_key_result", "data": {"title": "x", "objective_id": "obj-1", "target_value": "NaN"}},
    {"type": "create_key_result", "data": {"title": "x", "objective_id": "obj-1"}},
    {"type": "update_objective", "data": {"objective_title": "ob", "weight": 2}},
    {"type": "update_objective", "data": {"objective_id": "obj-999", "weight": 2}},
    {"type": "update_objective", "data": {"objective_id": "obj-1", "weight": 0}},
    {"type": "update_objective", "data": {"objective_id": "obj-1", "titel": "x"}},
    {"type": "create_initiative", "data": {"title": "x", "key_result_ref": 99}},
    {"type": "create_initiative", "data": {"title": "", "key_result_id": "kr-1"}},
    {"type": "update_key_result", "data": {"kr_id": "kr-1", "monthly_targets": {"2026-13": 1}}},
    {"type": "check_in", "data": {"kr_id": "kr-1"}},
    {"type": "delete_pillar", "data": {"pillar_name": "nothing like it"}},
    {"type": "link_objectives", "data": {"parent": "obj-1", "child": "obj-1"}},
    {"type": "create_objective", "data": {"title": "x", "pillar_id": "pil-1", "target_date": "2026-02-30"}},
    {"type": "invent_something", "data": {}},
    {"type": "create_pillar", "data": {"name": "x", "color": "red"}},
]


def sound(dice: random.Random) -> dict[str, Any]:
    """An action that can be done on the company of these tests."""
    n = dice.randrange(1_000_000)
    return dice.choice(
        [
            {"type": "create_pillar", "data": {"name": f"Pilar {n}"}},
            {"type": "create_objective", "data": {"title": f"Novo {n}", "pillar_id": "pil-1", "weight": n % 10 + 1}},
            {"type": "create_key_result", "data": {"title": f"KR {n}", "objective_id": "obj-1", "target_value": n}},
            {"type": "update_objective", "data": {"objective_id": "obj-2", "title": f"Objetivo {n}"}},
            {"type": "update_key_result", "data": {"kr_id": "kr-1", "monthly_targets": {"2026-05": n / 8}}},
            {"type": "check_in", "data": {"kr_id": "kr-1", "value": n, "period": f"2026-{n % 12 + 1:02d}"}},
            {"type": "create_initiative", "data": {"title": f"Fazer {n}", "key_result_id": "kr-1"}},
            {
                "type": "create_project",
                "data": {"name": f"Projeto {n}", "kr_ids": ["kr-1"], "objective_ids": ["obj-1"]},
            },
            {"type": "update_pillar", "data": {"pillar_id": "pil-1", "color": f"#{n:06d}"}},
        ]
    )


async def furnished(company: Company) -> None:
    """Two objectives and a key result."""
    await company.execute(
        {"type": "create_objective", "data": {"title": "Objetivo um", "pillar_id": "pil-1"}},
        {"type": "create_objective", "data": {"title": "Objetivo dois", "pillar_id": "pil-1"}},
        {"type": "create_key_result", "data": {"title": "Receita", "objective_ref": 0, "target_value": 100}},
    )


async def test_two_hundred_batches_with_a_fault_in_the_middle_write_nothing(company: Company) -> None:
    """Issue 7: a fault anywhere in a batch leaves every row as it was; the error names the action."""
    await furnished(company)
    dice = random.Random(7)
    before = await company.rows()
    for _ in range(200):
        batch = [sound(dice) for _ in range(dice.randrange(1, 6))]
        place = dice.randrange(len(batch) + 1)
        batch.insert(place, dice.choice(FAULTS))
        problem = await company.problem("execute", actions=batch)
        assert problem.field is not None and problem.field.startswith(f"actions.{place}"), problem
    assert await company.rows() == before
    done = await company.execute(*[sound(dice) for _ in range(25)])
    assert done["success"] and len(done["results"]) == 25


NEXT = {"name": "C", "period_start": "2027-01-01", "period_end": "2027-12-31", "status": "active"}
ACTIONS = st.one_of(
    st.builds(lambda n: ("create_objective", {"title": f"O{n}", "pillar_id": "pil-1"}), st.integers(0, 99)),
    st.builds(lambda n: ("create_pillar", {"name": f"P{n}"}), st.integers(0, 99)),
    st.builds(
        lambda n, v: ("create_key_result", {"title": f"K{n}", "objective_title": "obj-1", "target_value": v}),
        st.integers(0, 99),
        st.floats(-1e6, 1e6, allow_nan=False).map(lambda value: round(value, 3)),
    ),
    st.builds(
        lambda o, w: ("update_objective", {"objective_id": f"obj-{o}", "weight": w, "pillar_id": "pil-1"}),
        st.integers(1, 4),
        st.integers(1, 10),
    ),
    st.builds(
        lambda k, m, v: ("check_in", {"kr_id": f"kr-{k}", "period": f"2026-{m:02d}", "value": v}),
        st.integers(1, 3),
        st.integers(1, 12),
        st.integers(-5, 5),
    ),
    st.builds(lambda k: ("delete_key_result", {"kr_id": f"kr-{k}"}), st.integers(1, 3)),
    st.builds(lambda o: ("delete_objective", {"objective_id": f"obj-{o}"}), st.integers(1, 4)),
    st.builds(lambda a, b: ("link_objectives", {"parent": f"obj-{a}", "child": f"obj-{b}"}), *[st.integers(1, 4)] * 2),
    st.builds(lambda k: ("create_project", {"name": "X", "kr_ids": [f"kr-{k}"]}), st.integers(1, 3)),
    st.just(
        ("create_cycle", {"name": "C", "period_start": "2027-01-01", "period_end": "2027-12-31", "status": "active"})
    ),
    st.just(("switch_defaults", {"to": "original"})),
    st.just(("close_cycle", {"carry_over": ["obj-1"]})),
)


async def test_any_sequence_of_actions_undone_in_reverse_leaves_every_row_as_it_was(tmp_path: Path) -> None:
    """Issue 7, AT-51: also over deletes, cycles, links and other settings; one system for all examples."""
    async with acme(tmp_path / "home") as company:
        await furnished(company)
        sequences: list[list[tuple[str, dict[str, Any]]]] = []

        @settings(max_examples=25, database=None, suppress_health_check=[HealthCheck.too_slow])
        @given(st.lists(ACTIONS, min_size=1, max_size=7))
        def collect(sequence: list[tuple[str, dict[str, Any]]]) -> None:
            sequences.append(sequence)

        collect()
        for sequence in sequences:
            before = await company.rows()
            changes = [change for type, fields in sequence for change in await attempt(company, type, fields)]
            for change in reversed(changes):
                await company.undo(change)
            assert await company.rows() == before, sequence


async def attempt(company: Company, type: str, fields: dict[str, Any]) -> list[str]:
    """Do an action if it can be done, as somebody does who has seen what it does; gives the changes it made."""
    try:
        seen = (await company.kernel.preview(f"atlas.{type}", fields, locale="en")).content_hash
        called = await company.kernel.call(f"atlas.{type}", fields, locale="en", by_hand=ByHand(seen=seen))
    except AuleError:
        return []
    return called.result.changes


STRANGE: list[Any] = [
    *(
        None,
        0,
        -1,
        2.5,
        1e300,
        10**15,
        True,
        "",
        "x",
        "obj-1",
        "kr-1",
        "Receita",
        "%",
        "_",
        "\\",
        "\ud800",
        "a\nb",
        "NaN",
    ),
    *("NaN", "7,5", "2026-05", "0000-01", "9999-12", "31/12/2026", "0001-01-01", [], ["obj-1"], ["kr-1", 3], [[]], {}),
    *({"2026-05": 1}, {"2026-05": "x"}, {"$replace": None}, {"$replace": {"2026-01": 2}}, {"a": {"b": [1]}}),
]


async def test_whatever_a_model_writes_is_planned_or_refused_with_a_reason(company: Company) -> None:
    """K-2, K-11: odd values in any field of any action are never a defect of ours."""
    await furnished(company)
    dice = random.Random(11)
    names = ["objective_id", "objective_title", "kr_id", "kr_title", "pillar_id", "plan_id", "objective_ref", "child"]
    names += ["parent", "objective_ids", "kr_refs", "scores", "carry_over", "next_start", "meta", "weight_by"]
    before = await company.rows()
    for _ in range(300):
        type = dice.choice([*PLANNERS, "create_kr"])
        known = [*FIELDS.get(type.partition("_")[2], {}), *names]
        data = {dice.choice(known): dice.choice(STRANGE) for _ in range(dice.randrange(6))}
        data |= {name: id for name, id in IDS.items() if dice.random() < 0.6}
        actions = [{"type": type, "data": data}]
        try:
            await company.kernel.preview("atlas.execute", {"actions": actions, "atomic": dice.random() < 0.5})
        except AuleError as error:
            assert error.problem.code in REASONS, (error.problem, actions)
    assert await company.rows() == before


IDS = {"pillar_id": "pil-1", "objective_id": "obj-1", "kr_id": "kr-1", "title": "T"}
REASONS = {"invalid_param", "unknown_param", "missing_param", "not_found", "ambiguous_reference", "cycle"}
REASONS |= {"conflict_version", "conflict", "invalid_import", "invalid_rows"}
