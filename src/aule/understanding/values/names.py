"""Names: what things and people are called, found in a sentence by their words, also with a letter wrong."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from aule.contracts.talk.brain import Name
from aule.text.words import words as folded_words
from aule.understanding.sentence import Wording
from aule.understanding.vocabulary import EMPTY

_LONG = 5
"""Letters from which on a word may have one wrong."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that a sentence speaks of, and where it does."""

    start: int
    end: int
    name: Name
    is_exact: bool = True


@dataclass(frozen=True, slots=True)
class Roster:
    """Names, ready to be found."""

    names: tuple[Name, ...] = ()
    by_first: dict[str, list[tuple[tuple[str, ...], Name]]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, names: Iterable[Name]) -> Roster:
        """Return the roster of some names."""
        roster = cls(tuple(names))
        for name in roster.names:
            said = tuple(folded_words(name.title))
            if said:
                for key in {said[0], *_spelt(said[0])}:
                    roster.by_first[key].append((said, name))
        return roster

    def mentions(self, wording: Wording) -> list[Mention]:
        """Return all names a sentence has in full, the longest first where they overlap."""
        found: list[Mention] = []
        said = wording.words
        for place, word in enumerate(said):
            keys = {word.folded, *_spelt(word.folded)}
            for known, name in [each for key in keys for each in self.by_first.get(key, ())]:
                behind = said[place : place + len(known)]
                if len(behind) < len(known):
                    continue
                heard = [each.folded for each in behind]
                if heard == list(known):
                    found.append(Mention(word.start, behind[-1].end, name))
                elif all(is_near(one, other) for one, other in zip(heard, known, strict=True)):
                    found.append(Mention(word.start, behind[-1].end, name, is_exact=False))
        return _apart(found)

    def of_kind(self, kind: str) -> Sequence[Name]:
        """Return the names of one kind."""
        return [each for each in self.names if each.kind == kind]

    def part_of_title(self, said: str, kind: str) -> list[Name]:
        """Return the things of a kind whose title has all these words."""
        wanted = {word for word in folded_words(said) if word not in EMPTY}
        if not wanted:
            return []
        return [each for each in self.of_kind(kind) if wanted <= set(folded_words(each.title))]


def is_near(one: str, other: str) -> bool:
    """Tell whether two words are the same but for one letter.

    Missing, too many, another, or two that changed places.
    """
    if one == other:
        return True
    if min(len(one), len(other)) < _LONG or abs(len(one) - len(other)) > 1 or one.isdigit() or other.isdigit():
        return False
    shared = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, others = one[shared:], other[shared:]
    swapped = len(rest) > 1 and rest[:2] == others[:2][::-1] and rest[2:] == others[2:]
    return rest[1:] == others[1:] or rest == others[1:] or rest[1:] == others or swapped


def _spelt(word: str) -> set[str]:
    """Return how a long word looks with one letter left out: two words that share such a form are near."""
    return {word[:n] + word[n + 1 :] for n in range(len(word))} if len(word) >= _LONG else set[str]()


def _apart(found: list[Mention]) -> list[Mention]:
    """Return mentions that do not overlap; exact and longer ones count first. Things of one title all stay."""
    kept: list[Mention] = []
    for each in sorted(found, key=lambda each: (not each.is_exact, each.start - each.end, each.start)):
        overlapping = [other for other in kept if other.start < each.end and each.start < other.end]
        place = each.start, each.end, each.is_exact
        if all((other.start, other.end, other.is_exact) == place for other in overlapping):
            kept += [] if any(other.name == each.name for other in overlapping) else [each]
    return sorted(kept, key=lambda each: each.start)


def is_code(text: str) -> bool:
    """Tell whether a text looks like an id: `kr-11`, `pl-12`, `atv_9`."""
    return re.fullmatch(r"[a-z]{1,12}[-_]?\d[\w-]*|[a-z]{2,5}_[\w-]+", text, re.IGNORECASE) is not None
