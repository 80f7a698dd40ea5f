"""Hearings: apps that understand plain words about what they keep, asked before a model is."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from aule.contracts.talk.spoken_call import SpokenCall
from aule.kernel.capabilities.apps.reads import Reading, Readings
from aule.text.words import fold

Hear = Callable[[Reading, str, str], Awaitable[SpokenCall | None]]
"""Returns the call that words ask for, given what is open on the screen as `kind:id`; None for other words."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """When an app is asked what words mean, and which function of it tells."""

    kinds: tuple[str, ...]
    """Kinds of things: while one of them is open, words may be about it."""
    cues: tuple[str, ...]
    """Words, folded, that a sentence has where it is about things of the app that are not open."""
    hear: Hear

    def is_about(self, words: str, about: str) -> bool:
        """Return whether words may be about what the app keeps."""
        if about.partition(":")[0] in self.kinds:
            return True
        return any(re.search(rf"\b{re.escape(cue)}\b", fold(words)) for cue in self.cues)


@dataclass(frozen=True, slots=True)
class Hearings:
    """The apps that understand words about what they keep."""

    by_app: Mapping[str, Hearing]
    readings: Readings

    def apps_for(self, words: str, about: str) -> list[str]:
        """Return the apps that words may be about; none of them is loaded for it."""
        return [app for app, hearing in self.by_app.items() if hearing.is_about(words, about)]

    async def hear(self, app: str, words: str, about: str, locale: str) -> SpokenCall | None:
        """Return the call that an app makes of words, or its answer; None where they ask for nothing it can do."""
        await self.readings.load(app)
        call = await self.by_app[app].hear(self.readings.of(app, locale, about), words, about)
        return call if call is not None and (call.choices or call.answer) else None
