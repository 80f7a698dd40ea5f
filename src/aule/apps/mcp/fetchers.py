"""Programs that fetch another one whenever they are started, which a box without network does not let them. Pure."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FETCHERS = frozenset({"npx", "bunx", "pnpx", "uvx", "pipx", "docker", "podman"})
PLACE = "mcp-servers"
"""The folder in the owner's home in which the hints install programs."""
_NAMES_PACKAGE = ("-p", "--package", "--from", "--spec")
_TAKES_VALUE = (*_NAMES_PACKAGE, "-c", "--call", "--with", "--python", "--index-url", "--registry")
_PACKAGE = re.compile(r"@?[A-Za-z0-9][A-Za-z0-9._/@=<>~^!\[\],-]{0,199}")


@dataclass(frozen=True, slots=True)
class Installation:
    """How to install, once, what a program would fetch each time; and the folders it is then in."""

    line: str
    folder: str
    programs: str


def fetcher_of(command: Sequence[str]) -> str | None:
    """Return the program of a command that fetches another one; None where it is none of them."""
    name = command[0].rpartition("/")[2] if command else ""
    return name if name in FETCHERS else None


def installation_of(id: str, command: Sequence[str], home: Path) -> Installation | None:
    """Return how to install what a command would fetch; None where that is not known."""
    fetcher, package = fetcher_of(command), _package(list(command[1:]))
    if package is None:
        return None
    folder = home / PLACE / id
    place = shlex.quote(str(folder))
    match fetcher:
        case "npx" | "bunx" | "pnpx":
            line = f"npm install --prefix {place} {shlex.quote(package)}"
            return Installation(line, str(folder), str(folder / "node_modules" / ".bin"))
        case "uvx" | "pipx":
            package = package.replace("@", "==").removesuffix("==latest")
            line = f"python3 -m venv {place} && {place}/bin/pip install {shlex.quote(package)}"
            return Installation(line, str(folder), str(folder / "bin"))
        case _:
            return None


def _package(words: list[str]) -> str | None:
    """Return the package that the words of a fetching program name first, or by a flag."""
    rest = words[1:] if words[:1] == ["run"] else words
    place = 0
    while place < len(rest):
        flag, equals, value = rest[place].partition("=")
        if not flag.startswith("-"):
            return rest[place] if _PACKAGE.fullmatch(rest[place]) else None
        value = value if equals else rest[place + 1] if place + 1 < len(rest) else ""
        if flag in _NAMES_PACKAGE:
            return value if _PACKAGE.fullmatch(value) else None
        place += 2 if flag in _TAKES_VALUE and not equals else 1
    return None
