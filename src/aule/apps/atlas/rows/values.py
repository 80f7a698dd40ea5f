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
from aule.text.words import is_whole

LONGEST_TITLE = 500
LONGEST_TEXT = 20_000
MOST_DIGITS = 30
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
    """A value that does not fit; says in English and in Portuguese what would."""

    def __init__(self, en: str, pt: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(en)
        self.en, self.pt, self.candidates = en, pt, list(candidates)


Check = Callable[[Any], Checked]


def text(longest: int) -> Check:
    """Text of at most so many characters."""

    def check(value: Any) -> Checked:
        if not isinstance(value, str):
            raise Wrong("must be text", "deve ser texto")
        if len(value) > longest:
            raise Wrong(
                f"has {len(value)} characters; {longest} are the most",
                f"tem {len(value)} caracteres; o máximo é {longest}",
            )
        if not is_whole(value) or "\x00" in value:
            raise Wrong("contains half of a character", "contém meio caractere")
        return Checked(value)

    return check


def title(value: Any) -> Checked:
    """A title, which is never empty."""
    checked = text(LONGEST_TITLE)(value)
    if not value.strip():
        raise Wrong("must not be empty", "não pode ficar vazio")
    return checked


def number(least: int | None = None, most: int | None = None, *, whole: bool = False) -> Check:
    """A number in a range; numbers in text are read, with a comma too."""

    def check(value: Any) -> Checked:
        read: tuple[tuple[str, Any], ...] = ()
        if isinstance(value, str) and _NUMBER.match(value.strip()):
            figure = Decimal(value.strip().replace(",", "."))
            number: Any = int(figure) if figure == figure.to_integral_value() else figure
            read = ((value, exact.plain(number)),)
        else:
            number = exact.exact(value)
        if not exact.is_number(number):
            raise Wrong("must be a number", "deve ser um número")
        if len(str(abs(number))) > MOST_DIGITS:
            raise Wrong("has too many digits", "tem dígitos demais")
        if whole and number != int(number):
            raise Wrong("must be a whole number", "deve ser um número inteiro")
        if (least is not None and number < least) or (most is not None and number > most):
            raise _outside(least, most, exact.plain(number))
        return Checked(int(number) if whole else number, read)

    return check


def _outside(least: int | None, most: int | None, got: Any) -> Wrong:
    if least is not None and most is not None:
        return Wrong(f"must be from {least} to {most}; got {got}", f"deve ser de {least} a {most}; veio {got}")
    if most is None:
        return Wrong(f"must be at least {least}; got {got}", f"deve ser no mínimo {least}; veio {got}")
    return Wrong(f"must be at most {most}; got {got}", f"deve ser no máximo {most}; veio {got}")


def choice(*words: str, also: tuple[str, ...] = ()) -> Check:
    """One of some words; others are accepted and kept, but not offered."""

    def check(value: Any) -> Checked:
        if isinstance(value, str) and value in (*words, *also):
            return Checked(value)
        near = get_close_matches(value.lower(), [*words, *also], n=3, cutoff=0.4) if isinstance(value, str) else []
        raise Wrong(f"must be one of {', '.join(words)}", f"deve ser um de {', '.join(words)}", near or words[:5])

    return check


def day(value: Any) -> Checked:
    """A day; `31/12/2026` is read as `2026-12-31`."""
    if isinstance(value, str):
        local = _LOCAL_DAY.match(value.strip())
        text = f"{local[3]}-{local[2]}-{local[1]}" if local else value.strip()
        if _DAY.match(text):
            try:
                date.fromisoformat(text)
            except ValueError:
                raise Wrong(f"is no day of the calendar: {value!r}", f"não é um dia do calendário: {value!r}") from None
            return Checked(text, ((value, text),) if text != value else ())
    raise Wrong("must be a day, as `2026-12-31`", "deve ser um dia, como `2026-12-31`")


def month(value: Any) -> Checked:
    """A month, `2026-05`."""
    if read_month(value) is None:
        raise Wrong("must be a month, as `2026-05`", "deve ser um mês, como `2026-05`")
    return Checked(value)


def color(value: Any) -> Checked:
    """A colour, `#3B82F6`."""
    if not isinstance(value, str) or not _COLOR.match(value):
        raise Wrong("must be a colour, as `#3B82F6`", "deve ser uma cor, como `#3B82F6`")
    return Checked(value)


def months(value: Any) -> Checked:
    """Months with their values; null removes one, `$replace` replaces all."""
    if not exact.is_object(value):
        raise Wrong(
            'must be months with their values, as {"2026-05": 10}',
            'deve ser meses com seus valores, como {"2026-05": 10}',
        )
    if REPLACE in value:
        if len(value) > 1:
            raise Wrong(f"has other keys beside {REPLACE}", f"tem outras chaves além de {REPLACE}")
        return Checked({REPLACE: months(value[REPLACE]).value})
    checked: dict[str, Any] = {}
    read: list[tuple[str, Any]] = []
    for month, each in value.items():
        if read_month(month) is None:
            raise Wrong(f"has the key {month!r}, which is no month", f"tem a chave {month!r}, que não é um mês")
        if each is None:
            checked[month] = None
            continue
        try:
            passed = number()(each)
        except Wrong as wrong:
            raise Wrong(f"at {month} {wrong.en}", f"em {month} {wrong.pt}") from None
        checked[month] = passed.value
        read += passed.read
    return Checked(checked, tuple(read))


def lines(value: Any) -> Checked:
    """Text; a list of texts becomes one with a line for each."""
    if not exact.is_list(value):
        return text(LONGEST_TEXT)(value)
    joined = "\n".join(texts(value).value)
    return Checked(text(LONGEST_TEXT)(joined).value, ((exact.write(value), joined),))


def clock(value: Any) -> Checked:
    """A time of day, `14:30`; `14h30` and `14:30:00` are read too."""
    match = _CLOCK.match(value.strip()) if isinstance(value, str) else None
    if match is None or int(match[1]) > 23 or int(match[2] or 0) > 59:
        raise Wrong("must be a time of day, as `14:30`", "deve ser uma hora do dia, como `14:30`")
    kept = f"{int(match[1]):02d}:{int(match[2] or 0):02d}"
    return Checked(kept, ((value, kept),) if kept != value else ())


def flag(value: Any) -> Checked:
    """Yes or no, as true or false."""
    if not isinstance(value, bool):
        raise Wrong("must be true or false", "deve ser true ou false")
    return Checked(value)


def texts(value: Any) -> Checked:
    """A list of texts."""
    if not exact.is_list(value) or not all(isinstance(each, str) for each in value) or len(value) > 100:
        raise Wrong("must be a list of texts", "deve ser uma lista de textos")
    return Checked([text(LONGEST_TEXT)(each).value for each in value])
