"""Values of commands that need no library to be read: words, yes or no, whole numbers, and choices.

Typer reads every value by pydantic, even one that was not given, and loading pydantic takes 90 ms: more than half of a
short command. So what is plain is read here. Everything else, and all that is wrong, is left to typer, which says why.
"""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import Any, cast

_NOT_PLAIN = object()


def read_plainly(command: Any) -> Any:
    """Let a command, and all below it, read plain values without typer's help. Returns the same command."""
    command.get_params = partial(_params, command)
    for inner in getattr(command, "commands", {}).values():
        read_plainly(inner)
    return command


def _params(command: Any, context: Any) -> list[Any]:
    """Return a command's parameters, `--help` among them, each of which reads plain values by itself."""
    typers = cast("Any", type(command))
    params: list[Any] = typers.get_params(command, context)
    for param in params:
        param.process_value = partial(_process, param)
    return params


def _process(param: Any, context: Any, value: Any) -> Any:
    read = _plain(param, value)
    if read is _NOT_PLAIN or (param.required and param.value_is_missing(read)):
        typers = cast("Any", type(param))
        return typers.process_value(param, context, value)
    return read if param.callback is None else param.callback(context, param, read)


def _plain(param: Any, value: Any) -> Any:
    """Return a value as its parameter's type has it; the mark where that takes more than a look."""
    wanted = param.type_descriptor.annotation
    if value is None:
        return () if param.multiple or param.nargs == -1 else None
    if wanted in (str, bool) and type(value) is wanted:
        return value
    if wanted == list[str] and isinstance(value, list | tuple):
        words: list[Any] = list(value)  # pyright: ignore[reportUnknownArgumentType] (what was typed)
        return words if all(type(word) is str for word in words) else _NOT_PLAIN
    if wanted is int:
        return _whole_number(param, value)
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        known = {each.value: each for each in wanted}
        return value if isinstance(value, wanted) else known.get(value, _NOT_PLAIN)
    return _NOT_PLAIN


def _whole_number(param: Any, value: Any) -> Any:
    is_typed = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 9
    if not is_typed and type(value) is not int:
        return _NOT_PLAIN
    number, least, most = int(value), param.min, param.max
    fits = (least is None or number >= least) and (most is None or number <= most)
    return number if fits else _NOT_PLAIN
