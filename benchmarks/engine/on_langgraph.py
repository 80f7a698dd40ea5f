"""LangGraph, written as its documentation says: StateGraph, a reducer for results, a thread for each run.

Forms of a shape (the benchmark tries all and goes on with the fastest):
- chain: `chain` is the same graph as ours, a node for each step (`add_sequence`); `loop` is one node that leads back
  to itself, which is not a graph of many steps but LangGraph's cheapest way to do something many times.
- wide: `edges` is the same graph as ours; `send` is one node given many inputs (map-reduce).
- results are kept in a list with `operator.add`, or (`…+delta`) in the beta `DeltaChannel`, which stores what is new.
Savers: `sync` is SqliteSaver with `invoke`, in threads where runs are concurrent; `async` is AsyncSqliteSaver with
`ainvoke`; on Postgres `pool` is AsyncPostgresSaver on a pool of connections, `pipeline` on one in pipeline mode.
Durability: `sync` stores each step before the next begins; `async` while the next one runs; `exit` only at the end.
A decision: `Command(resume=…)` lets the step that asked begin while it is still being stored, in another thread; with
`stored` it is put into the state first (`update_state`), so that it is there before what it allows begins.

Building and compiling the graph is off the clock; for auleOS, checking and storing the graph is on it.
"""

from __future__ import annotations

import asyncio
import operator
import sqlite3
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send, interrupt
from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from benchmarks.engine.protocol import Asked, Stage, file_bytes, serve

POOL = 8
"""Connections of one process, as many as auleOS opens."""


def _extended(results: list[Any], batches: list[list[Any]]) -> list[Any]:
    return [*results, *(result for batch in batches for result in batch)]


class Listed(TypedDict):
    """What the nodes share."""

    n: int
    results: Annotated[list, operator.add]


class Deltas(TypedDict):
    """The same, with results stored as they come."""

    n: int
    results: Annotated[list, DeltaChannel(_extended)]


begun: dict[str, float] = {}
"""When the step after an approval began, by run."""


def note(state: Any) -> dict[str, Any]:
    """The step of all contenders."""
    n = state["n"]
    return {"n": n + 1, "results": [{"n": n + 1, "note": f"step {n}"}]}


def each(state: Any) -> dict[str, Any]:
    """The same beside others: they must not all write `n`."""
    n = state["n"]
    return {"results": [{"n": n + 1, "note": f"step {n}"}]}


async def note_async(state: Any) -> dict[str, Any]:
    """The same for `ainvoke`."""
    return note(state)


async def each_async(state: Any) -> dict[str, Any]:
    """The same for `ainvoke`."""
    return each(state)


def _mark(config: RunnableConfig) -> None:
    begun[config["configurable"]["thread_id"]] = time.perf_counter()


def approved(state: Any, config: RunnableConfig) -> dict[str, Any]:
    """A step that asks before it does anything."""
    interrupt("May it go on?")
    _mark(config)
    return each(state)


def approval(state: Any) -> dict[str, Any]:
    """A step that only asks."""
    interrupt("May it go on?")
    return each(state)


def marked(state: Any, config: RunnableConfig) -> dict[str, Any]:
    """The step after one that asks."""
    _mark(config)
    return each(state)


def _chain(asked: Asked, state: Any, step: Any) -> StateGraph:
    graph = StateGraph(state)
    if asked.form.startswith("loop"):
        graph.add_node("step", step)
        graph.add_edge(START, "step")
        graph.add_conditional_edges("step", lambda s: END if s["n"] >= asked.steps else "step", [END, "step"])
    else:
        graph.add_sequence([(f"s{number}", step) for number in range(asked.steps)])
        graph.add_edge(START, "s0")
    return graph


def _wide(asked: Asked, state: Any, step: Any) -> StateGraph:
    graph = StateGraph(state)
    middle = range(asked.steps - 2)
    graph.add_node("first", step)
    graph.add_node("last", step)
    graph.add_edge(START, "first")
    graph.add_edge("last", END)
    if asked.form.startswith("send"):
        graph.add_node("work", step)
        graph.add_conditional_edges("first", lambda _: [Send("work", {"n": number}) for number in middle], ["work"])
        graph.add_edge("work", "last")
        return graph
    for number in middle:
        graph.add_node(f"w{number}", step)
        graph.add_edge("first", f"w{number}")
    graph.add_edge([f"w{number}" for number in middle], "last")
    return graph


def _waiting(asked: Asked, state: Any, step: Any) -> StateGraph:
    """One step, an approval, one more; `before`: the last one asks itself."""
    graph = StateGraph(state)
    graph.add_node("first", step)
    graph.add_edge(START, "first")
    if asked.form == "before":
        graph.add_node("last", approved)
        graph.add_edge("first", "last")
    else:
        graph.add_node("ask", approval)
        graph.add_node("last", marked)
        graph.add_edge("first", "ask")
        graph.add_edge("ask", "last")
    graph.add_edge("last", END)
    return graph


@dataclass(frozen=True, slots=True)
class Compiled:
    """A graph on an open checkpointer."""

    asked: Asked
    graph: Any
    blocking: bool
    stack: AsyncExitStack

    def config(self, number: int) -> dict[str, Any]:
        """Which run, and that it may take many steps."""
        thread = {"thread_id": str(self.asked.first + number)}
        return {"configurable": thread, "recursion_limit": 2 * self.asked.steps + 100}

    @property
    def durability(self) -> str:
        """When each step is stored."""
        return self.asked.durability or "sync"

    def invoke(self, number: int, given: Any = None) -> Any:
        """One run from its beginning, or from where it waits."""
        return self.graph.invoke(given or _nothing(), self.config(number), durability=self.durability)

    async def run(self, number: int, given: Any = None) -> Any:
        """The same, in whichever way the checkpointer wants."""
        if self.blocking:
            return self.invoke(number, given)
        return await self.graph.ainvoke(given or _nothing(), self.config(number), durability=self.durability)

    async def store(self, number: int, values: Any) -> None:
        """Put something into the state of a run that waits."""
        if self.blocking:
            self.graph.update_state(self.config(number), values)
        else:
            await self.graph.aupdate_state(self.config(number), values)

    async def runs(self, numbers: range) -> None:
        """Many runs, so many at once."""
        if self.blocking and self.asked.form == "one_by_one":
            for number in numbers:
                self.invoke(number)
        elif self.blocking:
            with ThreadPoolExecutor(self.asked.at_once) as threads:
                list(threads.map(self.invoke, numbers))
        else:
            limit = asyncio.Semaphore(self.asked.at_once)

            async def one(number: int) -> None:
                async with limit:
                    await self.run(number)

            await asyncio.gather(*(one(number) for number in numbers))


def _nothing() -> dict[str, Any]:
    return {"n": 0, "results": []}


async def compiled(asked: Asked, build: Callable[[Asked, Any, Any], StateGraph], steps: tuple[Any, Any]) -> Compiled:
    """Open the database and compile the graph."""
    blocking = not asked.database and asked.saver != "async"
    state = Deltas if asked.form.endswith("+delta") else Listed
    stack = AsyncExitStack()
    saver = await (_postgres(asked, stack) if asked.database else _sqlite(asked, stack, blocking=blocking))
    graph = build(asked, state, steps[0] if blocking else steps[1]).compile(checkpointer=saver)
    return Compiled(asked, graph, blocking, stack)


async def _sqlite(asked: Asked, stack: AsyncExitStack, *, blocking: bool) -> Any:
    if blocking:
        connection = sqlite3.connect(asked.file, check_same_thread=False)
        stack.callback(connection.close)
        connection.execute(f"PRAGMA synchronous={asked.synchronous}")
        saver = SqliteSaver(connection)
        saver.setup()
        return saver
    opened = await stack.enter_async_context(aiosqlite.connect(asked.file))
    await opened.execute(f"PRAGMA synchronous={asked.synchronous}")
    saver = AsyncSqliteSaver(opened)
    await saver.setup()
    return saver


async def _postgres(asked: Asked, stack: AsyncExitStack) -> Any:
    lasting = "on" if asked.synchronous == "FULL" else "off"
    how = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    how["options"] = f"-c synchronous_commit={lasting} -c search_path={asked.schema}"
    if asked.saver == "pipeline" and asked.shape != "setup":
        connection = await stack.enter_async_context(await AsyncConnection.connect(asked.database, **how))
        pipe = await stack.enter_async_context(connection.pipeline())
        saver = AsyncPostgresSaver(connection, pipe)
    else:
        pool = AsyncConnectionPool(asked.database, min_size=POOL, max_size=POOL, kwargs=how, open=False)
        saver = AsyncPostgresSaver(await stack.enter_async_context(pool))
    if asked.shape == "setup":
        await saver.setup()
    return saver


def _stage(ready: Compiled, work: Callable[[], Awaitable[tuple[float, ...]]]) -> Stage:
    size = (lambda: 0) if ready.asked.database else (lambda: file_bytes(ready.asked.file))
    return Stage(work, ready.stack.aclose, size)


async def _prepare_chain(asked: Asked) -> Stage:
    ready = await compiled(asked, _chain, (note, note_async))

    async def work() -> tuple[float, ...]:
        came_to = await ready.run(0)
        assert len(came_to["results"]) == asked.steps
        return ()

    return _stage(ready, work)


async def _prepare_wide(asked: Asked) -> Stage:
    ready = await compiled(asked, _wide, (each, each_async))

    async def work() -> tuple[float, ...]:
        came_to = await ready.run(0)
        assert len(came_to["results"]) == asked.steps
        return ()

    return _stage(ready, work)


async def _prepare_runs(asked: Asked) -> Stage:
    ready = await compiled(asked, _chain, (note, note_async))

    async def work() -> tuple[float, ...]:
        await ready.runs(range(asked.runs))
        return ()

    return _stage(ready, work)


async def _prepare_setup(asked: Asked) -> Stage:
    async def work() -> tuple[float, ...]:
        return ()

    return _stage(await compiled(asked, _chain, (note, note_async)), work)


async def _prepare_waiting(asked: Asked) -> Stage:
    ready = await compiled(asked, _waiting, (each, each_async))

    async def work() -> tuple[float, ...]:
        await ready.runs(range(asked.runs))
        return ()

    return _stage(ready, work)


async def _prepare_resume(asked: Asked) -> Stage:
    ready = await compiled(asked, _waiting, (each, each_async))

    async def work() -> tuple[float, ...]:
        took: list[float] = []
        for number in range(asked.runs):
            decided = time.perf_counter()
            if asked.decision == "stored":
                await ready.store(number, {"results": ["approve"]})
            await ready.run(number, Command(resume="approve"))
            came = time.perf_counter() if asked.until == "end" else begun[str(asked.first + number)]
            took.append(came - decided)
        return tuple(took)

    return _stage(ready, work)


if __name__ == "__main__":
    serve(
        {
            "chain": _prepare_chain,
            "effects": _prepare_chain,
            "wide": _prepare_wide,
            "runs": _prepare_runs,
            "setup": _prepare_setup,
            "waiting": _prepare_waiting,
            "resume": _prepare_resume,
        }
    )
