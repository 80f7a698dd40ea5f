"""How much is understood without a model, on sentences whose meaning is known: a drop fails.

`make bench ARGS=understanding` prints the same shares with all that is wrong in them. The test part was written by
people who saw nothing of the rest; whoever works on understanding looks at the development part only.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest
from tests.understanding.measure import (
    DEVELOPMENT_PART,
    TEST_PART,
    Judged,
    Part,
    RememberingEncoder,
    dropped_words,
    inverted_writes,
    judge_dialogues,
    judge_outside,
    judge_requests,
    read_dialogues,
    share,
    share_among,
    writes_from_questions,
    wrong_cards,
)
from tests.understanding.scoring import read_requests

from aule.ambient import ambient
from aule.models.local.embeddings import Encoder
from aule.understanding.front import Front


@dataclass(frozen=True, slots=True)
class Floor:
    """What a part has to reach at least, and how many wrong cards it may show at most."""

    in_app: float
    with_assistant: float
    among_three: float
    follow_ups: float
    outside: float
    wrong_cards: int


FLOORS = {
    "test": (
        TEST_PART,
        Floor(in_app=0.735, with_assistant=0.72, among_three=0.78, follow_ups=0.82, outside=0.915, wrong_cards=24),
    ),
    "development": (
        DEVELOPMENT_PART,
        Floor(in_app=0.865, with_assistant=0.86, among_three=0.885, follow_ups=0.93, outside=0.915, wrong_cards=18),
    ),
}
"""A little below what was measured last."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One part, understood."""

    floor: Floor
    in_app: list[Judged]
    with_assistant: list[Judged]
    outside: list[Judged]
    follow_ups: list[Judged]

    @property
    def requests(self) -> list[Judged]:
        """All requests, both ways."""
        return [*self.in_app, *self.with_assistant]


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.xdist_group(f"shares-{name}")) for name in FLOORS],
)
def measured(request: pytest.FixtureRequest) -> Measured:
    """A part, understood once for all tests."""
    part, floor = FLOORS[request.param]
    return asyncio.run(_measure(part, floor))


async def _measure(part: Part, floor: Floor) -> Measured:
    encoder = Encoder(ambient().clock)
    remembering = RememberingEncoder(encoder)
    await remembering.learn(part.sentences)
    front, requests = Front(remembering), read_requests(part.requests)
    try:
        return Measured(
            floor,
            await judge_requests(front, requests, in_app=True),
            await judge_requests(front, requests, in_app=False),
            await judge_outside(front, read_requests(part.outside)),
            await judge_dialogues(front, read_dialogues(part.dialogues)),
        )
    finally:
        await encoder.close()


def test_requests_are_understood_with_their_values(measured: Measured) -> None:
    assert share(measured.in_app) >= measured.floor.in_app
    assert share(measured.with_assistant) >= measured.floor.with_assistant
    assert share_among(measured.with_assistant) >= measured.floor.among_three


def test_turns_that_follow_are_understood(measured: Measured) -> None:
    assert share(measured.follow_ups) >= measured.floor.follow_ups


def test_what_nothing_here_can_do_is_refused(measured: Measured) -> None:
    assert share(measured.outside) >= measured.floor.outside


def test_few_cards_are_wrong(measured: Measured) -> None:
    assert len(wrong_cards([*measured.with_assistant, *measured.outside])) <= measured.floor.wrong_cards


def test_no_write_is_inverted(measured: Measured) -> None:
    assert inverted_writes(measured.requests) == []


def test_no_question_becomes_a_write(measured: Measured) -> None:
    assert writes_from_questions(measured.requests) == []


def test_no_word_is_dropped_without_a_word(measured: Measured) -> None:
    assert dropped_words(measured.requests) == []
