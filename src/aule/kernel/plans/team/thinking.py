"""Thinking: a model is asked for one answer under a schema, as a run of its own below the one it works for."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from aule.contracts.errors import ModelUnavailable
from aule.contracts.events import AskReceived, RunStarted, TurnStepped
from aule.contracts.model import JsonObject
from aule.contracts.run import Run, RunKind, RunStatus
from aule.contracts.text import headline
from aule.kernel.agents.desk import Desk
from aule.kernel.agents.informing import marked
from aule.kernel.bounds import bounds_of
from aule.kernel.plans.team.words import prompt
from aule.kernel.policy import as_list
from aule.kernel.runs.driver import Driver
from aule.models.shapes import parse_object
from aule.models.switchboard import Chosen

Read = TypeVar("Read")
LONGEST_ANSWER = 4_000
"""Characters of an unusable answer that are sent back with what is wrong."""


@dataclass(frozen=True, slots=True)
class Thought:
    """One thing a model is asked: by whom, in which words, under which schema, and with which tools."""

    agent: str
    title: str
    words: str
    shape: JsonObject
    tools: Sequence[str] = ()


class Thinking:
    """Asks models for answers that have a shape, and reads them; what cannot be read is sent back once."""

    def __init__(self, desk: Desk, driver: Driver) -> None:
        self._desk = desk
        self._driver = driver

    async def brain(self, run: Run, agent: str = "planner") -> Chosen:
        """Who would think for this run."""
        return self._desk.models.choose(run.choice or (await self._desk.agent(agent)).model)

    async def ask(self, thought: Thought, run: Run, read: Callable[[JsonObject], Read]) -> tuple[Read, Run]:
        """The answer as `read` understands it, and the run it was thought in (K-11).

        `read` raises `ValueError` with what is wrong. Then the model gets one chance to correct itself.
        """
        answer, child = await self._think(thought, run)
        try:
            return read(parse_object(answer)), child
        except ValueError as error:
            wrong = str(error)
        words = _filled("repair", asked=thought.words, answer=marked("answer", answer[:LONGEST_ANSWER]), wrong=wrong)
        again = Thought(thought.agent, thought.title, words, thought.shape)
        answer, _ = await self._think(again, run)
        try:
            return read(parse_object(answer)), child
        except ValueError as error:
            raise ModelUnavailable(
                f"The model's answer could not be used, twice: {str(error)[:300]}",
                code="invalid_output",
                hint="Say it in other words, or choose a larger model.",
            ) from error

    async def _think(self, thought: Thought, run: Run) -> tuple[str, Run]:
        child = await self._compose(thought, run)
        asked = AskReceived(message=thought.words, channel="planning", shape=thought.shape)
        journal = self._desk.journal
        try:
            await journal.write(RunStarted(started=child), asked, run=child.id, session=child.session_id)
            self._driver.wake(child.id)
            ended = await self._driver.wait(child.id)
        except BaseException:
            await asyncio.shield(self._stop(child))
            raise
        if ended.status not in (RunStatus.DONE, RunStatus.DONE_WITH_FAILURES):  # a refused call is no failed thought
            problem = ended.error
            message = problem.message if problem is not None else "The model did not answer."
            code = problem.code if problem is not None else ModelUnavailable.code
            raise ModelUnavailable(message, code=code, hint=None if problem is None else problem.hint)
        steps = await journal.read(None, run=child.id, types=["turn.stepped"])
        last = steps[-1].data if steps else None
        return (last.text if isinstance(last, TurnStepped) else ""), ended

    async def _stop(self, child: Run) -> None:
        await self._desk.journal.flush()
        if await self._desk.runs.find(child.id) is not None:
            await self._driver.cancel(child.id)

    async def _compose(self, thought: Thought, run: Run) -> Run:
        """A run below the one that asks: with at most its rights, within its budget."""
        agent = await self._desk.agent(thought.agent)
        lists, bounds = list(run.allowed), list(run.bounds)
        if run.agent is not None and run.agent != agent.id:
            above = await self._desk.agent(run.agent)
            lists, bounds = [*lists, as_list(above.capabilities)], [*bounds, *bounds_of(above, run.bounds)]
        return Run(
            id=self._desk.ambient.ids.new("run"),
            kind=RunKind.DELEGATE,
            title=headline(thought.title),
            parent=run.id,
            agent=agent.id,
            session_id=run.session_id,
            project=run.project,
            locale=run.locale,
            choice=run.choice,
            budget=agent.budget.within(run.budget),
            allowed=[*lists, list(thought.tools)],
            bounds=bounds,
            depth=run.depth + 1,
            schedule=run.schedule,
            started_at=self._desk.ambient.timestamp(),
        )


def as_data(name: str, value: Any) -> str:
    """A value as a model reads it."""
    return marked(name, json.dumps(value, ensure_ascii=False, default=str))


def _filled(name: str, **values: str) -> str:
    return filled(prompt(name), **values)


def filled(text: str, **values: str) -> str:
    """A prompt with its places filled in, in one go: what is put in is never looked at again."""
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), text)
