"""Questions of servers of the older protocol: in the inbox, as long as the server waits (TL-20)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.apps.mcp_servers.benches import Bench
from tests.apps.mcp_servers.benches import bench as run_bench
from tests.apps.mcp_servers.questions import answered, begun, ended, question, told
from tests.workers.crew import until

LEAVE = "Não responder"


@pytest.mark.parametrize(
    ("way", "answers", "expected"),
    [
        ("confirm", ["Sim, prossiga"], [{}]),
        ("truth", ["não"], [{"sure": False}]),
        ("name", ["Ana"], [{"name": "Ana"}]),
        ("two", ["Ana", "Bia"], [{"name": "Ana"}, {"name": "Bia"}]),
        ("number", ["ten", "12", "7"], [{"count": 7}]),
        ("choice", ["“Green”", "“Large”"], [{"colour": "g", "size": "l"}]),
        ("some", ["a, b, c", "A, c"], [{"letters": ["a", "c"]}]),
        ("optional", ["Deixar vazio"], [{}]),
        ("optional", ["“none”"], [{"note": "none"}]),
    ],
)
async def test_a_question_in_the_middle_of_a_call_waits_in_the_inbox(
    bench: Bench, way: str, answers: list[str], expected: list[Any]
) -> None:
    """TL-20: each kind of field is asked for and told as what it is; a value of another kind is asked for again."""
    await bench.ready("asking", "asking_server", way)
    run = await begun(bench)
    for each in answers:
        assert (await question(bench)).run == run
        await answered(bench, each)
    assert await told(bench, run) == [{"action": "accept", "content": each} for each in expected]


async def test_who_asks_is_said_and_what_it_says_is_quoted(bench: Bench) -> None:
    """TL-20: the card names the server, quotes it, and says that an answer approves nothing."""
    await bench.ready("asking", "asking_server", "name")
    await begun(bench)
    asked = await question(bench)
    assert asked.title == "O servidor MCP asking pergunta: “Who are you?”\n\n“Name”"
    assert "não do auleOS" in asked.body and "não aprova nada" in asked.body


async def test_no_answer_is_told_to_the_server(bench: Bench) -> None:
    """TL-20: who does not want to answer declines, and the call goes on with that."""
    await bench.ready("asking", "asking_server", "name")
    run = await begun(bench)
    await answered(bench, LEAVE)
    assert await told(bench, run) == [{"action": "decline"}]


async def test_a_page_is_shown_and_never_opened(bench: Bench) -> None:
    """TL-20: in URL mode the person sees the host and the address, and says when they are done."""
    await bench.ready("asking", "asking_server", "page")
    run = await begun(bench)
    asked = await question(bench)
    assert "**signin.example**" in asked.body and "```\nhttps://signin.example/start?x=%601%60\n```" in asked.body
    await answered(bench, "Já terminei lá")
    assert await told(bench, run) == [{"action": "accept"}]


@pytest.mark.parametrize("is_opened", [True, False])
async def test_a_page_that_is_wanted_first_is_asked_about_and_the_call_made_again(
    bench: Bench, is_opened: bool
) -> None:
    """TL-20: a server that refuses until a page was opened is used again once the person was there, and only then."""
    await bench.ready("asking", "asking_server", "page")
    run = await begun(bench, "asking.opened")
    await answered(bench, "Já terminei lá" if is_opened else LEAVE)
    done = await ended(bench, run)
    if is_opened:
        assert done.result.data["text"] == "plain"
    else:
        assert done.result.error is not None and done.result.error.code == "mcp_page_not_opened"


async def test_a_person_may_think_longer_than_a_call_may_take(bench: Bench) -> None:
    """TL-20: the seconds of a call stand still while the person thinks, and other calls of the server go on."""
    await bench.ready("asking", "asking_server", "name", timeout_s=1)
    run = await begun(bench)
    loop_time = bench.aule.kernel.ambient.clock.monotonic
    began = loop_time()
    calls = 0
    while loop_time() - began < 2:
        assert (await bench.use("asking.plain"))["result"]["data"]["text"] == "plain"
        calls += 1
    assert calls
    await answered(bench, "Ana")
    assert await told(bench, run) == [{"action": "accept", "content": {"name": "Ana"}}]


async def test_a_server_that_ends_while_its_question_waits_ends_the_call(bench: Bench) -> None:
    """TL-20: the answer has nowhere to go, so the call fails with the reason, and the server is not started for it."""
    await bench.ready("asking", "asking_server", "name")
    run = await begun(bench)
    assert (await bench.use("asking.die", 503))["code"] == "mcp_ended"
    await answered(bench, "Ana")
    done = await ended(bench, run)
    assert done.result.error is not None and done.result.error.code == "mcp_ended"
    assert (await bench.get("/v1/mcp/servers/asking"))["status"] != "connected"


async def test_after_a_restart_of_ours_the_call_fails_and_is_not_made_twice(tmp_path: Path) -> None:
    """TL-20: the question outlives us, the call does not: it is told so, and the tool is not used again."""
    async with run_bench(tmp_path / "home") as bench:
        await bench.ready("asking", "asking_server", "name")
        run = await begun(bench)
    async with run_bench(tmp_path / "home") as bench:
        await answered(bench, "Ana")
        done = await ended(bench, run)
        assert done.result.error is not None and done.result.error.code == "mcp_question_lost"


async def test_a_run_that_is_stopped_tells_the_server_that_nobody_answers(bench: Bench) -> None:
    """TL-20: stopping what waits cancels the question at the server, which can end its call."""
    await bench.ready("asking", "asking_server", "name")
    run = await begun(bench)
    await bench.aule.kernel.cancel(run)
    assert await bench.aule.kernel.approvals.pending() == []

    async def is_told() -> bool:
        return '{"action": "cancel"}' in (await bench.get("/v1/mcp/servers/asking/log"))["lines"]

    await until(is_told)
    assert (await bench.use("asking.plain"))["result"]["data"]["text"] == "plain"


async def test_a_changed_server_does_not_get_the_answer(bench: Bench) -> None:
    """TL-20: what was approved otherwise meanwhile is not told anything."""
    await bench.ready("asking", "asking_server", "name")
    run = await begun(bench)
    server = await bench.get("/v1/mcp/servers/asking")
    await bench.client.put("/v1/mcp/servers/asking", json={"command": [*server["command"], "more"]})
    await answered(bench, "Ana")
    done = await ended(bench, run)
    assert done.result.error is not None and done.result.error.code == "mcp_not_approved"
