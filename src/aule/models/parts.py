"""Parts of what recipes are about: a sentence that asks to remove a part never means to remove the whole."""

from __future__ import annotations

from aule.contracts.recipe import Recipe
from aule.contracts.text import fold, words
from aule.understanding.parts import ARTICLES, OWNING, asks_for_part, bare, is_owner, mentions
from aule.understanding.vocabulary import VERB_OF

_LEADING = frozenset({*ARTICLES, *OWNING, "ao", "a", "para", "for", "to", "under"})


def is_named_itself(text: str, recipe: Recipe) -> bool:
    """Whether a sentence names what a recipe is about as such: *the meeting reu-1*, not *of the meeting reu-1*."""
    said, nouns = bare(text), _nouns(recipe)
    return any(not is_owner(said, found) for found in mentions(said, nouns))


def is_named(text: str, recipe: Recipe) -> bool:
    """Whether a sentence has a word for what a recipe is about."""
    return bool(mentions(bare(text), _nouns(recipe)))


def names_a_part(text: str, recipe: Recipe) -> bool:
    """Whether a sentence speaks of something that belongs to what a recipe is about, and not of that itself."""
    # A recipe for parts says so in its own examples: *remove X from the agenda*.
    return asks_for_part(text, _nouns(recipe)) and not is_for_parts(recipe)


def is_for_parts(recipe: Recipe) -> bool:
    """Whether a recipe itself speaks of parts of something."""
    nouns = _nouns(recipe)
    return any(asks_for_part(each, nouns) for examples in recipe.examples.values() for each in examples)


def _nouns(recipe: Recipe) -> list[str]:
    """What a recipe's markers call what it is about: what it cannot do without."""
    found: set[str] = set()
    for marker in (marker for slot in recipe.slots.values() if slot.required for marker in slot.markers):
        said = words(marker)
        while said and said[0] in _LEADING:
            said = said[1:]
        if said and said[0] not in VERB_OF:
            found.add(fold(marker)[fold(marker).index(said[0]) :] if said[0] in fold(marker) else " ".join(said))
    return sorted(found, key=len, reverse=True)
