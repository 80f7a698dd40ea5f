"""Numbers and dates of spreadsheets as people see them there, by the format of their cell."""

from __future__ import annotations

import datetime
import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

_CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-([0-9A-Fa-f]+))?\]")
_BRACKETS = re.compile(r"\[[^\]]*\]")
_PADDING = re.compile(r"_.|\*.")
_LITERAL = re.compile(r'"([^"]*)"|\\(.)')
_NUMBER = re.compile(r"(?P<whole>[#0?,]*[#0?])(?:\.(?P<part>[0#?]+))?")
_PLACES = re.compile(r"yyyy|yy|mm|m|dd|d|hh|h|ss|s|[-/. :]")
_COMMA_PLACES = frozenset({"416", "816", "40a", "c0a", "407", "40c", "410", "413"})
"""Places that write a comma before decimals: Brazil, Portugal, Spain, Germany, France, Italy, the Netherlands."""
_COMMA_SIGNS = ("R$",)
LONGEST = 200


def shown_number(value: float, form: str | None) -> str | None:
    """Return a number as its format shows it; None where the format says nothing, or more than is known here."""
    if not form or form in ("General", "@") or len(form) > LONGEST or value in (float("inf"), float("-inf")):
        return None
    sections = _sections(form)
    is_negative_shown = len(sections) > 1 and value < 0
    section = sections[1] if is_negative_shown else sections[0]
    has_comma = any(found[2] and found[2].lower().lstrip("0") in _COMMA_PLACES for found in _CURRENCY.finditer(section))
    section = _BRACKETS.sub("", _CURRENCY.sub(lambda found: f'"{found[1]}"', section))
    before, number, after = _around(_PADDING.sub("", section))
    if number is None:
        return None
    text = _written(value, number, is_percent="%" in after, has_comma=has_comma or before.strip() in _COMMA_SIGNS)
    if text is None:
        return None
    sign = "-" if value < 0 and not is_negative_shown and any(digit in text for digit in "123456789") else ""
    return f"{sign}{before}{text}{after}".strip()


def shown_moment(value: datetime.datetime, form: str | None) -> str | None:
    """Return a date as its format shows it; None where its order depends on whose computer it is."""
    plain = _BRACKETS.sub("", form or "").partition(";")[0].replace("\\", "").replace('"', "").strip().lower()
    if not plain or len(plain) > LONGEST:
        return None
    if plain.startswith("mm-dd-yy") or "mmm" in plain or "ddd" in plain:  # the short date of whoever looks, and names
        return None
    pieces = _PLACES.findall(plain)
    if "".join(pieces) != plain or not {"d", "dd", "yy", "yyyy"} & set(pieces):
        return None
    text = ""
    is_time = False
    for piece in pieces:
        is_time = is_time or piece in ("h", "hh")
        text += _moment(value, piece, is_time=is_time)
    return text


def _sections(form: str) -> list[str]:
    """Return the parts of a format, for positive and negative numbers; a semicolon between quotes parts nothing."""
    parts, is_quoted = [""], False
    for letter in form:
        is_quoted ^= letter == '"'
        if letter == ";" and not is_quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _around(section: str) -> tuple[str, re.Match[str] | None, str]:
    """Return what stands before the digits of a format, the digits, and what stands behind them."""
    hidden: list[str] = []

    def hide(found: re.Match[str]) -> str:
        hidden.append(found[1] if found[1] is not None else found[2])
        return "\0"

    masked = _LITERAL.sub(hide, section)
    number = _NUMBER.search(masked)
    if number is None:
        return "", None, ""
    before, after = masked[: number.start()], masked[number.end() :]
    if re.search(r"[^\0\s%$€£¥()+-]", before + after):  # fractions, powers, thousands, words of time
        return "", None, ""
    literals = iter(hidden)
    filled = [re.sub("\0", lambda _: next(literals), part) for part in (before, after)]
    return filled[0], number, filled[1]


def _written(value: float, number: re.Match[str], *, is_percent: bool, has_comma: bool) -> str | None:
    part = number["part"] or ""
    try:
        exact = abs(Decimal(str(value))) * (100 if is_percent else 1)
        rounded = exact.quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP)
    except InvalidOperation:  # more digits than anybody shows
        return None
    text = f"{rounded:,f}" if "," in number["whole"] else f"{rounded:f}"
    whole, _, decimals = text.partition(".")
    least = len(part.rstrip("#?"))
    while len(decimals) > least and decimals.endswith("0"):
        decimals = decimals[:-1]
    width = number["whole"].count("0")
    whole = whole.zfill(width) if "," not in number["whole"] else whole
    if has_comma:
        return f"{whole.replace(',', '.')}{',' if decimals else ''}{decimals}"
    return f"{whole}{'.' if decimals else ''}{decimals}"


def _moment(value: datetime.datetime, piece: str, *, is_time: bool) -> str:
    match piece:
        case "yyyy":
            return f"{value.year:04}"
        case "yy":
            return f"{value.year % 100:02}"
        case "mm" | "m":
            return f"{value.minute if is_time else value.month:0{len(piece)}}"
        case "dd" | "d":
            return f"{value.day:0{len(piece)}}"
        case "hh" | "h":
            return f"{value.hour:0{len(piece)}}"
        case "ss" | "s":
            return f"{value.second:0{len(piece)}}"
        case _:
            return piece
