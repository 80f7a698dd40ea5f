"""Paths of fields: which file or folder of a sentence is meant for which parameter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from aule.understanding.alignment import compiled, whole_word
from aule.understanding.filling.fields import Field
from aule.understanding.sentence import Quote, Wording
from aule.understanding.values.marks import Mark, MarkKind

_ARTICLES = r"(?:\s+(?:o|a|os|as|the|um|uma|an?|pasta|folder))*\s*[\"'“]?$"
_HAS_ENDING = re.compile(r"\.\w+$")


def find_files(fields: Sequence[Field], wording: Wording, marks: Sequence[Mark]) -> list[Mark]:
    """Return the files of a sentence in order: written as paths, quoted, or known to a field by how they look."""
    known = [each for each in marks if each.kind in (MarkKind.PATH, MarkKind.QUOTE, MarkKind.LINK)]
    found = [each for each in known if each.kind is MarkKind.PATH or (each.kind is MarkKind.QUOTE and _is_file(each))]
    for pattern in {each.pattern for each in fields if each.pattern}:
        for place in re.finditer(pattern, wording.text):
            if not any(mark.start < place.end() and place.start() < mark.end for mark in known):
                found.append(Mark(MarkKind.PATH, *place.span(), place[0]))
    if any("*" not in path_of(mark) for mark in found) and not any(each.is_list for each in fields):
        found = [mark for mark in found if "*" not in path_of(mark)]
    return sorted(found, key=lambda each: each.start)


def path_of(mark: Mark) -> str:
    """Return the path that a mark holds."""
    text = cast("Quote", mark.value).text if mark.kind is MarkKind.QUOTE else str(mark.value)
    return text.rstrip(".")


def choose_field(fields: Sequence[Field], mark: Mark, wording: Wording, *, is_only: bool) -> Field | None:
    """Return the field a file is meant for: by the words before it, else the main one.

    The only file of a request is what the request is about, wherever it stands.
    """
    head = wording.folded[: mark.start]
    led = next((each for each in fields if ends_with(head, each.before)), None)
    named = next((each for each in fields if led is None and ends_with(head, each.things)), None)
    main = next((each for each in fields if each.is_main), None)
    if named is None and main is not None and is_only and _HAS_ENDING.search(path_of(mark)):
        return main
    return named or led or next((each for each in fields if each.is_main or each.keeps or not each.nouns), None)


def join_folder(field: Field, path: str, other: str, place: tuple[int, int], wording: Wording) -> str:
    """Return a path with the file name of another where only its folder is said: `move a.txt para a pasta docs`."""
    said = wording.folded
    renames = any(whole_word(noun).search(said) for noun in field.nouns)
    is_bare = "." in other and "." not in path.rpartition("/")[2] and not renames
    is_called = ends_with(said[: place[0]], field.things) or said[place[1] :].strip().startswith(field.things or ("/",))
    if not (is_bare or is_called or path.endswith("/")):
        return path
    return f"{path.rstrip('/')}/{other.rpartition('/')[2]}"


def ends_with(head: str, phrases: Sequence[str]) -> bool:
    """Tell whether a text ends with one of some phrases, and at most an article behind it."""
    return any(compiled(rf"(?<!\w){re.escape(phrase)}{_ARTICLES}").search(head) for phrase in phrases)


def _is_file(mark: Mark) -> bool:
    return "/" in path_of(mark) or re.fullmatch(r"[\w.-]+\.\w{1,5}", path_of(mark)) is not None
