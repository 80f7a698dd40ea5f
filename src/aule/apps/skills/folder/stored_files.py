"""The files of an accepted skill as its row keeps them: a zip in Base64."""

from __future__ import annotations

import base64
import io
import zipfile

from aule.sdk.archives import pack


def pack_text(files: dict[str, bytes]) -> str:
    """Return the text that a row keeps of files."""
    return base64.b64encode(pack(files)).decode("ascii")


def unpack_text(text: str) -> dict[str, bytes]:
    """Return the files of a text that `pack_text` wrote."""
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(text))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
