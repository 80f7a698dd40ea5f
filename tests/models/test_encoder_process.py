"""The encoder's process: many texts, the same vectors, a free loop; it comes back once and goes when idle (KN-5)."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from tests.models.conftest import StillClock, still_ambient

from aule.ambient import ambient
from aule.contracts.errors import ModelUnavailable
from aule.models.local import encoder_process
from aule.models.local.embeddings import Encoder
from aule.models.local.encoder_process import EncoderProcess

if TYPE_CHECKING:
    from aule.contracts.ambient import Clock

TEXTS = [f"O documento {number} fala do aluguel, that is, the rent of house {number}." for number in range(200)]


@pytest.fixture
async def process() -> AsyncIterator[EncoderProcess]:
    made = EncoderProcess(ambient().clock)
    yield made
    await made.close()


async def test_many_texts_have_the_vectors_they_have_one_by_one(process: EncoderProcess) -> None:
    odd = ["", " ", "▁", "a\x00b", "x" * 5_000, "half \ud800 a character", "🙂", "a\r\nb"]
    found = await process.encode([*TEXTS, *odd])
    encoder = Encoder(still_ambient().clock)
    whole = [text.encode("utf-8", "replace").decode() for text in [*TEXTS, *odd]]
    alone = await encoder.encode([text for text in whole if len(text) < 2_000])
    await encoder.close()
    short = np.array([len(text) < 2_000 for text in whole])
    assert np.abs(found[short] - alone).max() < 1e-5
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-4)


async def test_no_texts_need_no_process(process: EncoderProcess) -> None:
    assert (await process.encode([])).shape == (0, 512)
    assert process.pid is None


async def test_a_child_that_dies_is_started_once_more(process: EncoderProcess) -> None:
    await process.encode(["a"])
    first = process.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert (await process.encode(TEXTS)).shape == (200, 512)
    assert process.pid not in (None, first)


async def test_a_child_killed_over_its_work_costs_no_text(process: EncoderProcess) -> None:
    await process.encode(["a"])
    work = asyncio.create_task(process.encode(TEXTS * 5))
    await asyncio.sleep(0)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    assert (await work).shape == (1_000, 512)


async def test_two_deaths_over_the_same_texts_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder_process.sys, "executable", "/bin/false")
    process = EncoderProcess(ambient().clock)
    with pytest.raises(ModelUnavailable, match="ended twice"):
        await process.encode(["a"])
    await process.close()


async def test_who_gives_up_waiting_does_not_mix_up_the_answers_of_others(process: EncoderProcess) -> None:
    expected = await process.encode(TEXTS[:3])
    given_up = asyncio.create_task(process.encode(TEXTS * 3))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    found = await asyncio.gather(*(process.encode([text]) for text in TEXTS[:3]))
    assert np.allclose(np.concatenate(found), expected, atol=1e-5)


async def test_an_idle_child_ends_by_itself() -> None:
    clock = StillClock()
    process = EncoderProcess(cast("Clock", clock), idle_seconds=30)
    await process.encode(["a"])
    async with asyncio.timeout(10):
        while process.pid is not None:  # noqa: ASYNC110 (the child's end is looked at from outside)
            await asyncio.sleep(0)
    assert clock.waited == [30]
    assert (await process.encode(["b"])).shape == (1, 512)  # and comes back
    await process.close()


async def test_closing_over_work_ends_the_child_for_good() -> None:
    """Work that is under way is told, and starts no other child that nobody would end."""
    process = EncoderProcess(ambient().clock)
    await process.encode(["a"])
    work = asyncio.create_task(process.encode(TEXTS * 5))
    await asyncio.sleep(0)
    await process.close()
    with pytest.raises(ModelUnavailable):
        await work
    assert process.pid is None


async def test_closing_while_an_idle_child_is_ended_waits_for_its_end() -> None:
    process = EncoderProcess(cast("Clock", StillClock()), idle_seconds=30)
    await process.encode(["a"])
    child = process.pid
    assert child is not None
    await asyncio.sleep(0)  # by now nobody has asked it for 30 s, and it is being ended
    await process.close()
    assert process.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
