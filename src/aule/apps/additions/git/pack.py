"""Takes the files of one commit out of packed objects of Git, in a limited child; nothing is written anywhere.

Each object is known by the hash of its content, beginning with the commit: what is given back is what the commit says.
Links, parts of other repositories and names that no path may have are told and never followed.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

MOST_OBJECTS = 50_000
MOST_BYTES = 256_000_000
"""Of all objects unpacked."""
LARGEST_OBJECT = 32_000_000
MOST_TOLD = 64_000_000
"""Bytes of all files that are given back."""
MOST_ENTRIES = 20_000
DEEPEST = 16
_PIECE = 65_536
_COMMIT, _TREE, _BLOB, _TAG, _NEAR, _FAR = 1, 2, 3, 4, 6, 7
_NAMES = {_COMMIT: b"commit", _TREE: b"tree", _BLOB: b"blob", _TAG: b"tag"}


class Broken(ValueError):
    """Raised when bytes are no packed objects of Git, or more of them than are taken."""


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the files of a commit below a folder, and what else stands there; or why there are none."""
    try:
        objects = Pack(memoryview(file.read())).objects()
        yield from Files(objects, int(argument["largest"])).of(str(argument["commit"]), str(argument["folder"]))
    except (Broken, IndexError, ValueError, zlib.error) as error:
        yield {"problem": str(error)[:200] or type(error).__name__}


@dataclass(slots=True)
class Pack:
    """Packed objects, unpacked one by one with limits on all of them."""

    raw: memoryview
    at: int = 12
    left: int = MOST_BYTES

    def objects(self) -> dict[str, tuple[int, bytes]]:
        """Return all objects by their hashes; those that are told as differences are put together."""
        if bytes(self.raw[:4]) != b"PACK" or int.from_bytes(self.raw[4:8]) != 2:
            raise Broken("no packed objects")
        count = int.from_bytes(self.raw[8:12])
        if count > MOST_OBJECTS:
            raise Broken(f"more than {MOST_OBJECTS} objects")
        places: dict[int, tuple[int, bytes]] = {}
        found: dict[str, tuple[int, bytes]] = {}
        waiting: list[tuple[int, str, bytes]] = []
        for _ in range(count):
            start = self.at
            kind, size = self._head()
            base: int | str = ""
            if kind == _NEAR:
                base = start - self._distance()
            elif kind == _FAR:
                base = bytes(self.raw[self.at : self.at + 20]).hex()
                self.at += 20
            elif kind not in _NAMES:
                raise Broken(f"an object of kind {kind}")
            data = self._unpacked(size)
            if kind == _FAR and base not in found:
                waiting.append((start, str(base), data))
                continue
            if kind in (_NEAR, _FAR):
                kind, before = places[base] if isinstance(base, int) else found[base]
                data = self._changed(before, data)
            places[start] = found[_hash(kind, data)] = (kind, data)
        self._finish(waiting, found)
        return found

    def _finish(self, waiting: list[tuple[int, str, bytes]], found: dict[str, tuple[int, bytes]]) -> None:
        """Build the objects that are stored as differences to objects which came later."""
        while waiting:
            ready = [each for each in waiting if each[1] in found]
            if not ready:
                raise Broken("an object rests on one that is not there")
            for _, base, data in ready:
                kind, before = found[base]
                made = self._changed(before, data)
                found[_hash(kind, made)] = (kind, made)
            waiting = [each for each in waiting if each not in ready]

    def _head(self) -> tuple[int, int]:
        byte = self.raw[self.at]
        self.at += 1
        kind, size, shift = byte >> 4 & 7, byte & 15, 4
        while byte & 128:
            byte = self.raw[self.at]
            self.at += 1
            size |= (byte & 127) << shift
            shift += 7
            if shift > 40:
                raise Broken("an object that says it is endless")
        return kind, size

    def _distance(self) -> int:
        byte = self.raw[self.at]
        self.at += 1
        value = byte & 127
        while byte & 128:
            byte = self.raw[self.at]
            self.at += 1
            value = (value + 1) << 7 | byte & 127
        return value

    def _unpacked(self, size: int) -> bytes:
        self._take(size)
        unpacking, made = zlib.decompressobj(), bytearray()
        while not unpacking.eof:
            piece = self.raw[self.at : self.at + _PIECE]
            if not piece:
                raise Broken("an object that breaks off")
            made += unpacking.decompress(piece, max(1, size + 1 - len(made)))
            self.at += len(piece) - len(unpacking.unused_data) - len(unpacking.unconsumed_tail)
            if len(made) > size:
                raise Broken("an object that is larger than it says")
        if len(made) != size:
            raise Broken("an object that is smaller than it says")
        return bytes(made)

    def _changed(self, before: bytes, change: bytes) -> bytes:
        """Return what a difference makes of an object."""
        at, length = _number(change, 0)
        wanted_at, wanted = _number(change, at)
        if length != len(before):
            raise Broken("a difference for another object")
        self._take(wanted)
        made, at = bytearray(), wanted_at
        while at < len(change):
            order = change[at]
            at += 1
            if order & 128:
                piece, at = _copied(before, change, at, order)
                made += piece
            elif order:
                made += change[at : at + order]
                at += order
            else:
                raise Broken("a difference that is none")
            if len(made) > wanted:
                break
        if len(made) != wanted:
            raise Broken("a difference that makes something else than it says")
        return bytes(made)

    def _take(self, size: int) -> None:
        self.left -= size
        if size > LARGEST_OBJECT or self.left < 0:
            raise Broken("more than may be unpacked here")


@dataclass(slots=True)
class Files:
    """The files of a commit, out of its objects."""

    objects: dict[str, tuple[int, bytes]]
    largest: int
    left: int = MOST_TOLD
    _entries: int = 0
    _seen: set[str] = field(default_factory=set[str])

    def of(self, commit: str, folder: str) -> Iterator[dict[str, Any]]:
        """Yield the files of a commit below a folder, by their paths in it."""
        said = self._object(commit, _COMMIT)
        found = re.match(rb"tree ([0-9a-f]{40})\n", said)
        if found is None:
            raise Broken("a commit without files")
        tree = found[1].decode()
        for part in folder.split("/") if folder else ():
            tree = next((oid for mode, name, oid in self._tree(tree) if name == part and mode == "40000"), "")
            if not tree:
                raise Broken(f"no folder {folder!r}")
        yield from self._below(tree, "", 0)

    def _below(self, tree: str, prefix: str, depth: int) -> Iterator[dict[str, Any]]:
        if depth > DEEPEST:
            raise Broken("folders in each other without end")
        for mode, name, oid in self._tree(tree):
            self._entries += 1
            if self._entries > MOST_ENTRIES:
                raise Broken(f"more than {MOST_ENTRIES} files and folders")
            path = f"{prefix}{name}"
            if not _is_plain(name):
                yield {"left_out": ascii(path)[1:-1][:200], "why": "name"}
            elif mode == "40000":
                yield from self._below(oid, f"{path}/", depth + 1)
            elif mode in ("100644", "100755", "100664"):
                yield self._file(path, oid)
            else:
                yield {"left_out": path, "why": {"120000": "link", "160000": "repository"}.get(mode, "kind")}

    def _file(self, path: str, oid: str) -> dict[str, Any]:
        kind, content = self.objects.get(oid, (0, b""))
        if kind != _BLOB:
            return {"left_out": path, "why": "large" if kind == 0 else "kind"}
        if len(content) > self.largest or len(content) > self.left:
            return {"left_out": path, "why": "large"}
        self.left -= len(content)
        return {"path": path, "content": base64.b64encode(content).decode("ascii")}

    def _tree(self, oid: str) -> Iterator[tuple[str, str, str]]:
        raw, at = self._object(oid, _TREE), 0
        while at < len(raw):
            blank, end = raw.index(b" ", at), raw.index(b"\0", at)
            if blank > end or len(raw) < end + 21:
                raise Broken("a folder that is none")
            mode, name = raw[at:blank].decode("ascii"), raw[blank + 1 : end].decode("utf-8", "surrogateescape")
            yield mode, name, raw[end + 1 : end + 21].hex()
            at = end + 21

    def _object(self, oid: str, kind: int) -> bytes:
        found = self.objects.get(oid)
        if found is None or found[0] != kind:
            raise Broken(f"{_NAMES[kind].decode()} {oid[:12]} is not there")
        return found[1]


def _copied(before: bytes, change: bytes, at: int, order: int) -> tuple[bytes, int]:
    """Return a piece of the former object that a difference keeps, and where its next order is."""
    offset = size = 0
    for bit in range(4):
        if order >> bit & 1:
            offset |= change[at] << 8 * bit
            at += 1
    for bit in range(3):
        if order >> 4 + bit & 1:
            size |= change[at] << 8 * bit
            at += 1
    size = size or 65_536
    if offset + size > len(before):
        raise Broken("a difference that reaches beyond its object")
    return before[offset : offset + size], at


def _hash(kind: int, data: bytes) -> str:
    """Return the name of an object, which Git makes of its content."""
    return hashlib.sha1(b"%s %d\0" % (_NAMES[kind], len(data)) + data, usedforsecurity=False).hexdigest()


def _number(raw: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = raw[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if not byte & 128:
            return at, value
        if shift > 40:
            raise Broken("a size without end")


def _is_plain(name: str) -> bool:
    if name in ("", ".", "..") or name.casefold().rstrip(". ") == ".git" or "/" in name or "\\" in name:
        return False
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return re.search(r"[\x00-\x1f\x7f]", name) is None
