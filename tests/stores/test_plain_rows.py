"""The log is plain JSON text: every fact comes back as it was, any tool can read it, and what is broken is said."""

from __future__ import annotations

import json
import sqlite3
import types
from contextlib import closing
from enum import Enum
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from sqlalchemy import create_engine
from tests.conformance.world import TS, a_message, a_run, opened

from aule.contracts.access.capability import Result
from aule.contracts.errors import Corrupt, Invalid
from aule.contracts.events.facts import (
    CallCompleted,
    CallStarted,
    Fact,
    MessageAdded,
    RunFinished,
    RunStarted,
    StepStarted,
    TurnSpoke,
)
from aule.contracts.events.steps import RunPlanned, StepCompleted
from aule.contracts.model import Model
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.contracts.runs.run import RunStatus
from aule.stores.log.events import Events, Filter
from aule.stores.log.fact_rows import MANY, Piece, make_rows, parse_row, write_fact
from aule.stores.log.integrity import gaps
from aule.stores.log.projections import Entry
from aule.stores.log.run_history import RunHistories
from aule.stores.migrations.replay import replay_log

_union, _ = get_args(Fact)
KINDS: tuple[type[Model], ...] = get_args(_union)

EVERY_FACT = """
SELECT seq - json_array_length(data) + 1 + fact.key AS seq, coalesce(fact.value ->> 'ts', ts) AS ts,
       fact.value ->> 'type' AS type, session_id, run, fact.value AS fact
FROM events, json_each(data) AS fact WHERE events.type = 'many'
UNION ALL
SELECT seq, ts, type, session_id, run, data FROM events WHERE type <> 'many'
ORDER BY 1
"""
"""One row for each fact, for whoever looks at the log with a database browser."""

# What facts may hold, drawn from what their fields say. Nothing is checked on the way: more is written than is valid.
_words = st.text(max_size=30)
_json: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | _words,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(_words, inside, max_size=3),
    max_leaves=6,
)
_PLAIN: dict[Any, SearchStrategy[Any]] = {
    str: _words,
    int: st.integers(-(2**53), 2**53),
    float: st.floats(allow_nan=False),
    bool: st.booleans(),
    type(None): st.none(),
    Any: _json,
}


def _values(kind: Any, depth: int) -> SearchStrategy[Any]:
    origin, inside = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if origin is Literal:
        return st.sampled_from(inside)
    if origin in (Union, types.UnionType):
        return st.one_of([_values(each, depth) for each in inside])
    if origin is list:
        return st.lists(_values(inside[0], depth), max_size=2 if depth else 0)
    if origin is dict:
        return st.dictionaries(_words, _values(inside[1], depth), max_size=2 if depth else 0)
    if hasattr(kind, "__metadata__"):
        return _values(inside[0], depth)
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    return _models(kind, depth - 1)


def _models(kind: type[Model], depth: int = 3) -> SearchStrategy[Any]:
    fields = {
        name: _values(field.annotation, depth)
        for name, field in kind.model_fields.items()
        if field.is_required() or depth > 0
    }
    return st.fixed_dictionaries(fields).map(lambda values: kind.model_construct(**values))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.model_fields["type"].default))
def test_every_kind_of_fact_comes_back_from_a_row(kind: type[Model]) -> None:
    """K-9: whatever a fact holds, and whatever facts there will be; alone, and with others at other times."""
    assert not {"ts", "graph_hash"} & set(kind.model_fields), "rows keep these beside a fact's own fields"

    @settings(max_examples=5, deadline=None)
    @given(fact=_models(kind))
    def check(fact: Any) -> None:
        text = write_fact(fact)
        times = [f"2026-05-31T10:00:00.00{number}Z" for number in (1, 2, 2)]
        pieces = [Piece("run", fact.type, ts, "run_1", None, text) for ts in times]
        [row], numbers = make_rows(pieces, 4)
        assert numbers == [5, 6, 7]
        assert [(stored.data, stored.ts) for stored in parse_row(row[3], row[1], row[6])] == [
            (json.loads(text), ts) for ts in times
        ]
        [row], _ = make_rows(pieces[:1], 4)
        assert (row[3], row[6]) == (fact.type, text)

    check()


GRAPH = Graph(nodes=[Step(id="look", kind=StepKind.CONDITION, when="true")])
SAID = Entry(MessageAdded(message=a_message("msg_1")), TS, None, "con_1")


def history(run: str = "run_1") -> list[Entry]:
    """What a short run leaves in the log."""
    id, capability = "call_5b0c91c64f7d4c8fa8d3e20001", "core.read_file"
    result = Result(ok=True, data={"path": "notes.md", "text": "Tea"}, duration_ms=0.21)
    facts: list[Fact] = [
        RunStarted(started=a_run(run)),
        RunPlanned(graph=GRAPH),
        StepStarted(step="look", attempt=1),
        CallStarted(id=id, capability=capability, title="Read a file", effect="read", params={"path": "notes.md"}),
        CallCompleted(id=id, capability=capability, result=result),
        StepCompleted(step="look", call=id),
        RunFinished(status=RunStatus.DONE),
    ]
    return [Entry(fact, f"2026-05-31T10:00:00.00{number // 2}Z", run) for number, fact in enumerate(facts)]


async def write(path: Path, *entries: Entry) -> None:
    """A store with some facts, in one commit."""
    async with opened(f"sqlite:///{path}") as database, database.transaction() as transaction:
        await transaction.append(entries)


def query(path: Path, sql: str, *values: Any) -> list[Any]:
    """What a query gives, past all of our own code."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(sql, values).fetchall()


async def test_a_plain_query_shows_every_fact(tmp_path: Path) -> None:
    """K-9: nobody needs our code to read the log; the guide tells the same query."""
    path = tmp_path / "aule.db"
    await write(path, *history(), SAID)
    await write(path, Entry(RunPlanned(graph=GRAPH), TS, "run_1"))
    assert query(path, "SELECT DISTINCT typeof(data), json_valid(data) FROM events") == [("text", 1)]
    [(_, graph_text)] = query(path, "SELECT hash, graph FROM graphs")
    async with opened(f"sqlite:///{path}") as database:
        events = await Events(database).read(0)
    rows = query(path, EVERY_FACT)
    assert [(str(seq), ts, type_, session, run) for seq, ts, type_, session, run, _ in rows] == [
        (event.seq, event.ts, event.type, event.session_id, event.run) for event in events
    ]
    planned = [json.loads(row[5]) for row in rows if row[2] == "run.planned"]
    assert [fact["graph_hash"] for fact in planned] == [row[0] for row in query(path, "SELECT hash FROM graphs")] * 2
    assert Graph.model_validate_json(graph_text) == GRAPH
    assert gaps(path) == []
    guide = Path(__file__).parents[2] / "docs" / "guides" / "debug-a-stuck-run.md"
    assert EVERY_FACT.split() == guide.read_text(encoding="utf-8").partition("```text\n")[2].partition("```")[0].split()


async def test_what_a_run_leaves_is_read_as_it_was_written(tmp_path: Path) -> None:
    """K-9: with each fact's own time, and the graph that stands beside the log."""
    path = tmp_path / "aule.db"
    await write(path, *history("run_1"), SAID)
    async with opened(f"sqlite:///{path}") as database:
        found = await Events(database).read(0)
        assert [Entry(event.data, event.ts, event.run, event.session_id) for event in found] == [*history(), SAID]
        types = frozenset({"step.started", "call.completed", "step.completed"})
        run = await RunHistories(database, types).get("run_1")
        assert run.graph == GRAPH
        assert run.facts == [entry.fact for entry in history() if entry.fact.type in types]


BROKEN: dict[str, Any] = {
    "nothing": "",
    "bytes": b'[{"type":"step.started","step":"look","attempt":1}]',
    "half": '[{"type":"step.started","step":"lo',
    "no array": '{"type":"step.started","step":"look","attempt":1}',
    "no facts": "[]",
    "no object": '["step.started"]',
    "no fact": '[{"type":"step.started","step":"look","tries":1}]',
    "no time": '[{"ts":7,"type":"step.started","step":"look","attempt":1}]',
    "no such graph": '[{"type":"step.started","step":"a","attempt":1},{"type":"run.planned","graph_hash":"gone"}]',
    "a strange hash": '[{"type":"step.started","step":"a","attempt":1},{"type":"run.planned","graph_hash":[1]}]',
}


def _replay(path: Path) -> None:
    """Write every table anew, as an upgrade does."""
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path, isolation_level=None))
    with engine.begin() as connection:
        replay_log(connection)
    engine.dispose()


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
async def test_a_row_that_cannot_be_read_is_said_and_left_as_it_is(tmp_path: Path, data: Any) -> None:
    """K-9: for whoever reads, or upgrades; what is beside it can be read still."""
    path, url = tmp_path / "aule.db", f"sqlite:///{tmp_path / 'aule.db'}"
    await write(path, *history(), SAID)
    query(path, f"UPDATE events SET data = ? WHERE type = '{MANY}'", data)
    async with opened(url) as database:
        with pytest.raises(Corrupt, match="Event 7 of type 'many' cannot be read"):
            await Events(database).read(0)
        assert [event.data for event in await Events(database).read(7)] == [SAID.fact]
        assert [event.data for event in await Events(database).read(0, Filter(types=("message.added",)))] == [SAID.fact]
    with pytest.raises(Corrupt, match="Event 7 of type 'many' cannot be read, so the store was not upgraded"):
        _replay(path)
    assert query(path, "SELECT data FROM events")[0] == (data,)


@pytest.mark.parametrize("name", ["nothing", "bytes", "half", "no array", "no fact"])
async def test_a_run_whose_rows_cannot_be_read_does_not_go_on(tmp_path: Path, name: str) -> None:
    path = tmp_path / "aule.db"
    await write(path, *history())
    query(path, "UPDATE events SET data = ?", BROKEN[name])
    async with opened(f"sqlite:///{path}") as database:
        with pytest.raises(Corrupt, match="What happened in the run 'run_1' cannot be read"):
            await RunHistories(database, frozenset({"step.started"})).get("run_1")


async def test_what_is_long_or_odd_comes_back_from_the_file(tmp_path: Path) -> None:
    given = [TurnSpoke(step=1, delta=delta) for delta in ("", "\x00" * 50, "🫖" * 40, "x" * 10_000_000)]
    await write(tmp_path / "aule.db", *[Entry(fact, TS, "run_1") for fact in given])
    async with opened(f"sqlite:///{tmp_path / 'aule.db'}") as database:
        assert [event.data for event in await Events(database).read(0)] == given


async def test_half_a_character_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="lone surrogate"):
        await write(tmp_path / "aule.db", Entry(TurnSpoke(step=1, delta="half " * 20 + "\ud800"), TS, "run_1"))
    assert query(tmp_path / "aule.db", "SELECT * FROM events") == []
