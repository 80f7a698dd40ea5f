"""Words that carry meaning, and telling Portuguese from English."""

from __future__ import annotations

from typing import Literal

from aule.contracts.text import words

Language = Literal["pt", "en"]

PORTUGUESE = frozenset(
    "a o as os um uma uns umas de do da dos das em no na nos nas por para pra pro com sem que e ou se me te eu voce "
    "vc ele ela isso isto esse essa este esta meu minha meus minhas seu sua qual quais quando onde como quem quero "
    "queria pode poderia tem tenho ao aos la ai ja nao sim favor tudo todos todas sobre ate mais muito agora".split()
)
ENGLISH = frozenset(
    "a an the of in on at by for with without that and or if me my mine i you he she it this these those your what "
    "which when where how who is are was be do does did can could would will please to from all about some any there "
    "have has had not yes now up out into just us we let s m".split()
)


def terms(text: str) -> list[str]:
    """The words that carry meaning, cut to a stem of sorts so that plural and person matter less."""
    return [stem(word) for word in words(text) if word not in PORTUGUESE and word not in ENGLISH]


def stem(word: str) -> str:
    """A rough stem: endings of number and person off, for both languages."""
    for ending in ("coes", "ndo", "ing", "oes", "ar", "er", "ir", "es", "ed", "s", "e", "a", "o", "r"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def language_of(locale: str, text: str) -> Language:
    """The language to answer in: the session's, else the one the words are in."""
    if locale:
        return "pt" if locale.lower().startswith("pt") else "en"
    said = words(text)
    portuguese = sum(word in PORTUGUESE for word in said) + any(letter in "ãõçáéíóúâêô" for letter in text.lower())
    english = sum(word in ENGLISH for word in said)
    return "pt" if portuguese >= english else "en"
