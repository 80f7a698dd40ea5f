"""The catalogue of apps: what each app brings, as plain JSON on disk, so that nobody has to import an app to know it.

An app has a folder in the user's folder for caches. Its name says where the app is, and holds a key of its sources:

    ~/.cache/aule/apps/aule.apps.school.school-3f9c…/
        index.json          who the app is, the names of what it brings, its addresses, its tables, its hooks
        capabilities.json   every capability, whole
        views.json          every view: name, description, parameters
        recipes.json        every recipe, whole
        agents.json         every agent, whole
        texts.json          its words for fields, and what it suggests to say

The index is read at a start, the other files when somebody needs them. A folder is written as a whole or not at all;
one that is damaged, or somebody else's, counts as missing and is written anew. Nothing here decides what anybody may
do: that is the code, which has to say the same when it is loaded.

This module needs nothing but the standard library, so that commands can read the catalogue without a framework.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

FORMAT = 3
"""What the files look like; another number makes every folder count as missing."""
MOST_KEPT = 16
"""Folders that are kept of one app: several installations share the catalogue, and each has its own."""
INDEX = "index.json"
_SHARED = ("boot", "contracts", "kernel/capabilities", "sdk")
"""Rooms of the system that decide, together with an app, what is written of it."""


class Damaged(Exception):
    """A file of the catalogue is missing, or not as the index says."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the catalogue says of one app."""

    index: Mapping[str, Any]
    folder: Path | None = None
    """Where its other files are; none: nothing could be written, and they are in memory."""
    parts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The other files where there is no folder."""
    told: set[str] = field(default_factory=set[str])
    """The files that somebody has read."""

    def part(self, name: str) -> Any:
        """Return the content of one of the files: `capabilities`, `views`, `recipes`, `agents` or `texts`."""
        if self.folder is None:
            return self.parts[name]
        try:
            raw = (self.folder / f"{name}.json").read_bytes()
            if sha256(raw).hexdigest() == self.index["parts"][name]:
                content = json.loads(raw)
                self.told.add(name)
                return content
        except (OSError, ValueError, KeyError) as error:
            raise Damaged(f"{name}.json in {self.folder}: {error}") from error
        raise Damaged(f"{name}.json in {self.folder} is not what was written")


def read(where: str, key: str | None) -> Entry | None:
    """Return what the catalogue says of an app with this key; none where it says nothing that can be relied on."""
    folder = None if key is None else _folder_of(where, key)
    if folder is None:
        return None
    try:
        path = folder / INDEX
        with path.open("rb") as file:
            if hasattr(os, "geteuid") and os.fstat(file.fileno()).st_uid != os.geteuid():
                return None
            index = json.loads(file.read())
    except (OSError, ValueError):
        return None
    if not isinstance(index, dict):
        return None
    known = cast("dict[str, Any]", index)
    sum = known.pop("sum", None)
    is_ours = (known.get("format"), known.get("where"), known.get("key")) == (FORMAT, where, key)
    return Entry(known, folder) if is_ours and sum == _sum(known) else None


def latest(where: str) -> Entry | None:
    """Return what the catalogue last said of an app, whatever its sources are by now."""
    catalogue = folder_of_catalogue()
    if catalogue is None:
        return None
    found = [(path.stat().st_mtime, path) for path in catalogue.glob(f"{_name_of(where)}-*/{INDEX}")]
    keys = (path.parent.name.rpartition("-")[2] for _, path in sorted(found, reverse=True))
    return next((entry for key in keys if (entry := read(where, key)) is not None), None)


def write(where: str, key: str | None, about: Mapping[str, Any], parts: Mapping[str, Any]) -> Entry:
    """Put an app into the catalogue; where nothing can be written, what is known of it stays in memory."""
    raw = {name: _json(content) for name, content in parts.items()}
    hashes = {name: sha256(content).hexdigest() for name, content in raw.items()}
    index = {"format": FORMAT, "where": where, "key": key, **about, "parts": hashes}
    folder = None if key is None else _folder_of(where, key)
    if folder is not None:
        with suppress(OSError):
            _put(folder, {**raw, Path(INDEX).stem: _json({**index, "sum": _sum(index)})})
            _forget_oldest(folder)
            return Entry(index, folder)
    return Entry(index, None, dict(parts))


def forget(entry: Entry) -> None:
    """Remove an app from the catalogue, so that the next start describes it anew."""
    if entry.folder is not None:
        with suppress(OSError):
            (entry.folder / INDEX).unlink()


def key_of(where: str) -> str | None:
    """Return the key of an app's sources as they are now: names, sizes and times of its files; none if there are none.

    Nothing of the app is imported for it.
    """
    source = source_of(where)
    if source is None:
        return None
    told = sha256(_environment())
    told.update(f"{where}\n{source}\n".encode())
    for line in _files(source):
        told.update(line.encode(errors="surrogateescape"))
    return told.hexdigest()[:32]


def source_of(where: str) -> Path | None:
    """Return the folder an app's module is in, or its file where the app is one file; without importing it."""
    top, *rest = where.partition(":")[0].split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if not spec.submodule_search_locations:
        return Path(spec.origin) if spec.has_location and spec.origin else None
    folder = Path(next(iter(spec.submodule_search_locations)))
    for name in rest:
        if not (folder / name).is_dir():
            break
        folder /= name
    return folder if folder.is_dir() else None


def folder_of_catalogue(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return where the catalogue is: in the user's folder for caches, where there is one."""
    base, home = environment.get("XDG_CACHE_HOME", ""), environment.get("HOME", "")
    folder = Path(base) if Path(base).is_absolute() else Path(home) / ".cache" if home else None
    return None if folder is None else folder / "aule" / "apps"


def _folder_of(where: str, key: str) -> Path | None:
    catalogue = folder_of_catalogue()
    return None if catalogue is None else catalogue / f"{_name_of(where)}-{key}"


def _name_of(where: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "._" else "." for letter in where)


@cache
def _environment() -> bytes:
    """Return what every description depends on beside its app: Python, pydantic and our own rooms."""
    here = Path(__file__).parent
    lines = [f"{FORMAT} {sys.version} {here}\n"]
    pydantic = source_of("pydantic")
    if pydantic is not None:
        lines += _files(pydantic / "version.py")
    for room in _SHARED:
        lines += _files(here / room)
    return "".join(lines).encode(errors="surrogateescape")


def _files(path: Path) -> Iterator[str]:
    """Yield a line for each file at or below a path, in a fixed order: its name, its size, when it was written."""
    if not path.is_dir():
        with suppress(OSError):
            found = path.stat()
            yield f"{path} {found.st_size} {found.st_mtime_ns}\n"
        return
    with os.scandir(path) as entries:
        below = sorted(entries, key=lambda entry: entry.name)
    for entry in below:
        if entry.name.startswith(".") or entry.name == "__pycache__":
            continue
        if entry.is_dir():
            yield from _files(Path(entry.path))
        else:
            found = entry.stat()
            yield f"{entry.path} {found.st_size} {found.st_mtime_ns}\n"


def _put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder whole; of processes that do so at once each may win: all say the same."""
    import shutil  # these two only where something is written: every command that completes words reads
    from tempfile import mkdtemp

    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(mkdtemp(prefix=".", dir=folder.parent))
    try:
        made = scratch / "new"
        made.mkdir(mode=0o700)
        for name, content in files.items():
            (made / f"{name}.json").write_bytes(content)
        try:
            made.rename(folder)
        except OSError:  # one is there: that of somebody who was faster, or a damaged one
            if not _holds(folder, files):
                folder.rename(scratch / "old")
                made.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _holds(folder: Path, files: Mapping[str, bytes]) -> bool:
    try:
        return all((folder / f"{name}.json").read_bytes() == content for name, content in files.items())
    except OSError:
        return False


def _forget_oldest(folder: Path) -> None:
    """Keep the latest folders of an app."""
    import shutil  # see `_put`

    name = folder.name.rpartition("-")[0]
    others = [each for each in folder.parent.glob(f"{name}-*") if each != folder]
    for each in sorted(others, key=lambda other: other.stat().st_mtime, reverse=True)[MOST_KEPT - 1 :]:
        shutil.rmtree(each, ignore_errors=True)


def _sum(index: Mapping[str, Any]) -> str:
    return sha256(_json(index)).hexdigest()


def _json(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
