"""GGUF files as providers: clear without the extra, a real model where it is installed."""

from __future__ import annotations

import asyncio
import importlib.util
import os
from pathlib import Path

import pytest
from tests.models.conftest import asked, hear

from aule.ambient import ambient as real_ambient
from aule.contracts.ambient import Ambient
from aule.contracts.errors import ModelUnavailable
from aule.contracts.settings import Provider, Settings
from aule.contracts.talk.brain import Speech, Spent
from aule.models.local.embedded import Engines
from aule.models.providers.catalog import entries
from aule.models.switchboard import Switchboard
from aule.models.wire.address import FORBID

INSTALLED = importlib.util.find_spec("xllamacpp") is not None


def board(path: str, ambient: Ambient) -> Switchboard:
    settings = Settings(providers={"own": Provider(path=path, default_model="own")})
    return Switchboard(lambda: settings, lambda name: None, lambda p, m: None, lambda: [], ambient)


async def test_a_file_that_is_not_there_or_cannot_be_run_says_so(ambient: Ambient, tmp_path: Path) -> None:
    switch = board(str(tmp_path / "no.gguf"), ambient)
    chosen = switch.choose()
    assert (chosen.tier, chosen.model) == (1, "own")
    with pytest.raises(ModelUnavailable) as caught:
        await hear(chosen.brain, asked("hi"))
    assert caught.value.problem.hint in ("Install aule[llamacpp].", "Give the path of a GGUF file.")
    assert [model.id for model in await switch.models()] == ["own"]
    await switch.close()


@pytest.mark.skipif(not INSTALLED, reason="the extra aule[llamacpp] is not installed")
async def test_a_file_that_is_no_model_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FORBID)
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"not a model")
    switch = board(str(broken), real_ambient())
    with pytest.raises(ModelUnavailable, match="could not be loaded"):
        await hear(switch.choose().brain, asked("hi"))
    await switch.close()


@pytest.mark.skipif(
    not INSTALLED or not os.environ.get("TEST_GGUF"), reason="needs aule[llamacpp] and TEST_GGUF, a path to a model"
)
async def test_a_real_model_talks_and_is_probed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FORBID)
    switch = board(os.environ["TEST_GGUF"], real_ambient())
    try:
        facts = await switch.probe("own", "own")
        assert (facts.text, facts.streaming, facts.json_schema) == (True, True, True)
        pieces = await hear(switch.choose().brain, asked("Say hello."))
        assert any(isinstance(piece, Speech) for piece in pieces)
        assert isinstance(pieces[-1], Spent) and pieces[-1].usage.tokens_out > 0
    finally:
        await switch.close()


@pytest.mark.skipif(
    not INSTALLED or not os.environ.get("TEST_GGUF"), reason="needs aule[llamacpp] and TEST_GGUF, a path to a model"
)
async def test_who_gives_up_waiting_leaves_the_model_loading_for_the_next() -> None:
    """A choice is not waited for longer than ten seconds; a large file takes longer than that to load."""
    engines = Engines(real_ambient())
    entry = entries(Settings(providers={"own": Provider(path=os.environ["TEST_GGUF"])}))["own"]
    try:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await engines.ready(entry)
        first = await engines.ready(entry)
        assert await engines.ready(entry) == first
    finally:
        await engines.close()
