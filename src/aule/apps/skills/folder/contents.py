"""Reading the files of a skill: out of a folder, an archive or an app's package, with limits on everything.

Links are not followed, secret files are not read, and what is left out is told. A folder that breaks a limit is read
no further and cannot be accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable

from aule.apps.skills.records import SKILL_FILE, SkillFinding
from aule.apps.skills.words import hint, say
from aule.sdk import errors
from aule.sdk.archives import unpack
from aule.sdk.files import Entry, Workspace, is_secret

MOST_FILES = 400
LARGEST_FILE = 4 * 1024 * 1024
MOST_BYTES = 16 * 1024 * 1024
DEEPEST = 8
"""Folders in each other."""
MOST_ENTRIES = 4_000
LEFT_OUT = frozenset(
    {".git", ".hg", ".svn", "__pycache__", "node_modules", ".venv", "venv", ".DS_Store", ".mypy_cache"}
)
"""Folders and files of tools, which are no part of a skill."""
_PATH = re.compile(r"^[^\x00-\x1f\x7f\\:*?\"<>|]{1,400}$")


@dataclass(slots=True)
class SkillFolder:
    """The files of a skill by their paths, and what was found while they were read."""

    name: str
    """The name of the folder; empty where nothing says it."""
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    findings: list[SkillFinding] = field(default_factory=list[SkillFinding])
    locale: str = "en"

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(map(len, self.files.values()))

    @property
    def is_refused(self) -> bool:
        """Whether something was found with which it cannot be accepted."""
        return any(each.severity == "error" for each in self.findings)

    def refuse(self, code: str, path: str = "", **values: object) -> None:
        """Note something with which the skill cannot be accepted."""
        self._note(code, "error", path, values)

    def warn(self, code: str, path: str = "", **values: object) -> None:
        """Note something that should be known."""
        self._note(code, "warning", path, values)

    def take(self, path: str, content: bytes | None) -> bool:
        """Take in a file; return False where a limit is reached and nothing more is to be read."""
        parts = path.split("/")
        if not _PATH.fullmatch(path) or any(part in ("", ".", "..") or part != part.strip() for part in parts):
            self.refuse("bad_path", path=ascii(path)[:200])
            return True
        if len(parts) > DEEPEST:
            self.refuse("too_deep", path=path, most=DEEPEST)
            return True
        if is_secret(path):
            self.warn("secret_left_out", path=path)
            return True
        if content is None or len(content) > LARGEST_FILE:
            self.refuse("large_file", path=path, most=LARGEST_FILE // 1024 // 1024)
            return True
        if len(self.files) >= MOST_FILES or self.size + len(content) > MOST_BYTES:
            self.refuse("large_folder", files=MOST_FILES, most=MOST_BYTES // 1024 // 1024)
            return False
        self.files[path] = content
        return True

    def finish(self) -> SkillFolder:
        """Refuse names that some file systems take for one, and a folder without its file; return it."""
        seen: dict[str, str] = {}
        for path in sorted(self.files):
            other = seen.setdefault(path.casefold(), path)
            if other != path:
                self.refuse("same_name", path=path, other=other)
        if SKILL_FILE not in self.files and not self.is_refused:
            self.refuse("no_skill_file")
        return self

    def _note(self, code: str, severity: str, path: str, values: dict[str, object]) -> None:
        told = {"path": path, **values}
        finding = SkillFinding(
            code=code,
            severity="error" if severity == "error" else "warning",
            message=say(code, self.locale, **told),
            hint=hint(code, self.locale, **told) or "",
            path=path,
        )
        if finding not in self.findings:
            self.findings.append(finding)


def read_folder(workspace: Workspace, path: str, locale: str) -> SkillFolder:
    """Read a skill beneath an open folder; `.` is that folder itself."""
    name = path.rpartition("/")[2] if path != "." else workspace.root.name
    found = SkillFolder(name, locale=locale)
    walk = workspace.walk(path, max_entries=MOST_ENTRIES, keep=_is_part)
    if not walk.complete:
        found.refuse("large_folder", files=MOST_FILES, most=MOST_BYTES // 1024 // 1024)
        return found
    prefix = "" if path == "." else f"{path}/"
    for entry in walk.entries:
        inner = entry.path.removeprefix(prefix)
        if entry.kind == "link":
            found.warn("link_left_out", path=inner)
        elif entry.kind == "other":
            found.refuse("no_file", path=inner)
        elif entry.kind == "file" and not found.take(inner, _content(workspace, entry)):
            break
    return found.finish()


def read_archive(content: bytes, filename: str, locale: str) -> SkillFolder:
    """Read a skill out of an archive in which its folder, or its files, stand at the top."""
    members = [(each.name.replace("\\", "/"), each.content) for each in unpack(content, filename)]
    name = re.sub(r"\.(?:zip|tar|tgz|tar\.gz|skill)$", "", filename.rpartition("/")[2])
    tops = {path.partition("/")[0] for path, _ in members}
    if len(tops) == 1 and all("/" in path for path, _ in members):
        name = tops.pop()
        members = [(path.partition("/")[2], data) for path, data in members]
    return _taken(SkillFolder(name, locale=locale), members)


def read_package(folder: Traversable, locale: str) -> SkillFolder:
    """Read a skill that an app ships."""
    return _taken(SkillFolder(folder.name, locale=locale), _package_files(folder, ""))


def _package_files(folder: Traversable, prefix: str) -> Iterable[tuple[str, bytes]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.name in LEFT_OUT or prefix.count("/") > DEEPEST:
            continue
        if each.is_dir():
            yield from _package_files(each, f"{prefix}{each.name}/")
        else:
            yield f"{prefix}{each.name}", each.read_bytes()


def _taken(found: SkillFolder, files: Iterable[tuple[str, bytes]]) -> SkillFolder:
    for path, content in files:
        if LEFT_OUT.isdisjoint(path.split("/")) and not found.take(path, content):
            break
    return found.finish()


def _is_part(entry: Entry) -> bool:
    return entry.path.rpartition("/")[2] not in LEFT_OUT


def _content(workspace: Workspace, entry: Entry) -> bytes | None:
    """Return the content of a file; None where it is too large or cannot be read."""
    if entry.size > LARGEST_FILE or is_secret(entry.path):
        return None
    try:
        return workspace.read(entry.path, LARGEST_FILE)
    except errors.AuleError:
        return None
