"""Writes of a batch are put together, and what happens to a row still happens in its order."""

from __future__ import annotations

from random import Random

from aule.contracts.access.capability import Result
from aule.contracts.events.facts import CallCompleted, CallFailed, Fact, RunStarted
from aule.contracts.events.steps import RunClaimed, RunPaused, RunPlanned
from aule.contracts.runs.graph import Graph, Question, Step, StepKind
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.stores.log.projections import Entry, project
from aule.stores.log.write_batches import READS, collapsed, grouped
from aule.stores.statements import Write
from aule.stores.tables import effects, graphs, runs, search, usage_days, uses

STATEMENTS = {
    "start": runs.insert(),
    "end": runs.update(),
    "use": uses.insert(),
    "do": effects.insert(),
    "day": usage_days.insert(),
    "word": search.insert(),
}
GRAPH = Graph(nodes=[Step(id="a", kind=StepKind.HUMAN, question=Question(message="Well?"))])
TABLES = {"start": runs, "end": runs, "use": uses, "do": effects, "day": usage_days, "word": search}


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
    writes = [Write(STATEMENTS[name], {}) for _ in range(100) for name in ("use", "word")]
    assert len(grouped(writes)) == 2


def test_what_happens_to_one_run_keeps_its_order_and_waits_for_no_other() -> None:
    """OS-22: a hundred runs that begin and end in one batch take as many statements as one."""
    names = ("start", "use", "do", "end")
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
    key = {"start": {"id": run}, "end": {"key": run}}.get(name, {"run": run, "capability": "core.now"})
    return Write(STATEMENTS[name], {**key, "n": n})


def test_a_run_that_begins_in_somebodys_hands_is_written_once() -> None:
    """OS-22: begun, settled and claimed in one commit is one row, as if it had been all of that one after the other."""
    run = Run(id="run_1", kind=RunKind.WORKFLOW, project="home", queue="default", started_at="2026-05-31T10:00:00.000Z")
    begun: list[Fact] = [RunStarted(started=run), RunPlanned(graph=GRAPH, inputs={"a": 1})]
    rows = [write for write in collapsed(_writes(*begun, RunClaimed(worker="me"))) if _table(write) is runs]
    assert len(rows) == 1
    made = rows[0].params
    assert (made["status"], made["worker"], made["epoch"]) == (RunStatus.EXECUTING, "me", 1)
    assert made["graph"] is not None and made["inputs"] == '{"a": 1}'
    paused = collapsed(_writes(*begun, RunPaused(), RunClaimed(worker="me")))
    assert [write.params.get("to") for write in paused if _table(write) is runs] == [
        None,
        "paused",
        "executing",
    ]


def test_what_a_run_uses_is_written_once_a_commit() -> None:
    """OS-22: however often it uses a capability within one, and whether that went well."""
    ended = [CallCompleted(id=f"call_{n}", capability="core.now", result=Result(ok=n == 1)) for n in range(3)]
    other = CallFailed(id="call_9", capability="core.read", result=Result(ok=False))
    writes = collapsed([*_writes(*ended, other), *_writes(*ended[:1], ts="2026-05-31T10:00:00.007Z")])
    at = 1_780_221_600_000
    assert [write.params for write in writes] == [
        {"run": "run_1", "capability": "core.now", "last": at + 7, "lasted": 7, "done": 1},
        {"run": "run_1", "capability": "core.read", "last": at, "lasted": 0, "done": 0},
    ]


def test_runs_of_one_workflow_that_begin_together_share_what_is_alike() -> None:
    """OS-22: their graph and their row of the index are written once, and that leads to the latest of them."""
    base = Run(id="", kind=RunKind.WORKFLOW, project="home", title="Report", started_at="")
    times = {f"run_{n}": f"2026-05-31T10:00:0{n}.000Z" for n in (1, 3, 2)}
    runs = [base.model_copy(update={"id": id, "started_at": at}) for id, at in times.items()]
    facts: list[Fact] = [fact for run in runs for fact in (RunStarted(started=run), RunPlanned(graph=GRAPH))]
    writes = collapsed(_writes(*facts))
    assert len([write for write in writes if _table(write) is graphs]) == 1
    [row] = [write.params for write in writes if _table(write) is search]
    assert (row["title"], row["leads"], row["ts"]) == ("Report", "run:run_3", times["run_3"])


def _writes(*facts: Fact, ts: str = "2026-05-31T10:00:00.000Z") -> list[Write]:
    return [write for fact in facts for write in project(Entry(fact, ts, "run_1"))]


def _table(write: Write) -> object:
    return getattr(write.statement, "table", None)
