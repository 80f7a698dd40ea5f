"""Sentences of Portuguese and English: where each begins and ends. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+(?=[\"'“‘«(\[—–-]?\s?[^\W_a-zà-öø-ÿ])")
"""After a mark that ends a sentence, before a capital or a number."""
_LAST_WORD = re.compile(r"(?:^|[\s(\[\"'“‘«])([^\s(\[\"'“‘«]+)\.[\"'”’»)\]]*$")
_WORDS = """
sr sra srs sras srta dr dra drs dras prof profa profs exmo exma ilmo ilma av r trav pça art arts inc par fl fls pág
págs pag p pp cap caps vol vols ed eds tel cel núm num n no nº nos obs ex cf v vs vide aprox máx mín ltda cia s.a jr
min seg ter qua qui sex jan fev mar abr mai jun jul ago set out nov dez c d a mr mrs ms messrs st mt ft sgt capt lt col
gen rep sen gov pres rev hon m.d b.a m.a ltd co corp dept fig figs eq eqs sec ref refs ch chap approx est e.g i.e p.ex
op cit feb apr aug sept oct
"""
_ABBREVIATIONS = frozenset(_WORDS.split())
"""Words whose full stop ends no sentence."""
_LONG_ENOUGH = 12


def sentence_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a part of a text begin and end, without the blanks between them."""
    begin = start
    for found in _END.finditer(text, start, end):
        if found.start() - begin < _LONG_ENOUGH or _is_abbreviated(text, begin, found.start()):
            continue
        yield begin, _trimmed(text, begin, found.end())
        begin = found.end()
    if begin < end:
        yield begin, _trimmed(text, begin, end)


def _trimmed(text: str, begin: int, end: int) -> int:
    while end > begin and text[end - 1].isspace():
        end -= 1
    return end


def _is_abbreviated(text: str, begin: int, end: int) -> bool:
    found = _LAST_WORD.search(text, max(begin, end - 30), end)
    if found is None:
        return False
    word = found[1].casefold()
    is_initial = len(word) == 1 and word.isalpha()
    return is_initial or word in _ABBREVIATIONS
