"""What happens in a run within one commit shares a row of the log, and nobody who reads it can tell."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select
from tests.conformance.world import DAY, TS, a_message, a_run, journal_on, opened

from aule.contracts.access.capability import Result
from aule.contracts.errors import Invalid
from aule.contracts.events.facts import (
    CallCompleted,
    CallStarted,
    Fact,
    MessageAdded,
    RunStarted,
    StepStarted,
    TurnSpoke,
)
from aule.contracts.events.steps import RunPlanned, StepCompleted
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.stores.database import Database
from aule.stores.log import fact_rows
from aule.stores.log.calls import Calls
from aule.stores.log.events import Events, Filter
from aule.stores.log.fact_rows import Piece, make_rows, parse_row, write_fact
from aule.stores.log.projections import Entry
from aule.stores.repositories.graphs import Graphs
from aule.stores.tables import events, graphs

pytestmark = pytest.mark.xdist_group("postgres")

GRAPH = Graph(nodes=[Step(id="a", kind=StepKind.CONDITION, when="true", title='"graph_hash":"not one"')])


def step(run: str, number: int, ts: str = TS) -> Entry:
    """A step of a run begins."""
    return Entry(StepStarted(step=f"s{number}", attempt=1), ts, run)


def called(id: str, run: str = "run_1") -> list[Entry]:
    """A call that begins and ends."""
    began = CallStarted(id=id, capability="core.now", title="Now", effect="read", params={"zone": "UTC"})
    ended = CallCompleted(id=id, capability="core.now", result=Result(ok=True, data={"it": "is"}, duration_ms=2.5))
    return [Entry(began, TS, run), Entry(ended, TS, run)]


async def commit(database: Database, *entries: Entry) -> list[Fact]:
    """Write entries in one transaction; what they became, as they were given."""
    async with database.transaction() as transaction:
        return [event.data for event in await transaction.append(entries)]


async def rows(database: Database) -> int:
    """How many rows the log has."""
    return (await database.fetch(select(func.count()).select_from(events)))[0][0]


async def test_steps_of_runs_that_go_on_side_by_side_share_a_row_for_each_run(url: str) -> None:
    """K-9: every fact has a number of its own and those of a run keep their order."""
    async with opened(url) as database:
        mixed = [step(f"run_{number % 2}", number, f"{DAY}T10:00:0{number}.000Z") for number in range(6)]
        assert await commit(database, *mixed) == [entry.fact for entry in mixed]  # as they were given
        assert await rows(database) == 2
        found = await Events(database).read(0)
        assert [int(event.seq) for event in found] == [1, 2, 3, 4, 5, 6]
        for run in ("run_0", "run_1"):
            told = [Entry(event.data, event.ts, event.run) for event in found if event.run == run]
            assert told == [entry for entry in mixed if entry.run == run]


async def test_facts_of_one_run_keep_their_order_whatever_else_is_said_of_them(url: str) -> None:
    """K-9: a conversation that only some of them name makes another row, never another order."""
    async with opened(url) as database:
        given = [step("run_1", number)._replace(session_id="con_1" if number % 3 else None) for number in range(7)]
        await commit(database, *given)
        assert [event.data for event in await Events(database).read(0)] == [entry.fact for entry in given]
        found = await Events(database).read(0, Filter(session_id="con_1"))
        assert [event.data for event in found] == [entry.fact for entry in given if entry.session_id]


async def test_what_is_not_the_course_of_a_run_stays_where_it_is(url: str) -> None:
    """K-9: words and messages keep their order among everything else."""
    async with opened(url) as database:
        said = Entry(MessageAdded(message=a_message("msg_1")), TS, None, "con_1")
        spoke = Entry(TurnSpoke(step=1, delta="x"), TS, "run_1")
        given = [step("run_1", 1), said, step("run_1", 2), spoke, step("run_1", 3), step("run_1", 4)]
        await commit(database, *given)
        assert [event.data for event in await Events(database).read(0)] == [entry.fact for entry in given]
        assert await rows(database) == 5


async def test_facts_of_some_types_are_found_in_whatever_rows_they_stand(url: str) -> None:
    """K-9: alone or with others, for few types and many, of a run, a conversation, a topic, or of everybody."""
    async with opened(url) as database:
        said = Entry(MessageAdded(message=a_message("msg_1", content='"type":"step.started"')), TS, None, "con_1")
        began = Entry(RunStarted(started=a_run()), TS, "run_1")
        await commit(database, began, step("run_1", 1), step("run_2", 1), said, *called("call_1"), *called("call_2"))
        await commit(database, step("run_2", 2), *called("call_3", "run_2"))
        await commit(database, Entry(TurnSpoke(step=1, delta="x"), TS, "run_2", "con_1"))
        everything = await Events(database).read(0)
        assert len(everything) == 12
        asked = [("step.started",), ("message.added",), ("call.started", "turn.spoke"), ("run.finished",)]
        asked.append(("run.started", "step.started", "call.completed", "call.failed", "message.added"))
        for types in asked:
            for more in ({}, {"run": "run_2"}, {"session_id": "con_1"}, {"topic": "call"}, {"topic": "message"}):
                where = Filter(types=types, **more)
                wanted = [event for event in everything if where.matches(event)]
                assert await Events(database).read(0, where) == wanted
                assert await Events(database).read(0, where, limit=2) == wanted[:2]


async def test_a_graph_is_kept_once_however_many_runs_are_made_of_it(url: str) -> None:
    """OS-21: the log only names it, and gives it back whole."""
    async with opened(url) as database:
        for id in ("run_1", "run_2"):
            planned = RunPlanned(graph=GRAPH, inputs={"for": id})
            assert (await commit(database, Entry(RunStarted(started=a_run(id)), TS, id), Entry(planned, TS, id)))[
                1
            ] == planned
            assert [event.data for event in await Events(database).read(0, Filter(run=id))][1] == planned
            assert await Graphs(database).find(id) == planned
        assert await database.fetch(select(func.count()).select_from(graphs)) == [(1,)]
        again = RunPlanned(graph=GRAPH.model_copy(update={"output": 1}))
        await commit(database, Entry(again, TS, "run_1"))
        assert await Graphs(database).find("run_1") == again
        assert (await Events(database).read(0, Filter(types=("run.planned",))))[-1].data == again


async def test_a_call_that_begins_and_ends_in_one_commit_is_listed_like_any_other(url: str) -> None:
    """K-5: what is written once says the same as what is written twice."""
    async with opened(url) as database:
        await commit(database, Entry(RunStarted(started=a_run()), TS, "run_1"), *called("call_1"))
        for entry in called("call_2"):
            await commit(database, entry)
        one, two = (await Calls(database).list(capability="core.now")).items
        assert one.model_copy(update={"id": two.id}) == two
        assert (two.status, two.params, two.duration_ms) == ("done", {"zone": "UTC"}, 2.5)


async def test_durable_facts_that_cannot_be_stored_are_refused_where_they_are_put(url: str) -> None:
    """K-7: whoever had an effect hears at once that its result is not on record."""
    async with opened(url) as database, journal_on(database) as journal:
        with pytest.raises(Invalid):
            journal.put(TurnSpoke(step=1, delta="half \ud800"), run="run_1", durable=True)
        journal.put(TurnSpoke(step=1, delta="whole"), run="run_1", durable=True)
        await journal.flush()
        assert len(await journal.read()) == 1


def test_a_row_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fact_rows, "LARGE", 1_000)
    fact = StepCompleted(step="s", result="x" * 400)
    piece = Piece("step", fact.type, TS, "run_1", None, write_fact(fact))
    made, numbers = make_rows([piece] * 10, 7)
    assert len(made) == 4
    assert numbers == list(range(8, 18))
    assert sum(len(parse_row(row[3], row[1], row[6])) for row in made) == 10


_facts = st.lists(
    st.tuples(st.sampled_from(["run_0", "run_1", "run_2"]), st.booleans(), st.integers(0, 3)), min_size=1, max_size=12
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(_facts, min_size=1, max_size=4), since=st.integers(0, 20), limit=st.integers(1, 10))
async def test_from_wherever_one_reads_the_rest_comes_once_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, batches: list[list[tuple[str, bool, int]]], since: int, limit: int
) -> None:
    """K-9: a place in the middle of a row is a place like any other, for every filter and every limit."""
    async with opened(f"sqlite:///{tmp_path_factory.mktemp('log') / 'aule.db'}") as database:
        for number, batch in enumerate(batches):
            entries = [
                step(run, index, f"{DAY}T10:00:0{number}.00{tick}Z")
                if is_step
                else Entry(TurnSpoke(step=index, delta=""), TS, run)
                for index, (run, is_step, tick) in enumerate(batch)
            ]
            await commit(database, *entries)
        log = Events(database)
        everything = await log.read(0)
        assert [int(event.seq) for event in everything] == list(range(1, sum(map(len, batches)) + 1))
        filters = (Filter(), Filter(run="run_1"), Filter(types=("step.started",)), Filter(topic="turn"))
        for where in (*filters, Filter(topic="step", run="run_2")):
            rest = [event for event in everything if int(event.seq) > since and where.matches(event)]
            assert await log.read(since, where) == rest
            assert await log.read(since, where, limit=limit) == rest[:limit]
            assert await log.read(since, where, until=since + 3) == [e for e in rest if int(e.seq) <= since + 3]
