"""Numerals: `300`, `1.234,5`, `10 %`, `R$ 3 mil`, `mil e quinhentos`, `meia dúzia`. What could be two is none.

A part of something is a share, which counts where a share is asked for and nowhere else: `metade` is 50 %, `um terço` a
third of it. `o dobro` is no number: nobody says of what.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Literal

from aule.text.words import fold
from aule.understanding.alignment import align, blank, blank_quotes, whole_word
from aule.understanding.values.days import Sentence, find_days
from aule.understanding.values.hours import find_hours
from aule.understanding.vocabulary import NUMBERS

Unit = Literal["percent", "BRL", "USD", "EUR", "GBP"]
_TIMES = {
    "mil": 10**3, "k": 10**3, "thousand": 10**3,
    "m": 10**6, "mi": 10**6, "milhao": 10**6, "milhoes": 10**6, "million": 10**6, "millions": 10**6, "mn": 10**6,
    "bi": 10**9, "bilhao": 10**9, "bilhoes": 10**9, "billion": 10**9, "billions": 10**9,
}  # fmt: skip
_SHORT_TIMES = frozenset({"k", "m", "mi", "mn", "bi"})
"""Shortened thousands and millions: they stand behind digits only."""
_DOZENS = {
    "duzia": 12, "duzias": 12, "dozen": 12, "dozens": 12, "dezena": 10, "dezenas": 10, "centena": 100, "centenas": 100,
}  # fmt: skip
"""Words for so many at once; the plural needs a number before it: *dezenas de alunos* are not counted."""
_SMALL = {word: number for word, number in NUMBERS.items() if word not in {*_DOZENS, "hundred"}}
_HUNDRED = 100
_ARTICLES = frozenset({"um", "uma", "one"})
"""Numbers that are articles as often: they count only when nothing else does."""
_SIGNS: dict[str, Unit] = {"r$": "BRL", "us$": "USD", "$": "USD", "€": "EUR", "£": "GBP"}
_UNIT_WORDS: dict[str, Unit] = {
    "%": "percent", "por cento": "percent", "percent": "percent", "per cent": "percent",
    "reais": "BRL", "real": "BRL", "dolares": "USD", "dolar": "USD", "dollars": "USD", "dollar": "USD",
    "euros": "EUR", "euro": "EUR", "pounds": "GBP", "quid": "GBP", "bucks": "USD",
    "conto": "BRL", "pila": "BRL", "pilas": "BRL", "mangos": "BRL", "pratas": "BRL",
}  # fmt: skip
_DIGITS = re.compile(
    r"(?<![\w.,/-])(?P<sign>[+-]|−)?\s?(?P<money>(?:r|us)?\$|€|£)?\s?(?P<sign2>-)?"
    r"(?P<digits>\d{1,3}(?:[. ]\d{3})+(?:,\d{1,9})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,9})?|\d{1,15}(?:[.,]\d{1,9})?)"
    rf"(?![\w/]*[/-]\w)(?:\s?(?P<times>{'|'.join(sorted(_TIMES, key=len, reverse=True))})\b)?(?=\s?%|)(?!\w|[.,]\d|-\w)"
)
_UNIT = re.compile(
    rf"\s?(?:(?P<sign>%)|(?:de )?(?P<word>{'|'.join(sorted(map(re.escape, _UNIT_WORDS), key=len, reverse=True))})\b)"
)
_PHONE = re.compile(r"\+?\d{0,3} ?\(\d{2,3}\) ?\d{3,5}[- ]\d{4}\b|\b9?\d{4}-\d{4}\b")
_CENTS: dict[str, Unit] = {"centavos": "BRL", "centavo": "BRL", "cents": "USD", "cent": "USD"}
_CENT = re.compile(rf"\s(?P<word>{'|'.join(_CENTS)})\b")
_PARTED = {
    "quarto": 4, "terco": 3, "quinto": 5, "decimo": 10, "quarter": 4, "third": 3, "fifth": 5, "tenth": 10,
}  # fmt: skip
_PARTS = re.compile(
    rf"\b(?P<count>{'|'.join(sorted(NUMBERS, key=len, reverse=True))}|an?) (?P<part>{'|'.join(_PARTED)})(?P<many>s?)\b"
    r"(?P<of> (?:d[ao]s?|of)\b)?|\b(?P<half>metade|(?<!first )(?<!second )half of)\b"
)
"""Parts of a whole, which are no count: `três quartos`, `a third of the class`; *um quarto* may be a room."""
_WORD = re.compile(r"[a-z]+")
_HALF_DOZEN = re.compile(r"(?:meia duzia|half a dozen)\b")
_PAIR = re.compile(r"(?:a couple|a pair|um par)(?= (?:of|de)\b)")
_ENGLISH_ARTICLE = re.compile(r"a (?=(?:hundred|thousand|million|billion)\b)")
_ANY_DAY = date(2024, 1, 1)
"""Where dates stand in a text does not depend on today."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a text names, and where it does."""

    start: int
    end: int
    value: Decimal
    unit: Unit | None = None
    is_change: bool = False
    """Whether it is written with a sign, as a difference: `+10 %`."""
    is_article: bool = False
    """Whether it may be no number at all: *um*, *uma*, *one*."""

    @property
    def number(self) -> int | float:
        """The value as an ordinary number."""
        return int(self.value) if self.value == self.value.to_integral_value() else float(self.value)


def find_figures(text: str, *, comma: bool = True) -> list[Figure]:
    """Find the numbers of a text, but for those of dates, hours and quotations; `comma`: `1,5` is one and a half."""
    plain = blank_quotes(text)
    taken = [(each.start, each.end) for each in find_days(Sentence(plain, _ANY_DAY))]
    taken += [(each.start, each.end) for each in find_hours(plain)]
    said = blank(align(plain), taken)
    said = blank(said, (each.span() for each in _PHONE.finditer(said)))
    parts = [each for match in _PARTS.finditer(said) if (each := _part(match)) is not None]
    said = blank(said, (each.span() for each in _PARTS.finditer(said)))
    written = [match for match in _DIGITS.finditer(said) if match["times"] != "m" or _is_money(match, said)]
    in_digits = list(_added([_figure(match, comma) for match in written], said))
    in_digits = [_with_rest(said, each) for each in in_digits]
    said = blank(said, ((each.start, each.end) for each in in_digits))
    spoken = _with_fractions(list(_in_words(said)), said)
    found = [_with_unit(said, each) for each in (*in_digits, *spoken)]
    return sorted((*_with_cents(sorted(found, key=_start), said), *parts), key=_start)


def number(text: str, markers: Sequence[str] = (), *, comma: bool = True) -> int | float | None:
    """Return the one number in a text, or the first behind a marker word; `comma` says that `1,5` is one and a half."""
    figures, said = find_figures(text, comma=comma), align(text)
    for marker in sorted(markers, key=len, reverse=True):
        place = whole_word(fold(marker)).search(said)
        behind = [each for each in figures if place is not None and each.start >= place.end() and not each.is_article]
        if behind:
            return behind[0].number
    return _only([each.number for each in _meant(figures)])


def integer(text: str) -> int | None:
    """Return the one whole number in a text, in digits or words. Two different numbers are no answer."""
    whole = [each for each in find_figures(text) if isinstance(each.number, int)]
    found = _only([each.number for each in _meant(whole)])
    return found if isinstance(found, int) else None


def counted(text: str, nouns: Sequence[str]) -> int | None:
    """Return how many of something: the number before its name, with at most one word between: `3 novas atividades`."""
    said, wanted = align(text), {fold(noun) for noun in nouns}
    for figure in find_figures(text):
        behind = re.findall(r"[^\W_]+(?:-[^\W_]+)*", said[figure.end :])
        behind = behind[1:] if behind[:1] == ["de"] else behind
        if isinstance(figure.number, int) and figure.unit is None and not wanted.isdisjoint(behind[:2]):
            return figure.number
    return None


def _start(figure: Figure) -> int:
    return figure.start


def _meant(figures: list[Figure]) -> list[Figure]:
    """Return the figures that count; articles only among themselves, parts of a whole never."""
    return [each for each in figures if not each.is_article] or [each for each in figures if each.unit is None]


def _part(match: re.Match[str]) -> Figure | None:
    """Return a part of a whole as a share of a hundred: it counts only where a share is asked for."""
    if match["half"]:
        return Figure(*match.span(), Decimal(50), "percent", is_article=True)
    count = NUMBERS.get(match["count"], 1)
    is_plain = bool(match["many"]) or match["of"] or match["part"] == "terco"
    if not is_plain or not 0 < count < _PARTED[match["part"]]:
        return None
    value = Decimal(100 * count) / _PARTED[match["part"]]
    return Figure(*match.span("count")[:1], match.end("many"), value, "percent", is_article=True)


def _is_money(match: re.Match[str], said: str) -> bool:
    """Tell whether millions are written, not metres: `$2.5M`, `2.5M dollars`."""
    behind = _UNIT.match(said, match.end())
    return bool(match["money"]) or (behind is not None and behind["word"] is not None)


def _with_cents(figures: list[Figure], said: str) -> Generator[Figure]:
    """Put cents to the money before them: `trinta reais e vinte centavos`; alone they are a part of it."""
    place = 0
    while place < len(figures):
        one, after = _as_cents(figures[place], said), figures[place + 1] if place + 1 < len(figures) else None
        cents = None if after is None else _as_cents(after, said)
        place += 1
        if (
            cents is not None
            and cents is not after
            and (one.unit == cents.unit or (one.unit is not None and cents.unit == "USD"))
            and one.value % 1 == 0
            and re.fullmatch(r",? (?:e|and) ", said[one.end : cents.start])
        ):
            one = replace(one, end=cents.end, value=one.value + cents.value)
            place += 1
        yield one


def _as_cents(figure: Figure, said: str) -> Figure:
    found = _CENT.match(said, figure.end) if figure.unit is None else None
    if found is None:
        return figure
    return replace(figure, end=found.end(), value=figure.value / _HUNDRED, unit=_CENTS[found["word"]], is_article=False)


def _only(values: Sequence[int | float]) -> int | float | None:
    different = set(values)
    return different.pop() if len(different) == 1 else None


def _figure(match: re.Match[str], comma: bool) -> Figure:
    value = Decimal(_plain(match["digits"].replace(" ", ""), comma)) * _TIMES.get(match["times"] or "", 1)
    is_less = match["sign"] in ("-", "−") or match["sign2"]
    unit = _SIGNS.get(match["money"] or "")
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    return Figure(start, match.end(), -value if is_less else value, unit, is_change=bool(match["sign"]))


def _plain(digits: str, comma: bool) -> str:
    """Return digits with a point before the fraction and nothing between thousands."""
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return digits
    mark, behind = digits[last], digits[last + 1 :]
    other = "." if mark == "," else ","
    is_thousands = digits.count(mark) > 1 or (
        other not in digits and len(behind) == 3 and digits[0] != "0" and (mark == ",") is not comma
    )
    if is_thousands:
        return digits.replace(mark, "")
    return f"{digits[:last].replace(other, '').replace(mark, '')}.{behind}"


def _with_unit(said: str, figure: Figure) -> Figure:
    found = _UNIT.match(said, figure.end)
    if found is None or (found["word"] == "conto" and figure.value == 1):  # one `conto` is a tale
        return figure
    return replace(figure, end=found.end(), unit=_UNIT_WORDS[found["sign"] or found["word"]], is_article=False)


def _added(figures: list[Figure], said: str) -> Generator[Figure]:
    """Put together what is one number in digits: `2 milhões e 300 mil`."""
    for place, figure in enumerate(figures):
        before = figures[place - 1] if place else None
        if before is not None and _continues(before, figure, said):
            continue
        after = figures[place + 1] if place + 1 < len(figures) else None
        if after is not None and _continues(figure, after, said):
            yield replace(figure, end=after.end, value=figure.value + after.value)
        else:
            yield figure


def _continues(one: Figure, two: Figure, said: str) -> bool:
    is_joined = re.fullmatch(r" (?:e|and) ", said[one.end : two.start]) is not None
    is_joined = is_joined and _CENT.match(said, two.end) is None
    fits_millions = one.value >= 10**6 and one.value % 10**6 == 0 and 1_000 <= two.value < 10**6
    fits_thousands = one.value >= 1_000 and one.value % 1_000 == 0 and two.value < 1_000
    return is_joined and two.unit is None and (fits_millions or fits_thousands)


def _with_rest(said: str, figure: Figure) -> Figure:
    """Return a figure with what follows its thousands in words: `3 mil e quinhentos`."""
    half = re.match(r" (?:e meio|and a half)\b", said[figure.end :])
    if half is not None:
        return replace(figure, end=figure.end + half.end(), value=figure.value + _unit_of(figure, said) / 2)
    behind = re.match(r" e ", said[figure.end :])
    if behind is None or abs(figure.value) < 1_000 or figure.value % 1_000:
        return figure
    rest = _Spoken(said, figure.end + behind.end()).read()
    if rest is None or rest.value >= 1_000 or _CENT.match(said, rest.end) is not None:
        return figure
    return replace(figure, end=rest.end, value=figure.value + rest.value)


def _unit_of(figure: Figure, said: str) -> Decimal:
    """Return what a half behind a number is a half of: of the million it is counted in, or of one."""
    words = re.findall(r"[a-z]+", said[figure.start : figure.end])
    return Decimal(next((_TIMES[word] for word in reversed(words) if word in _TIMES), 1))


def _in_words(said: str) -> Generator[Figure]:
    """Yield numbers that are written in words."""
    place = 0
    while (word := _WORD.search(said, place)) is not None:
        figure = _Spoken(said, word.start()).read()
        if figure is not None:
            yield figure
        place = word.end() if figure is None else figure.end


def _with_fractions(figures: list[Figure], said: str) -> Generator[Figure]:
    """Put what is said behind a comma to its number: `nove vírgula cinco`, `nine point two five`."""
    place = 0
    while place < len(figures):
        one, digits = figures[place], ""
        while place + 1 < len(figures) and _is_fraction(figures[place], figures[place + 1], said, digits):
            digits += str(figures[place + 1].value)
            place += 1
        place += 1
        end = figures[place - 1].end
        yield replace(one, end=end, value=one.value + Decimal(f"0.{digits}"), is_article=False) if digits else one


def _is_fraction(one: Figure, two: Figure, said: str, digits: str) -> bool:
    if one.value % 1 or two.value % 1 or two.value >= _HUNDRED:
        return False
    between = said[one.end : two.start]
    return between == " " if digits else between in (" virgula ", " point ")


class _Spoken:
    """Reads one number in words: hundreds, tens and ones, then thousands and millions, then a half."""

    def __init__(self, said: str, start: int) -> None:
        self._said = said
        self._start = start
        self._end = start
        self._total = Decimal(0)
        self._part: Decimal | None = None
        self._ceiling = 10**12
        self._first: str | None = None

    def read(self) -> Figure | None:
        """Return the number that begins here, if one does."""
        if self._said[max(0, self._start - 4) : self._start] == "por ":  # por cento
            return None
        if (half := _HALF_DOZEN.match(self._said, self._start)) is not None:
            return Figure(self._start, half.end(), Decimal(6))
        if (pair := _PAIR.match(self._said, self._start)) is not None:
            return Figure(self._start, pair.end(), Decimal(2))
        if (article := _ENGLISH_ARTICLE.match(self._said, self._start)) is not None:
            self._part, self._first, self._end = Decimal(1), "a", article.end() - 1
        while (word := self._next()) is not None and self._take(word[0]):
            self._first = self._first or word[0]
            self._end = word.end()
        if self._first is None:
            return None
        value = self._total + (self._part or 0)
        is_article = self._first in _ARTICLES and self._said[self._start : self._end] == self._first
        return Figure(self._start, self._end, value, is_article=is_article)

    def _next(self) -> re.Match[str] | None:
        """Return the next word, if only a blank, a hyphen or an *and* lies before it."""
        if self._first is None:
            return _WORD.match(self._said, self._end)
        gap = re.compile(r"(?:[ -]| e | and | e| )(?=[a-z])").match(self._said, self._end)
        lead = re.compile(r" (?:e|and)(?: a(?= half))? ").match(self._said, self._end) or gap
        return None if lead is None else _WORD.match(self._said, lead.end())

    def _take(self, word: str) -> bool:
        if word in _DOZENS and (self._part is not None or word in ("duzia", "dozen")):
            self._part = (self._part or Decimal(1)) * _DOZENS[word]
            return True
        if word in ("meio", "meia", "half") and self._first is not None:
            return self._add_half()
        if word == "hundred" and self._part is not None and self._part < _HUNDRED:
            self._part *= _HUNDRED
            return True
        if word in _TIMES and word not in _SHORT_TIMES:
            return self._multiply(word)
        return word in _SMALL and self._add(_SMALL[word])

    def _add_half(self) -> bool:
        """Return a half of what was counted last: of one, or of the million it is counted in."""
        if self._part is not None and self._part % 1 == 0:
            self._part += Decimal("0.5")
            return True
        if self._part is None and self._ceiling < 10**12:
            self._total += Decimal(self._ceiling) / 2
            self._part, self._ceiling = Decimal(0), 1
            return True
        return False

    def _multiply(self, word: str) -> bool:
        times = _TIMES[word]
        if times >= self._ceiling or (self._part is None and word != "mil"):
            return False
        self._total += (1 if self._part is None else self._part) * times
        self._part, self._ceiling = None, times
        return True

    def _add(self, value: int) -> bool:
        """Add a word to a number: hundreds take tens, tens take ones; anything else begins another number."""
        if self._part is None:
            self._part = Decimal(value)
            return True
        fits_tens = self._part % _HUNDRED == 0 and self._part > 0 and value < _HUNDRED
        fits_ones = self._part % 10 == 0 and self._part % _HUNDRED >= 20 and 0 < value < 10
        if not (fits_tens or fits_ones):
            return False
        self._part += value
        return True
