"""Path names: which relative paths are valid, before the file system is asked."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection

from aule.contracts.errors import Invalid, OutsideScope
from aule.text.filename import folded_name

LONGEST_PATH = 1024
LONGEST_NAME = 255
"""Bytes in one component: what common file systems allow."""

REPOSITORIES = frozenset({".git", "git~1", ".hg", ".svn", ".jj", ".sl", ".bzr"})
"""Folders of version control: its settings and hooks are commands that run when the person uses it."""
PROTECTED = REPOSITORIES | {".aule", "aule~1"}
"""Names never written through a workspace nor by a command, whether file, folder or link."""

TEMPORARY_PREFIX = ".aule-write-"
"""Prefix of temporary files; never listed."""

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,254}")
"""Ordinary names, which need no further check."""
_FORBIDDEN = {
    "Cc": "a control character",
    "Cf": "an invisible character",
    "Cs": "half of a character",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}


def canonical(path: str) -> str:
    """Return the canonical form of a relative path (`notes/a.md`, `.` for the workspace itself).

    Anything that could mean another place, or look like another name, is refused.
    """
    if not path or len(path) > LONGEST_PATH:
        raise _invalid(path, "is empty" if not path else f"is longer than {LONGEST_PATH} characters")
    for character in path:
        what = None if character.isalnum() else _FORBIDDEN.get(unicodedata.category(character))
        if what is not None:
            raise _invalid(path, f"contains {what} (U+{ord(character):04X})")
    if "\\" in path:
        raise _invalid(path, "contains a backslash")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/") or parts[:1] == ["~"]:
        raise _outside(path, "is not relative to the workspace")
    if ".." in parts:
        raise _outside(path, "climbs out with '..'")
    for part in parts:
        if len(part.encode()) > LONGEST_NAME:
            raise _invalid(path, f"has a name longer than {LONGEST_NAME} bytes")
    return "/".join(parts) or "."


def writable(path: str) -> str:
    """Return the canonical form of a path that may be written: not the root, nothing protected."""
    path = canonical(path)
    if path == ".":
        raise _invalid(path, "is the workspace itself, not a file")
    for part in path.split("/"):
        if is_protected(part) or folded_name(part).startswith(TEMPORARY_PREFIX):
            raise OutsideScope(
                f"The path {path!r} is inside {part!r}, which is not written through the workspace.",
                hint="Choose another folder.",
            )
    return path


def is_protected(name: str) -> bool:
    """Return whether a name is protected, as any file system would read it.

    `.GIT`, `.git.` and `.git ` are `.git` to some; what follows a colon names a stream of a file, not another file.
    """
    if name.isascii() and name[0] not in ".gaGA":  # nearly all names are told apart at once
        return False
    return folded_name(name.partition(":")[0]) in PROTECTED


def looks_like_repository(names: Collection[str]) -> bool:
    """Return whether git takes a folder with these names for a repository, although none of them is `.git`."""
    return "HEAD" in names and (("objects" in names and "refs" in names) or "commondir" in names)


def shown_name(path: str) -> str:
    """Return a path found on disk as text, with escapes for invalid bytes and deceptive characters."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(
        character.encode("unicode_escape").decode() if unicodedata.category(character) in _FORBIDDEN else character
        for character in text
    )


def is_usable(name: str) -> bool:
    """Return whether a name found on disk is a valid path."""
    if _PLAIN.fullmatch(name) is not None:
        return True
    try:
        return canonical(name) == name
    except (Invalid, OutsideScope):
        return False


def _invalid(path: str, why: str) -> Invalid:
    return Invalid(
        f"The path {_shown(path)!r} {why}.",
        code="invalid_path",
        field="path",
        hint="Use a path relative to the workspace, such as notes/ideas.md.",
    )


def _outside(path: str, why: str) -> OutsideScope:
    return OutsideScope(
        f"The path {_shown(path)!r} {why}.",
        field="path",
        hint="Use a path relative to the workspace, such as notes/ideas.md.",
    )


def _shown(path: str) -> str:
    short = path if len(path) <= 80 else f"{path[:79]}…"
    return short.encode("utf-8", "backslashreplace").decode()
