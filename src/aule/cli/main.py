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

COMMANDS: dict[str, tuple[str, str]] = {
    "up": ("commands.up", "Start the desktop and open it in the browser."),
    "worker": ("commands.worker", "Drive runs of a database that several machines share."),
    "open": ("commands.open", "Open the desktop of the running server, signed in."),
    "ask": ("commands.ask", "Ask an agent and watch it work."),
    "chat": ("commands.chat", "Talk with an agent."),
    "understand": ("commands.understand", "See how words are understood without a model; nothing is done."),
    "agent": ("agents.agent", "Work with agents that live beside a project, and keep their manifests."),
    "conductor": ("agents.conductor", "Run, check and convert workflow files of resident agents."),
    "atlas": ("app_commands.atlas", "Keep a company's strategy: import, look, act, undo, export."),
    "school": (
        "app_commands.school",
        "Bring marks, attendance and rosters along, export documents, add the sample school.",
    ),
    "plan": ("commands.plan", "Make plans: review, approve and run exactly what you saw."),
    "approvals": ("commands.approvals", "See what waits for you, and decide it."),
    "undo": ("commands.undo", "Take back a change or a whole run."),
    "history": ("commands.history", "See what was changed, by whom, and how to take it back."),
    "projects": ("commands.projects", "See the places agents work in, add one, take one off the list."),
    "memory": ("commands.memory", "See what is remembered, add to it, forget something."),
    "workflows": ("commands.workflows", "Keep workflows: check, import, export and run them."),
    "schedule": ("commands.schedule", "See what runs by itself; add to it, pause, run or remove it."),
    "runs": ("commands.runs", "See what is happening and what happened."),
    "artifacts": ("commands.artifacts", "See what was made and added; add files, save them."),
    "events": ("commands.events", "Print the event log, or follow it."),
    "capabilities": ("commands.capabilities", "List what agents and you can call."),
    "call": ("commands.call", "Call a capability."),
    "models": ("commands.models", "See which models there are, try one, add one."),
    "doctor": ("commands.doctor", "Check that everything is in order."),
    "version": ("commands.version", "Print the version."),
}
"""Name → module in this package, and one line of help."""

EPILOG = "Every app adds its own commands: `aule APP` lists them, `aule APP NAME key=value…` runs one."


class Commands(TyperGroup):
    """The commands above, and a command for every app, none of them loaded before it is needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load one command. A word that is none of ours may be an app's name."""
        if cmd_name in COMMANDS:
            module = import_module(f"aule.cli.{COMMANDS[cmd_name][0]}")
            command = get_command(module.app)
            command.name = cmd_name
            return command
        if not cmd_name.isidentifier() or not cmd_name.islower():
            return None
        return _app_command(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list in `--help`, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])


app = typer.Typer(
    cls=Commands,
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
    app(prog_name="aule")


def _app_command(name: str) -> Any:
    """The command that an app's name is, its words read when it runs."""
    own = typer.Typer(add_completion=False, rich_markup_mode=None)
    settings = {"allow_extra_args": True, "ignore_unknown_options": True}

    @own.command(name, context_settings=settings, add_help_option=False)
    def call(context: typer.Context) -> None:  # pyright: ignore[reportUnusedFunction]
        from aule.cli.app_commands.any_app import run_app_command  # loads the client

        run_app_command(name, context.args, commands=list(COMMANDS))

    return get_command(own)
