"""Hostile programs against the way out of the box (LT-7): nothing but the registries that were named is ever reached.

The resolver of these tests is the attacker's: every name means this machine, where a server listens and counts.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.sandbox.net.certificates import contexts
from tests.sandbox.net.servers import HERE

from aule.sandbox.net.client_hello import NoClientHello, server_name
from aule.sandbox.net.proxy_requests import RegistryHost, registry_host
from aule.sandbox.net.registry_proxy import ProxyCaps, RegistryProxy, Visit

pytestmark = pytest.mark.anyio

NAME = "registry.page.test"
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass(slots=True)
class Way:
    """A proxy that answers on a port of this test, one server behind it, and what was told."""

    proxy: RegistryProxy
    server: int
    port: int = 0
    came: list[bytes] = field(default_factory=list[bytes])
    visits: list[Visit] = field(default_factory=list[Visit])

    async def ask(self, sent: bytes, *, ends: bool = False) -> bytes:
        """Send bytes to the proxy, and give all it says until it hangs up."""
        reader, writer = await asyncio.open_connection(HERE, self.port)
        with suppress(ConnectionError):
            writer.write(sent)
            await writer.drain()
            if ends:
                writer.write_eof()
        said = b""
        with suppress(ConnectionError):
            said = await asyncio.wait_for(reader.read(-1), 20)
        writer.close()
        return said

    async def handshake(self, trust: ssl.SSLContext, name: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a tunnel to the allowed server, and begin an encrypted connection that names another, or the same."""
        reader, writer = await asyncio.open_connection(HERE, self.port)
        writer.write(f"CONNECT {NAME}:{self.server} HTTP/1.1\r\n\r\n".encode())
        assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
        await writer.start_tls(trust, server_hostname=name)
        return reader, writer


async def hello(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer one request as a registry does."""
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello")
        await writer.drain()


@asynccontextmanager
async def way_out(
    serve: Serve = hello,
    caps: ProxyCaps | None = None,
    tls: ssl.SSLContext | None = None,
    *,
    answers: list[str] | None = None,
    is_spared: bool = True,
    named: RegistryHost | None = None,
) -> AsyncGenerator[Way]:
    """A proxy that may reach one server, by one name, on one port."""
    came: list[bytes] = []

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append(b"somebody")
        try:
            await serve(reader, writer)
        finally:
            writer.close()

    async def resolver(host: str, port: int) -> list[str]:
        return answers or [HERE]

    server = await asyncio.start_server(served, HERE, 0, ssl=tls)
    port: int = server.sockets[0].getsockname()[1]
    allowed = [RegistryHost("https", NAME, port), RegistryHost("http", NAME, port), *([named] if named else [])]
    visits: list[Visit] = []
    spared = [(HERE, port)] if is_spared else []
    proxy = RegistryProxy(allowed, visits.append, caps, resolver=resolver, spared=spared)

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.CancelledError):
            await proxy.answer(reader, writer)
        writer.close()

    door = await asyncio.start_server(answered, HERE, 0, limit=32 * 1024)
    try:
        yield Way(proxy, port, door.sockets[0].getsockname()[1], came, visits)
    finally:
        proxy.stop()
        door.close()
        server.close()


REFUSED = [
    # other names
    "CONNECT evil.test:{port} HTTP/1.1",
    "CONNECT registry.page.test.evil.test:{port} HTTP/1.1",
    "CONNECT evil-registry.page.test:{port} HTTP/1.1",
    "CONNECT page.test:{port} HTTP/1.1",
    "CONNECT registry.page.test.:{port} HTTP/1.1",
    "CONNECT registry.page.test@evil.test:{port} HTTP/1.1",
    "CONNECT evil.test@registry.page.test:{port} HTTP/1.1",
    "CONNECT registry.page.test%2eevil.test:{port} HTTP/1.1",
    "CONNECT xn--rgistry-bya.page.test:{port} HTTP/1.1",
    "CONNECT régistry.page.test:{port} HTTP/1.1",
    "CONNECT registry.page.test\x00.evil.test:{port} HTTP/1.1",
    # numbers
    "CONNECT 127.0.0.1:{port} HTTP/1.1",
    "CONNECT [::1]:{port} HTTP/1.1",
    "CONNECT 2130706433:{port} HTTP/1.1",
    "CONNECT 169.254.169.254:80 HTTP/1.1",
    "CONNECT localhost:{port} HTTP/1.1",
    # ports
    "CONNECT registry.page.test:22 HTTP/1.1",
    "CONNECT registry.page.test HTTP/1.1",
    "CONNECT registry.page.test:0{port} HTTP/1.1",
    "CONNECT registry.page.test:{port}:22 HTTP/1.1",
    "CONNECT registry.page.test:99999 HTTP/1.1",
    # requests
    "CONNECT https://registry.page.test:{port} HTTP/1.1",
    "CONNECT registry.page.test:{port} HTTP/1.1\r\n Host: evil.test",
    "CONNECT registry.page.test:{port} HTTP/2.0",
    "CONNECT  registry.page.test:{port} HTTP/1.1",
    "GET http://evil.test:{port}/ HTTP/1.1",
    "GET https://registry.page.test:{port}/ HTTP/1.1",
    "GET /path HTTP/1.1\r\nHost: registry.page.test",
    "GET http://registry.page.test:{port}@evil.test/ HTTP/1.1",
    "GET http://registry.page.test:{port}\\@evil.test/ HTTP/1.1",
    "GET file:///etc/passwd HTTP/1.1",
    "GET ftp://registry.page.test:{port}/ HTTP/1.1",
    "PUT http://registry.page.test:{port}/-/publish HTTP/1.1\r\nContent-Length: 3",
    "POST http://registry.page.test:{port}/ HTTP/1.1\r\nContent-Length: 0",
    "GET http://registry.page.test:{port}/ HTTP/1.1\r\nContent-Length: 30",
    "GET http://registry.page.test:{port}/ HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 30",
    "GET http://registry.page.test:{port}/ HTTP/1.1\r\nTransfer-Encoding: chunked",
    "GET http://registry.page.test:{port}/ HTTP/1.1\r\nX : y",
    "GET http://registry.page.test:{port}/ HTTP/1.1\nHost: evil.test",
    "GET http://registry.page.test:{port}/\rGET HTTP/1.1",
    "SSH-2.0-OpenSSH_9.0",
    "\x16\x03\x01\x00\x05hello",
]


async def test_no_other_name_number_port_or_request_gets_through() -> None:
    """LT-7: each is told why, and nothing arrives anywhere."""
    async with way_out() as way:
        for each in REFUSED:
            said = await way.ask(each.format(port=way.server).encode() + b"\r\n\r\n", ends=True)
            assert said.startswith((b"HTTP/1.1 400", b"HTTP/1.1 403", b"HTTP/1.1 405")), (each, said)
            assert b"auleOS: " in said
        assert way.came == [], "nobody was connected to"
        assert {visit.end for visit in way.visits} == {"refused"} and len(way.visits) == len(REFUSED)


async def test_a_name_in_capitals_is_the_same_name_and_headers_about_the_connection_stay_here() -> None:
    """LT-7: what is passed on is written by us; what else a program sends after its request goes nowhere."""
    heads: list[bytes] = []

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5\r\nConnection: keep-alive\r\n\r\nhello")
        await writer.drain()
        with suppress(TimeoutError):
            heads.append(await asyncio.wait_for(reader.read(100), 0.3))

    async with way_out(served) as way:
        asked = (
            f"GET http://REGISTRY.page.test:{way.server}/a%0d%0ab?x=1 HTTP/1.1\r\nHost: evil.test\r\nHost: two.test\r\n"
        )
        more = b"Proxy-Authorization: Basic x\r\nConnection: close, X-Secret\r\nX-Secret: 1\r\nAccept: */*\r\n\r\n"
        said = await way.ask(asked.encode() + more + b"GET /smuggled HTTP/1.1\r\nHost: evil.test\r\n\r\n", ends=True)
    assert said == b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"
    host = f"{NAME}:{way.server}".encode()
    first = b"GET /a%0d%0ab?x=1 HTTP/1.1\r\nHost: " + host + b"\r\nAccept: */*\r\nConnection: close\r\n\r\n"
    assert heads == [first], "nothing was smuggled along"


@pytest.mark.parametrize(
    "answers",
    [["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["93.184.216.34", "192.168.0.1"], ["::1"], ["fd00::1"]],
)
async def test_a_name_that_leads_inside_is_not_reached(answers: list[str]) -> None:
    """LT-7: DNS is asked here, once, and one answer that is not public refuses all of them."""
    async with way_out(answers=answers, is_spared=False) as way:
        said = await way.ask(f"CONNECT {NAME}:{way.server} HTTP/1.1\r\n\r\n".encode())
        assert said.startswith(b"HTTP/1.1 403") and b"not an address of the public web" in said
        assert way.came == [] and [visit.end for visit in way.visits] == ["refused"]


async def test_an_encrypted_connection_reaches_the_registry_and_must_name_it(tmp_path: Path) -> None:
    """LT-7: who asks for the registry and names another server in the handshake is cut off before that is sent."""
    shown, trust = contexts(tmp_path, NAME)
    async with way_out(tls=shown) as way:
        reader, writer = await way.handshake(trust, NAME)
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        assert (await reader.read(-1)).endswith(b"hello")
        writer.close()
        assert len(way.came) == 1
        for name in ("evil.test", f"{NAME}.evil.test"):
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await way.handshake(trust, name)
        plain = await way.ask(f"CONNECT {NAME}:{way.server} HTTP/1.1\r\n\r\nSSH-2.0-x\r\n".encode())
        assert plain.startswith(b"HTTP/1.1 200") and plain.endswith(b"\r\n\r\n")
    assert [visit.end for visit in way.visits] == ["closed", "refused", "refused", "refused"]
    assert way.visits[0].up > 0 and way.visits[0].down > 0


async def test_the_first_message_is_read_only_where_it_is_plain() -> None:
    """Whatever is cut, doubled or no handshake is never taken for one."""
    context, incoming, outgoing = ssl.create_default_context(), ssl.MemoryBIO(), ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        context.wrap_bio(incoming, outgoing, server_hostname="Registry.page.test").do_handshake()
    whole = outgoing.read()
    assert server_name(whole) == NAME
    assert all(server_name(whole[:size]) is None for size in range(len(whole)))
    for broken in (b"GET / HTTP/1.1\r\n", b"\x16\x02\x01\x00\x01\x01", whole[:5] + b"\x02" + whole[6:], b"\x00" * 9):
        with pytest.raises(NoClientHello):
            server_name(broken)


async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send without an end."""
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    with suppress(ConnectionError):
        while True:
            writer.write(b"x" * 65536)
            await writer.drain()


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Begin to answer, and never go on."""
    writer.write(b"HTTP/1.1 200 OK\r\n\r\nh")
    await reader.read(-1)
    await reader.read(-1)


async def test_what_comes_and_what_goes_is_capped() -> None:
    """LT-7: a download without an end, an upload, and silence each end with their reason on record."""
    get = "GET http://{name}:{port}/ HTTP/1.1\r\n{more}\r\n"
    async with way_out(endless, ProxyCaps(down=300_000)) as way:
        assert len(await way.ask(get.format(name=NAME, port=way.server, more="").encode())) <= 300_000
        assert await way.ask(get.format(name=NAME, port=way.server, more="").encode()) is not None
    assert [visit.end for visit in way.visits] == ["too_much_down", "too_much_down"]
    async with way_out(caps=ProxyCaps(up_each=200)) as way:
        await way.ask(get.format(name=NAME, port=way.server, more=f"X: {'y' * 300}\r\n").encode())
    assert [visit.end for visit in way.visits] == ["too_much_up"]
    async with way_out(silent, ProxyCaps(idle_seconds=0.2)) as way:
        await way.ask(get.format(name=NAME, port=way.server, more="").encode())
    assert [visit.end for visit in way.visits] == ["idle"]
    async with way_out(silent, ProxyCaps(seconds=0.3)) as way:
        await way.ask(get.format(name=NAME, port=way.server, more="").encode())
    assert [visit.end for visit in way.visits] == ["time"]


async def test_an_upload_through_a_tunnel_is_cut(tmp_path: Path) -> None:
    """LT-7: what is inside cannot be read, so what may be sent at all is little."""
    shown, trust = contexts(tmp_path, NAME)

    async def taking(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            await reader.read(-1)

    async with way_out(taking, ProxyCaps(up=50_000), shown) as way:
        reader, writer = await way.handshake(trust, NAME)
        with suppress(ConnectionError):
            for _ in range(50):
                writer.write(b"secret" * 2_000)
                await writer.drain()
        with suppress(ConnectionError, ssl.SSLError):
            await reader.read(-1)
        writer.close()
    (visit,) = way.visits
    assert visit.end == "too_much_up" and way.proxy.up < 50_000 + 65_536


async def test_slow_heads_and_many_connections_are_bounded() -> None:
    """LT-7: 500 half-open connections hold 64, take no more, and end."""
    async with way_out(caps=ProxyCaps(head_seconds=0.5, at_once=64)) as way:
        said = await asyncio.gather(*(way.ask(b"CONNECT registry") for _ in range(500)))
        assert {each[:12] for each in said if each} <= {b"HTTP/1.1 400", b"HTTP/1.1 503"}
        assert sum(each.startswith(b"HTTP/1.1 400") for each in said) >= 64
        assert way.came == []
        assert (await way.ask(f"GET http://{NAME}:{way.server}/ HTTP/1.1\r\n\r\n".encode())).endswith(b"hello")


async def test_a_head_without_an_end_is_not_kept() -> None:
    """LT-7: more than a head may have is refused as soon as it is there."""
    async with way_out() as way:
        assert (await way.ask(b"GET http://x/" + b"a" * 200_000)).startswith(b"HTTP/1.1 400")


async def test_when_permission_ends_open_connections_end_and_none_begins() -> None:
    """LT-7: revoking cuts what is open."""
    async with way_out(silent) as way:
        request = f"GET http://{NAME}:{way.server}/ HTTP/1.1\r\n\r\n".encode()
        reader, writer = await asyncio.open_connection(HERE, way.port)
        writer.write(request)
        assert (await reader.readuntil(b"h")).endswith(b"h")
        way.proxy.stop()
        assert b"h" not in await reader.read(-1)
        assert (await way.ask(request))[:12] in (b"", b"HTTP/1.1 503")
        writer.close()
    assert [visit.end for visit in way.visits][0] == "revoked" and len(way.came) == 1


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "http://100.100.100.200/", "http://[fe80::1]/"])
async def test_even_a_registry_of_the_owners_is_no_metadata_of_a_cloud(url: str) -> None:
    """LT-7: what the owner names may be on this machine or in a private network, and nothing else that is inside."""
    async with way_out(named=registry_host(url, is_own=True)) as way:
        said = await way.ask(f"GET {url} HTTP/1.1\r\n\r\n".encode())
    assert said.startswith(b"HTTP/1.1 403"), said
