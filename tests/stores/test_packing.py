"""The log is packed: every text comes back as it was, what is broken is said, and old rows stay as they are."""

from __future__ import annotations

import hashlib
import sqlite3
import tracemalloc
import types
import zlib
from contextlib import closing, suppress
from enum import Enum
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from sqlalchemy import create_engine
from tests.conformance import world
from tests.conformance.world import TS, a_message, a_run, contents, opened

from aule.contracts.access.capability import Result
from aule.contracts.errors import Corrupt, Invalid
from aule.contracts.events.facts import (
    ApprovalRequested,
    ArtifactSaved,
    CallCompleted,
    CallStarted,
    ChangeRecorded,
    ConversationOpened,
    Fact,
    MemorySaved,
    MessageAdded,
    PlanSaved,
    RunFinished,
    RunStarted,
    StepStarted,
    TurnSpoke,
    TurnStepped,
)
from aule.contracts.events.steps import RunPlanned, StepCompleted
from aule.contracts.model import Model
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.contracts.runs.run import RunStatus
from aule.stores.log.bundles import text_of
from aule.stores.log.events import Events, Filter
from aule.stores.log.packing import DICTIONARIES, LARGEST, SMALLEST, packed, unpacked
from aule.stores.log.projections import Entry
from aule.stores.log.run_history import RunHistories
from aule.stores.migrations.replay import replay_log

PRINTS = {1: "2730c3b833904108e3d96461ce1e7c64c99363041492ea5f995b5582271dcf51"}
"""What each dictionary is, for good."""
STORED = {
    '{"type":"turn.spoke","step":1,"delta":"Olá"}': "0123b219e49f7378a1522d00",
    '{"type":"run.finished","status":"failed","error":{"code":"busy","message":"\\u0000"}}': (
        "0123a8105e3aa1974949a5c5a0d10b44b914530ab4dc00185400"
    ),
}
"""Rows as the first version that packed them left them."""

_union, _ = get_args(Fact)
KINDS: tuple[type[Model], ...] = get_args(_union)


def test_a_dictionary_is_never_changed() -> None:
    """K-9: rows that were packed against it need it as it was. A better one gets the next number."""
    assert {number: hashlib.sha256(words).hexdigest() for number, words in DICTIONARIES.items()} == PRINTS


@pytest.mark.parametrize("text", STORED)
def test_what_was_stored_once_is_read_for_ever(text: str) -> None:
    assert unpacked(bytes.fromhex(STORED[text])) == text


# What facts may hold, drawn from what their fields say. Nothing is checked on the way: more is packed than is valid.
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
def test_every_kind_of_fact_comes_back_letter_by_letter(kind: type[Model]) -> None:
    """K-9: whatever a fact holds, and whatever facts there will be."""

    @settings(max_examples=5, deadline=None)
    @given(fact=_models(kind))
    def check(fact: Any) -> None:
        text = text_of(fact)
        stored = packed(text)
        assert unpacked(stored) == text
        assert len(stored) <= len(text.encode())

    check()


@given(text=st.text(max_size=400) | st.sampled_from([d.decode() for d in DICTIONARIES.values()]))
def test_any_text_comes_back_and_takes_no_more_room(text: str) -> None:
    stored = packed(text)
    assert unpacked(stored) == text
    assert len(stored if isinstance(stored, bytes) else stored.encode()) <= len(text.encode())


@pytest.mark.parametrize(
    ("text", "is_packed"),
    [
        ("", False),
        ("x" * (SMALLEST - 1), False),
        ("x" * SMALLEST, True),
        ("x" * LARGEST, True),
        ("x" * (LARGEST + 1), False),
        ("é" * (LARGEST // 2), True),
        ("é" * (LARGEST // 2 + 1), False),
        ("\x00" * 100, True),
        ("".join(map(chr, range(126, 31, -1))), False),
        ("x" * 10_000_000, False),
    ],
    ids=["empty", "tiny", "small", "large", "larger", "bytes", "more bytes", "NULs", "not repeating", "10 MB"],
)
def test_what_is_not_worth_packing_stays_text(text: str, is_packed: bool) -> None:
    """Very short texts do not get smaller, very long ones would hold up the loop."""
    assert isinstance(packed(text), bytes) is is_packed
    assert unpacked(packed(text)) == text


@given(data=st.binary(max_size=200) | st.binary(max_size=200).map(lambda some: b"\x01" + some))
def test_bytes_that_are_none_of_ours_are_a_plain_mistake(data: bytes) -> None:
    """Whatever stands there: a text, or one kind of error."""
    with suppress(ValueError):
        assert isinstance(unpacked(data), str)


def test_bytes_that_swell_are_stopped_where_no_row_ever_was() -> None:
    press = zlib.compressobj(1, zlib.DEFLATED, -13, 9, zlib.Z_DEFAULT_STRATEGY, DICTIONARIES[1])
    bomb = b"\x01" + press.compress(b"x" * 50_000_000) + press.flush()
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="too much"):
            unpacked(bomb)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


_FACTS: list[Fact] = [
    RunStarted(started=world.a_run()),
    RunFinished(status=RunStatus.DONE),
    ApprovalRequested(approval=world.an_approval()),
    ChangeRecorded(change=world.a_change()),
    ConversationOpened(conversation=world.a_conversation()),
    MessageAdded(message=world.a_message()),
    MemorySaved(item=world.a_memory()),
    ArtifactSaved(artifact=world.an_artifact()),
    PlanSaved(plan=world.a_plan(), author="planner"),
    TurnStepped(step=1, text="Done."),
    TurnSpoke(step=1, delta="Olá"),
]


@pytest.mark.parametrize("fact", _FACTS, ids=lambda fact: fact.type)
def test_a_fact_by_itself_takes_less_than_half_the_room(fact: Fact) -> None:
    """The dictionary knows what all kinds of facts look like, not only those that share a row."""
    text = text_of(fact)
    assert len(text) < SMALLEST or 2 * len(packed(text)) < len(text)


def test_all_of_the_dictionary_is_within_reach() -> None:
    """Deflate looks back eight kilobytes, less what it reads ahead: words before that would be there for nothing."""
    assert len(DICTIONARIES[max(DICTIONARIES)]) <= 2**13 - 262


GRAPH = Graph(nodes=[Step(id="look", kind=StepKind.CONDITION, when="true")])


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
    return [Entry(fact, TS, run) for fact in facts]


async def write(path: Path, *entries: Entry) -> None:
    """A store with some facts, in one commit."""
    async with opened(f"sqlite:///{path}") as database, database.transaction() as transaction:
        await transaction.append(entries)


def rows(path: Path, query: str = "SELECT data FROM events ORDER BY seq", *values: Any) -> list[Any]:
    """What a query gives, past all of our own code."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return [row[0] for row in connection.execute(query, values)]


async def test_a_course_takes_a_third_of_the_room_of_its_text(tmp_path: Path) -> None:
    """K-9: what runs leave behind for good is small."""
    await write(tmp_path / "aule.db", *history())
    [data] = rows(tmp_path / "aule.db")
    assert isinstance(data, bytes)
    assert 3 * len(data) < len(unpacked(data))


async def test_old_rows_are_read_as_they_are_and_stay_so(tmp_path: Path) -> None:
    """K-9: a log that was begun as text goes on packed; nothing in it is rewritten, and nobody who reads can tell."""
    path, url = tmp_path / "aule.db", f"sqlite:///{tmp_path / 'aule.db'}"
    said = Entry(MessageAdded(message=a_message("msg_1")), TS, None, "con_1")
    await write(path, *history("run_1"), said)
    for seq, data in zip(rows(path, "SELECT seq FROM events ORDER BY seq"), rows(path), strict=True):
        rows(path, "UPDATE events SET data = ? WHERE seq = ?", unpacked(data), seq)
    before = rows(path)
    assert all(isinstance(data, str) for data in before)
    await write(path, *history("run_2"))
    async with opened(url) as database:
        assert [event.data for event in await Events(database).read(0)] == [
            entry.fact for entry in (*history("run_1"), said, *history("run_2"))
        ]
        steps = await Events(database).read(0, Filter(types=("step.completed", "run.waiting")))
        assert [event.run for event in steps] == ["run_1", "run_2"]
        assert [event.data for event in await Events(database).read(0, Filter(types=("message.added",)))] == [said.fact]
        types = ("step.started", "call.completed", "step.completed")
        one, two = [await RunHistories(database, types).get(run) for run in ("run_1", "run_2")]
        assert one == two
        assert (one.graph, [fact.type for fact in one.facts]) == (GRAPH, list(types))
        tables = await contents(database)
    assert rows(path)[:2] == before
    _replay(path)
    async with opened(url) as database:
        assert await contents(database) == tables


def _replay(path: Path) -> None:
    """Write every table anew, as an upgrade does."""
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path, isolation_level=None))
    with engine.begin() as connection:
        replay_log(connection)
    engine.dispose()


_GOOD = b'{"facts":[{"type":"step.started","step":"look","attempt":1}]}'


def _raw(content: bytes) -> bytes:
    press = zlib.compressobj(9, zlib.DEFLATED, -13, 9, zlib.Z_DEFAULT_STRATEGY, DICTIONARIES[1])
    return b"\x01" + press.compress(content) + press.flush()


BROKEN = {
    "nothing": b"",
    "a dictionary to come": b"\x07" + _raw(_GOOD)[1:],
    "no dictionary": b"\x01",
    "noise": b"\x01" + b"\xff" * 40,
    "half": _raw(_GOOD)[:-4],
    "more": _raw(_GOOD) + b"more",
    "no text": _raw(b"\xff\xfe" * 30),
    "half a character": _raw(_GOOD.replace(b"look", b"\xed\xa0\x80")),
    "no JSON": _raw(_GOOD[:-3]),
    "too much": _raw(b" " * LARGEST + _GOOD),
    "plain bytes": _GOOD,
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
async def test_a_row_that_cannot_be_read_is_said_and_left_as_it_is(tmp_path: Path, data: bytes) -> None:
    """K-9: for whoever reads, goes on with the run, or upgrades; what is beside it can be read still."""
    path, url = tmp_path / "aule.db", f"sqlite:///{tmp_path / 'aule.db'}"
    said = Entry(MessageAdded(message=a_message("msg_1")), TS, None, "con_1")
    await write(path, *history(), said)
    rows(path, "UPDATE events SET data = ? WHERE type = 'many'", data)
    async with opened(url) as database:
        with pytest.raises(Corrupt, match="Event 7 of type 'many' cannot be read"):
            await Events(database).read(0)
        with pytest.raises(Corrupt, match="What happened in the run 'run_1' cannot be read"):
            await RunHistories(database, ("step.started",)).get("run_1")
        assert [event.data for event in await Events(database).read(7)] == [said.fact]
        assert [event.data for event in await Events(database).read(0, Filter(types=("message.added",)))] == [said.fact]
    with pytest.raises(Corrupt, match="Event 7 of type 'many' cannot be read, so the store was not upgraded"):
        _replay(path)
    assert rows(path)[0] == data


async def test_what_is_long_or_odd_comes_back_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "aule.db"
    given = [TurnSpoke(step=1, delta=delta) for delta in ("", "\x00" * 50, "🫖" * 40, "x" * 10_000_000)]
    await write(path, *[Entry(fact, TS, "run_1") for fact in given])
    async with opened(f"sqlite:///{path}") as database:
        assert [event.data for event in await Events(database).read(0)] == given
    assert [type(data) for data in rows(path)] == [str, bytes, bytes, str]


async def test_half_a_character_is_refused_before_anything_is_packed(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="lone surrogate"):
        await write(tmp_path / "aule.db", Entry(TurnSpoke(step=1, delta="half " * 20 + "\ud800"), TS, "run_1"))
    assert rows(tmp_path / "aule.db") == []
