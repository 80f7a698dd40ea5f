"""A process that writes until it is killed, and says on its output what it knows to be committed."""

from __future__ import annotations

import asyncio
import sys

from tests.conformance.world import a_run, counting_ambient, opened

from aule.contracts.events.facts import ModelChosen, RunFinished, RunStarted, TurnSpoke, TurnStepped
from aule.contracts.runs.run import RunStatus, Usage
from aule.kernel.journal import Journal


async def main(url: str) -> None:
    """Write runs, some put, some written, some in durable transactions, for ever."""
    async with opened(url) as database:
        journal = Journal(database, counting_ambient())
        first = int(await journal.cursor())
        for number in range(first, first + 1_000_000):
            run = f"run_{number}"
            await journal.write(RunStarted(started=a_run(run)))
            journal.put(ModelChosen(provider="p", model="m", tier=2, why=""), run=run)
            for step in range(number % 7):
                journal.put(TurnSpoke(step=step, delta="palavra " * (number % 50)), run=run)
            journal.put(TurnStepped(step=1, text="", usage=Usage(tokens_in=1, cost=0.1, model_calls=1)), run=run)
            async with journal.transaction(durable=number % 3 == 0) as record:
                record.put(RunFinished(status=RunStatus.DONE), run=run)
            print(record.events[-1].seq, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
