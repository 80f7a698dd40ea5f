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
from aule.contracts.events.facts import AskReceived
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.agents.app_context import marked
from aule.kernel.capabilities.context.ports import ModelQuestion
from aule.kernel.runs.child_runs import ChildRuns
from aule.models.brains.shapes import parse_object
from aule.models.switchboard import Chosen, Switchboard
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

    def __init__(self, children: ChildRuns, models: Switchboard) -> None:
        self._children = children
        self._models = models

    async def brain(self, run: Run, agent: str = "planner") -> Chosen:
        """Return the model that would think for this run."""
        return self._models.choose(run.choice or (await self._children.agent(agent)).model)

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
        if self._models.choose(run.choice or question.choice).tier == 0:
            raise ModelUnavailable(
                f"{question.title!r} needs a model.",
                hint="Connect one in Settings, Models, or ask for something that is made by rules.",
            )
        value, _ = await self.ask(thought, run, read, repairs=REPAIRS)
        return value

    async def _think(self, thought: Thought, run: Run) -> tuple[str, Run]:
        child = await self._compose(thought, run)
        asked = AskReceived(message=thought.words, channel="planning", shape=thought.shape)
        try:
            await self._children.begin(child, asked)
        except BaseException:
            await asyncio.shield(self._children.stop([child]))
            raise
        (ended,) = await self._children.finish([child])
        if ended.status not in (RunStatus.DONE, RunStatus.DONE_WITH_FAILURES):  # a refused call is no failed thought
            problem = ended.error
            message = problem.message if problem is not None else "The model did not answer."
            code = problem.code if problem is not None else ModelUnavailable.code
            raise ModelUnavailable(message, code=code, hint=None if problem is None else problem.hint)
        return await self._children.answer(child), ended

    async def _compose(self, thought: Thought, run: Run) -> Run:
        """Return a run below the one that asks: with at most its rights, within its budget."""
        agent = await self._children.agent(thought.agent)
        lists, bounds = await self._children.rights_above(run, agent)
        return run.child(
            self._children.ambient,
            headline(thought.title),
            agent=agent.id,
            budget=agent.budget,
            allowed=[*lists, list(thought.tools)],
            bounds=bounds,
            choice=run.choice or thought.choice,
            about=thought.about or run.about,
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
