"""`aule APP NAME key=value…`: every app's capabilities as commands of their own."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from aule.cli.client import Client
from aule.cli.command import perform
from aule.cli.commands.call import use
from aule.cli.commands.capabilities import all_capabilities, describe
from aule.cli.console import Console
from aule.cli.exits import ExitCode
from aule.contracts.errors import NotFound


def run_app_command(app: str, words: list[str], *, commands: list[str]) -> None:
    """Use `app`'s capability named by the first word; without one, list what the app can do."""
    flags = {word for word in words if word in {"--json", "--yes", "-y", "--help"}}
    rest = [word for word in words if word not in flags]

    async def act(client: Client, console: Console) -> int:
        everything = await all_capabilities(client)
        known = [c for c in everything if c.app == app]
        if not known:
            raise NotFound(
                f"There is no command and no app {app!r}.",
                hint="`aule --help` lists the commands, `aule capabilities` what apps can do.",
                candidates=get_close_matches(app, [*commands, *sorted({c.app for c in everything})]),
            )
        if not rest:
            console.result(known)
            console.table(["COMMAND", "EFFECT", "WHAT"], [[_words(c.name), c.effect, c.title] for c in known], empty="")
            return ExitCode.OK
        name = f"{app}.{rest[0].replace('-', '_')}"
        if "--help" in flags:
            describe(console, next((c for c in known if c.name == name), known[0]))
            return ExitCode.OK
        return await use(client, console, name, rest[1:], yes=bool(flags & {"--yes", "-y"}))

    perform(act, as_json="--json" in flags)


def commands_of(app: str) -> type[TyperGroup]:
    """The commands of an app that brings some of its own: every other word is one of its capabilities."""

    class Own(TyperGroup):
        """Its own commands first, then what it can do."""

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            """A command of its own, or a capability."""
            own = super().get_command(ctx, cmd_name)
            return own if own is not None or cmd_name.startswith("-") else _capability_command(app, cmd_name)

    return Own


def _capability_command(app: str, name: str) -> Any:
    own = typer.Typer(add_completion=False, rich_markup_mode=None)
    settings = {"allow_extra_args": True, "ignore_unknown_options": True}

    @own.command(name, context_settings=settings, add_help_option=False)
    def call(context: typer.Context) -> None:  # pyright: ignore[reportUnusedFunction]
        run_app_command(app, [name, *context.args], commands=[])

    return get_command(own)


def _words(name: str) -> str:
    return f"aule {name.replace('.', ' ')}"
