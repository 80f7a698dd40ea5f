"""Content hashes: sha256 over RFC 8785 canonical JSON, so that equal content is equal everywhere."""

from __future__ import annotations

import hashlib
from typing import Any

import rfc8785


def content_hash(value: Any) -> str:
    """Return the hash an approval is bound to."""
    return "sha256:" + hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def bytes_hash(content: bytes) -> str:
    """Return the plain hex sha256 of some bytes: names of blobs and files' fingerprints."""
    return hashlib.sha256(content).hexdigest()
