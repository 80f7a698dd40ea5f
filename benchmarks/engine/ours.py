"""auleOS: the whole kernel. Graphs are checked and stored, every step is a call through the gate, all of it in the log.

What is on the clock: checking the graph, storing the run, deciding each call by policy, recording that it began and
what it gave, and the run's end. Steps that only read share a commit with whatever else happens in the same turn of
the event loop; a step with an effect (`effects`) is stored for good before it begins and when it ended.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from aule import boot
from aule.contracts.runs.graph import Graph, Interrupt, Question, Step, StepCall, StepKind
from aule.contracts.runs.run import RunStatus
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.kernel import Kernel
from aule.sdk import App, Approve, Effect
from aule.stores.home.directory import Home
from benchmarks.engine.protocol import Asked, Stage, pages_bytes, serve

bench = App("bench")
begun: dict[int, float] = {}
"""When the step after an approval began, by the run's number."""
STEPS_AT_ONCE = 64


@bench.capability(effect=Effect.READ)
async def note(n: int) -> dict[str, Any]:
    """Note a number."""
    return {"n": n + 1, "note": f"step {n}"}


@bench.capability(effect=Effect.WRITE, approval=Approve.AUTO, idempotent=True)
async def change(n: int) -> dict[str, Any]:
    """Note a number, as if it were a change."""
    return {"n": n + 1, "note": f"step {n}"}


@bench.capability(effect=Effect.READ)
async def mark(n: int) -> float:
    """Tell when this began; all processes of a machine have the same clock."""
    begun[n] = time.perf_counter()
    return begun[n]


def _step(id: str, n: Any, before: Sequence[str] = (), capability: str = "bench.note", **more: Any) -> Step:
    call = StepCall(capability=capability, params={"n": n})
    return Step(id=id, kind=StepKind.CALL, call=call, dependencies=list(before), **more)


def chain(steps: int, capability: str = "bench.note") -> Graph:
    """One step after the other, each given what the one before it made, every result kept in the shared state."""
    nodes = [
        _step(
            f"s{number}",
            {"$from": f"s{number - 1}.result.n"} if number else 0,
            [f"s{number - 1}"] if number else [],
            capability,
            writes=[f"r{number}"],
        )
        for number in range(steps)
    ]
    return Graph(nodes=nodes, state={f"r{number}": {} for number in range(steps)})


def wide(steps: int) -> Graph:
    """One, then all others at once, then one."""
    middle = [f"w{number}" for number in range(steps - 2)]
    nodes = [_step("first", 0, writes=["first"])]
    nodes += [_step(id, number, ["first"], writes=[id]) for number, id in enumerate(middle)]
    nodes.append(_step("last", len(middle), middle, writes=["last"]))
    return Graph(nodes=nodes, state={id: {} for id in ("first", *middle, "last")})


def waiting(form: str) -> Graph:
    """One step, a person, one more; `before`: the last one asks itself. All runs are of this graph, as the peer's."""
    first, given = _step("first", 0), {"n": {"type": "integer"}}
    number = "{{inputs.n}}"
    if form == "before":
        last = _step("last", number, ["first"], "bench.mark", interrupt=Interrupt(before=True))
        return Graph(inputs=given, nodes=[first, last])
    question = Question(message="May it go on?", options=["approve"], free_text=False)
    ask = Step(id="ask", kind=StepKind.HUMAN, question=question, dependencies=["first"])
    return Graph(inputs=given, nodes=[first, ask, _step("last", number, ["ask"], "bench.mark")])


async def opened(asked: Asked) -> Kernel:
    """A running system on the folder's database, or on a Postgres."""
    home = Home(Path(asked.folder) / "aule")
    home.prepare()
    url = None
    if asked.database:
        url = f"{asked.database}{'&' if '?' in asked.database else '?'}search_path={asked.schema}"
    kernel = await boot.build(home, boot.ambient(), apps=[*boot.installed_apps(), bench], database_url=url)
    _fix_synchronous(kernel, full=asked.synchronous == "FULL")
    await kernel.start()
    gc.freeze()  # as every process of ours does once it is up
    return kernel


def _fix_synchronous(kernel: Kernel, *, full: bool) -> None:
    """The same `synchronous` for every commit, as a peer has it; by itself the kernel is in between.

    Its own way is NORMAL, and FULL for what begins an effect and for what a person decided.
    """
    database: Any = kernel.database
    transaction = database.transaction
    database.transaction = lambda *, durable=False: transaction(durable=full)


def _order(graph: Graph, id: str | None = None, **inputs: int) -> RunRequest:
    return RunRequest(graph=graph, inputs=inputs, title="bench", project="home", at_once=STEPS_AT_ONCE, id=id)


async def _finish(kernel: Kernel, graph: Graph) -> None:
    started = await kernel.engine.start(_order(graph))
    ended = await kernel.driver.wait(started.id)
    assert ended.status is RunStatus.DONE, ended


async def _leave_waiting(kernel: Kernel, graph: Graph, number: int) -> None:
    """Start a run, and wait until it waits for a person."""
    started = await kernel.engine.start(_order(graph, f"run_bench_{number}", n=number))
    while (await kernel.runs.get(started.id)).status is not RunStatus.WAITING:  # noqa: ASYNC110 - off the clock
        await asyncio.sleep(0.001)


async def _stage(asked: Asked, work: Callable[[Kernel], Awaitable[tuple[float, ...]]]) -> Stage:
    kernel = await opened(asked)

    async def close() -> None:
        await kernel.stop()

    size = (lambda: 0) if asked.database else (lambda: pages_bytes(Home(Path(asked.folder) / "aule").database))
    return Stage(lambda: work(kernel), close, size)


async def _prepare_chain(asked: Asked) -> Stage:
    graph = chain(asked.steps, "bench.change" if asked.shape == "effects" else "bench.note")

    async def work(kernel: Kernel) -> tuple[float, ...]:
        await _finish(kernel, graph)
        return ()

    return await _stage(asked, work)


async def _prepare_wide(asked: Asked) -> Stage:
    graph = wide(asked.steps)

    async def work(kernel: Kernel) -> tuple[float, ...]:
        await _finish(kernel, graph)
        return ()

    return await _stage(asked, work)


async def _each(asked: Asked, do: Callable[[int], Awaitable[Any]]) -> tuple[float, ...]:
    limit = asyncio.Semaphore(asked.at_once)

    async def one(number: int) -> None:
        async with limit:
            await do(number)

    await asyncio.gather(*(one(asked.first + number) for number in range(asked.runs)))
    return ()


async def _prepare_runs(asked: Asked) -> Stage:
    graph = chain(asked.steps)

    async def work(kernel: Kernel) -> tuple[float, ...]:
        return await _each(asked, lambda _: _finish(kernel, graph))

    return await _stage(asked, work)


async def _prepare_waiting(asked: Asked) -> Stage:
    graph = waiting(asked.form)

    async def work(kernel: Kernel) -> tuple[float, ...]:
        return await _each(asked, lambda number: _leave_waiting(kernel, graph, number))

    return await _stage(asked, work)


async def _prepare_resume(asked: Asked) -> Stage:
    async def work(kernel: Kernel) -> tuple[float, ...]:
        took: list[float] = []
        for number in range(asked.first, asked.first + asked.runs):
            approval = (await kernel.approvals.pending(run=f"run_bench_{number}"))[0]
            option = approval.options[0].id
            decided = time.perf_counter()
            await kernel.decide(approval.id, option, content_hash=approval.binds.content_hash)
            await kernel.driver.wait(f"run_bench_{number}")
            ended = time.perf_counter()
            is_end = asked.until == "end"
            took.append((ended if is_end else begun.get(number) or await _told_when(kernel, number)) - decided)
        return tuple(took)

    return await _stage(asked, work)


async def _told_when(kernel: Kernel, number: int) -> float:
    """When the step began in another process, which is what it gave."""
    events = await kernel.journal.read(None, run=f"run_bench_{number}", types=("call.completed",))
    return float(events[-1].data.result.data)


async def _prepare_setup(asked: Asked) -> Stage:
    async def work(kernel: Kernel) -> tuple[float, ...]:
        return ()

    return await _stage(asked, work)


async def _prepare_standby(asked: Asked) -> Stage:
    """A worker that is there until its input ends."""

    async def work(kernel: Kernel) -> tuple[float, ...]:
        await asyncio.to_thread(sys.stdin.read)
        return ()

    return await _stage(asked, work)


async def _prepare_idle(asked: Asked) -> Stage:
    async def work(kernel: Kernel) -> tuple[float, ...]:
        await asyncio.sleep(asked.steps)
        return ()

    return await _stage(asked, work)


if __name__ == "__main__":
    serve(
        {
            "chain": _prepare_chain,
            "effects": _prepare_chain,
            "wide": _prepare_wide,
            "runs": _prepare_runs,
            "waiting": _prepare_waiting,
            "resume": _prepare_resume,
            "setup": _prepare_setup,
            "idle": _prepare_idle,
            "standby": _prepare_standby,
        }
    )
