"""Progress, roll-ups and standing (AT-20, AT-21, AT-22, AT-15, AT-23; AT-S10 by its numbers)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aule.apps.atlas.figures import rollup
from aule.apps.atlas.figures import status as standing
from aule.apps.atlas.figures.derived import derived, next_period, points
from aule.apps.atlas.figures.months import grid_month, last_day, write_month
from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.figures.progress import Progress, Span, measure, read
from aule.apps.atlas.figures.series import first_month, read_series, write_series
from aule.apps.atlas.figures.spread import faults, spread
from aule.apps.atlas.figures.staleness import stale_from
from aule.apps.atlas.rows import kinds
from aule.apps.atlas.settings import DEFAULT, STRATEGY_HUB, Settings, settings_of, write

TODAY = date(2026, 4, 15)
CALENDAR = Settings(ytd_mode="calendar")
HUNDREDS = {f"2026-{month:02d}": 100 for month in range(1, 13)}
WORKED = {
    "aggregation_type": "sum",
    "monthly_targets": HUNDREDS,
    "monthly_actual": {"2026-01": 90, "2026-02": 110, "2026-03": 0, "2026-04": None},
}


def percent(doc: dict[str, Any], span: Span = "ytd", at: date = TODAY, how: Settings = DEFAULT) -> float | None:
    return shown(measure(read(doc, how), span, at, how).percent)


# AT-S10: the numbers of B.3, exactly


def test_the_numbers_of_the_specification() -> None:
    """AT-S10."""
    minimized = {"target_direction": "minimize", "monthly_targets": {"2026-01": 25}}

    assert {
        "closed months": percent(WORKED),
        "calendar": percent(WORKED, how=CALENDAR),
        "objective": shown(rollup.objective([(3, 45), (1, 90)])),
        "minimize": percent({**minimized, "monthly_actual": {"2026-01": 30}}),
        "minimize to zero": percent({**minimized, "monthly_actual": {"2026-01": 0}}),
        "minimize to zero, rolled up": shown(rollup.objective([(1, 200)])),
    } == {
        "closed months": 66.7,
        "calendar": 50.0,
        "objective": 56.3,
        "minimize": 83.3,
        "minimize to zero": 200.0,
        "minimize to zero, rolled up": 100.0,
    }


# AT-20.1: which months count


@pytest.mark.parametrize(
    ("frequency", "keys"),
    [
        ("monthly", ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"]),
        ("bimonthly", ["01", "03", "05", "07", "09", "11"]),
        ("quarterly", ["01", "04", "07", "10"]),
        ("semesterly", ["01", "07"]),
        ("yearly", ["01"]),
    ],
)
def test_a_coarser_key_result_keeps_its_value_in_the_first_month_of_its_period(frequency: str, keys: list[str]) -> None:
    """AT-20.1."""
    grid = dict.fromkeys(grid_month(f"2026-{month:02d}", frequency) for month in range(1, 13))
    assert list(grid) == [f"2026-{key}" for key in keys]

    doc = {"frequency": frequency, "monthly_targets": dict.fromkeys(grid, 10), "monthly_actual": dict.fromkeys(grid, 5)}
    spans: list[Span] = ["month", "bimonth", "quarter", "semester", "year", "ytd"]
    assert {span: percent(doc, span) for span in spans} == dict.fromkeys(spans, 50.0)


def test_only_months_between_its_first_and_its_last_count() -> None:
    """AT-20.1."""
    doc = {**WORKED, "start_month": "2026-02", "end_month": "2026-02"}

    assert (percent(doc), percent(doc, "quarter"), percent(doc, "year")) == (110.0, None, 110.0)
    assert percent(doc, "quarter", date(2026, 3, 1)) == 110.0
    assert percent(doc, at=date(2027, 1, 1)) is None
    assert percent({**WORKED, "start_month": "2026-02"}) == 55.0


def test_a_period_that_is_not_over_counts_once_it_has_a_value() -> None:
    """AT-20.4, for months and for quarters."""
    quarters = {"frequency": "quarterly", "monthly_targets": {"2026-01": 100, "2026-04": 100}}
    first = {**quarters, "monthly_actual": {"2026-01": 80}}
    both = {**quarters, "monthly_actual": {"2026-01": 80, "2026-04": 40}}
    may = date(2026, 5, 15)

    assert percent({**WORKED, "monthly_actual": {**WORKED["monthly_actual"], "2026-04": 50}}) == 62.5
    assert (percent(first, at=may), percent(first, at=may, how=CALENDAR), percent(both, at=may)) == (80.0, 40.0, 60.0)


def test_a_year_may_begin_in_any_month() -> None:
    april = Settings(fiscal_year_start=4)
    months = {write_month(2025 * 12 + 3 + place): 10 for place in range(12)}
    doc = {"monthly_targets": months, "monthly_actual": {"2025-03": 1000, "2025-04": 5, "2026-03": 10}}

    assert percent(doc, "year", date(2026, 3, 31), april) == 12.5
    assert percent(doc, "ytd", date(2025, 5, 1), april) == 50.0
    assert percent(doc, "ytd", date(2026, 4, 1), april) is None


# AT-20.2 and AT-20.3: null is not zero, and how values come together


def test_no_data_is_not_zero() -> None:
    """AT-20.2."""
    nothing: list[Any] = [{}, None, {"2026-01": None}, {"2026-05": 10}, {"2025-12": 10}]

    assert [percent({**WORKED, "monthly_actual": actual}) for actual in nothing] == [None] * 5
    assert percent({**WORKED, "monthly_actual": {"2026-01": 0}}) == 0.0
    assert rollup.objective([(1, None), (1, 50)]) == 50
    assert rollup.objective([(1, 0), (1, 50)]) == 25
    assert rollup.objective([(5, None)]) is None


@pytest.mark.parametrize(
    ("aggregation", "figures"),
    [
        ("sum", (160, 400, 40.0)),
        ("average", (80, 150, 53.3)),  # of the targets of January and March
        ("max", (120, 200, 60.0)),
        ("min", (40, 100, 40.0)),
        ("last", (120, 200, 60.0)),
        ("unheard of", (160, 400, 40.0)),
    ],
)
def test_how_values_and_targets_come_together(aggregation: str, figures: tuple[int, int, float]) -> None:
    """AT-20.3."""
    doc = {
        "aggregation_type": aggregation,
        "monthly_targets": {"2026-01": 100, "2026-02": 100, "2026-03": 200},
        "monthly_actual": {"2026-03": 120, "2026-01": 40},
    }

    found = measure(read(doc), "ytd", TODAY)

    assert (found.actual, found.target, shown(found.percent)) == figures


# AT-20.5: directions, zero and below


@pytest.mark.parametrize(
    ("direction", "actual", "target", "baseline", "expected"),
    [
        ("maximize", 50, 100, None, 50.0),
        ("maximize", 0, 100, None, 0.0),
        ("maximize", 50, 0, None, None),
        ("maximize", 50, 100, 40, 50.0),  # a baseline is only reckoned with where something is negative
        ("maximize", -50, 100, -100, 25.0),
        ("maximize", -5, -10, None, 50.0),
        ("maximize", -5, -10, -10, None),
        ("minimize", 30, 25, None, 83.3),
        ("minimize", 20, 25, None, 125.0),
        ("minimize", 0, 25, None, 200.0),
        ("minimize", -3, 25, None, 200.0),
        ("minimize", 0, 0, None, 100.0),
        ("minimize", 4, 0, None, 0.0),
        ("minimize", -20, -10, None, 200.0),
        ("minimize", -5, -10, 0, 50.0),
    ],
)
def test_directions_zero_and_negative_values(
    direction: str, actual: int, target: int, baseline: int | None, expected: float | None
) -> None:
    """AT-20.5."""
    doc = {
        "target_direction": direction,
        "baseline_value": baseline,
        "monthly_targets": {"2026-01": target},
        "monthly_actual": {"2026-01": actual},
    }

    assert percent(doc) == expected


def test_a_target_of_zero_that_should_be_exceeded_is_warned_about() -> None:
    doc = {"monthly_targets": {"2026-01": 0}, "monthly_actual": {"2026-01": 5}}

    assert measure(read(doc), "ytd", TODAY) == Progress(None, Decimal(5), Decimal(0), ("meta_zero",))


def test_what_is_no_number_is_left_out_and_warned_about() -> None:
    doc = {
        "frequency": "quarterly",
        "monthly_targets": {"2026-01": "100", "2026-02": 7, "2026-13": 5},
        "monthly_actual": {"2026-01": Decimal("40.5"), "2026-04": "much"},
    }

    assert measure(read(doc), "ytd", TODAY) == Progress(
        Decimal("40.5"), Decimal("40.5"), Decimal(100), ("not_a_number", "off_grid")
    )


# AT-20.6: without monthly data


@pytest.mark.parametrize(
    ("doc", "expected"),
    [
        ({"current_value": 300000, "target_value": 500000}, 60.0),
        ({"current_value": 15, "target_value": 20, "baseline_value": 10}, 50.0),
        ({"current_value": None, "target_value": 20}, None),
        ({"target_value": 20}, None),
        ({"current_value": 0, "target_value": 20}, 0.0),
        ({"current_value": 5, "target_value": 0}, None),
        ({"current_value": 5}, None),
        ({"current_value": 30, "target_value": 25, "target_direction": "minimize"}, 83.3),
        ({"current_value": 0, "target_value": 25, "target_direction": "minimize"}, 200.0),
        ({"current_value": 30, "target_value": 20, "baseline_value": 40, "target_direction": "minimize"}, 50.0),
        ({"current_value": 5, "yearly_target": 10, "monthly_targets": {}, "monthly_actual": {"2026-01": None}}, 50.0),
        ({"current_value": 99, "target_value": 10, "monthly_actual": {"2026-01": 4}}, 40.0),
        ({"current_value": 5, "target_value": 10, "monthly_targets": {"2026-01": 1}}, None),
    ],
)
def test_without_months_the_current_value_counts(doc: dict[str, Any], expected: float | None) -> None:
    """AT-20.6."""
    assert percent(doc) == expected


# Properties

amounts = st.integers(0, 10**9) | st.decimals(0, 10**6, places=2)
months = st.dictionaries(st.integers(1, 12).map(lambda month: f"2026-{month:02d}"), amounts | st.none(), max_size=12)
positive = st.dictionaries(st.integers(1, 12).map(lambda month: f"2026-{month:02d}"), st.integers(1, 10**6), min_size=1)
parts = st.lists(st.tuples(st.none() | st.integers(1, 10), st.none() | st.floats(0, 500)), max_size=8)


@given(positive, months, st.integers(1, 4), st.integers(1, 10**6))
@settings(max_examples=100)
def test_more_is_never_less(targets: dict[str, int], actual: dict[str, Any], month: int, more: int) -> None:
    key = f"2026-{month:02d}"
    before = {"monthly_targets": targets, "monthly_actual": {**actual, key: actual.get(key) or 0}}
    after = {"monthly_targets": targets, "monthly_actual": {**actual, key: (actual.get(key) or 0) + more}}

    one, other = (measure(read(doc), "ytd", TODAY).percent for doc in (before, after))

    assert (one is None and other is None) or (one is not None and other is not None and one <= other)


@given(positive, months, st.permutations(sorted(HUNDREDS)))
@settings(max_examples=50)
def test_the_order_of_months_does_not_matter(targets: dict[str, int], actual: dict[str, Any], order: list[str]) -> None:
    for aggregation in ("sum", "average", "max", "min", "last"):
        doc = {"aggregation_type": aggregation, "monthly_targets": targets, "monthly_actual": actual}
        mixed = {
            "monthly_actual": {key: actual[key] for key in order if key in actual},
            "monthly_targets": {key: targets[key] for key in order if key in targets},
            "aggregation_type": aggregation,
        }
        assert measure(read(doc), "ytd", TODAY) == measure(read(mixed), "ytd", TODAY)


@given(
    st.fixed_dictionaries(
        {
            "monthly_targets": months,
            "monthly_actual": months,
            "frequency": st.sampled_from(["monthly", "bimonthly", "quarterly", "yearly"]),
            "aggregation_type": st.sampled_from(["sum", "average", "max", "min", "last"]),
            "target_direction": st.sampled_from(["maximize", "minimize"]),
            "start_month": st.sampled_from([None, "2026-02", "2027-01"]),
            "end_month": st.sampled_from([None, "2026-11", "2025-12"]),
            "current_value": st.none() | amounts,
            "target_value": st.none() | amounts,
        }
    ),
    st.sampled_from([DEFAULT, CALENDAR, Settings(fiscal_year_start=4)]),
)
@settings(max_examples=100)
def test_a_row_knows_what_it_will_have_come_to_by_each_month(doc: dict[str, Any], how: Settings) -> None:
    """A score as of another month than the row was written in needs no document."""
    kr, first = read(doc, how), first_month(TODAY, how)
    series = write_series(kr, first, how)

    for month in range(first, first + 24):
        known, kept = read_series(series, first, month)
        worked_out = measure(kr, "ytd", last_day(month), how).percent
        assert known
        assert kept == (None if worked_out is None else Decimal(f"{float(worked_out):.9g}"))
    assert read_series(series, first, first + 24) == read_series(series, first, first - 1) == (False, None)


@given(positive)
@settings(max_examples=50)
def test_keeping_something_at_zero_never_counts_as_nothing(targets: dict[str, int]) -> None:
    doc = {"target_direction": "minimize", "monthly_targets": targets, "monthly_actual": dict.fromkeys(HUNDREDS, 0)}

    assert percent(doc, "year") == 200.0


@given(parts, st.none() | st.integers(1, 300))
@settings(max_examples=100)
def test_a_roll_up_stays_between_its_parts_and_under_the_cap(parts: list[Any], cap: int | None) -> None:
    """AT-21."""
    how = Settings(rollup_cap=None if cap is None else Decimal(cap))
    known = [percent for _, percent in parts if percent is not None]

    found = rollup.objective(parts, how)

    if not known:
        assert found is None
        return
    assert found is not None
    high, low = (Decimal(repr(edge(known))) for edge in (max, min))
    if cap is not None:
        high, low = min(high, Decimal(cap)), min(low, Decimal(cap))
    assert low - Decimal("1e-9") <= found <= high + Decimal("1e-9")
    assert rollup.objective([*parts, (9, None)], how) == found


@given(st.dictionaries(st.sampled_from(["initiatives", "kr_initiatives", "projects", "progress"]), st.integers()))
@settings(max_examples=20)
def test_initiatives_never_change_the_progress_of_a_key_result(other: dict[str, int]) -> None:
    """AT-21."""
    assert measure(read({**WORKED, **other}), "ytd", TODAY) == measure(read(WORKED), "ytd", TODAY)


# AT-21: objectives, pillars, companies


def test_pillars_and_companies_are_means_of_what_has_data() -> None:
    """AT-21."""
    objectives = [(3, 40), (1, 80), (2, None)]

    assert rollup.pillar(objectives) == 50
    assert rollup.pillar(objectives, STRATEGY_HUB) == 60
    assert rollup.company([50, None, Decimal("100.5")]) == Decimal("75.25")
    assert rollup.company([]) is None
    assert (rollup.objective([(1, 150), (1, 50)]), rollup.objective([(1, 150), (1, 50)], STRATEGY_HUB)) == (75, 100)
    assert rollup.objective([(0, 50), (-1, 70)]) is None


def test_what_a_company_decided_here_stands_over_what_it_came_with() -> None:
    company = {"settings": {"rollup_cap": 120, "fiscal_year_start": 4, "ytd_mode": "whenever"}}

    assert settings_of(company, {"rollup_cap": None, "pillar_rollup": "simple"}) == Settings(
        rollup_cap=None, pillar_rollup="simple", fiscal_year_start=4
    )
    assert settings_of({"settings": write(STRATEGY_HUB)}) == STRATEGY_HUB
    assert settings_of(None) == settings_of({"settings": [1]}) == Settings()


# AT-22: bands, pace, attention


def test_bands_begin_where_they_are_said_to() -> None:
    """AT-22: by the figure that is shown, so that what reads 100% is never yellow."""
    figures = [None, -5, 0, 70.94, 70.95, 71, 99.94, 99.97, 99.99999999999999, 100, 105, 105.04, 105.05, Decimal(200)]
    bands = ["none", *["poor"] * 3, *["fair"] * 3, *["good"] * 5, *["excellent"] * 2]

    assert [standing.band(figure) for figure in figures] == bands


def test_pace_suggests_a_status() -> None:
    """AT-22."""
    value_only = read({"current_value": 30, "target_value": 100, "start_month": "2026-01", "end_month": "2026-12"})
    year = (date(2026, 1, 1), date(2026, 12, 31))

    assert standing.expected(read(WORKED), TODAY) == 100
    assert shown(standing.expected(value_only, TODAY)) == 28.8  # 105 of 365 days
    assert standing.expected(read({"target_value": 1}), TODAY, within=year) == standing.expected(value_only, TODAY)
    assert standing.expected(value_only, date(2025, 1, 1)) == 0
    assert standing.pace(50, 0) is None
    paces = [standing.pace(progress, 100) for progress in (None, 95, 94.9, 75, 74.9)]
    assert [standing.suggested(pace) for pace in paces] == [None, "on_track", "at_risk", "at_risk", "off_track"]


def test_what_asks_for_attention_says_why() -> None:
    """AT-31."""
    kr, objective = kinds.KEY_RESULTS, kinds.OBJECTIVES
    stands = {
        standing.Stand(objective, "at_risk", "2026-04-14", progress=50): ["at_risk", "overdue"],
        standing.Stand(objective, "delayed", "2026-04-15", progress=50): ["delayed"],
        standing.Stand(objective, "completed", "2020-01-01"): [],
        standing.Stand(objective, "in_progress", progress=50, expected=100): ["pace"],
        standing.Stand(objective, "at_risk", progress=50, expected=100): ["at_risk"],
        standing.Stand(objective): [],
        standing.Stand(kr, stale="2026-04-15", progress=80): ["stale"],
        standing.Stand(kr, stale="2026-04-16", progress=80): [],
        standing.Stand(kr, stale="2026-04-16"): ["no_data"],
        standing.Stand(kr, stale="2027-01-01"): [],
    }

    assert {stand: standing.reasons(stand, TODAY) for stand in stands} == stands


@pytest.mark.parametrize(
    ("doc", "day"),
    [
        ({**WORKED}, "2026-04-30"),  # March is the last month with a value
        ({**WORKED, "end_month": "2026-03"}, None),
        ({**WORKED, "status": "completed"}, None),
        ({"frequency": "quarterly", "monthly_actual": {"2026-01": 1}}, "2026-04-30"),
        ({"start_month": "2026-04"}, "2026-04-30"),
        ({"monthly_targets": {"2026-02": 5}}, "2026-03-02"),
        ({"created_at": "2026-03-01T10:00:00Z"}, "2026-03-31"),
        ({}, "2026-05-01"),
    ],
)
def test_a_value_is_missed_thirty_days_after_the_last_period_that_has_one(doc: dict[str, Any], day: str | None) -> None:
    assert stale_from(read(doc), doc, "2026-04-01T00:00:00Z") == day


# AT-15 and AT-23: targets of months, and what follows from them


def test_a_target_is_spread_to_the_last_cent_or_stands_in_every_period() -> None:
    """AT-15."""
    frame = {"frequency": "quarterly", "start_month": "2026-01", "end_month": "2026-12"}

    assert spread({**frame, "target_value": 100}) == dict.fromkeys(["2026-01", "2026-04", "2026-07", "2026-10"], 25)
    assert spread({**frame, "frequency": "semesterly", "yearly_target": Decimal("0.01")}) == {
        "2026-01": Decimal("0.01"),
        "2026-07": 0,
    }
    assert spread({**frame, "end_month": "2027-03", "aggregation_type": "sum", "yearly_target": 8}) == {
        **dict.fromkeys(["2026-01", "2026-04", "2026-07", "2026-10"], 2),
        "2027-01": 8,
    }
    assert spread({**frame, "frequency": "yearly", "aggregation_type": "average", "target_value": 7}) == {"2026-01": 7}
    incomplete = [{"frequency": None}, {"start_month": None}, {"end_month": "2025-01"}, {"target_value": None}]
    assert [spread({**frame, "target_value": 1, **missing}) for missing in incomplete] == [None] * 4


@given(st.decimals(-(10**9), 10**9, places=3), st.integers(0, 59), st.sampled_from(["monthly", "quarterly"]))
@settings(max_examples=100)
def test_what_is_spread_comes_to_the_target(target: Decimal, length: int, frequency: str) -> None:
    first = 2026 * 12
    doc = {"start_month": write_month(first), "end_month": write_month(first + length), "target_value": target}

    made = spread({**doc, "frequency": frequency})

    assert made is not None
    assert sum(made.values(), Decimal(0)) == target
    assert max(made.values()) - min(made.values()) <= Decimal("0.01")
    assert faults({**doc, "frequency": frequency, "monthly_targets": made}) == []


def test_months_that_make_no_sense_are_named() -> None:
    """AT-15."""
    doc = {
        "frequency": "quarterly",
        "start_month": "2026-04",
        "end_month": "2026-12",
        "monthly_targets": {"2026-04": 1, "2026-05": 1, "2026-13": 1, "2026-01": 1, "2027-01": 1, "2026-07": "x"},
        "monthly_actual": [1],
    }

    assert [(fault.field, fault.message) for fault in faults(doc)] == [
        ("monthly_targets.2026-05", "'2026-05' is not the first month of a period"),
        ("monthly_targets.2026-13", "'2026-13' is not a month"),
        ("monthly_targets.2026-01", "'2026-01' is outside 2026-04 to 2026-12"),
        ("monthly_targets.2027-01", "'2027-01' is outside 2026-04 to 2026-12"),
        ("monthly_targets.2026-07", "'x' is not a number"),
        ("monthly_actual", "monthly_actual is not an object of months"),
    ]
    frame = {"frequency": "weekly", "start_month": "2026-4", "end_month": "2026-13"}
    assert [fault.message for fault in faults(frame)] == [
        "'weekly' is not a frequency",
        "'2026-4' is not a month",
        "'2026-13' is not a month",
    ]
    assert [fault.field for fault in faults({"start_month": "2026-05", "end_month": "2026-04"})] == ["end_month"]


def test_a_row_keeps_the_figures_that_follow_from_its_months() -> None:
    """AT-23."""
    third = Decimal("66.67")
    empty = {f"q{quarter}_{what}": None for quarter in (2, 3, 4) for what in ("actual", "percentage")}

    assert derived(WORKED, TODAY) == {
        "current_value": 200,
        **{"current_month_target": 100, "current_month_actual": None, "monthly_percentage": None},
        **{"ytd_target": 300, "ytd_actual": 200, "ytd_percentage": third},
        **{"q1_target": 300, "q1_actual": 200, "q1_percentage": third},
        **{"q2_target": 300, "q3_target": 300, "q4_target": 300},
        **empty,
        **{"yearly_actual": 200, "yearly_percentage": Decimal("16.67")},
    }
    assert derived({**WORKED, "comparison_type": "period"}, TODAY)["current_value"] == 0
    assert derived({"current_value": Decimal("7.5"), "target_value": 10}, TODAY)["current_value"] == Decimal("7.5")


def test_the_periods_of_a_key_result_are_told_from_first_to_last() -> None:
    doc = {
        "frequency": "semesterly",
        "monthly_targets": {"2026-01": 4, "2026-07": 8},
        "monthly_actual": {"2026-01": 3},
        "end_month": "2026-12",
    }
    kr = read(doc)

    found = [(point.month, point.target, point.actual, point.is_expected, point.percent) for point in points(kr, TODAY)]

    assert found == [("2026-01", 4, 3, True, 75), ("2026-07", 8, None, False, None)]
    assert [next_period(kr, day) for day in (TODAY, date(2026, 8, 1), date(2028, 3, 1))] == [
        "2026-01",
        "2026-07",
        "2026-07",
    ]
