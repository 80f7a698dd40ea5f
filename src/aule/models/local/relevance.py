"""Relevance: how much each capability has to do with somebody's words, so that a model is shown the right ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.access.capability import Capability
from aule.text.words import headline
from aule.understanding.examples import Encodes
from aule.understanding.head import pieces_of, trained_head
from aule.understanding.mask import mask

LONGEST = 600
"""Characters of a message that are looked at: what is wanted stands at its beginning or its end."""
REMEMBERED = 32
"""Messages whose relevance is remembered."""
UNTRAINED = 0.5
"""What the nearness of a capability counts that the head was not trained for: an app that came later."""


@dataclass(frozen=True, slots=True)
class Relevant:
    """How much capabilities have to do with some words."""

    scores: dict[str, float]
    """From 0 to 1, by the capability's name."""
    surest: float
    """The largest share the head gives one of these capabilities; 0 where it was trained for none of them."""


class Relevance:
    """Compares words with capabilities: by the head where it knows them, else by title and description."""

    def __init__(self, encoder: Encodes) -> None:
        self._encoder = encoder
        self._latest: OrderedDict[str, tuple[Sequence[Capability], Relevant]] = OrderedDict()

    async def of(self, words: str, capabilities: Sequence[Capability]) -> Relevant:
        """Return how relevant each capability is for these words.

        The latest are remembered: a turn that waited for a person goes on with the same words, and a schedule has no
        others.
        """
        known = self._latest.pop(words, None)
        if known is None or known[0] is not capabilities:
            known = capabilities, await self._compare(words, capabilities)
        self._latest[words] = known
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        return known[1]

    async def _compare(self, words: str, capabilities: Sequence[Capability]) -> Relevant:
        shown = words if len(words) <= LONGEST else f"{words[: LONGEST // 2]} {words[-LONGEST // 2 :]}"
        masked = mask(shown)
        head = trained_head()
        trained = set(head.labels)
        others = [each for each in capabilities if each.name not in trained]
        vector, *plain = await self._encoder.encode([masked, shown] if others else [masked])
        known = head.probabilities(vector, pieces_of(masked))
        scores = {each.name: known[each.name] for each in capabilities if each.name in known}
        surest = max(scores.values(), default=0.0)
        if others:
            described = await self._encoder.encode_examples([_described(each) for each in others])
            near = (described @ plain[0]).tolist()
            scores |= {each.name: UNTRAINED * max(0.0, score) for each, score in zip(others, near, strict=True)}
        return Relevant(scores, surest)


def _described(capability: Capability) -> str:
    titles = dict.fromkeys([capability.title, *capability.titles.values()])
    return ". ".join([*titles, headline(capability.description, 160)])
