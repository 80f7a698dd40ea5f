"""Times of day as people say them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.understanding.values.hours import find_hours

WORDS = {
    "pt": ["uma", "duas", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze"],
    "en": ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
}


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
    assert [(each.text, each.other) for each in find_hours("reunião às 3")] == [("15:00", "03:00")]


@given(st.integers(1, 11))
def test_a_bare_hour_is_of_the_afternoon_until_six_and_of_the_morning_from_seven(hour: int) -> None:
    """The same in both languages, and told as doubtful with the other reading."""
    expected = [((f"{hour + 12}:00", f"{hour:02d}:00") if hour <= 6 else (f"{hour:02d}:00", f"{hour + 12}:00"))]
    assert [(each.text, each.other) for each in find_hours(f"aula às {hour}")] == expected
    assert [(each.text, each.other) for each in find_hours(f"class at {hour}")] == expected


@given(st.integers(1, 11), st.integers(0, 59))
def test_minutes_in_digits_are_as_written_and_may_be_of_the_evening(hour: int, minute: int) -> None:
    """`às 6:30` is in the morning, and its reading is told: nobody said which part of the day it is."""
    expected = [(f"{hour:02d}:{minute:02d}", f"{hour + 12}:{minute:02d}")]
    assert [(each.text, each.other) for each in find_hours(f"aula às {hour}:{minute:02d}")] == expected
    assert [(each.text, each.other) for each in find_hours(f"class at {hour}:{minute:02d}")] == expected


@given(st.integers(1, 11), st.sampled_from([("manhã", "morning", 0), ("tarde", "afternoon", 12)]))
def test_a_part_of_the_day_tells_which_hour_is_meant(hour: int, part: tuple[str, str, int]) -> None:
    portuguese, english, later = part
    word, other = WORDS["pt"][hour - 1], WORDS["en"][hour - 1]
    at = datetime(2026, 3, 18, hour + later, tzinfo=UTC)

    def clock(minutes: int) -> list[str]:
        return [f"{at + timedelta(minutes=minutes):%H:%M}"]

    said = {
        f"às {word} da {portuguese}": 0, f"às {hour} da {portuguese}": 0, f"at {hour} in the {english}": 0,
        f"às {word} e meia da {portuguese}": 30, f"half past {other} in the {english}": 30,
        f"às {word} e quinze da {portuguese}": 15, f"a quarter past {other} in the {english}": 15,
        f"quinze para as {word} da {portuguese}": -15, f"quarter to {other} in the {english}": -15,
        f"dez pras {word} da {portuguese}": -10, f"at ten to {other} in the {english}": -10,
    }  # fmt: skip
    expected = {text: clock(minutes) for text, minutes in said.items() if not (hour == 1 and minutes < 0)}
    assert {text: [each.text for each in find_hours(text)] for text in expected} == expected


@given(st.integers(1, 10), st.integers(1, 11))
def test_the_first_of_two_hours_is_in_the_part_of_the_day_of_the_second(first: int, length: int) -> None:
    last = min(first + length, 11)
    expected = [f"{first + 12}:00", f"{last + 12}:00"]
    assert [each.text for each in find_hours(f"das {first} às {last} da noite")] == expected
    assert [each.text for each in find_hours(f"between {first} and {last}pm")] == expected


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
