"""The first message of a TLS connection: which server it names. It is only read, never altered."""

from __future__ import annotations

import struct

LARGEST = 17 * 1024
"""Bytes that a first message may take before it counts as none."""
_HANDSHAKE, _CLIENT_HELLO, _SERVER_NAME, _HOST_NAME = 22, 1, 0, 0
_RECORD = 16 * 1024


class NoClientHello(Exception):
    """Raised when bytes do not begin as a TLS connection does."""


def server_name(sent: bytes) -> str | None:
    """Return the server a whole first message names, empty for none; return None while more of it is to come.

    Raises `NoClientHello` when it is no such message.
    """
    message = _message(sent)
    if message is None:
        return None
    try:
        return _named(message)
    except (struct.error, IndexError, UnicodeDecodeError):
        raise NoClientHello from None


def _message(sent: bytes) -> bytes | None:
    """Return the handshake message out of its records, or None while it is not whole."""
    message, place = b"", 0
    while len(sent) - place >= 5:
        kind, major, _, size = struct.unpack_from(">BBBH", sent, place)
        if kind != _HANDSHAKE or major != 3 or not 0 < size <= _RECORD:
            raise NoClientHello
        message += sent[place + 5 : place + 5 + size]
        if message[0:1] not in (b"", bytes([_CLIENT_HELLO])):
            raise NoClientHello
        if len(message) >= 4 and len(message) >= (whole := 4 + int.from_bytes(message[1:4])):
            return message[4:whole]
        place += 5 + size
    if (sent and sent[0] != _HANDSHAKE) or len(sent) > LARGEST:
        raise NoClientHello
    return None


def _named(hello: bytes) -> str:
    place = 34  # version and random
    place += 1 + hello[place]  # session
    place += 2 + struct.unpack_from(">H", hello, place)[0]  # ciphers
    place += 1 + hello[place]  # compression
    if place == len(hello):
        return ""
    end = place + 2 + struct.unpack_from(">H", hello, place)[0]
    place += 2
    names: list[str] = []
    while place < end:
        kind, size = struct.unpack_from(">HH", hello, place)
        if kind == _SERVER_NAME:
            names.append(_host(hello[place + 4 : place + 4 + size]))
        place += 4 + size
    if len(names) > 1 or place != end or end != len(hello):
        raise NoClientHello
    return names[0] if names else ""


def _host(extension: bytes) -> str:
    """Return the one host a server name extension holds."""
    total, kind, size = struct.unpack_from(">HBH", extension)
    host = extension[5 : 5 + size]
    if kind != _HOST_NAME or total != 3 + size or len(extension) != 5 + size or not host:
        raise NoClientHello
    return host.decode("ascii").lower()
