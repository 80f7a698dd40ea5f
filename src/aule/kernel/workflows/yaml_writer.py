"""YAML as written by hand: block style, keys in the order given, long texts as blocks.

The text reads back as exactly the same values; whatever could be read as something else is quoted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

_PLAIN = re.compile(r"[^\W\d_](?:[\w ./()@$%*+'-]*[\w.)/%*+])?")
_SENTENCE = re.compile(r"[^\W\d_](?:[\w ./()@$%*+'\",;!?<>=&–—…-]*[\w.)/%,;!?'\"…])?")
"""Text that needs no quotes where no list or object is open around it."""
_TAKEN = frozenset({"null", "true", "false"})
_BLOCK = re.compile(r"\S(?:.*\S)?\n?", re.DOTALL)
_UNPRINTED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_HIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
SHORT = 88
"""Characters of a list or an object that is written on one line."""


def write_yaml(value: Any) -> str:
    """Return a JSON value as YAML text."""
    return "\n".join(_lines(value)) + "\n"


def _lines(value: Any) -> Iterator[str]:
    """Yield a value as lines of its own."""
    if isinstance(value, Mapping) and value:
        for key, each in cast("Mapping[str, Any]", value).items():
            yield from _entry(f"{_text(key)}:", each)
    elif isinstance(value, list) and value:
        for each in cast("list[Any]", value):
            yield from _item(each)
    else:
        yield _inline(value)


def _entry(key: str, value: Any) -> Iterator[str]:
    """Yield a key with its value beside or below it."""
    if isinstance(value, str) and _is_block(value):
        yield f"{key} {'|' if value.endswith(chr(10)) else '|-'}"
        yield from (f"  {line}" if line else "" for line in value.removesuffix("\n").split("\n"))
    elif isinstance(value, str):
        yield f"{key} {_text(value, _SENTENCE)}"
    elif (short := _short(value)) is not None:
        yield f"{key} {short}"
    else:
        yield key
        yield from (f"  {line}" if line else "" for line in _lines(value))


def _item(value: Any) -> Iterator[str]:
    """Yield one item of a list, its first line after the dash."""
    if isinstance(value, str) and _is_block(value):
        yield from _entry("-", value)
        return
    if isinstance(value, list) and value and (short := _short(value)) is not None:
        yield f"- {short}"
        return
    for number, line in enumerate(_lines(value)):
        yield f"- {line}" if number == 0 else f"  {line}" if line else ""


def _short(value: Any) -> str | None:
    """Return a value on one line, if it is a word, or a short flat list or object; else None."""
    if not isinstance(value, (list, Mapping)) or not value:
        return _inline(value)
    inner = cast("list[Any]", value if isinstance(value, list) else list(cast("Mapping[str, Any]", value).values()))
    if any(_is_long(each) for each in inner):
        return None
    text = _inline(cast("Any", value))
    return text if len(text) <= SHORT else None


def _is_long(value: Any) -> bool:
    """Return whether a value holds others, or has several lines."""
    if isinstance(value, str):
        return "\n" in value
    return isinstance(value, (list, Mapping)) and len(cast("list[Any]", value)) > 0


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        mapping = cast("Mapping[str, Any]", value)
        return "{" + ", ".join(f"{_text(key)}: {_inline(each)}" for key, each in mapping.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(each) for each in cast("list[Any]", value)) + "]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str, plain: re.Pattern[str] = _PLAIN) -> str:
    """Return a text on one line, quoted only where it could be read as something else."""
    if plain.fullmatch(text) and text.lower() not in _TAKEN:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)


def _is_block(text: str) -> bool:
    """Return whether a text of several lines can be written as an indented block."""
    if "\n" not in text.removesuffix("\n") or " \n" in text or _UNPRINTED.search(text):
        return False
    return _BLOCK.fullmatch(text) is not None
