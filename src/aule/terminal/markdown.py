"""Markdown on a terminal: what is escaped for a page is shown as the character it stands for."""

from __future__ import annotations

import string

_ESCAPED = frozenset(string.punctuation)
_FENCE = 3
"""Backticks from which on code goes over blank lines."""


class Unescape:
    """Takes the escapes out of Markdown that comes in pieces; code stays as it is."""

    def __init__(self) -> None:
        self._is_escaping = False
        self._ticks = 0
        """Backticks that stand here in a row."""
        self._code = 0
        """Backticks that opened the code this is in; 0: it is not in code."""
        self._is_line_empty = False

    def feed(self, piece: str) -> str:
        """The next piece as a terminal shows it; a backslash at its end waits for what follows."""
        return "".join(self._next(character) for character in piece)

    def finish(self) -> str:
        """What was still waiting."""
        waiting, self._is_escaping = "\\" if self._is_escaping else "", False
        return waiting

    def _next(self, character: str) -> str:
        if self._is_escaping:
            self._is_escaping = False
            return character if character in _ESCAPED else f"\\{self._next(character)}"
        if character == "`":
            self._ticks += 1
            return character
        self._end_ticks()
        if character == "\n":
            if self._is_line_empty and self._code < _FENCE:
                self._code = 0  # a backtick nobody closed ends with its paragraph
            self._is_line_empty = True
        elif not character.isspace():
            self._is_line_empty = False
        self._is_escaping = character == "\\" and not self._code
        return "" if self._is_escaping else character

    def _end_ticks(self) -> None:
        if self._ticks:
            is_end = self._code == self._ticks or (self._code >= _FENCE and self._ticks > self._code)
            self._code = 0 if is_end else self._code or self._ticks
            self._ticks = 0
            self._is_line_empty = False


def unescaped(text: str) -> str:
    """A whole Markdown text as a terminal shows it."""
    reader = Unescape()
    return reader.feed(text) + reader.finish()
