"""Run histories: what a run is to do and what happened in it, read at once, as far as going on with it needs that."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from aule.contracts.errors import Corrupt
from aule.contracts.events.facts import FACT, Fact
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.contracts.runs.graph import Graph
from aule.stores.log.events import GRAPH
from aule.stores.log.fact_rows import MANY, parse_row
from aule.stores.source import Source
from aule.stores.statements import Native

REMEMBERED = 64
"""Graphs and projects that are kept as they were read; told apart by their hash, or their whole text, none is ever
out of date."""

_RUN = "run"

Glance = Callable[[str, str], bool]
"""Takes the type and the text of a fact and says whether it need be read at all."""


@dataclass(frozen=True, slots=True)
class RunHistory:
    """A run's project, its graph as it was settled last, what it was given, and its facts in order."""

    project: Project | None
    graph: Graph | None
    inputs: JsonObject
    facts: list[Fact]


class RunHistories:
    """Reads the facts of some types, from a database or inside a transaction."""

    def __init__(self, source: Source, types: frozenset[str], glance: Glance = lambda type_, text: True) -> None:
        self._source = source
        self._types = types
        self._glance = glance

    async def get(self, run: str) -> RunHistory:
        """The history of a run so far."""
        project, graph = None, None
        inputs: JsonObject = {}
        facts: list[Fact] = []
        try:
            for _, type_, data, given, place in await self._source.fetch(_query(self._types), run=run):
                if type_ == _RUN:
                    project = None if place is None else _project(place)
                    if data is not None:
                        graph, inputs = await self._graph(data), from_json(given)
                elif not isinstance(data, str):
                    raise ValueError("a row of the log is text")
                elif type_ == MANY:
                    facts += self._parse(data)
                elif type_ in self._types and self._glance(type_, data):
                    facts.append(FACT.validate_json(data))
        except (ValidationError, ValueError, KeyError) as problem:
            raise Corrupt(
                f"What happened in the run {run!r} cannot be read",
                hint="It was left as it is; see the log for what is wrong.",
            ) from problem
        return RunHistory(project, graph, inputs, facts)

    async def _graph(self, hash: str) -> Graph | None:
        """A graph by its hash, which is all that tells it from another: what was read once need not be read again."""
        known = _graphs.get(hash)
        if known is None:
            for _, text in await self._source.fetch(GRAPH, hash=hash):
                if len(_graphs) >= REMEMBERED:
                    del _graphs[next(iter(_graphs))]
                known = _graphs[hash] = Graph.model_validate_json(text)
        return known

    def _parse(self, data: str) -> list[Fact]:
        """Return the wanted facts of a row that holds several; a whole row without any is not parsed."""
        if data.endswith("]") and _naming(self._types).search(data) is None:
            return []
        return [FACT.validate_python(fact) for fact, _ in parse_row(MANY, "", data) if fact["type"] in self._types]


@lru_cache(maxsize=8)
def _naming(types: frozenset[str]) -> re.Pattern[str]:
    """What a text looks like that holds a fact of one of these types."""
    return re.compile(f'"type":"(?:{"|".join(map(re.escape, sorted(types)))})"')


_graphs: dict[str, Graph] = {}


@lru_cache(maxsize=REMEMBERED)
def _project(text: str) -> Project:
    return Project.model_validate_json(text)


@lru_cache(maxsize=8)
def _query(types: frozenset[str]) -> Any:
    # Told by their topics, one by one: for a list, SQLite would build an index anew each time.
    topics = sorted({MANY, *(name.partition(".")[0] for name in types)} - {_RUN})
    named = sorted(name for name in types if name.startswith(f"{_RUN}."))  # most facts about a run itself tell no more
    wanted = " OR ".join([*(f"e.topic = '{topic}'" for topic in topics), *(f"e.type = '{name}'" for name in named)])
    sql = f"""
    SELECT 0 AS seq, '{_RUN}' AS type, r.graph AS data, r.inputs AS given, p.doc AS place
    FROM runs r LEFT JOIN projects p ON p.id = r.project WHERE r.id = :run
    UNION ALL
    SELECT e.seq, e.type, e.data, NULL, NULL FROM events e WHERE e.run = :run AND ({wanted})
    ORDER BY 1
    """
    return Native({"sqlite": sql, "postgresql": sql})
