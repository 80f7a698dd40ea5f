"""The language of this terminal."""

from __future__ import annotations

import os


def locale() -> str:
    """The language of this terminal, as far as auleOS speaks it."""
    said = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "pt-BR" if said.lower().startswith("pt") else "en"


def locale_of(words: str) -> str:
    """The language to answer words in: Portuguese if they clearly are, whatever the terminal is set to."""
    from aule.models.builtin.language import is_portuguese  # only commands that take words need the vocabulary

    return "pt-BR" if is_portuguese(words) else locale()
