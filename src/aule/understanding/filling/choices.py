"""Choices: which of the values a field knows a sentence names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aule.understanding.alignment import compiled, whole_word
from aule.understanding.filling.fields import Field
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import Mark, MarkKind

_DENIED = re.compile(r"\b(?:nao(?: e| eh| como)?|not|instead of|rather than|em vez de|ao inves de|isn't|no longer)\s+$")
"""What stands before a choice that is not meant: `averaged, not summed`."""
_DIGITS = "#"
"""What stands for a number inside a phrase: `todo dia #`."""
_SHARE = re.compile(r"(?:%|\bpor cento|\bpercent)\s*$")
"""How much of something: `60% concluída` is not done."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A value that was chosen, and where."""

    start: int
    end: int
    value: Any


def find_choices(
    field: Field, wording: Wording, taken: Sequence[tuple[int, int]], marks: Sequence[Mark] = ()
) -> list[Chosen]:
    """Return the choices of a field that stand in a sentence, in order; the longest phrase counts where they overlap.

    Behind a word that announces the field is looked first. Words inside a name are no choice.
    """
    named = [(each.start, each.end) for each in marks if each.kind in (MarkKind.NAME, MarkKind.PROPER)]
    found: list[Chosen] = []
    plain: list[Chosen] = []
    said = wording.unquoted
    for phrase, value in field.choices:
        if _DIGITS not in phrase and phrase.removeprefix("~") not in said:
            continue  # most phrases: spares the pattern
        for place in _phrase(phrase.removeprefix("~")).finditer(said):
            spans = [(start, end) for start, end in named if start < place.end() and place.start() < end]
            inside = any(end - start > len(place[0]) for start, end in spans) and not _is_short_form(wording, place)
            blocked = any(start < place.end() and place.start() < end for start, end in taken)
            overlaps = any(one.start < place.end() and place.start() < one.end for one in found)
            is_share = _SHARE.search(said[: place.start()]) is not None
            if not (inside or blocked or overlaps or is_share):
                found.append(Chosen(*place.span(), value))
                plain += [] if phrase.startswith("~") else found[-1:]
    if len({each.value for each in found}) > 1:
        found = [each for each in found if not _DENIED.search(said[: each.start])] or found
        plain = [each for each in plain if each in found]
    found.sort(key=lambda each: each.start)
    announced = [each for each in found if _is_announced(said, each, field.nouns)]
    if field.nouns and not field.is_main:
        return announced
    return announced or sorted(plain, key=lambda each: each.start)


def _phrase(phrase: str) -> re.Pattern[str]:
    """Return how a phrase is found; a sign in it stands for any number."""
    if phrase[0].isalnum() and _DIGITS not in phrase:
        return whole_word(phrase, r"(?!-\d)")
    begin = r"(?<!\w)" if phrase[0].isalnum() else ""
    return compiled(rf"{begin}{re.escape(phrase).replace(re.escape(_DIGITS), '[0-9]+')}(?!\w)")


def _is_short_form(wording: Wording, place: re.Match[str]) -> bool:
    """Tell whether a choice is written as an abbreviation in capitals, which may begin a title.

    `RE Execução Semanal`.
    """
    return len(place[0]) > 1 and place[0].isalpha() and wording.text[place.start() : place.end()].isupper()


def _is_announced(said: str, chosen: Chosen, nouns: Sequence[str]) -> bool:
    """Tell whether a noun stands shortly before a choice, or right behind it: `prioridade alta`, `high priority`."""
    near, behind = " ".join(said[: chosen.start].split()[-7:]), said[chosen.end :].lstrip()
    own = said[chosen.start : chosen.end]
    if any(own.startswith(f"{noun} ") or own.endswith(f" {noun}") for noun in nouns):
        return True
    return any(whole_word(noun).search(near) for noun in nouns) or any(
        compiled(rf"{re.escape(noun)}(?!\w)").match(behind) for noun in nouns
    )
