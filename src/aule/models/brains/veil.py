"""The veil: hides words before they go to a model elsewhere, and puts them back in what comes."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

from aule.contracts.access.veil import Veiled

_PIECE = re.compile(
    r"\\[bfnrt\"\\/]"  # an escape in JSON ends a word: `\nAna` is not `nAna`
    r"|(?P<word>(?:\\u[0-9a-fA-F]{4}|[^\W_]|[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff])+)"
)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_GAP = re.compile(r"(?:[\s'’.\-_]|\\[nrt]){1,8}")
_CLOSE = re.compile(r"[ \t\u00a0'’.\-_]{1,3}")
"""What stands between the words of a name for short: a new line begins another."""
_CELLS = re.compile(r"[\s*´`\"]{1,6}|\"?[,;]\"?|\s{0,2}\|\s{0,2}|&nbsp;|/")
"""What stands between the words of a whole name in tables and in marked text."""
_COMMA = re.compile(r"\s{0,3},\s{0,3}")

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a text: where it stands, and what it is compared by."""

    start: int
    end: int
    key: str


@dataclass(frozen=True, slots=True)
class _Entry:
    """What goes in place of some words, and where they are meant."""

    becomes: str
    is_word: bool = False
    """Only with a capital."""
    gaps: tuple[re.Pattern[str], ...] = (_GAP,)
    """What may stand between them."""


@dataclass(slots=True)
class _Book:
    """What stands for which words, found by them."""

    entries: dict[Words, _Entry] = field(default_factory=dict[Words, _Entry])
    lengths: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """How many words there are in what begins with a word, the most first."""

    def add(self, text: str, entry: _Entry) -> None:
        words = _keys(text)
        if not words or words in self.entries:
            return
        self.entries[words] = entry
        known = self.lengths.setdefault(words[0], [])
        if len(words) not in known:
            known.append(len(words))
            known.sort(reverse=True)

    def replaced(self, text: str, write: Callable[[str], str] = str) -> str:
        """Return the text with all that is in the book replaced; of two that fit, the longer."""
        words = list(_words(text))
        out: list[str] = []
        done = place = 0
        while place < len(words):
            found = self._at(text, words, place)
            if found is None:
                place += 1
                continue
            becomes, taken = found
            out += [text[done : words[place].start], write(becomes)]
            done = words[place + taken - 1].end
            place += taken
        return "".join([*out, text[done:]]) if out else text

    def _at(self, text: str, words: Sequence[_Word], place: int) -> tuple[str, int] | None:
        for length in self.lengths.get(words[place].key, ()):
            here = words[place : place + length]
            entry = self.entries.get(tuple(word.key for word in here))
            if entry is None or not _belong(text, here, entry.gaps):
                continue
            if not entry.is_word or text[here[0].start].isupper():
                return entry.becomes, len(here)
        return None


class Veil:
    """Hides words in everything that goes out, and puts them back in everything that comes."""

    def __init__(self, entries: Iterable[Veiled]) -> None:
        self._out, self._back = _Book(), _Book()
        self._beginnings: set[str] = set()
        known: set[str] = set()
        for each in entries:
            if not each.text.strip() or not each.token.strip():
                continue
            self._out.add(each.text, _Entry(each.token, each.is_word, _gaps(each)))
            if each.token not in known:
                known.add(each.token)
                self._back.add(each.token, _Entry(each.text))
                key = " ".join(_keys(each.token))
                self._beginnings.update(key[:end] for end in range(1, len(key) + 1))
        self._longest = max((len(words) for words in self._back.entries), default=0)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to hide."""
        return not self._out.entries

    def hide(self, text: str) -> str:
        """Return the text as it may leave this machine."""
        return self._out.replaced(text)

    def tokens(self, text: str) -> frozenset[str]:
        """Return what stands for all that would be hidden in a text."""
        found: list[str] = []
        self._out.replaced(text, lambda token: found.append(token) or token)
        return frozenset(found)

    def restore(self, text: str, *, in_json: bool = False) -> str:
        """Return the text as people here read it; inside JSON, what is put in is written as JSON."""
        return self._back.replaced(text, _as_json if in_json else str)

    def hide_data(self, data: Any) -> Any:
        """Return data with every text in it, also every key, as it may leave this machine."""
        return _mapped(data, self.hide)

    def restore_data(self, data: Any) -> Any:
        """Return data with every text in it as people here read it."""
        return _mapped(data, self.restore)

    def whole(self, text: str) -> int:
        """Return how much of a text that is still coming in can be restored.

        Its end may be the beginning of a token.
        """
        words = list(_words(text))[-self._longest :] if self._longest else []
        for place, word in enumerate(words):
            rest = words[place:]
            if not _belong(text, rest):
                continue
            tail = text[rest[-1].end :]
            if tail and _GAP.fullmatch(tail) is None:
                continue
            key = " ".join(each.key for each in rest) + (" " if tail else "")
            if key in self._beginnings:
                return word.start
        return len(text)


class Restoring:
    """Puts words back in a text that comes piece by piece."""

    def __init__(self, veil: Veil, *, in_json: bool = False) -> None:
        self._veil = veil
        self._in_json = in_json
        self._held = ""

    def read(self, delta: str) -> str:
        """Return what can be told by now."""
        self._held += delta
        cut = self._veil.whole(self._held)
        told, self._held = self._held[:cut], self._held[cut:]
        return self._veil.restore(told, in_json=self._in_json)

    def rest(self) -> str:
        """Return what was held back, once nothing more comes."""
        told, self._held = self._held, ""
        return self._veil.restore(told, in_json=self._in_json)


def _words(text: str) -> Iterable[_Word]:
    for found in _PIECE.finditer(text):
        if found["word"] and (key := _folded(found["word"])):
            yield _Word(found.start(), found.end(), key)


def _keys(text: str) -> Words:
    """Return what a text is compared by, word by word."""
    if text.isascii() and text.replace(" ", "").isalnum():
        return tuple(text.lower().split())
    return tuple(word.key for word in _words(text))


@lru_cache(maxsize=65_536)
def _folded(word: str) -> str:
    """Return a word without accents, case, and what nobody sees."""
    if word.isascii() and word.isalnum():
        return word.lower()
    plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), word)
    return "".join(each for each in unicodedata.normalize("NFKD", plain).casefold() if each.isalnum())


def _gaps(each: Veiled) -> tuple[re.Pattern[str], ...]:
    if each.is_short:
        return (_CLOSE,)
    return (_GAP, _CELLS, _COMMA) if "," in each.text else (_GAP, _CELLS)


def _belong(text: str, words: Sequence[_Word], gaps: Sequence[re.Pattern[str]] = (_GAP,)) -> bool:
    """Tell whether words stand beside each other, as those of one name do."""
    return all(any(gap.fullmatch(text, one.end, other.start) for gap in gaps) for one, other in pairwise(words))


def _mapped(data: Any, change: Callable[[str], str]) -> Any:
    if isinstance(data, str):
        return change(data)
    if isinstance(data, dict):
        items: dict[Any, Any] = data  # pyright: ignore[reportUnknownVariableType]
        return {_mapped(key, change): _mapped(value, change) for key, value in items.items()}
    if isinstance(data, list | tuple):
        return [_mapped(each, change) for each in data]  # pyright: ignore[reportUnknownVariableType]
    return data


def _as_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
