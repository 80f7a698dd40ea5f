"""The search of operations of imported APIs, by words."""

from __future__ import annotations

import re

from aule.apps.openapi import queries
from aule.apps.openapi.app import openapi
from aule.apps.openapi.queries import OperationWords
from aule.sdk import Hit, Reading
from aule.text.words import fold, term_parts, words

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
"""The words in names such as `listPetsByStatus` and `/pets/{petId}`."""


def rank(operations: list[OperationWords], query: str) -> list[OperationWords]:
    """Return the operations that share words with a query, the best first; all of them where nothing is asked."""
    wanted = list(dict.fromkeys(_stem(fold(word)) for word in (*words(query), *term_parts(query))))
    if not wanted:
        return operations
    scored = [(_score(each, wanted), each) for each in operations]
    return [each for score, each in sorted(scored, key=lambda pair: (-pair[0], len(pair[1].path))) if score > 0]


@openapi.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return operations whose names, paths or summaries hold the words."""
    found = rank(await queries.all_operations(reading), query) if query.strip() else []
    return [
        Hit(
            ref=f"openapi:{each.api}.{each.name}",
            kind="item",
            title=f"{each.api}.{each.name}",
            detail=each.summary[:200],
            path=f"/apis/{each.api}",
        )
        for each in found[:limit]
    ]


def _score(each: OperationWords, wanted: list[str]) -> float:
    name = {_stem(fold(part)) for part in (each.name, *_PARTS.findall(each.name))}
    path = {_stem(fold(part)) for part in _PARTS.findall(each.path)}
    rest = {_stem(fold(word)) for word in words(f"{each.api} {each.summary}")}
    return sum(3.0 * (word in name) + 2.0 * (word in path) + (word in rest) for word in wanted)


def _stem(word: str) -> str:
    """Return a word without the s of a plural: documents name lists and things alike."""
    return word[:-1] if len(word) > 3 and word.endswith("s") else word
