"""What the owner said comes back by meaning and words, in any conversation, with its origin (KN-20)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from aule import boot
from aule.contracts.events.facts import MemoryRecalled, MemorySaved
from aule.contracts.kinds import Layer, MemoryKind, Why
from aule.contracts.runs.run import Run
from aule.contracts.talk.memory import MemoryItem
from aule.kernel.memory.memory import EVERYWHERE
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel, say
from aule.testing.system import System, system

PAIRS = Path(__file__).parent
PORTUGUESE = re.compile(
    r"(?:lembr|guard|memoriz[ae] que|n[ãa]o|qu[aei]|onde|com|em |de |o |a |minha|meu|sou|para|tenho|eu |sobre)",
    re.IGNORECASE,
)


@asynccontextmanager
async def without_model(path: Path) -> AsyncGenerator[System]:
    """A system in which nothing but recipes answers."""
    home = Home(path)
    home.prepare()
    kernel = await boot.build(home, boot.ambient(), apps=boot.installed_apps())
    try:
        await kernel.start(recovering=False)
        yield System(kernel, ScriptedModel(), home)
    finally:
        await kernel.stop()


async def answer(aule: System, words: str, **more: Any) -> str:
    """What is answered to words in a conversation of their own."""
    is_portuguese = PORTUGUESE.match(words) is not None
    run = await aule.ask(words, locale="pt-BR" if is_portuguese else "en", **more)
    said = [message.content for message in await aule.messages(run) if message.role == "assistant"]
    return said[-1] if said else str(run.status)


async def recalled(aule: System, run: Run) -> MemoryRecalled:
    """What entered a turn."""
    [fact] = [event.data for event in await aule.events(run.id) if isinstance(event.data, MemoryRecalled)]
    return fact


async def test_a_preference_is_known_in_another_conversation_and_project(tmp_path: Path) -> None:
    """KN-20: the seed's exit criterion, with no model at all; the answer says who said it and when."""
    async with without_model(tmp_path) as aule:
        await answer(aule, "lembre que eu prefiro Python")
        other = await aule.kernel.documents.create_project("Horta")
        here = await answer(aule, "qual é minha linguagem preferida?")
        there = await answer(aule, "qual é minha linguagem preferida?", project=other.id)
        unknown = await answer(aule, "qual é minha comida preferida?")
    assert here == there == "Você me disse hoje: eu prefiro Python"
    assert "ainda não me disse" in unknown


async def test_a_model_is_told_the_preference_and_the_turn_shows_why(tmp_path: Path) -> None:
    """KN-20: with a model, the memory is in its prompt, and the log says which was used and why."""
    async with system(tmp_path, say("Noted."), say("Python.")) as aule:
        await aule.kernel.documents.add_memory(item("eu prefiro Python"))
        await aule.kernel.documents.add_memory(item("a reunião é às terças"))
        await aule.ask("hello")
        run = await aule.ask("qual é minha linguagem preferida?", locale="pt-BR")
        used = await recalled(aule, run)
        told = aule.model.prompts[-1].system
    assert "eu prefiro Python" in told and "terças" not in told
    [only] = used.items
    assert only.content == "eu prefiro Python" and used.reasons[only.id].why is Why.MEANING


@pytest.mark.parametrize(("name", "right", "honest"), [("development", 0.94, 0.85), ("held_out", 0.9, 0.85)])
async def test_what_was_told_is_answered_and_what_was_not_is_not_made_up(
    tmp_path: Path, name: str, right: float, honest: float
) -> None:
    """KN-20: 72 things told in many ways in both languages, asked for in 150 ways among all the others; no model."""
    told = tomllib.loads((PAIRS / f"recall_{name}.toml").read_text(encoding="utf-8"))
    async with without_model(tmp_path) as aule:
        for pair in told["pair"]:
            await answer(aule, pair["told"])
        asked = [(words, pair["value"]) for pair in told["pair"] for words in pair["asked"]]
        answers = [(words, value, await answer(aule, words)) for words, value in asked]
        unknown = [(each["asked"], await answer(aule, each["asked"])) for each in told["unknown"]]
    missed = [each for each in answers if each[1] not in each[2] or "\n" in each[2]]
    made_up = [each for each in unknown if each[1].startswith(("Você me disse", "You told me", "- "))]
    assert len(missed) <= (1 - right) * len(answers), missed
    assert len(made_up) <= (1 - honest) * len(unknown), made_up


async def test_a_search_among_thousands_is_quick_once_they_are_known(tmp_path: Path) -> None:
    """KN-20: 1,000 memories; what was never compared is compared by words at first, and nothing waits for all."""
    async with system(tmp_path) as aule:
        items = [
            item(
                f"the {TOPICS[number % len(TOPICS)]} of customer {number} is handled by desk {number % 97}",
                f"mem_{number:05d}",
            )
            for number in range(1_000)
        ]
        for first in range(0, len(items), 500):  # each in a transaction of its own takes seconds more
            await aule.kernel.journal.write(*(MemorySaved(item=each) for each in items[first : first + 500]))
        await aule.kernel.documents.add_memory(item("eu prefiro Python", "mem_python"))
        for _ in range(5):
            await aule.kernel.call("core.memory_search", {"query": "who handles the invoices"})
        began = process_time()
        found = await aule.kernel.call("core.memory_search", {"query": "qual é minha linguagem preferida?"})
        spent = process_time() - began
    assert found.result.data["items"][0]["id"] == "mem_python", found
    assert spent < 0.5, spent


async def test_looking_into_memory_is_always_among_the_tools(tmp_path: Path) -> None:
    """KN-20: however small the model's context, and whatever was asked."""
    model = ScriptedModel(say("hello"), context_length=4_000)
    async with system(tmp_path, model=model) as aule:
        await aule.ask("rename the files in the folder reports")
        shown = {tool.name for tool in model.prompts[-1].tools}
        all_of_them = {each.name for each in aule.kernel.registry.all()}
    assert "core.memory_search" in shown and len(shown) < len(all_of_them)


TOPICS = ("invoice", "parcel", "contract", "refund", "warranty", "delivery", "complaint")


def item(content: str, id: str = "") -> MemoryItem:
    """A memory the owner wrote."""
    return MemoryItem(
        id=id or f"mem_{abs(hash(content))}",
        layer=Layer.LONG_TERM,
        scope=EVERYWHERE,
        kind=MemoryKind.PREFERENCE,
        content=content,
        source=EVERYWHERE,
        trust="user",
        created_at="2026-11-01T10:00:00.000000Z",
    )


@pytest.mark.parametrize(
    ("told", "changed", "asked"),
    [
        ("lembre que eu prefiro Python", "agora prefiro Rust", "qual é minha linguagem preferida?"),
        ("remember that I prefer Python", "now I prefer Rust", "what is my favourite language?"),
    ],
)
async def test_what_replaced_an_answer_is_the_answer(tmp_path: Path, told: str, changed: str, asked: str) -> None:
    """KN-20, KN-21: a newer statement answers what the older one answered, whatever its own words tell."""
    async with without_model(tmp_path) as aule:
        await answer(aule, told)
        await answer(aule, changed)
        now = await answer(aule, asked)
    assert "Rust" in now and "Python" not in now
