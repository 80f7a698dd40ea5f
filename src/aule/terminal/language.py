"""The language of this terminal."""

from __future__ import annotations

import os

from aule.text.messages import Messages, is_portuguese


def locale() -> str:
    """The language of this terminal, as far as auleOS speaks it."""
    said = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "pt-BR" if is_portuguese(said) else "en"


def locale_of(words: str) -> str:
    """The language to answer words in: Portuguese if they clearly are, whatever the terminal is set to."""
    from aule.models.builtin.language import looks_portuguese  # only commands that take words need the vocabulary

    return "pt-BR" if looks_portuguese(words) else locale()


class TerminalMessages:
    """A catalogue whose messages are in the language of this terminal."""

    def __init__(self, package: str, file: str = "messages.toml") -> None:
        self._messages = Messages(package, file)

    def say(self, key: str, /, **values: object) -> str:
        """Return a message in the language of this terminal."""
        return self._messages.say(key, locale(), **values)
