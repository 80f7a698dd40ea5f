"""Areas: what globs can reach, compared without looking at any file. In doubt they meet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

MOST_SPELLINGS = 512
_BRACE = re.compile(r"\{([^{}]*)\}")
_PART = re.compile(r"\[!?\]?[^\]]*\]|\*+|\?|.", re.DOTALL)

Names = tuple[str, ...]
"""A pattern, name by name."""


def holds(scope: Iterable[str], pattern: str) -> bool:
    """Whether everything a pattern can match is certainly inside a scope."""
    allow = [each for each in scope if not each.startswith("!")]
    out = [each[1:] for each in scope if each.startswith("!")]
    spelled = _spelled(pattern)
    if spelled is None or any(meets([each], [pattern]) for each in out):
        return False
    wide = [each for one in allow for each in _spelled(one) or ()]
    return all(any(_covers(over, names) for over in wide) for names in spelled)


def meets(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether two sets of globs could match the same file; exceptions are left out, which only makes them wider."""
    ours = [each for each in one if not each.startswith("!")]
    theirs = [each for each in other if not each.startswith("!")]
    for first in ours:
        for second in theirs:
            left, right = _spelled(first), _spelled(second)
            if left is None or right is None or any(_meet(a, b) for a in left for b in right):
                return True
    return False


def is_plain(pattern: str) -> bool:
    """Whether a pattern is the path of one file."""
    return not re.search(r"[*?\[\]{}]", pattern) and not pattern.startswith("!")


@lru_cache(maxsize=1_024)
def _spelled(pattern: str) -> tuple[Names, ...] | None:
    """A pattern with its braces written out; none when that would be too many."""
    texts = [pattern]
    while any(_BRACE.search(text) for text in texts):
        more: list[str] = []
        for text in texts:
            found = _BRACE.search(text)
            if found is None:
                more.append(text)
                continue
            if "," not in found[1]:  # it may stand for itself
                return None
            more += [text[: found.start()] + each + text[found.end() :] for each in found[1].split(",")]
        texts = more
        if len(texts) > MOST_SPELLINGS:
            return None
    return tuple(tuple(text.split("/")) for text in texts)


def _covers(over: Names, names: Names) -> bool:
    """Whether one pattern matches all that another one matches."""
    if not names or not over:
        return not names and not over  # `a/**` is what is in `a`, not `a` itself
    if over[0] == "**":
        if _covers(over[1:], names):
            return True
        # `**` spans folders that are not hidden; a name that could be hidden is not surely among them
        is_spanned = names[0] == "**" or not names[0].startswith(".")
        return is_spanned and (_covers(over, names[1:]) or (len(names) == 1 and all(each == "**" for each in over)))
    if names[0] == "**":
        return False
    return _covers_name(tuple(_PART.findall(over[0])), tuple(_PART.findall(names[0]))) and _covers(over[1:], names[1:])


@lru_cache(maxsize=4_096)
def _covers_name(over: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a pattern of one name matches all that another one matches: each star needs a star above it."""
    if name and name[0] == "." and (not over or over[0] != "."):
        return False
    return _swallows(tuple(over), tuple(name))


@lru_cache(maxsize=16_384)
def _swallows(over: tuple[str, ...], name: tuple[str, ...]) -> bool:
    if not over:
        return not name
    if over[0].startswith("*"):
        return _swallows(over[1:], name) or (bool(name) and _swallows(over, name[1:]))
    if not name or name[0].startswith("*"):
        return False
    same = over[0] == name[0] or over[0] == "?"
    return same and _swallows(over[1:], name[1:])


@lru_cache(maxsize=16_384)
def _meet(one: Names, other: Names) -> bool:
    if not one or not other:
        return all(each == "**" for each in (*one, *other))
    if one[0] == "**":
        return _meet(one[1:], other) or _meet(one, other[1:])
    if other[0] == "**":
        return _meet(one, other[1:]) or _meet(one[1:], other)
    parts = (tuple(_PART.findall(one[0])), tuple(_PART.findall(other[0])))
    return _meet_name(*parts) and _meet(one[1:], other[1:])


@lru_cache(maxsize=16_384)
def _meet_name(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if not one or not other:
        return all(each.startswith("*") for each in (*one, *other))
    if one[0].startswith("*"):
        return _meet_name(one[1:], other) or _meet_name(one, other[1:])
    if other[0].startswith("*"):
        return _meet_name(one, other[1:]) or _meet_name(one[1:], other)
    return _may_be_same(one[0], other[0]) and _meet_name(one[1:], other[1:])


def _may_be_same(one: str, other: str) -> bool:
    if len(one) > 1 or len(other) > 1 or "?" in (one, other):  # a set of characters, or any
        return True
    return one.casefold() == other.casefold()  # a file system may not tell them apart
