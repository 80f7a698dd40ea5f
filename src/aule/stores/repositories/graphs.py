"""Graphs of runs: what each is to do, as it was settled last."""

from __future__ import annotations

import json
from typing import NamedTuple

from aule.contracts.events.steps import RunPlanned
from aule.contracts.runs.graph import Graph
from aule.stores.repositories.repository import Repository, Row
from aule.stores.source import Source
from aule.stores.tables import graphs, runs
from aule.text.hashing import bytes_hash

REMEMBERED = 16
"""Graphs whose text is at hand: what is checked, recorded and started again soon is written down once."""
LONGEST = 64 * 1024
"""Characters of a text that is kept at hand."""


class Written(NamedTuple):
    """A graph as it is stored."""

    text: str
    hash: str


_written: dict[int, tuple[Graph, Written]] = {}
"""The graphs written down last. Each is held here, so that its number cannot become another one's."""


def written(graph: Graph) -> Written:
    """A graph as text, and the hash of that, which tells it from any other; raises for one that is no JSON."""
    known = _written.get(id(graph))
    if known is not None:
        return known[1]
    text = graph.model_dump_json(exclude_defaults=True)
    made = Written(text, bytes_hash(text.encode())[:32])
    if len(text) <= LONGEST:
        if len(_written) >= REMEMBERED:
            del _written[next(iter(_written))]
        _written[id(graph)] = (graph, made)
    return made


def _planned(row: Row) -> RunPlanned:
    return RunPlanned(graph=Graph.model_validate_json(row[0]), inputs=json.loads(row[1]))


_ITEMS = Repository(
    "graph",
    (graphs.c.graph, runs.c.inputs),
    key=runs.c.id,
    order=(runs.c.id,),
    thing=_planned,
    there=(graphs.c.hash == runs.c.graph,),
)


class Graphs:
    """Reads the graphs of runs, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def find(self, run: str) -> RunPlanned | None:
        """What a run is to do, or None for one that has no graph."""
        return await _ITEMS.find(self._source, run)
