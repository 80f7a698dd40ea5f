"""Differences: where two texts differ, as a person reads it before saying yes, and taking over some of it. Pure."""

from __future__ import annotations

import difflib
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from aule.contracts.access.approval import FileDiff, Text
from aule.contracts.access.autorun import autoruns
from aule.contracts.access.change import Hunk
from aule.contracts.documents import Document, decode
from aule.contracts.errors import Invalid
from aule.text.foreign_text import Place, mark
from aule.text.hashing import bytes_hash

LONGEST = 100_000
"""Characters of a difference that are shown; of what is behind them there is a fingerprint."""
AROUND = 3
"""Lines that are shown before and after what differs."""
MOST_COMPARED = 1_000_000
"""Pairs of lines that are held against each other; what would take more differs as one block."""
NO_END = "\\ No newline at end of file"


class Code(NamedTuple):
    """Lines of the old text, and those of the new one that stand in their place."""

    is_same: bool
    old_from: int
    old_to: int
    new_from: int
    new_to: int


class Unified(NamedTuple):
    """A unified diff, and how many lines come and go."""

    text: str
    added: int
    removed: int


@dataclass(frozen=True, slots=True)
class _Compared:
    """Two texts, line by line, and the places where they differ, each with some lines around it."""

    old: list[str]
    new: list[str]
    places: list[list[Code]]
    ending: str
    """What a carriage return is shown as; nothing where both texts have the same ends."""


def preview(path: str, before: bytes | None, after: bytes | None) -> FileDiff | Text:
    """Return what a write would do to a file, for a person to look at."""
    runs = autoruns(path, before, after)
    try:
        old, new = _text(before, path), _text(after, path)
    except Invalid:
        was, becomes = (
            "nothing" if side is None else f"{len(side)} bytes ({fingerprint(side)})" for side in (before, after)
        )
        return Text(text=f"{path}: binary content, {was} → {becomes}", autoruns=runs)
    diff, added, removed = unified(path, old, new, is_new=before is None, is_gone=after is None)
    return FileDiff(path=path, diff=diff, added=added, removed=removed, is_new=before is None, autoruns=runs)


def file_diff(path: str, before: bytes | None, after: bytes | None) -> FileDiff:
    """Return the same among other files: what is no text is told in a line."""
    told = preview(path, before, after)
    if isinstance(told, FileDiff):
        return told
    return FileDiff(path=path, diff=told.text, added=0, removed=0, is_new=before is None, autoruns=told.autoruns)


def counted(path: str, before: bytes | None, after: bytes | None) -> tuple[int, int]:
    """Return how many lines a write adds and removes; none of what is no text."""
    try:
        found = hunks(_text(before, path), _text(after, path))
    except Invalid:
        return 0, 0
    return sum(hunk.added for hunk in found), sum(hunk.removed for hunk in found)


def unified(
    path: str, before: str, after: str, *, is_new: bool = False, is_gone: bool = False, longest: int = LONGEST
) -> Unified:
    """Return a unified diff to be read; nothing where nothing differs. Characters that could deceive are marked."""
    found = hunks(before, after)
    if not found:
        return Unified("", 0, 0)
    heads = [f"--- {'/dev/null' if is_new else path}", f"+++ {'/dev/null' if is_gone else path}"]
    text = "\n".join(
        [*(mark(head, Place.NAME) for head in heads), *(line for hunk in found for line in (hunk.header, *hunk.lines))]
    )
    if len(text) > longest:
        rest = text[longest:]
        text = f"{text[:longest]}\n… {len(rest)} more characters ({fingerprint(rest.encode())})"
    return Unified(text, sum(hunk.added for hunk in found), sum(hunk.removed for hunk in found))


def hunks(before: str, after: str) -> list[Hunk]:
    """Return the places in which two texts differ, to be looked at."""
    found = _compared(before, after)
    return [_hunk(found, index, place) for index, place in enumerate(found.places)]


def taken(before: str, after: str, chosen: Collection[int]) -> str:
    """Return the first text with some of the places as they are in the second."""
    found = _compared(before, after)
    if unknown := sorted(set(chosen) - set(range(len(found.places)))):
        raise Invalid(
            f"There is no hunk {unknown[0]}: there are {len(found.places)}, counted from 0.",
            code="unknown_hunk",
            field="hunks",
            hint="Look at the hunks again.",
        )
    result: list[str] = []
    cursor = 0
    for code in (code for index in sorted(set(chosen)) for code in found.places[index]):
        result += found.old[cursor : code.old_from]
        result += found.new[code.new_from : code.new_to]
        cursor = code.old_to
    return "".join([*result, *found.old[cursor:]])


def fingerprint(content: bytes) -> str:
    """Return a fingerprint of what is not shown: a decision about it holds for nothing else."""
    return f"sha256 {bytes_hash(content)[:16]}"


def _text(content: bytes | None, path: str) -> str:
    return "" if content is None else decode(content, path).text


def _compared(before: str, after: str) -> _Compared:
    old, new = _lines(before), _lines(after)
    ends = {Document(before).newlines, Document(after).newlines}
    ending = "␍" if before and after and (len(ends) > 1 or "mixed" in ends) else ""
    differing = [code for code in _codes(old, new) if not code.is_same]
    return _Compared(old, new, _grouped(differing, len(old), len(new)), ending)


def _lines(text: str) -> list[str]:
    """Return lines with their ends; only a line feed ends one."""
    *whole, last = text.split("\n")
    return [f"{line}\n" for line in whole] + ([last] if last else [])


def _codes(old: list[str], new: list[str]) -> Iterator[Code]:
    """Yield what became of the lines between two texts' common start and end.

    Where that is too much to compare, lines that stand once in both hold the texts together, and what is between
    two of them is compared by itself.
    """
    least = min(len(old), len(new))
    start = next((n for n in range(least) if old[n] != new[n]), least)
    end = next((n for n in range(least - start) if old[-1 - n] != new[-1 - n]), least - start)
    stop = Code(False, start, len(old) - end, start, len(new) - end)
    left = MOST_COMPARED
    sections = [stop] if _size(stop) <= left else list(_between(_anchors(old, new, stop), stop))
    for section in sections:
        if _size(section) > left:
            yield section
            continue
        left -= _size(section)
        yield from _matched(old, new, section)


def _matched(old: list[str], new: list[str], within: Code) -> Iterator[Code]:
    _, a, b, c, d = within
    for tag, i, j, k, m in difflib.SequenceMatcher(None, old[a:b], new[c:d], autojunk=False).get_opcodes():
        yield Code(tag == "equal", a + i, a + j, c + k, c + m)


def _size(section: Code) -> int:
    return (section.old_to - section.old_from) * (section.new_to - section.new_from)


def _anchors(old: list[str], new: list[str], within: Code) -> list[tuple[int, int]]:
    """Return the longest row of lines that stand once in both texts, in the order of both."""
    _, a, b, c, d = within
    once = Counter(old[a:b]), Counter(new[c:d])
    there = {new[n]: n for n in range(c, d) if once[1][new[n]] == 1}
    pairs = [(n, there[old[n]]) for n in range(a, b) if once[0][old[n]] == 1 and old[n] in there]
    ends: list[int] = []
    rows: list[int] = []
    before: list[int] = []
    for index, (_, place) in enumerate(pairs):
        at = bisect_left(ends, place)
        before.append(rows[at - 1] if at else -1)
        ends[at : at + 1] = [place]
        rows[at : at + 1] = [index]
    row: list[tuple[int, int]] = []
    index = rows[-1] if rows else -1
    while index >= 0:
        row.append(pairs[index])
        index = before[index]
    return row[::-1]


def _between(anchors: list[tuple[int, int]], within: Code) -> Iterator[Code]:
    _, old_from, old_to, new_from, new_to = within
    for old, new in [*anchors, (old_to, new_to)]:
        if old > old_from or new > new_from:
            yield Code(False, old_from, old, new_from, new)
        old_from, new_from = old + 1, new + 1


def _grouped(differing: list[Code], old_total: int, new_total: int) -> list[list[Code]]:
    """Group differences that are near each other."""
    groups: list[list[Code]] = []
    for code in differing:
        if groups and code.old_from - groups[-1][-1].old_to <= 2 * AROUND:
            last = groups[-1][-1]
            groups[-1] += [Code(True, last.old_to, code.old_from, last.new_to, code.new_from), code]
        else:
            groups.append([code])
    for group in groups:
        first, last = group[0], group[-1]
        lead, trail = min(AROUND, first.old_from), min(AROUND, old_total - last.old_to, new_total - last.new_to)
        group.insert(0, Code(True, first.old_from - lead, first.old_from, first.new_from - lead, first.new_from))
        group.append(Code(True, last.old_to, last.old_to + trail, last.new_to, last.new_to + trail))
    return groups


def _hunk(found: _Compared, index: int, place: list[Code]) -> Hunk:
    first, last = place[0], place[-1]
    return Hunk(
        index=index,
        header=f"@@ -{_span(first.old_from, last.old_to)} +{_span(first.new_from, last.new_to)} @@",
        lines=list(_shown(found, place)),
        added=sum(code.new_to - code.new_from for code in place if not code.is_same),
        removed=sum(code.old_to - code.old_from for code in place if not code.is_same),
    )


def _shown(found: _Compared, place: list[Code]) -> Iterator[str]:
    for is_same, old_from, old_to, new_from, new_to in place:
        signed = [(" " if is_same else "-", line) for line in found.old[old_from:old_to]]
        signed += [] if is_same else [("+", line) for line in found.new[new_from:new_to]]
        for sign, line in signed:
            bare = line.removesuffix("\n")
            yield sign + mark(bare.removesuffix("\r"), Place.CODE) + (found.ending if bare.endswith("\r") else "")
            if not line.endswith("\n"):
                yield NO_END


def _span(start: int, end: int) -> str:
    """Return a range as diffs write it."""
    return f"{start + 1 if end > start else start},{end - start}"
