"""The `aule` command: its list of commands, each loaded when it is used.

Nothing heavy is imported here, so that `aule --help` answers at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from aule import __version__
from aule.apps import COMMANDS as APP_COMMANDS
from aule.cli.plain_values import read_plainly

COMMANDS: dict[str, tuple[str, str]] = {
    "up": ("aule.cli.commands.up:app", "Start the desktop and open it in the browser."),
    "worker": ("aule.cli.commands.worker:app", "Drive runs of a database that several machines share."),
    "open": ("aule.cli.commands.open:app", "Open the desktop of the running server, signed in."),
    "ask": ("aule.cli.commands.ask:app", "Ask an agent and watch it work."),
    "chat": ("aule.cli.commands.chat:app", "Talk with an agent."),
    "understand": (
        "aule.cli.commands.understand:app",
        "See how words are understood without a model; nothing is done.",
    ),
    **APP_COMMANDS,
    "plan": ("aule.cli.commands.plan:app", "Make plans: review, approve and run exactly what you saw."),
    "approvals": ("aule.cli.commands.approvals:app", "See what waits for you, and decide it."),
    "undo": ("aule.cli.commands.undo:app", "Take back a change or a whole run."),
    "history": ("aule.cli.commands.history:app", "See what was changed, by whom, and how to take it back."),
    "projects": ("aule.cli.commands.projects:app", "See the places agents work in, add one, take one off the list."),
    "memory": ("aule.cli.commands.memory:app", "See what is remembered, add to it, forget something."),
    "workflows": ("aule.cli.commands.workflows:app", "Keep workflows: check, import, export and run them."),
    "schedule": ("aule.cli.commands.schedule:app", "See what runs by itself; add to it, pause, run or remove it."),
    "runs": ("aule.cli.commands.runs:app", "See what is happening and what happened."),
    "artifacts": ("aule.cli.commands.artifacts:app", "See what was made and added; add files, save them."),
    "events": ("aule.cli.commands.events:app", "Print the event log, or follow it."),
    "capabilities": ("aule.cli.commands.capabilities:app", "List what agents and you can call."),
    "call": ("aule.cli.commands.call:app", "Call a capability."),
    "models": ("aule.cli.commands.models:app", "See which models there are, try one, add one."),
    "doctor": ("aule.cli.commands.doctor:app", "Check that everything is in order."),
    "completion": ("aule.cli.commands.completion:app", "Let bash, zsh or fish complete commands and ids."),
    "version": ("aule.cli.commands.version:app", "Print the version."),
}
"""Name → where it is, and one line of help."""

EPILOG = "Every app adds its own commands: `aule APP` lists them, `aule APP NAME key=value…` runs one."


class Commands(TyperGroup):
    """The commands above, and a command for every app, none of them loaded before it is needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load one command. A word that is none of ours may be an app's name."""
        if cmd_name in COMMANDS:
            return _loaded(cmd_name)
        if not cmd_name.isidentifier() or not cmd_name.islower():
            return None
        return _app_command(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list in `--help`, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", help="Print the version and leave.", is_eager=True, callback=_print_version)
]


@app.callback()
def main(version: Version = False) -> None:
    """auleOS: a desktop where agents are apps. You ask, see the plan, approve what you saw, and can undo it."""


def run() -> None:
    """The console script."""
    read_plainly(get_command(app))(prog_name="aule")


def _loaded(name: str) -> Any:
    """Return one of the commands in the list; those of apps are built from what they record."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        command = get_command(found)
        command.name = name
        return read_plainly(command)
    from aule.cli.app_commands import built  # loads the client

    return built(found)


def _app_command(name: str) -> Any:
    """Return the command that an app's name is: what the app brings, or its capabilities, read when it runs."""
    from aule.cli.app_commands import brought_by, built  # loads the client

    if (group := brought_by(name)) is not None:
        return built(group)
    own = typer.Typer(add_completion=False, rich_markup_mode=None)
    settings = {"allow_extra_args": True, "ignore_unknown_options": True}

    @own.command(name, context_settings=settings, add_help_option=False)
    def call(context: typer.Context) -> None:  # pyright: ignore[reportUnusedFunction]
        from aule.cli.app_commands import run_app_command

        run_app_command(name, context.args, commands=list(COMMANDS))

    return get_command(own)
