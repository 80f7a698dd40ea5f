"""Text made harmless for a terminal: what came from files, models and other people is shown, never obeyed."""

from __future__ import annotations

import re

from aule.terminal.words import say
from aule.text.foreign_text import Piece, PieceKind, Place, mark, pieces_of, sign, sign_of, size_of

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 and C1: escape sequences, bells, a return to the start of the line
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of reading
    "\u2028\u2029\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb"  # lines and letters that cannot be seen
    "\u115f\u1160\u2800\u3164\uffa0\U000e0000-\U000e0fff"  # letters that look like a space
    "\ud800-\udfff]"  # halves of characters, which cannot be printed at all
)
_IN_JSON = re.compile(f"[\x7f-\x9f]|{_UNSAFE.pattern}")


def printable(text: str) -> str:
    """The text with every control character turned into a sign that can be seen; lines and tabs stay.

    It looks at each character alone, so that it can be used on the pieces of a text that is still growing.
    """
    return _UNSAFE.sub(lambda found: sign(found.group()), text)


def one_line(text: str) -> str:
    """A name or a title on one line, which must not make up lines of its own: marked, and its blanks joined."""
    return " ".join(mark(text, Place.PROSE).split())


def legible(text: str, place: Place = Place.PROSE) -> str:
    """A text that somebody decides about: all that could deceive is marked, and long blanks are folded and counted."""
    return "".join(map(_shown, pieces_of(text, place)))


def escaped(document: str) -> str:
    """A JSON document in which they are escaped, so that it means the same and moves no cursor."""
    return _IN_JSON.sub(lambda found: found.group() if found.group() in "\n\t" else _in_json(found.group()), document)


def _shown(piece: Piece) -> str:
    match piece.kind:
        case PieceKind.BLANK_LINES:
            return f"⋯ {say('blank_lines', count=size_of(piece))}\n"
        case PieceKind.BLANKS:
            return f" ⋯ {say('blanks', count=size_of(piece))} ⋯ "
        case _:
            return sign_of(piece)


def _in_json(character: str) -> str:
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
