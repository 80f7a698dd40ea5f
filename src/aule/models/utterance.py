"""An utterance: what can be told of a sentence by looking at it, before its meaning is compared with anything."""

from __future__ import annotations

from dataclasses import dataclass

from aule.contracts.text import words
from aule.models.language import stem, terms
from aule.models.slots import COLON, QUOTED, path, skeleton
from aule.understanding.vocabulary import ASKING, ASKING_TWO, EMPTY, FORGET, NOT, VERB_OF, Verb

HEAD_WORDS = 4


@dataclass(frozen=True, slots=True)
class Utterance:
    """One sentence, looked at once."""

    text: str
    skeleton: str
    """The sentence without what fills slots."""
    terms: frozenset[str]
    """Stems of the words that carry meaning, of the skeleton."""
    stems: tuple[str, ...]
    """Stems of all words, in order."""
    verbs: frozenset[Verb]
    asks: bool
    opening: str | None
    """The stem of the first word, where that word carries meaning."""
    has_path: bool
    has_words: bool
    """Whether there is a quotation or something after a colon."""

    @classmethod
    def of(cls, text: str) -> Utterance:
        """Look at a sentence."""
        bare, said = skeleton(text), words(text)
        carries = bool(said) and said[0] not in EMPTY
        return cls(
            text=text,
            skeleton=bare,
            terms=frozenset(terms(bare)),
            stems=tuple(stem(word) for word in said),
            verbs=_verbs(words(bare)),
            asks=text.rstrip().endswith("?") or _begins_asking(said),
            opening=stem(said[0]) if carries else None,
            has_path=path(text) is not None,
            has_words=bool(QUOTED.search(text) or COLON.search(text)),
        )

    @property
    def forms(self) -> list[str]:
        """The sentence whole, without what fills its slots, and its first words alone."""
        return [self.text, self.skeleton, " ".join(self.text.split()[:HEAD_WORDS])]


def _begins_asking(said: list[str]) -> bool:
    return bool(said) and (said[0] in ASKING or tuple(said[:2]) in ASKING_TWO)


def _verbs(said: list[str]) -> frozenset[Verb]:
    """The kinds of doing a sentence speaks of. Not to forget is to keep."""
    verbs: set[Verb] = {VERB_OF[word] for word in said if word in VERB_OF}
    if not FORGET.isdisjoint(said) and not NOT.isdisjoint(said):
        verbs.discard("remove")
        verbs.add("keep")
    return frozenset(verbs)
