"""Alignment: text that is folded for comparing while every letter keeps its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from aule.text.words import fold

LONGEST = 2_000
"""Characters in which values are looked for: a long text is a value, not a command."""
QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]+)[\"“”«»]|(?<!\w)['‘]([^'‘’]+)['’](?!\w)|`([^`]+)`")
"""Words in quotation marks of any kind; what stands between them is one of the three groups."""


def align(text: str) -> str:
    """Return the beginning of a text, folded letter by letter, so that a place in it is a place in the text."""
    head = text[:LONGEST]
    return head.lower() if head.isascii() else "".join((fold(letter) or " ")[:1] for letter in head)


def blank(text: str, places: Iterable[tuple[int, int]]) -> str:
    """Return a text in which these places are blanks, as long as before."""
    for start, end in places:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def blank_quotes(text: str) -> str:
    """Return a text in which quotations are blanks: what is quoted is a name, not a value."""
    return blank(text, (found.span() for found in QUOTED.finditer(text)))


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern ready for use. Fields bring more of them than `re` itself remembers."""
    return re.compile(pattern)


@cache
def whole_word(phrase: str, behind: str = "") -> re.Pattern[str]:
    """Return a pattern that finds a phrase where no word goes on before or behind it, with what may follow it."""
    return re.compile(rf"(?<!\w)(?<!\w['’]){re.escape(phrase)}(?!\w){behind}")
