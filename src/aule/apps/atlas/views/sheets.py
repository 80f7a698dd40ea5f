"""Key results and check-ins as a spreadsheet has them: which columns, what they are called, and safe cells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from aule.apps.atlas.figures.months import read_month
from aule.apps.atlas.rows import exact_json as exact
from aule.text.tables import guard_cell
from aule.text.words import fold

KEY_RESULT_COLUMNS: Mapping[str, tuple[str, str]] = {
    "id": ("id", "id"),
    "pillar": ("pillar", "pilar"),
    "objective": ("objective", "objetivo"),
    "title": ("title", "título"),
    "description": ("description", "descrição"),
    "unit": ("unit", "unidade"),
    "target_direction": ("direction", "direção"),
    "aggregation_type": ("aggregation", "agregação"),
    "comparison_type": ("comparison", "comparação"),
    "frequency": ("frequency", "frequência"),
    "baseline_value": ("baseline", "base"),
    "target_value": ("target", "meta"),
    "current_value": ("current", "atual"),
    "weight": ("weight", "peso"),
    "responsible": ("responsible", "responsável"),
    "start_month": ("start", "início"),
    "end_month": ("end", "fim"),
    "due_date": ("due", "prazo"),
}
"""Fields of key results, and what their columns are called in English and Portuguese; months come behind them."""
CHECK_IN_COLUMNS: Mapping[str, tuple[str, str]] = {
    "id": ("id", "id"),
    "key_result": ("key result", "kr"),
    "title": ("title", "título"),
    "period_date": ("period", "período"),
    "value": ("value", "valor"),
    "confidence": ("confidence", "confiança"),
    "status": ("status", "situação"),
    "comments": ("comment", "comentário"),
    "blockers": ("blockers", "impedimentos"),
    "recorded_by": ("recorded by", "registrado por"),
}
NUMBERS = frozenset({"baseline_value", "target_value", "current_value", "weight", "value", "confidence"})
MONTH_WORDS: Mapping[str, tuple[str, str]] = {
    "monthly_targets": ("target", "meta"),
    "monthly_actual": ("actual", "real"),
}

_MONTH_COLUMN = re.compile(r"^(\d{4}-\d{2})(?:\s+(\w+))?$")
_ANY_MONTH = re.compile(r"^\d{4}-\d{1,2}\b")
_PLAIN_NUMBER = re.compile(r"^[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$")
_GROUPED = re.compile(r"^[+-]?\d{1,3}(?:([.,])\d{3})+(?:[.,]\d+)?$")
_LONGEST_NUMBER = 400
"""Characters of a number in a cell; more are none anybody typed."""


def month_column(header: str) -> tuple[str, str] | None:
    """Return the field and month a column is for: `2026-01 target`; a bare month is of actual values."""
    found = _MONTH_COLUMN.match(fold(header.strip()))
    if found is None or read_month(found[1]) is None:
        return None
    word = found[2] or "actual"
    for field, words in MONTH_WORDS.items():
        if word in words or (field == "monthly_actual" and word == "realizado"):
            return field, found[1]
    return None


def is_like_month(header: str) -> bool:
    """Tell whether a column looks as if it were meant for a month."""
    return _ANY_MONTH.match(header.strip()) is not None


def field_of(header: str, columns: Mapping[str, tuple[str, str]]) -> str | None:
    """Return the field a column is for, by its name or what it is called in either language."""
    wanted = fold(" ".join(header.split()))
    for field, words in columns.items():
        if wanted == field or wanted in map(fold, words):
            return field
    return None


def cell(value: Any, separator: str = ".") -> str:
    """Return a value as a cell shows it; what a spreadsheet would take for a formula is led by an apostrophe."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Decimal):
        return exact.write(value).replace(".", separator)
    text = value if isinstance(value, str) else exact.write(value)
    text = str(exact.plain(text)).replace("\x00", "")
    return text if _PLAIN_NUMBER.match(text) else guard_cell(text)


def number_of(cell: str, *, is_comma: bool) -> int | Decimal | None:
    """Return the number in a cell: `1.234,50`, `1,234.50` or `1234.5`; none if it is no number."""
    text = cell.strip().replace("\u00a0", "").replace(" ", "").lstrip("'")
    grouped = _GROUPED.match(text)
    if grouped is not None and (
        text.count(grouped[1]) > 1 or {".", ","} <= set(text) or (grouped[1] == ".") == is_comma
    ):
        text = text.replace(grouped[1], "")
    text = text.replace(",", ".")
    if len(text) > _LONGEST_NUMBER or not _PLAIN_NUMBER.match(text):
        return None
    try:
        return Decimal(text) if "." in text or "e" in text.lower() else int(text)
    except InvalidOperation:  # an exponent no number can have
        return None
