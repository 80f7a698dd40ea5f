"""A whole system on a temporary data directory, with a scripted model: how tests meet the product."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from aule import boot
from aule.boot.brought import BroughtApp
from aule.boot.system import System as Whole
from aule.contracts.access.agent import ModelChoice
from aule.contracts.access.approval import Approval
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import Event
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.brain import Brain
from aule.contracts.talk.messages import Message
from aule.models.switchboard import Chosen, Switchboard
from aule.stores.home.directory import Home
from aule.testing.scripted_model import Response, ScriptedModel

DEADLINE = 60.0
"""Seconds after which a test that waits for a run has failed."""
_LOOKS, _PAUSE_S = 20, 0.001
"""How often it is looked at once whether a run stands still, and how long is waited between looks after that."""


class OneBrain(Switchboard):
    """A switchboard with one line: every choice gives the same brain."""

    def __init__(self, brain: Brain, **parts: Any) -> None:
        super().__init__(**parts)
        self._brain = brain

    def choose(self, choice: ModelChoice | None = None) -> Chosen:
        """Return the brain the test brought."""
        return Chosen(self._brain, "the test brought it", "persona")


class System:
    """A running kernel and its scripted model, with the few moves tests make again and again."""

    def __init__(self, kernel: Whole, model: ScriptedModel, home: Home) -> None:
        self.kernel = kernel
        self.model = model
        self.home = home

    @property
    def workspace(self) -> Path:
        """The folder of the default project."""
        return self.home.project_root("home")

    async def ask(self, message: str, **more: Any) -> Run:
        """Say something and wait until the turn has ended or waits for a person."""
        asked = await self.kernel.ask(Ask(message=message, locale=more.pop("locale", "en"), **more))
        return await self.until_still(asked.run)

    async def until_still(self, run: str) -> Run:
        """Wait until a run has ended or waits for a person."""
        async with asyncio.timeout(DEADLINE):
            looks = 0
            while True:
                found = await self.kernel.runs.get(run)
                still = found.status.is_final or found.status is RunStatus.WAITING
                is_driven = self.kernel.driver.is_driving(run)
                if still and not is_driven:
                    return found
                looks += 1
                await asyncio.sleep(0 if looks < _LOOKS else _PAUSE_S)  # whatever takes longer needs the processor

    async def decide(self, option: str = "approve", *, answer: str | None = None) -> Run:
        """Decide the one thing that waits, and wait until its run stands still again."""
        approval = await self.pending()
        await self.kernel.decide(approval.id, option, content_hash=approval.binds.content_hash, answer=answer)
        assert approval.run is not None
        return await self.until_still(approval.run)

    async def pending(self) -> Approval:
        """Return the one thing that waits for a person."""
        waiting = await self.kernel.approvals.pending()
        assert len(waiting) == 1, f"{len(waiting)} things wait, not one"
        return waiting[0]

    async def events(self, run: str | None = None) -> list[Event]:
        """Return everything that happened, in a run or at all."""
        await self.kernel.journal.flush()
        return await self.kernel.journal.read(None, run=run)

    async def types(self, run: str | None = None) -> list[str]:
        """Return the types of the events, in order."""
        return [event.type for event in await self.events(run)]

    async def messages(self, run: Run) -> list[Message]:
        """Return the messages of a run's conversation."""
        assert run.session_id is not None
        return (await self.kernel.conversations.messages(run.session_id, limit=200)).items


@asynccontextmanager
async def system(
    path: Path,
    *script: Response,
    apps: Sequence[BroughtApp] = (),
    model: ScriptedModel | None = None,
    ambient: Ambient | None = None,
    recover: bool = True,
    **more: Any,
) -> AsyncGenerator[System]:
    """Run a system under `path`; at its end the whole script must have been asked for.

    What else is given goes to `boot.build`: `database_url`, the `terms` of a worker, and other `models`.
    """
    home = Home(path)
    home.prepare()
    brain = model or ScriptedModel(*script)
    around = ambient or boot.ambient()
    chosen: dict[str, Any] = {"models": partial(OneBrain, brain), **more}
    kernel = await boot.build(
        home,
        around,
        apps=[*boot.installed_apps(), *apps],
        **chosen,
    )
    try:
        await kernel.start(recovering=recover)
        yield System(kernel, brain, home)
        brain.assert_done()
    finally:
        await kernel.stop()
