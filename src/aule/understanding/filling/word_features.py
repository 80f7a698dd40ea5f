"""What can be told of each word of a sentence, beside each parameter it may belong to; the labeller weighs it.

Features are texts, as in `w-1=kr`; they are kept as places in a table of weights, which their digests give. What is
told of a word alone is joined with three descriptions of a label: its kind, its parameter, and its parameter in this
very frame. So a frame nobody trained shares what was learnt of its kinds.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.filler import Filled, Said
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import MarkKind
from aule.understanding.vocabulary import COMMANDS, EMPTY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Places = NDArray[np.int64]

SIZE = 1 << 19
"""Weights of the table; features share one where their digests do."""
TEXTS = (FieldKind.NAME, FieldKind.NEW, FieldKind.TEXT, FieldKind.PERSON, FieldKind.LIST)
"""Kinds whose value is words of the sentence."""
_UNLABELLED = (FieldKind.NOTHING, FieldKind.MESSAGE, FieldKind.EACH)
_SMALL = frozenset(
    re.findall(
        r"\w+",
        "de do da dos das of no na em nos nas in on pro pra pros pras para for to com with o a os as the e and que "
        "that sobre about ao aos num numa um uma an at por by from",
    )
)
_FIRST, _SECOND, _SHIFT = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 31

Span = tuple[int, int]
"""The first word of a value, and the one behind its last."""


def labelled_fields(frame: Frame) -> list[Field]:
    """Return the fields that words may belong to. Label 0 is none.

    1 and 2 begin and continue the first field, and so on.
    """
    return [each for each in frame.fields if each.kind not in _UNLABELLED]


def feature_places(frame: Frame, said: Said, filled: Filled) -> Places:
    """Return the places of all features: a row for each word, in it one for each label."""
    import numpy as np  # it came with the encoder of sentences

    sentence = _sentence(said.wording.text, tuple((mark.start, mark.end, mark.kind) for mark in said.marks))
    beside = _Beside(frame, sentence, spans_by_rule(frame, said.wording, filled))
    first, second = np.uint64(_FIRST), np.uint64(_SECOND)
    words = np.concatenate([sentence.features, np.array(beside.of_words(), np.uint64)[:, None]], axis=1)
    labels = np.array(beside.labels(), np.uint64)
    joined = (words[:, None, :, None] * first) ^ (labels[None, :, None, :] * second)
    both = np.array([beside.of_labels(n) for n in range(sentence.count)], np.uint64)
    places = [joined.reshape(sentence.count, len(labels), -1), both.reshape(sentence.count, len(labels), -1) * first]
    mixed = np.concatenate(places, axis=2)
    return (((mixed >> np.uint64(_SHIFT)) ^ mixed) % np.uint64(SIZE)).astype(np.int64)


def spans_by_rule(frame: Frame, wording: Wording, filled: Filled) -> dict[str, Span]:
    """Return which words the rules gave to each parameter."""
    found: dict[str, Span] = {}
    for name, places in filled.places.items():
        field = frame.field(name)
        if field is None or not places:
            continue
        spans: list[Span | None] = [None]
        if field.kind in TEXTS:
            spans = [_find(wording, each, places[0][0]) for each in _texts(filled.values.get(name))]
        known = [each for each in spans if each is not None]
        if not known or len(known) < len(spans):
            known = [span for place in places if (span := words_at(wording, *place)) is not None]
        if known:
            found[name] = (min(start for start, _ in known), max(end for _, end in known))
    return found


def _texts(value: Any) -> list[str]:
    """Return the texts of a value, which may be a list."""
    rows = cast("list[Any]", value) if isinstance(value, list) else [value]
    return [each for each in rows if isinstance(each, str)]


def words_at(wording: Wording, start: int, end: int) -> Span | None:
    """Return the words that a place in the text touches."""
    touched = [number for number, word in enumerate(wording.words) if start < word.end and word.start < end]
    return (touched[0], touched[-1] + 1) if touched else None


def _find(wording: Wording, text: str, near: int) -> Span | None:
    """Return where a text stands in a sentence as whole words; of several places, the nearest to another one."""
    wanted, said = [word.folded for word in Wording(text).words], [word.folded for word in wording.words]
    starts = [n for n in range(len(said) - len(wanted) + 1) if wanted and said[n : n + len(wanted)] == wanted]
    if not starts:
        return None
    start = min(starts, key=lambda n: abs(wording.words[n].start - near))
    return start, start + len(wanted)


class _Sentence:
    """What is told of the words of a sentence, whatever they belong to."""

    def __init__(self, text: str, marks: Sequence[tuple[int, int, MarkKind]]) -> None:
        import numpy as np

        wording = Wording(text)
        self.count = len(wording.words)
        self.words = [word.folded for word in wording.words]
        self.classes = [_class(word) for word in self.words]
        self.shapes = [_shape(wording, number) for number in range(self.count)]
        self.gaps = _gaps(wording)
        self.marks = _marks(wording, marks)
        self.features = np.array([[_digest(each) for each in self._of_word(n)] for n in range(self.count)], np.uint64)

    def _of_word(self, n: int) -> list[str]:
        word, class_, mark, gap, shape = self.word, self._class, self._mark, self.gaps, self.shapes
        before = shape[n - 1] if n else ""
        behind = shape[n + 1] if n + 1 < self.count else ""
        return [
            "b",
            f"w={word(n)}",
            f"w-1={word(n - 1)}",
            f"w+1={word(n + 1)}",
            f"w-2={word(n - 2)}",
            f"w+2={word(n + 2)}",
            f"ww-={word(n - 1)}_{word(n)}",
            f"ww+={word(n)}_{word(n + 1)}",
            f"ww--={word(n - 2)}_{word(n - 1)}",
            f"w3={word(n - 3)}{word(n - 2)}{word(n - 1)}",
            f"s3={word(n)[-3:]}",
            f"sh={shape[n]}",
            f"shs={before}{shape[n]}{behind}",
            f"c={class_(n)}",
            f"c-={class_(n - 1)}",
            f"c+={class_(n + 1)}",
            f"cc={class_(n - 1)}{class_(n)}{class_(n + 1)}",
            f"gb={gap[n]}",
            f"ga={gap[n + 1]}",
            f"m={mark(n)}",
            f"m-={mark(n - 1)}",
            f"m+={mark(n + 1)}",
            f"mm={mark(n - 1)}{mark(n)}",
            f"pos={min(n, 4)}",
            f"end={min(self.count - 1 - n, 3)}",
            f"sg={shape[n]}{gap[n]}",
            f"pw={word(n - 1)}{class_(n)}{mark(n)}",
            f"pcm={word(n - 1)}{class_(n - 2)}{mark(n)}{shape[n]}",
        ]

    def word(self, n: int) -> str:
        """Return a word, or a sign for what lies before the first and behind the last."""
        return self.words[n] if 0 <= n < self.count else "<s>" if n < 0 else "</s>"

    def _class(self, n: int) -> str:
        return self.classes[n] if 0 <= n < self.count else "|"

    def _mark(self, n: int) -> str:
        return self.marks[n] if 0 <= n < self.count else "|"


@lru_cache(maxsize=16)
def _sentence(text: str, marks: tuple[tuple[int, int, MarkKind], ...]) -> _Sentence:
    """Return a sentence, kept for the other frames that are filled from it."""
    return _Sentence(text, marks)


class _Beside:
    """What is told of the words of a sentence beside the parameters of a frame."""

    def __init__(self, frame: Frame, sentence: _Sentence, by_rule: Mapping[str, Span]) -> None:
        self._frame = frame
        self._fields = labelled_fields(frame)
        self._sentence = sentence
        self._by_rule = by_rule
        numbers = range(sentence.count)
        self._announced = [[_announced(each, sentence.words, n) for n in numbers] for each in self._fields]
        self._nouns = [_noun_words(each.nouns, each.things) for each in self._fields]

    def labels(self) -> list[list[int]]:
        """Return the descriptions of each label."""
        described = [["O", "O1", f"O*{self._frame.name}"]]
        for each in self._fields:
            kind = each.kind.value + "".join(
                sign for sign, holds in (("m", each.is_main), ("r", each.is_required), ("w", each.is_whole)) if holds
            )
            described += [
                [f"{part}k{kind}", f"{part}p{each.name}", f"{part}f{self._frame.name}.{each.name}"] for part in "BI"
            ]
        return [[_digest(each) for each in row] for row in described]

    def of_words(self) -> list[int]:
        """Tell whether each word, and the one before it, names what the frame is about."""
        nouns = {form for noun in self._frame.nouns for form in (noun, f"{noun}s")}
        own = ["n" if word in nouns else "" for word in self._sentence.words]
        return [_digest(f"own={here}{before}") for here, before in zip(own, ["", *own], strict=False)]

    def of_labels(self, n: int) -> list[int]:
        """Return what is told of one word beside each label: words that announce the field, and what the rules say."""
        sentence = self._sentence
        class_, mark, shape = sentence.classes[n], sentence.marks[n], sentence.shapes[n]
        is_near = any(each[n] for each in self._announced)
        taken = {name for name, (start, end) in self._by_rule.items() if start <= n < end}
        told = list(_beside_none(is_near, bool(taken), class_, mark))
        word, before = sentence.words[n], f"{sentence.gaps[n]}{sentence.word(n - 1)}"
        after_small = n > 0 and sentence.classes[n - 1] != "-"
        for field, announced, nouns in zip(self._fields, self._announced, self._nouns, strict=True):
            lead = f"{announced[n]}/{announced[n - 1] if after_small else ''}"
            state = self._state(field.name, n)
            is_others = bool(taken) and field.name not in taken
            view = _View(lead, state, class_, mark, shape, word in nouns, is_others, is_near)
            begins, goes_on = _beside_field(self._frame.name, field.name, field.kind.value, view)
            told += (*begins, _digest(f"B|rg{state}{before}"), *goes_on, _digest(f"I|rg{state}{before}"))
        return told

    def _state(self, name: str, n: int) -> str:
        """Return where a word stands beside what the rules gave to a parameter."""
        span = self._by_rule.get(name)
        if span is None:
            return "no"
        return "B" if n == span[0] else "I" if span[0] < n < span[1] else "E" if n == span[1] else "o"


@lru_cache(maxsize=2_000)
def _beside_none(is_near: bool, is_taken: bool, class_: str, mark: str) -> tuple[int, ...]:
    """Return what is told of a word that belongs to no parameter."""
    rule = "in" if is_taken else "no"
    near = (f"an{is_near}", f"ac{is_near}{class_}", f"am{is_near}{mark}")
    return tuple(_digest(f"O|{each}") for each in (*near, f"r{rule}", f"rc{rule}{class_}", f"rm{rule}{mark}", *"123"))


class _View(NamedTuple):
    """A word beside one parameter."""

    lead: str
    """Which words announce the parameter, right before the word and one earlier."""
    state: str
    """Where the word stands beside what the rules gave to the parameter."""
    class_: str
    mark: str
    shape: str
    is_noun: bool
    """Whether the word itself is one for the parameter."""
    is_others: bool
    """Whether the rules gave the word to another parameter."""
    is_near: bool
    """Whether any parameter is announced here."""


@lru_cache(maxsize=20_000)
def _beside_field(frame: str, field: str, kind: str, view: _View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What is told of a word that begins a parameter, and of one that continues it, but for the words around it."""
    lead, state, class_, mark, shape, is_noun, is_others, is_near = view
    features = (
        f"an{lead}{is_noun}",
        f"ak{lead}{kind}{is_near}",
        f"am{lead}{mark}{shape}",
        f"r{state}{is_others}",
        f"rk{state}{kind}{class_}",
        f"rp{state}{field}",
        f"rf{state}{frame}.{field}",
        f"ra{state}{lead}{mark}",
    )
    begins, goes_on = (tuple(_digest(f"{part}|{each}") for each in features) for part in "BI")
    return begins, goes_on


@lru_cache(maxsize=50_000)
def _digest(feature: str) -> int:
    return zlib.crc32(feature.encode())


def _class(word: str) -> str:
    """Tell whether a word commands, carries no meaning, or is one of the small words."""
    signs = (("C", word in COMMANDS), ("E", word in EMPTY), ("P", word in _SMALL))
    return "".join(sign for sign, holds in signs if holds) or "-"


def _shape(wording: Wording, n: int) -> str:
    word = wording.words[n]
    text = wording.text[word.start : word.end]
    if text.isupper() and len(text) > 1:
        return "A"
    return "a" if text[:1].isupper() and n else "d" if text[:1].isdigit() else "x"


def _gaps(wording: Wording) -> list[str]:
    """Return the signs between words: before each, and behind the last."""
    ends = [0, *(word.end for word in wording.words)]
    starts = [*(word.start for word in wording.words), len(wording.text)]
    between = zip(ends, starts, strict=True)
    return [re.sub(r"\s+", "", wording.text[end:start])[:2] for end, start in between]


def _marks(wording: Wording, marks: Sequence[tuple[int, int, MarkKind]]) -> list[str]:
    """Return the kinds of values that each word belongs to, and whether it begins them."""
    found = [""] * len(wording.words)
    for start, end, kind in marks:
        span = words_at(wording, start, end)
        for n in range(*(span or (0, 0))):
            found[n] += kind.value[:3] + ("B" if span is not None and n == span[0] else "I")
    return found


def _announced(field: Field, words: Sequence[str], n: int) -> str:
    """Return which kinds of words that announce a field end right before a word."""
    if not n:
        return ""
    leads = _leads(field.nouns, field.things, field.before).get(words[n - 1], ())
    return "".join(sorted({sign for phrase, sign in leads if tuple(words[max(0, n - len(phrase)) : n]) == phrase}))


@lru_cache(maxsize=2_000)
def _leads(
    nouns: tuple[str, ...], things: tuple[str, ...], before: tuple[str, ...]
) -> Mapping[str, list[tuple[tuple[str, ...], str]]]:
    """Return the phrases that announce a field, by their last word."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for sign, phrases in (("n", nouns), ("t", things), ("b", before)):
        for phrase in phrases:
            if words := tuple(phrase.lstrip("~").split()):
                found.setdefault(words[-1], []).append((words, sign))
    return found


@lru_cache(maxsize=2_000)
def _noun_words(nouns: tuple[str, ...], things: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for phrase in (*nouns, *things) for word in phrase.split())
