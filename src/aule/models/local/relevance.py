"""Relevance: how much each capability has to do with somebody's words, so that a model is shown the right ones."""

from __future__ import annotations

from collections.abc import Sequence

from aule.contracts.access.capability import Capability
from aule.models.local.embeddings import Encoder
from aule.text.words import headline
from aule.understanding.head import pieces_of, trained_head
from aule.understanding.mask import mask

LONGEST = 600
"""Characters of a message that are looked at: what is wanted stands at its beginning or its end."""
UNTRAINED = 0.5
"""What the nearness of a capability counts that the head was not trained for: an app that came later."""


class Relevance:
    """Compares words with capabilities: by the head where it knows them, else by title and description."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    async def of(self, words: str, capabilities: Sequence[Capability]) -> dict[str, float]:
        """Return how relevant each capability is for these words, from 0 to 1."""
        shown = words if len(words) <= LONGEST else f"{words[: LONGEST // 2]} {words[-LONGEST // 2 :]}"
        masked = mask(shown)
        plain, vector = await self._encoder.encode([shown, masked])
        known = trained_head().probabilities(vector, pieces_of(masked))
        others = [each for each in capabilities if each.name not in known]
        scores = {each.name: known[each.name] for each in capabilities if each.name in known}
        if others:
            described = await self._encoder.encode_examples([_described(each) for each in others])
            near = (described @ plain).tolist()
            scores |= {each.name: UNTRAINED * max(0.0, score) for each, score in zip(others, near, strict=True)}
        return scores


def _described(capability: Capability) -> str:
    titles = dict.fromkeys([capability.title, *capability.titles.values()])
    return ". ".join([*titles, headline(capability.description, 160)])
