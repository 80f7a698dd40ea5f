"""What the command line parses with, built from the records of commands, the system's and those of apps alike."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import click

from aule.terminal.commands import Argument, Command, CommandGroup, Option, Words

_CLIENT = "aule.terminal.client.Client"
_CONSOLE = "aule.terminal.console.Console"
_AMBIENT = "aule.contracts.ambient.Ambient"
_GIVEN = {_CLIENT, _CONSOLE, _AMBIENT}
"""What the command line gives to a command by itself. Told by name, so that only those who want a client load it."""

_JSON = Option("--json", help="Print one JSON document instead of words.")


def build(record: Command | CommandGroup) -> click.Command:
    """Return what parses the words of a command, or of a group of commands, and runs it."""
    return _Group(record) if isinstance(record, CommandGroup) else _command(record)


@dataclass(frozen=True, slots=True)
class _Field:
    """A parameter of a function that is given by words: how it is parsed, and how the function gets it."""

    parameter: click.Parameter
    value: Callable[[Any], Any]


class _Group(click.Group):
    """Commands under one word; where an app says so, every other word is one of its capabilities."""

    def __init__(self, group: CommandGroup) -> None:
        alone = (
            None if group.otherwise is None else _unless_followed(_runner(group.otherwise, {}, _hints(group.otherwise)))
        )
        super().__init__(
            group.name,
            commands={command.name: _command(command) for command in group.commands},
            help=group.help,
            params=[] if alone is None else [_field("json", bool, _JSON, default=False).parameter],
            callback=alone,
            invoke_without_command=alone is not None,
            no_args_is_help=alone is None,
        )
        self._app = group.capabilities

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the records, which is the one a newcomer needs."""
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command of its own, or a capability."""
        own = super().get_command(ctx, cmd_name)
        if own is not None or self._app is None or cmd_name.startswith("-"):
            return own
        from aule.cli.app_commands import capability_command  # loads the client

        return capability_command(self._app, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, with the whole first paragraph of each one's help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _first_paragraph(each.help)) for name, each in self.commands.items()])


class _Argument(click.Argument):
    """An argument whose help says, as that of options does, whether it has to be given."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return how it is written, and what it means."""
        spelled, help = super().get_help_record(ctx)
        default = self.get_default(ctx)
        if self.required:
            return spelled, f"{help}  [required]"
        return spelled, help if default in (None, "") or self.nargs == -1 else f"{help}  [default: {default}]"


class _Member(click.Choice[Any]):
    """A member of an enum, written as its value."""

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """Return how a member is written."""
        return str(choice.value if isinstance(choice, Enum) else choice)


def _command(record: Command) -> click.Command:
    hints = _hints(record.function)
    fields = {
        name: _field(name, *_marked(hints[name], parameter.default), default=parameter.default)
        for name, parameter in inspect.signature(record.function).parameters.items()
        if _name_of(hints[name]) not in _GIVEN
    }
    params = [field.parameter for field in fields.values()]
    if record.has_json:
        params.append(_field("json", bool, _JSON, default=False).parameter)
    return click.Command(
        record.name,
        help=record.function.__doc__,
        params=params,
        callback=_runner(record.function, {name: field.value for name, field in fields.items()}, hints),
    )


def _runner(
    function: Callable[..., Any], values: Mapping[str, Callable[[Any], Any]], hints: Mapping[str, Any]
) -> Callable[..., None]:
    """Return what runs a function: it gives the function what was typed, and what it asks for besides."""
    given = {name: _name_of(hint) for name, hint in hints.items() if _name_of(hint) in _GIVEN}

    def run(**typed: Any) -> None:
        from aule.cli.command import conclude, speak  # what a command runs in, which its help does not need

        as_json: bool = typed.pop("json", False)

        def begin(console: Any) -> Any:
            arguments = {name: values[name](value) for name, value in typed.items()}
            arguments |= {name: console for name, kind in given.items() if kind == _CONSOLE}
            if _AMBIENT in given.values():
                from aule.ambient import ambient  # the real clock, which only some commands ask for

                arguments |= {name: ambient() for name, kind in given.items() if kind == _AMBIENT}
            clients = [name for name, kind in given.items() if kind == _CLIENT]
            if not clients:
                return function(**arguments)
            return speak(lambda client: function(**arguments, **dict.fromkeys(clients, client)))

        conclude(begin, as_json=as_json)

    return run


def _unless_followed(run: Callable[..., None]) -> Callable[..., None]:
    """Return what runs when a group's word stands alone, and does nothing where a command follows it."""

    def alone(**typed: Any) -> None:
        if click.get_current_context().invoked_subcommand is None:
            run(**typed)

    return alone


def _marked(hint: Any, default: Any) -> tuple[Any, Argument | Option | Words]:
    """Return a parameter's type and its mark; without one it is an argument, or an option where it has a default."""
    kind, marks = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
    for mark in marks:
        if isinstance(mark, Argument | Option | Words):
            return kind, mark
    return kind, Argument("") if default is inspect.Parameter.empty else Option(help="")


def _field(name: str, hint: Any, mark: Argument | Option | Words, *, default: Any) -> _Field:
    if isinstance(mark, Words):
        return _Field(_Argument([name], nargs=-1, help=mark.help), _joined)
    kind, is_many = _item_type(hint)
    is_required = default is inspect.Parameter.empty
    settings: dict[str, Any] = {"help": mark.help, "required": is_required}
    if not is_required and not is_many:
        settings["default"] = default.value if isinstance(default, Enum) else default
    if isinstance(mark, Argument):
        parameter = _Argument([name], type=_click_type(kind), nargs=-1 if is_many else 1, **settings)
    else:
        parameter = _option(name, kind, mark, {**settings, "multiple": is_many})
    return _Field(parameter, (lambda given: list(given) if given else default) if is_many else lambda given: given)


def _option(name: str, kind: Any, mark: Option, settings: dict[str, Any]) -> click.Option:
    written = name.replace("_", "-")
    if kind is bool:
        flags = mark.flags or (f"--{written}/--no-{written}",)
        return click.Option([name, *flags], is_flag=True, show_default=True, **settings)
    return click.Option(
        [name, *(mark.flags or (f"--{written}",))],
        type=_click_type(kind, mark),
        metavar=mark.metavar,
        envvar=mark.variable,
        show_envvar=True,
        show_default=settings.get("default") != "",
        **settings,
    )


def _item_type(hint: Any) -> tuple[Any, bool]:
    """Return the type of one value, and whether there may be many: `list[str] | None` is many words."""
    if get_origin(hint) in (UnionType, Union):
        hint = next(each for each in get_args(hint) if each is not NoneType)
    return (get_args(hint)[0], True) if get_origin(hint) is list else (hint, False)


def _click_type(kind: Any, mark: Option | None = None) -> click.ParamType[Any]:
    has_limits = mark is not None and (mark.min, mark.max) != (None, None)
    limits: dict[str, Any] = {"min": mark.min, "max": mark.max} if mark is not None and has_limits else {}
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if issubclass(kind, Enum):
        return _Member(kind)
    if kind is int:
        return click.IntRange(**limits) if limits else click.INT
    if kind is float:
        return click.FloatRange(**limits) if limits else click.FLOAT
    if kind is Path:
        return click.Path(path_type=Path)
    if kind is str:
        return click.STRING
    raise TypeError(f"A command cannot take {kind!r}: only text, numbers, yes or no, paths, choices and lists of them.")


def _joined(words: tuple[str, ...]) -> str:
    return " ".join(words) if words and words != ("-",) else sys.stdin.read()


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of a function's parameters, with their marks."""
    hints = get_type_hints(function, include_extras=True)
    hints.pop("return", None)
    return hints


def _name_of(hint: Any) -> str:
    return f"{getattr(hint, '__module__', '')}.{getattr(hint, '__qualname__', '')}"


def _first_paragraph(help: str | None) -> str:
    return " ".join(inspect.cleandoc(help or "").partition("\n\n")[0].split())
