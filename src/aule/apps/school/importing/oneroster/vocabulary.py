"""What words of OneRoster mean in a school here: grades, terms, score statuses, names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal

from aule.apps.school.entities import Situacao
from aule.apps.school.importing.oneroster.package import Line
from aule.apps.school.names import ano_serie_de

_GRADES: Mapping[str, str] = {
    **{f"{year:02d}": f"EF{year}" for year in range(1, 10)},
    **{str(year): f"EF{year}" for year in range(1, 10)},
    **{str(year): f"EM{year - 9}" for year in range(10, 13)},
    **{"IT": "EI1", "PR": "EI1", "PK": "EI2", "TK": "EI3", "KG": "EI3"},
}
_SCORES: Mapping[str, Situacao] = {
    "exempt": "dispensado",
    "not submitted": "nao_entregue",
    "submitted": "pendente",
    "partially graded": "pendente",
    "fully graded": "lancada",
}
Term = Literal["ano", "semestre", "trimestre", "bimestre"]


def year_of(grades: str, title: str) -> str:
    """Return the year of a class: by its grades, else by its title; empty where neither tells."""
    for grade in listed(grades):
        if (found := _GRADES.get(grade.upper()) or ano_serie_de(grade)) != "":
            return found
    return ano_serie_de(title)


def listed(text: str) -> list[str]:
    """Return a cell that holds several values."""
    return [part.strip() for part in text.split(",") if part.strip()]


def day_of(text: str) -> str:
    """Return a day; empty where it is none. Times of day are left out."""
    try:
        return date.fromisoformat(text[:10]).isoformat()
    except ValueError:
        return ""


def number_of(text: str) -> float | None:
    """Return a number; none where it is none."""
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def full_name(user: Line) -> str:
    """Return what somebody is called."""
    return " ".join(filter(None, (user["givenName"], user["middleName"], user["familyName"])))[:200]


def social_name(user: Line) -> str:
    """Return what somebody goes by, where that is another name (1.2)."""
    given = user["preferredGivenName"] or user["preferredFirstName"]
    if not given:
        return ""
    last = user["preferredFamilyName"] or user["preferredLastName"] or user["familyName"]
    return " ".join(filter(None, (given, user["preferredMiddleName"], last)))[:200]


def situation_of(result: Line) -> tuple[Situacao, float | None] | None:
    """Return how a mark stands, and its value; none where its status is not known."""
    status = result["scoreStatus"].lower()
    score = number_of(result["score"])
    if result["missing"].lower() == "true":
        return "nao_entregue", None
    if status not in _SCORES and status:
        return None
    if status in ("exempt", "not submitted"):
        return _SCORES[status], None
    return ("lancada", score) if score is not None else ("pendente", None)


def terms(sessions: Sequence[Line]) -> dict[str, tuple[Term, int]]:
    """Return what sort of term each session is, and the how-manieth among those beside it, by sourcedId."""
    found: dict[str, tuple[Term, int]] = {}
    beside: dict[tuple[str, str], list[Line]] = {}
    for each in sessions:
        beside.setdefault((each["type"].lower(), each["parentSourcedId"] or each["schoolYear"]), []).append(each)
    for (kind, _), group in beside.items():
        group.sort(key=lambda each: (each["startDate"], each.id))
        for place, each in enumerate(group, start=1):
            found[each.id] = (_term(kind, len(group)), min(place, 12))
    return found


def _term(kind: str, count: int) -> Term:
    if kind == "schoolyear":
        return "ano"
    if kind == "semester" or count == 2:
        return "semestre"
    return "trimestre" if count == 3 else "bimestre"
