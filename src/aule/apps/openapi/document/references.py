"""The other files that a document refers to: found in its text, brought one by one, and packed with it.

Nothing is parsed here, since these are texts of strangers: what looks like a reference and is none brings a file more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping

from aule.apps.openapi.document.files import MANIFEST, place_of
from aule.sdk.archives import pack

MOST_REFERRED = 300
"""Files that are brought beside the first."""
_REFERENCE = re.compile(
    rb"""["']?\$ref["']?[ \t]*:[ \t]*(?:"([^"\r\n]{1,500})"|'([^'\r\n]{1,500})'|([^\s"',#{}\[\]][^\s,}]{0,499}))"""
)
Bring = Callable[[str], Awaitable[bytes | None]]
"""Returns a file by its place, or None where there is none."""


def places_in(content: bytes, here: str, origin: str) -> list[str]:
    """Return the places of the other files that a file refers to."""
    found: dict[str, None] = {}
    for match in _REFERENCE.finditer(content):
        said = (match[1] or match[2] or match[3]).decode("utf-8", "replace").partition("#")[0]
        place = place_of(said, here, origin) if said else None
        if place and place != here:
            found[place] = None
    return list(found)


async def with_references(
    first: str, content: bytes, origin: str, bring: Bring, most: int = MOST_REFERRED
) -> tuple[dict[str, bytes], list[str]]:
    """Return a file with all that it refers to, directly or not, by their places; and what is too much."""
    found, wanted = {first: content}, places_in(content, first, origin)
    seen = {first, *wanted}
    for place in wanted:  # it grows as files are brought
        if len(found) > most:
            break
        raw = await bring(place)
        if raw is None:
            continue
        found[place] = raw
        new = [each for each in places_in(raw, place, origin) if each not in seen]
        seen.update(new)
        wanted += new
    return found, _left(wanted, found, most)


def packed(files: Mapping[str, bytes], first: str, origin: str) -> bytes:
    """Return files as one archive that says which is the first."""
    manifest = json.dumps({"first": first, "origin": origin}).encode()
    return pack({**files, MANIFEST: manifest})


def _left(wanted: Iterable[str], found: Mapping[str, bytes], most: int) -> list[str]:
    return [each for each in wanted if each not in found] if len(found) > most else []
