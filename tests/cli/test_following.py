"""Staying with a run: its sub-agents belong to it, other talk does not, and nobody is answered for."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from aule.cli.transport import InProcess
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.ask import Asked
from aule.contracts.views import Home
from aule.server.app import create_app
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.follow import decide, stay, waiting_problem
from aule.testing import ScriptedModel, call, say
from aule.testing.system import System, system


@asynccontextmanager
async def client_of(running: System) -> AsyncGenerator[Client, None]:
    yield Client(InProcess(create_app(running.kernel)), running.home, None, running.kernel.ambient.clock)


async def test_a_sub_agent_that_waits_ends_the_watch_and_is_named(tmp_path: Path) -> None:
    """K-17, OS-12: the parent still works, its child waits: a script must hear of it, not hang."""
    model = ScriptedModel(
        call("core.delegate", {"briefs": [{"task": "write the file"}]}).to("organise"),
        call("core.write_file", {"path": "a.txt", "content": "hello"}).to("write the file"),
        say("It is written.").to("write the file"),
        say("All done.").to("organise"),
    )
    async with system(tmp_path, model=model) as running, client_of(running) as client:
        asked = await client.post("/v1/agent/chat", Asked, {"message": "organise it", "locale": "en", "wait": False})
        watched = {"run": asked.run, "session": asked.conversation_id}
        story = await stay(client, Console(as_json=True), since=asked.cursor, **watched)
        approval = next(iter(story.pending.values()))
        problem = waiting_problem(story)
        assert problem is not None
        assert (problem["code"], problem["subject"]) == ("approval_required", approval["id"])
        assert approval["run"] != asked.run

        since = (await client.get("/v1/home", Home)).cursor
        await decide(client, approval, "approve")
        story = await stay(client, Console(as_json=True), since=since, **watched)
        assert (story.status, story.text) == (RunStatus.DONE, "All done.")
        assert (running.workspace / "a.txt").read_text() == "hello"
