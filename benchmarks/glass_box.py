"""The glass box: a trace of 10,000 spans, and summaries over 1,000,000 metrics, asked for over HTTP in one process.

The long run is written to the log fact by fact, as a turn with 5,000 answers and a call for each; its trace is folded
anew for each request. The metrics are those of 125,000 runs over a year, spread over models, agents, apps and
capabilities as a busy house would have them; a summary adds up the whole year. Reading on is how fast an old log
becomes metrics when somebody looks for the first time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from aule.apps.insights import queries
from aule.apps.insights.metrics.entries import Additions, MetricRow
from aule.boot.system import System as Whole
from aule.contracts.access.capability import Result
from aule.contracts.events import facts
from aule.contracts.kinds import RunKind, RunStatus
from aule.contracts.runs.run import Run, Usage
from aule.server.app import create_app
from aule.testing.system import system
from benchmarks.measuring import Figures, check, spread

ANSWERS = 5_000
METRICS = 1_000_000
NAMES = ("run.duration", "tokens.in", "tokens.out", "cost", "model.calls", "calls", "calls.failed", "step.duration")
DAYS = 365
TIMES = 15
SHORT_RUNS = 1_000


def measure() -> Figures:
    """Print and give the figures."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> Figures:
    async with system(folder) as aule:
        kernel = aule.kernel
        transport = httpx.ASGITransport(app=create_app(kernel))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=600) as client:
            await _get(client, "/v1/metrics/summary")
            trace = await _traces(kernel, client)
            reading = await _reading(kernel, client)
            summary = await _summaries(kernel, client)
    for title, told in (("a trace of 10,000 spans", trace["whole"]), ("what is new of it", trace["since"])):
        check(title, told["p50_ms"], 1_000, "ms")
        check(f"{title}, processor", told["processor_ms"], 1_000, "ms")
    for group, told in summary["groups"].items():
        check(f"a year of 1,000,000 metrics by {group}", told["p50_ms"], 300, "ms")
        check(f"a year of 1,000,000 metrics by {group}, processor", told["processor_ms"], 300, "ms")
    return {"trace": trace, "summary": summary, "reading": reading}


async def _get(client: httpx.AsyncClient, path: str, **params: Any) -> Any:
    answer = await client.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _timed(act: Callable[[], Awaitable[object]], times: int = TIMES) -> Figures:
    """Return how long something takes, and the processor time of it, whatever else the machine is doing."""
    seconds: list[float] = []
    worked: list[float] = []
    for _ in range(times):
        before, own = time.perf_counter(), time.process_time()
        await act()
        seconds.append(time.perf_counter() - before)
        worked.append(time.process_time() - own)
    return {**spread(seconds), "processor_ms": spread(worked)["p50_ms"]}


async def _traces(kernel: Whole, client: httpx.AsyncClient) -> Figures:
    run = await _write_run(kernel, "run_long", ANSWERS)
    whole = await _get(client, f"/v1/runs/{run}/trace")
    assert len(whole["spans"]) == 2 * ANSWERS + 1
    size = len((await client.get(f"/v1/runs/{run}/trace")).content)
    return {
        "spans": len(whole["spans"]),
        "bytes": size,
        "whole": await _timed(lambda: client.get(f"/v1/runs/{run}/trace")),
        "since": await _timed(lambda: client.get(f"/v1/runs/{run}/trace", params={"since": whole["cursor"]})),
    }


async def _write_run(kernel: Whole, id: str, answers: int) -> str:
    """Write a turn with so many answers to the log, each with a call."""
    started = Run.new(kernel.ambient, RunKind.TURN, "Long", project="home", locale="en", id=id, agent="assistant")
    journal, usage = kernel.journal, Usage(tokens_in=1_000, tokens_out=100, cost=0.01, model_calls=1)
    await journal.write(facts.RunStarted(started=started))
    chosen = facts.ModelChosen(provider="openai", model="gpt-5", tier=2, why="a benchmark")
    await journal.write(chosen, run=id)
    for number in range(answers):
        call = facts.CallRequested(id=f"call_{id}_{number}", capability="core.list_dir", params={"path": "."})
        same = {"id": call.id, "capability": call.capability}
        journal.put(
            facts.TurnStepped(step=number + 1, text="I look.", calls=[call], usage=usage, duration_ms=0.5),
            facts.CallStarted(**same, title="List a folder", effect="read", params={"path": "."}),
            facts.CallCompleted(**same, result=Result(ok=True, data={"entries": ["a", "b"]}, duration_ms=0.2)),
            run=id,
        )
        if number % 50 == 0:
            await journal.flush()
    await journal.write(facts.RunFinished(status=RunStatus.DONE), run=id)
    return id


async def _reading(kernel: Whole, client: httpx.AsyncClient) -> Figures:
    await _get(client, "/v1/metrics/summary")
    for number in range(SHORT_RUNS):
        await _write_run(kernel, f"run_{number}", 3)
    before = time.perf_counter()
    while not (await _get(client, "/v1/metrics/summary"))["is_complete"]:
        pass
    seconds = time.perf_counter() - before
    return {"runs": SHORT_RUNS, "seconds": round(seconds, 2), "runs_per_s": round(SHORT_RUNS / seconds)}


async def _summaries(kernel: Whole, client: httpx.AsyncClient) -> Figures:
    today = date.fromisoformat(kernel.ambient.timestamp()[:10])
    first = today - timedelta(days=DAYS - 1)
    dice, written = Random(7), 0
    each_day = METRICS // len(NAMES) // DAYS + 1
    for place in range(DAYS):
        day = (first + timedelta(days=place)).isoformat()
        added = _day(day, dice, min(each_day, (METRICS - written) // len(NAMES)))
        async with kernel.journal.transaction() as record:
            await queries.add(record, added, "0")
        written += len(added.rows)
    assert await queries.count(kernel.database) >= METRICS
    asked = {"from": first.isoformat(), "to": today.isoformat()}
    groups: Figures = {}
    for group in ("day", "model", "agent", "app", "capability"):
        ask = {**asked, "group": group}
        groups[group] = await _timed(lambda ask=ask: client.get("/v1/metrics/summary", params=ask))
    return {"metrics": await queries.count(kernel.database), "days": DAYS, "groups": groups}


def _day(day: str, dice: Random, runs: int) -> Additions:
    """Return what so many runs of a day add."""
    found = Additions()
    for number in range(runs):
        run, ms = f"run_{day}_{number}", dice.lognormvariate(8, 1.5)
        found.keep(
            str(dice.getrandbits(48)), [MetricRow(run, "", name, ms, "", f"{day}T00:00:00.000Z") for name in NAMES]
        )
        capability = f"app{dice.randrange(6)}.capability{dice.randrange(7)}"
        keys = [("day", ""), ("model", f"provider/model{dice.randrange(5)}"), ("agent", f"agent{dice.randrange(10)}")]
        keys += [("app", capability.partition(".")[0]), ("capability", capability)]
        for grouping, key in keys:
            figures = found.of(grouping, day, key)
            for name in ("runs", "finished", "calls", "model_calls"):
                figures.add(name)
            figures.add("tokens_in", 1_000)
            figures.add("cost", 0.01)
            figures.add("duration_ms", ms)
            figures.count("duration", ms)
    return found
