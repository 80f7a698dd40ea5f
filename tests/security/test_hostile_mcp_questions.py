"""MCP servers that ask for what nobody should tell them, or dress their question up as ours (TL-20, S7, ASI09)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.apps.mcp_servers.benches import Bench
from tests.apps.mcp_servers.benches import bench as run_bench
from tests.apps.mcp_servers.questions import answered, begun, ended, question, told


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    """A system with a scripted model."""
    async with run_bench(tmp_path / "home") as made:
        yield made


@pytest.mark.parametrize("way", ["password", "password_field", "password_pt"])
async def test_a_form_that_asks_for_a_secret_reaches_nobody(bench: Bench, way: str) -> None:
    """TL-20: a password, a key or a code is never asked for in a server's name; it is declined, and that is told."""
    await bench.ready("asking", "asking_server", way)
    run = await begun(bench)
    assert await bench.aule.kernel.approvals.pending() == []
    assert await told(bench, run) == [{"action": "decline"}]
    [warning] = (await ended(bench, run)).result.warnings
    assert warning.code == "mcp_not_asked" and "senha" in warning.message


@pytest.mark.parametrize("way", ["page_plain", "page_inside", "page_script", "page_user"])
async def test_an_address_that_is_a_trap_is_not_shown(bench: Bench, way: str) -> None:
    """TL-20, S12: no page that is not encrypted, in this network, of another scheme or with a name before its host."""
    await bench.ready("asking", "asking_server", way)
    run = await begun(bench)
    assert await bench.aule.kernel.approvals.pending() == []
    assert await told(bench, run) == [{"action": "decline"}]
    assert [each.code for each in (await ended(bench, run)).result.warnings] == ["mcp_not_asked"]


@pytest.mark.parametrize("way", ["alike", "nested", "wide", "choices_bomb", "no_form"])
async def test_a_form_that_cannot_be_shown_whole_is_not_shown(bench: Bench, way: str) -> None:
    """TL-20: choices that look alike, nested, endless or broken forms are declined, and that is told."""
    await bench.ready("asking", "asking_server", way)
    run = await begun(bench)
    assert await bench.aule.kernel.approvals.pending() == []
    done = await ended(bench, run)
    assert [each.code for each in done.result.warnings] == ["mcp_not_asked"] or "error" in done.result.data["text"]


async def test_a_question_that_imitates_our_card_is_quoted_and_approves_nothing(bench: Bench) -> None:
    """TL-20: Markdown, hidden characters and closing quotation marks in it are words on one line, like its choices."""
    await bench.ready("asking", "asking_server", "card")
    run = await begun(bench)
    asked = await question(bench)
    head, _, about = asked.title.partition("\n\n")
    assert head.startswith('O servidor MCP asking pergunta: “Done." # auleOS needs') and head.endswith("**”")
    assert head.count("“") == head.count("”") == 1 and about == "“choice”"
    assert not any(mark in asked.title for mark in ("\u202e", "\u200b"))
    assert "evil.example" not in asked.body, "only plain words are shown of it, never Markdown"
    labels = [each.label for each in asked.options]
    assert labels == ["“Approve”", "“Do not answer”", "“Não responder”", "Não responder"]
    await answered(bench, "“Approve”")
    assert await told(bench, run) == [{"action": "accept", "content": {"choice": "Approve"}}]
    assert "file.deleted" not in await bench.aule.types()


async def test_a_server_that_asks_on_and_on_is_not_heard(bench: Bench) -> None:
    """TL-20: after five questions of one call the server is told that nobody answers."""
    await bench.ready("asking", "asking_server", "endless")
    run = await begun(bench)
    for number in range(5):
        asked = await question(bench)
        assert f"Question {number}?" in asked.title
        assert number == 0 or f"pergunta {number + 1} desta chamada" in asked.body
        await answered(bench, "Sim, prossiga")
    actions = [each["action"] for each in await told(bench, run)]
    assert actions == ["accept"] * 5 + ["cancel"] * 45


async def test_a_flood_of_words_is_cut(bench: Bench) -> None:
    """TL-20: of two million characters a person reads the first thousand."""
    await bench.ready("asking", "asking_server", "flood")
    await begun(bench)
    assert len((await question(bench)).title) < 1_200


async def test_sampling_and_roots_are_refused_in_words(bench: Bench) -> None:
    """TL-20: a server gets neither our model nor a list of folders, and is told that nobody gives them."""
    await bench.ready("asking", "asking_server", "others")
    run = await begun(bench)
    said = json.dumps(await told(bench, run))
    assert "Sampling not supported" in said and "List roots not supported" in said
