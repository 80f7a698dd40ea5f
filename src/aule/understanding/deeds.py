"""Deeds: whether a sentence makes, changes, removes or only asks, and which frames that rules out.

A sentence with a verb of removal never becomes an addition, nor the other way round. A question never becomes a write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aule.contracts.access.capability import Effect
from aule.text.words import fold
from aule.understanding.alignment import QUOTED, compiled
from aule.understanding.filling.fields import Frame
from aule.understanding.filling.filler import Said
from aule.understanding.sentence import Word, Wording
from aule.understanding.vocabulary import ASKING, ASKING_TWO, DEEDS, VERB_OF, Deed

_NOT = frozenset({"nao", "not", "nunca", "never", "don't", "dont", "don’t", "sem", "without"})
_GREETING = "oi|ola|jota|bom dia|boa tarde|boa noite|hi|hello|hey|please|por favor|e ai|entao|so"
_CAN = (
    "pode|poderia|podes|podia|consegue|consegues|conseguiria|da|daria|quer"
    "|tem como|teria como|e possivel|seria possivel"
)
_ENGLISH_CAN = "can|could|would|will|may"
_POLITE = re.compile(
    rf"^(?:\W*(?:{_GREETING})\b\W*)*(?:(?:voce |vc |tu |sera que (?:voce |vc |tu )?|ha como )?(?:{_CAN})"
    rf"|(?:{_ENGLISH_CAN}) (?:you|we|i)|would you mind|mind|que tal|bora|vamos)\b"
)
"""How a request begins that is said in the form of a question."""
_ASKS = re.compile(
    r"(?:e |mas |and |so )?(?:qual|quais|quem|onde|quando|quanto|quantos|quantas|por que"
    r"|como (?:eu|que|se|faco|faz|posso)|what|which|where|who|when|how|why|does|did|is there|are there)\b"
)
_WANTS_TO_KNOW = re.compile(
    r"\W*(?:(?:e|mas|and|but|so|ok|entao)\W+)*"
    r"(?:(?:o que|oq|quem|onde|cade|quando|qual|quais|quant[oa]s?|por ?que|what(?! about| if)|who|where|when|which|why"
    r"|how(?! about)|any|tem (?:algum|alguma)|sera que|(?:do|does|did|have|has|is|are|was|were)(?:n't)?"
    r" (?:i|we|you|he|she|they|it|that|this|there|the|my|our))\b.*\?\s*$"
    r"|(?:what (?:did|do|does|have|is in|was in)|who (?:did|is)|where (?:is|did)|when did|how (?:many|much)"
    r"|did (?:i|we|you)|is there|are there|o que (?:eu|a gente|nos) (?!quis|queria|quero)"
    r"|quant[oa]s \w+ (?:eu|tem|ha))\b)"
)
"""How a question begins that wants an answer, and changes nothing of what was said before."""
_ASKS_FOR = re.compile(
    r"\W*(?:(?:can|could|would|will) you|(?:voce|vc) (?:pode|poderia|consegue)|consegue|tem como|da (?:pra|para))\b"
)
"""How a request begins that is put as a question to whoever is asked."""
_ENDS = re.compile(
    r"\b(?:par[ae]r?|parem) (?:de|com)\b|\bnao precisa mais\b|\bstop\b|\bquit\b|\bno longer\b|\bdon'?t .* anymore\b"
)
"""Words that end something without a verb of removal: *para de fazer a limpeza*."""
_ALL = re.compile(
    r"\b(?:tudo|todos os|todas as|todos meus|todas minhas|everything|all (?:of )?(?:my|the|our)|all files)\b"
)
_TAKES = re.compile(r"^tir(?:a|ar|e|ou|ei|em|o)$")
"""*Tirar* removes, or gets: a mark in a test, a report out of the system."""
_GOT = re.compile(
    r"\btir(?:ou|ei|aram)\b"
    r"|\btir(?:a|ar|e) (?:um|uma|o|a)? ?(?:relatorio|extrato|print|foto|copia|duvida|pdf|media|resumo)"
)
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


def deeds_in(wording: Wording, names: Sequence[tuple[int, int]] = ()) -> list[Deed]:
    """Return what the verbs of a sentence do, in order.

    Those inside names and quotations do not count, nor those denied.
    """
    found: list[Deed] = ["remove"] if _ENDS.search(wording.unquoted) else []
    quoted = [(each.start, each.end) for each in wording.quotes]
    for place, word in enumerate(wording.words):
        if any(start <= word.start and word.end <= end for start, end in (*names, *quoted)):
            continue
        deed = _deed(word.folded)
        if deed is not None and not _is_denied(wording.words, place):
            found.append("show" if deed == "remove" and _is_getting(word, wording) else deed)
    return found


def asks(wording: Wording) -> bool:
    """Tell whether a sentence is a question and no request in the form of one."""
    text = wording.folded.strip()
    if _POLITE.match(text):
        return False
    said = [word.folded for word in wording.words]
    begins = bool(said) and (said[0] in ASKING - {"que", "can", "do", "is", "are"} or tuple(said[:2]) in ASKING_TWO)
    return text.endswith("?") or begins or _ASKS.match(text) is not None


def wants_to_know(wording: Wording) -> bool:
    """Tell whether a sentence asks about something, unlike *e o 8B?* and *what about 9?*, which say what to change."""
    return _WANTS_TO_KNOW.match(wording.folded) is not None


def asks_for(wording: Wording) -> bool:
    """Tell whether a sentence asks somebody to do something: *can you order a pizza?*, and not *pode ser às 9?*."""
    return _ASKS_FOR.match(wording.folded) is not None


def deed_of(frame: Frame) -> Deed:
    """Return what a frame does, by the verb of its title."""
    for title in frame.titles.values():
        for word in Wording(title).words[:2]:
            deed = _deed(word.folded)
            if deed is not None and not (frame.is_harmless and deed == "remove"):
                return deed
    return "show" if frame.is_harmless else "remove" if frame.effect is Effect.DELETE else "make"


def clashes(frame: Frame, deeds: Sequence[Deed], *, is_question: bool) -> bool:
    """Tell whether a frame does the opposite of what a sentence says, or writes where it only asks."""
    if is_question and not frame.is_harmless and frame.name != "planner.plan":
        return True
    own = deed_of(frame)
    if "remove" in deeds:
        if deeds[0] != "remove":
            return False
        return own == "make" or (own in ("show", "find") and not is_question)
    if frame.effect is Effect.DELETE:
        return True  # nobody said to remove anything
    return own == "remove" and bool({"make", "show", "find"} & set(deeds)) and "change" not in deeds


def says_all(wording: Wording) -> bool:
    """Tell whether a sentence speaks of everything: nothing is removed on such a word alone."""
    return _ALL.search(wording.unquoted) is not None


def removes_whole(frame: Frame, said: Said) -> bool:
    """Tell whether a frame removes a whole thing of which a sentence names only a part."""
    if frame.effect is not Effect.DELETE:
        return False
    return asks_for_part(said.wording.text, frame.nouns)


def _deed(word: str) -> Deed | None:
    order: tuple[Deed, ...] = ("remove", "change", "make", "run", "find", "show")
    return next((deed for deed in order if word in DEEDS[deed]), None)


def _is_denied(words: Sequence[Word], place: int) -> bool:
    return any(word.folded in _NOT for word in words[max(0, place - 2) : place])


def _is_getting(word: Word, wording: Wording) -> bool:
    return _TAKES.match(word.folded) is not None and _GOT.search(wording.folded) is not None


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
