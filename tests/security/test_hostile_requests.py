"""Requests made to break things get a clear refusal; the system behind them stays whole."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.doors import BEARER, gatekeeper, open_front

from aule.boot import ambient, running
from aule.boot.system import System
from aule.contracts.events.facts import ArtifactSaved
from aule.contracts.project import Artifact
from aule.server.app import create_app
from aule.server.content import NOTHING
from aule.stores.home.directory import Home

JSON = {"Content-Type": "application/json"}


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    home = Home(tmp_path / "home")
    home.prepare()
    keeper = gatekeeper()
    async with running(home) as kernel, open_front(create_app(kernel, gatekeeper=keeper), keeper=keeper) as client:
        client.headers.update(BEARER)
        yield client


CHAT = "/v1/agent/chat"
DEEP = b'{"params": ' + b"[" * 5000 + b"]" * 5000 + b"}"
HOSTILE: list[tuple[str, str, bytes, int]] = [
    ("POST", CHAT, b"", 422),
    ("POST", CHAT, b"{", 422),
    ("POST", CHAT, b"[]", 422),
    ("POST", CHAT, b"null", 422),
    ("POST", CHAT, b'{"message": ""}', 422),
    ("POST", CHAT, b'{"message": 7}', 422),
    ("POST", CHAT, b'{"message": "a", "unknown": 1}', 422),
    ("POST", CHAT, rb'{"message": "\ud800"}', 422),
    ("POST", CHAT, b'{"message": "\xff"}', 422),
    ("POST", CHAT, b'{"message": "' + b"x" * 5_000_000 + b'"}', 422),
    ("POST", CHAT, b'{"message": "' + b"x" * 9_000_000 + b'"}', 413),
    ("POST", CHAT, b'{"message": "a", "locale": "xx"}', 422),
    ("POST", CHAT, b'{"message": "a", "conversation_id": "../../x"}', 422),
    ("POST", CHAT, b'{"message": "a", "conversation_id": "conv_missing"}', 404),
    ("POST", CHAT, b'{"message": "a", "agent_id": "nobody"}', 404),
    ("POST", CHAT, b'{"message": "a", "project": "nowhere"}', 404),
    ("POST", CHAT, b'{"message": "a", "budget": {"max_turns": 0}}', 422),
    ("POST", CHAT, b'{"message": "a", "budget": {"max_cost": 1e999}}', 422),
    ("POST", "/v1/capabilities/core.now/call", DEEP, 422),
    ("POST", "/v1/capabilities/core.now/call", rb'{"params": {"\udfff": 1}}', 422),
    ("POST", "/v1/capabilities/core.read_file/call", b'{"params": {"path": "../../etc/passwd"}}', 403),
    ("POST", "/v1/capabilities/core.read_file/call", rb'{"params": {"path": "a\u0000b"}}', 422),
    ("POST", "/v1/capabilities/core.write_file/call", b'{"params": {"path": "a", "content": 9007199254740993}}', 422),
    ("POST", "/v1/capabilities/__import__/call", b'{"params": {}}', 422),
    ("POST", "/v1/capabilities/os.system/call", b'{"params": {}}', 404),
    ("POST", "/v1/approvals/apr_x/decide", b'{"option": "approve", "content_hash": "x"}', 404),
    ("POST", "/v1/runs/run_x/cancel", b"", 404),
    ("POST", "/v1/runs/run_x/undo?preview=maybe", b"", 422),
    ("PUT", "/v1/settings/secrets/%2e%2e%2fx", b'{"value": "x"}', 404),
    ("PUT", "/v1/settings/secrets/A=B", b'{"value": "x"}', 422),
    ("PUT", "/v1/settings/secrets/AULE", rb'{"value": "\ud800"}', 422),
    ("POST", "/v1/projects", b'{"name": "x", "root": "/"}', 403),
    ("POST", "/v1/projects", b'{"name": "x", "root": "/etc"}', 403),
    ("POST", "/v1/projects", rb'{"name": "x", "root": "/tmp/a\u0000b"}', 422),
    ("POST", "/v1/personas", b'{"name": "x", "id": "../x"}', 422),
    ("GET", "/v1/runs?limit=0", b"", 422),
    ("GET", "/v1/runs?limit=9999999999999999999999", b"", 422),
    ("GET", "/v1/runs?status=lost", b"", 422),
    ("GET", "/v1/runs?parent=%00", b"", 422),
    ("GET", "/v1/runs/%00", b"", 422),
    ("GET", "/v1/runs/%ff", b"", 422),
    ("GET", "/v1/search?q=%00", b"", 422),
    ("GET", "/v1/events?since=-1", b"", 422),
    ("GET", "/v1/missing", b"", 404),
    ("DELETE", "/v1/home", b"", 405),
    ("PATCH", "/v1/settings", b"{}", 405),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), HOSTILE)
async def test_what_is_wrong_is_said_and_nothing_breaks(
    client: httpx.AsyncClient, method: str, path: str, body: bytes, status: int
) -> None:
    answer = await client.request(method, path, content=body, headers=JSON)
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["status"]) == (status, status), problem
    assert answer.headers["content-type"] == "application/problem+json"
    assert set(problem) == {
        "type", "title", "status", "detail", "code", "hint", "field", "candidates", "matches", "recoverable", "subject",
    }  # fmt: skip
    assert len(answer.content) < 2_000, "input must not be echoed"
    assert (await client.get("/v1/home")).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "multipart/form-data"])
async def test_a_form_post_is_not_json(client: httpx.AsyncClient, kind: str) -> None:
    """What a page of another origin could send without asking first."""
    answer = await client.post(CHAT, content=b'{"message": "hi"}', headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


async def test_two_hundred_mixed_requests_at_once_lose_nothing(client: httpx.AsyncClient) -> None:
    async def one(number: int) -> int:
        match number % 4:
            case 0:
                return (await client.post("/v1/conversations", json={"title": f"talk {number}"})).status_code
            case 1:
                return (await client.get("/v1/home")).status_code
            case 2:
                return (await client.post(CHAT, content=b"{", headers=JSON)).status_code
            case _:
                return (await client.post("/v1/capabilities/core.now/call", json={"params": {}})).status_code

    statuses = await asyncio.gather(*(one(number) for number in range(200)))
    assert {status: statuses.count(status) for status in set(statuses)} == {200: 100, 201: 50, 422: 50}
    titles = {item["title"] for item in (await client.get("/v1/conversations", params={"limit": 200})).json()["items"]}
    assert titles == {f"talk {number}" for number in range(0, 200, 4)}
    assert len((await client.get("/v1/runs", params={"limit": 200, "kind": "call"})).json()["items"]) == 50


async def test_a_bug_shows_a_log_entry_and_none_of_its_insides(caplog: pytest.LogCaptureFixture) -> None:
    """A kernel without its parts stands for any bug: the first touch raises."""
    broken = object.__new__(System)
    broken.ambient = ambient()
    broken.brought = ()
    async with open_front(create_app(broken)) as client:
        answer = await client.get("/v1/home", headers=BEARER)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (500, "internal")
    assert "overview" not in answer.text and "Traceback" not in answer.text
    assert problem["subject"] in caplog.text and "AttributeError" in caplog.text


async def test_an_artifact_never_runs_as_a_page_of_ours(tmp_path: Path) -> None:
    """S8: content an agent made is data, whatever it says it is."""
    home = Home(tmp_path / "home")
    home.prepare()
    async with running(home) as kernel, open_front(create_app(kernel)) as client:
        client.headers.update(BEARER)
        for number, mime in enumerate(
            ["text/html", "image/svg+xml", "application/javascript", "text/html;x", "image/png"]
        ):
            sha = kernel.blobs.put(f"<script>{number}</script>".encode())
            artifact = Artifact(
                id=f"art_{number}", project="home", run=None, type="file", name=f'a"\r\n{number}.html', mime=mime,
                size=1, sha256=sha, created_at=kernel.ambient.timestamp(),
            )  # fmt: skip
            await kernel.journal.write(ArtifactSaved(artifact=artifact))
            answer = await client.get(f"/v1/artifacts/art_{number}/content")
            assert answer.headers["content-type"] == "application/octet-stream"
            assert answer.headers["content-security-policy"] == NOTHING
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["content-disposition"].startswith("attachment")
            assert json.dumps(answer.headers["content-disposition"]).isascii()
        assert (await client.delete("/v1/artifacts/art_0")).status_code == 200
        assert (await client.get("/v1/artifacts/art_0/content")).status_code == 404
