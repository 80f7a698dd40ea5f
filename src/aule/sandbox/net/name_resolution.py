"""Name resolution: once for each request; one address that is not public refuses the whole name."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Collection

from aule.contracts.errors import OutsideScope, Unavailable
from aule.sandbox.net.addresses import Address, is_own, is_public, read_address
from aule.sandbox.net.targets import Target

Resolver = Callable[[str, int], Awaitable[list[str]]]
"""(name, port) → its addresses, as the system's resolver gives them."""

MOST = 32
"""Addresses of one name that are checked."""


async def system_resolver(host: str, port: int) -> list[str]:
    """Return the addresses from this machine's own resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


async def resolve(
    target: Target, resolver: Resolver, spared: Collection[tuple[str, int]] = (), *, own: bool = False
) -> list[Address]:
    """Return the addresses of a target, all of them public, in the order to try them.

    `own` is for a server the owner named: it may be on this machine or in a private network. `spared` are single
    endpoints (address, port) that are also allowed.
    """
    try:
        is_literal = own and read_address(target.host) is not None
        texts = [target.host] if is_literal else await resolver(target.host, target.port)
    except (OSError, UnicodeError):
        raise _unknown(target) from None
    if not texts:
        raise _unknown(target)
    addresses: list[Address] = []
    for text in texts[:MOST]:
        address = read_address(text)
        allowed = address is not None and (
            is_public(address) or (own and is_own(address)) or (str(address), target.port) in spared
        )
        if address is None or not allowed:
            raise OutsideScope(
                f"{target.host!r} leads to {text!r}, which is not an address of the public web.",
                code="private_address",
                hint="Only public sites can be reached; a server of your own is not one.",
            )
        addresses.append(address)
    return addresses


def _unknown(target: Target) -> Unavailable:
    return Unavailable(
        f"There is no site {target.host!r}, or there is no connection.",
        code="unreachable",
        hint="Check the address and the network connection.",
    )
