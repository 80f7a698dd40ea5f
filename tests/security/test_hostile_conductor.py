"""Hostile requests at the doors of Conductor, proposals, approvals, files and the sandbox: refused, and never a 5xx."""

from __future__ import annotations

import itertools
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.apps.conductor.conftest import site
from tests.apps.conductor.places import Site
from tests.server.doors import BEARER, gatekeeper, open_front

from aule.server.app import create_app
from aule.testing.scripted_model import ScriptedModel, call, say
from aule.testing.system import System, system

pytestmark = pytest.mark.anyio
SECRET = "correct-horse-battery-4711"
__all__ = ["site"]
ODD = ["..", "../x", "/etc/passwd", "a\x00b", "x" * 5_000]
ODD += ["~", "~root", "file:///etc", "\u202e", "%2e%2e%2f", "{}", "[" * 400, "{a,b}" * 80, "*" * 150, "", "\x1b[2J"]
VALUES: list[Any] = [*ODD, None, 0, -1, 1e308, 2**70, True, [], {}, [[]], ["x"] * 200, {"a": {"b": {}}}]
POSTS: dict[str, dict[str, Any]] = {
    "/v1/conductor/agents/draft": {
        "environment": "develop",
        "project": "test-service",
        "id": "New",
        "description": "d",
        "output_scope": ["src/**"],
        "persona": "p",
        "tools": ["Read"],
        "provider": "claude",
        "model": "code",
        "task": "t",
        "execution_mode": "project_resident",
    },
    "/v1/conductor/sessions": {
        "environment": "develop",
        "project": "test-service",
        "agent": "ServiceCreatorAgent",
        "home": None,
        "mode": "one_shot",
        "on_write": "apply",
        "output_scope": ["src/**"],
        "model": "code",
        "confirm_environment": "main",
        "locale": "en",
    },
    "/v1/conductor/workflows/check": {"file": "x.yaml", "inputs": {}, "environment": "develop", "project": "nex"},
    "/v1/conductor/workflows/run": {"file": "x.yaml", "inputs": {}, "resume": "run_x", "on_write": "apply"},
    "/v1/conductor/sessions/conv_x/turns": {"message": "m", "preview": False},
    "/v1/changes/chg_x/adopt": {"hunks": [0], "sha256": "0" * 64},
    "/v1/approvals/apr_x/edit": {"path": "a", "content": "b", "content_hash": "c"},
}
GETS = {
    "/v1/conductor": ["home", "locale"],
    "/v1/conductor/questions": ["home", "locale"],
    "/v1/conductor/agents/develop/test-service/ServiceCreatorAgent": ["home", "locale"],
    "/v1/projects/home/tree": ["path"],
    "/v1/projects/home/file": ["path"],
    "/v1/projects/home/raw": ["path", "download"],
    "/v1/projects/home/files": ["q", "limit"],
    "/v1/changes": ["status", "project", "run", "entity", "after"],
    "/v1/approvals/apr_x/draft": ["path"],
    "/v1/sandbox": ["x"],
}
PATHS = [
    *("/v1/conductor/agents/{}/test-service/ServiceCreatorAgent", "/v1/conductor/agents/develop/test-service/{}"),
    *("/v1/conductor/sessions/{}", "/v1/conductor/workflows/runs/{}", "/v1/changes/{}/hunks", "/v1/changes/{}/diff"),
    *("/v1/projects/{}/tree", "/v1/projects/{}/raw?path=a", "/v1/approvals/{}/draft"),
]
ENCODED = ["%2e%2e", "..%2f..%2fetc", "%00", "%ff", "a%2fb", "%0a", "~x", "x" * 300, "%F0%9F%98%80", "a;b", "*"]

FLOW = """\
version: 1
name: x
environment: develop
project: test-service
tasks:
  a: {agent: ServiceCreatorAgent, prompt: Make it, outputs: [src/service/A.kt]}
"""
CLOSE, RESET = "/v1/conductor/sessions/{}/close", "/v1/conductor/sessions/{}/reset"
ADOPT = "/v1/changes/{}/adopt"
GETTING = [
    *("/v1/conductor/sessions/{}", "/v1/conductor/workflows/runs/{}", "/v1/changes/{}/hunks", "/v1/changes/{}/diff"),
    *("/v1/approvals/{}/draft", "/v1/approvals/{}", "/v1/projects/{}/tree", "/v1/changes?entity=file:{}/a"),
]
POSTING: dict[str, dict[str, str]] = {
    CLOSE: {},
    RESET: {},
    ADOPT: {"sha256": "0" * 64},
    "/v1/approvals/{}/edit": {"path": "a.txt", "content": "x", "content_hash": "y"},
    "/v1/conductor/workflows/run": {"file": "x.yaml", "resume": "{}"},
}


class Door:
    """A running system behind its front, and the home of a resident agent."""

    def __init__(self, running: System, client: httpx.AsyncClient, site: Site) -> None:
        self.running, self.client, self.site = running, client, site


@pytest.fixture
async def door(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Door]:
    site.agent()
    monkeypatch.setenv("AULE_CONDUCTOR_HOME", str(site.home_path))
    site.write("workflows/x.yaml", "version: 1\nname: x\nenvironment: develop\nproject: test-service\ntasks: {}\n")
    keeper = gatekeeper()
    async with (
        system(tmp_path / "data") as running,
        open_front(create_app(running.kernel, gatekeeper=keeper), keeper=keeper) as client,
    ):
        yield Door(running, client, site)


async def test_nothing_is_answered_to_whoever_has_no_token(door: Door) -> None:
    for path in GETS:
        assert (await door.client.get(path)).status_code == 401, path
    for path in [*POSTS, "/v1/conductor/agents", "/v1/conductor/sessions/conv_x/close", "/v1/changes/chg_x/drop"]:
        for headers in ({}, {"Origin": "http://evil.example"}, {"Authorization": "Bearer x"}):
            assert (await door.client.post(path, json={}, headers=headers)).status_code in (401, 403), path


async def test_a_page_of_another_site_posts_nothing(door: Door) -> None:
    """A form cannot send JSON with a token; what is not JSON is not read as if it were."""
    for path, body in POSTS.items():
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = await door.client.post(path, content=str(body), headers={**BEARER, "Content-Type": kind})
            assert answer.status_code in (415, 422, 400), (path, kind, answer.status_code)


async def test_no_value_of_a_body_breaks_the_server(door: Door) -> None:
    door.client.headers.update(BEARER)
    for path, body in POSTS.items():
        for key, value in itertools.product(body, VALUES):
            answer = await door.client.post(path, json={**body, key: value})
            assert answer.status_code < 500, (path, key, value, answer.text[:300])
        for raw in (b"", b"{", b"null", b"[]", b"[" * 9_000, b'{"a":' * 4_000):
            answer = await door.client.post(path, content=raw, headers={"Content-Type": "application/json"})
            assert 400 <= answer.status_code < 500, (path, raw[:20], answer.status_code)


async def test_no_parameter_breaks_the_server(door: Door) -> None:
    door.client.headers.update(BEARER)
    for path, names in GETS.items():
        for name, value in itertools.product(names, ODD):
            answer = await door.client.get(path, params={name: value})
            assert answer.status_code < 500, (path, name, value, answer.text[:300])
    for path, value in itertools.product(PATHS, ENCODED):
        answer = await door.client.get(path.format(value))
        assert 400 <= answer.status_code < 500, (path, value, answer.status_code)


async def test_the_file_browser_shows_nothing_outside_and_no_secret(door: Door) -> None:
    door.client.headers.update(BEARER)
    work = door.running.workspace
    outside = work.parent.parent / "outside.txt"
    outside.write_text(SECRET)
    (work / ".env").write_text(SECRET)
    (work / "link.txt").symlink_to(".env")
    (work / "out.txt").symlink_to(outside)
    (work / "folder").symlink_to("/etc")
    (work / ".SSH").mkdir()
    (work / ".SSH/id_rsa").write_text(SECRET)
    os.mkfifo(work / "pipe")
    (work / "old.txt").write_text("x")
    for moment in (-(2**40), 2**33, 2**55):
        try:
            os.utime(work / "old.txt", (moment, moment))
        except (OSError, OverflowError):
            continue
        answer = await door.client.get("/v1/projects/home/tree")
        assert answer.status_code == 200, answer.text
        assert (await door.client.get("/v1/projects/home/file", params={"path": "old.txt"})).status_code == 200
    names = [".env", "link.txt", "out.txt", "folder/passwd", ".SSH/id_rsa", "pipe", "../../outside.txt", ".ENV"]
    for name, kind in itertools.product(names, ("file", "raw")):
        answer = await door.client.get(f"/v1/projects/home/{kind}", params={"path": name})
        assert SECRET not in answer.text and "root:" not in answer.text, (name, kind)
        assert answer.status_code < 500, (name, kind, answer.text)


async def test_ids_of_other_things_are_told_apart(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The id of a run, a change, an approval or a conversation opens no door but its own."""
    site.agent()
    monkeypatch.setenv("AULE_CONDUCTOR_HOME", str(site.home_path))
    site.write("workflows/x.yaml", FLOW)
    place = {"environment": "develop", "project": "test-service", "agent": "ServiceCreatorAgent"}
    keeper = gatekeeper()
    script = [call("core.write_file", {"path": "src/service/A.kt", "content": "class A\n"}), say("Done.")]
    async with (
        system(tmp_path / "data", model=ScriptedModel(*script)) as running,
        open_front(create_app(running.kernel, gatekeeper=keeper), keeper=keeper) as client,
    ):
        client.headers.update(BEARER)
        asked = (await client.post("/v1/conductor/sessions", json=place)).json()["subject"]
        approval = (await client.get(f"/v1/approvals/{asked}")).json()
        yes = {"option": "approve", "content_hash": approval["binds"]["content_hash"]}
        assert (await client.post(f"/v1/approvals/{asked}/decide", json=yes)).status_code == 200
        session = (await client.post("/v1/conductor/sessions", json={**place, "on_write": "propose"})).json()["id"]
        turn = (await client.post(f"/v1/conductor/sessions/{session}/turns", json={"message": "Go."})).json()["run"]
        await running.until_still(turn)
        proposal = (await client.get("/v1/changes", params={"status": "proposed"})).json()["items"][0]["id"]
        await client.post("/v1/capabilities/core.write_file/call", json={"params": {"path": "b.txt", "content": "b"}})
        waiting = (await client.get("/v1/approvals", params={"status": "pending"})).json()["items"][0]
        ids = [asked, session, turn, proposal, waiting["id"], waiting["run"], "home"]
        for id in ids:
            for path in GETTING:
                answer = await client.get(path.format(id))
                assert answer.status_code < 500, (path, id, answer.text)
            for path, body in POSTING.items():
                if (path, id) not in {(CLOSE, session), (ADOPT, proposal), (RESET, session)}:
                    answer = await client.post(path.format(id), json={k: v.format(id) for k, v in body.items()})
                    assert 400 <= answer.status_code < 500, (path, id, answer.status_code, answer.text)
        assert not (site.path / "develop/test-service/src/service/A.kt").exists()
        assert not (running.workspace / "b.txt").exists()
        answer = await client.post(ADOPT.format(proposal), json={})
        assert answer.status_code == 200, answer.text
        assert (site.path / "develop/test-service/src/service/A.kt").read_text() == "class A\n"
        assert (await client.post(ADOPT.format(proposal), json={})).status_code == 409
