"""A skill as one zip: the same files always give the same bytes."""

from __future__ import annotations

import base64
import io
import zipfile

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)


def pack(files: dict[str, bytes], folder: str = "") -> bytes:
    """Return files as a zip, inside a folder where one is named."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(f"{folder}/{path}" if folder else path, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if files[path].startswith(b"#!") else 0o100644) << 16
            archive.writestr(entry, files[path])
    return held.getvalue()


def to_text(files: dict[str, bytes]) -> str:
    """Return files as they are kept in a row."""
    return base64.b64encode(pack(files)).decode("ascii")


def from_text(text: str) -> dict[str, bytes]:
    """Return the files that a row keeps; only `to_text` wrote it."""
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(text))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
