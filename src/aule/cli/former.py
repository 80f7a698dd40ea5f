"""The command lines people know from before: translated, with a note where a flag has another name now."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

Renamed = Mapping[str, str | None]
"""A former flag → what it is called now; none for one that is no longer needed."""

AGENT: Renamed = {"--embody": "--agent", "--projeto": "--project", "--ai-provider": "--model", "--project-root": None}
CONDUCTOR: Renamed = {"--projeto": "--project", "--ai-provider": None, "--project-root": None, "--workflow": ""}
MIGRATION: Renamed = {"--conductor-root": "--home", "--project-root": "--home"}
WHY = {
    "--ai-provider": "the manifest of each agent says which model it uses",
    "--project-root": "config/workspaces.yaml says where projects are",
}


def translated(words: Sequence[str], renamed: Renamed) -> tuple[list[str], list[str]]:
    """Words in today's flags, and a note for each that was another one before."""
    found: list[str] = []
    notes: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        flag, equals, value = word.partition("=")
        if flag not in renamed:
            found.append(word)
            continue
        given = [value] if equals else [rest.pop(0)] if rest else []
        now = renamed[flag]
        if now is None:
            notes.append(f"{flag} is not needed any more: {WHY[flag]}.")
            continue
        found += [now, *given] if now else given
        notes.append(f"{flag} is called {now} now." if now else f"{flag} is not needed any more: name the file alone.")
    return found, notes


def run_as(command: Sequence[str], renamed: Renamed) -> None:
    """Run a command of today with the words of this process."""
    from aule.cli.main import app  # the whole command line

    words, notes = translated(sys.argv[1:], renamed)
    for note in notes:
        print(f"Deprecated: {note}", file=sys.stderr)
    app([*command, *words], prog_name="aule")
