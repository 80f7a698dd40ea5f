"""Graphs of runs: what each is to do, as it was settled last."""

from __future__ import annotations

import json

from aule.contracts.graph import Graph
from aule.contracts.steps import RunPlanned
from aule.stores.paging import Row, Shelf
from aule.stores.source import Source
from aule.stores.tables import graphs, runs


def _planned(row: Row) -> RunPlanned:
    return RunPlanned(graph=Graph.model_validate_json(row[0]), inputs=json.loads(row[1]))


_SHELF = Shelf(
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
        return await _SHELF.find(self._source, run)
