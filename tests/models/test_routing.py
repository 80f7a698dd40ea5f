"""Tier 0's sense of what is meant, measured on labelled requests over the core recipes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.models.conftest import asked, hear, still_ambient
from tests.models.requests import IN_SCOPE, OUT_OF_SCOPE

from aule.apps.core import core
from aule.boot.parts import books_of
from aule.contracts.access.capability import Effect
from aule.contracts.talk.brain import Heard, Speech
from aule.contracts.talk.understanding import Verdict
from aule.models.builtin.brain import Builtin

CAPABILITIES = tuple(registered.capability for registered in core.capabilities)
EFFECTS = {capability.name: capability.effect for capability in CAPABILITIES}
LABELLED = [(wanted, request) for wanted, requests in IN_SCOPE.items() for request in requests]


@pytest.fixture(scope="module")
async def brain() -> AsyncIterator[Builtin]:
    builtin = Builtin(lambda: core.recipes, still_ambient(), books=books_of([core]))
    yield builtin
    await builtin.close()


async def meant(brain: Builtin, request: str) -> tuple[str | None, list[str]]:
    """The capability that was taken for certain, if any, and those among which a choice was offered."""
    pieces = await hear(brain, asked(request, *CAPABILITIES, locale="en"))
    heard = next((piece.understood for piece in pieces if isinstance(piece, Heard)), None)
    if heard is None:
        return None, []
    if heard.decision is Verdict.CHOOSE:
        return None, [each.capability for each in heard.others]
    return next((each.capability for each in heard.calls), None), []


def test_no_labelled_request_is_an_example() -> None:
    examples = {sentence.lower() for recipe in core.recipes for said in recipe.examples.values() for sentence in said}
    assert len(LABELLED) >= 60 and len(OUT_OF_SCOPE) >= 20
    assert [request for _, request in LABELLED if request.lower() in examples] == []


async def test_most_requests_are_understood_and_none_is_taken_for_another(brain: Builtin) -> None:
    """What is understood goes on at once, nearly all the rest is offered as one click, nothing is done wrongly."""
    at_once, offered, lost, wrong = 0, 0, [], []
    for wanted, request in LABELLED:
        taken, choices = await meant(brain, request)
        if taken == wanted:
            at_once += 1
        elif taken is not None:
            wrong.append((request, taken))
        elif wanted in choices:
            offered += 1
        else:
            lost.append(request)
    total = len(LABELLED)
    print(f"\ntier 0: {at_once}/{total} at once, {offered} offered, {len(lost)} not understood, {len(wrong)} wrong")
    # What is taken wrongly only looks: a wrong look costs a glance, a wrong write is never offered.
    assert [each for each in wrong if EFFECTS[each[1]] is not Effect.READ] == []
    assert len(wrong) / total <= 0.05
    assert at_once / total >= 0.84
    assert (at_once + offered) / total >= 0.96, lost


async def test_what_nobody_can_do_is_never_taken_for_a_write(brain: Builtin) -> None:
    """A write is never guessed; nearly always it says plainly that it cannot."""
    honest = 0
    for request in OUT_OF_SCOPE:
        taken, choices = await meant(brain, request)
        assert taken is None or EFFECTS[taken] is Effect.READ, (request, taken)
        honest += taken is None and not choices
    print(f"\ntier 0: {honest}/{len(OUT_OF_SCOPE)} out of scope answered with what it can do")
    assert honest / len(OUT_OF_SCOPE) >= 0.85


async def test_a_five_megabyte_message_is_answered_quickly(brain: Builtin) -> None:
    pieces = await hear(brain, asked("lorem ipsum " * 400_000, *CAPABILITIES))
    assert any(isinstance(piece, Speech) for piece in pieces)
