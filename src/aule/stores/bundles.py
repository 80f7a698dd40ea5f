"""Bundles: what happens in one run within one commit shares a row of the log.

The row has the number of its last fact; those before it have the numbers before that one. Facts of one run keep their
order, and so does everything that is not about the course of a run: only runs that go on side by side are sorted apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from aule.contracts.events import Fact
from aule.contracts.model import Model

MANY = "many"
"""The type and the topic of a row that holds several facts."""
LARGE = 64 * 1024
"""Characters after which a bundle is closed, so that reading one fact never means reading megabytes."""
COURSE = frozenset({"run", "step", "call"})
"""Topics of the facts that make up the course of a run; what an agent says stays where it was said."""
_GRAPHS = re.compile(r'\{"graphs":\[([^\]]*)\]')


@dataclass(frozen=True, slots=True)
class Piece:
    """One fact on its way into the log, as text."""

    topic: str
    type: str
    ts: str
    run: str | None
    session_id: str | None
    data: str
    graph: str | None = None
    """The hash of the graph that was left out of the text, because it is kept apart."""


class Bundle(Model):
    """What stands in a row that holds several facts."""

    graphs: list[str] = []
    """The graphs that were settled on, in the order of the facts that say so."""
    at: list[str] = []
    """When each fact was: the end of its time where that differs from the row's; nothing when all were at once."""
    facts: list[Fact]


def bundled(pieces: Sequence[Piece], last: int) -> tuple[list[tuple[Any, ...]], list[int]]:
    """The rows for some facts after the number `last`, and the number of each fact.

    A row is `seq, ts, topic, type, session_id, run, data`.
    """
    numbers = [0] * len(pieces)
    rows: list[tuple[Any, ...]] = []
    for group in _grouped(pieces):
        for place in group:
            last += 1
            numbers[place] = last
        rows.append(_row(last, [pieces[place] for place in group]))
    return rows, numbers


def _grouped(pieces: Sequence[Piece]) -> list[list[int]]:
    """The places of the facts that share a row, for each row."""
    groups: list[list[int]] = []
    joinable: dict[str, tuple[list[int], int]] = {}
    """The row that a run's next fact may join, and how large it is by now."""
    for place, piece in enumerate(pieces):
        if piece.topic not in COURSE or piece.run is None:
            joinable.clear()  # whatever else happens stays where it is
            groups.append([place])
            continue
        group, size = joinable.get(piece.run, (None, 0))
        if group is None or size > LARGE or not _alike(piece, pieces[group[0]]):
            group, size = list[int](), 0
            groups.append(group)
        group.append(place)
        joinable[piece.run] = (group, size + len(piece.data))
    return groups


def _alike(piece: Piece, other: Piece) -> bool:
    """Whether what stands once in a row holds for both."""
    return piece.session_id == other.session_id and len(piece.ts) == len(other.ts)


def _row(seq: int, pieces: list[Piece]) -> tuple[Any, ...]:
    end = pieces[-1]
    if len(pieces) == 1 and end.graph is None:
        return (seq, end.ts, end.topic, end.type, end.session_id, end.run, end.data)
    graphs = ",".join(f'"{piece.graph}"' for piece in pieces if piece.graph is not None)
    head = f'"graphs":[{graphs}],' if graphs else ""
    if any(piece.ts != end.ts for piece in pieces):
        tails = {ts: _tail(ts, end.ts) for ts in {piece.ts for piece in pieces}}
        head += f'"at":[{",".join([tails[piece.ts] for piece in pieces])}],'
    facts = ",".join([piece.data for piece in pieces])
    return (seq, end.ts, MANY, MANY, end.session_id, end.run, f'{{{head}"facts":[{facts}]}}')


def _tail(ts: str, row: str) -> str:
    if ts == row:
        return '""'
    same = next(place for place, (one, other) in enumerate(zip(ts, row, strict=True)) if one != other)
    return f'"{ts[same:]}"'


def graphs_named(data: str) -> list[str]:
    """The hashes of the graphs that a bundle leaves out."""
    found = _GRAPHS.match(data)
    return [] if found is None else [name.strip('"') for name in found[1].split(",")]


def opened(data: str, ts: str, graphs: Mapping[str, str]) -> list[tuple[Fact, str]]:
    """The facts of a row that holds several, each with its time; `graphs` has those that were left out."""
    names = graphs_named(data)
    bundle = Bundle.model_validate(_with_graphs(data, names, graphs)) if names else Bundle.model_validate_json(data)
    if not bundle.at:
        return [(fact, ts) for fact in bundle.facts]
    return [(fact, ts[: len(ts) - len(tail)] + tail) for fact, tail in zip(bundle.facts, bundle.at, strict=True)]


def _with_graphs(data: str, names: list[str], graphs: Mapping[str, str]) -> Any:
    found = from_json(data)
    planned = [fact for fact in found["facts"] if fact["type"] == "run.planned"]
    for fact, name in zip(planned, names, strict=True):
        fact["graph"] = from_json(graphs[name])
    return found


def text_of(fact: Fact, *, without: set[str] | None = None) -> str:
    """A fact as it is written: without what goes without saying, but for its type."""
    said = fact.model_dump_json(exclude_defaults=True, exclude=without)
    return f'{{"type":"{fact.type}"}}' if said == "{}" else f'{{"type":"{fact.type}",{said[1:]}'
