"""The sentence encoder: two languages, one meaning; loaded on first use and let go when idle."""

from __future__ import annotations

import asyncio

from tests.models.conftest import StillClock

from aule.models.local.embeddings import DIMENSIONS, Encoder


async def test_sentences_near_in_meaning_are_near_whatever_their_language() -> None:
    encoder = Encoder(StillClock())
    assert not encoder.is_loaded
    pt, en, other = await encoder.encode(["que horas são?", "what time is it?", "delete the file"])
    assert pt.shape == (DIMENSIONS,) and float(pt @ en) > 0.7 > float(pt @ other)
    await encoder.close()
    assert not encoder.is_loaded


async def test_an_idle_encoder_lets_go_and_comes_back() -> None:
    clock = StillClock()
    encoder = Encoder(clock, idle_seconds=30)
    await encoder.encode(["a"])
    for _ in range(1_000):
        if encoder.is_loaded:
            await asyncio.sleep(0)
    assert clock.waited == [30]
    assert (await encoder.encode(["b"])).shape == (1, DIMENSIONS)
    await encoder.close()
