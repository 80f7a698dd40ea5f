"""Text of strangers made fit to be kept and shown: nothing that deceives the eye, one kind of line end."""

from __future__ import annotations

import re
import unicodedata

from aule.text.foreign_text import Place, mark

_LAYOUT = re.compile("[\u00ad\u200b\u2060\ufeff]")
"""Hints where a line may be broken, and marks of byte order: they are no part of the text."""
_LIGATURES = re.compile("[\ufb00-\ufb06]")
_BULLETS = re.compile("[\uf0a7\uf0a8\uf0b7\uf0d8\uf0fc\uf076\uf0e0]")
"""Bullets of symbol fonts, which have no character of their own."""
_LOST = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
"""Private characters: only the font of the file knew what they show."""
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufff0-\uffff"
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0000-\U000e0fff⟦]"
)
_DECEIVING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_BLANKS = re.compile(r"[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")


def shown(text: str) -> str:
    """Return text as it may be kept: NFC, without layout hints, with signs for what could deceive."""
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0c", "\n").replace("\x0b", "\n")
    text = text.replace("\u2028", "\n").replace("\u2029", "\n\n")
    text = _LOST.sub("\ufffd", _BULLETS.sub("•", _LAYOUT.sub("", text)))
    text = _LIGATURES.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return mark(text, Place.PROSE) if _ODD.search(text) else text


def deceives(text: str) -> bool:
    """Return whether a text has what `shown` never leaves in one."""
    return _DECEIVING.search(text) is not None


def one_line(text: str) -> str:
    """Return text on one line, with single spaces."""
    return " ".join(shown(text).split())


def squeezed(text: str) -> str:
    """Return text whose lines stay, without blanks at their ends and with single blanks inside."""
    return "\n".join(_BLANKS.sub(" ", line).strip() for line in shown(text).split("\n"))
