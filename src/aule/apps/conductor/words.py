"""What Conductor says by itself, in Portuguese and English."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from aule.models.builtin.language import Language


def language_in(locale: str) -> Language:
    """The language of a locale, of the two there are."""
    return "pt" if locale.lower().startswith("pt") else "en"


def say(name: str, locale: str, /, **filled: object) -> str:
    """A phrase by name, filled in."""
    return _filled(_book()[name][language_in(locale)], filled)


def hint(name: str, locale: str, /, **filled: object) -> str | None:
    """What to do about what a phrase tells, where there is something to do."""
    text = _book()[name].get(f"hint_{language_in(locale)}")
    return None if text is None else _filled(text, filled)


def _filled(text: str, values: dict[str, object]) -> str:
    for key, value in values.items():
        text = text.replace("{" + key + "}", str(value))
    return text


@cache
def _book() -> dict[str, Any]:
    return tomllib.loads((resources.files("aule.apps.conductor") / "words.toml").read_text("utf-8"))
