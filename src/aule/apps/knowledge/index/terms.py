"""Terms: the words of a text as they are compared: without case, accents and endings, in Portuguese and English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources

from aule.text.words import fold, terms

_ENDINGS = (
    *("amentos", "imentos", "amento", "imento", "adores", "idores", "acoes", "icoes", "ations", "ation", "mente"),
    *("antes", "entes", "ancia", "encia", "acao", "icao", "coes", "soes", "ador", "ante", "ente", "ando", "endo"),
    *("indo", "aram", "eram", "iram", "avam", "ados", "adas", "idos", "idas", "ings", "ment", "arem", "erem", "irem"),
    *("sao", "cao", "ado", "ada", "ido", "ida", "ava", "ara", "era", "ira", "ing", "ies", "oes", "aes", "ais", "eis"),
    *("ois", "res", "zes", "ns", "ao", "al", "el", "ol", "ar", "er", "ir", "or", "ou", "am", "em", "ed", "es", "ly"),
    *("as", "os", "is", "m", "s", "a", "e", "o", "y", "i"),
)
_SHORTEST = 4
"""Letters that stay at least: a shorter word would be like too many others."""
_QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]{2,80})[\"“”«»]|(?<!\w)'([^']{2,80})'(?!\w)")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_NAME = re.compile(r"(?<=[^\s.!?:;\"“(\[]\s)\b[A-ZÀ-Ý][\w'’-]{2,}")
"""A word with a capital letter that does not begin the sentence."""


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody looks for."""

    text: str
    terms: tuple[str, ...]
    """What its words come to, without fillers, each once."""
    strict: tuple[str, ...]
    """Numbers, codes and quoted words: a passage without them is not what is meant."""
    names: tuple[str, ...] = ()
    """What its words with capital letters come to."""
    quoted: tuple[str, ...] = ()
    """What stands in quotation marks, folded."""


def question_of(text: str) -> Question:
    """Read what somebody looks for."""
    words = [word for word in terms(text) if word not in fillers() and (len(word) > 1 or word.isdigit())]
    kept = tuple(dict.fromkeys(map(stem, words or terms(text))))
    quoted = (" ".join(terms(one or other)) for one, other in _QUOTED.findall(text))
    numbers = [digits_of(found) for found in _NUMBER.findall(text)]
    codes = [word for word in words if any(map(str.isdigit, word)) and any(map(str.isalpha, word))]
    names = dict.fromkeys(stem(word) for found in _NAME.findall(text) for word in terms(found))
    return Question(
        text,
        kept,
        tuple(dict.fromkeys([*numbers, *codes])),
        tuple(name for name in names if name in kept),
        tuple(filter(None, quoted)),
    )


def respell(question: Question, meant: Mapping[str, str]) -> Question:
    """Return a question with the terms that were probably meant in place of misspelled ones."""
    return replace(question, terms=tuple(dict.fromkeys(meant.get(term, term) for term in question.terms)))


@lru_cache(maxsize=1)
def fillers() -> frozenset[str]:
    """Return the words that say nothing of what is looked for."""
    return frozenset([*_word_lists()["pt"], *_word_lists()["en"]])


@lru_cache(maxsize=1)
def generic_terms() -> frozenset[str]:
    """Return what the words come to that say which kind of answer is expected; they count little by themselves."""
    return frozenset(map(stem, _word_lists()["generic"]))


@lru_cache(maxsize=1)
def _word_lists() -> dict[str, list[str]]:
    text = (resources.files("aule.apps.knowledge.index") / "fillers.toml").read_text("utf-8")
    return {name: words.split() for name, words in tomllib.loads(text).items()}


def stems(text: str) -> list[str]:
    """Return what the words of a text come to, in order."""
    return [stem(word) for word in terms(text)]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return a folded word without its ending; numbers, codes and short words stay as they are."""
    if len(word) <= _SHORTEST or not word.isalpha():
        return word[:-1] if len(word) == _SHORTEST and word.endswith("s") and word.isalpha() else word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST - (len(ending) < 3):
            return word[: -len(ending)]
    return word


def digits_of(number: str) -> str:
    """Return a number as it is compared: `1.850,00` and `1850` are the same."""
    plain = re.sub(r"[.,]00?$", "", number) if re.search(r"\d{3}[.,]00?$|^\d+[.,]00$", number) else number
    return re.sub(r"\D", "", plain).lstrip("0") or "0"


def numbers_in(text: str) -> set[str]:
    """Return the numbers of a text, each as it is compared and with its parts."""
    found: set[str] = set()
    for number in _NUMBER.findall(text):
        found.add(digits_of(number))
        found.update(part.lstrip("0") or "0" for part in re.split(r"\D", number) if part)
    return found


def folded(text: str) -> str:
    """Return a text without case and accents, for finding what was quoted."""
    return " ".join(terms(fold(text)))
