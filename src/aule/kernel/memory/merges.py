"""Merges: what a model proposes to say in one memory instead of several, held against what they say.

A merge may shorten and reword. It may name and number nothing that its sources do not, deny nothing they do not, and
whatever of theirs it leaves out is told to the person who decides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import Field

from aule.contracts.model import JsonObject, Model
from aule.contracts.talk.memory import MemoryItem
from aule.kernel.memory.topics import is_common, topic_of
from aule.text.messages import Language, Messages
from aule.text.words import fold, words

MOST_ITEMS = 120
"""Memories that are put before a model, the latest."""
MOST_MERGES, MOST_SOURCES, LONGEST = 12, 8, 600


class _Proposed(Model):
    ids: list[str] = Field(min_length=2, max_length=MOST_SOURCES)
    content: str = Field(min_length=1, max_length=LONGEST)


class _Answer(Model):
    merges: list[_Proposed] = Field(max_length=MOST_MERGES)


say = Messages("aule.kernel.memory").say
_FIGURE = re.compile(r"\S*\d\S*")
_NAME = re.compile(r"\b[A-ZÀ-Ý][\wÀ-ÿ'’-]*")
_DENIAL = frozenset({"nao", "nunca", "jamais", "sem", "nem", "no", "not", "never", "without", "none", "cannot"})


@dataclass(frozen=True, slots=True)
class Merge:
    """Several memories that become one, in other words."""

    items: tuple[MemoryItem, ...]
    content: str
    left_out: tuple[str, ...] = ()
    """What the sources name or number, and the new words do not."""


def question(language: Language) -> str:
    """Return what a model is asked of memories that follow."""
    return say("merge_question", language, most=str(MOST_MERGES), sources=str(MOST_SOURCES))


def shape() -> JsonObject:
    """Return the JSON Schema of the answer."""
    return _Answer.model_json_schema()


def listed(items: Sequence[MemoryItem]) -> str:
    """Return memories as a model reads them."""
    told = [each.model_dump(mode="json", include={"id", "kind", "created_at", "content"}) for each in items]
    return json.dumps(told, ensure_ascii=False)


def read_merges(answer: JsonObject, items: Sequence[MemoryItem]) -> list[Merge]:
    """Return the merges of an answer that can be put to a person; those that fail a check are left out.

    Raises `ValueError` where the answer has another shape.
    """
    known, taken = {each.id: each for each in items}, set[str]()
    merges: list[Merge] = []
    for each in _Answer.model_validate(answer).merges:
        merge = _merge(each, known)
        if merge is not None and taken.isdisjoint(each.ids):
            taken |= set(each.ids)
            merges.append(merge)
    return merges


def _merge(proposed: _Proposed, known: Mapping[str, MemoryItem]) -> Merge | None:
    ids, content = set(proposed.ids), " ".join(proposed.content.split())
    items = tuple(item for id, item in known.items() if id in ids)
    is_one_place = len({(each.scope, each.trust) for each in items}) == 1
    if not 1 < len(items) == len(ids) or not is_one_place:
        return None
    sources = [each.content for each in items]
    return Merge(items, content, left_out_of(sources, content)) if says_nothing_new(sources, content) else None


def says_nothing_new(sources: Sequence[str], content: str) -> bool:
    """Tell whether a text names, numbers and denies only what its sources do, and speaks of nobody else."""
    told = _known(sources)
    who = frozenset[str]().union(*(topic_of(each).who for each in sources))
    denies = [any(word in _DENIAL for word in words(text.replace("n't", " not"))) for text in (*sources, content)]
    is_denial_kept = denies[-1] is any(denies[:-1])
    return is_denial_kept and topic_of(content).who <= who and all(fold(each) in told for each in _named(content))


def left_out_of(sources: Sequence[str], content: str) -> tuple[str, ...]:
    """Return what sources name or number and a text does not, each as it was written."""
    told = _known([content])
    named = dict.fromkeys(each for source in sources for each in _named(source))
    return tuple(each for each in named if fold(each) not in told)


def _named(text: str) -> list[str]:
    """Return figures, addresses and names of a text; a capital that begins a sentence may be no name."""
    figures = [each.strip('.,;:!?()"“”') for each in _FIGURE.findall(text)]
    names = _NAME.findall(_FIGURE.sub(" ", text))
    return [*figures, *(each for each in names if not is_common(fold(each)))]


def _known(texts: Sequence[str]) -> set[str]:
    """Return the words of texts, as they are and with what stands around them."""
    return {each for text in texts for each in (*words(text), *map(fold, text.split()), *map(fold, _named(text)))}
