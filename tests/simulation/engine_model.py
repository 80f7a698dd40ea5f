"""A model for simulated runs: asked for a place, it has something done there once, and says so."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from zlib import crc32

from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Observed, Piece, Prompt, Speech, Spent, Wish
from aule.testing import ScriptedModel
from aule.testing.scripted_model import last_words


class ActingModel(ScriptedModel):
    """A brain that does the same whenever it is asked the same."""

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Wish for one call, and having seen what came of it, answer."""
        at = last_words(prompt.history).strip()
        if any(isinstance(entry, Observed) for entry in prompt.history):
            yield Speech(f"It is done at {at}.")
        else:
            given = {"at": at, "thing": at, "given": []}
            yield Wish(CallRequested(id=f"call_{crc32(at.encode())}", capability="trial.keep", params=given))
        yield Spent(Usage(tokens_in=10, tokens_out=5, model_calls=1))
