"""Commands of apps: those that apps of other packages bring, and capabilities as commands of their own."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from importlib.metadata import entry_points

import click

from aule.cli.builder import build
from aule.cli.command import conclude, speak
from aule.cli.commands.call import use
from aule.cli.commands.capabilities import all_capabilities, describe
from aule.contracts.errors import NotFound
from aule.terminal.client import Client
from aule.terminal.commands import Command, CommandGroup
from aule.terminal.console import Console
from aule.terminal.exits import ExitCode


def app_command(name: str, *, commands: list[str]) -> click.Command:
    """Return the command that an app's name is: what the app brings, or its capabilities, read when it runs."""
    if (group := brought_by(name)) is not None:
        return build(group)
    return _unparsed(name, lambda words: run_app_command(name, words, commands=commands))


def capability_command(app: str, name: str) -> click.Command:
    """Return the command that a word after an app's name is where the app brings none of that name: a capability."""
    return _unparsed(name, lambda words: run_app_command(app, [name, *words], commands=[]))


def brought_by(name: str) -> CommandGroup | Command | None:
    """Return the commands that an app of another package brings under a word, if it does."""
    for entry in entry_points(group="aule.apps", name=name):
        app = entry.load()
        return next((each for each in app.commands() if each.name == name), None)
    return None


def run_app_command(app: str, words: list[str], *, commands: list[str]) -> None:
    """Use `app`'s capability named by the first word; without one, list what the app can do."""
    flags = {word for word in words if word in {"--json", "--yes", "-y", "--help"}}
    rest = [word for word in words if word not in flags]

    async def act(client: Client, console: Console) -> int:
        everything = await all_capabilities(client)
        known = [c for c in everything if c["app"] == app]
        if not known:
            raise NotFound(
                f"There is no command and no app {app!r}.",
                hint="`aule --help` lists the commands, `aule capabilities` what apps can do.",
                candidates=get_close_matches(app, [*commands, *sorted({c["app"] for c in everything})]),
            )
        if not rest:
            console.result(known)
            console.table(
                ["COMMAND", "EFFECT", "WHAT"], [[_words(c["name"]), c["effect"], c["title"]] for c in known], empty=""
            )
            return ExitCode.OK
        name = f"{app}.{rest[0].replace('-', '_')}"
        if "--help" in flags:
            describe(console, next((c for c in known if c["name"] == name), known[0]))
            return ExitCode.OK
        return await use(client, console, name, rest[1:], yes=bool(flags & {"--yes", "-y"}))

    conclude(lambda console: speak(partial(act, console=console)), as_json="--json" in flags)


def _unparsed(name: str, run: Callable[[list[str]], None]) -> click.Command:
    """Return a command that gets its words as they were typed, options among them."""

    def callback(words: tuple[str, ...]) -> None:
        run(list(words))

    return click.Command(
        name,
        params=[click.Argument(["words"], nargs=-1, type=click.UNPROCESSED)],
        callback=callback,
        context_settings={"ignore_unknown_options": True},
        add_help_option=False,
    )


def _words(name: str) -> str:
    return f"aule {name.replace('.', ' ')}"
