"""Times of day as people say them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.understanding.values.hours import find_hours


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("às 8 da manhã", ["08:00"]),
        ("às 8 da noite", ["20:00"]),
        ("uma da tarde", ["13:00"]),
        ("às sete e meia da noite", ["19:30"]),
        ("amanhã às 14h30", ["14:30"]),
        ("das 8h às 10h", ["08:00", "10:00"]),
        ("8:15", ["08:15"]),
        ("meio-dia e meia", ["12:30"]),
        ("à meia-noite", ["00:00"]),
        ("at 7 pm", ["19:00"]),
        ("12 am", ["00:00"]),
        ("half past seven", ["07:30"]),
        ("quarter to eight", ["07:45"]),
        ("quinze para as três", ["14:45"]),
        ("13:30-15:10", ["13:30", "15:10"]),
        ("das 14 às 16", ["14:00", "16:00"]),
        ("de 14h a 15h30", ["14:00", "15:30"]),
        ("2h de duração", []),
        ("as 8 questões", []),
        ("uma aula de 2h", []),
        ("em 8 horas", []),
        ("25h", []),
        ("nota 8", []),
        ("10 % da turma", []),
    ],
)
def test_a_sentence_names_these_hours(text: str, hours: list[str]) -> None:
    assert [each.text for each in find_hours(text)] == hours


def test_an_hour_without_morning_or_afternoon_is_doubtful_and_taken_as_people_mean_it() -> None:
    assert [(each.text, each.is_doubtful) for each in find_hours("reunião às 3")] == [("15:00", True)]
    assert [(each.text, each.is_doubtful) for each in find_hours("reunião às 9")] == [("09:00", True)]
    assert [(each.text, each.is_doubtful) for each in find_hours("reunião às 15h")] == [("15:00", False)]


@given(st.integers(0, 23), st.integers(0, 59))
def test_a_time_of_the_day_is_read_as_it_is_written(hour: int, minute: int) -> None:
    expected = [f"{hour:02d}:{minute:02d}"]
    assert [each.text for each in find_hours(f"aula às {hour:02d}:{minute:02d}")] == expected
    assert [each.text for each in find_hours(f"aula às {hour}h{minute:02d}")] == expected
    twelve, part = (hour - 1) % 12 + 1, "am" if hour < 12 else "pm"
    assert [each.text for each in find_hours(f"class at {twelve}:{minute:02d} {part}")] == expected


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    for found in find_hours(text):
        assert 0 <= found.hour < 24
        assert 0 <= found.minute < 60
