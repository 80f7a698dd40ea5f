"""Values of fields: what each type of field takes, and what is read otherwise than it was written.

Whatever does not fit is `Wrong`, which says in English and in Portuguese what would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from aule.apps.atlas.figures.months import read_month
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.words import say
from aule.text.words import is_whole

LONGEST_TITLE = 500
LONGEST_TEXT = 20_000
MOST_DIGITS = 30
MOST_SOURCES = 20
REPLACE = "$replace"
"""The key under which a map of months replaces the whole of it (AT-S3)."""

_COLOR = re.compile(r"^#[0-9a-fA-F]{6}$")
_NUMBER = re.compile(r"^[+-]?\d{1,25}(?:[.,]\d{1,15})?$", re.ASCII)
_CLOCK = re.compile(r"^(\d{1,2})(?:[:hH](\d{2})?)(?::\d{2})?(?:min)?$", re.ASCII)
_LOCAL_DAY = re.compile(r"^(\d{2})/(\d{2})/(\d{4})$", re.ASCII)
_DAY = re.compile(r"^\d{4}-\d{2}-\d{2}$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checked:
    """A value that passed, and what was read otherwise than it was written."""

    value: Any
    read: tuple[tuple[str, Any], ...] = ()
    """What was read otherwise than it was written: how it stood there, and as what."""


class Wrong(Exception):
    """An error for a value that does not fit: the key of a message that says what would, and its values."""

    def __init__(self, key: str, *, candidates: Sequence[str] = (), **values: Any) -> None:
        super().__init__(key)
        self.key, self.values, self.candidates = key, values, list(candidates)

    def told(self, locale: str) -> str:
        """Return what would fit, in the language of a person."""
        values = {name: each.told(locale) if isinstance(each, Wrong) else each for name, each in self.values.items()}
        return say(self.key, locale, **values)


Check = Callable[[Any], Checked]


def text(longest: int) -> Check:
    """Return text of at most so many characters."""

    def check(value: Any) -> Checked:
        if not isinstance(value, str):
            raise Wrong("must_be_text")
        if len(value) > longest:
            raise Wrong("too_many_characters", count=len(value), most=longest)
        if not is_whole(value) or "\x00" in value:
            raise Wrong("half_of_a_character")
        return Checked(value)

    return check


def title(value: Any) -> Checked:
    """Return a title, which is never empty."""
    checked = text(LONGEST_TITLE)(value)
    if not value.strip():
        raise Wrong("must_not_be_empty")
    return checked


def number(least: int | None = None, most: int | None = None, *, whole: bool = False) -> Check:
    """Return a number in a range; numbers in text are read, with a comma too."""

    def check(value: Any) -> Checked:
        read: tuple[tuple[str, Any], ...] = ()
        if isinstance(value, str) and _NUMBER.match(value.strip()):
            figure = Decimal(value.strip().replace(",", "."))
            number: Any = int(figure) if figure == figure.to_integral_value() else figure
            read = ((value, exact.plain(number)),)
        else:
            number = exact.exact(value)
        if not exact.is_number(number):
            raise Wrong("must_be_a_number")
        if len(str(abs(number))) > MOST_DIGITS:
            raise Wrong("too_many_digits")
        if whole and number != int(number):
            raise Wrong("must_be_a_whole_number")
        if (least is not None and number < least) or (most is not None and number > most):
            raise _outside(least, most, exact.plain(number))
        return Checked(int(number) if whole else number, read)

    return check


def _outside(least: int | None, most: int | None, got: Any) -> Wrong:
    if least is not None and most is not None:
        return Wrong("must_be_between", least=least, most=most, got=got)
    if most is None:
        return Wrong("must_be_at_least", least=least, got=got)
    return Wrong("must_be_at_most", most=most, got=got)


def choice(*words: str, also: tuple[str, ...] = ()) -> Check:
    """Return one of some words; others are accepted and kept, but not offered."""

    def check(value: Any) -> Checked:
        if isinstance(value, str) and value in (*words, *also):
            return Checked(value)
        near = get_close_matches(value.lower(), [*words, *also], n=3, cutoff=0.4) if isinstance(value, str) else []
        raise Wrong("must_be_one_of", candidates=near or words[:5], words=", ".join(words))

    return check


def day(value: Any) -> Checked:
    """Return a day; `31/12/2026` is read as `2026-12-31`."""
    if isinstance(value, str):
        local = _LOCAL_DAY.match(value.strip())
        text = f"{local[3]}-{local[2]}-{local[1]}" if local else value.strip()
        if _DAY.match(text):
            try:
                date.fromisoformat(text)
            except ValueError:
                raise Wrong("no_day_of_the_calendar", value=value) from None
            return Checked(text, ((value, text),) if text != value else ())
    raise Wrong("must_be_a_day")


def month(value: Any) -> Checked:
    """Return a month, `2026-05`."""
    if read_month(value) is None:
        raise Wrong("must_be_a_month")
    return Checked(value)


def color(value: Any) -> Checked:
    """Return a colour, `#3B82F6`."""
    if not isinstance(value, str) or not _COLOR.match(value):
        raise Wrong("must_be_a_colour")
    return Checked(value)


def months(value: Any) -> Checked:
    """Return months with their values; null removes one, `$replace` replaces all."""
    if not exact.is_object(value):
        raise Wrong("must_be_months")
    if REPLACE in value:
        if len(value) > 1:
            raise Wrong("other_keys_beside", name=REPLACE)
        return Checked({REPLACE: months(value[REPLACE]).value})
    checked: dict[str, Any] = {}
    read: list[tuple[str, Any]] = []
    for month, each in value.items():
        if read_month(month) is None:
            raise Wrong("key_is_no_month", month=month)
        if each is None:
            checked[month] = None
            continue
        try:
            passed = number()(each)
        except Wrong as wrong:
            raise Wrong("wrong_at_month", month=month, wrong=wrong) from None
        checked[month] = passed.value
        read += passed.read
    return Checked(checked, tuple(read))


def lines(value: Any) -> Checked:
    """Return text; a list of texts becomes one with a line for each."""
    if not exact.is_list(value):
        return text(LONGEST_TEXT)(value)
    joined = "\n".join(texts(value).value)
    return Checked(text(LONGEST_TEXT)(joined).value, ((exact.write(value), joined),))


def clock(value: Any) -> Checked:
    """Return a time of day, `14:30`; `14h30` and `14:30:00` are read too."""
    match = _CLOCK.match(value.strip()) if isinstance(value, str) else None
    if match is None or int(match[1]) > 23 or int(match[2] or 0) > 59:
        raise Wrong("must_be_a_time")
    kept = f"{int(match[1]):02d}:{int(match[2] or 0):02d}"
    return Checked(kept, ((value, kept),) if kept != value else ())


def flag(value: Any) -> Checked:
    """Return yes or no, as true or false."""
    if not isinstance(value, bool):
        raise Wrong("must_be_true_or_false")
    return Checked(value)


def sources(value: Any) -> Checked:
    """Return passages of documents that something comes from: which document, and what stands there."""
    if not exact.is_list(value) or len(value) > MOST_SOURCES:
        raise Wrong("must_be_sources", most=MOST_SOURCES)
    return Checked([_source(each) for each in value])


def _source(value: Any) -> dict[str, Any]:
    """Return one passage; what else stands beside it is kept as it is."""
    if not exact.is_object(value) or not all(isinstance(value.get(name), str) for name in ("document", "passage")):
        raise Wrong("must_be_sources", most=MOST_SOURCES)
    if not value["document"].strip() or len(exact.write(value)) > LONGEST_TEXT:
        raise Wrong("must_be_sources", most=MOST_SOURCES)
    path = value.get("path")
    if path is not None and not (isinstance(path, str) and path.startswith("/") and not path.startswith("//")):
        raise Wrong("must_be_sources", most=MOST_SOURCES)  # a link of another site would be shown as one of ours
    return dict(value)


def texts(value: Any) -> Checked:
    """Return a list of texts."""
    if not exact.is_list(value) or not all(isinstance(each, str) for each in value) or len(value) > 100:
        raise Wrong("must_be_texts")
    return Checked([text(LONGEST_TEXT)(each).value for each in value])
