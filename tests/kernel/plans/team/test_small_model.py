"""A real small model on the real wire plans, or fails visibly. Nothing crashes, and nothing runs unapproved."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest
from tests.kernel.plans.team.shop import Shop, build, tree

from aule.ambient import ambient as real_ambient
from aule.contracts.errors import AuleError
from aule.contracts.plans.plan import Plan
from aule.contracts.settings import Provider, Settings
from aule.contracts.talk.brain import Brain, Piece, Prompt
from aule.models.switchboard import Switchboard
from aule.models.wire.address import FORBID
from aule.testing.system import system

INSTALLED = importlib.util.find_spec("xllamacpp") is not None
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not INSTALLED or not os.environ.get("TEST_GGUF"), reason="needs aule[llamacpp] and TEST_GGUF, a path to a model"
    ),
]
REQUESTS = ["planeje: crie uma nota com a lista de compras", "make a plan: write a note about tea and read it back"]


class Real:
    """A real model in the place of the scripted one."""

    tier: Literal[0, 1, 2] = 1

    def __init__(self, brain: Brain) -> None:
        self._brain = brain
        self.provider, self.model, self.context_length = brain.provider, brain.model, brain.context_length
        self.asked = 0

    async def respond(self, prompt: Prompt) -> AsyncIterator[Piece]:
        """Answer, piece by piece."""
        self.asked += 1
        async for piece in self._brain.respond(prompt):
            yield piece

    def assert_done(self) -> None:
        """There is no script."""


async def test_a_plan_of_a_small_model_is_valid_or_fails_visibly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-11, X-S4: structured answers are valid, repaired once, or a clear error."""
    monkeypatch.delenv(FORBID)
    settings = Settings(providers={"own": Provider(path=os.environ["TEST_GGUF"], default_model="own")})
    board = Switchboard(lambda: settings, lambda name: None, lambda p, m: None, lambda: [], real_ambient())
    model = Real(board.choose().brain)
    try:
        async with system(tmp_path, model=model) as running:  # type: ignore[arg-type]
            build(running.workspace)
            here = Shop(running)
            before = tree(here.root)
            made, failed = 0, list[str]()
            for request in REQUESTS:
                try:
                    found = (await here.draft(request)).plan
                    made += isinstance(found, Plan)
                    known = {each.name for each in running.kernel.registry.all()}
                    assert found is None or {s.call.capability for s in found.steps if s.call} <= known
                except AuleError as error:
                    failed.append(error.problem.code)
            assert tree(here.root) == before
            assert await running.kernel.changes.of_run("none") == []
            assert set(failed) <= {"invalid_output", "modelo_indisponivel", "too_large", "timeout", "max_turns"}
            print(f"\na small model: {made} plans, {failed} failed visibly, {model.asked} requests")
    finally:
        await board.close()
