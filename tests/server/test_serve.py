"""The server as a process: where it listens, what it leaves behind, how it ends."""

from __future__ import annotations

import asyncio
import signal
import socket
import stat
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.processes.nursery import Process, nursery
from tests.server.live import connect as connect_live

from aule.contracts.errors import Refused
from aule.server.serve import Place, PortTaken, UnsafeAddress, bind, check_address, is_loopback
from aule.stores.home.directory import Home

LOG = "serving.log"


class Serving:
    """A server process and what it said."""

    def __init__(self, process: Process, home: Path, port: int) -> None:
        self.process = process
        self.home = home
        self.port = port

    @property
    def token(self) -> str:
        return Home(self.home).token()

    @property
    def said(self) -> bytes:
        """All of it, once it has ended."""
        return (self.home / LOG).read_bytes() + self.process.stdout.read().encode()

    def client(self, **headers: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", headers=headers, trust_env=False, timeout=30)

    async def end(self, number: int) -> float:
        """Send a signal; how many seconds the process took to end."""
        started = time.monotonic()
        self.process.send_signal(number)
        await asyncio.to_thread(self.process.wait, 60)
        return time.monotonic() - started


@pytest.fixture
async def process(tmp_path: Path, free_port: int) -> AsyncIterator[Serving]:
    with (tmp_path / LOG).open("wb") as log:
        started = nursery().start(str(tmp_path), str(free_port), module="tests.server.serving", stderr=log)
    first = await asyncio.to_thread(started.stdout.readline)
    assert first.startswith("listening"), (tmp_path / LOG).read_text("utf-8")
    yield Serving(started, tmp_path, free_port)
    started.end()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_streams_and_the_server_promptly(process: Serving, number: int) -> None:
    streams = [await connect_live(process.port, "/v1/events?since=0", token=process.token) for _ in range(5)]
    for stream in streams:
        while not stream.events:
            await stream.read()
    assert await process.end(number) < 8  # what hangs is killed later than that
    assert process.process.returncode == 0
    for stream in streams:
        while await stream.read():
            pass
        stream.cut()
        assert stream.is_over
    assert (process.home / "stopped").read_text() == "cleanly"
    assert not (process.home / "server.json").exists()
    said = process.said
    assert b"DEBUG" in said and b"Traceback" not in said and b"ERROR" not in said


async def test_the_server_is_announced_while_it_lives(process: Serving) -> None:
    announced = Home(process.home).server()
    assert announced is not None
    assert (announced.pid, announced.port) == (process.process.pid, process.port)
    assert stat.S_IMODE((process.home / "server.json").stat().st_mode) == 0o600
    await process.end(signal.SIGKILL)
    assert Home(process.home).server() is None


async def test_neither_token_nor_codes_nor_sessions_are_ever_logged(process: Serving) -> None:
    """S5: the log is scanned for every secret, with the most talkative log level."""
    code = (process.home / "link").read_text().partition("#code=")[2]
    async with process.client() as client:
        origin = {"Origin": f"http://127.0.0.1:{process.port}"}
        signed_in = await client.post("/v1/session", json={"code": code}, headers=origin)
        assert signed_in.status_code == 204
        session = signed_in.cookies[f"aule_session_{process.port}"]
        assert (await client.get("/v1/events")).status_code == 200
        bearer = {"Authorization": f"Bearer {process.token}"}
        assert (await client.get(f"/v1/events?token={process.token}", headers=bearer)).status_code == 200
        assert (await client.get(f"/v1/missing/{process.token}", headers=bearer)).status_code == 404
        await client.post("/v1/session", json={"code": "wrong-code-here"}, headers=origin)
        assert (await client.delete("/v1/session", headers=origin)).status_code == 204
        assert (await client.get("/v1/events")).status_code == 401
    await process.end(signal.SIGTERM)
    said = process.said
    assert b"DEBUG" in said
    for secret in (process.token, code, session, "wrong-code-here"):
        assert secret.encode() not in said


async def test_a_browser_stays_signed_in_over_the_session_file(process: Serving) -> None:
    code = (process.home / "link").read_text().partition("#code=")[2]
    async with process.client(Origin=f"http://127.0.0.1:{process.port}") as client:
        assert (await client.post("/v1/session", json={"code": code})).status_code == 204
        again = await client.post("/v1/session", json={"code": code})
        assert (again.status_code, again.json()["code"]) == (401, "bad_code")
    kept = (process.home / "sessions.json").read_bytes()
    assert stat.S_IMODE((process.home / "sessions.json").stat().st_mode) == 0o600
    assert len(kept) > 60


async def test_two_hundred_requests_at_once_are_all_answered(process: Serving) -> None:
    async with process.client(Authorization=f"Bearer {process.token}") as client:
        limits = asyncio.gather(*(client.get("/v1/events", params={"limit": 1}) for _ in range(200)))
        answers = await limits
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1


def test_responses_are_not_held_back_to_be_sent_together() -> None:
    """asyncio sets TCP_NODELAY on accepted sockets only when the listener names TCP."""
    with bind("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_port_that_is_taken_is_named_with_a_way_out() -> None:
    first = bind("127.0.0.1", 0)
    port: int = first.getsockname()[1]
    with pytest.raises(PortTaken) as refused:
        bind("127.0.0.1", port)
    first.close()
    assert str(port) in refused.value.problem.message
    assert f"--port {port + 1}" in (refused.value.problem.hint or "")
    assert refused.value.exit_code == 2


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70000), ("256.1.1.1", 8700), ("no such host", 8700)])
def test_an_address_that_cannot_be_is_an_error_of_ours(host: str, port: int) -> None:
    with pytest.raises(PortTaken):
        bind(host, port)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "192.168.1.10", "10.0.0.1", "example.org", "", "127.0.0.1.evil.example"]
)
def test_no_other_machine_gets_in_unless_a_token_was_chosen_for_it(host: str) -> None:
    """S5: refuse a non-loopback bind without a token given on purpose."""
    with pytest.raises(UnsafeAddress) as refused:
        check_address(Place(host=host))
    assert isinstance(refused.value, Refused)
    assert (refused.value.exit_code, "AULE_TOKEN" in (refused.value.problem.hint or "")) == (2, True)
    check_address(Place(host=host, has_chosen_token=True))


def test_only_addresses_of_this_machine_are_loopback() -> None:
    assert [host for host in ("127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost") if not is_loopback(host)] == []
    assert [host for host in ("0.0.0.0", "::", "localhost.example", "1.2.3.4", "") if is_loopback(host)] == []
