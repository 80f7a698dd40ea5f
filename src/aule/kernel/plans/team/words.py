"""What the team says by itself, in Portuguese and English."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from aule.models.builtin.language import Language


def language_in(locale: str) -> Language:
    """The language of a locale, of the two there are."""
    return "pt" if locale.lower().startswith("pt") else "en"


def say(name: str, locale: str, **filled: object) -> str:
    """A phrase by name, filled in."""
    text: str = _book()[name][language_in(locale)]
    for key, value in filled.items():
        text = text.replace("{" + key + "}", str(value))
    return text


@cache
def prompt(name: str) -> str:
    """A prompt by name, as its file has it."""
    return (resources.files("aule.kernel.plans.team") / "prompts" / f"{name}.md").read_text("utf-8").strip()


@cache
def _book() -> dict[str, Any]:
    return tomllib.loads((resources.files("aule.kernel.plans.team") / "words.toml").read_text("utf-8"))
