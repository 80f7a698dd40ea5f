"""Encrypted pages: the name stays in the handshake although the address is pinned (S12)."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest
from tests.sandbox.net.certificates import contexts
from tests.sandbox.net.servers import HERE, Visit, answer, moved, paths, serving

from aule.contracts.errors import AuleError
from aule.sandbox.net.client import Caps, WebClient, WebRequest


async def test_the_name_is_shown_and_checked_although_the_address_is_pinned(tmp_path: Path) -> None:
    named: list[str | None] = []
    shown, trusted = contexts(tmp_path, "page.test")

    def notice(connection: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
        named.append(name)

    shown.sni_callback = notice  # type: ignore[assignment]
    async with serving(answer("safe"), tls=shown) as server:
        client = server.client(tls=trusted)
        assert (await client.get(WebRequest(server.url(scheme="https")))).content == b"safe"
        with pytest.raises(AuleError) as caught:
            await client.get(WebRequest(server.url(host="other.test", scheme="https")))
    assert caught.value.problem.code == "unreachable"
    assert "prove" in caught.value.problem.message
    assert named == ["page.test", "other.test"]
    assert [visit.headers["host"] for visit in server.visits] == [f"page.test:{server.port}"]


async def test_a_certificate_nobody_vouches_for_is_not_believed(tmp_path: Path) -> None:
    shown, _ = contexts(tmp_path, "page.test")
    async with serving(answer("unsafe"), tls=shown) as server:
        with pytest.raises(AuleError) as caught:
            await server.client().get(WebRequest(server.url(scheme="https")))
    assert (caught.value.problem.code, server.visits) == ("unreachable", [])


async def test_an_encrypted_page_that_sends_on_to_an_open_one_is_left(tmp_path: Path) -> None:
    shown, trusted = contexts(tmp_path, "page.test")
    async with serving(answer("open")) as plain, serving(answer(), tls=shown) as server:
        server.reply = paths({"": moved(plain.url())})
        with pytest.raises(AuleError) as caught:
            await server.client(plain, tls=trusted).get(WebRequest(server.url(scheme="https")))
    assert (caught.value.problem.code, plain.connections) == ("unsafe_url", 0)


async def test_the_next_address_is_tried_when_the_first_does_not_answer(tmp_path: Path) -> None:
    """Two answers of one resolver, both of them checked; the first handshake is broken off."""
    shown, trusted = contexts(tmp_path, "page.test")
    tried: list[str | None] = []

    def refuse_once(connection: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> int | None:
        tried.append(name)
        return ssl.ALERT_DESCRIPTION_HANDSHAKE_FAILURE if len(tried) == 1 else None

    async def twice(host: str, port: int) -> list[str]:
        return [HERE, HERE]

    shown.sni_callback = refuse_once  # type: ignore[assignment]
    async with serving(answer("second"), tls=shown) as server:
        client = WebClient(resolver=twice, spared=[(HERE, server.port)], tls=trusted)
        assert (await client.get(WebRequest(server.url(scheme="https")))).content == b"second"
    assert tried == ["page.test", "page.test"]


async def test_what_comes_in_encrypted_is_counted_too(tmp_path: Path) -> None:
    shown, trusted = contexts(tmp_path, "page.test")

    async def endless(visit: Visit, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        while True:
            writer.write(b"x" * 16_384)
            await writer.drain()

    async with serving(endless, tls=shown) as server:
        with pytest.raises(AuleError) as caught:
            await server.client(tls=trusted, caps=Caps(wire=200_000)).get(WebRequest(server.url(scheme="https")))
    assert caught.value.problem.code == "too_large"
