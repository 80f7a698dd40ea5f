"""The files of a skill as a row keeps them."""

from __future__ import annotations

import base64
import io
import zipfile

from aule.sdk.archives import pack


def to_text(files: dict[str, bytes]) -> str:
    """Return files as they are kept in a row."""
    return base64.b64encode(pack(files)).decode("ascii")


def from_text(text: str) -> dict[str, bytes]:
    """Return the files that a row keeps; only `to_text` wrote it."""
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(text))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
