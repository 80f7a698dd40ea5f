"""Followed folders: what is in them, and what was seen there last."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aule.contracts.project import Project
from aule.sdk import errors
from aule.sdk.files import Entry, Ignored, Workspace, Workspaces, allowed_root, is_secret, write_unsynced

MOST_ENTRIES = 20_000
"""Entries of a folder that are looked at; of a larger one nothing is deleted, as not all of it was seen."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that is followed, open for reading."""

    workspace: Workspace
    inside: str
    """Its path in the workspace."""
    base: str
    """What stands before a path of the workspace in the reference of a document: nothing for files of a project."""
    ignored: Ignored

    def files(self) -> tuple[dict[str, Entry], bool]:
        """Return the files by their references, and whether those are all."""
        own = Ignored.of(self.workspace)
        walk = self.workspace.walk(self.inside, max_entries=MOST_ENTRIES)
        start = 0 if self.inside == "." else len(self.inside) + 1
        found = {
            self.ref_of(each.path): each
            for each in walk.entries
            if each.kind == "file"
            and not is_secret(each.path)
            and not own.has(each.path)
            and not self.ignored.has(each.path[start:])
        }
        return found, walk.complete

    def ref_of(self, path: str) -> str:
        """Return how documents name a file of the workspace as their source."""
        return f"{self.base}{path}"


@contextmanager
def opened(row: Mapping[str, Any], project: Project, workspaces: Workspaces, home: Path) -> Generator[Folder]:
    """Open the folder that a collection follows; raises where it is not there or may not be read."""
    ignored = Ignored.by(str(row["ignore"]).splitlines())
    name = str(row["folder"])
    if not Path(name).is_absolute():
        workspace = workspaces.of(project)
        yield Folder(workspace, check_inside(workspace, name), "", ignored)
        return
    root = check_outside(name, home)
    with Workspace.open(root) as workspace:
        yield Folder(workspace, ".", f"{root}/", ignored)


def check_inside(workspace: Workspace, folder: str) -> str:
    """Return the path of a folder of a project; raises where there is none."""
    path = workspace.check(folder or ".")
    found = workspace.stat(path)
    if path != "." and (found is None or found.kind != "folder"):
        raise errors.NotFound(f"There is no folder {folder!r} in this project.", field="folder", hint="Check its name.")
    return path


def check_outside(folder: str, home: Path) -> Path:
    """Return a folder of this machine that may be followed; raises where there is none, or it may not."""
    root = allowed_root(folder, home)
    if not root.is_dir():
        raise errors.NotFound(f"There is no folder {folder!r}.", field="folder", hint="Check its name.")
    return root


@dataclass(slots=True)
class SeenFiles:
    """What a folder looked like last; only a cache, which saves reading files that did not change."""

    path: Path
    files: dict[str, list[Any]] = field(default_factory=lambda: {})
    """By reference: size, time and sha256; no sha256 for what is no document."""
    let_go: set[str] = field(default_factory=set[str])
    """References that were gone and dealt with: whoever brings such a document back keeps it."""

    @classmethod
    def load(cls, path: Path) -> SeenFiles:
        """Return what was noted; nothing where the note cannot be read."""
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            told = json.loads(path.read_bytes())
            return cls(path, dict(told["files"]), set(told["let_go"]))
        return cls(path)

    def save(self) -> None:
        """Note it down."""
        with suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            told = {"files": self.files, "let_go": sorted(self.let_go)}
            write_unsynced(self.path, json.dumps(told, ensure_ascii=False).encode())

    def is_new(self, ref: str, entry: Entry) -> bool:
        """Return whether a file is not as it was seen last."""
        return self.files.get(ref, [None, None])[:2] != [entry.size, entry.mtime]

    def note(self, ref: str, entry: Entry, sha256: str | None) -> None:
        """Note how a file looks now."""
        self.files[ref] = [entry.size, entry.mtime, sha256]
