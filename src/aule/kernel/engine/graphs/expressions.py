"""Expressions: the conditions of steps, in one small closed grammar that nothing can be smuggled into.

either  = both  { ("or" | "||") both }
both    = denied { ("and" | "&&") denied }
denied  = ("not" | "!") denied | compared
compared = value [ ("==" | "!=" | "<" | ">" | "<=" | ">=") value ]
value   = "(" either ")" | success() | failure() | always() | number | 'text' | true | false | null | path
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from aule.contracts.errors import Invalid
from aule.kernel.engine.graphs.paths import MISSING, Path, parse_path

MAX_LENGTH = 2_000
MAX_DEPTH = 40

Standing = Literal["success", "failure", "always"]
"""How the steps before this one ended: all well, at least one badly, or no matter."""

_TOKEN = re.compile(
    r"\s*(?:(?P<operator>==|!=|<=|>=|<|>|&&|\|\||!|\(|\))"
    r"|(?P<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?![\w.]))"
    r"|(?P<text>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<word>[^\W\d][\w.\-]*(?:\[[^\]]*\][\w.\-]*)*))"
)
_WORDS = {"&&": "and", "||": "or", "!": "not"}
_LITERALS: Mapping[str, Any] = {"true": True, "false": False, "null": None}
_STANDINGS: tuple[Standing, ...] = ("success", "failure", "always")


@dataclass(frozen=True, slots=True)
class Literally:
    """A number, a text, true, false or null."""

    value: Any


@dataclass(frozen=True, slots=True)
class Found:
    """What a path finds."""

    path: Path


@dataclass(frozen=True, slots=True)
class Stands:
    """How the steps before ended."""

    standing: Standing


@dataclass(frozen=True, slots=True)
class Denied:
    """The opposite of something."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Joined:
    """Both, or either, of two."""

    how: Literal["and", "or"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Compared:
    """Two values beside each other."""

    how: Literal["==", "!=", "<", ">", "<=", ">="]
    left: Expression
    right: Expression


Expression = Literally | Found | Stands | Denied | Joined | Compared


@dataclass(frozen=True, slots=True)
class Sight:
    """What an expression can see: the values by their root, and how the steps before it ended."""

    values: Mapping[str, Any]
    success: bool = True
    failure: bool = False


def parse(text: str) -> Expression:
    """Read an expression, with or without the `${{ }}` around it."""
    if len(text) > MAX_LENGTH:
        raise Invalid(f"A condition of {len(text)} characters is too long", hint=f"At most {MAX_LENGTH}.")
    bare = text.strip()
    if bare.startswith("${{") and bare.endswith("}}"):
        bare = bare[3:-2]
    return _Reader(text, list(_tokens(text, bare))).whole()


def evaluate(expression: Expression, sight: Sight) -> Any:
    """What an expression comes to. What is not there is null."""
    match expression:
        case Literally(value):
            return value
        case Found(path):
            value = path.within(sight.values)
            return None if value is MISSING else value
        case Stands(standing):
            return {"success": sight.success, "failure": sight.failure, "always": True}[standing]
        case Denied(of):
            return not evaluate(of, sight)
        case Joined("and", left, right):
            return bool(evaluate(left, sight)) and bool(evaluate(right, sight))
        case Joined(_, left, right):
            return bool(evaluate(left, sight)) or bool(evaluate(right, sight))
        case Compared(how, left, right):
            return _compare(how, evaluate(left, sight), evaluate(right, sight))


def parts_of(expression: Expression) -> Iterator[Expression]:
    """An expression and everything in it."""
    yield expression
    match expression:
        case Denied(of):
            yield from parts_of(of)
        case Joined(_, left, right) | Compared(_, left, right):
            yield from parts_of(left)
            yield from parts_of(right)
        case _:
            pass


def paths_in(expression: Expression) -> set[Path]:
    """Everything it looks at."""
    return {part.path for part in parts_of(expression) if isinstance(part, Found)}


def asks_how_it_stands(expression: Expression) -> bool:
    """Whether it says itself what becomes of it when a step before failed."""
    return any(isinstance(part, Stands) for part in parts_of(expression))


def _compare(how: str, left: Any, right: Any) -> bool:
    if how == "==":
        return _same(left, right)
    if how == "!=":
        return not _same(left, right)
    if not ((_is_number(left) and _is_number(right)) or (isinstance(left, str) and isinstance(right, str))):
        raise Invalid(
            f"{_shown(left)} {how} {_shown(right)} cannot be compared",
            hint="Compare a number with a number or a text with a text.",
            code="not_comparable",
        )
    order: dict[str, Callable[[Any, Any], bool]] = {
        "<": lambda a, b: a < b,
        ">": lambda a, b: a > b,
        "<=": lambda a, b: a <= b,
        ">=": lambda a, b: a >= b,
    }
    return order[how](left, right)


def _same(left: Any, right: Any) -> bool:
    """Equal as JSON: `true` is not 1."""
    return isinstance(left, bool) is isinstance(right, bool) and left == right


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:60]


def _tokens(whole: str, text: str) -> Iterator[tuple[str, str]]:
    place = 0
    text = text.rstrip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise Invalid(
                f"{whole!r} cannot be read from {text[place:].strip()[:20]!r} on",
                hint="Conditions know == != < > and or not, success() failure() always(), values and paths.",
            )
        kind = str(found.lastgroup)
        word = found[kind]
        yield ("operator", _WORDS.get(word, word)) if kind == "operator" else (kind, word)
        place = found.end()


class _Reader:
    """Reads tokens from left to right, one grammar rule a method."""

    def __init__(self, text: str, tokens: list[tuple[str, str]]) -> None:
        self._text = text
        self._tokens = tokens
        self._place = 0
        self._depth = 0

    def whole(self) -> Expression:
        found = self._either()
        if self._place < len(self._tokens):
            raise self._stuck()
        return found

    def _either(self) -> Expression:
        return self._chain("or", lambda: self._chain("and", self._denied))

    def _chain(self, how: Literal["and", "or"], operand: Callable[[], Expression]) -> Expression:
        left = operand()
        while self._takes(how):
            left = Joined(how, left, operand())
            self._depth += 1  # a chain nests to the left; walking it must not run out of stack
            self._check_depth()
        return left

    def _denied(self) -> Expression:
        if self._takes("not"):
            return self._deeper(lambda: Denied(self._denied()))
        return self._compared()

    def _compared(self) -> Expression:
        left = self._value()
        for how in ("==", "!=", "<=", ">=", "<", ">"):
            if self._takes(how):
                return Compared(how, left, self._value())
        return left

    def _value(self) -> Expression:
        if self._takes("("):
            inner = self._deeper(self._either)
            if not self._takes(")"):
                raise self._stuck()
            return inner
        if self._place >= len(self._tokens):
            raise self._stuck()
        kind, word = self._tokens[self._place]
        if kind == "operator" or word in ("and", "or", "not"):
            raise self._stuck()
        self._place += 1
        match kind:
            case "number":
                return Literally(json.loads(word))
            case "text":
                return Literally(re.sub(r"\\(.)", r"\1", word[1:-1], flags=re.DOTALL))
            case _:
                return self._word(word)

    def _word(self, word: str) -> Expression:
        if self._takes("("):
            for standing in _STANDINGS:
                if word == standing and self._takes(")"):
                    return Stands(standing)
            raise self._stuck()
        return Literally(_LITERALS[word]) if word in _LITERALS else Found(parse_path(word))

    def _takes(self, word: str) -> bool:
        if self._place < len(self._tokens) and self._tokens[self._place] in (("operator", word), ("word", word)):
            self._place += 1
            return True
        return False

    def _deeper(self, read: Callable[[], Expression]) -> Expression:
        self._depth += 1
        self._check_depth()
        found = read()
        self._depth -= 1
        return found

    def _check_depth(self) -> None:
        if self._depth > MAX_DEPTH:
            raise Invalid(f"The condition {self._text[:60]!r}… nests too deep", hint="Split it over two steps.")

    def _stuck(self) -> Invalid:
        rest = " ".join(word for _, word in self._tokens[self._place : self._place + 4]) or "its end"
        return Invalid(
            f"{self._text!r} cannot be read at {rest!r}",
            hint="Conditions know == != < > and or not, success() failure() always(), values and paths.",
        )
