"""LT-21: etapas are told one after another, in order, also where reads ran side by side."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aule.apps.school.wire.order import InOrder, Phase
from aule.contracts.model import JsonObject

Happening = tuple[tuple[int, int], Phase]


def told_of(happened: list[Happening]) -> list[tuple[int, int, str]]:
    """What is told after each thing that happened, all together."""
    order, found = InOrder(), list[JsonObject]()
    for unit, phase in happened:
        is_whole_of_many = unit[1] == 0 and unit[0] == 3
        told = None if is_whole_of_many else {"etapa": unit[0], "iteracao": unit[1], "fase": phase}
        found += order.take(unit, phase, told)
    return [(each["etapa"], each["iteracao"], each["fase"]) for each in found]


def test_two_reads_side_by_side_are_told_one_after_the_other() -> None:
    """LT-21: the second ended first, and is told when the first has ended."""
    happened: list[Happening] = [((1, 0), "begins"), ((2, 0), "begins"), ((2, 0), "ends"), ((1, 0), "ends")]
    assert told_of(happened) == [(1, 0, "begins"), (1, 0, "ends"), (2, 0, "begins"), (2, 0, "ends")]


def test_repetitions_are_told_in_order_and_nothing_comes_between_them() -> None:
    """LT-21: an etapa of three, of which the last was the quickest, beside another that needs nothing of it."""
    happened: list[Happening] = [((3, 0), "begins"), ((3, 1), "begins"), ((3, 3), "begins"), ((4, 0), "begins")]
    happened += [((3, 3), "ends"), ((4, 0), "ends"), ((3, 1), "ends"), ((3, 2), "begins"), ((3, 2), "ends")]
    told = told_of([*happened, ((3, 0), "ends")])
    assert [each for each in told if each[0] == 4] == told[-2:]
    assert told[:2] == [(3, 1, "begins"), (3, 1, "ends")]
    assert len(told) == 8


def test_who_waits_for_a_person_holds_nobody_back() -> None:
    """LT-21: the others are told meanwhile."""
    happened: list[Happening] = [((1, 0), "begins"), ((2, 0), "begins"), ((1, 0), "waits"), ((2, 0), "ends")]
    assert told_of(happened)[-1] == (2, 0, "ends")


@given(st.lists(st.integers(min_value=4, max_value=8), max_size=40))
def test_whatever_runs_beside_what_each_is_told_whole_and_once(turns: list[int]) -> None:
    """LT-21: no etapa is told in the middle of another, and none is lost."""
    went: dict[int, list[Phase]] = {}
    happened: list[Happening] = []
    for place in (*turns, *(n for n in range(4, 9) for _ in range(2))):
        phases = went.setdefault(place, [])
        if len(phases) < 2:
            phases.append("ends" if phases else "begins")
            happened.append(((place, 0), phases[-1]))
    told = told_of(happened)
    assert sorted(told) == sorted((unit, part, phase) for (unit, part), phase in happened)
    assert all(told[at][0] == told[at + 1][0] for at in range(0, len(told), 2))
