"""What stands in a cell: a mark or one of the words teachers write instead of one, and how somebody was there."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from aule.apps.school.entities import Presenca, Situacao
from aule.apps.school.importing.sheets.grid import Fault, Value, shown
from aule.text.words import fold

Why = Literal["above", "below", "not_a_mark", "a_date", "formula", "error", "looks_like_formula", "not_presence"]
_NUMBER = re.compile(r"^[+-]?\d{1,6}(?:[.,]\d{1,6})?$")
_PERCENT = re.compile(r"^([+-]?\d{1,6}(?:[.,]\d{1,6})?)\s*%$")
_MARKS: Mapping[str, Situacao] = {
    **dict.fromkeys(("", "-", "–", "—", "--", "pendente", "pend", "?"), "pendente"),
    **dict.fromkeys(("f", "faltou", "falta", "ausente", "aus", "nc", "nao compareceu"), "ausente"),
    **dict.fromkeys(("ne", "n/e", "n.e.", "nao entregou", "nao entregue", "nao_entregue", "nao fez"), "nao_entregue"),
    **dict.fromkeys(
        ("d", "disp", "disp.", "dispensado", "dispensada", "isento", "isenta", "ex", "excused"), "dispensado"
    ),
}
_PRESENCES: Mapping[str, Presenca] = {
    **dict.fromkeys(("p", "presente", "presença", "presenca", ".", "•", "c", "compareceu", "v", "x"), "presente"),
    **dict.fromkeys(("f", "falta", "faltou", "ausente", "aus"), "falta"),
    **dict.fromkeys(("j", "fj", "f.j.", "justificada", "falta justificada", "falta_justificada"), "falta_justificada"),
    **dict.fromkeys(("a", "atraso", "atrasado", "atrasada", "t", "tarde"), "atraso"),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell as a mark: how it stands, and its value if it has one."""

    situacao: Situacao
    valor: float | None = None
    is_empty: bool = False
    """Whether nothing at all stands there, which takes no mark away."""


def read_mark(value: Value, maximum: float, minimum: float = 0.0) -> Mark | Why:
    """Return the mark in a cell, or why it is none."""
    if value is None:
        return _EMPTY
    if isinstance(value, (Fault, bool, date)):
        return _unfit(value)
    if isinstance(value, str):
        words = fold(value).strip()
        if (situation := _MARKS.get(words)) is not None:
            return _WORDS[situation] if words else _EMPTY
        compact = words.replace(" ", "")
        if _NUMBER.match(compact) is None:
            percent = _PERCENT.match(words) if maximum == 100 else None
            if percent is None:
                return "looks_like_formula" if words[:1] in ("=", "@", "+") else "not_a_mark"
            compact = percent[1]
        value = float(compact.replace(",", "."))
    if not math.isfinite(value):
        return "not_a_mark"
    if value > maximum:
        return "above"
    return "below" if value < minimum else Mark("lancada", float(value) + 0.0)


def read_presence(value: Value) -> Presenca | Why | None:
    """Return how somebody was there; None where nothing is said."""
    if value is None:
        return None
    if isinstance(value, (Fault, bool, date)):
        why = _unfit(value)
        return "not_presence" if why == "not_a_mark" else why
    words = fold(shown(value)).strip()
    if words in ("", "-", "–", "—"):
        return None
    return _PRESENCES.get(words, "not_presence")


def _unfit(value: Fault | bool | date) -> Why:
    if isinstance(value, Fault):
        return value.kind
    return "a_date" if isinstance(value, date) else "not_a_mark"


_EMPTY = Mark("pendente", is_empty=True)
_WORDS: Mapping[Situacao, Mark] = {
    situation: Mark(situation) for situation in ("pendente", "ausente", "nao_entregue", "dispensado")
}
