"""Writes of a batch are put together, and what happens to a row still happens in its order."""

from __future__ import annotations

from random import Random

from aule.contracts.events import Fact, RunStarted
from aule.contracts.graph import Graph, Question, Step, StepKind
from aule.contracts.run import Run, RunKind, RunStatus
from aule.contracts.steps import RunClaimed, RunPaused, RunPlanned
from aule.stores.projections import Entry, project
from aule.stores.rounds import READS, grouped, told_once
from aule.stores.statements import Write
from aule.stores.tables import calls, runs, search, usage_days

STATEMENTS = {
    "start": runs.insert(),
    "end": runs.update(),
    "call": calls.insert(),
    "called": calls.update(),
    "day": usage_days.insert(),
    "word": search.insert(),
}
GRAPH = Graph(nodes=[Step(id="a", kind=StepKind.HUMAN, question=Question(message="Well?"))])
TABLES = {"start": runs, "end": runs, "call": calls, "called": calls, "day": usage_days, "word": search}


def test_no_write_passes_another_that_it_depends_on() -> None:
    """K-9: any order of writes keeps its outcome, whichever of them are put together."""
    for seed in range(300):
        chance = Random(seed)
        names = [chance.choice(list(STATEMENTS)) for _ in range(chance.randint(1, 40))]
        writes = [Write(STATEMENTS[name], {"n": n}) for n, name in enumerate(names)]
        order = [values["n"] for group in grouped(writes) for values in group.values]
        assert sorted(order) == list(range(len(names)))
        place = {n: at for at, n in enumerate(order)}
        for early in range(len(names)):
            for late in range(early + 1, len(names)):
                one, other = TABLES[names[early]], TABLES[names[late]]
                depends = one is other or one in READS.get(other, ()) or other in READS.get(one, ())
                assert not depends or place[early] < place[late], (seed, names)


def test_many_steps_take_few_statements() -> None:
    """OS-22: a batch of calls is two statements, not one for each."""
    writes = [Write(STATEMENTS[name], {}) for _ in range(100) for name in ("call", "word")]
    assert len(grouped(writes)) == 2


def test_what_happens_to_one_run_keeps_its_order_and_waits_for_no_other() -> None:
    """OS-22: a hundred runs that begin and end in one batch take as many statements as one."""
    names = ("start", "call", "called", "end")
    many = [(name, run) for run in range(100) for name in names]
    for seed in range(100):
        chance = Random(seed)
        steps = many if seed == 0 else [(chance.choice(names), chance.randrange(5)) for _ in range(40)]
        writes = [_about(name, f"run_{run}", n) for n, (name, run) in enumerate(steps)]
        groups = grouped(writes)
        place = {values["n"]: at for at, values in enumerate(v for group in groups for v in group.values)}
        for late, (name, run) in enumerate(steps):
            for early in range(late):
                one, other = TABLES[steps[early][0]], TABLES[name]
                meets = one is other or one in READS.get(other, ()) or other in READS.get(one, ())
                assert steps[early][1] != run or not meets or place[early] < place[late], (seed, steps)
        assert seed > 0 or len(groups) == len(names)


def _about(name: str, run: str, n: int) -> Write:
    key = {"start": {"id": run}, "end": {"key": run}}.get(name, {"id": f"call_{run}", "run": run})
    return Write(STATEMENTS[name], {**key, "n": n})


def test_a_run_that_begins_in_somebodys_hands_is_written_once() -> None:
    """OS-22: begun, settled and claimed in one commit is one row, as if it had been all of that one after the other."""
    run = Run(id="run_1", kind=RunKind.WORKFLOW, project="home", queue="default", started_at="2026-05-31T10:00:00.000Z")
    begun: list[Fact] = [RunStarted(started=run), RunPlanned(graph=GRAPH, inputs={"a": 1})]
    rows = [write for write in told_once(_writes(*begun, RunClaimed(worker="me"))) if _table(write) is runs]
    assert len(rows) == 1
    made = rows[0].params
    assert (made["status"], made["worker"], made["epoch"]) == (RunStatus.EXECUTING, "me", 1)
    assert made["graph"] is not None and made["inputs"] == '{"a": 1}'
    paused = told_once(_writes(*begun, RunPaused(), RunClaimed(worker="me")))
    assert [write.params.get("to") for write in paused if _table(write) is runs] == [
        None,
        "paused",
        "executing",
    ]


def _writes(*facts: Fact) -> list[Write]:
    return [write for fact in facts for write in project(Entry(fact, "2026-05-31T10:00:00.000Z", "run_1"))]


def _table(write: Write) -> object:
    return getattr(write.statement, "table", None)
