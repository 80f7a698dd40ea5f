"""Commands as plain data: a name, a function, and what its signature says about arguments and options.

shelf = CommandGroup("shelf", help="Keep a reading list.")

@shelf.command()
async def add(client: Client, console: Console, title: Annotated[str, Argument("The title.")]) -> None:
    \"\"\"Add a book.\"\"\"

The command line builds what it parses with from these records when somebody types `aule shelf`; its own commands are
recorded in the same way. A parameter that is a `Client`, the `Console` or the `Ambient` is given by it; every other
parameter is an argument or an option.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Argument:
    """Marks a parameter that is given by its place."""

    help: str


@dataclass(frozen=True, slots=True)
class Words:
    """Marks a text that is given as any number of words; without words, or with `-`, it is read from standard input.

    It is read before the command begins: whoever writes it may need the data directory until then.
    """

    help: str


@dataclass(frozen=True, slots=True, init=False)
class Option:
    """Marks a parameter that is given by a flag; without flags of its own it is called as the parameter is."""

    flags: tuple[str, ...]
    help: str
    min: float | None
    max: float | None
    metavar: str | None
    variable: str | None
    """The environment variable that gives the value where the flag does not."""

    def __init__(
        self,
        *flags: str,
        help: str,
        min: float | None = None,
        max: float | None = None,
        metavar: str | None = None,
        variable: str | None = None,
    ) -> None:
        values = {"flags": flags, "help": help, "min": min, "max": max, "metavar": metavar, "variable": variable}
        for name, value in values.items():
            object.__setattr__(self, name, value)


Limit = Annotated[int, Option(min=1, max=200, help="At most this many.")]


@dataclass(frozen=True, slots=True)
class Command:
    """One command: what runs, under which name, and whether `--json` asks for one document instead of words."""

    name: str
    function: Callable[..., Any]
    has_json: bool

    @property
    def help(self) -> str:
        """What it does, in one line."""
        return (self.function.__doc__ or "").strip().partition("\n")[0]


def command(name: str | None = None, *, has_json: bool = True) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a command that stands alone, as `aule ask` does. It may be async, and returns an exit code."""
    return lambda function: Command(name or function.__name__.replace("_", "-"), function, has_json)


class CommandGroup:
    """Commands under one word: `aule shelf add`, `aule shelf list`."""

    def __init__(self, name: str, *, help: str, capabilities: str | None = None) -> None:
        self.name = name
        self.help = help
        self.capabilities = capabilities
        """The app whose capabilities can be called as well, by any word that is no command."""
        self.commands: list[Command] = []
        self.otherwise: Callable[..., Any] | None = None
        """What runs when the word stands alone; none shows the help."""

    def command(self, name: str | None = None, *, has_json: bool = True) -> Callable[[Function], Function]:
        """Make a function a command. It may be async, and returns an exit code, or none for success."""

        def record(function: Function) -> Function:
            self.commands.append(command(name, has_json=has_json)(function))
            return function

        return record

    def default(self, function: Function) -> Function:
        """Make a function what the word alone does: one that may be called without arguments and options."""
        self.otherwise = function
        return function
