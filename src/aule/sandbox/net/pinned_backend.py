"""Connections pinned to one checked address, whatever the name resolves to later, with a byte limit."""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from typing import Any, cast

import httpcore

from aule.contracts.errors import TooLarge
from aule.sandbox.net.addresses import Address


class ByteMeter:
    """Counts the bytes of one whole fetch, its headers and redirects included."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.received = 0

    def count(self, size: int) -> None:
        """Add received bytes; end the fetch when there are too many."""
        self.received += size
        if self.received > self.most:
            raise TooLarge(
                f"The answer is larger than {self.most} bytes.",
                hint="Look for a smaller page, or download it yourself.",
            )


class PinnedBackend(httpcore.AsyncNetworkBackend):
    """Connects to one address only. The name is used in request and handshake, but not resolved again."""

    def __init__(self, host: str, address: Address, meter: ByteMeter) -> None:
        self._host = host
        self._address = address
        self._meter = meter
        self._sockets = cast(httpcore.AsyncNetworkBackend, httpcore.AnyIOBackend())

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the checked address."""
        if host != self._host:
            raise AssertionError(f"a connection for {self._host!r} was used for {host!r}")
        stream = await self._sockets.connect_tcp(str(self._address), port, timeout, local_address, socket_options)
        return _Metered(stream, self._meter)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Refuse: no socket of this machine is ever used."""
        raise AssertionError(f"nothing here connects to {path!r}")


class _Metered(httpcore.AsyncNetworkStream):
    def __init__(self, stream: httpcore.AsyncNetworkStream, meter: ByteMeter) -> None:
        self._stream = stream
        self._meter = meter

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data = await self._stream.read(max_bytes, timeout)
        self._meter.count(len(data))
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return _Metered(await self._stream.start_tls(ssl_context, server_hostname, timeout), self._meter)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
