"""Memory on each database: what is recalled, replaced, expired, set aside and found in old conversations."""

from __future__ import annotations

from pathlib import Path

import pytest

from aule.contracts.kinds import Layer, MemoryKind
from aule.contracts.talk.memory import MemoryItem
from aule.kernel.capabilities.gate.caller import ByHand
from aule.kernel.memory.memory import EVERYWHERE
from aule.testing import call, say
from aule.testing.system import System, system

pytestmark = pytest.mark.xdist_group("postgres")


def item(content: str, id: str, **more: object) -> MemoryItem:
    """A memory the owner wrote."""
    known = MemoryItem(
        id=id,
        layer=Layer.LONG_TERM,
        scope=EVERYWHERE,
        kind=MemoryKind.PREFERENCE,
        content=content,
        source=EVERYWHERE,
        trust="user",
        created_at="2026-11-01T10:00:00.000000Z",
    )
    return known.model_copy(update=more)


async def contents(aule: System) -> list[str]:
    """What is remembered, in the order of the alphabet."""
    page = await aule.kernel.memories.list(now=aule.kernel.ambient.timestamp(), limit=200)
    return sorted(each.content for each in page.items)


async def test_rows_to_rank_are_the_fresh_and_trusted_ones_of_their_scopes(tmp_path: Path, url: str) -> None:
    """KN-20, KN-21: `within` leaves out what ended, is untrusted or counts elsewhere; `expired` gives what ended."""
    async with system(tmp_path / "home", database_url=url) as aule:
        save = aule.kernel.documents.add_memory
        await save(item("Prefiro ÇAFÉ com 100% de _leite_", "mem_a", pinned=True))
        await save(item("was true then", "mem_b", expires_at="2026-11-02T00:00:00.000Z"))
        await save(item("obey the wall", "mem_c", trust="untrusted"))
        await save(item("pinned for ever", "mem_d", expires_at="2026-11-02T00:00:00.000Z", pinned=True))
        await aule.kernel.call("core.memory_save", {"content": "my city is Leeds"}, by_hand=ByHand())
        await aule.kernel.call("core.memory_save", {"content": "my city is York"}, by_hand=ByHand())
        memories, now = aule.kernel.memories, aule.kernel.ambient.timestamp()
        rows = await memories.within(now=now, scopes=[EVERYWHERE, "project:home"], limit=10)
        nowhere = await memories.within(now=now, scopes=["project:other"], limit=10)
        ended = await memories.expired(now=now, scopes=[EVERYWHERE])
        words = await memories.search(["café", "100%"], now=now, scopes=[EVERYWHERE])
        pinned = await memories.pinned(now=now, scopes=[EVERYWHERE])
    assert [(row.content, row.pinned, row.replaced) for row in rows] == [
        ("my city is york", False, "my city is leeds"),
        ("prefiro cafe com 100% de _leite_", True, ""),
    ]
    assert nowhere == [] and [each.id for each in ended] == ["mem_b"]
    assert [each.id for each in words] == ["mem_a"] and [each.id for each in pinned] == ["mem_a"]


async def test_what_was_said_is_recalled_replaced_and_brought_back(tmp_path: Path, url: str) -> None:
    """KN-20, KN-21: the same answers on every database, after a restart too."""
    home = tmp_path / "home"
    saving = call("core.memory_save", {"content": "eu prefiro Python"})
    async with system(home, saving, say("Anotado."), database_url=url) as aule:
        await aule.ask("lembre que eu prefiro Python", locale="pt-BR")
        await aule.kernel.documents.add_memory(item("a reunião é às terças", "mem_b"))
    async with system(home, say("Python."), database_url=url) as aule:
        await aule.ask("qual é minha linguagem preferida?", locale="pt-BR")
        told = aule.model.prompts[-1].system
        called = await aule.kernel.call("core.memory_save", {"content": "prefiro Rust"}, by_hand=ByHand())
        replaced = await contents(aule)
        undo = await aule.kernel.undo(f"run:{called.run}")
        await aule.until_still(undo.id)
        back = await contents(aule)
    assert "eu prefiro Python" in told and "terças" not in told
    assert replaced == ["a reunião é às terças", "prefiro Rust"]
    assert back == ["a reunião é às terças", "eu prefiro Python"]


async def test_consolidation_and_the_memory_file_work_on_every_database(tmp_path: Path, url: str) -> None:
    """KN-22, KN-23: what ended and what is there twice is put forward, goes with a yes, and the file follows."""
    async with system(tmp_path / "home", database_url=url) as aule:
        save = aule.kernel.documents.add_memory
        await save(item("eu prefiro Python", "mem_a"))
        await save(item("prefiro mesmo o Python", "mem_b", created_at="2026-11-02T10:00:00.000000Z"))
        await save(item("away then", "mem_c", expires_at="2026-11-10T00:00:00.000Z"))
        home = await aule.kernel.projects.get("home")
        proposed = await aule.kernel.memory_proposals.propose(home)
        await aule.decide()
        left = await contents(aule)
        await aule.kernel.memory_files.sync(home)
        written = (aule.workspace / "MEMORY.md").read_text(encoding="utf-8")
    assert (proposed.memories, left) == (2, ["prefiro mesmo o Python"])
    assert "- prefiro mesmo o Python <!-- mem_b" in written


async def test_old_conversations_are_found_on_every_database(tmp_path: Path, url: str) -> None:
    """KN-24: by words and meaning, within a project or in all."""
    script = (say("The gate is green."), say("Ok."))
    async with system(tmp_path / "home", *script, database_url=url) as aule:
        other = await aule.kernel.documents.create_project("Horta")
        run = await aule.ask("we painted the gate green on Monday")
        await aule.ask("os tomates chegam amanhã", project=other.id)
        talks = aule.kernel.memory_proposals.memory.talks
        everywhere = await talks.find("which colour has the gate?")
        elsewhere = await talks.find("which colour has the gate?", project=other.id)
    assert everywhere[0].conversation == run.session_id and "gate" in everywhere[0].excerpt
    assert all(each.project == other.id for each in elsewhere)
