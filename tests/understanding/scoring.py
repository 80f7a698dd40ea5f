"""How sentences with known meaning are held against what was understood."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from aule.apps.school.names import chave_turma
from aule.apps.school.subjects import standard
from aule.text.words import fold

HERE = Path(__file__).parent
TODAY = date(2026, 3, 18)
TEST = ("requests_work.toml", "requests_school.toml")
DEVELOPMENT = ("development.toml", "development_school.toml", "development_atlas.toml", "development_core.toml")
_ARTICLES = re.compile(r"^(?:o|a|os|as|um|uma|the|an?|my|meus?|minhas?|d[eoa]s?|of)\s+")
_EQUAL_WORDS = {"activity", "atividade", "prova", "test", "aula", "lesson", "nota", "note", "reuniao", "meeting"}


def read_requests(files: Iterable[str]) -> list[dict[str, Any]]:
    """The requests of some files."""
    return [each for name in files for each in tomllib.loads((HERE / name).read_text("utf-8"))["request"]]


def is_right(request: Mapping[str, Any], capability: str, params: Mapping[str, Any]) -> bool:
    """Whether a call is what a request means: the capability, and every value that was said for it."""
    if capability not in {request["capability"], *request.get("also", [])}:
        return False
    return not wrong_values(request, capability, params)


def wrong_values(request: Mapping[str, Any], capability: str, params: Mapping[str, Any]) -> list[str]:
    """The parameters that are missing, too many or other than what was said, for the best of the right answers."""
    ways = list(request.get("also_params", ()))
    if capability == request["capability"]:
        ways.insert(0, request.get("params", {}))
    elif not ways:
        return []  # another capability that is as right, of which no values are known
    free, accept = set(request.get("free", ())), request.get("accept", {})
    tried = [
        [
            name
            for name in {*way, *params} - free
            if not _is_value(params.get(name), [way[name], *accept.get(name, ())] if name in way else ())
        ]
        for way in ways
    ]
    return min(tried, key=len)


def _is_value(given: Any, right: Sequence[Any]) -> bool:
    return any(is_same(given, one) for one in right)


def is_same(given: Any, right: Any) -> bool:
    """Whether two values are the same to the person who said one of them."""
    if isinstance(right, bool) or isinstance(given, bool):
        return given is right or str(given).lower() == str(right).lower()
    if isinstance(right, int | float):
        try:
            return abs(float(given) - right) < 1e-9
        except (TypeError, ValueError):
            return False
    if isinstance(right, list):
        if not isinstance(given, list):
            return len(right) == 1 and is_same(given, right[0])
        return len(given) == len(right) and all(is_same(one, other) for one, other in zip(given, right, strict=True))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if isinstance(right, dict):
        return isinstance(given, dict) and all(is_same(given.get(key), value) for key, value in right.items())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType, reportUnknownMemberType]
    if isinstance(given, list) and len(given) == 1:  # pyright: ignore[reportUnknownArgumentType]
        given = given[0]  # pyright: ignore[reportUnknownVariableType]
    return isinstance(given, str | int | float) and _said(str(given)) == _said(str(right))


def _said(text: str) -> str:
    """A text as somebody who compares by ear would write it."""
    if (subject := standard(text)) is not None:
        return fold(subject.nome)
    folded = " ".join(re.findall(r"[\w%$/.:+-]+", fold(text))).strip(".:- ")
    group = chave_turma(text) if re.search(r"\d|ano|serie", folded) and len(folded) < 20 else ""
    if re.fullmatch(r"\d[a-h]?", group):
        return group
    while (bare := _ARTICLES.sub("", folded)) != folded:
        folded = bare
    first, _, rest = folded.partition(" ")
    return rest if first in _EQUAL_WORDS and rest else folded
