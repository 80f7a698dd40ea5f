"""Numbers as people write them: `300`, `1.234,5`, `1,234.5`, `10%`, `R$ 3 mil`. What could be two is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from aule.contracts.text import fold
from aule.models.vocabulary import MONTHS, NUMBERS

LONGEST = 2_000
"""Characters in which a number is looked for: a long text is a value, not a command."""
_TIMES = {
    "mil": 10**3, "k": 10**3, "thousand": 10**3,
    "mi": 10**6, "milhao": 10**6, "milhoes": 10**6, "million": 10**6, "millions": 10**6, "mn": 10**6,
    "bi": 10**9, "bilhao": 10**9, "bilhoes": 10**9, "billion": 10**9, "billions": 10**9,
}  # fmt: skip
_NUMBER = re.compile(
    r"(?<![\w.,/-])(?P<sign>[+-]|−)?\s?(?:(?:r|us)?\$|€|£)?\s?(?P<sign2>-)?"
    r"(?P<digits>\d{1,3}(?:[. ]\d{3})+(?:,\d{1,9})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,9})?|\d{1,15}(?:[.,]\d{1,9})?)"
    rf"(?![\w/]*[/-]\w)(?:\s?%|\s?(?P<times>{'|'.join(sorted(_TIMES, key=len, reverse=True))})\b)?(?!\w|[.,]\d|-\w)"
)
_QUOTED = re.compile(r"[\"“”«»][^\"“”«»]+[\"“”«»]|(?<!\w)['‘][^'‘’]+['’](?!\w)|`[^`]+`")
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DATES = re.compile(
    r"\b\d{4}-\d{1,2}(?:-\d{1,2})?\b|\b\d{1,2}/(?:\d{1,2}/)?(?:\d{4}|\d{2})\b|\b\d{1,2}/\d{1,2}\b"
    rf"|\b(?:\d{{1,2}}(?:st|nd|rd|th|o)? (?:de |of )?)?(?:{_MONTH})\b"
    r"(?: \d{1,2}(?:st|nd|rd|th)\b)?(?:,? (?:de )?(?:19|20)\d\d\b)?"
)


def number(text: str, markers: Sequence[str] = (), *, comma: bool = True) -> int | float | None:
    """The one number in a text, or the first behind a marker word; `comma` says that `1,5` is one and a half."""
    bare = _DATES.sub(" ", fold(_QUOTED.sub(" ", text[:LONGEST])))
    for marker in sorted(markers, key=len, reverse=True):
        place = re.search(rf"(?<!\w){re.escape(fold(marker))}(?!\w)\W{{0,3}}?", bare)
        if place is not None and (behind := _NUMBER.search(bare, place.end())) is not None:
            return _value(behind, comma)
    found = {_value(each, comma) for each in _NUMBER.finditer(bare)}
    if not found:
        said = re.findall(r"[a-z]+", bare)
        found = set[int | float]() if any(word in _TIMES for word in said) else _in_words(said)
    return found.pop() if len(found) == 1 else None


def _in_words(said: Sequence[str]) -> set[int | float]:
    # `um` and `one` are articles as often as numbers: they count only when nothing else does.
    known = [word for word in said if word in NUMBERS]
    strong = [word for word in known if word not in ("um", "uma", "one")]
    return {NUMBERS[word] for word in strong or known}


def _value(match: re.Match[str], comma: bool) -> int | float:
    digits = Decimal(_plain(match["digits"].replace(" ", ""), comma)) * _TIMES.get(match["times"] or "", 1)
    value = -digits if match["sign"] in ("-", "−") or match["sign2"] else digits
    return int(value) if value == value.to_integral_value() else float(value)


def _plain(digits: str, comma: bool) -> str:
    """Digits with a point before the fraction and nothing between thousands."""
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return digits
    mark, behind = digits[last], digits[last + 1 :]
    other = "." if mark == "," else ","
    is_thousands = digits.count(mark) > 1 or (
        other not in digits and len(behind) == 3 and digits[0] != "0" and (mark == ",") is not comma
    )
    if is_thousands:
        return digits.replace(mark, "")
    return f"{digits[:last].replace(other, '').replace(mark, '')}.{behind}"
