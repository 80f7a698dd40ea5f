"""Rows of the log: facts written as plain JSON text, and read back.

A row holds one fact as a JSON object. Under the type `many` it holds a JSON array: facts of one run from one commit,
each with a `ts` of its own where that differs from the row's. Such a row has the number of its last fact; those before
it have the numbers before that one. A graph is kept once, beside the log: `run.planned` names it by its `graph_hash`.

Facts of one run keep their order, and so does everything that is not about the course of a run: only runs that go on
side by side are sorted apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from pydantic_core import from_json

from aule.contracts.events.facts import Fact, read_fact
from aule.contracts.events.steps import RunPlanned
from aule.contracts.model import JsonObject

MANY = "many"
"""The type and the topic of a row that holds several facts."""
LARGE = 64 * 1024
"""Characters after which a row takes no more facts, so that reading one fact never means reading megabytes."""
COURSE = frozenset({"run", "step", "call"})
"""Topics of the facts that make up the course of a run; only these share rows."""

_PLANNED = str(RunPlanned.model_fields["type"].default)
_TIME, _HASH, _GRAPH = "ts", "graph_hash", "graph"
"""Keys of a stored fact: no fact has the first two as fields, and `run.planned` has the third."""


class Piece(NamedTuple):
    """One fact on its way into the log, as text."""

    topic: str
    type: str
    ts: str
    run: str | None
    session_id: str | None
    data: str


class StoredFact(NamedTuple):
    """A fact as its row says it: JSON that nobody has checked yet, and when it happened."""

    data: JsonObject
    ts: str


def make_rows(pieces: Sequence[Piece], last: int) -> tuple[list[tuple[Any, ...]], list[int]]:
    """Return the rows for some facts after the number `last`, and the number of each fact.

    A row is `seq, ts, topic, type, session_id, run, data`.
    """
    numbers = [0] * len(pieces)
    rows: list[tuple[Any, ...]] = []
    for group in _group(pieces):
        for place in group:
            last += 1
            numbers[place] = last
        rows.append(_make_row(last, [pieces[place] for place in group]))
    return rows, numbers


def _group(pieces: Sequence[Piece]) -> list[list[int]]:
    """Return the places of the facts that share a row, for each row."""
    groups: list[list[int]] = []
    joinable: dict[str, list[int]] = {}
    """The row that a run's next fact may join."""
    sizes: dict[str, int] = {}
    """How large that is by now."""
    for place, piece in enumerate(pieces):
        run = piece.run
        if run is None or piece.topic not in COURSE:
            joinable.clear()  # whatever else happens stays where it is
            groups.append([place])
            continue
        group = joinable.get(run)
        if group is None or sizes[run] > LARGE or piece.session_id != pieces[group[0]].session_id:
            group = joinable[run] = [place]
            groups.append(group)
            sizes[run] = len(piece.data)
        else:
            group.append(place)
            sizes[run] += len(piece.data)
    return groups


def _make_row(seq: int, pieces: list[Piece]) -> tuple[Any, ...]:
    end = pieces[-1]
    if len(pieces) == 1:
        return (seq, end.ts, end.topic, end.type, end.session_id, end.run, end.data)
    facts = [piece.data if piece.ts == end.ts else f'{{"{_TIME}":"{piece.ts}",{piece.data[1:]}' for piece in pieces]
    return (seq, end.ts, MANY, MANY, end.session_id, end.run, f"[{','.join(facts)}]")


def write_fact(fact: Fact, *, without: set[str] | None = None) -> str:
    """Return a fact as JSON text: its type, and the fields that differ from their defaults."""
    # As `model_dump_json` would, without the work it does before and after.
    said = type(fact).__pydantic_serializer__.to_json(fact, exclude_defaults=True, exclude=without).decode()
    return f'{{"type":"{fact.type}"}}' if said == "{}" else f'{{"type":"{fact.type}",{said[1:]}'


def name_graph(text: str, graph_hash: str) -> str:
    """Return the text of a `run.planned`, written without its graph, with the hash of that graph."""
    return f'{text[:-1]},"{_HASH}":"{graph_hash}"}}'


def parse_row(type_: str, ts: str, data: object) -> list[StoredFact]:
    """Return the facts of a row, unchecked; raise a `ValueError` for a row that does not hold facts."""
    if not isinstance(data, str):
        raise ValueError(f"a row of the log is text, not {type(data).__name__}")
    found: Any = from_json(data)
    if type_ != MANY:
        return [_stored(found, ts)]
    if not isinstance(found, list) or not found:
        raise ValueError("a row of several facts is a JSON array of them")
    return [_stored(each, ts) for each in cast(list[Any], found)]


def _stored(found: Any, ts: str) -> StoredFact:
    if not isinstance(found, dict):
        raise ValueError("a fact is a JSON object")
    fact = cast(JsonObject, found)
    at = fact.pop(_TIME, ts)
    if not isinstance(at, str):
        raise ValueError("the time of a fact is text")
    return StoredFact(fact, at)


def named_graphs(facts: Iterable[StoredFact]) -> set[str]:
    """Return the hashes of the graphs that some facts name."""
    return {fact.data[_HASH] for fact in facts if _names_graph(fact.data)}


def check_fact(data: JsonObject, graphs: Mapping[str, str]) -> Fact:
    """Return a stored fact as a checked one, with the graph it names; `graphs` has texts of graphs by their hashes."""
    if _names_graph(data):
        data = {name: value for name, value in data.items() if name != _HASH} | {_GRAPH: from_json(graphs[data[_HASH]])}
    return read_fact(data)


def _names_graph(data: JsonObject) -> bool:
    return isinstance(data.get(_HASH), str) and data.get("type") == _PLANNED
