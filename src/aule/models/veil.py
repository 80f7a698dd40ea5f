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

from aule.contracts.veil import Veiled

_PIECE = re.compile(
    r"\\[bfnrt\"\\/]"  # an escape in JSON ends a word: `\nAna` is not `nAna`
    r"|(?P<word>(?:\\u[0-9a-fA-F]{4}|[^\W_]|[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff])+)"
)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_GAP = re.compile(r"(?:[\s'’.\-_]|\\[nrt]){1,8}")
_COMMA = re.compile(r"\s{0,3},\s{0,3}")

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a text: where it stands, and what it is compared by."""

    start: int
    end: int
    key: str


@dataclass(slots=True)
class _Book:
    """What stands for which words, found by them."""

    entries: dict[Words, tuple[str, bool]] = field(default_factory=dict[Words, tuple[str, bool]])
    """What goes in place of some words, and whether they are meant only with a capital."""
    lengths: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """How many words there are in what begins with a word, the most first."""
    commas: set[Words] = field(default_factory=set[Words])
    """What is written with a comma after its first words: `Souza, Ana`."""

    def add(self, text: str, becomes: str, *, is_word: bool = False) -> None:
        words = _keys(text)
        if not words or words in self.entries:
            return
        self.entries[words] = (becomes, is_word)
        known = self.lengths.setdefault(words[0], [])
        if len(words) not in known:
            known.append(len(words))
            known.sort(reverse=True)
        if "," in text:
            self.commas.add(words)

    def replaced(self, text: str, write: Callable[[str], str] = str) -> str:
        """The text with all that is in the book replaced; of two that fit, the longer."""
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
            keys = tuple(word.key for word in here)
            entry = self.entries.get(keys)
            if entry is None or not _belong(text, here, is_comma=keys in self.commas):
                continue
            becomes, is_word = entry
            if not is_word or text[here[0].start].isupper():
                return becomes, len(here)
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
            self._out.add(each.text, each.token, is_word=each.is_word)
            if each.token not in known:
                known.add(each.token)
                self._back.add(each.token, each.text)
                key = " ".join(_keys(each.token))
                self._beginnings.update(key[:end] for end in range(1, len(key) + 1))
        self._longest = max((len(words) for words in self._back.entries), default=0)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to hide."""
        return not self._out.entries

    def hide(self, text: str) -> str:
        """The text as it may leave this machine."""
        return self._out.replaced(text)

    def restore(self, text: str, *, in_json: bool = False) -> str:
        """The text as people here read it; inside JSON, what is put in is written as JSON."""
        return self._back.replaced(text, _as_json if in_json else str)

    def hide_data(self, data: Any) -> Any:
        """Data with every text in it, also every key, as it may leave this machine."""
        return _mapped(data, self.hide)

    def restore_data(self, data: Any) -> Any:
        """Data with every text in it as people here read it."""
        return _mapped(data, self.restore)

    def whole(self, text: str) -> int:
        """How much of a text that is still coming in can be restored: its end may be the beginning of a token."""
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
        """What can be told by now."""
        self._held += delta
        cut = self._veil.whole(self._held)
        told, self._held = self._held[:cut], self._held[cut:]
        return self._veil.restore(told, in_json=self._in_json)

    def rest(self) -> str:
        """What was held back, once nothing more comes."""
        told, self._held = self._held, ""
        return self._veil.restore(told, in_json=self._in_json)


def _words(text: str) -> Iterable[_Word]:
    for found in _PIECE.finditer(text):
        if found["word"] and (key := _folded(found["word"])):
            yield _Word(found.start(), found.end(), key)


def _keys(text: str) -> Words:
    """What a text is compared by, word by word."""
    if text.isascii() and text.replace(" ", "").isalnum():
        return tuple(text.lower().split())
    return tuple(word.key for word in _words(text))


@lru_cache(maxsize=65_536)
def _folded(word: str) -> str:
    """A word without accents, case, and what nobody sees."""
    if word.isascii() and word.isalnum():
        return word.lower()
    plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), word)
    return "".join(each for each in unicodedata.normalize("NFKD", plain).casefold() if each.isalnum())


def _belong(text: str, words: Sequence[_Word], *, is_comma: bool = False) -> bool:
    """Whether words stand beside each other, as those of one name do."""
    for one, other in pairwise(words):
        gap = text[one.end : other.start]
        if _GAP.fullmatch(gap) is None and not (is_comma and _COMMA.fullmatch(gap)):
            return False
    return True


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
