"""Foreign pages, re-bound names, forged cookies and oversized bodies stop at the front (S1, S5, S7)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.server.doors import BEARER, HOST, PORT, TOKEN, Echo, gatekeeper, open_front

from aule.server.front import Front

OURS = f"http://{HOST}"
FOREIGN = ["http://evil.example", f"http://evil.example:{PORT}", "null", "", f"https://{HOST}", "http://127.0.0.1:8701"]
WRONG_HOSTS = ["evil.example", f"evil.example:{PORT}", "127.0.0.1:8701", "127.0.0.1", "", "127.0.0.1:8700.evil.example"]


@pytest.mark.parametrize("host", WRONG_HOSTS)
@pytest.mark.parametrize("path", ["/", "/v1/health", "/v1/runs"])
async def test_a_name_rebound_to_our_address_gets_nothing(host: str, path: str) -> None:
    """S5, S7: DNS rebinding shows in the Host header."""
    api = Echo()
    async with open_front(api) as client:
        answer = await client.get(path, headers={**BEARER, "Host": host})
    assert (answer.status_code, answer.json()["code"], api.seen) == (403, "wrong_host", [])


@pytest.mark.parametrize("host", [f"127.0.0.1:{PORT}", f"localhost:{PORT}", f"LOCALHOST:{PORT}", f"[::1]:{PORT}"])
async def test_the_names_of_this_machine_are_ours(host: str) -> None:
    async with open_front() as client:
        assert (await client.get("/v1/runs", headers={**BEARER, "Host": host})).status_code == 200


async def test_a_host_that_was_allowed_is_ours_with_and_without_tls() -> None:
    async with open_front(allowed_hosts=["Aule.example"]) as client:
        for host in ("aule.example", f"aule.example:{PORT}"):
            for origin in (f"https://{host}", f"http://{host}"):
                answer = await client.post("/v1/x", headers={**BEARER, "Host": host, "Origin": origin})
                assert answer.status_code == 200, (host, origin)
        assert (await client.get("/v1/x", headers={**BEARER, "Host": "aule.example:1"})).status_code == 403


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
async def test_a_foreign_page_gets_nothing_even_with_everything_else_right(origin: str, method: str) -> None:
    api, keeper = Echo(), gatekeeper()
    cookie = f"{keeper.cookie_name}={keeper.exchange(keeper.new_code())}"
    async with open_front(api, keeper=keeper) as client:
        for credentials in (BEARER, {"Cookie": cookie}):
            answer = await client.request(method, "/v1/runs", headers={**credentials, "Origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
        stream = await client.get("/v1/events", headers={**BEARER, "Origin": origin, "Accept": "text/event-stream"})
        assert stream.status_code == 403
        session = await client.post("/v1/session", json={"code": keeper.new_code()}, headers={"Origin": origin})
        assert session.status_code == 403
    assert api.seen == []


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)]
)
async def test_a_foreign_page_cannot_even_embed_what_the_cookie_would_open(site: str, status: int) -> None:
    """Another port of this machine is the same site, so the cookie comes along; the browser tells who asked."""
    keeper = gatekeeper()
    headers = {"Cookie": f"{keeper.cookie_name}={keeper.exchange(keeper.new_code())}", "Sec-Fetch-Site": site}
    async with open_front(keeper=keeper) as client:
        assert (await client.get("/v1/artifacts/a/content", headers=headers)).status_code == status


async def test_our_own_page_may_do_everything_with_its_cookie() -> None:
    keeper = gatekeeper()
    headers = {"Cookie": f"{keeper.cookie_name}={keeper.exchange(keeper.new_code())}"}
    async with open_front(keeper=keeper) as client:
        assert (await client.get("/v1/runs", headers=headers)).status_code == 200
        assert (await client.post("/v1/runs", headers={**headers, "Origin": OURS})).status_code == 200


async def test_a_cookie_alone_changes_nothing_unless_it_says_where_it_comes_from() -> None:
    keeper = gatekeeper()
    headers = {"Cookie": f"{keeper.cookie_name}={keeper.exchange(keeper.new_code())}"}
    async with open_front(keeper=keeper) as client:
        answer = await client.post("/v1/runs", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer undefined"},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": "Bearer "},
        {"Cookie": f"aule_session_{PORT}={TOKEN}"},
        {"Cookie": f"aule_session_{PORT}=forged; aule_session_{PORT}=again"},
        {"X-Token": TOKEN},
    ],
)
async def test_without_the_token_or_a_session_nothing_but_the_public_is_there(headers: dict[str, str]) -> None:
    """S1: every path of the API but the public ones; also paths that only look public."""
    api = Echo()
    async with open_front(api) as client:
        for method, path in [
            ("GET", "/v1/runs"),
            ("GET", "/v1/openapi.json"),
            ("DELETE", "/v1/session"),
            ("POST", "/v1/session/codes"),
            ("GET", "/v1/session"),
            ("POST", "/v1/session/"),
            ("POST", "/v1/health"),
            ("GET", "/v1/health/"),
            ("GET", "/v1"),
            ("GET", "/v1/"),
            ("GET", "/v1//health"),
            ("GET", f"/v1/runs?token={TOKEN}"),
        ]:
            answer = await client.request(method, path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized"), (method, path)
            assert answer.headers["www-authenticate"] == "Bearer"
    assert api.seen == []


async def test_paths_in_disguise_never_reach_the_api() -> None:
    api = Echo()
    async with open_front(api) as client:
        for path in ("//v1/runs", "/V1/runs", "/x/../v1/runs.json", "/.%2fv1/runs.json"):
            await client.get(path)
    assert api.seen == []


@pytest.mark.parametrize("name", ["host", "origin", "authorization", "content-length"])
async def test_two_answers_to_one_question_are_refused(name: str) -> None:
    value = {"host": HOST, "origin": OURS, "authorization": f"Bearer {TOKEN}", "content-length": "0"}[name]
    headers = [*BEARER.items(), (name, value), (name, value)]
    async with open_front() as client:
        answer = await client.post(
            "/v1/runs",
            headers=[pair for pair in headers if pair[0] != "Authorization"]
            + (list(BEARER.items()) if name != "authorization" else []),
        )
    assert answer.status_code == 403
    assert answer.json()["code"] == "wrong_header"


async def test_a_body_that_says_it_is_too_large_is_refused_unread() -> None:
    api = Echo()
    async with open_front(api) as client:
        for length in ("8388609", "9" * 30, "-1", "x", "1_0", "１"):
            headers = [*BEARER.items(), ("Content-Length", length)]
            raw = [(name.encode(), value.encode()) for name, value in headers]
            answer = await client.post("/v1/runs", headers=raw, content=b"")
            assert answer.status_code in (413, 422), length
    assert api.seen == []


async def test_a_body_that_grows_too_large_on_the_way_is_cut_off() -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 64 * 1024 * 1024:
            sent += 1024 * 1024
            yield b"x" * 1024 * 1024

    assert await _raw_post(endless()) == 413
    assert sent <= 10 * 1024 * 1024


async def _raw_post(chunks: AsyncIterator[bytes]) -> int:
    """Feed chunks as a server would: one message each, no declared length."""
    async with open_front() as client:
        front: Front = client._transport.app  # type: ignore[attr-defined]
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": await anext(chunks), "more_body": True}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        headers = [(b"host", HOST.encode()), (b"authorization", BEARER["Authorization"].encode())]
        scope = {"type": "http", "method": "POST", "path": "/v1/x", "headers": headers}
        await front(scope, receive, send)
    return statuses[0]


@pytest.mark.parametrize(
    ("headers", "is_let_in"),
    [
        ({"host": HOST, "authorization": f"Bearer {TOKEN}"}, True),
        ({"host": HOST, "authorization": f"Bearer {TOKEN}", "origin": OURS}, True),
        ({"host": HOST, "authorization": f"Bearer {TOKEN}", "origin": "http://evil.example"}, False),
        ({"host": "evil.example", "authorization": f"Bearer {TOKEN}"}, False),
        ({"host": HOST, "authorization": "Bearer undefined"}, False),
        ({"host": HOST}, False),
        ({"host": HOST, "cookie": "<session>"}, False),
        ({"host": HOST, "cookie": "<session>", "origin": OURS}, True),
        ({"host": HOST, "cookie": "<session>", "origin": "http://localhost:3000"}, False),
    ],
)
async def test_a_websocket_is_checked_like_everything_else(headers: dict[str, str], is_let_in: bool) -> None:
    """S5: a page of another origin cannot open a WebSocket to this server."""
    keeper, api = gatekeeper(), Echo()
    session = f"{keeper.cookie_name}={keeper.exchange(keeper.new_code())}"
    async with open_front(api, keeper=keeper) as client:
        front: Front = client._transport.app  # type: ignore[attr-defined]
        sent: list[str] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message["type"])

        raw = [(name.encode(), value.replace("<session>", session).encode()) for name, value in headers.items()]
        await asyncio.wait_for(front({"type": "websocket", "path": "/v1/events/ws", "headers": raw}, receive, send), 5)
    assert (sent[0] == "websocket.accept", api.seen != []) == (is_let_in, is_let_in)
