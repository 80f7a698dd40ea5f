"""Parts of things: a sentence that asks to remove a part of something never means to remove the whole."""

from __future__ import annotations

import re

from aule.contracts.recipe import Recipe
from aule.contracts.text import fold, words
from aule.understanding.alignment import QUOTED
from aule.understanding.vocabulary import VERB_OF

_ARTICLES = ["o", "a", "os", "as", "um", "uma", "the", "an", "this", "that", "meu", "minha", "my"]
_OWNING = ["do", "da", "dos", "das", "de", "no", "na", "nos", "nas", "of", "from", "in", "on", "at", "off"]
"""Words behind which stands what something belongs to, or where it is."""
_LEADING = frozenset({*_ARTICLES, *_OWNING, "ao", "a", "para", "for", "to", "under"})
_TAKES_OF = re.compile(
    r"\b(livr\S*|desfa\S*|exclusao|remocao) (?:d(?=[oa]s? )|de )|\b(rid|deletion|removal) of\b(?= )",
)
"""Words that remove what stands behind `of`: *get rid of the meeting* means the meeting itself."""
_PARTS = (
    "anotac(?:ao|oes)|notas?|horarios?|hora|local|lugar|duracao|responsave(?:l|is)|dono|dona|prazos?|peso|descricao"
    "|status|unidade|comentarios?|pauta|assuntos?|topicos?|ite(?:m|ns) d[ae] pauta|data"
    "|notes?|time|place|location|duration|owners?|deadlines?|due date|weight|description|unit|comments?|agenda"
    "|agenda items?|topics?|date"
)


def is_named_itself(text: str, recipe: Recipe) -> bool:
    """Whether a sentence names what a recipe is about as such: *the meeting reu-1*, not *of the meeting reu-1*."""
    said, nouns = _bare(text), _nouns(recipe)
    return any(not _is_owner(said, found) for found in _mentions(said, nouns))


def is_named(text: str, recipe: Recipe) -> bool:
    """Whether a sentence has a word for what a recipe is about."""
    return bool(_mentions(_bare(text), _nouns(recipe)))


def names_a_part(text: str, recipe: Recipe) -> bool:
    """Whether a sentence speaks of something that belongs to what a recipe is about, and not of that itself."""
    if not _asks_for_part(text, recipe):
        return False
    # A recipe for parts says so in its own examples: *remove X from the agenda*.
    return not is_for_parts(recipe)


def is_for_parts(recipe: Recipe) -> bool:
    """Whether a recipe itself speaks of parts of something."""
    return any(_asks_for_part(each, recipe) for examples in recipe.examples.values() for each in examples)


def _asks_for_part(text: str, recipe: Recipe) -> bool:
    nouns = _nouns(recipe)
    if not nouns:
        return False
    said = _bare(text)
    found = _mentions(said, nouns)
    if found and all(_is_owner(said, each) for each in found):
        return True
    removing = "|".join(word for word, verb in VERB_OF.items() if verb == "remove")
    articles = "|".join(_ARTICLES)
    owning = "|".join(_OWNING)
    first = re.search(rf"\b(?:{removing}) (?:(?:{articles}) )?(?:{_PARTS}) (?:{owning})\b", said)
    if first is not None and not any(each.start() < first.end() for each in found):
        return True
    # `the meeting's notes`, `meeting reu-1's notes`, `the meeting notes of reu-1`
    return any(
        re.match(rf"(?: \S+)?(?:['’]s?)? (?:{_PARTS})(?: (?:{owning})\b|$)", said[each.end() :])
        and (re.match(r"(?: \S+)?['’]", said[each.end() :]) or re.match(rf" (?:{_PARTS})\b", said[each.end() :]))
        for each in found
    )


def _bare(text: str) -> str:
    """A sentence folded, without quotations and without the marks at its end."""
    said = " ".join(fold(QUOTED.sub(" § ", text)).replace(",", " ").split()).rstrip(" .!?")
    return _TAKES_OF.sub(lambda found: f"{found[1] or found[2]} ", said)


def _nouns(recipe: Recipe) -> list[str]:
    """What a recipe's markers call what it is about: what it cannot do without."""
    found: set[str] = set()
    for marker in (marker for slot in recipe.slots.values() if slot.required for marker in slot.markers):
        said = words(marker)
        while said and said[0] in _LEADING:
            said = said[1:]
        if said and said[0] not in VERB_OF:
            found.add(fold(marker)[fold(marker).index(said[0]) :] if said[0] in fold(marker) else " ".join(said))
    return sorted(found, key=len, reverse=True)


def _mentions(said: str, nouns: list[str]) -> list[re.Match[str]]:
    """Where a sentence speaks of one of these; in `KR03` there is a `KR`."""
    return list(re.finditer(rf"\b(?:{'|'.join(map(re.escape, nouns))})\d*(?![\w-])", said)) if nouns else []


def _is_owner(said: str, found: re.Match[str]) -> bool:
    before = said[: found.start()].split()
    while before and before[-1] in _ARTICLES:
        before.pop()
    return bool(before) and before[-1] in _OWNING
