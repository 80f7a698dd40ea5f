"""Bundles: what happens in one run within one commit shares a row of the log.

The row has the number of its last fact; those before it have the numbers before that one. Facts of one run keep their
order, and so does everything that is not about the course of a run: only runs that go on side by side are sorted apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic_core import from_json

from aule.contracts.events.facts import Fact
from aule.contracts.model import JsonObject, Model

MANY = "many"
"""The type and the topic of a row that holds several facts."""
LARGE = 64 * 1024
"""Characters after which a bundle is closed, so that reading one fact never means reading megabytes."""
COURSE = frozenset({"run", "step", "call"})
"""Topics of the facts that make up the course of a run; what an agent says stays where it was said."""
_GRAPHS = re.compile(r'\{"graphs":\[([^\]]*)\]')


class Piece(NamedTuple):
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
        if group is None or sizes[run] > LARGE or not _alike(piece, pieces[group[0]]):
            group = joinable[run] = [place]
            groups.append(group)
            sizes[run] = len(piece.data)
        else:
            group.append(place)
            sizes[run] += len(piece.data)
    return groups


def _alike(piece: Piece, other: Piece) -> bool:
    """Whether what stands once in a row holds for both."""
    return piece.session_id == other.session_id and len(piece.ts) == len(other.ts)


def _row(seq: int, pieces: list[Piece]) -> tuple[Any, ...]:
    end = pieces[-1]
    if len(pieces) == 1 and end.graph is None:
        return (seq, end.ts, end.topic, end.type, end.session_id, end.run, end.data)
    graphs = [f'"{piece.graph}"' for piece in pieces if piece.graph is not None]
    head = f'"graphs":[{",".join(graphs)}],' if graphs else ""
    times = [piece.ts for piece in pieces]
    if times.count(end.ts) < len(times):
        tails = {ts: _tail(ts, end.ts) for ts in set(times)}
        head += f'"at":[{",".join([tails[ts] for ts in times])}],'
    facts = ",".join([piece.data for piece in pieces])
    return (seq, end.ts, MANY, MANY, end.session_id, end.run, f'{{{head}"facts":[{facts}]}}')


def _tail(ts: str, row: str) -> str:
    if ts == row:
        return '""'
    same = len(ts) - 1
    while not row.startswith(ts[:same]):  # times of one commit differ in the last few figures
        same -= 1
    return f'"{ts[same:]}"'


def graphs_named(data: str) -> list[str]:
    """The hashes of the graphs that a bundle leaves out."""
    found = _GRAPHS.match(data)
    return [] if found is None else [name.strip('"') for name in found[1].split(",")]


def opened(data: str, ts: str, graphs: Mapping[str, str]) -> list[tuple[Fact, str]]:
    """The facts of a row that holds several, each with its time; `graphs` has those that were left out."""
    names = graphs_named(data)
    bundle = Bundle.model_validate(_with_graphs(data, names, graphs)) if names else Bundle.model_validate_json(data)
    return list(zip(bundle.facts, _times(ts, bundle.at or [""] * len(bundle.facts)), strict=True))


def glanced(data: str, ts: str) -> list[tuple[JsonObject, str]]:
    """The same as it is written, unchecked and without graphs: for whoever looks for a few facts among very many."""
    found = from_json(data)
    facts: list[JsonObject] = found["facts"]
    return list(zip(facts, _times(ts, found.get("at") or [""] * len(facts)), strict=True))


def _times(ts: str, tails: Sequence[str]) -> list[str]:
    return [ts[: len(ts) - len(tail)] + tail for tail in tails]


def _with_graphs(data: str, names: list[str], graphs: Mapping[str, str]) -> Any:
    found = from_json(data)
    planned = [fact for fact in found["facts"] if fact["type"] == "run.planned"]
    for fact, name in zip(planned, names, strict=True):
        fact["graph"] = from_json(graphs[name])
    return found


def text_of(fact: Fact, *, without: set[str] | None = None) -> str:
    """A fact as it is written: without what goes without saying, but for its type."""
    # As `model_dump_json` would, without the work it does before and after.
    said = type(fact).__pydantic_serializer__.to_json(fact, exclude_defaults=True, exclude=without).decode()
    return f'{{"type":"{fact.type}"}}' if said == "{}" else f'{{"type":"{fact.type}",{said[1:]}'
