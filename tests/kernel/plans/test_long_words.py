"""Words of any length are looked at in a moment by the rules: nobody else has to wait for a pasted book."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.kernel.plans.school import DEADLINE, School, kept, plan_of, step

from aule.contracts.errors import AuleError
from aule.contracts.talk.messages import MAX_MESSAGE
from aule.kernel.plans.team.answers import paths_in
from aule.kernel.plans.team.suggestions import apply_suggestion
from aule.testing.system import system

PLAN = plan_of(step("1", "make", group="7A", title="A"))


@pytest.mark.parametrize("piece", ["x", "a-", "a/", '"a', "{{"])
async def test_a_request_as_long_as_there_are_is_answered(tmp_path: Path, piece: str) -> None:
    """SP-40: without a model; looked at whole, some of these would take an hour."""
    words = piece * (MAX_MESSAGE // len(piece))
    async with system(tmp_path) as aule, asyncio.timeout(DEADLINE):
        try:
            planned = await aule.kernel.plan(words, locale="pt-BR")
        except AuleError:
            return
        assert planned.plan is None or len(planned.plan.plan.title) <= 200


async def test_a_suggestion_and_an_answer_as_long_as_there_are_are_looked_at_in_a_moment(tmp_path: Path) -> None:
    """PL-19: a rule is about a sentence; more than that is for a model."""
    words = "a-" * (MAX_MESSAGE // 2)
    async with system(tmp_path, apps=[School().app()]) as aule:
        view = await kept(aule, PLAN)
        assert apply_suggestion(view.plan, words) is None
    assert len("".join(paths_in(words))) < MAX_MESSAGE
