"""The guarded client against servers that do not mean well (S12, OS-17)."""

from __future__ import annotations

import asyncio
import gzip
import time
import zlib

import pytest
from tests.sandbox.net.servers import HERE, Server, Visit, answer, moved, page, paths, serving

from aule.contracts.errors import AuleError
from aule.sandbox.net.answers import TooOften
from aule.sandbox.net.client import Caps, Fetched, WebClient, WebRequest
from aule.sandbox.net.decompression import Unpacker

QUICK = Caps(seconds=5.0, connect_seconds=2.0)


async def code_of(client: WebClient, url: str, **more: object) -> str:
    """The code of the error a fetch ends with."""
    with pytest.raises(AuleError) as caught:
        await client.get(WebRequest(url, **more))  # type: ignore[arg-type]
    assert caught.value.problem.hint or caught.value.problem.code in {"too_large", "broken_answer"}
    return caught.value.problem.code


async def test_a_page_is_fetched_by_its_name_from_the_address_that_was_checked() -> None:
    """S12: the name stays in the request, one look-up decides the address, and nobody is impersonated."""
    async with serving(answer("hello", type="text/plain; charset=UTF-8")) as server:
        fetched = await server.client().get(WebRequest(server.url("/a/b?q=1#part")))
    assert fetched == Fetched(server.url("/a/b?q=1"), "page.test", 200, "text/plain", "utf-8", b"hello")
    (visit,) = server.visits
    assert (visit.method, visit.path) == ("GET", "/a/b?q=1")
    assert visit.headers["host"] == f"page.test:{server.port}"
    assert visit.headers["user-agent"].startswith("aule/")
    assert not {"cookie", "authorization", "referer", "proxy-authorization"} & set(visit.headers)


async def test_one_private_address_among_public_ones_spoils_the_name() -> None:
    async def mixed(host: str, port: int) -> list[str]:
        return ["93.184.216.34", "10.0.0.7"]

    assert await code_of(WebClient(QUICK, resolver=mixed), "http://mixed.test/") == "private_address"


@pytest.mark.parametrize(
    "private", ["127.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "nonsense"]
)
async def test_a_name_that_leads_inside_is_refused(private: str) -> None:
    async def resolver(host: str, port: int) -> list[str]:
        return [private]

    assert await code_of(WebClient(QUICK, resolver=resolver), "https://inside.test/") == "private_address"


async def test_a_name_that_means_something_else_the_second_time_gains_nothing() -> None:
    """DNS rebinding: the address that is connected to is the one that was checked, whatever the name says by then."""
    asked: list[str] = []

    async with serving(answer("the checked one")) as good, serving(answer("secret")) as bad:

        async def rebinding(host: str, port: int) -> list[str]:
            asked.append(host)
            return [HERE] if len(asked) == 1 else ["10.0.0.1"]

        client = WebClient(QUICK, resolver=rebinding, spared=[(HERE, good.port)])
        fetched = await client.get(WebRequest(good.url(host="rebind.test")))
        assert (fetched.content, asked) == (b"the checked one", ["rebind.test"])
        assert await code_of(client, good.url(host="rebind.test")) == "private_address"
        assert bad.connections == 0 and good.connections == 1


async def test_a_redirect_that_rebinds_is_looked_up_and_checked_anew() -> None:
    asked: list[str] = []

    async def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return [HERE] if len(asked) == 1 else ["169.254.169.254"]

    async with serving(paths({"/": moved("/again")})) as server:
        client = WebClient(QUICK, resolver=rebinding, spared=[(HERE, server.port)])
        assert await code_of(client, server.url()) == "private_address"
        assert server.connections == 1


async def test_a_proxy_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(answer("proxied")) as proxy, serving(answer("direct")) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, f"http://{HERE}:{proxy.port}")
        fetched = await server.client().get(WebRequest(server.url()))
        assert (fetched.content, proxy.connections) == (b"direct", 0)


async def test_redirects_are_followed_and_the_final_address_is_told() -> None:
    pages = {"/": moved("/b"), "/b": moved("../c?x=1", 308), "/c": page("there")}
    async with serving(paths(pages)) as server:
        fetched = await server.client().get(WebRequest(server.url()))
        assert (fetched.content, fetched.url) == (b"there", server.url("/c?x=1"))


@pytest.mark.parametrize(
    "location",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://127.0.0.1/",
        "http://localhost/",
        "http://[::1]/",
        "http://0x7f000001/",
        "http://metadata.google.internal/",
        "//127.0.0.1/",
        "///127.0.0.1/x",
        "http:///127.0.0.1/",
        "http:127.0.0.1",
        "file:///etc/passwd",
        "gopher://page.test/",
        "ftp://page.test/",
        "data:text/html,hello",
        "javascript:alert(1)",
        "http://user:password@page.test/",
        "http://page.test:22/",
        "http://page.test\\@127.0.0.1/",
        "http://page.test /",
        "/\\127.0.0.1/",
    ],
)
async def test_a_redirect_passes_the_same_checks(location: str) -> None:
    """S12: CVE-2026-45401 was a redirect that nobody looked at again."""
    async with serving(paths({"/": moved(location), "/127.0.0.1/x": page("its own path")})) as server:
        client = server.client(caps=QUICK)
        with pytest.raises(AuleError) as caught:
            await client.get(WebRequest(server.url()))
        assert caught.value.problem.code in {"private_address", "unsafe_url", "invalid_url"}
        assert server.connections == 1


async def test_redirects_end() -> None:
    endless = {f"/{n}": moved(f"/{n + 1}") for n in range(20)} | {
        "/": moved("/0"),
        "/x": moved("/y"),
        "/y": moved("/x"),
    }
    async with serving(paths(endless)) as server:
        assert await code_of(server.client(), server.url()) == "too_many_redirects"
        assert server.connections == 6
        server.connections = 0
        assert await code_of(server.client(), server.url("/x")) == "too_many_redirects"
        assert server.connections == 2


@pytest.mark.parametrize("headers", [[], [("Location", "/a"), ("Location", "/b")], [("Location", "/\udcff")]])
async def test_a_redirect_that_does_not_say_where_to_is_told(headers: list[tuple[str, str]]) -> None:
    raw = "".join(f"{name}: {value}\r\n" for name, value in headers).encode("utf-8", "surrogateescape")

    async def reply(visit: Visit, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n" + raw + b"\r\n")

    async with serving(reply) as server:
        assert await code_of(server.client(), server.url()) == "broken_answer"


async def test_what_is_said_to_one_server_is_not_told_to_the_next() -> None:
    async with serving(answer("end")) as second, serving(answer()) as first:
        first.reply = paths({"": moved(second.url(host="other.test"))})
        wish = WebRequest(first.url(), headers=(("X-Subscription-Token", "s3cret"),))
        await first.client(second).get(wish)
    assert first.visits[0].headers["x-subscription-token"] == "s3cret"
    assert "x-subscription-token" not in second.visits[0].headers


async def test_a_small_body_that_unpacks_to_200_megabytes_is_stopped_early() -> None:
    """A gzip bomb costs neither memory nor time."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(bytes(1024 * 1024)) for _ in range(200)) + packer.flush()
    assert len(bomb) < 250_000
    async with serving(answer(bomb, headers=[("Content-Encoding", "gzip")])) as server:
        began = time.monotonic()
        assert await code_of(server.client(), server.url()) == "too_large"
        assert time.monotonic() - began < 10  # unpacking it all would take longer, and the memory of this machine


def test_a_bomb_is_never_unpacked_further_than_a_little_past_its_limit() -> None:
    unpacker = Unpacker("gzip", 1_000)
    with pytest.raises(AuleError):
        unpacker.take(gzip.compress(bytes(20_000_000)))
    assert len(unpacker._content) <= 1_000 + 64 * 1024


@pytest.mark.parametrize("name", ["gzip", "x-gzip", "deflate", "raw deflate", "identity", "two members"])
async def test_ordinary_packing_is_unpacked(name: str) -> None:
    text = b"bread and roses " * 500
    raw = zlib.compressobj(wbits=-15)
    packed = {
        "gzip": gzip.compress(text),
        "x-gzip": gzip.compress(text),
        "deflate": zlib.compress(text),
        "raw deflate": raw.compress(text) + raw.flush(),
        "identity": text,
        "two members": gzip.compress(text[:4_000]) + gzip.compress(text[4_000:]),
    }[name]
    encoding = {"raw deflate": "deflate", "two members": "gzip"}.get(name, name)
    async with serving(answer(packed, headers=[("Content-Encoding", encoding)])) as server:
        assert (await server.client().get(WebRequest(server.url()))).content == text


@pytest.mark.parametrize(
    ("body", "encoding", "code"),
    [
        (gzip.compress(b"x" * 9_000, mtime=0)[:-9], "gzip", "broken_answer"),
        (b"not packed at all", "gzip", "broken_answer"),
        (b"\xff\xff\xff", "deflate", "broken_answer"),
        (b"x", "br", "unsupported_type"),
        (b"x", "gzip, gzip", "unsupported_type"),
        (b"x", "zstd", "unsupported_type"),
    ],
)
async def test_odd_packing_is_refused_clearly(body: bytes, encoding: str, code: str) -> None:
    async with serving(answer(body, headers=[("Content-Encoding", encoding)])) as server:
        assert await code_of(server.client(), server.url()) == code


async def test_a_slow_drip_ends_with_the_clock() -> None:
    """Each byte comes in time for a read timeout; the whole does not."""

    async def drip(visit: Visit, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        while True:
            writer.write(b".")
            await writer.drain()
            await asyncio.sleep(0.02)

    async with serving(drip) as server:
        began = time.monotonic()
        assert await code_of(server.client(caps=Caps(seconds=0.4)), server.url()) == "timeout"
        assert time.monotonic() - began < 10


async def test_a_slow_drip_of_headers_ends_with_the_clock() -> None:
    async def drip(visit: Visit, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while True:
            writer.write(b".")
            await writer.drain()
            await asyncio.sleep(0.02)

    async with serving(drip) as server:
        assert await code_of(server.client(caps=Caps(seconds=0.4)), server.url()) == "timeout"


async def test_a_slow_resolver_ends_with_the_clock() -> None:
    async def never(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    assert await code_of(WebClient(Caps(seconds=0.2), resolver=never), "https://slow.test/") == "timeout"


async def flood(server: Server, writer: asyncio.StreamWriter, piece: bytes) -> None:
    while True:
        writer.write(piece)
        await writer.drain()
        server.sent += len(piece)


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (b"HTTP/1.1 200 OK\r\n", b"X-More: and more\r\n" * 500),
        (b"HTTP/1.1 200 OK\r\nX-Endless: ", b"x" * 8_192),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 300),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"x" * 8_192),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"1;" + b"x" * 8_000 + b"\r\ny\r\n",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", b"endless text " * 700),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
            b"X-Trailer: more\r\n" * 500,
        ),
        (b"", b"\r\n" * 4_000),
        (b"", b"not http at all " * 600),
    ],
    ids=["headers", "one header", "continues", "one extension", "extensions", "body", "trailers", "blank", "garbage"],
)
async def test_an_endless_answer_is_cut_off(head: bytes, piece: bytes) -> None:
    """Headers, chunk extensions, trailers and body all count against the same wire limit."""
    holder: list[Server] = []

    async def reply(visit: Visit, writer: asyncio.StreamWriter) -> None:
        writer.write(head)
        await flood(holder[0], writer, piece)

    async with serving(reply) as server:
        holder.append(server)
        code = await code_of(server.client(caps=Caps(seconds=5)), server.url())
        assert code in {"too_large", "broken_answer"}
        assert server.sent < 32_000_000  # what fits into the buffers of two sockets, however far the system grows them


async def test_a_size_that_is_told_beforehand_is_believed_when_it_is_too_much() -> None:
    async def reply(visit: Visit, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 99999999999\r\n\r\n")

    async with serving(reply) as server:
        assert await code_of(server.client(), server.url()) == "too_large"


@pytest.mark.parametrize(
    "type",
    [
        "application/pdf",
        "image/png",
        "video/mp4",
        "application/octet-stream",
        "text/javascript",
        "text/css",
        "nonsense",
    ],
)
async def test_what_cannot_be_read_as_text_is_said_so(type: str) -> None:
    async with serving(answer(b"%PDF-1.7", type=type)) as server:
        assert await code_of(server.client(), server.url()) == "unsupported_type"


async def test_a_missing_or_double_type_is_refused() -> None:
    async with serving(answer(type=None)) as server:
        assert await code_of(server.client(), server.url()) == "unsupported_type"
    async with serving(answer(headers=[("Content-Type", "text/html")])) as server:
        assert await code_of(server.client(), server.url()) == "broken_answer"


@pytest.mark.parametrize(
    ("status", "code"),
    [(404, "http_status"), (401, "http_status"), (500, "http_status"), (304, "http_status"), (429, "rate_limited")],
)
async def test_an_error_of_the_server_is_told_with_its_number(status: int, code: str) -> None:
    async with serving(answer(status=status)) as server:
        assert await code_of(server.client(), server.url()) == code


async def test_how_long_a_server_wants_to_be_left_alone_is_known() -> None:
    async with serving(answer(status=429, headers=[("Retry-After", "17")])) as server:
        with pytest.raises(TooOften) as caught:
            await server.client().get(WebRequest(server.url()))
        assert caught.value.seconds == 17


async def test_nobody_there_is_told_and_no_such_name_too(free_port: int) -> None:
    client = WebClient(QUICK, resolver=_here, spared=[(HERE, free_port)])
    assert await code_of(client, f"http://page.test:{free_port}/") == "unreachable"

    async def unknown(host: str, port: int) -> list[str]:
        raise OSError("no such name")

    assert await code_of(WebClient(QUICK, resolver=unknown), "https://nowhere.test/") == "unreachable"


async def test_cancelling_a_fetch_closes_its_connection() -> None:
    closed = asyncio.Event()

    async def hold(visit: Visit, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                await writer.drain()
                await asyncio.sleep(0.01)
        finally:
            closed.set()

    async with serving(hold) as server:
        fetching = asyncio.create_task(server.client().get(WebRequest(server.url())))
        await asyncio.wait_for(server.came.wait(), 30)
        fetching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fetching
        await asyncio.wait_for(closed.wait(), 30)


async def _here(host: str, port: int) -> list[str]:
    return [HERE]
