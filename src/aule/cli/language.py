"""The language of this terminal."""

from __future__ import annotations

import os


def locale() -> str:
    """The language of this terminal, as far as auleOS speaks it."""
    said = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "pt-BR" if said.lower().startswith("pt") else "en"
