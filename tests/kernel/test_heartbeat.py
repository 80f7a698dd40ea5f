"""The heartbeat's checklist: what of a file is to be done."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.kernel.schedules.heartbeat import ask, items


@pytest.mark.parametrize(
    ("text", "open_items"),
    [
        ("", []),
        ("   \n\n\t\n", []),
        ("# Heartbeat\n\n## Each morning\n", []),
        ("<!-- look at the mail\n- and the calendar -->\n", []),
        ("<!-- never closed\n- look", []),
        ("- [ ]\n-\n*\n1.\n", []),
        ("---\n***\n", []),
        ("- [x] done\n  - with a detail\n  and a remark\n- [X] also done\n", []),
        ("- look at the mail\n- [ ] water the plants\n", ["- look at the mail", "- [ ] water the plants"]),
        ("- [x] done\n  - a detail\n- open\n  - its detail\n", ["- open", "  - its detail"]),
        ("1. first\n2) second\n", ["1. first", "2) second"]),
        ("Look at the mail.\n", ["Look at the mail."]),
        ("#hashtag is no heading\n", ["#hashtag is no heading"]),
    ],
)
def test_only_what_is_open_is_to_be_done(text: str, open_items: list[str]) -> None:
    """OS-20."""
    assert items(text) == open_items


@given(st.text(alphabet="-*# \n[]xX<!>ab1.", max_size=80))
def test_no_file_breaks_the_reader_and_every_item_stands_in_it(text: str) -> None:
    assert all(item.strip() and item in text for item in items(text))


@given(st.lists(st.text(max_size=40), min_size=1, max_size=5))
def test_no_item_can_close_the_marks_around_the_list(listed: list[str]) -> None:
    """K-16: the list is data."""
    asked = ask(listed)
    assert asked.count("</data>") == asked.count("<data from=") == 1
    assert asked.endswith("</data>")
