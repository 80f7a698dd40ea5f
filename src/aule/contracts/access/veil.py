"""The veil: words that must not leave this machine, and what stands for them where a model elsewhere reads."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Veiled:
    """Words that stay here, and the token that goes in their place.

    Several words may share a token; it becomes the first of them again when the answer comes.
    """

    text: str
    token: str
    is_given: bool = False
    """A given name alone: hidden only where the app itself is talked about."""
    is_word: bool = False
    """It is a common word too: hidden only where it is written with a capital."""
    is_short: bool = False
    """A name for short: hidden only where its words stand in one line, beside each other."""


EVERY_APP = "*"
"""Named instead of an app: given names of all apps are hidden."""
