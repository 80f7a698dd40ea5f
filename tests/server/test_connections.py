"""Connections without a sign-in can neither fill the server nor stay; those of people who signed in are never cut."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import pytest
from tests.processes.nursery import Process, nursery
from tests.server.doors import TOKEN
from tests.server.live import Live, connect, live, open_log

from aule.contracts.events.facts import SettingsChanged
from aule.server.connections import Connection, Connections, Deadlines, Room
from aule.stores.home.directory import Home

FILES = 256
"""How many files the server under attack may have open: few connections are many."""
SHORT = Deadlines(head=0.4, idle=1.2, anonymous_idle=0.3, anonymous=1.0)


class Attacked:
    """A server process with few descriptors, and what it costs to attack it."""

    def __init__(self, process: Process, home: Path, port: int) -> None:
        self.process = process
        self.port = port
        self.log = home / "serving.log"
        self.bearer = {"Authorization": f"Bearer {Home(home).token()}"}

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def resident_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def open_files(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    async def get(self, path: str = "/v1/events?limit=1", **headers: str) -> int:
        """The status of a request on a connection of its own."""
        base = f"http://127.0.0.1:{self.port}"
        async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=10) as client:
            return (await client.get(path, headers=headers or self.bearer)).status_code

    @contextmanager
    def held(self, count: int, first: bytes = b"") -> Iterator[list[socket.socket]]:
        """Connections that say some bytes, or nothing, and then wait."""
        with ExitStack() as stack:
            held: list[socket.socket] = []
            for _ in range(count):
                held.append(stack.enter_context(closing(socket.create_connection(("127.0.0.1", self.port), 5))))
                held[-1].sendall(first)
            yield held


@pytest.fixture
async def attacked(tmp_path: Path, free_port: int) -> AsyncIterator[Attacked]:
    with (tmp_path / "serving.log").open("wb") as log:
        started = nursery().start(str(tmp_path), str(free_port), str(FILES), module="tests.server.serving", stderr=log)
    assert (await asyncio.to_thread(started.stdout.readline)).startswith("listening")
    yield Attacked(started, tmp_path, free_port)
    started.end()


@pytest.mark.parametrize("first", [b"", b"GET /v1/home HTTP/1.1\r\nHost: 127.0.0.1"], ids=["silent", "half a head"])
async def test_connections_that_wait_for_ever_starve_nobody(attacked: Attacked, first: bytes) -> None:
    """More of them than the process may have open files; the log stays small and the processor idle."""
    stream = await connect(attacked.port, "/v1/events?since=0", token=attacked.bearer["Authorization"][7:])
    quiet = time.monotonic()
    for _ in range(20):
        assert await attacked.get() == 200
    quiet = time.monotonic() - quiet
    with attacked.held(FILES + 144, first):
        began, used = time.monotonic(), attacked.cpu_seconds()
        for _ in range(20):
            assert await attacked.get() == 200
        assert attacked.open_files() < FILES * 3 // 4
        elapsed = time.monotonic() - began
        assert elapsed < max(5, 3 * quiet)
        assert attacked.cpu_seconds() - used < max(1.0, elapsed * 0.9)
        stream.writer.write(b"")
        assert not stream.reader.at_eof()  # whoever signed in and listens was not cut off
    stream.cut()
    await asyncio.to_thread(attacked.process.send_signal, signal.SIGTERM)
    assert await asyncio.to_thread(attacked.process.wait, 30) == 0
    assert attacked.log.stat().st_size < 200_000
    assert b"Traceback" not in attacked.log.read_bytes()


async def test_large_bodies_before_a_sign_in_take_no_memory(attacked: Attacked) -> None:
    assert await attacked.get() == 200
    before = attacked.resident_mb()
    declared = (
        f"POST /v1/session HTTP/1.1\r\nHost: 127.0.0.1:{attacked.port}\r\nContent-Type: application/json\r\n"
    ).encode()
    some = b"x" * 60_000
    for length in (b"Content-Length: 8388608\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\nea60\r\n"):
        with attacked.held(40, declared + length + some) as held:
            answers = [await asyncio.to_thread(each.recv, 4096) for each in held]
            assert {answer.split(b" ")[1] for answer in answers} == {b"413"}
            assert attacked.resident_mb() - before < 20
    assert await attacked.get() == 200


@pytest.mark.parametrize("signed_in", [False, True], ids=["anybody", "signed in"])
async def test_clients_that_leave_in_the_middle_of_a_body_are_no_bug(attacked: Attacked, signed_in: bool) -> None:
    """Neither a trace nor a line for each: whoever has no token could fill the log with them."""
    bearer = f"Authorization: {attacked.bearer['Authorization']}\r\n" if signed_in else ""
    head = f"POST /v1/session HTTP/1.1\r\nHost: 127.0.0.1:{attacked.port}\r\nContent-Type: application/json\r\n{bearer}"
    for more in ("Content-Length: 4000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n2\r\n{ \r\n"):
        with attacked.held(40, (head + more).encode()):
            assert await attacked.get() == 200
    assert await attacked.get() == 200
    await asyncio.to_thread(attacked.process.send_signal, signal.SIGTERM)
    assert await asyncio.to_thread(attacked.process.wait, 30) == 0
    told = attacked.log.read_bytes()
    assert (told.count(b"Traceback"), told.count(b"ERROR")) == (0, 0)


async def test_a_burst_of_honest_clients_is_served_to_the_last(attacked: Attacked) -> None:
    """More at once than there is room for without a sign-in: each signs in with its first request."""
    token = attacked.bearer["Authorization"][7:]

    async def ask() -> bytes:
        stream = await connect(attacked.port, "/v1/events?since=0", token=token)
        stream.cut()
        return stream.head.split(b" ")[1]

    assert await asyncio.gather(*(ask() for _ in range(120))) == [b"200"] * 120


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Live]:
    """A server whose deadlines are short."""
    async with open_log(tmp_path) as log:
        await log.journal.write(SettingsChanged(keys=["one"]))
        async with live(log, SHORT) as serving:
            yield serving


async def _seconds_until_closed(port: int, first: bytes, every: float = 0, more: bytes = b"") -> float:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began = time.monotonic()
    writer.write(first)
    try:
        while time.monotonic() - began < 5:
            try:
                if not await asyncio.wait_for(reader.read(65536), every or 5):
                    break
            except TimeoutError:
                writer.write(more)
            except ConnectionError:
                break
        return time.monotonic() - began
    finally:
        writer.transport.abort()


async def test_a_head_has_a_deadline_however_slowly_it_comes(hasty: Live) -> None:
    assert await _seconds_until_closed(hasty.port, b"") < 1
    assert await _seconds_until_closed(hasty.port, b"GET / HTTP/1.1\r\n") < 1
    assert await _seconds_until_closed(hasty.port, b"GET / HTTP/1.1\r\n", 0.05, b"X-A: b\r\n") < 1


async def test_a_connection_without_a_sign_in_is_soon_over(hasty: Live) -> None:
    health = f"GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:{hasty.port}\r\n\r\n".encode()
    assert await _seconds_until_closed(hasty.port, health) < 0.9
    assert 0.9 < await _seconds_until_closed(hasty.port, health, 0.1, health) < 2.5


async def test_a_body_that_nobody_wants_does_not_keep_a_connection(hasty: Live) -> None:
    refused = f"POST /v1/runs HTTP/1.1\r\nHost: 127.0.0.1:{hasty.port}\r\nContent-Length: 9000000\r\n\r\n".encode()
    assert await _seconds_until_closed(hasty.port, refused, 0.05, b"x" * 100) < 2.5


async def test_somebody_who_signed_in_keeps_the_connection_and_the_stream(hasty: Live) -> None:
    """No deadline of those without a sign-in counts: between requests there is more time, during one no end."""
    ask = f"GET /v1/events?limit=1 HTTP/1.1\r\nHost: 127.0.0.1:{hasty.port}\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    stream = await connect(hasty.port, "/v1/events?since=0")
    while not stream.events:
        await stream.read()
    assert 1.1 < await _seconds_until_closed(hasty.port, ask.encode()) < 2.5
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(stream.reader.read(1), 0.3)  # more than two seconds old, and open
    stream.cut()


def test_the_oldest_connection_without_a_sign_in_gives_way() -> None:
    connections = Connections(Room(total=6, anonymous=3, per_address=2))
    here = [connections.enter("127.0.0.1", 0) for _ in range(3)]
    assert here[0] is not None and here[1] is not None and here[2] is not None
    here[0].sign_in()
    for _ in range(9):
        assert connections.enter("127.0.0.1", 0) is not None
    here[2].sign_in()  # gone by now: nothing is counted twice
    assert (len(connections), here[0].is_signed_in, here[2].is_signed_in) == (4, True, False)
    for _ in range(9):
        assert connections.enter("10.1.1.1", 0) is not None
    assert len(connections) == 4


async def test_who_has_said_something_is_not_closed_before_it_is_read() -> None:
    """A server that is busy reads late: a request that waits in the system is no reason to be the one that goes."""
    connections = Connections(Room(total=6, anonymous=2, per_address=2))
    loop = asyncio.get_running_loop()
    with ExitStack() as stack:
        entered: list[Connection] = []
        for number in range(2):
            ours, theirs = map(stack.enter_context, socket.socketpair())
            connection = connections.enter("127.0.0.1", number)
            assert connection is not None
            transport, _ = await loop.create_connection(asyncio.Protocol, sock=ours)
            transport.pause_reading()
            connection.transport = transport
            entered.append(connection)
            if number == 0:
                theirs.sendall(b"GET / HTTP/1.1\r\n")
        assert [each.has_unread() for each in entered] == [True, False]
        assert connections.enter("127.0.0.1", 3) is not None
        assert [each.transport is not None and each.transport.is_closing() for each in entered] == [False, True]
        assert entered[0].transport is not None
        entered[0].transport.abort()


def test_a_full_server_closes_idle_connections_and_never_one_that_is_answered() -> None:
    connections = Connections(Room(total=3, anonymous=1, per_address=1))
    signed_in = [connections.enter("127.0.0.1", 0) for _ in range(1)]
    for _ in range(2):
        assert signed_in[-1] is not None
        signed_in[-1].sign_in()
        signed_in.append(connections.enter("127.0.0.1", 0))
    for each in signed_in:
        assert each is not None
        each.sign_in()
        each.is_answered = True
    assert connections.enter("127.0.0.1", 0) is None
    assert signed_in[1] is not None
    signed_in[1].is_answered = False
    assert connections.enter("127.0.0.1", 0) is not None
    assert len(connections) == 3


@pytest.mark.parametrize(("files", "total", "anonymous"), [(256, 128, 64), (1024, 512, 256), (16_384, 4_096, 256)])
def test_connections_leave_descriptors_to_everything_else(files: int, total: int, anonymous: int) -> None:
    room = Room.within(files)
    assert (room.total, room.anonymous) == (total, anonymous)
