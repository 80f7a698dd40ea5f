"""Overlap: which private text is contained in a request, plain or encoded. Pure.

Cards show it to the person; it is no protection by itself. Text can be hidden in ways nobody decodes, so where private
data and untrusted text are together every request asks, whatever is found here.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote_plus

from aule.kernel.capabilities.gate.provenance import TextKind, TextPiece
from aule.text.words import fold

GRAM = 5
"""Letters that have to be equal before two texts are compared further."""
MOST_SENT = 16_000
"""Characters of a request that are searched; an address has 2,048 at most."""
MOST_HELD = 2_000_000
"""Characters of private text that are compared; the latest count."""
MOST_VIEWS = 80
DEEPEST = 4
"""Nested encodings that are decoded."""
LARGEST = 64_000
"""Characters of one decoded text."""
SHORTEST_PLAIN, SHORTEST_WORD, SHORTEST_HIDDEN = 8, 10, 5
"""Letters that count as an overlap: in several words, in one word, and with a number or when encoded."""
SHORTEST_NUMBER, SHORTEST_PHRASE = 4, 16
"""Characters of a telling number, and of a telling phrase of three words or more."""
MOST_FOUND = 8

_TOKEN = re.compile(r"[A-Za-z0-9+/_-]{8,}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}[\s:,-]?){4,}")
_BASE32 = re.compile(r"[A-Za-z2-7]{8,}")
_CODES = re.compile(r"(?:\d{2,3}[\s,;.-]+){4,}\d{2,3}")
_NAMED = re.compile(r"(?:(?:0x|u[+ ])[0-9a-f]{1,5}[\s,;.-]*){4,}", re.IGNORECASE)
_BITS = re.compile(r"(?:[01]{8}[\s,;.-]?){4,}")
_ESCAPES = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|%u([0-9a-fA-F]{4})")
_VALUES = re.compile(r"[^/?&=#]+")
_BETWEEN = re.compile(r"[\s.,;:|~]+")
_NUMBER = re.compile(r"(?<![0-9a-z])(?=[a-z]*[0-9])[0-9a-z]{3,}(?![0-9a-z])")
_YEAR = re.compile(r"(?:19|20)\d\d")
_GZIP = b"\x1f\x8b\x08"
_NO_LETTER = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class TextOverlap:
    """Text that a request and a piece of the conversation have in common."""

    text: str
    """The text as it is in the request, decoded."""
    piece: TextPiece
    encoding: str = ""
    """How the text was hidden, such as `base64`; empty where it is plain."""

    @property
    def is_telling(self) -> bool:
        """Whether it is more than common words: a phrase, a number, or hidden text."""
        if self.encoding or (self.text.isalnum() and any(map(str.isdigit, self.text))):
            return len(self.text) >= SHORTEST_NUMBER and _YEAR.fullmatch(self.text) is None
        return len(_NO_LETTER.split(self.text)) >= 3 and len(self.text) >= SHORTEST_PHRASE


@dataclass(frozen=True, slots=True)
class _Decoding:
    """One reading of a request, decoded in one way."""

    text: str
    encoding: str
    letters: str
    """Its letters and digits, folded."""
    places: tuple[int, ...]
    """The position of each letter in the text."""


def find_overlaps(sent: Sequence[str], pieces: Sequence[TextPiece]) -> list[TextOverlap]:
    """Return the text a request shares with private text or the person's words, the longest first."""
    held = [piece for piece in pieces if piece.text and piece.kind is not TextKind.WEB]
    if not held:
        return []
    views = [_view(text, encoding) for text, encoding in read_views(sent)]
    grams = {view.letters[at : at + GRAM] for view in views for at in range(len(view.letters) - GRAM + 1)}
    found: list[TextOverlap] = []
    left = MOST_HELD
    for piece in reversed(held):
        text = fold(piece.text[:left])
        left -= len(text)
        found += _overlaps(views, grams, piece, text)
        if left <= 0:
            break
    return _longest(found)


def read_views(sent: Sequence[str]) -> list[tuple[str, str]]:
    """Return a request in every known reading: as it is, and with simple encodings decoded, also nested ones."""
    whole = "\n".join(sent)[:MOST_SENT]
    level: list[tuple[str, tuple[str, ...]]] = [(whole, ())]
    joined = ["".join(_VALUES.findall(unquote_plus(each)[:MOST_SENT])) for each in sent]
    level += [(text, ()) for each in joined for text in (each, _BETWEEN.sub("", each))]
    seen: dict[str, tuple[str, ...]] = {}
    for _ in range(DEEPEST):
        fresh = [(text, names) for text, names in level if text not in seen]
        seen.update(reversed([(text, names) for text, names in fresh]))
        if len(seen) >= MOST_VIEWS:
            break
        level = [(text, names) for view in fresh for text, names in _decoded(*view)][: MOST_VIEWS - len(seen)]
    seen.update((text, names) for text, names in level if text not in seen)
    return [(text, " + ".join(names)) for text, names in seen.items()]


def _decoded(text: str, names: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for plain in (unquote_plus(text), html.unescape(text), _ESCAPES.sub(_character, text)):
        if plain != text:
            yield plain, names
    for name, decode in _DECODERS:
        if (found := "\n".join(decode(text))[:LARGEST]) and found != text:
            yield found, (*names, name)
    if not {"rot13", "reversed"} & set(names):
        yield codecs.encode(text, "rot13"), (*names, "rot13")
        yield text[::-1], (*names, "reversed")


def _character(match: re.Match[str]) -> str:
    return _letter(int(next(filter(None, match.groups())), 16))


def _letter(number: int) -> str:
    """Return the character of a code point; a space for a surrogate, which cannot be shown."""
    return " " if 0xD800 <= number <= 0xDFFF else chr(number)


def _base64(text: str) -> Iterator[str]:
    tokens = _TOKEN.findall(text)
    tokens += [part for token in tokens for part in token.split("/") if "/" in token and len(part) >= 8]  # a path
    for token in tokens:
        plain = token.replace("-", "+").replace("_", "/")
        for start in range(4):  # text before it may have shifted its alignment
            part = plain[start:]
            yield from _readable(lambda part=part: base64.b64decode(part[: len(part) // 4 * 4] or part))
            if rest := len(part) % 4:
                yield from _readable(lambda part=part, rest=rest: base64.b64decode(part + "=" * (4 - rest)))


def _hex(text: str) -> Iterator[str]:
    for token in _HEX.findall(text):
        yield from _readable(lambda token=token: bytes.fromhex(re.sub(r"[\s:,-]", "", token)))


def _base32(text: str) -> Iterator[str]:
    for token in _BASE32.findall(text):
        full = token.upper()
        yield from _readable(lambda full=full: base64.b32decode(full + "=" * (-len(full) % 8)))
        yield from _readable(lambda full=full: base64.b32decode(full[: len(full) // 8 * 8]))


def _codes(text: str) -> Iterator[str]:
    for token in _CODES.findall(text):
        numbers = [int(number) for number in re.findall(r"\d+", token)]
        if all(9 <= number < 256 for number in numbers):
            yield from _readable(lambda numbers=numbers: bytes(numbers))


def _named_codes(text: str) -> Iterator[str]:
    for token in _NAMED.findall(text):
        numbers = [int(number, 16) for number in re.findall(r"(?i)(?:0x|u[+ ])([0-9a-f]{1,5})", token)]
        yield "".join(map(_letter, numbers))


def _bits(text: str) -> Iterator[str]:
    for token in _BITS.findall(text):
        yield from _readable(lambda token=token: bytes(int(byte, 2) for byte in re.findall("[01]{8}", token)))


_DECODERS: tuple[tuple[str, Callable[[str], Iterable[str]]], ...] = (
    ("base64", _base64),
    ("hex", _hex),
    ("base32", _base32),
    ("character codes", _codes),
    ("character codes", _named_codes),
    ("bits", _bits),
)


def _readable(decode: Callable[[], bytes]) -> Iterator[str]:
    """Yield decoded bytes as text, unpacked where they are packed; nothing where they are no text."""
    try:
        content = decode()
    except (ValueError, binascii.Error):
        return
    text = _unpacked(content).decode("utf-8", "replace")
    letters = sum(character.isprintable() and character != "\ufffd" for character in text)
    if letters >= 4 and letters >= 0.8 * len(text):
        yield text


def _unpacked(content: bytes) -> bytes:
    if (begins := content.find(_GZIP)) > 0:  # other bytes came before it
        content = content[begins:]
    for bits in (31, 15, -15):  # gzip, zlib, deflate
        try:
            found = zlib.decompressobj(bits).decompress(content, LARGEST)
        except zlib.error:
            continue
        if len(found) >= 4:
            return found
    return content


def _view(text: str, encoding: str) -> _Decoding:
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for letter in fold(character):
            if letter.isalnum():
                letters.append(letter)
                places.append(place)
    return _Decoding(text, encoding, "".join(letters), tuple(places))


def _overlaps(views: Sequence[_Decoding], grams: set[str], piece: TextPiece, text: str) -> Iterator[TextOverlap]:
    held = _NO_LETTER.sub("", text)
    shared = {gram for at in range(len(held) - GRAM + 1) if (gram := held[at : at + GRAM]) in grams}
    for view in views:
        yield from _runs(view, shared, held, piece)
        for number in set(_NUMBER.findall(fold(view.text))):
            if re.search(rf"(?<![0-9a-z]){number}(?![0-9a-z])", text):
                yield TextOverlap(number, piece, view.encoding)


def _runs(view: _Decoding, shared: set[str], held: str, piece: TextPiece) -> Iterator[TextOverlap]:
    """Yield the longest stretches of a view that are contained in a text."""
    letters, at = view.letters, 0
    while at <= len(letters) - GRAM:
        if letters[at : at + GRAM] not in shared:
            at += 1
            continue
        # A stretch that is not contained stays not contained as it grows, so the search can stop.
        begin = at
        sizes = range(GRAM + 1, len(letters) - begin + 1)
        size = GRAM + bisect_left(sizes, True, key=lambda size: letters[begin : begin + size] not in held)
        shown = view.text[view.places[at] : view.places[at + size - 1] + 1].strip()
        if _counts(shown, size, view):
            yield TextOverlap(shown, piece, view.encoding)
        at += size


def _counts(shown: str, size: int, view: _Decoding) -> bool:
    if view.encoding or any(map(str.isdigit, shown)):
        return size >= SHORTEST_HIDDEN
    has_words = len(_NO_LETTER.split(shown)) > 1
    return size >= (SHORTEST_PLAIN if has_words else SHORTEST_WORD)


def _longest(found: Sequence[TextOverlap]) -> list[TextOverlap]:
    """Return each overlap once, the longest first; plain typed words count only as a phrase."""
    kept: list[TextOverlap] = []
    for overlap in sorted(found, key=lambda each: (bool(each.encoding), -len(each.text))):
        if overlap.piece.kind is TextKind.OWNER_WORDS and not overlap.is_telling:
            continue
        letters = _NO_LETTER.sub("", fold(overlap.text))
        if not any(letters in _NO_LETTER.sub("", fold(each.text)) for each in kept):
            kept.append(overlap)
    return sorted(kept, key=lambda each: -len(each.text))[:MOST_FOUND]
