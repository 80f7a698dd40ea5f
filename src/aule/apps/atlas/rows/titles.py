"""Titles, which anybody may have written: on one line, cut, and folded for comparing."""

from __future__ import annotations

import re
from typing import Any

from aule.text.words import fold

LONGEST_NAME = 300
"""Characters of a title by which it is compared; databases do not index longer ones."""

# Control characters, line ends, characters that turn the direction of writing or show nothing, halves of characters.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff"
    "\u115f\u1160\u17b4\u17b5\u180e\u3164\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+"
)
_AND = re.compile(r"\s*&\s*")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~!&])")


def one_line(value: Any) -> str:
    """Return a title on one line, with nothing in it that cannot be seen; empty if it is no text."""
    return " ".join(_UNSEEN.sub(" ", value).split()) if isinstance(value, str) else ""


def cut(title: str, limit: int = 80) -> str:
    """Return a title of at most so many characters; `…` stands for the rest."""
    return title if len(title) <= limit else title[: limit - 1].rstrip() + "…"


def key(value: Any) -> str:
    """Return a title for comparing: case, accents and spaces do not matter, `&` is the same as ` e ` (AT-12)."""
    line = one_line(value)
    return " ".join(fold(_AND.sub(" e ", line)).split())[:LONGEST_NAME]


def safe(title: str, limit: int = 160) -> str:
    """Return a title as text in Markdown: whatever could be read into it is escaped."""
    return _MARKUP.sub(r"\\\1", cut(one_line(title), limit))
