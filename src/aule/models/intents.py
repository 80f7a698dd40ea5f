"""Intents: which recipe a sentence means, by nearness in meaning, shared terms and the verb of effect."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from aule.contracts.recipe import Recipe, SlotKind
from aule.contracts.text import words
from aule.models.embeddings import Encoder
from aule.models.language import ENGLISH, PORTUGUESE, stem, terms
from aule.models.slots import COLON, QUOTED, path, skeleton
from aule.models.verbs import VERB_OF, VERBS, Verb

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
HEAD_WORDS = 4

NO_ANCHOR = 0.25
"""Taken off when nothing in a sentence is the recipe's own: no noun of its examples, nothing that fits a slot."""

NEAR = 0.75
"""The least score at which a recipe is taken without asking."""
POSSIBLE = 0.62
"""The least score at which a recipe is worth asking about."""
MARGIN = 0.06
"""How much better the best has to be than the second."""
OFFERED = 3

_FORGET = frozenset("esquece esqueca esquecer forget".split())
_NOT = frozenset("nao not don dont never nunca".split())
_ASKING = frozenset(
    "qual quais que quem onde quando quanto quantos quantas como what which where who when how is are do does did can".split()
)
_ASKING_TWO = [["o", "que"], ["do", "que"], ["em", "que"], ["em", "quais"], ["voce", "lembra"], ["voce", "sabe"]]
_VERB_STEMS = frozenset(stem(word) for word in VERB_OF)
_GENERIC = frozenset(stem(word) for verb in ("make", "show") for word in VERBS[verb].split())


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


@dataclass(frozen=True, slots=True)
class _Traits:
    """What a recipe's examples have in common."""

    verbs: frozenset[Verb]
    questions: float
    """The share of the examples that are questions."""
    openings: frozenset[str]
    """Stems with which examples begin, where they say what to do."""
    own: frozenset[str]
    """Terms that two examples share: the recipe's own, not those of a slot's value."""
    anchors: frozenset[str] = frozenset()
    """Own terms that tell the recipe's subject: its nouns, and verbs no other recipe has."""


class Index:
    """The examples of some recipes, ready to be compared with."""

    def __init__(self, recipes: Sequence[Recipe], vectors: Vectors) -> None:
        self._recipes = list(recipes)
        self._vectors = vectors
        self._owners = [number for number, _ in _forms(recipes)]
        self._traits = _anchored([_traits(recipe) for recipe in recipes])
        self._terms = [
            [frozenset(terms(skeleton(sentence))) for sentence in sentences_of(recipe)] for recipe in recipes
        ]
        self._idf = _rarity([frozenset().union(*documents) for documents in self._terms])

    @classmethod
    async def build(cls, recipes: Sequence[Recipe], encoder: Encoder) -> Index:
        """Read the examples of these recipes."""
        return cls(recipes, await encoder.encode([sentence for _, sentence in _forms(recipes)]))

    def rank(self, text: str, vectors: Vectors) -> list[Match]:
        """All recipes, best first. `vectors` are those of the text's forms."""
        near = (vectors @ self._vectors.T).max(axis=0)
        best = [0.0] * len(self._recipes)
        for place, owner in enumerate(self._owners):
            best[owner] = max(best[owner], float(near[place]))
        said = frozenset(terms(skeleton(text)))
        scores = [score + self._features(place, text, said) for place, score in enumerate(best)]
        ranked = sorted(zip(scores, range(len(scores)), strict=True), key=lambda pair: (-pair[0], pair[1]))
        return [Match(self._recipes[place], round(score, 4)) for score, place in ranked]

    def says_to_do_it(self, text: str, recipe: Recipe) -> bool:
        """Whether a sentence names both the doing and its object in words of the recipe's own examples."""
        place = self._recipes.index(recipe)
        traits = self._traits[place]
        doing = spoken_verbs(text) & traits.verbs or _stems(skeleton(text)) & traits.openings
        return bool(doing) and self._is_anchored(place, text)

    def _is_anchored(self, place: int, text: str) -> bool:
        recipe, traits = self._recipes[place], self._traits[place]
        said = frozenset(terms(skeleton(text)))
        opened = bool(_stems(" ".join(text.split()[:1])) & (traits.openings - _GENERIC))
        return opened or _slot_fit(text, recipe) > 0 or bool(traits.anchors & said) or _has_marker(text, recipe)

    def _features(self, place: int, text: str, said: frozenset[str]) -> float:
        traits = self._traits[place]
        overlap = max((self._overlap(said, example, traits.own) for example in self._terms[place]), default=0.0)
        return (
            TERM_WEIGHT * overlap
            + VERB_WEIGHT * _verb_fit(spoken_verbs(text), traits.verbs)
            + FORM_WEIGHT * _form_fit(is_question(text), traits.questions)
            + SLOT_WEIGHT * _slot_fit(text, self._recipes[place])
            - (0.0 if self._is_anchored(place, text) else NO_ANCHOR)
        )

    def _overlap(self, said: frozenset[str], example: frozenset[str], own: frozenset[str]) -> float:
        """How much of the weight of the sentence's terms the example shares; a slot's value counts half."""
        rare = max(self._idf.values(), default=1.0)
        total = sum(self._idf.get(term, rare * UNKNOWN_TERM) for term in said)
        shared = sum(self._idf[term] * (1.0 if term in own else 0.5) for term in said & example)
        return shared / total if total else 0.0


def forms(text: str) -> list[str]:
    """A sentence whole, without what fills its slots, and its first words alone."""
    head = text.split()[:HEAD_WORDS]
    return [text, skeleton(text), " ".join(head)]


def sentences_of(recipe: Recipe) -> list[str]:
    """The example sentences of a recipe, in all languages."""
    return [sentence for examples in recipe.examples.values() for sentence in examples]


def open_ended(recipe: Recipe) -> bool:
    """Whether anything at all may follow the recipe's first words."""
    return any(slot.kind is SlotKind.REST for slot in recipe.slots.values())


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


def spoken_verbs(text: str) -> frozenset[Verb]:
    """The kinds of doing a sentence speaks of. Not to forget is to keep."""
    said = words(skeleton(text))
    verbs = {VERB_OF[word] for word in said if word in VERB_OF}
    if any(word in _FORGET for word in said) and any(word in _NOT for word in said):
        verbs = (verbs - {"remove"}) | {"keep"}
    return frozenset(verbs)


def is_question(text: str) -> bool:
    """Whether a sentence asks rather than tells."""
    said = words(text)
    return text.rstrip().endswith("?") or bool(said and (said[0] in _ASKING or said[:2] in _ASKING_TWO))


def _verb_fit(said: frozenset[Verb], own: frozenset[Verb]) -> float:
    if ("remove" in said) != ("remove" in own) and "remove" in said | own:
        return -WRONG_EFFECT / VERB_WEIGHT
    if not said or not own:
        return 0.0
    return 1.0 if said & own else -1.0


def _form_fit(asks: bool, questions: float) -> float:
    if 0.3 < questions < 0.7:
        return 0.0
    return 1.0 if asks == (questions >= 0.7) else -1.0


def _slot_fit(text: str, recipe: Recipe) -> float:
    """Whether what is in the sentence (a path, a quotation, a colon) has a place in the recipe, and the other way."""
    kinds = {slot.kind for slot in recipe.slots.values()}
    needs_path = any(slot.kind is SlotKind.PATH and slot.required for slot in recipe.slots.values())
    takes_words = bool(kinds & {SlotKind.TEXT, SlotKind.REST})
    has_path, has_words = path(text) is not None, bool(QUOTED.search(text) or COLON.search(text))
    fit = 0.0
    if has_path:
        fit += 1.0 if SlotKind.PATH in kinds else -1.0
    elif needs_path:
        fit -= 0.5
    if has_words:
        fit += 0.5 if takes_words else -1.0
    return fit


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text))


def _has_marker(text: str, recipe: Recipe) -> bool:
    """Whether a marker of two words or more stands in the sentence, in whatever person or number."""
    said = " ".join(["", *(stem(word) for word in words(text)), ""])
    markers = [words(marker) for slot in recipe.slots.values() for marker in slot.markers]
    return any(f" {' '.join(stem(word) for word in marker)} " in said for marker in markers if len(marker) > 1)


def _traits(recipe: Recipe) -> _Traits:
    sentences = sentences_of(recipe)
    counts: dict[Verb, int] = {}
    seen: dict[str, int] = {}
    first: dict[str, int] = {}
    for slot in recipe.slots.values():
        # A marker of one word is a noun of the recipe's: folder, file, note.
        seen.update((term, 2) for marker in slot.markers for term in terms(marker) if len(words(marker)) == 1)
    for sentence in sentences:
        for verb in spoken_verbs(sentence):
            counts[verb] = counts.get(verb, 0) + 1
        for term in set(terms(skeleton(sentence))):
            seen[term] = seen.get(term, 0) + 1
        for word in words(sentence)[:1]:
            if word not in PORTUGUESE and word not in ENGLISH:
                first[stem(word)] = first.get(stem(word), 0) + 1
    return _Traits(
        verbs=frozenset(verb for verb, count in counts.items() if count * 6 >= len(sentences)),
        questions=sum(is_question(sentence) for sentence in sentences) / max(1, len(sentences)),
        openings=frozenset(word for word, count in first.items() if count > 1),
        own=frozenset(term for term, count in seen.items() if count > 1 or not open_ended(recipe)),
    )


def _anchored(traits: Sequence[_Traits]) -> list[_Traits]:
    """Tell the words that name a recipe's subject from verbs that several recipes share."""
    users: dict[str, int] = {}
    for trait in traits:
        for term in trait.own:
            users[term] = users.get(term, 0) + 1
    return [
        replace(trait, anchors=frozenset(t for t in trait.own if t not in _VERB_STEMS) | _sole_verbs(trait, users))
        for trait in traits
    ]


def _sole_verbs(trait: _Traits, users: dict[str, int]) -> frozenset[str]:
    """Verbs that this recipe alone uses; to make and to show is said of everything."""
    return frozenset(term for term in trait.own & _VERB_STEMS - _GENERIC if users[term] == 1)


def _forms(recipes: Sequence[Recipe]) -> list[tuple[int, str]]:
    """Examples without their slots' values; the first words alone only where anything may follow them."""
    found: list[tuple[int, str]] = []
    for number, recipe in enumerate(recipes):
        for sentence in sentences_of(recipe):
            shapes = forms(sentence)[1:] if open_ended(recipe) else forms(sentence)[1:2]
            found.extend((number, shape) for shape in dict.fromkeys(shapes))
    return found


def _rarity(documents: Sequence[frozenset[str]]) -> dict[str, float]:
    """The fewer recipes use a term, the more it says."""
    counts: dict[str, int] = {}
    for document in documents:
        for term in document:
            counts[term] = counts.get(term, 0) + 1
    return {term: math.log(1 + len(documents) / count) for term, count in counts.items()}
