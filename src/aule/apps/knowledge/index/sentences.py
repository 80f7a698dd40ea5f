"""Sentences of a passage: where each begins and ends, rows of tables with their headings."""

from __future__ import annotations

import re
from dataclasses import dataclass

_END = re.compile(r"(?<=[.!?;:])(?<!\b[A-Z]\.)\s+(?=[\"“(\[]?[A-ZÀ-Ý0-9])")
_RULE = re.compile(r"[|\s:+-]+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or a row of a table, and its place in its passage."""

    start: int
    end: int
    text: str
    context: str = ""
    """The headings of a row's columns."""


def sentences_of(text: str) -> list[Sentence]:
    """Cut a text into its sentences; lines of lists and rows of tables count as sentences."""
    found: list[Sentence] = []
    header = ""
    place = 0
    for line in text.splitlines(keepends=True):
        start, place = place, place + len(line)
        bare = line.strip()
        is_row = bare.startswith("|")
        if not bare or _RULE.fullmatch(bare):
            header = header if is_row else ""
            continue
        if is_row:
            begin = start + line.index(bare)
            found.append(Sentence(begin, begin + len(bare), bare, header))
            header = header or bare
            continue
        header = ""
        begin = start
        for end in [*(start + match.start() for match in _END.finditer(line)), start + len(line)]:
            piece = text[begin:end]
            if piece.strip():
                first = begin + len(piece) - len(piece.lstrip())
                found.append(Sentence(first, first + len(piece.strip()), piece.strip()))
            begin = end
    return found
