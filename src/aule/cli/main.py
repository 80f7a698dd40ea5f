"""The `aule` command: its list of commands, each loaded when it is used.

Nothing heavy is imported here, so that `aule --help` answers at once.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from aule import __version__
from aule.apps import COMMANDS as APP_COMMANDS

COMMANDS: dict[str, tuple[str, str]] = {
    "up": ("aule.cli.commands.up:up", "Start the desktop and open it in the browser."),
    "worker": ("aule.cli.commands.worker:worker", "Drive runs of a database that several machines share."),
    "open": ("aule.cli.commands.open:open_", "Open the desktop of the running server, signed in."),
    "ask": ("aule.cli.commands.ask:ask", "Ask an agent and watch it work."),
    "chat": ("aule.cli.commands.chat:chat", "Talk with an agent."),
    "understand": (
        "aule.cli.commands.understand:understand",
        "See how words are understood without a model; nothing is done.",
    ),
    **APP_COMMANDS,
    "plan": ("aule.cli.commands.plan:commands", "Make plans: review, approve and run exactly what you saw."),
    "approvals": ("aule.cli.commands.approvals:commands", "See what waits for you, and decide it."),
    "undo": ("aule.cli.commands.undo:undo", "Take back a change or a whole run."),
    "history": ("aule.cli.commands.history:commands", "See what was changed, by whom, and how to take it back."),
    "projects": (
        "aule.cli.commands.projects:commands",
        "See the places agents work in, add one, take one off the list.",
    ),
    "conversations": (
        "aule.cli.commands.memory:conversations",
        "See conversations, and find what was said in them.",
    ),
    "memory": ("aule.cli.commands.memory:commands", "See what is remembered, add to it, forget something."),
    "workflows": ("aule.cli.commands.workflows:commands", "Keep workflows: check, import, export and run them."),
    "schedule": ("aule.cli.commands.schedule:commands", "See what runs by itself; add to it, pause, run or remove it."),
    "runs": ("aule.cli.commands.runs:commands", "See what is happening and what happened."),
    "artifacts": ("aule.cli.commands.artifacts:commands", "See what was made and added; add files, save them."),
    "events": ("aule.cli.commands.events:events", "Print the event log, or follow it."),
    "capabilities": ("aule.cli.commands.capabilities:capabilities", "List what agents and you can call."),
    "call": ("aule.cli.commands.call:call", "Call a capability."),
    "token": ("aule.cli.commands.token:commands", "Make tokens for programs, list them, revoke one."),
    "models": ("aule.cli.commands.models:commands", "See which models there are, try one, add one."),
    "doctor": ("aule.cli.commands.doctor.command:doctor", "Check that everything is in order."),
    "completion": ("aule.cli.commands.completion:completion", "Let bash, zsh or fish complete commands and ids."),
    "version": ("aule.cli.commands.version:version", "Print the version."),
}
"""Name → where it is, and one line of help."""

EPILOG = "Every app adds its own commands: `aule APP` lists them, `aule APP NAME key=value…` runs one."


class Commands(click.Group):
    """The commands above, and a command for every app, none of them loaded before it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command. A word that is none of ours may be an app's name."""
        if cmd_name in COMMANDS:
            return _loaded(cmd_name)
        if not cmd_name.isidentifier() or not cmd_name.islower():
            return None
        from aule.cli.app_commands import app_command  # loads the client

        return app_command(cmd_name, commands=list(COMMANDS))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in `--help`, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was typed. Ctrl-C while it is still loaded ends it as it would later."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            sys.exit(130)  # ExitCode.INTERRUPTED, whose module nothing else here needs


def _print_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print(__version__)
        context.exit()


app = Commands(
    "aule",
    help="auleOS: a desktop where agents are apps. You ask, see the plan, approve what you saw, and can undo it.",
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help="Print the version and leave.",
        )
    ],
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
)
"""The command line. It is called with a list of words, or takes those of the process."""


def run() -> None:
    """The console script."""
    app(prog_name="aule")


def _loaded(name: str) -> click.Command:
    """Return one of the commands in the list, built from what its module records."""
    from aule.cli.builder import build  # which a list of commands does not need

    module, _, attribute = COMMANDS[name][0].partition(":")
    return build(getattr(import_module(module), attribute))
