"""Parts of things: a sentence that asks to remove a part of something never means to remove the whole."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aule.text.words import fold
from aule.understanding.alignment import QUOTED, compiled
from aule.understanding.vocabulary import VERB_OF

ARTICLES = ["o", "a", "os", "as", "um", "uma", "the", "an", "this", "that", "meu", "minha", "my"]
OWNING = ["do", "da", "dos", "das", "de", "no", "na", "nos", "nas", "of", "from", "in", "on", "at", "off"]
"""Words behind which stands what something belongs to, or where it is."""
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


def asks_for_part(text: str, nouns: Sequence[str]) -> bool:
    """Tell whether a sentence speaks of something that belongs to what the nouns name, and not of that itself."""
    if not nouns:
        return False
    said = bare(text)
    found = mentions(said, nouns)
    if found and all(is_owner(said, each) for each in found):
        return True
    removing = "|".join(word for word, verb in VERB_OF.items() if verb == "remove")
    articles = "|".join(ARTICLES)
    owning = "|".join(OWNING)
    first = compiled(rf"\b(?:{removing}) (?:(?:{articles}) )?(?:{_PARTS}) (?:{owning})\b").search(said)
    if first is not None and not any(each.start() < first.end() for each in found):
        return True
    # `the meeting's notes`, `meeting reu-1's notes`, `the meeting notes of reu-1`
    return any(
        compiled(rf"(?: \S+)?(?:['’]s?)? (?:{_PARTS})(?: (?:{owning})\b|$)").match(said[each.end() :])
        and (re.match(r"(?: \S+)?['’]", said[each.end() :]) or compiled(rf" (?:{_PARTS})\b").match(said[each.end() :]))
        for each in found
    )


def bare(text: str) -> str:
    """Return a sentence folded, without quotations and without the marks at its end."""
    said = " ".join(fold(QUOTED.sub(" § ", text)).replace(",", " ").split()).rstrip(" .!?")
    return _TAKES_OF.sub(lambda found: f"{found[1] or found[2]} ", said)


def mentions(said: str, nouns: Sequence[str]) -> list[re.Match[str]]:
    """Return where a sentence speaks of one of these; in `KR03` there is a `KR`."""
    return list(compiled(rf"\b(?:{'|'.join(map(re.escape, nouns))})\d*(?![\w-])").finditer(said)) if nouns else []


def is_owner(said: str, found: re.Match[str]) -> bool:
    """Tell whether a mention stands behind a word such as *of*: it owns what is spoken of."""
    before = said[: found.start()].split()
    while before and before[-1] in ARTICLES:
        before.pop()
    return bool(before) and before[-1] in OWNING
