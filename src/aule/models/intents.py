"""Intents: which recipe a sentence means, by nearness in meaning, shared terms and the verb of effect."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from aule.contracts.recipe import Recipe
from aule.models.embeddings import Encoder
from aule.models.traits import Traits, traits_of
from aule.models.utterance import Utterance
from aule.understanding.vocabulary import Verb

if TYPE_CHECKING:
    from aule.models.embeddings import Vectors

TERM_WEIGHT = 0.3
VERB_WEIGHT = 0.12
FORM_WEIGHT = 0.08
SLOT_WEIGHT = 0.12
WRONG_EFFECT = 0.5
"""Taken off when a sentence speaks of removing and the recipe does not, or the other way round."""
UNKNOWN_TERM = 0.35
"""How much a term that no example has weighs against a match, as a share of a rare term's weight."""

NO_ANCHOR = 0.25
"""Taken off when nothing in a sentence is the recipe's own: no noun of its examples, nothing that fits a slot."""

NEAR = 0.75
"""The least score at which a recipe is taken without asking."""
POSSIBLE = 0.62
"""The least score at which a recipe is worth asking about."""
MARGIN = 0.06
"""How much better the best has to be than the second."""
OFFERED = 3


@dataclass(frozen=True, slots=True)
class Match:
    """A recipe and how well it fits."""

    recipe: Recipe
    score: float


@dataclass(frozen=True, slots=True)
class Routing:
    """What a sentence may mean: one recipe for certain, a few to choose from, or nothing."""

    kind: Literal["clear", "unsure", "nothing"]
    matches: tuple[Match, ...] = ()


class Index:
    """The examples of some recipes, ready to be compared with."""

    def __init__(self, recipes: Sequence[Recipe], traits: Sequence[Traits], vectors: Vectors) -> None:
        self._recipes = list(recipes)
        self._traits = list(traits)
        self._vectors = vectors
        self._owners = [number for number, _ in _sentences(traits)]
        self._rarity = _rarity(traits)
        self._unknown = UNKNOWN_TERM * max(self._rarity.values(), default=1.0)

    @classmethod
    async def build(cls, recipes: Sequence[Recipe], encoder: Encoder) -> Index:
        """Read the examples of these recipes."""
        traits = traits_of(recipes)
        return cls(recipes, traits, await encoder.encode_examples([sentence for _, sentence in _sentences(traits)]))

    def rank(self, said: Utterance, vectors: Vectors) -> list[Match]:
        """All recipes, best first. `vectors` are those of the utterance's forms."""
        near = (vectors @ self._vectors.T).max(axis=0)
        scores = [0.0] * len(self._recipes)
        for place, owner in enumerate(self._owners):
            scores[owner] = max(scores[owner], float(near[place]))
        scored = [(score + self._features(traits, said)) for score, traits in zip(scores, self._traits, strict=True)]
        ranked = sorted(range(len(scored)), key=lambda place: (-scored[place], place))
        return [Match(self._recipes[place], round(scored[place], 4)) for place in ranked]

    def says_to_do_it(self, said: Utterance, recipe: Recipe) -> bool:
        """Whether a sentence names both the doing and its object in words of the recipe's own examples."""
        traits = self._traits[self._recipes.index(recipe)]
        does = not traits.verbs.isdisjoint(said.verbs) or not traits.openings.isdisjoint(said.stems)
        return does and traits.anchors_in(said)

    def _features(self, traits: Traits, said: Utterance) -> float:
        overlap = max((self._overlap(said, example, traits) for example in traits.examples), default=0.0)
        if traits.is_opened_by(said):  # what follows is what is to be kept, whatever it speaks of
            overlap = 1.0
        return (
            TERM_WEIGHT * overlap
            + VERB_WEIGHT * _verb_fit(said.verbs, traits.verbs)
            + FORM_WEIGHT * _form_fit(said.asks, traits.questions)
            + SLOT_WEIGHT * traits.slot_fit(said)
            - (0.0 if traits.anchors_in(said) else NO_ANCHOR)
        )

    def _overlap(self, said: Utterance, example: Utterance, traits: Traits) -> float:
        """How much of the weight of the sentence's terms the example shares; a slot's value counts half."""
        total = sum(self._rarity.get(term, self._unknown) for term in said.terms)
        shared = said.terms & example.terms
        weight = sum(self._rarity[term] * (1.0 if term in traits.own else 0.5) for term in shared)
        return weight / total if total else 0.0


def decide(matches: Sequence[Match]) -> Routing:
    """Take the best when it is near and clearly ahead; offer the best few when not; else say nothing."""
    if not matches or matches[0].score < POSSIBLE:
        return Routing("nothing")
    second = matches[1].score if len(matches) > 1 else 0.0
    if matches[0].score >= NEAR and matches[0].score - second >= MARGIN:
        return Routing("clear", (matches[0],))
    return Routing("unsure", offered(matches))


def offered(matches: Sequence[Match]) -> tuple[Match, ...]:
    """The few that are worth asking about, best first."""
    return tuple(match for match in matches[:OFFERED] if match.score >= POSSIBLE - MARGIN)


def _verb_fit(said: frozenset[Verb], own: frozenset[Verb]) -> float:
    if ("remove" in said) != ("remove" in own):
        return -WRONG_EFFECT / VERB_WEIGHT
    if not said or not own:
        return 0.0
    return 1.0 if said & own else -1.0


def _form_fit(asks: bool, questions: float) -> float:
    if 0.3 < questions < 0.7:
        return 0.0
    return 1.0 if asks == (questions >= 0.7) else -1.0


def _sentences(traits: Sequence[Traits]) -> list[tuple[int, str]]:
    """Examples without their slots' values; the first words alone only where anything may follow them."""
    return [
        (number, form)
        for number, trait in enumerate(traits)
        for example in trait.examples
        for form in dict.fromkeys(example.forms[1:] if trait.open_ended else example.forms[1:2])
    ]


def _rarity(traits: Sequence[Traits]) -> dict[str, float]:
    """The fewer recipes use a term, the more it says."""
    users = Counter(term for trait in traits for term in {term for said in trait.examples for term in said.terms})
    return {term: math.log(1 + len(traits) / count) for term, count in users.items()}
