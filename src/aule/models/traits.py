"""Traits of a recipe: what its example sentences have in common, and what its slots take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from aule.contracts.recipe import Recipe, SlotKind
from aule.contracts.text import words
from aule.models.language import stem, terms
from aule.models.utterance import Utterance
from aule.understanding.vocabulary import VERB_OF, VERBS, Verb

VERB_STEMS = frozenset(stem(word) for word in VERB_OF)
GENERIC = frozenset(stem(word) for word in VERBS["make"] | VERBS["show"])
"""Making and showing is said of everything; such a verb alone tells no recipe's subject."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What to know of a recipe to tell whether a sentence means it."""

    examples: tuple[Utterance, ...]
    verbs: frozenset[Verb]
    questions: float
    """The share of the examples that are questions."""
    openings: frozenset[str]
    """Stems with which several examples begin."""
    own: frozenset[str]
    """Terms of the recipe itself, not of some example's slot."""
    markers: tuple[str, ...]
    """Markers of two words or more, as stems with spaces around."""
    takes_path: bool
    needs_path: bool
    takes_words: bool
    open_ended: bool
    """Whether anything at all may follow its first words."""
    anchors: frozenset[str] = frozenset()
    """Own terms that tell the recipe's subject: its nouns, and verbs no other recipe has."""

    def anchors_in(self, said: Utterance) -> bool:
        """Whether something in a sentence is this recipe's own."""
        opened = said.opening is not None and said.opening in self.openings - GENERIC
        spaced = f" {' '.join(said.stems)} "
        return (
            opened
            or self.slot_fit(said) > 0
            or not self.anchors.isdisjoint(said.terms)
            or any(marker in spaced for marker in self.markers)
        )

    def is_opened_by(self, said: Utterance) -> bool:
        """Whether a sentence begins as only this recipe's do, and anything at all may follow."""
        return self.open_ended and said.opening is not None and said.opening in self.openings - GENERIC

    def slot_fit(self, said: Utterance) -> float:
        """Whether a path, a quotation or a colon in the sentence has a place in the recipe, and the other way round."""
        fit = 0.0
        if said.has_path:
            fit += 1.0 if self.takes_path else -1.0
        elif self.needs_path:
            fit -= 0.5
        if said.has_words:
            fit += 0.5 if self.takes_words else -1.0
        return fit


def traits_of(recipes: Sequence[Recipe]) -> list[Traits]:
    """The traits of recipes that stand side by side."""
    traits = [_traits(recipe) for recipe in recipes]
    users = Counter(term for trait in traits for term in trait.own)
    return [replace(trait, anchors=_anchors(trait, users)) for trait in traits]


def _anchors(trait: Traits, users: Counter[str]) -> frozenset[str]:
    sole = {term for term in (trait.own & VERB_STEMS) - GENERIC if users[term] == 1}
    return (trait.own - VERB_STEMS) | sole


def _traits(recipe: Recipe) -> Traits:
    slots = recipe.slots.values()
    kinds = {slot.kind for slot in slots}
    markers = [words(marker) for slot in slots for marker in slot.markers]
    examples = tuple(Utterance.of(sentence) for said in recipe.examples.values() for sentence in said)
    verbs: Counter[Verb] = Counter(verb for example in examples for verb in example.verbs)
    openings = Counter(example.opening for example in examples if example.opening)
    seen = Counter(term for example in examples for term in example.terms)
    open_ended = SlotKind.REST in kinds
    # A marker of one word is a noun of the recipe's: folder, file, note.
    nouns = {term for marker in markers if len(marker) == 1 for term in terms(marker[0])}
    return Traits(
        examples=examples,
        verbs=frozenset(verb for verb, count in verbs.items() if count * 6 >= len(examples)),
        questions=sum(example.asks for example in examples) / max(1, len(examples)),
        openings=frozenset(word for word, count in openings.items() if count > 1),
        own=frozenset(term for term, count in seen.items() if count > 1 or not open_ended) | nouns,
        markers=tuple(f" {' '.join(stem(word) for word in marker)} " for marker in markers if len(marker) > 1),
        takes_path=SlotKind.PATH in kinds,
        needs_path=any(slot.kind is SlotKind.PATH and slot.required for slot in slots),
        takes_words=not kinds.isdisjoint({SlotKind.TEXT, SlotKind.REST, SlotKind.MESSAGE}),
        open_ended=open_ended,
    )
