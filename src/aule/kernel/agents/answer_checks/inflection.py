"""Inflection: the past forms of verbs and the plurals of nouns, in English and Portuguese, folded."""

from __future__ import annotations

from aule.text.words import fold

_VOWELS = "aeiou"


def english_past(base: str) -> str:
    """Return the past form of a regular English verb: `create` gives `created`, `tag` gives `tagged`."""
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ied"
    is_short = len(base) >= 3 and base[-1] not in _VOWELS + "wxy" and base[-2] in _VOWELS and base[-3] not in _VOWELS
    if is_short and sum(letter in _VOWELS for letter in base) == 1:
        return base + base[-1] + "ed"
    return base + "ed"


def portuguese_past(infinitive: str) -> tuple[str, str, str]:
    """Return `eu`, `nós` and the stem of the participle of a regular verb: `criar` gives `criei`, `criamos`, `criad`.

    An accent that alone tells the past from the present stays: `incluí`, not `inclui`.
    """
    root, ending = fold(infinitive)[:-2], fold(infinitive)[-2:]
    if ending == "ar":
        soft = root[:-1] + "qu" if infinitive[:-2].endswith("c") else root + "u" if root.endswith("g") else root
        return f"{soft}ei", f"{root}amos", f"{root}ad"
    if ending == "ir" and root.endswith("u") and not root.endswith(("gu", "qu")):
        return f"{root}í", f"{root}imos", f"{root}id"
    return f"{root}i", f"{root}{ending[0]}mos", f"{root}id"


def plurals(noun: str) -> set[str]:
    """Return a noun of one or more words, folded, with what its plural may be."""
    words = fold(noun).split()
    first = [" ".join([each, *words[1:]]) for each in _plural(words[0])]
    last = [" ".join([*words[:-1], each]) for each in _plural(words[-1])]
    return {" ".join(words), *first, *last}


def _plural(word: str) -> set[str]:
    found = {word, f"{word}s"}
    if word.endswith("ao"):
        found |= {f"{word[:-2]}oes", f"{word[:-2]}aos"}
    elif word.endswith("m"):
        found.add(f"{word[:-1]}ns")
    elif word.endswith("l"):
        found.add(f"{word[:-1]}is")
    elif word.endswith("y"):
        found.add(f"{word[:-1]}ies")
    elif word.endswith(("r", "z", "s", "x", "ch", "sh")):
        found.add(f"{word}es")
    return found
