"""Globs: which files a sentence means, as a pattern: `os pdf`, `arquivos .csv`, `*.py`, `com backup no nome`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aule.text.words import fold
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.segments import Segments
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.vocabulary import BEFORE_FILES, EMPTY

_PLAIN = frozenset({"word", "go", "logs"})
"""Kinds of files that are words of their own as well: they count only beside a word for files."""
_ENDING = re.compile(r"(?<![\w*/.])\*?\.(?P<ending>[a-z]\w{0,7}(?:\.[a-z]\w{0,7})?)(?![\w/])")


@dataclass(frozen=True, slots=True)
class Glob:
    """A pattern of paths, and where the sentence says it."""

    start: int
    end: int
    value: str


def find_glob(
    field: Field, wording: Wording, frame: Frame, marks: Sequence[Mark], taken: Sequence[tuple[int, int]]
) -> Glob | None:
    """Return the pattern a sentence says: written out, by how files end, by their kind.

    The main field takes names too.
    """
    paths = [each for each in marks if each.kind is MarkKind.PATH and _is_free(each.start, each.end, taken)]
    written = next((each for each in paths if "*" in str(each.value)), None)
    if written is not None:
        return Glob(written.start, written.end, str(written.value))
    for found in _ENDING.finditer(wording.unquoted):
        if _is_free(*found.span(), taken):
            return Glob(*found.span(), f"*.{wording.text[found.start('ending') : found.end()]}")
    named = _named(field, wording, frame, marks, taken) if field.is_main else None
    kind = _by_kind(field, wording, frame, taken)
    if named is not None or not field.is_main:
        return named or kind
    if paths and (kind is None or "." in str(paths[0].value).rpartition("/")[2].strip(".")):
        return Glob(paths[0].start, paths[0].end, str(paths[0].value).rstrip("."))
    return kind or _by_name(field, wording, frame, marks, taken)


def _named(
    field: Field, wording: Wording, frame: Frame, marks: Sequence[Mark], taken: Sequence[tuple[int, int]]
) -> Glob | None:
    """Return what the name is said to hold: `com backup no nome`, `chamado senha`."""
    found = Segments(wording, taken, frame, marks).behind_marker(field)
    return None if found is None else Glob(found.start, found.end, _around(field, found.text))


def _by_name(
    field: Field, wording: Wording, frame: Frame, marks: Sequence[Mark], taken: Sequence[tuple[int, int]]
) -> Glob | None:
    """Return what stands behind the word for a file, else a quotation, else what is left."""
    segments = Segments(wording, taken, frame, marks)
    quotes = segments.free_quotes()
    found = quotes[0] if quotes else segments.behind_noun(field) or segments.rest()
    return None if found is None else Glob(found.start, found.end, _around(field, found.text))


def _by_kind(field: Field, wording: Wording, frame: Frame, taken: Sequence[tuple[int, int]]) -> Glob | None:
    """Return a kind of file beside a word for files: `arquivos md`, `os pdf`, `markdown files`."""
    words = wording.words
    near = {*field.things, *BEFORE_FILES}
    places = {noun for each in frame.fields if each.kind is FieldKind.PATH for noun in each.things}
    for place, word in enumerate(words):
        value = next((value for phrase, value in field.choices if phrase == word.folded), None)
        before = [each.folded for each in words[max(0, place - 2) : place]]
        behind = words[place + 1].folded if place + 1 < len(words) else ""
        is_of = len(before) > 1 and before[-1] in ("de", "do", "em") and before[0] in field.things
        near_this = field.things if word.folded in _PLAIN else near
        is_beside = not before or before[-1] in near_this or behind in field.things or is_of
        if value is not None and is_beside and behind not in places and _is_free(word.start, word.end, taken):
            end = words[place + 1].end if behind in field.things else word.end
            return Glob(word.start, end, str(value))
    return None


def _around(field: Field, text: str) -> str:
    """Return the pattern of names that hold some words: `*contrato*aluguel*`; a pattern stays as it is."""
    if "*" in text or re.search(r"\.\w{1,5}$", text):
        return text
    words = [word for word in text.split() if fold(word) not in EMPTY and fold(word) not in field.ignore]
    ending = next((str(value) for phrase, value in field.choices if words[1:] and phrase == fold(words[-1])), "*")
    return "*" + "*".join(words[:-1] if ending != "*" else words) + ending


def _is_free(start: int, end: int, taken: Sequence[tuple[int, int]]) -> bool:
    return not any(first < end and start < last for first, last in taken)
