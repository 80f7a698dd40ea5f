"""Words that are added while a turn without a model is still working: they are understood as said to that turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from aule import boot
from aule.boot.apps import installed_apps
from aule.contracts.access.capability import Result
from aule.contracts.errors import Conflict
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.brain import Observed, Said
from aule.models.builtin.brain import untold
from aule.models.switchboard import Switchboard
from aule.sdk import App, Effect
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel
from aule.testing.system import System


@dataclass
class Garden:
    """An app whose one capability takes as long as a test wants."""

    app: App
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    measured: list[str] = field(default_factory=list[str])


def open_garden() -> Garden:
    garden = Garden(App("garden"))

    @garden.app.capability(effect=Effect.READ, title={"en": "Measure the soil", "pt": "Medir o solo do canteiro"})
    async def measure(bed: str) -> str:
        """Measure how wet the soil of a garden bed is."""
        garden.measured.append(bed)
        garden.begun.set()
        await garden.gate.wait()
        return f"{bed}: 40 %"

    return garden


@asynccontextmanager
async def running(path: Path, garden: Garden) -> AsyncGenerator[System]:
    home = Home(path)
    home.prepare()
    kernel = await boot.build(home, boot.ambient(), models=Switchboard, apps=[*installed_apps(), garden.app])
    await kernel.start()
    try:
        yield System(kernel, ScriptedModel(), home)
    finally:
        await kernel.stop()


async def steered(aule: System, garden: Garden, words: str, added: str) -> str:
    """The answer to words and to those that were added while the turn worked."""
    asked = await aule.kernel.ask(Ask(message=words, locale="pt-BR"))
    await asyncio.wait_for(garden.begun.wait(), 20)
    await aule.kernel.steer(asked.run, added)
    garden.gate.set()
    run = await aule.until_still(asked.run)
    assert run.status is RunStatus.DONE
    return (await aule.messages(run))[-1].content


async def test_a_value_that_is_corrected_on_the_way_is_one_of_that_turn(tmp_path: Path) -> None:
    garden = open_garden()
    async with running(tmp_path, garden) as aule:
        answer = await steered(aule, garden, 'medir o solo do canteiro "norte"', 'não, o "sul"')
        assert garden.measured == ["norte", "sul"]
        assert answer == "sul: 40 %"


async def test_another_wish_on_the_way_loses_neither_answer(tmp_path: Path) -> None:
    garden = open_garden()
    async with running(tmp_path, garden) as aule:
        asked = await aule.kernel.ask(Ask(message='medir o solo do canteiro "norte"', locale="pt-BR"))
        await asyncio.wait_for(garden.begun.wait(), 20)
        await aule.kernel.steer(asked.run, "mostra minhas notas")
        garden.gate.set()
        run = await aule.until_still(asked.run)
        said = [getattr(each.data, "text", "") for each in await aule.events(run.id) if each.type == "turn.stepped"]
        assert any("norte: 40 %" in each for each in said), said
        assert run.status is RunStatus.DONE and "call.completed" in await aule.types(run.id)


async def test_words_for_a_card_that_waits_are_a_message_of_their_own(tmp_path: Path) -> None:
    """They would lie in the turn unheard until the card is decided: the desktop says them as a new message instead."""
    async with running(tmp_path, open_garden()) as aule:
        run = await aule.ask("cria uma nota chamada Compras: pão", locale="pt-BR")
        assert run.status is RunStatus.WAITING
        with pytest.raises(Conflict):
            await aule.kernel.steer(run.id, "não, chamada Feira")
        anew = await aule.ask("não, chamada Feira", locale="pt-BR", conversation_id=run.session_id)
        assert (await aule.kernel.runs.get(run.id)).status is RunStatus.CANCELLED
        assert "Feira" in (await aule.pending()).title and anew.status is RunStatus.WAITING


def test_only_what_no_answer_followed_is_untold() -> None:
    one, two = (Observed(name, name, Result(ok=True, data=name)) for name in ("a.one", "a.two"))
    asked, added = Said("user", "x"), Said("user", "y")
    assert untold([asked, one, added]) == [one]
    assert untold([asked, one, added, two]) == [one]
    assert untold([asked, one, Said("assistant", "done"), added]) == []
    assert untold([asked, one]) == [] and untold([]) == []
