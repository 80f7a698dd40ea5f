"""Days, hours, numbers and rhythms inside sentences, as people say them: what each of them means on one day."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from aule.understanding.alignment import align
from aule.understanding.sentence import Wording
from aule.understanding.values.days import Sentence, span
from aule.understanding.values.hours import find_hours
from aule.understanding.values.numerals import find_figures
from aule.understanding.values.rhythms import find_rhythm
from aule.understanding.values.terms import term_of

TODAY = date(2026, 3, 18)
"""A Wednesday."""
Said = tuple[str, str, str, str]
"""A kind of value, a language, a sentence, what it means."""


def read_sentences() -> list[Said]:
    """All sentences of the file, each with its kind, its language and its meaning."""
    book = tomllib.loads((Path(__file__).parent / "said_values.toml").read_text("utf-8"))
    return [
        (kind, language, said, meaning)
        for kind, languages in book.items()
        for language, pairs in languages.items()
        for said, meaning in pairs
    ]


def days_of(said: str, language: str) -> str:
    """The days of a sentence, as ISO text."""
    return span(Sentence(said, TODAY, day_first=language == "pt")) or ""


def hours_of(said: str, _language: str) -> str:
    """The times of day of a sentence."""
    return " ".join(each.text for each in find_hours(said))


def number_of(said: str, language: str) -> str:
    """The one number of a sentence with its unit, and whether it is a change; an article is none."""
    figures = [each for each in find_figures(said, comma=language == "pt") if each.unit or not each.is_article]
    return " + ".join(
        " ".join([f"{round(each.number, 4)}", *([each.unit] if each.unit else []), *(["change"] * each.is_change)])
        for each in figures
    )


def rhythm_of(said: str, _language: str) -> str:
    """The rhythm of a sentence: a cron pattern, or every so many minutes."""
    found = find_rhythm(align(said), find_hours(said))
    if found is None:
        return ""
    return found.cron or (f"every {found.minutes}" if found.minutes else "no pattern")


def term_of_sentence(said: str, _language: str) -> str:
    """The span of a school or company that a sentence names."""
    found = term_of(Wording(said), TODAY)
    return "" if found is None else found.value


READ: dict[str, Callable[[str, str], str]] = {
    "days": days_of,
    "hours": hours_of,
    "numbers": number_of,
    "rhythms": rhythm_of,
    "terms": term_of_sentence,
}


@pytest.mark.parametrize(("kind", "language", "said", "meaning"), read_sentences())
def test_a_sentence_means_this(kind: str, language: str, said: str, meaning: str) -> None:
    assert READ[kind](said, language) == meaning
