"""The message catalogues of the code, and the calls that use their messages, found by reading the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from string import Formatter

from tests.architecture.source import PACKAGE, Source, package

from aule.text.messages import Messages

_METHODS = {"say", "say_count", "hint"}
_LEAST_PART = 3
"""Letters that an f-string must share with a key to count as its use."""


@dataclass(frozen=True)
class Bound:
    """A name of a module that stands for a catalogue, or for one of its methods."""

    package: str
    file: str
    method: str | None = None


@dataclass(frozen=True)
class Use:
    """One call of a catalogue's method with a key that is written out."""

    place: str
    bound: Bound
    key: str
    values: frozenset[str]
    has_more: bool
    """Whether further values come from a mapping."""


def placeholders(text: str) -> set[str]:
    """Return the names of the values that a text needs."""
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def catalogues() -> dict[tuple[str, str], Messages]:
    """Return every catalogue that some module reads."""
    found = {(each.package, each.file) for names in _bindings().values() for each in names.values()}
    return {place: Messages(*place) for place in sorted(found)}


def uses() -> Iterator[Use]:
    """Yield every call of a catalogue whose key is written out."""
    for source in package():
        names = dict(_bindings().get(_dotted(source), {}))
        for node in source.nodes:
            if isinstance(node, ast.ImportFrom) and node.module in _bindings():
                known = _bindings()[node.module]
                names |= {each.asname or each.name: known[each.name] for each in node.names if each.name in known}
        for node in source.nodes if names else ():
            if isinstance(node, ast.Call) and (bound := _called(node.func, names)) is not None and node.args:
                for key in _keys(node.args[0]):
                    values = frozenset(each.arg for each in node.keywords if each.arg is not None)
                    more = any(each.arg is None for each in node.keywords)
                    yield Use(f"{source.name}:{node.lineno}", bound, key, values, more)


@cache
def written_keys() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return all texts that stand in the code, and a pattern of the texts that the code puts together."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for source in package():
        for node in source.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [each.value if isinstance(each, ast.Constant) else None for each in node.values]
                letters = sum(len(str(part)) for part in parts if part is not None)
                if letters >= _LEAST_PART and all(part is None or re.fullmatch(r"\w+", str(part)) for part in parts):
                    patterns.add("".join(r"\w+" if part is None else str(part) for part in parts))
    return frozenset(texts), re.compile("|".join(sorted(patterns)))


@cache
def _bindings() -> dict[str, dict[str, Bound]]:
    found: dict[str, dict[str, Bound]] = {}
    for source in package():
        names: dict[str, Bound] = {}
        for node in source.tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                for target, value in _pairs(node.targets[0], node.value):
                    if isinstance(target, ast.Name) and (bound := _bound(value, names)) is not None:
                        names[target.id] = bound
        if names:
            found[_dotted(source)] = names
    return found


def _dotted(source: Source) -> str:
    parts = source.path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def _bound(value: ast.expr, names: dict[str, Bound]) -> Bound | None:
    if isinstance(value, ast.Attribute) and value.attr in _METHODS:
        known = _bound(value.value, names)
        return None if known is None else Bound(known.package, known.file, value.attr)
    if isinstance(value, ast.Name):
        return names.get(value.id)
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Name)):
        return None
    if value.func.id not in ("Messages", "TerminalMessages"):
        return None
    folder, file = (*(ast.literal_eval(each) for each in value.args), "messages.toml")[:2]
    return Bound(folder, file)


def _called(function: ast.expr, names: dict[str, Bound]) -> Bound | None:
    bound = _bound(function, names) if isinstance(function, ast.Attribute | ast.Name) else None
    return bound if bound is not None and bound.method is not None else None


def _keys(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return [*_keys(node.body), *_keys(node.orelse)] if isinstance(node, ast.IfExp) else []
