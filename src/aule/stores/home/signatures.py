"""Signatures of files: Ed25519 in the form of minisign, over a file as it is or over its BLAKE2b hash.

A signature stands in a file of four lines beside the one that is signed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass

LARGEST = 2_000
_KEY_BYTES = 42
_SIGNATURE_BYTES = 74
_UNTRUSTED = "untrusted comment:"
_TRUSTED = "trusted comment: "


class BadSignature(ValueError):
    """A signature, or a key, that does not hold; the message says why."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key of minisign: eight bytes that name it, and the key."""

    id: bytes
    key: bytes


def read_key(text: str) -> PublicKey:
    """Return the key in a line of base64, with or without the comment above it."""
    lines = [line.strip() for line in text.strip().splitlines() if not line.startswith(_UNTRUSTED)]
    raw = _decoded(lines[0] if len(lines) == 1 else "", "key")
    if len(raw) != _KEY_BYTES or raw[:2] != b"Ed":
        raise BadSignature("this is no public key of minisign")
    return PublicKey(raw[2:10], raw[10:])


def check(content: bytes, signature: bytes, key: PublicKey) -> str:
    """Return the comment that a signature vouches for; raise `BadSignature` unless this key signed exactly this."""
    from cryptography.exceptions import InvalidSignature  # loaded where something is signed
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    raw, comment, over_all = _read(signature)
    if raw[2:10] != key.id:
        raise BadSignature("it was made with another key")
    match raw[:2]:
        case b"Ed":
            signed = content
        case b"ED":
            signed = hashlib.blake2b(content).digest()
        case _:
            raise BadSignature("its algorithm is not known")
    public = Ed25519PublicKey.from_public_bytes(key.key)
    try:
        public.verify(raw[10:], signed)
        public.verify(over_all, raw[10:] + comment)
    except InvalidSignature:
        raise BadSignature("it is not of this content") from None
    return comment.decode("utf-8", "replace")


def _read(signature: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the signature, its comment, and the signature over both."""
    try:
        lines = signature[: LARGEST + 1].decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise BadSignature("it is not text") from None
    if len(signature) > LARGEST or len(lines) != 4:
        raise BadSignature("it does not have the form of minisign")
    if not lines[0].startswith(_UNTRUSTED) or not lines[2].startswith(_TRUSTED):
        raise BadSignature("it does not have the form of minisign")
    raw, over_all = _decoded(lines[1], "signature"), _decoded(lines[3], "signature")
    if len(raw) != _SIGNATURE_BYTES:
        raise BadSignature("it does not have the form of minisign")
    return raw, lines[2].removeprefix(_TRUSTED).encode(), over_all


def _decoded(line: str, what: str) -> bytes:
    try:
        return base64.b64decode(line.strip(), validate=True)
    except (binascii.Error, ValueError):
        raise BadSignature(f"the {what} is not base64") from None
