"""Foreign text: words that agents, files and the web wrote, with everything that could deceive the eye marked. Pure.

The desktop has the same rules in `shell/src/ui/foreign.ts`; both are held to `shell/src/ui/foreign.fixtures.json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

MOST_BLANK_LINES = 4
"""Blank lines in a row that are shown; more are folded into one line that counts them."""
MOST_BLANKS = 32
"""Spaces or tabs in a row that are shown; more are folded."""
MOST_STACKED = 3
"""Accents on one letter; those above are marked."""
MOST_REPEATED = 3
"""Times the same mark is repeated; more are counted."""


class Place(StrEnum):
    """What a text is, which decides what is odd in it."""

    PROSE = "prose"
    """Titles, questions, explanations."""
    CODE = "code"
    """Commands, parameters, lines of files: a space is a plain space, a word is of one alphabet."""
    NAME = "name"
    """Paths, hosts, labels: the same, and on one line."""
    MARKED = "marked"
    """Lines of a diff, which were marked when the diff was made."""


class PieceKind(StrEnum):
    """What a piece of a text is."""

    PLAIN = "plain"
    CONTROL = "control"
    DIRECTION = "direction"
    INVISIBLE = "invisible"
    SPACE = "space"
    STACKED = "stacked"
    LOOKALIKE = "lookalike"
    UNKNOWN = "unknown"
    QUOTED = "quoted"
    """The beginning of what looks like a mark, but stands in the text itself."""
    BLANKS = "blanks"
    BLANK_LINES = "blank_lines"


class Piece(NamedTuple):
    """Some characters of a text, exactly as they are, and what they are."""

    kind: PieceKind
    text: str


_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb"
_DIRECTION = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
_UNKNOWN = "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff"
_SPACE = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_BLANK = f" \t{_SPACE}"
_ACCENT = (
    "\u0300-\u034e\u0350-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
_PICTURE = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_IDEOGRAPH = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_JOINING = "\u0600-\u061b\u061d-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u17b3\u17b6-\u180a\u1810-\u18af"
_LATIN = "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
_OTHER_ALPHABET = (
    "\u0250-\u02af\u0370-\u052f\u0531-\u0587\u05d0-\u05ea\u10a0-\u10ff\u13a0-\u13ff\u1c80-\u1c8f\u1d00-\u1d7f"
    "\u2100-\u2101\u2105-\u2115\u2119-\u211d\u2124-\u2138\u213c-\u2149\u2160-\u2188\u2c80-\u2cff\ua4d0-\ua4ff"
    "\ua640-\ua69f\uab70-\uabbf\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff"
)
_ENGLAND, _SCOTLAND, _WALES = (
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in name) + "\U000e007f"
    for name in ("gbeng", "gbsct", "gbwls")
)

_SEQUENCE = (
    f"(?:{_ENGLAND}|{_SCOTLAND}|{_WALES}"
    f"|[{_PICTURE}][\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]?(?:\u200d[{_PICTURE}][\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]?)*"
    "|[0-9#*]\ufe0f\u20e3"
    f"|[{_IDEOGRAPH}][\ufe00-\ufe02\U000e0100-\U000e01ef]"
    f"|(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])"
    "|\r\n)"
)
"""Characters that mean something together: pictures, letters that join, the end of a line."""
_ODD = {
    PieceKind.CONTROL: _CONTROL,
    PieceKind.DIRECTION: _DIRECTION,
    PieceKind.INVISIBLE: _INVISIBLE,
    PieceKind.UNKNOWN: _UNKNOWN,
}
_ODD_RUN = f"(?P<odd>[{''.join(_ODD.values())}])(?P=odd)*"
_STACK = f"(?<=[{_ACCENT}]{{{MOST_STACKED}}})(?P<accent>[{_ACCENT}])(?P=accent)*"
_LINES = rf"(?<![^\n])(?:[{_BLANK}]*\r?\n){{{MOST_BLANK_LINES + 1},}}"
_BLANK_RUN = f"[{_BLANK}]{{{MOST_BLANKS + 1},}}"
_SPACE_RUN = f"(?P<space>[{_SPACE}])(?P=space)*"
_WIDE_SPACE = f"(?:(?<=[{_IDEOGRAPH}\u3001\u3002])\u3000|\u3000(?=[{_IDEOGRAPH}]))"
_MARK = "⟦U\\+[0-9A-F]{4,6}(?:×[0-9]+)?⟧"
_FOLDS = f"(?P<lines>{_LINES})|(?P<blanks>{_BLANK_RUN})"
_IN_CODE = f"{_WIDE_SPACE}|{_SPACE_RUN}"

_READERS = {
    Place.PROSE: f"{_SEQUENCE}|{_FOLDS}|{_STACK}|{_ODD_RUN}|(?P<quoted>⟦(?=U\\+))",
    Place.CODE: f"{_SEQUENCE}|{_FOLDS}|{_STACK}|{_ODD_RUN}|{_IN_CODE}|(?P<quoted>⟦(?=U\\+))",
    Place.NAME: (
        f"(?P<line>[\n\r\t])(?P=line)*|{_SEQUENCE}|(?P<blanks>{_BLANK_RUN})|{_STACK}|{_ODD_RUN}|{_IN_CODE}"
        "|(?P<quoted>⟦(?=U\\+))"
    ),
    Place.MARKED: f"{_SEQUENCE}|{_FOLDS}|{_STACK}|{_ODD_RUN}|(?P<mark>{_MARK})",
}
_KIND_OF_ODD = [(kind, re.compile(f"[{characters}]")) for kind, characters in _ODD.items()]
_WORD = re.compile(f"[{_LATIN}{_OTHER_ALPHABET}]+")
_OF_OTHER_ALPHABET = re.compile(f"[{_OTHER_ALPHABET}]")
_OF_LATIN = re.compile(f"[{_LATIN}]")
_ORDINARY = re.compile("[!-~\u00a1-\u00ac\u00ae-\u024f]*(?: [!-~\u00a1-\u00ac\u00ae-\u024f]+)* ?")
"""Words and single spaces: most lines are nothing else."""


@cache
def _reader(place: Place) -> re.Pattern[str]:
    """Return the pattern for texts of a place; it is long, and most lines are ordinary."""
    return re.compile(_READERS[place])


def pieces_of(text: str, place: Place = Place.PROSE) -> list[Piece]:
    """Take a text apart; its pieces put together are the text, character by character."""
    if _ORDINARY.fullmatch(text):
        return [Piece(PieceKind.PLAIN, text)] if text else []
    found: list[Piece] = []
    for piece in _split(text, place):
        if piece.kind is PieceKind.PLAIN and found and found[-1].kind is PieceKind.PLAIN:
            found[-1] = Piece(PieceKind.PLAIN, found[-1].text + piece.text)
        elif piece.text:
            found.append(piece)
    if place in (Place.PROSE, Place.MARKED):
        return found
    return [part for piece in found for part in _lookalikes(piece)]


@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(f"(?P<kept>{_SEQUENCE})|{_ODD_RUN}")


def without_hidden(text: str) -> str:
    """Return a text without the characters that nobody sees.

    Taking a long text apart for that, piece by piece, would hold everybody up.
    """
    if text.isascii() and text.isprintable():
        return text
    return _hidden().sub(r"\g<kept>", text)


def size_of(piece: Piece) -> int:
    """Return how many lines a fold of blank lines hides, else how many characters a piece has."""
    return piece.text.count("\n") if piece.kind is PieceKind.BLANK_LINES else len(piece.text)


def sign_of(piece: Piece) -> str:
    """Return what stands for a piece that is not plain. Folds have no sign: whoever shows them counts in words."""
    match piece.kind:
        case PieceKind.PLAIN | PieceKind.BLANKS | PieceKind.BLANK_LINES:
            return piece.text
        case _ if piece.text.startswith("⟦U+"):
            return piece.text  # it was marked when the diff was made
        case PieceKind.LOOKALIKE:
            return piece.text + sign(piece.text)
        case _:
            count = len(piece.text)
            return sign(piece.text[0], count) if count > MOST_REPEATED else sign(piece.text[0]) * count


def sign(character: str, count: int = 1) -> str:
    """Return what stands for a character that cannot be seen, or for several of the same."""
    return f"⟦U+{ord(character):04X}{f'×{count}' if count > 1 else ''}⟧"


def mark(text: str, place: Place = Place.CODE) -> str:
    """Return the text with a sign for everything that could deceive.

    No two texts give the same. Blanks are not folded.
    """
    return "".join(map(sign_of, pieces_of(text, place)))


def blank_runs(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return where more blank lines follow each other than are shown.

    The first of them, and the line behind the last.
    """
    runs: list[tuple[int, int]] = []
    start: int | None = None
    for number, line in enumerate([*lines, "."]):
        is_blank = not line.strip(_BLANKS)
        if is_blank and start is None:
            start = number
        elif not is_blank and start is not None:
            if number - start > MOST_BLANK_LINES:
                runs.append((start, number))
            start = None
    return runs


_BLANKS = " \t\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"


def _split(text: str, place: Place) -> Iterator[Piece]:
    end = 0
    for found in _reader(place).finditer(text):
        yield Piece(PieceKind.PLAIN, text[end : found.start()])
        yield Piece(_kind_of(found), found.group())
        end = found.end()
    yield Piece(PieceKind.PLAIN, text[end:])


def _kind_of(found: re.Match[str]) -> PieceKind:
    groups = {name for name, text in found.groupdict().items() if text is not None}
    if "odd" in groups:
        return _kind_of_odd(found["odd"])
    if "mark" in groups:
        return _kind_of_mark(found["mark"])
    for name, kind in _KINDS.items():
        if name in groups:
            return kind
    return PieceKind.PLAIN


_KINDS = {
    "line": PieceKind.CONTROL,
    "lines": PieceKind.BLANK_LINES,
    "blanks": PieceKind.BLANKS,
    "accent": PieceKind.STACKED,
    "space": PieceKind.SPACE,
    "quoted": PieceKind.QUOTED,
}


def _kind_of_odd(character: str) -> PieceKind:
    return next(kind for kind, pattern in _KIND_OF_ODD if pattern.match(character))


def _kind_of_mark(mark: str) -> PieceKind:
    """Return the kind of the character that a mark in a diff stands for."""
    code = int(mark.removeprefix("⟦U+").rstrip("⟧").partition("×")[0], 16)
    if code > 0x10FFFF or code == ord("⟦"):
        return PieceKind.QUOTED
    character = chr(code)
    if re.match(f"[{_SPACE}]", character):
        return PieceKind.SPACE
    if re.match(f"[{_ACCENT}]", character):
        return PieceKind.STACKED
    if _OF_OTHER_ALPHABET.match(character):
        return PieceKind.LOOKALIKE
    return next((kind for kind, pattern in _KIND_OF_ODD if pattern.match(character)), PieceKind.QUOTED)


def _lookalikes(piece: Piece) -> Iterator[Piece]:
    """Yield a plain piece, in which letters of another alphabet inside a Latin word stand by themselves."""
    if piece.kind is not PieceKind.PLAIN or not _OF_OTHER_ALPHABET.search(piece.text):
        yield piece
        return
    plain = ""
    end = 0
    for word in _WORD.finditer(piece.text):
        plain += piece.text[end : word.start()]
        end = word.end()
        if not _OF_LATIN.search(word.group()):
            plain += word.group()
            continue
        for letter in word.group():
            if not _OF_OTHER_ALPHABET.match(letter):
                plain += letter
                continue
            if plain:
                yield Piece(PieceKind.PLAIN, plain)
            plain = ""
            yield Piece(PieceKind.LOOKALIKE, letter)
    plain += piece.text[end:]
    if plain:
        yield Piece(PieceKind.PLAIN, plain)
