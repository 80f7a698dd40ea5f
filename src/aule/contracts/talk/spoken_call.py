"""Spoken calls: what an app makes of plain words about what it keeps, before a model is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aule.contracts.model import JsonObject


@dataclass(frozen=True, slots=True)
class SpokenCall:
    """A call that plain words ask for. Where they can mean several, one question chooses among them."""

    capability: str
    choices: Mapping[str, JsonObject]
    """Parameters of the call, by what a person is shown; a single choice is not asked about."""
    question: str = ""
    """What is asked where there are several choices."""
    answer: str = ""
    """What is said instead of a call, where words want one and are not understood."""
