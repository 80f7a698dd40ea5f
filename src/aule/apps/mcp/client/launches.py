"""What is started for a server: checked folders, the hashes of its files, its variables, and the box around it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from aule.apps.mcp.records import Server, ServerDraft
from aule.contracts.errors import Invalid, Refused
from aule.sdk.boxes import MB, BoxLimits, is_shown
from aule.text.hashing import bytes_hash

PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
LIMITS = BoxLimits(processes=128, memory=2048 * MB, disk=512 * MB, file=128 * MB)
LARGEST_FILE = 256 * MB
_SYSTEM = ("/", "/boot", "/dev", "/etc", "/home", "/proc", "/root", "/run", "/sys", "/tmp", "/var")
"""Folders that are never shown whole: they hold keys, sockets or the data of others."""


def check_folders(draft: ServerDraft, home: Path) -> None:
    """Refuse folders that are not there, or that show the owner's keys or the data of this system."""
    kept = home.resolve()
    for word in draft.folders:
        place = Path(word)
        real = Path(os.path.realpath(place))
        if ".." in place.parts or not real.exists():
            raise Invalid(f"{word!r} is not a folder of this machine.", field="folders", hint="Give its whole path.")
        if str(real) in _SYSTEM or kept.is_relative_to(real) or real.is_relative_to(kept):
            raise Refused(
                f"{word!r} would show keys or data that no server may see.",
                code="mcp_folder_refused",
                hint="Name the folder the server is installed in, or the one it is to read.",
            )


def files_of(draft: ServerDraft) -> dict[str, str]:
    """Return the files that a command names, with their hashes: its program, and scripts by their whole paths."""
    return {str(path): _hash(path) for path in _named(draft)}


@dataclass(frozen=True, slots=True)
class UnseenProgram:
    """A program that the box would not show to itself."""

    program: str
    folder: str | None
    """The folder to name for it; None where its own place is shown, and it is named by a link to there."""
    real: str


def unseen_program(draft: ServerDraft) -> UnseenProgram | None:
    """Return a program that the box would not show to itself, and what is to be named; None where it would."""
    if not draft.command:
        return None
    program, shown = _program(draft), read_only_places(draft)
    real = Path(os.path.realpath(program))
    if is_shown(program, shown) and is_shown(real, shown):
        return None
    missing = real if is_shown(program, shown) else program
    folder = missing.parent.parent if missing.parent.name == "bin" else missing.parent
    is_link = is_shown(real, shown)
    return UnseenProgram(str(program), None if is_link else str(folder), str(real))


def unseen_files(draft: ServerDraft) -> list[str]:
    """Return the files and folders a command names that are in no folder the box shows to it."""
    named = [Path(word) for word in draft.command[1:] if word.startswith("/") and os.path.exists(word)]
    return [str(path) for path in named if not _is_seen(draft, path)]


def check_files(server: Server) -> None:
    """Refuse to start what is not as it was approved."""
    for path, known in server.files.items():
        if _hash(Path(path)) != known:
            raise Refused(
                f"{path!r} is not the file it was when {server.id!r} was approved.",
                code="mcp_changed",
                hint="If you changed or updated it yourself, approve the server again.",
            )


def read_only_places(draft: ServerDraft) -> tuple[Path, ...]:
    """Return what the box shows beside the system: the folders the owner named, and where those lead."""
    found: list[Path] = []
    for word in draft.folders:
        found += [Path(word)] if not os.path.islink(word) else [Path(os.path.realpath(word))]
    return tuple(dict.fromkeys(found))


def _is_seen(draft: ServerDraft, path: Path) -> bool:
    shown = read_only_places(draft)
    return is_shown(path, shown) and is_shown(Path(os.path.realpath(path)), shown)


def _program(draft: ServerDraft) -> Path:
    """Return the path of the program that a command starts."""
    first, places = draft.command[0], draft.env.get("PATH", PATH)
    program = first if first.startswith("/") else shutil.which(first, path=places) if "/" not in first else None
    if program is None or not os.path.isfile(program):
        raise Invalid(
            f"There is no program {first!r} that can be started.",
            field="command",
            hint="Give its whole path, and name the folder it is in with `folders`.",
        )
    return Path(program)


def _named(draft: ServerDraft) -> Iterator[Path]:
    if not draft.command:
        return
    yield Path(os.path.realpath(_program(draft)))
    for word in draft.command[1:]:
        if word.startswith("/") and os.path.isfile(word):
            yield Path(os.path.realpath(word))


def _hash(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Invalid(f"{str(path)!r} is too large to be checked.", field="command")
        return bytes_hash(path.read_bytes())
    except OSError:
        return "gone"
