"""JSON that loses nothing (AT-43): exact numbers, null, missing and zero apart, keys in their order."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import kinds, record
from aule.contracts import errors

numbers = st.one_of(
    st.integers(-(10**30), 10**30),
    st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**12), max_value=10**12),
)
texts = st.text(st.characters(), max_size=12)  # halves of characters and NUL among them
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)

FIELDS = (
    *("id", "title", "name", "fact", "status", "weight", "due_date", "target_date", "end_date", "owner_id", "plan_id"),
    *("objective_id", "kr_id", "frequency", "start_month", "end_month", "monthly_targets", "monthly_actual"),
    *("target_value", "current_value", "baseline_value", "created_at", "aggregation_type", "target_direction"),
    "progress",
)


@given(values)
@settings(max_examples=200)
def test_what_is_written_is_read_again_as_it_was(value: Any) -> None:
    text = exact.write(value)

    text.encode()  # can be stored
    assert "\x00" not in text
    again = exact.parse(text)
    # Two halves of a character side by side become the character; nothing else changes.
    assert exact.write(again) == exact.write(exact.parse(exact.write(again)))
    if exact.plain(value) == value or not _has_halves(value):
        assert exact.equal(again, value)
        assert _in_order(again) == _in_order(value)


@given(values)
@settings(max_examples=100)
def test_other_programs_can_read_what_is_written(value: Any) -> None:
    json.loads(exact.write(value))
    json.dumps(exact.plain(value), allow_nan=False).encode()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1.10", "1.10"),
        ("1e3", "1E+3"),
        ("-0.0", "-0.0"),
        ("0", "0"),
        ("12345678901234567890.123456789012345678901234567890", "12345678901234567890.123456789012345678901234567890"),
        ('{"b":1,"a":null,"c":{}}', '{"b":1,"a":null,"c":{}}'),
        (' [ true , false , [] , "" ] ', '[true,false,[],""]'),
        (r'"\ud800 \u0000 \u00e7"', r'"\ud800 \u0000 ç"'),
    ],
)
def test_numbers_and_order_stay_as_they_were(text: str, written: str) -> None:
    assert exact.write(exact.parse(text)) == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("NaN", "'NaN' is not a number of JSON"),
        ("[-Infinity]", "'-Infinity' is not a number of JSON"),
        ('{"a":1,"b":2,"a":3}', "the key 'a' stands twice in one object"),
        ("9" * 5000, "a number has too many digits to be kept"),
        ("1e99999999999999999999", "the number '1e99999999999999999999' is too large or too small to be kept"),
        ("[" * 65 + "]" * 65, "objects and lists stand in each other more than 64 levels deep"),
        ("[" * 100_000, "objects and lists stand in each other more than 64 levels deep"),
        ('{"a":1} x', "this is not JSON: Extra data at line 1, column 8"),
        ("", "this is not JSON: Expecting value at line 1, column 1"),
        ('{"a":', "this is not JSON: Expecting value at line 1, column 6"),
    ],
)
def test_what_cannot_be_kept_is_refused(text: str, message: str) -> None:
    with pytest.raises(errors.Invalid) as refused:
        exact.parse(text)

    assert str(refused.value) == message


def test_values_are_equal_when_they_mean_the_same() -> None:
    same = [(1, Decimal("1.00")), ({"a": 1, "b": None}, {"b": None, "a": Decimal(1)}), ([0.1], [Decimal("0.1")])]
    apart = [(True, 1), (0, None), ("1", 1), ({"a": None}, {}), ([1], [1, 1]), (0, False), ([], {}), ("a", 1.0)]

    assert [exact.equal(*pair) for pair in same] == [True, True, True]
    assert [exact.equal(*pair) for pair in apart] == [False] * 8


def test_results_hold_numbers_and_text_any_program_can_take() -> None:
    given = {"a": Decimal("1E+3"), "b": Decimal("1.10"), "c": Decimal("1e400"), "d": "\ud800x", "e": [Decimal("-0.0")]}

    assert exact.plain(given) == {"a": 1000, "b": 1.1, "c": "1E+400", "d": "\ufffdx", "e": [0]}
    assert isinstance(exact.plain(Decimal("1E+3")), int)


def test_floats_of_a_call_become_what_the_person_typed() -> None:
    assert exact.exact({"a": 0.1, "b": 300.0, "c": True, "d": [1e22, 7]}) == {
        "a": Decimal("0.1"),
        "b": 300,
        "c": True,
        "d": [Decimal("1e22"), 7],
    }
    with pytest.raises(errors.Invalid, match="nan is not a number that can be kept"):
        exact.exact(float("nan"))


def test_a_row_gives_its_columns_and_comes_back_from_them() -> None:
    doc = exact.parse(
        '{"id":"k1","objective_id":"o1","title":"Receita\\n& lucro  bruto","weight":3,"status":"at_risk",'
        '"due_date":"2026-12-31T00:00:00Z","owner_id":"p9","monthly_targets":{"2026-01":100},'
        '"monthly_actual":{"2026-01":50.50},"unknown":1.10}'
    )
    made = record.Record("c1", kinds.KEY_RESULTS, "k1", 7, 11, doc, changed_at="2026-04-15T12:00:00Z")

    columns = record.columns_of(made, as_of=date(2026, 4, 15))

    assert columns == {
        "company": "c1",
        "kind": "key_results",
        "id": "k1",
        "position": 7,
        "parent": "o1",
        "title": "Receita & lucro bruto",
        "name": "receita e lucro bruto",
        "number": 11,
        "cycle": None,
        "owner": "p9",
        "status": "at_risk",
        "weight": 3.0,
        "progress": 50.5,
        "month": "2026-04",
        "first": 2026 * 12,
        "series": "50.5".ljust(16) * 11 + "50.5",
        "due": "2026-12-31",
        "seen": "2026-01",
        "stale": "2026-03-02",
        "deleted": None,
        "changed_at": "2026-04-15T12:00:00Z",
        "doc": exact.write(doc),
    }
    assert record.read({**columns, "stamp": "chg_1"}) == record.Record(
        "c1", kinds.KEY_RESULTS, "k1", 7, 11, doc, stamp="chg_1", changed_at="2026-04-15T12:00:00Z"
    )


@given(
    st.sampled_from([*kinds.EXPORTED, "unheard_of"]),
    st.dictionaries(
        st.sampled_from(FIELDS),
        values | st.sampled_from(["2026-01", "9999-12", "0000-01", "9999-12-31", "2026-02-30", "yearly", "minimize"]),
    ),
)
@settings(max_examples=200)
def test_whatever_stands_in_a_row_is_kept_and_never_in_the_way(kind: str, doc: dict[str, Any]) -> None:
    made = record.Record("c1", kind, record.id_of(kind, doc, 3), 3, None, doc, changed_at="9999-12-31")

    columns = record.columns_of(made, as_of=date(2026, 4, 15))

    for value in columns.values():
        if isinstance(value, str):
            value.encode()
            assert "\x00" not in value
        else:
            assert value is None or isinstance(value, int | float)
    assert all(len(columns[name] or "") <= 300 for name in ("name", "status", "owner"))


def test_rows_without_an_id_are_told_apart_by_what_they_join() -> None:
    relation = {"project_id": "p1", "kr_id": "k1"}

    assert record.id_of(kinds.PROJECT_KRS, relation, 5) == "pair:p1:k1"
    assert record.id_of(kinds.PROJECT_KRS, {"project_id": "p1"}, 5) == "row:5"
    assert record.id_of(kinds.PROJECT_KRS, {**relation, "id": 9}, 5) == "9"
    assert record.id_of("swot_analysis", {}, 2) == "row:2"


def _has_halves(value: Any) -> bool:
    return exact.write(exact.plain(value)) != exact.write(value)


def _in_order(value: Any) -> Any:
    if isinstance(value, dict):
        return [(key, _in_order(each)) for key, each in value.items()]
    return [_in_order(each) for each in value] if isinstance(value, list) else None
