"""Tells a model's reasoning from its answer where a server sends both as one text."""

from __future__ import annotations

from aule.models.wire.chunks import Mender

OPEN = "<think>"
CLOSE = "</think>"


class Reader:
    """Reads text piece by piece: what stands in think tags at the very beginning is reasoning."""

    def __init__(self) -> None:
        self._mender = Mender()
        self._held = ""
        self._state = "start"

    def read(self, piece: str) -> tuple[str, str]:
        """Split a piece into answer and reasoning; an unfinished tag is held back."""
        if not piece:
            return "", ""
        piece = self._mender.mend(piece)
        match self._state:
            case "start":
                return self._begin(self._held + piece)
            case "thinking":
                return self._think(self._held + piece)
            case _:
                return piece, ""

    def rest(self) -> str:
        """Return what was still held back when the answer ended."""
        held, self._held = self._held, ""
        return held

    def _begin(self, text: str) -> tuple[str, str]:
        bare = text.lstrip()
        self._held = ""
        if bare.startswith(OPEN):
            self._state = "thinking"
            return self._think(bare.removeprefix(OPEN).lstrip("\n"))
        if not bare or OPEN.startswith(bare):
            self._held = text
            return "", ""
        self._state = "answer"
        return text, ""

    def _think(self, text: str) -> tuple[str, str]:
        thought, tag, answer = text.partition(CLOSE)
        if tag:
            self._state, self._held = "answer", ""
            return answer.lstrip("\n"), thought
        kept = next((n for n in range(min(len(CLOSE) - 1, len(text)), 0, -1) if CLOSE.startswith(text[-n:])), 0)
        self._held = text[len(text) - kept :] if kept else ""
        return "", text[: len(text) - kept]
