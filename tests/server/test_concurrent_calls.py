"""Many clients at once at a real server, and a command line beside it: what was acknowledged is there, once."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx
import pytest
import tomli_w
from tests.processes.nursery import nursery
from tests.simulation.killed_server import DEADLINE, KilledServer

from aule.stores.home.directory import Home


@pytest.fixture
async def server(tmp_path: Path, free_port: int) -> AsyncGenerator[KilledServer]:
    """A server process whose core app writes without asking."""
    running = KilledServer(_free(tmp_path / "home"), free_port)
    try:
        await running.ready()
        yield running
    finally:
        await running.kill()


def _free(home: Path) -> Path:
    """A data directory in which the core app writes without asking."""
    Home(home).prepare()
    Home(home).token()
    (home / "settings.toml").write_text(tomli_w.dumps({"onboarded": True, "policy": {"allow": ["core.*"]}}))
    return home


def _project(server: KilledServer) -> Path:
    folder = server.home / "projects" / "home"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def _call(server: KilledServer, name: str, key: str | None = None, **params: Any) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return await server.http.post(f"/v1/capabilities/{name}/call", json={"params": params}, headers=headers)


def _codes(answers: list[httpx.Response]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


async def test_a_hundred_parallel_appends_are_a_hundred_lines(server: KilledServer) -> None:
    """K-8: through the real door, each on a connection of its own."""
    calls = [_call(server, "core.append_file", path="a.txt", content=f"line {n}") for n in range(100)]
    assert _codes(await asyncio.gather(*calls)) == {200: 100}
    lines = (_project(server) / "a.txt").read_text().splitlines()
    assert sorted(lines) == sorted(f"line {n}" for n in range(100))


async def test_sixty_parallel_edits_of_different_places_are_all_there(server: KilledServer) -> None:
    """K-8: edits that do not touch each other are merged."""
    path = _project(server) / "a.txt"
    path.write_text("".join(f"place {n:02}\n" for n in range(60)))
    edits = [{"path": "a.txt", "search": f"place {n:02}", "replace": f"edit {n:02}"} for n in range(60)]
    answers = await asyncio.gather(*(_call(server, "core.edit_file", **each) for each in edits))
    assert _codes(answers) == {200: 60}
    assert path.read_text() == "".join(f"edit {n:02}\n" for n in range(60))


async def test_of_two_notes_of_one_title_one_is_made_and_one_is_refused(server: KilledServer) -> None:
    """K-8: creating never overwrites, and the refusal says why."""
    for number in range(5):
        title = f"Plan {number}"
        answers = await asyncio.gather(
            *(_call(server, "core.create_note", title=title, text=f"mine {n}") for n in range(2))
        )
        assert _codes(answers) == {200: 1, 409: 1}
        [kept] = [n for n, answer in enumerate(answers) if answer.status_code == 200]
        problem = answers[1 - kept].json()
        assert problem["code"] == "note_exists" and title.lower() in problem["detail"].lower()
        assert f"mine {kept}" in (_project(server) / f"notes/plan-{number}.md").read_text()


async def test_twelve_runs_of_a_workflow_with_sixty_appends_lose_no_line(server: KilledServer) -> None:
    """K-8: the steps of runs at the same time pass the same gate."""
    steps = [{"id": f"s{m}", "capability": "core.append_file", "params": _line(m)} for m in range(5)]
    workflow = {"id": "lines", "title": "Append lines", "inputs": {"run": {"type": "string"}}, "steps": steps}
    made = await server.http.post("/v1/workflows", json=workflow)
    assert made.status_code == 201, made.text
    preview = await server.get("/v1/workflows/lines/preview")
    body = {"approve": preview["content_hash"]}
    runs = await asyncio.gather(
        *(server.post("/v1/workflows/lines/run", {**body, "inputs": {"run": f"{n}"}}) for n in range(12))
    )
    ended = await asyncio.gather(*(_ended(server, run["id"]) for run in runs))
    assert Counter(run["status"] for run in ended) == {"done": 12}
    lines = (_project(server) / "a.txt").read_text().splitlines()
    assert sorted(lines) == sorted(f"run {n} {m}" for n in range(12) for m in range(5))


def _line(step: int) -> dict[str, str]:
    return {"path": "a.txt", "content": f"run {{{{ inputs.run }}}} {step}"}


async def _ended(server: KilledServer, run: str) -> Any:
    async with asyncio.timeout(DEADLINE):
        while True:
            found = (await server.get(f"/v1/runs/{run}"))["run"]
            if found["status"] not in ("queued", "planning", "executing"):
                return found
            await asyncio.sleep(0.02)


async def test_a_server_and_two_command_lines_at_once_lose_no_line(server: KilledServer, tmp_path: Path) -> None:
    """K-8: one command speaks to the server, the other has a home of its own and shares the folder."""
    shared = tmp_path / "shared"
    shared.mkdir()
    await server.post("/v1/projects", {"name": "Shared", "root": str(shared)})
    other = {**os.environ, "AULE_HOME": str(_free(tmp_path / "other"))}
    made = await asyncio.to_thread(nursery().run, "projects", "add", "Shared", "--folder", str(shared), env=other)
    assert made.code == 0, made
    ours = {**os.environ, "AULE_HOME": str(server.home)}

    def append(who: str, n: int, env: dict[str, str]) -> str:
        words = ("call", "core.append_file", "path=a.txt", f"content={who} {n}", "--project", "shared", "--yes")
        ended = nursery().run(*words, env=env)
        return "" if ended.code == 0 else repr(ended)

    async def commands(who: str, env: dict[str, str]) -> list[str]:
        return [await asyncio.to_thread(append, who, n, env) for n in range(6)]

    async def posts() -> list[int]:
        body = {"project": "shared"}
        answers = await asyncio.gather(
            *(
                server.http.post(
                    "/v1/capabilities/core.append_file/call",
                    json={**body, "params": {"path": "a.txt", "content": f"client {n}"}},
                )
                for n in range(60)
            )
        )
        return [answer.status_code for answer in answers]

    through, own, codes = await asyncio.gather(commands("through", ours), commands("own", other), posts())
    assert (through, own, Counter(codes)) == ([""] * 6, [""] * 6, {200: 60})
    wanted = [f"client {n}" for n in range(60)] + [f"{who} {n}" for who in ("through", "own") for n in range(6)]
    assert sorted((shared / "a.txt").read_text().splitlines()) == sorted(wanted)


async def test_a_call_that_is_sent_again_with_its_key_is_made_once(server: KilledServer) -> None:
    """K-8: a client that heard nothing asks again with the same key, also while the first is still under way."""
    calls = [
        _call(server, "core.append_file", key=f"key {n % 10}", path="a.txt", content=f"{n % 10}") for n in range(60)
    ]
    answers = await asyncio.gather(*calls)
    assert sorted((_project(server) / "a.txt").read_text().split()) == sorted(f"{n}" for n in range(10))
    told = Counter((answer.status_code, answer.json().get("result", {}).get("ok")) for answer in answers)
    again = await asyncio.gather(
        *(_call(server, "core.append_file", key=f"key {n}", path="a.txt", content=f"{n}") for n in range(10))
    )
    assert [answer.json()["result"]["ok"] for answer in again] == [True] * 10, told
    assert sorted((_project(server) / "a.txt").read_text().split()) == sorted(f"{n}" for n in range(10))


async def test_settings_come_with_the_tag_of_the_very_content_they_were_read_from(server: KilledServer) -> None:
    """OS-7: whoever saves what was read with a tag overwrites nothing that another process saved meanwhile."""
    text = (server.home / "settings.toml").read_text()
    stop = asyncio.Event()

    async def edit_by_hand() -> None:
        """A person saves other names again and again, as an editor does."""
        number = 0
        while not stop.is_set():
            number += 1
            beside = server.home / "beside.toml"
            beside.write_text(f'{text}\n[appearance]\nname = "name {number}"\n')
            os.replace(beside, server.home / "settings.toml")
            await asyncio.sleep(0)

    editing = asyncio.create_task(edit_by_hand())
    tags: dict[str, str | None] = {}
    for _ in range(150):
        answer = await server.http.get("/v1/settings")
        name = answer.json()["appearance"]["name"]
        assert tags.setdefault(answer.headers["ETag"], name) == name
    stop.set()
    await editing
