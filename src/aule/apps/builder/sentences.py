"""Sentences that edit a workflow: what plain words ask for, before any step is looked up.

Only whole sentences of known forms are taken; everything else is left to others. A sentence may ask for several edits:
its clauses are read one by one. Words that are written wrong are read as the words of the forms they are nearest to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from aule.apps.builder.sentence_forms import (
    ADD,
    AFTER,
    BEFORE,
    BEGIN,
    CONNECT,
    DISCONNECT,
    DROP,
    END,
    FIRST_AFTER,
    FIRST_BEFORE,
    FORMS,
    LEAD,
    MOVE,
    POLITE,
    RENAME,
    SWITCH,
    Deed,
)
from aule.apps.builder.step_names import has_step_word
from aule.text.spelling import distance, slips
from aule.text.words import fold

LONGEST = 300
"""Characters of a request; longer words are about something else, or for a model."""
MOST_CLAUSES = 8


@dataclass(frozen=True, slots=True)
class EditRequest:
    """What a sentence asks for: the deed, and its parts as they were said."""

    deed: Deed
    parts: dict[str, str]
    has_step_word: bool
    """Whether the sentence speaks of a step, so that it is about a workflow in any case."""


_PATTERNS: tuple[tuple[Deed, re.Pattern[str]], ...] = tuple(
    (deed, re.compile(f"{LEAD}{each}{POLITE}", re.DOTALL)) for deed, forms in FORMS for each in forms
)
_QUESTION = re.compile(
    r"^\W*(?:por ?que|porque|pq|o que|qual|quais|quando|onde|quem|quant[oa]s?|como (?!seria)|why|what(?! if)|which"
    r"|where|who"
    r"|when (?:do|does|did|is|will)|how(?! about)|does|did|is (?!there)|are) ?"
)
"""Words that ask something; they never edit."""
_REASON = re.compile(
    r",? (?:porque|pois|pq|ja que|ninguem|nobody|no one|because|since)\b[^,;]*$|, (?:(?:el[ea]|isso|it|it's|that)"
    r" )[^,;]*$"
)
"""Why somebody asks, at the end of a sentence."""
_VERB = (
    rf"(?:{ADD}|{DROP}|{RENAME}|{MOVE}|{CONNECT}|{DISCONNECT}|{SWITCH}|(?:pec|ped|pergunt|paus|cham|repit|repet|tent|pul"
    rf"|ignor)\w{{1,3}}"
    r"|ask|pause|call|change|repeat|retry|skip|replace|swap|inver[st]\w{1,3}|substitu\w{1,2}|duplic\w{1,3}|duplicate|copy|clone|limit\w{0,2}"
    r"|stop|nao|don'?t|do not)\b"
)
_BREAK = re.compile(
    r"(?:\s*[,;.]\s+|\s+(?=(?:e|and|then)\s)|(?:^|[\s,;.]+)(?=\d{1,2}[.)]\s))"
    r"(?:(?:\d{1,2}[.)]|e|and|then|depois|ai|dai|entao|also|tambem|em seguida|me)\s+)*"
    rf"(?={_VERB}|(?:{FIRST_BEFORE}|{FIRST_AFTER}|{BEGIN}|{END}),? .*\b{_VERB}|(?:se|if) "
    r"|[^,;]*\b(?:should|must|has to|deve|deveria|devia|tem que|precisa)\b)"
)
_ANOTHER_NAME = re.compile(r"\s*,?\s+(?:and|e)\s+(?=(?:the|o|a)\s.*\s(?:to|as|para|pra|por|como)\s)")
_EDIT = re.compile(rf"{LEAD}(?:{_VERB}|(?:{FIRST_BEFORE}|{FIRST_AFTER}) .*\b{_VERB})")
_OF_FLOW = re.compile(
    r"\b(?:so|somente|apenas|only|se|caso|quando|if|when|unless|until|ate que|primeiro|first|then|antes|depois"
    r"|before|after|cada|each"
    r"|every|em vez|ao inves|no lugar|instead|sempre|always|nunca|never|entre|between|agente|agent|make|faca|faz"
    r"|give|da|dar"
    r"|deix[ae]|let)\b"
)
"""Words for an order, a condition or another way in which steps run."""
_ALL = re.compile(
    rf"{LEAD}(?:{DROP}|limp\w{{1,2}}|clear|wipe|melhor\w{{1,2}}|improve|arrum\w{{1,2}}|ajeit\w{{1,2}}|conserta\w?|fix|simplif\w{{1,5}}"
    r"|otimiz\w{1,2}|optimi[sz]e|make|deix\w{1,2}|torn\w{1,2})"
    r" (?:tudo|isso|isto|ele|o fluxo|esse fluxo|este fluxo|everything|all(?: of it| steps| the steps)?|it|this|them"
    r" all|the (?:work)?flow"
    rf"|this (?:work)?flow|todos os passos|todas as etapas)(?: \w+)?{POLITE}"
)
_TIME = re.compile(
    r"\b(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)(?:s|-feira|-feiras)?\b(?! (?:vez|passo|etapa))|\bas"
    r" \d{1,2} ?(?:h|horas?|:)"
    r"|\b\d{1,2} ?h(?:\d\d)?\b|\b(?:amanha|hoje a|meia-noite|meio-dia|todo dia|todos os dias|toda semana|tomorrow"
    r"|tonight|midnight|noon"
    r"|every (?:day|week|month|hour)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\bat \d{1,2}(?::\d\d)? ?(?:am"
    r"|pm|o'clock)?\b"
    r"|\b(?:esper|aguard|wait|pause|paus|sleep)\w* (?:for |por |uns |umas )?(?:\d+|\w+) (?:segundo|minuto|hora|dia"
    r"|second|minute|hour|day)s?\b"
)
_MISSPELT = {
    "ad": "add",
    "ading": "adding",
    "del": "delete",
    "dps": "depois",
    "vc": "voce",
    "b4": "before",
    "ctz": "certeza",
    "msm": "mesmo",
}
_KNOWN = tuple(
    re.findall(
        r"\w+",
        "adicione adiciona adicionar acrescente acrescenta acrescentar inclua inclui incluir insira insere inserir"
        " coloque coloca"
        " colocar remova remove remover retire retira retirar apague apaga apagar exclua exclui excluir delete"
        " deleta deletar"
        " renomeie renomeia renomear mova mover passo passos etapa etapas antes depois entre final pergunte pergunta"
        " aprovacao"
        " ligue conecte desligue desative reative religue disable enable"
        " revisao traducao insert include rename move step steps before after between connect"
        " disconnect"
        " approval review translation question",
    )
)
_OWN = frozenset(
    re.findall(
        r"\w+",
        "passa passe passar pass stop stem revisa revise antas incluir view views steep entra entao",
    )
)
"""Words that are near one of the forms and are none of it."""


def requests_in(words: str) -> list[EditRequest]:
    """Return what a sentence may ask of a workflow, the likeliest reading first; nothing for other sentences."""
    text = " ".join(words.split())
    folded = fold(text)
    if len(folded) != len(text) or len(text) > LONGEST or _QUESTION.match(folded):
        return []  # places in the folded text have to be places in what was said
    return _read(text, folded)


def clauses_in(words: str) -> list[str]:
    """Return the parts of a sentence that may each ask for an edit; only one for most sentences."""
    text = " ".join(words.split())[:LONGEST]
    folded = fold(text)
    if len(folded) != len(text):
        return [text]
    places = [
        0,
        *(place for found in _BREAK.finditer(folded) if not _is_quoted(text, found.start()) for place in found.span()),
    ]
    places.append(len(text))
    clauses = [text[begin:end].strip(" ,;.") for begin, end in zip(places[::2], places[1::2], strict=False)]
    return [piece for each in clauses if each for piece in _names_in(each)][:MOST_CLAUSES]


def is_loose_edit(words: str) -> bool:
    """Return whether words ask for something with an order, a condition or a time, as changes of a workflow do."""
    folded = fold(plainer(words))
    return _QUESTION.match(folded) is None and (_OF_FLOW.search(folded) is not None or is_edit(words))


def is_about_all(words: str) -> bool:
    """Return whether words want all that is open changed, and do not say how."""
    return _ALL.match(fold(plainer(words))) is not None


def speaks_of_time(words: str) -> bool:
    """Return whether words name a moment, or a time to wait."""
    return _TIME.search(fold(words)) is not None


def is_edit(words: str) -> bool:
    """Return whether words begin as an edit does, whatever they go on with."""
    folded = fold(plainer(words))
    return _QUESTION.match(folded) is None and _EDIT.match(folded) is not None


def speaks_of_place(words: str) -> bool:
    """Return whether words name a step, or a place before, after or between others."""
    folded = f" {fold(words)}"
    return has_step_word(words) or re.search(f"{BEFORE} |{AFTER} | entre | between ", folded) is not None


def plainer(words: str) -> str:
    """Return a sentence without the reason at its end, and with its misspelt words mended."""
    text = " ".join(words.split())[:LONGEST]
    folded = fold(text)
    if len(folded) != len(text):
        return text
    if (reason := _REASON.search(folded)) is not None and reason.start() > 0:
        text = text[: reason.start()]
    return re.sub(
        r"[^\W\d_]+\d?\b", lambda found: found[0] if _is_quoted(text, found.start()) else _mended(found[0]), text
    )


def _names_in(clause: str) -> list[str]:
    """Return *rename A to B and C to D* as two clauses that each say their verb."""
    folded = fold(clause)
    verb = re.match(rf"{LEAD}(?P<verb>{RENAME})\b", folded)
    again = None if verb is None else _ANOTHER_NAME.search(folded)
    if verb is None or again is None or _is_quoted(clause, again.start()):
        return [clause]
    return [clause[: again.start()], *_names_in(f"{verb['verb']} {clause[again.end() :]}")]


def _read(text: str, folded: str) -> list[EditRequest]:
    is_of_step = has_step_word(text)
    found: list[EditRequest] = []
    for deed, pattern in _PATTERNS:
        match = pattern.match(folded)
        if match is not None:
            parts = {
                name: text[match.start(name) : match.end(name)].strip(" ,")
                for name, said in match.groupdict().items()
                if said
            }
            found.append(EditRequest(deed, parts, is_of_step))
    return found


def _is_quoted(text: str, place: int) -> bool:
    return sum(text[:place].count(mark) for mark in '"“”') % 2 == 1


def _mended(word: str) -> str:
    known = _nearest(fold(word))
    return word if known is None else known


@lru_cache(maxsize=1024)
def _nearest(word: str) -> str | None:
    """Return the word of the forms that a misspelt one is; None where it is a word of its own."""
    if word in _MISSPELT:
        return _MISSPELT[word]
    if slips(word) == 0 or word in _KNOWN or word in _OWN:
        return None
    near = [
        (max(distance(word, known, 1), distance(known, word, 1)), known)
        for known in _KNOWN
        if abs(len(known) - len(word)) <= 1 and known[0] == word[0]
    ]
    best = min(near, default=(2, ""))
    return best[1] if best[0] <= 1 else None
