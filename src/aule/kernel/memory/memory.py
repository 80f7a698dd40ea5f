"""Memory in three layers: of a run, of a conversation, and lasting. Apps use it and keep none of their own."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid
from aule.contracts.kinds import Why
from aule.contracts.runs.run import Run
from aule.contracts.talk.brain import Recalled
from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind, Reason, Replaced
from aule.kernel.memory.consolidation import Consolidation
from aule.kernel.memory.conversation_search import ConversationSearch
from aule.kernel.memory.rank import LIKED, NEAR, Ranked, rank
from aule.kernel.memory.statements import (
    Statement,
    are_duplicates,
    can_replace,
    expiry_of,
    kind_of,
    statement_of,
)
from aule.kernel.memory.topics import fillers, topic_of
from aule.kernel.memory.values import are_of_one_kind
from aule.kernel.memory.vectors import MemoryVectors
from aule.stores.repositories.memories import Memories, MemoryRow
from aule.text.words import tokens, words

EVERYWHERE = "user:owner"
"""The scope of items that count in every project; also the source of items the person wrote."""
Trust = Literal["user", "agent", "untrusted"]
"""Who wrote an item: the person, an agent that heard only them, or an agent that read others' text."""
RECALL_TOKENS = 600
"""Tokens of a prompt that memories may take."""
MOST_RECALLED = 12
"""Memories that enter a turn, beside those that are pinned."""
MOST_RANKED = 6_000
"""Memories that are compared with a question, the latest ones."""
MOST_EVIDENCE = 20
"""Sources that a memory names."""
ALIKE, CHANGED = 0.34, 0.15
"""From which nearness on two preferred things are of one kind, and where it is said that something has changed."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What becomes of a new item beside those that are there."""

    item: MemoryItem
    """The item to keep; where the same was known already, that one."""
    is_known: bool = False
    replaced: MemoryItem | None = None
    """The older statement of the owner whose place it takes."""


class Memory:
    """Composes, finds and recalls items."""

    def __init__(
        self,
        memories: Memories,
        ambient: Ambient,
        vectors: MemoryVectors,
        talks: ConversationSearch,
        check: Callable[[Run, str], Awaitable[None]] | None = None,
    ) -> None:
        self._memories = memories
        self._ambient = ambient
        self._vectors = vectors
        self.talks = talks
        """Looks into what was said in conversations."""
        self.consolidation = Consolidation(memories, vectors, ambient)
        """Says what could be forgotten."""
        self._check = check
        """Raises when an agent may not keep a text for good."""

    async def compose(
        self,
        run: Run,
        content: str,
        *,
        kind: str,
        layer: Literal["working", "session", "long_term"],
        pinned: bool,
        trust: Trust,
    ) -> MemoryItem:
        """Return a new item with its origin, not yet stored. Only a person's own items can be pinned."""
        if kind not in set(MemoryKind):
            raise Invalid(
                f"{kind!r} is not a kind of memory.",
                field="kind",
                candidates=["fact", "preference", "decision", "context"],
            )
        if self._check is not None and layer == "long_term" and trust != "user":
            await self._check(run, content)
        return MemoryItem(
            id=self._ambient.ids.new("mem"),
            layer=Layer(layer),
            scope=scope_of(run, Layer(layer)),
            kind=MemoryKind(kind),
            content=content,
            source=f"run:{run.id}",
            trust=trust,
            created_at=self._ambient.timestamp(),
            pinned=pinned and trust == "user",
            expires_at=expiry_of(content, self._ambient.clock.now()),
        )

    async def get(self, id: str) -> MemoryItem:
        """Return an item by its id."""
        return await self._memories.get(id)

    def merge(self, items: Sequence[MemoryItem], content: str) -> MemoryItem:
        """Return the latest of some items with words for all of them; it is trusted as far as the least of them."""
        latest = max(items, key=lambda each: (each.created_at, each.id))
        least = next(trust for trust in ("untrusted", "agent", "user") if any(each.trust == trust for each in items))
        update = {
            "content": content,
            "version": latest.version + 1,
            "trust": least,
            "pinned": any(each.pinned for each in items),
            "evidence": list(dict.fromkeys(source for each in items for source in each.evidence))[:MOST_EVIDENCE],
        }
        return latest.model_copy(update=update)

    async def settle(self, run: Run, item: MemoryItem) -> Settled:
        """Return what becomes of a new item: kept, known already, or in the place of an older statement.

        Only what the owner says takes the place of something, and only of what they said themselves before.
        """
        if item.layer is not Layer.LONG_TERM or item.trust == "untrusted":
            return Settled(item)
        now, places = self._ambient.timestamp(), [scope_of(run, Layer.LONG_TERM), EVERYWHERE]
        rows = await self._memories.within(now=now, scopes=places, limit=MOST_RANKED)
        if (same := next((row for row in rows if are_duplicates(row.content, item.content)), None)) is not None:
            return await self._merged(item, same.id)
        if item.trust != "user":
            return Settled(item)
        return await self._replacing(item, [row for row in rows if row.trust == "user"])

    async def _merged(self, item: MemoryItem, known: str) -> Settled:
        """Return the item that says the same already; the owner's word makes an agent's note the owner's."""
        found = await self._memories.get(known)
        if item.trust == "user" and found.trust != "user":
            kept = found.model_copy(
                update={**item.model_dump(include={"trust", "kind", "scope", "evidence"}), "version": found.version + 1}
            )
            return Settled(kept, is_known=True)
        return Settled(found, is_known=True)

    async def _replacing(self, item: MemoryItem, rows: Sequence[MemoryRow]) -> Settled:
        new = statement_of(item.content)
        old = [(row, told) for row in rows if can_replace(new, told := statement_of(row.content))]
        if old and new.is_of_kind and not new.is_end:
            near = await self._vectors.near(new.value, [told.value for _, told in old])
            least = CHANGED if new.is_change else ALIKE
            shares = [1.0 if _is_one_kind(new, told) else share for share, (_, told) in zip(near, old, strict=True)]
            ordered = sorted(zip(shares, old, strict=True), key=lambda each: -each[0])
            old = [each for share, each in ordered if share >= least]
        if not old:
            return Settled(item)
        replaced = await self._memories.get(old[0][0].id)
        # The new statement is the next version of the old one, so that the record has one change and undo one step.
        update = {
            "id": replaced.id,
            "version": replaced.version + 1,
            "pinned": item.pinned or replaced.pinned,
            "replaces": Replaced(id=replaced.id, content=replaced.content, created_at=replaced.created_at),
        }
        return Settled(item.model_copy(update=update), replaced=replaced)

    async def search(self, run: Run, query: str, *, limit: int = 8) -> list[Recalled]:
        """Return items that fit a query by meaning or words, in the scopes of this run; with no query the latest."""
        if not _search_words(query):
            now = self._ambient.timestamp()
            latest = await self._memories.search([], now=now, scopes=scopes(run), limit=limit)
            return [Recalled(item, Reason(why=Why.WORDS)) for item in latest]
        ranked = [each for each in await self._ranked(run, query) if _is_found(each)]
        return await self._recalled(ranked[:limit])

    async def recall(self, run: Run, query: str) -> list[Recalled]:
        """Return the items that enter a turn: pinned ones, then those that fit the query, within the budget."""
        found = await self._memories.pinned(now=self._ambient.timestamp(), scopes=scopes(run))
        pinned = [Recalled(item, Reason(why=Why.PINNED)) for item in found if _is_pinned_by_person(item)]
        ranked = await self._ranked(run, query) if _search_words(query) else []
        fitting = [each for each in ranked if _is_found(each) or _is_liked(each)][:MOST_RECALLED]
        chosen: list[Recalled] = []
        left = RECALL_TOKENS
        for each in [*pinned, *await self._recalled(fitting)]:
            cost = tokens(each.item.content)
            if each.item.id not in {other.item.id for other in chosen} and cost <= left:
                chosen.append(each)
                left -= cost
        return chosen

    async def _ranked(self, run: Run, query: str) -> list[Ranked]:
        """Return what there is in the scopes of a run, as far as it has to do with a query, the best first."""
        now = self._ambient.timestamp()
        rows = await self._memories.within(now=now, scopes=scopes(run), limit=MOST_RANKED)
        if not rows:
            return []  # the encoder is not loaded for nothing
        # What took the place of something is about the same, whatever its own words tell: *now I prefer Rust*.
        rows = [*rows, *(replace(row, content=row.replaced) for row in rows if row.replaced)]
        encoded = await self._vectors.compare(query, [row.content for row in rows])
        best: dict[str, Ranked] = {}
        for each in rank(query, rows, encoded, self._ambient.clock.now()):
            best.setdefault(each.row.id, each)
        return list(best.values())

    async def _recalled(self, ranked: Sequence[Ranked]) -> list[Recalled]:
        reasons = {each.row.id: each.reason for each in ranked}
        return [Recalled(item, reasons[item.id]) for item in await self._memories.these(list(reasons))]


def _is_one_kind(new: Statement, old: Statement) -> bool:
    """Return whether two values are of one kind by their words, however near they are in meaning."""
    return new.of != old.of or are_of_one_kind(new.value, old.value) is True


def _is_found(each: Ranked) -> bool:
    """Return whether somebody who looks for something wants to see an item."""
    return each.reason.fit >= NEAR or each.reason.why is not Why.MEANING


def _is_liked(each: Ranked) -> bool:
    """Return whether an item is a wish of the owner that a model should know, though little of it was spoken of."""
    return each.row.trust == "user" and each.row.kind == MemoryKind.PREFERENCE and each.reason.fit >= LIKED


def _is_pinned_by_person(item: MemoryItem) -> bool:
    """Return whether a person pinned an item, not an agent as earlier versions allowed: a person's pin is an edit."""
    return item.trust == "user" or item.version > 1


def is_said(content: str, said: str) -> bool:
    """Return whether an item repeats what the person said: all its words, in any form, are in one sentence.

    Where that sentence denies something, the item has to deny as much, so that a no cannot be left out.
    """
    told = [word for word in _search_words(content) if word[:_STEM] not in _ABOUT_THEM]
    told, denials = [word for word in told if word not in _DENIALS], _denials(content)
    if not told:
        return False
    for sentence in sentences(said):
        theirs = words(sentence)
        if denials == _denials(sentence) and all(any(_are_forms(word, each) for each in theirs) for word in told):
            return True
    return False


def owners_words(content: str, said: str) -> str | None:
    """Return the owner's own words that an agent was asked to keep, where an item is about them.

    They are kept in place of the agent's: whatever it heard or read besides, these are the person's.
    """
    about = topic_of(content)
    for sentence in sentences(said):
        lead = _ASKED.match(sentence.strip())
        theirs = sentence.strip()[lead.end() :].strip(" .!") if lead else ""
        named = topic_of(theirs).stems
        if named and 2 * len(about.stems & named) >= len(named) and _denials(theirs) == _denials(content):
            return content if words(content) == words(theirs) else theirs
    return None


def without_request(content: str) -> str:
    """Return what is to be kept, without the words that ask to keep it: *remember that …*."""
    lead = _ASKED.match(content)
    return content if lead is None else content[lead.end() :].strip()


def is_repeated(content: str, said: str) -> bool:
    """Return whether an item says what the person said of themselves, word for word and in their order."""
    told = [word for word in _search_words(content) if word[:_STEM] not in _ABOUT_THEM]
    for sentence in sentences(said):
        theirs = iter(words(sentence))
        is_in_order = all(any(_are_forms(word, each) for each in theirs) for word in told)
        if told and is_in_order and _denials(content) == _denials(sentence):
            return kind_of(sentence) is MemoryKind.PREFERENCE
    return False


def sentences(said: str) -> list[str]:
    """Return the sentences of a text, without what asks not to forget them: that *not* denies nothing."""
    return [_NOT_TO_FORGET.sub("lembre", each) for each in _SENTENCE.split(said) if each.strip()]


def _are_forms(one: str, other: str) -> bool:
    """Return whether two words are forms of one: prefer and prefers, gosto and gosta."""
    size = min(_STEM, max(min(len(one), len(other)) - 1, _SHORTEST_STEM))
    is_same = one[:size].translate(_VOWELS) == other[:size].translate(_VOWELS)
    return one == other or (is_same and min(len(one), len(other)) >= size)


def _denials(text: str) -> int:
    return sum(word in _DENIALS for word in words(_SHORT_NOT.sub(" not", text)))


def _search_words(query: str) -> list[str]:
    return [word for word in words(query) if word not in fillers()]


_VOWELS = str.maketrans("iu", "eo")
"""Vowels that change between the forms of a verb: prefiro and prefere."""
_STEM, _SHORTEST_STEM = 5, 3
"""Letters that two forms of a word share, in long words and in short ones."""
_SENTENCE = re.compile(r"(?<!\b[A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z][a-z])[.!?;]+(?:\s|$)|[\r\n]+")
"""Where a sentence ends; not after a title or an initial: *Dr. Lindqvist*."""
_NOT_TO_FORGET = re.compile(
    r"\b(?:n[ãa]o (?:se |te |vai )?esque[çc]\w*|(?:don['’]t|never|do not) forget)\b", re.IGNORECASE
)
_ASKED = re.compile(
    r"\W*(?:(?:por favor|please|ei|hey|aule)\W+)*(?:(?:lembr[ea]r?(?:-se)?|guard[ae]r?|memoriz[ea]r?|grav[ae]|anot[ae])"
    r"(?: a[ií]| isso| disso| na mem[óo]ria)?(?: de)?(?: que|:)"
    r"|(?:remember|memori[sz]e|keep in mind|note)(?: this)?(?: that|:))\s+(?=\S)",
    re.IGNORECASE,
)
"""How people ask to keep something."""

_SHORT_NOT = re.compile(r"n['’]t\b", re.IGNORECASE)
_DENIALS = frozenset(
    {"no", "not", "never", "without", "nobody", "nothing", "cannot", "none", "except", "unless", "dont"}
    | {"nao", "nunca", "jamais", "sem", "nem", "nada", "ninguem", "nenhum", "nenhuma", "exceto"}
)
"""Words that negate a sentence, without accents."""
_ABOUT_THEM = frozenset({"user", "users", "perso", "owner", "usuar", "pesso", "dono", "dona"})
"""Words agents use for the person they listen to."""


def scope_of(run: Run, layer: Layer) -> str:
    """Return the scope of a layer's items."""
    match layer:
        case Layer.WORKING:
            return f"run:{run.id}"
        case Layer.SESSION:
            return f"conversation:{run.session_id or run.id}"
        case Layer.LONG_TERM:
            return f"project:{run.project}"


def scopes(run: Run) -> list[str]:
    """Return all scopes of a run; one that carries out a step also sees the working memory of its parent."""
    above = [f"run:{run.parent}"] if run.step is not None else []
    return [scope_of(run, layer) for layer in Layer] + above + [EVERYWHERE]
