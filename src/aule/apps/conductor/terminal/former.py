"""The command lines people know from before: translated, with a note where a flag has another name now."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from aule.sdk.terminal import ExitCode, say

if TYPE_CHECKING:
    from aule.apps.conductor.homes.homes import Home

Renamed = Mapping[str, str | None]
"""A former flag → what it is called now; none for one that is no longer needed."""

AGENT: Renamed = {
    "--embody": "--agent",
    "--projeto": "--project",
    "--ai-provider": "--model",
    "--ia": "--model",
    "--project-root": None,
    "--project-path": None,
    "--state": None,
}
CONDUCTOR: Renamed = {
    "--projeto": "--project",
    "--ai-provider": None,
    "--ia": None,
    "--project-root": None,
    "--project-path": None,
    "--workflow": "",
}
MIGRATION: Renamed = {"--conductor-root": "--home", "--project-root": "--home"}
WHY = {
    "--ai-provider": "former_provider",
    "--ia": "former_provider",
    "--project-root": "former_root",
    "--project-path": "former_root",
    "--state": "former_state",
    "--verbose": "former_verbose",
    "-v": "former_verbose",
    "--debug": "former_verbose",
    "--execute": "former_execute",
}
SWITCHES = frozenset({"--verbose", "-v", "--debug", "--execute"})
"""Former flags without a value; none of them is needed any more."""
FOLDERS = frozenset({"--project-root", "--project-path", "--projeto"})
"""Flags that named the folder of a project; `--projeto` took its name as well."""
CREATOR = "AgentCreator_Agent"
SHARED = "_common"


class Place(NamedTuple):
    """Where somebody wants an agent to work."""

    environment: str
    project: str


Finding = Callable[[str], Place | None]
"""Finds the project whose folder this is."""


def _nowhere(folder: str) -> Place | None:
    return None


@dataclass(slots=True)
class _Words:
    """The words of a command on their way."""

    found: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    place: Place | None = None
    is_shared: bool = False
    """Whether the agent of all environments was meant, which has to be told where it works."""


def translated(words: Sequence[str], renamed: Renamed, at: Finding = _nowhere) -> tuple[list[str], list[str]]:
    """Words in today's flags, and a note for each that was another one before."""
    read = _read(words, renamed, at)
    return read.found, read.notes


def _read(words: Sequence[str], renamed: Renamed, at: Finding) -> _Words:
    read = _Words()
    rest = list(words)
    while rest:
        word = rest.pop(0)
        flag, equals, value = word.partition("=")
        if flag in SWITCHES and renamed is not MIGRATION:
            read.notes.append(say("former_needless", flag=flag, why=say(WHY[flag])))
        elif flag in ("--environment", "-e", "--project", "-p") and (value or (rest or [""])[0]) == SHARED:
            rest = rest if equals else rest[1:]
            read.is_shared = True
        elif flag in renamed:
            given = [value] if equals else [rest.pop(0)] if rest else []
            _rename(read, flag, given, renamed[flag], at)
        else:
            read.found.append(word)
    if read.place is not None:
        _fill_in(read, read.place)
    return read


def _fill_in(read: _Words, place: Place) -> bool:
    """Say where an agent works, as far as nobody has; not where somebody has said something else."""
    said = Place(_value(read.found, "--environment", "-e") or "", _value(read.found, "--project", "-p") or "")
    if said.environment not in ("", place.environment) or said.project not in ("", place.project):
        return False
    read.found += [] if said.environment else ["--environment", place.environment]
    read.found += [] if said.project else ["--project", place.project]
    return True


def _rename(read: _Words, flag: str, given: list[str], now: str | None, at: Finding) -> None:
    if flag in FOLDERS and now != "--home" and given and (place := at(given[0])) is not None:
        read.place = place
        flags = f"--environment {place.environment} --project {place.project}"
        read.notes.append(say("former_renamed", flag=flag, now=flags))
    elif now is None:
        read.notes.append(say("former_needless", flag=flag, why=say(WHY[flag])))
    elif now:
        read.found += [now, *given]
        read.notes.append(say("former_renamed", flag=flag, now=now))
    else:
        read.found += given
        read.notes.append(say("former_needless", flag=flag, why=say("former_file")))


def run_as(app: Callable[..., Any], command: Sequence[str], renamed: Renamed) -> None:
    """Run a command of today's command line with the words of this process."""
    read = _read(sys.argv[1:], renamed, _place_at)
    if renamed is AGENT:
        command, read = _agent_command(command, read)
    for note in read.notes:
        print(say("former_note", note=note), file=sys.stderr)
    app([*command, *read.found], prog_name="aule")


def _agent_command(command: Sequence[str], read: _Words) -> tuple[Sequence[str], _Words]:
    """What a word for an agent comes to: its creator has a command of its own, and a shared agent needs a project."""
    name = _value(read.found, "--agent", "-a")
    is_placed = _has(read.found, "--environment", "-e") and _has(read.found, "--project", "-p")
    if name == CREATOR and not _has_creator(read):
        read.notes.append(say("former_creator", agent=CREATOR))
        home = _value(read.found, "--home")
        read.found = [] if home is None else ["--home", home]
        return ["agent", "new"], read
    if not is_placed and (place := _only_place(read)) is not None and _fill_in(read, place):
        read.notes.append(say("former_place", environment=place.environment, project=place.project))
    elif not is_placed and read.is_shared:
        print(say("former_nowhere", agent=name or "?", shared=SHARED), file=sys.stderr)
        raise SystemExit(ExitCode.USAGE)
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if is_terminal and not _has(read.found, "--repl", "--input", "--json", "--help", "-h"):
        read.found.append("--repl")
    return command, read


def _place_at(folder: str) -> Place | None:
    """The project of the usual home whose folder this is; a mere name is none."""
    from aule.apps.conductor.homes.resolution import place_at  # the whole of Conductor

    if "/" not in folder and folder not in (".", "..", "~"):
        return None
    found = place_at(_home(None), Path(folder).expanduser())
    return None if found is None else Place(*found)


def _only_place(read: _Words) -> Place | None:
    """The project around the working directory, or the only one there is."""
    from aule.apps.conductor.homes.resolution import only_place, place_at

    home = _home(_value(read.found, "--home"))
    found = place_at(home, Path.cwd()) or only_place(home)
    return None if found is None else Place(*found)


def _has_creator(read: _Words) -> bool:
    """Whether somebody keeps a creator of their own."""
    home = _home(_value(read.found, "--home"))
    own = Place(_value(read.found, "--environment", "-e") or "", _value(read.found, "--project", "-p") or "")
    return any(place.is_dir() for place in (home.shared_agents() / CREATOR, home.agent(*own, CREATOR)))


def _home(given: str | None) -> Home:
    from aule.apps.conductor.terminal.conductor_home import home_of
    from aule.sdk.terminal import Home as Data

    return home_of(None if given is None else Path(given), Data.from_environment())


def _has(words: Sequence[str], *flags: str) -> bool:
    return any(word.partition("=")[0] in flags for word in words)


def _value(words: Sequence[str], *flags: str) -> str | None:
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in flags:
            return value if equals else words[at + 1] if at + 1 < len(words) else None
    return None
