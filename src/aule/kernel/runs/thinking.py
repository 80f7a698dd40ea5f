"""Thinking: a model is asked for one answer under a schema, as a run of its own below the one it works for."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from aule.contracts.access.agent import ModelChoice
from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.facts import AskReceived, RunStarted, TurnStepped
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.agents.app_context import marked
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.bounds import bounds_of
from aule.kernel.capabilities.context.ports import ModelQuestion
from aule.kernel.policy import as_list
from aule.kernel.runs.driver import Driver
from aule.models.brains.shapes import parse_object
from aule.models.switchboard import Chosen
from aule.text.words import headline

Read = TypeVar("Read")
LONGEST_ANSWER = 4_000
"""Characters of an unusable answer that are sent back with what is wrong."""
REPAIRS = 2
"""How often an answer for a capability is sent back."""
_AGENT = "assistant"
"""Who thinks for a call that no agent made."""


@dataclass(frozen=True, slots=True)
class Thought:
    """One thing a model is asked: by whom, in which words, under which schema, and with which tools."""

    agent: str
    title: str
    words: str
    shape: JsonObject
    tools: Sequence[str] = ()
    about: str | None = None
    """What of an app it is about, where the run does not say."""
    choice: ModelChoice | None = None
    """The model that is asked for, where the run names none."""


class Thinking:
    """Asks models for answers that have a shape, and reads them; what cannot be read is sent back."""

    def __init__(self, deps: TurnDeps, driver: Driver) -> None:
        self._deps = deps
        self._driver = driver

    async def brain(self, run: Run, agent: str = "planner") -> Chosen:
        """Who would think for this run."""
        return self._deps.models.choose(run.choice or (await self._deps.agent(agent)).model)

    async def ask(
        self, thought: Thought, run: Run, read: Callable[[JsonObject], Read], *, repairs: int = 1
    ) -> tuple[Read, Run]:
        """The answer as `read` understands it, and the run it was thought in (K-11).

        `read` raises `ValueError` with what is wrong. Then the model gets a chance to correct itself.
        """
        answer, child = await self._think(thought, run)
        wrong = ""
        for left in range(repairs, -1, -1):
            try:
                return read(parse_object(answer)), child
            except ValueError as error:
                wrong = str(error)
            if left:
                answer, _ = await self._think(_again(thought, answer, wrong), run)
        times = "twice" if repairs == 1 else f"{repairs + 1} times"
        raise ModelUnavailable(
            f"The model's answer could not be used, {times}: {wrong[:300]}",
            code="invalid_output",
            hint="Say it in other words, or choose a larger model.",
        )

    async def answer(self, run: Run, question: ModelQuestion, read: Callable[[JsonObject], Any]) -> Any:
        """What a model says to the question of a capability, as `read` understands it; sent back at most twice."""
        thought = Thought(
            agent=run.agent or _AGENT,
            title=question.title,
            words=question.words,
            shape=question.shape,
            about=f"{question.app}:",
            choice=question.choice,
        )
        if self._deps.models.choose(run.choice or question.choice).tier == 0:
            raise ModelUnavailable(
                f"{question.title!r} needs a model.",
                hint="Connect one in Settings, Models, or ask for something that is made by rules.",
            )
        value, _ = await self.ask(thought, run, read, repairs=REPAIRS)
        return value

    async def _think(self, thought: Thought, run: Run) -> tuple[str, Run]:
        child = await self._compose(thought, run)
        asked = AskReceived(message=thought.words, channel="planning", shape=thought.shape)
        journal = self._deps.journal
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
        await self._deps.journal.flush()
        if await self._deps.runs.find(child.id) is not None:
            await self._driver.cancel(child.id)

    async def _compose(self, thought: Thought, run: Run) -> Run:
        """A run below the one that asks: with at most its rights, within its budget."""
        agent = await self._deps.agent(thought.agent)
        lists, bounds = list(run.allowed), list(run.bounds)
        if run.agent is not None and run.agent != agent.id:
            above = await self._deps.agent(run.agent)
            lists, bounds = [*lists, as_list(above.capabilities)], [*bounds, *bounds_of(above, run.bounds)]
        return Run(
            id=self._deps.ambient.ids.new("run"),
            kind=RunKind.DELEGATE,
            title=headline(thought.title),
            parent=run.id,
            agent=agent.id,
            session_id=run.session_id,
            project=run.project,
            locale=run.locale,
            choice=run.choice or thought.choice,
            budget=agent.budget.within(run.budget),
            allowed=[*lists, list(thought.tools)],
            bounds=bounds,
            about=thought.about or run.about,
            depth=run.depth + 1,
            schedule=run.schedule,
            started_at=self._deps.ambient.timestamp(),
        )


def as_data(name: str, value: Any) -> str:
    """A value as a model reads it."""
    return marked(name, json.dumps(value, ensure_ascii=False, default=str))


def filled(text: str, **values: str) -> str:
    """A prompt with its places filled in, in one go: what is put in is never looked at again."""
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), text)


def _again(thought: Thought, answer: str, wrong: str) -> Thought:
    words = filled(_repair(), asked=thought.words, answer=marked("answer", answer[:LONGEST_ANSWER]), wrong=wrong)
    return Thought(thought.agent, thought.title, words, thought.shape, (), thought.about, thought.choice)


@cache
def _repair() -> str:
    return (resources.files("aule.kernel.runs") / "prompts" / "repair.md").read_text("utf-8").strip()
