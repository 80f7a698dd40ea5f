"""Commands of apps: those an app brings, built from its records, and its capabilities as commands of their own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperGroup
from typer.main import get_command

from aule.cli.command import Json, conclude, perform
from aule.cli.commands.call import use
from aule.cli.commands.capabilities import all_capabilities, describe
from aule.cli.plain_values import read_plainly
from aule.contracts.ambient import Ambient
from aule.contracts.errors import NotFound
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Option
from aule.terminal.console import Console
from aule.terminal.exits import ExitCode

_GIVEN = (Client, Console, Ambient)
"""What the command line gives to a command by itself."""


def built(group: CommandGroup) -> Any:
    """Return the command that a group of an app's commands is."""
    app = typer.Typer(
        cls=TyperGroup if group.capabilities is None else _with_capabilities(group.capabilities),
        help=group.help,
        no_args_is_help=group.otherwise is None,
        invoke_without_command=group.otherwise is not None,
    )
    for command in group.commands:
        app.command(command.name)(_runner(command.function, has_json=command.has_json))
    if group.otherwise is not None:
        alone = _runner(group.otherwise, has_json=True)

        def default(context: typer.Context, json: Json = False) -> None:
            if context.invoked_subcommand is None:
                alone(json=json)

        default.__doc__ = group.help
        app.callback()(default)
    elif len(group.commands) == 1:
        app.callback()(_nothing)  # else Typer would take the group for its only command
    command = get_command(app)
    command.name = group.name
    return read_plainly(command)


def _nothing() -> None:
    pass


def brought_by(name: str) -> CommandGroup | None:
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

    perform(act, as_json="--json" in flags)


def _with_capabilities(app: str) -> type[TyperGroup]:
    """Return a group in which every word that is no command is one of an app's capabilities."""

    class Own(TyperGroup):
        """Its own commands first, then what the app can do."""

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


def _runner(function: Callable[..., Any], *, has_json: bool) -> Callable[..., None]:
    """Return a function that Typer reads the signature of: it gives the app's function what it asks for."""
    hints = get_type_hints(function, include_extras=True)
    hints.pop("return", None)
    own = {name: hint for name, hint in hints.items() if hint in _GIVEN}

    def run(**typed: Any) -> None:
        as_json: bool = typed.pop("json", False)

        def begin(client: Client | None, console: Console) -> Coroutine[Any, Any, int | None]:
            from aule.ambient import ambient  # the real clock, which only some commands ask for

            kinds: dict[Any, Callable[[], Any]] = {Client: lambda: client, Console: lambda: console, Ambient: ambient}
            return _ended(function(**{name: kinds[kind]() for name, kind in own.items()}, **typed))

        if Client in own.values():
            perform(begin, as_json=as_json)
        else:
            conclude(lambda console: begin(None, console), as_json=as_json)

    params = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=param.default, annotation=_annotation(hints[name])
        )
        for name, param in inspect.signature(function).parameters.items()
        if name not in own
    ]
    if has_json:
        params.append(inspect.Parameter("json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Json))
    run.__name__, run.__doc__ = function.__name__, function.__doc__
    run.__annotations__ = {}
    run.__signature__ = inspect.Signature(params)  # pyright: ignore[reportFunctionMemberAccess]
    return run


async def _ended(result: Any) -> int | None:
    return await result if inspect.isawaitable(result) else result


def _annotation(hint: Any) -> Any:
    """Return a parameter's type with Typer's word for an argument or an option."""
    kind, marks = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
    for mark in marks:
        match mark:
            case Argument():
                return Annotated[kind, typer.Argument(help=mark.help)]
            case Option():
                found = typer.Option(*mark.flags, help=mark.help, min=mark.min, max=mark.max, metavar=mark.metavar)
                return Annotated[kind, found]
            case _:
                pass
    return hint


def _words(name: str) -> str:
    return f"aule {name.replace('.', ' ')}"
