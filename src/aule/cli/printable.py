"""Text made harmless for a terminal: what came from files, models and other people is shown, never obeyed."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 and C1: escape sequences, bells, a return to the start of the line
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of reading
    "\u2028\u2029\u200b\u2060\ufeff\U000e0000-\U000e007f"  # lines and letters that cannot be seen
    "\ud800-\udfff]"  # halves of characters, which cannot be printed at all
)
_IN_JSON = re.compile(f"[\x7f-\x9f]|{_UNSAFE.pattern}")


def printable(text: str) -> str:
    """The text with every control character turned into a sign that can be seen; lines and tabs stay."""
    return _UNSAFE.sub(lambda found: _sign(found.group()), text)


def one_line(text: str) -> str:
    """The same, and its lines joined: for names and titles, which must not make up lines of their own."""
    return " ".join(printable(text).split())


def escaped(document: str) -> str:
    """A JSON document in which they are escaped, so that it means the same and moves no cursor."""
    return _IN_JSON.sub(lambda found: found.group() if found.group() in "\n\t" else _in_json(found.group()), document)


def _sign(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)  # the picture Unicode has for it
    return "␡" if code == 0x7F else f"‹U+{code:04X}›"


def _in_json(character: str) -> str:
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
