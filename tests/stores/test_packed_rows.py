"""Rows that older versions packed are unpacked by the upgrade; what cannot have been packed stops it."""

from __future__ import annotations

import hashlib
import sqlite3
import tracemalloc
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine
from tests.conformance.world import TS, a_message, a_run, contents, opened
from tests.stores.former_rows import pack

from aule.contracts.errors import Corrupt
from aule.contracts.events.facts import MessageAdded, RunStarted, StepStarted, TurnSpoke
from aule.contracts.events.steps import RunPlanned, StepCompleted
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.stores.log.events import Events
from aule.stores.log.fact_rows import write_fact
from aule.stores.migrations import upgrade
from aule.stores.migrations.packed_rows import DICTIONARY, LARGEST, unpack
from aule.stores.repositories.graphs import written

PRINT = "2730c3b833904108e3d96461ce1e7c64c99363041492ea5f995b5582271dcf51"
STORED = {
    '{"type":"turn.spoke","step":1,"delta":"Olá"}': "0123b219e49f7378a1522d00",
    '{"type":"run.finished","status":"failed","error":{"code":"busy","message":"\\u0000"}}': (
        "0123a8105e3aa1974949a5c5a0d10b44b914530ab4dc00185400"
    ),
}
"""Rows as the first version that packed them left them."""


def test_the_dictionary_is_never_changed() -> None:
    """K-9: rows of older stores need it as it was."""
    assert hashlib.sha256(DICTIONARY).hexdigest() == PRINT


@pytest.mark.parametrize("text", STORED)
def test_what_was_packed_once_is_unpacked_for_ever(text: str) -> None:
    assert unpack(bytes.fromhex(STORED[text])) == text


@given(text=st.text(max_size=400))
def test_any_text_comes_back(text: str) -> None:
    assert unpack(pack(text.encode())) == text


@given(data=st.binary(max_size=200) | st.binary(max_size=200).map(lambda some: b"\x01" + some))
def test_bytes_that_are_none_of_ours_are_a_plain_mistake(data: bytes) -> None:
    """Whatever stands there: a text, or one kind of error."""
    with suppress(ValueError):
        assert isinstance(unpack(data), str)


def test_bytes_that_swell_are_stopped_where_no_row_ever_was() -> None:
    bomb = pack(b"x" * 50_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="more or less"):
            unpack(bomb)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


GRAPH = Graph(nodes=[Step(id="look", kind=StepKind.CONDITION, when="true")])
SAID = MessageAdded(message=a_message("msg_1", content="Olá 🫖"))
SPOKE = TurnSpoke(step=1, delta="x" * 100)


def former_rows() -> list[tuple[Any, ...]]:
    """A log as the version before left it: rows of several facts with shortened times, most of them packed."""
    steps = [StepStarted(step="look", attempt=1), StepCompleted(step="look", result=[1.5, "Olá"])]
    graphs, started = f'"graphs":["{written(GRAPH).hash}"]', write_fact(RunStarted(started=a_run()))
    began = f'{{{graphs},"facts":[{started},{{"type":"run.planned"}}]}}'
    course = f'{{"at":["09.998Z",""],"facts":[{",".join(map(write_fact, steps))}]}}'
    again = f'{{{graphs},"facts":[{{"type":"run.planned"}}]}}'
    told = [(2, TS, "many", "run_1", pack(began.encode())), (4, "2026-05-31T10:00:10.001Z", "many", "run_1", course)]
    told += [(5, TS, "many", "run_1", pack(again.encode()))]
    told += [(6, TS, "message.added", None, write_fact(SAID))]
    told += [(7, TS, "turn.spoke", "run_1", pack(write_fact(SPOKE).encode()))]
    return [(seq, ts, type_.partition(".")[0], type_, None, run, data) for seq, ts, type_, run, data in told]


def write_former(path: Path, rows: list[tuple[Any, ...]]) -> None:
    """Make a store of the version before, with these rows as its log."""
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path, isolation_level=None))
    with engine.begin() as connection:
        upgrade(connection, "0007")
        for row in rows:
            connection.exec_driver_sql("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        graph = (written(GRAPH).hash, written(GRAPH).text)
        connection.exec_driver_sql("INSERT INTO graphs (hash, graph) VALUES (?, ?)", graph)
    engine.dispose()


def rows_of(path: Path) -> list[tuple[Any, ...]]:
    """The log, past all of our own code."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM events ORDER BY seq").fetchall()


async def test_a_packed_log_becomes_plain_text_with_every_fact_and_time(tmp_path: Path) -> None:
    """K-9: numbers, order and times stay, whatever form they were stored in."""
    path = tmp_path / "aule.db"
    write_former(path, former_rows())
    async with opened(f"sqlite:///{path}") as database:
        found = await Events(database).read(0)
        tables = await contents(database)
    assert [(event.seq, event.ts, event.type) for event in found] == [
        ("1", TS, "run.started"),
        ("2", TS, "run.planned"),
        ("3", "2026-05-31T10:00:09.998Z", "step.started"),
        ("4", "2026-05-31T10:00:10.001Z", "step.completed"),
        ("5", TS, "run.planned"),
        ("6", TS, "message.added"),
        ("7", TS, "turn.spoke"),
    ]
    assert [event.data for event in found][-3:] == [RunPlanned(graph=GRAPH), SAID, SPOKE]
    assert [(row[3], type(row[6])) for row in rows_of(path)] == [
        ("many", str),
        ("many", str),
        ("run.planned", str),
        ("message.added", str),
        ("turn.spoke", str),
    ]
    assert [run[0] for run in tables["runs"]] == ["run_1"]
    assert rows_of(path)[1][6] == (
        '[{"ts":"2026-05-31T10:00:09.998Z","type":"step.started","step":"look","attempt":1},'
        '{"type":"step.completed","step":"look","result":[1.5,"Olá"]}]'
    )


_GOOD = b'{"facts":[{"type":"step.started","step":"look","attempt":1}]}'
BROKEN: dict[str, Any] = {
    "nothing": b"",
    "a dictionary to come": b"\x07" + pack(_GOOD)[1:],
    "no dictionary": b"\x01",
    "noise": b"\x01" + b"\xff" * 40,
    "half": pack(_GOOD)[:-4],
    "more": pack(_GOOD) + b"more",
    "no text": pack(b"\xff\xfe" * 30),
    "no JSON": pack(_GOOD[:-3]),
    "too much": pack(b" " * LARGEST + _GOOD),
    "plain bytes": _GOOD,
    "no facts": '{"at":[]}',
    "too few times": '{"at":["1Z"],"facts":[{"type":"step.started"},{"type":"step.started"}]}',
    "too few graphs": '{"graphs":["a","b"],"facts":[{"type":"run.planned"}]}',
    "an array": "[]",
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
async def test_a_row_that_cannot_be_unpacked_stops_the_upgrade_and_changes_nothing(tmp_path: Path, data: Any) -> None:
    """K-9: neither a row before it nor one after it is rewritten."""
    path = tmp_path / "aule.db"
    rows = former_rows()
    rows[1] = (*rows[1][:-1], data)
    write_former(path, rows)
    for _ in range(2):
        with pytest.raises(Corrupt, match="Event 4 of type 'many' cannot be read, so the store was not upgraded"):
            async with opened(f"sqlite:///{path}"):
                pass
        assert rows_of(path) == rows


async def test_a_long_packed_log_is_rewritten_a_few_rows_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "aule.db"
    spoken = [TurnSpoke(step=number, delta="x" * 100) for number in range(1, 351)]
    rows = [(one.step, TS, "turn", one.type, None, "run_1", pack(write_fact(one).encode())) for one in spoken]
    write_former(path, rows)
    async with opened(f"sqlite:///{path}") as database:
        assert [event.data for event in await Events(database).read(0)] == spoken
