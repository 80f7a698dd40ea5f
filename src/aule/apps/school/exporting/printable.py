"""What can be printed, and what a student's page leaves out of running text."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

Thing = TypeVar("Thing")

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
"""What no document format takes."""
_KEY = re.compile(
    r"^[ \t>#*_\-=|]*(?:\d{1,2}[.)][ \t]*)?[*_]*"
    r"(?:gabarito(?:[ \t]+comentado)?|chave[ \t]+de[ \t]+respostas|answer[ \t]+key|"
    r"respostas?[ \t]+(?:certa|correta|esperada)s?|respostas)"
    r"[*_ \t]*(?:[:|=\-–—]|$)",
    re.IGNORECASE | re.MULTILINE,
)
"""A line with which the answers begin."""


def printable(thing: Thing) -> Thing:
    """Return the same without characters that no document can hold."""
    value: Any = thing
    if isinstance(value, str):
        return cast("Thing", _UNPRINTABLE.sub("", value))
    if isinstance(value, tuple):
        return cast("Thing", tuple(printable(each) for each in cast("tuple[Any, ...]", value)))
    if is_dataclass(value) and not isinstance(value, type):
        changed = {each.name: printable(getattr(value, each.name)) for each in fields(value)}
        return cast("Thing", replace(value, **changed))
    return thing


def without_key(text: str) -> str:
    """Return a text for students: where its answers begin, it ends. The teacher's version has them."""
    found = _KEY.search(text)
    return text if found is None else text[: found.start()].rstrip()
