"""`aule agent migrate`: agents of version 1 become agents of version 2, looked at first, and back again if wanted."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from aule.apps.conductor.terminal.conductor_home import HomeOption, home_of
from aule.contracts.errors import NeedsInput
from aule.sdk.terminal import YES, Ambient, Console, ExitCode, Option, locale, one_line, printable, say
from aule.sdk.terminal import Home as Data

if TYPE_CHECKING:
    from aule.apps.conductor.homes.homes import Home
    from aule.apps.conductor.migrating import Answering, Done, OldAgent, Plan
    from aule.apps.conductor.migrating.answering import Asking


async def migrate(  # noqa: PLR0913 (a command line's options are its parameters)
    console: Console,
    ambient: Ambient,
    dry_run: Annotated[bool, Option("--dry-run", help="Print every path and difference; change nothing.")] = False,
    answers: Annotated[
        Path | None, Option(help="A YAML file with the answers: `defaults:`, and `agents:` by id.")
    ] = None,
    yes: Annotated[bool, Option("--yes", help="Ask nothing: take what each manifest suggests.")] = False,
    rollback: Annotated[
        str | None, Option(metavar="TS", help="Put back what the migration with this time did.")
    ] = None,
    home: HomeOption = None,
) -> int:
    """Move agents of version 1 to their place in version 2. Every agent is backed up first.

    It can be stopped at any moment: running it again goes on. What an agent's old folder held stays in the backup.
    """
    from aule.apps.conductor import migrating  # all that reads and writes manifests

    place = home_of(home, Data.from_environment())
    if rollback is not None:
        return _told(console, place, migrating.rollback(place, rollback, ambient), is_back=True)
    answering = _answering(console, place, answers, is_asked=not (yes or (dry_run and not console.interactive)))
    planned = migrating.plan(place, answering, locale=locale(), skip=migrating.on_the_way(place))
    _show(console, planned)
    if dry_run:
        console.result({"ok": True, "moves": _moves(planned)})
        return ExitCode.OK
    if not (yes or answers is not None) and planned.moves and not _agreed(console):
        console.say(say("declined"), "yellow")
        return ExitCode.APPROVAL_MISSING
    return _told(console, place, migrating.migrate(planned, ambient, locale=locale()), is_back=False)


def _answering(console: Console, home: Home, file: Path | None, *, is_asked: bool) -> Answering:
    from aule.apps.conductor.migrating import asked, from_file, projects_in, suggested

    projects = projects_in(home, locale())
    if file is not None:
        return from_file(file, projects, locale())
    return asked(_asking(console), projects) if is_asked else suggested(projects)


def _asking(console: Console) -> Asking:
    """Puts questions to whoever types, the agent's name above the first."""
    told: set[str] = set()

    def ask(agent: OldAgent, question: str, suggestion: str) -> str:
        place = str(agent.folder)
        if place not in told:
            console.say(f"{agent.id}  {one_line(place)}", "bold")
            told.add(place)
        hint = f" ({suggestion})" if suggestion and f"[padrão: {suggestion}]" not in question else ""
        return _typed(f"{question}{hint} ")

    return ask


def _typed(prompt: str) -> str:
    sys.stdout.write(printable(prompt))
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise NeedsInput(f"{prompt.strip()!r} was not answered.", hint="Give --answers FILE, or --yes.")
    return line.strip()


def _agreed(console: Console) -> bool:
    try:
        return _typed(say("migrate")).lower() in YES
    except NeedsInput:
        return False


def _show(console: Console, planned: Plan) -> None:
    from aule.apps.conductor.migrating import describe

    for line in describe(planned, locale()):
        sign = line.lstrip()[:1]
        console.say(line, {"+": "green", "-": "red", "@": "cyan"}.get(sign))


def _moves(planned: Plan) -> list[dict[str, object]]:
    return [
        {
            "agent": move.agent.id,
            "from": str(move.agent.folder),
            "to": str(move.target),
            "possible": move.is_possible,
            "notes": [*move.problems, *move.notes],
        }
        for move in planned.moves
    ]


def _told(console: Console, home: Home, done: Done, *, is_back: bool) -> int:
    console.result({"ok": not done.failed, "stamp": done.stamp, "moved": done.moved, "failed": done.failed})
    for path in done.moved:
        console.say(f"✓ {one_line(path)}", "green")
    for path, problem in done.failed.items():
        console.say(f"✗ {one_line(path)}: {problem.message}", "red")
    if done.stamp is not None and done.moved and not is_back:
        command = f"aule agent migrate --rollback {done.stamp} --home {shlex.quote(str(home.path))}"
        console.say(say("rollback", command=command), "dim")
    return ExitCode.FAILED if done.failed else ExitCode.OK
