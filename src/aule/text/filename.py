"""Names of files as people may see and save them: no paths, nothing invisible, nothing that reads backwards."""

from __future__ import annotations

import unicodedata

LONGEST = 200
"""Bytes of a name: every file system takes so many, with room for a number behind it."""
UNNAMED = "untitled"
_JOINERS = "\u200c\u200d"
"""Invisible, and part of words in some scripts and of many emoji."""


def clean_name(name: str) -> str:
    """The last part of a path without control characters and overrides of direction, short enough to be a file."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    shown = "".join(" " if character.isspace() else character for character in last if _is_shown(character))
    shown = " ".join(unicodedata.normalize("NFC", shown).split()).strip(". ")
    return _fitting(shown) or UNNAMED


def folded_name(name: str) -> str:
    """A name as file systems see it that fold case and Unicode forms, leave out the invisible or trailing dots."""
    if not name.isascii():
        seen = (character for character in name if unicodedata.category(character) != "Cf")
        name = unicodedata.normalize("NFKC", "".join(seen))
    return name.casefold().rstrip(". ")


def _is_shown(character: str) -> bool:
    if character in _JOINERS or character.isspace():
        return True
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def _fitting(name: str) -> str:
    """Return a name cut to its limit, with its suffix."""
    if len(name.encode()) <= LONGEST:
        return name
    stem, dot, suffix = name.rpartition(".")
    if not dot or len(suffix.encode()) > LONGEST // 4:
        stem, suffix = name, ""
    end = f"{dot}{suffix}" if suffix else ""
    room = LONGEST - len(end.encode())
    return stem.encode()[:room].decode(errors="ignore").rstrip() + end
