"""Opening zip files of strangers: what they would unpack to is looked at before anything is."""

from __future__ import annotations

import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from typing import BinaryIO

from aule.apps.school.importing.refusals import Refusal

MOST_MEMBERS = 2_000
MOST_MB = 256
"""What all of an archive may unpack to."""
MOST_RATIO = 200
"""How many times its own size an archive may unpack to, once that is more than a few megabytes."""
_SMALL = 16 * 2**20
_HEAD = 4_096
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Ways that are unpacked piece by piece; others unpack a piece whole, whatever its size is said to be."""


@contextmanager
def archive(file: BinaryIO, name: str) -> Generator[zipfile.ZipFile]:
    """Open a zip file that is safe to read from."""
    try:
        opened = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, RuntimeError, ValueError) as error:
        raise Refusal("bad_zip", why=error) from None
    with opened as found:
        _refuse_bomb(found, name)
        try:
            yield found
        except (zipfile.BadZipFile, EOFError, RuntimeError) as error:
            raise Refusal("bad_zip", why=str(error)[:200]) from None


def refuse_entities(found: zipfile.ZipFile) -> None:
    """Stop at XML that defines words of its own: it can grow without end, and no spreadsheet needs it."""
    for member in found.infolist():
        if member.filename.endswith((".xml", ".rels")):
            with found.open(member) as text:
                head = text.read(_HEAD)
            if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
                raise Refusal("bad_xlsx", why="DOCTYPE")


def _refuse_bomb(found: zipfile.ZipFile, name: str) -> None:
    members = found.infolist()
    whole = sum(member.file_size for member in members)
    packed = max(1, sum(member.compress_size for member in members))
    is_bomb = whole > MOST_MB * 2**20 or (whole > _SMALL and whole / packed > MOST_RATIO)
    if len(members) > MOST_MEMBERS or is_bomb:
        raise Refusal("too_large_inside", name=name, most=MOST_MB)
    if any(member.compress_type not in _METHODS for member in members):
        raise Refusal("bad_zip", why="compression")
    if any(member.flag_bits & 1 for member in members):
        raise Refusal("bad_zip", why="password")
