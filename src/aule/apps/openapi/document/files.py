"""The files of a document: one text, or an archive of several that refer to each other. Each is read when it is needed.

References are told by their whole place among the files, `paths/pets.yaml#/get`; those of the first file to itself stay
`#/components/…`. What is at another address, or outside of the archive, is no place among them.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import unquote

from aule.apps.openapi.document.schemas import clean
from aule.contracts.model import JsonObject
from aule.sdk import errors
from aule.sdk.archives import unpack

LARGEST = 24_000_000
LARGEST_YAML = 4_000_000
"""Characters of one file in YAML."""
MOST_YAML = 8_000_000
"""Characters of all files in YAML that are read together."""
MOST_FILES = 4_000
LARGEST_ARCHIVE = 8_000_000
MANIFEST = "aule-document.json"
"""A file of an archive made here: which file is the first, and from which address all of them came."""
ENDINGS = (".json", ".yaml", ".yml")
_ROOTS = re.compile(r"(?:^|/)(?:openapi|swagger|api|spec|index|root)\.(?:json|ya?ml)$", re.IGNORECASE)
_FIRST_WORDS = re.compile(rb"""(?:^|[\n{,])\s*["']?(?:openapi|swagger)["']?\s*:""")
_CONTROL = re.compile(r"[\x7f-\x84\x86-\x9f]")
_WEB = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:|//)")


class Unreadable(Exception):
    """Raised when a document cannot be read; holds the key of the message that says why."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(key)
        self.key, self.detail = key, detail


@dataclass(slots=True)
class DocumentFiles:
    """The files of one document by their places, and what was read of them."""

    contents: Mapping[str, bytes]
    first: str
    origin: str = ""
    """The address, without a path, that all files came from; empty for files of a folder."""
    notes: set[str] = field(default_factory=set[str])
    _read: dict[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    _yaml: int = 0

    def root(self) -> JsonObject:
        """Return the first file."""
        return self.file(self.first) or {}

    def file(self, path: str) -> JsonObject | None:
        """Return a file, its references told whole; None where there is no such file, or it is no object."""
        if path not in self._read:
            raw = self.contents.get(path)
            if raw is None:
                return None
            value = self._value(raw)
            if len(self.contents) > 1:
                value = self._placed(value, path)
            self._read[path] = cast("JsonObject", value) if isinstance(value, dict) else {}
        return self._read[path]

    def _value(self, raw: bytes) -> Any:
        if len(raw) > LARGEST:
            raise Unreadable("too_large", str(LARGEST // 1_000_000))
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Unreadable("no_text") from None
        if text.lstrip()[:1] in ("{", "["):
            return read_json(text)
        self._yaml += len(text)
        if len(text) > LARGEST_YAML or self._yaml > MOST_YAML:
            raise Unreadable("large_yaml", str(LARGEST_YAML // 1_000_000))
        plain, count = _CONTROL.subn(" ", text)
        if count:
            self.notes.add(f"{count} control characters were taken out of it")
        return _yaml(plain)

    def _placed(self, value: Any, here: str) -> Any:
        if isinstance(value, list):
            return [self._placed(each, here) for each in cast("list[Any]", value)]
        if not isinstance(value, dict):
            return value
        found = {name: self._placed(each, here) for name, each in cast("JsonObject", value).items()}
        reference = found.get("$ref")
        if isinstance(reference, str):
            found["$ref"] = self._whole(reference, here)
        return found

    def _whole(self, reference: str, here: str) -> str:
        path, _, pointer = reference.partition("#")
        place = place_of(path, here, self.origin) if path else here
        if place is None:
            return reference
        return f"#{pointer}" if place == self.first else f"{place}#{pointer}"


def place_of(reference: str, here: str, origin: str) -> str | None:
    """Return where a reference in one file leads among the files of a document, or None where that is elsewhere."""
    path = unquote(reference.partition("?")[0])
    if origin and path.startswith(f"{origin}/"):
        path = path[len(origin) :]
    elif _WEB.match(path) or "\\" in path or "\0" in path or (path.startswith("/") and not origin):
        return None
    whole = path if path.startswith("/") else posixpath.join("/", posixpath.dirname(here), path)
    climbs = posixpath.normpath(posixpath.join(posixpath.dirname(here), path)) if not path.startswith("/") else ""
    return None if climbs.startswith("..") else posixpath.normpath(whole).lstrip("/")


def files_of(raw: bytes, first: str = "") -> DocumentFiles:
    """Return the files of a document: a text, or an archive of several."""
    if not (raw.startswith((b"PK\x03\x04", b"\x1f\x8b")) or raw[257:262] == b"ustar"):
        return DocumentFiles({"": raw}, "")
    try:
        members = unpack(raw, "archive", most_files=MOST_FILES)
    except errors.AuleError as error:
        raise Unreadable("bad_archive", clean(error.problem.message, 300)) from None
    contents = {posixpath.normpath(each.name): each.content for each in members}
    manifest = contents.pop(MANIFEST, None)
    said = _manifest(manifest) if manifest is not None else {}
    named = first or str(said.get("first", ""))
    origin = str(said.get("origin", ""))
    if not named:
        named = _first_of(contents)
    if named not in contents:
        raise Unreadable("no_first_file", clean(named, 200))
    return DocumentFiles(contents, named, origin)


def _first_of(contents: Mapping[str, bytes]) -> str:
    """Return the one file that is a document by itself: the others are parts."""
    wholes = [
        path
        for path, content in contents.items()
        if path.lower().endswith(ENDINGS) and _FIRST_WORDS.search(content[:4_000])
    ]
    usual = [path for path in wholes if _ROOTS.search(path)]
    for found in (wholes, usual):
        if len(found) == 1:
            return found[0]
    if not wholes:
        raise Unreadable("no_document")
    raise Unreadable("many_documents", clean(", ".join(sorted(wholes)[:8]), 300))


def _manifest(raw: bytes) -> JsonObject:
    found = read_json(raw.decode("utf-8", "replace"))
    return cast("JsonObject", found) if isinstance(found, dict) else {}


def read_json(text: str) -> Any:
    """Return the value of a JSON text; refuse one that programs would read differently."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refused, parse_int=_integer)
    except Unreadable:
        raise
    except ValueError as error:
        raise Unreadable("no_json", clean(str(error), 200)) from None


def _once(pairs: list[tuple[str, Any]]) -> JsonObject:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1) if len(keys) < 2_000 else keys[-1]
        raise Unreadable("key_twice", clean(twice, 80))
    return made


def _refused(name: str) -> Any:
    raise Unreadable("no_json", name)


def _integer(digits: str) -> int | float:
    """Return a number; one that is longer than any is told as the nearest that is written with an exponent."""
    return int(digits) if len(digits) < 20 else float(digits)


def _yaml(text: str) -> Any:
    from aule.sdk.yaml_text import UnreadableText, read_yaml  # documents in JSON do without

    try:
        return read_yaml(text)
    except UnreadableText as error:
        raise Unreadable("no_yaml", clean(str(error), 300)) from None
