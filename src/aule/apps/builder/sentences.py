"""Sentences that edit a workflow, in Portuguese and English: what plain words ask for, before any step is looked up.

Only whole sentences of known forms are taken; everything else is left to others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from aule.apps.builder.step_names import STEP_WORD
from aule.text.words import fold

LONGEST = 300
"""Characters of a request; longer words are about something else, or for a model."""

Deed = Literal[
    "add",
    "remove",
    "rename",
    "ask",
    "pause",
    "show",
    "connect",
    "disconnect",
    "wait",
    "prompt",
    "repeat",
    "retry",
    "skip",
]


@dataclass(frozen=True, slots=True)
class EditRequest:
    """What a sentence asks for: the deed, and its parts as they were said."""

    deed: Deed
    parts: dict[str, str]
    has_step_word: bool
    """Whether the sentence speaks of a step, so that it is about a workflow in any case."""


_LEAD = (
    r"^\W*(?:(?:oi|ola|bom dia|boa tarde|por favor|agora|entao|ai|e|eu|me|(?:voce|vc) (?:pode|consegue)|pode|poderia"
    r"|consegue|da (?:pra|para)|tem como|seria possivel|vamos|quero|queria|gostaria de|preciso|precisamos|acho que"
    r"|(?:quero|queria|preciso|precisamos|gostaria|vamos) (?:de )?|falta|faltou"
    r"|hey|hi|hello|please|now|and|also|so|let's|(?:can|could|would|will) you(?: please)?|i (?:want|need|would like) to"
    r"|(?:we|you) should|we need to|i'd like to|tambem|ok)[,!]? )*"
)
_POLITE = (
    r"(?:,? (?:por favor|please|pf|pfv|obrigad[oa]|thanks|thank you|ok|ta|valeu|para mim|pra mim|for me))*[\s.!?]*$"
)
_ADD = (
    r"(?:(?:adicion|acrescent|inclu|insir|inser|coloc|coloqu|bot|encaix|enfi)\w{1,3}|ponha|poe|por|pora|cri[ea]r?|ter"
    r"|add|insert|put|include|place|create|have|slot in)"
)
_RUN = r"(?:execut\w{1,2}|rod[ea]r?|cham[ea]r?|fac?a|fazer|mand[ea]r?|us[ea]r?|run|execute|call|do|use|start)"
_BEFORE = r"(?:,? (?:logo |bem |imediatamente |right |just )?(?:antes d[eoa]s?|antes que|before))"
_AFTER = r"(?:,? (?:logo |bem |imediatamente |right |just )?(?:depois d[eoa]s?|apos|em seguida a[o]?|after|following))"
_FIRST_BEFORE, _FIRST_AFTER = _BEFORE.replace(",? ", "", 1), _AFTER.replace(",? ", "", 1)
_DROP = r"(?:(?:remov|tir|apag|exclu|delet|elimin|cort)\w{1,3}|delete|remove|drop|take out|get rid of|cut)"
_NAME = r"[\"“']?(?P<to>[^\"”']{1,120}?)[\"”']?"
_USER = (
    r"(?: (?:ao?|o|d[oa]|para o|pro|com o|com a|of the|from the|the|a) (?:usuari[oa]|pessoa|professora?|gestora?"
    r"|gerente|chefe|user|person"
    r"|owner|manager|teacher)| (?:a|para|pra|com)? ?(?:mim|migo|comigo|gente)| me| from me| with me| us)"
)
_APPROVAL = r"(?:aprovacao|confirmacao|permissao|autorizacao|ok|approval|confirmation|permission|sign-?off|okay)"
_STEP = rf"(?:(?:um|uma|mais um|mais uma|o|a|an|another|one more|novo|nova|new) )*{STEP_WORD}"

_FORMS: tuple[tuple[Deed, tuple[str, ...]], ...] = (
    (
        "pause",
        (
            rf"(?:(?:pec|ped)\w{{1,2}}|esper\w{{1,2}}|aguard\w{{1,2}}|exij\w|exig\w{{1,2}}|ask|wait|require|get|need)"
            rf"{_USER}?(?: (?:a|pela|por|uma|minha|my|an?|the|sua|your|for))* {_APPROVAL}{_USER}?{_BEFORE}"
            rf" (?P<step>.+?)",
            rf"(?:paus\w{{1,2}}|par[ea]r?|stop|pause|hold){_BEFORE} (?P<step>.+?)",
            rf"(?:pergunt\w{{1,3}}|confirm\w{{0,2}}|consult\w{{1,2}}|avis\w{{1,2}}|ask|check|confirm){_USER}?{_BEFORE}"
            r" (?P<step>.+?)",
            rf"{_FIRST_BEFORE} (?P<step>.+?),? (?:(?:me )?(?:pergunt\w{{1,3}}|confirm\w{{1,2}}|consult\w{{1,2}})|ask"
            rf"|check with)"
            rf"{_USER}?",
            rf"{_FIRST_BEFORE} (?P<step>.+?),? (?:(?:pec|ped)\w{{1,2}}|esper\w{{1,2}}|aguard\w{{1,2}}|ask|wait|get)"
            rf"{_USER}?(?: (?:a|pela|por|uma|minha|my|an?|the|for))* {_APPROVAL}{_USER}?",
        ),
    ),
    (
        "show",
        (
            r"(?:me )?(?:mostr\w{1,2}|deix\w{1,2} (?:eu |me )?ver|show|let)(?: me)?(?: see)? (?:o |the"
            r" )?(?:resultado|result|saida"
            r"|output) (?:d[eoa]s?|of|from) (?P<step>.+?)(?: antes de (?:continuar|seguir)| before (?:going on"
            r"|continuing))",
            rf"(?:paus\w{{1,2}}|par[ea]r?|stop|pause|hold){_AFTER} (?P<step>.+?)",
        ),
    ),
    (
        "ask",
        (
            rf"(?:pergunt\w{{1,3}}|ask){_USER} (?P<question>.{{3,300}}?){_BEFORE} (?P<before>.+?)",
            rf"(?:pergunt\w{{1,3}}|ask){_USER} (?P<question>.{{3,300}}?){_AFTER} (?P<after>.+?)",
            rf"{_FIRST_BEFORE} (?P<before>.+?), (?:pergunt\w{{1,3}}|ask){_USER} (?P<question>.{{3,300}}?)",
            rf"{_FIRST_AFTER} (?P<after>.+?), (?:pergunt\w{{1,3}}|ask){_USER} (?P<question>.{{3,300}}?)",
        ),
    ),
    (
        "skip",
        (
            r"(?:se|caso|if|when) (?P<step>.+?) (?:falhar|der erro|falhe|fails?|errors?|breaks),? (?:continu\w{1,2}"
            r"|sig\w"
            r"|segue|pul\w{1,2}|ignor\w{1,2}|skip|continue|go on|keep going|carry on|move on)(?: \w+){0,4}?",
        ),
    ),
    (
        "retry",
        (
            r"(?:tent\w{1,2}|try|retry)(?: (?:de novo|novamente|again))? (?P<step>.+?) (?:ate |up to"
            r" )?(?P<count>\w+) (?:vezes"
            r"|times)(?: (?:se|caso|if|when) .+?)?",
        ),
    ),
    ("repeat", (r"(?:repit\w{1,2}|repet\w{1,2}|repeat|run) (?P<step>.+?) (?P<count>\w+) (?:vezes|times)",)),
    (
        "rename",
        (
            rf"(?:renom\w{{1,4}}|rename|rebatiz\w{{1,2}}) (?P<step>.+?) (?:para|pra|pro|por|como|de|to|as|into)"
            rf" {_NAME}",
            rf"(?:(?:mud|troc|alter)\w{{1,2}}|troque|change)(?: o| the)? (?:nome|titulo|name|title) (?:d[eoa]s?|of)"
            rf" (?P<step>.+?) (?:para|pra|pro|por|to|as|into) {_NAME}",
            rf"(?:cham[ea]r?) (?P<step>.*?{STEP_WORD}.*?) de {_NAME}",
            rf"call (?P<step>the (?:.+? )?{STEP_WORD}) {_NAME}",
            rf"(?P<step>.+?) (?:deveria|deve|should|agora|now)(?: (?:se chamar|ser chamad[oa]|be called|be named))"
            rf" {_NAME}",
        ),
    ),
    (
        "prompt",
        (
            rf"(?:(?:mud|troc|alter|ajust)\w{{1,2}}|troque|change|set|update)(?: o| a| the)? (?:texto|prompt"
            rf"|instrucao|instrucoes"
            rf"|pergunta|text|instructions?|question) (?:d[eoa]s?|of|in|for) (?P<step>.+?) (?:para|pra|por|to):?"
            rf" {_NAME}",
        ),
    ),
    (
        "disconnect",
        (
            r"(?:deslig\w{1,3}|desconect\w{1,2}|separ\w{1,2}|solt\w{1,2}|disconnect|unlink|detach|separate)"
            r" (?P<source>.+?)"
            r" (?:d[eoa]s?|e|from|and) (?P<target>.+?)",
            r"(?P<target>.+?) (?:nao precisa (?:mais )?esperar(?: por| pel[oa])?|nao depende mais d[eoa]"
            r"|(?:does not|doesn't|need not|shouldn't) (?:need to )?wait for|no longer (?:waits for|depends on))"
            r" (?P<source>.+?)",
        ),
    ),
    (
        "connect",
        (
            r"(?:lig\w{1,3}|conect\w{1,2}|connect|link|wire|join) (?P<source>.+?) (?:ao?|na|no|com|ate|to|with|into"
            r"|->|→)"
            r" (?P<target>.+?)",
        ),
    ),
    (
        "wait",
        (
            r"(?:fac?a(?: com que)?|fazer(?: com que)?|deix\w{1,2}|make|let|have) (?P<target>.+?) (?:esper\w{1,3}"
            r"|depend\w{1,3}"
            r"|wait for|depend on|wait on)(?: (?:por|pel[oa]|d[eoa]|o|a))? (?P<source>.+?)",
            r"(?P<target>.+?) (?:(?:deve|tem que|precisa) esperar(?: por| pel[oa])?|depende d[eoa]"
            r"|(?:should|must|has to) (?:wait for|depend on)|depends on|waits for) (?P<source>.+?)",
            r"(?:so|somente|only) (?:execut\w{1,2}|rod[ea]r?|run|do|start) (?P<target>.+?) (?:depois d[eoa]s?|apos"
            r"|after)"
            r" (?P<source>.+?)",
        ),
    ),
    (
        "add",
        (
            rf"{_ADD} (?P<what>.+?),? (?:entre|between) (?P<first>.+?) (?:e|and) (?P<second>.+?)",
            rf"(?:entre|between) (?P<first>.+?) (?:e|and) (?P<second>.+?),? {_ADD} (?P<what>.+?)",
            rf"{_ADD} (?:entre|between) (?P<first>.+?) (?:e|and) (?P<second>.+?),? (?P<what>(?:um|uma|an?) .+?)",
            rf"{_ADD} {_FIRST_BEFORE} (?P<before>.+?),? (?P<what>(?:um|uma|an?) .+?)",
            rf"{_ADD} {_FIRST_AFTER} (?P<after>.+?),? (?P<what>(?:um|uma|an?) .+?)",
            rf"{_ADD} (?P<what>.+?){_BEFORE} (?P<before>.+?)",
            rf"{_ADD} (?P<what>.+?){_AFTER} (?P<after>.+?)",
            rf"{_FIRST_BEFORE} (?P<before>.+?),? (?:{_ADD}|{_RUN}) (?P<what>.+?)",
            rf"{_FIRST_AFTER} (?P<after>.+?),? (?:{_ADD}|{_RUN}) (?P<what>.+?)",
            rf"{_RUN} (?P<what>.+?){_BEFORE} (?P<before>.+?)",
            rf"{_RUN} (?P<what>.+?){_AFTER} (?P<after>.+?)",
            rf"{_ADD} (?P<what>.+?),? (?:no (?:final|fim)|ao (?:final|fim)|por ultimo|at the end|as the last step)",
            rf"(?:no (?:final|fim)|ao (?:final|fim)|por ultimo|at the end|finally),? (?:{_ADD}|{_RUN}) (?P<what>.+?)",
            rf"{_ADD} (?P<what>{_STEP}\b.+?)",
            rf"(?P<what>(?:um|uma|an?) .+?){_BEFORE} (?P<before>.+?)",
            rf"(?P<what>(?:um|uma|an?) .+?){_AFTER} (?P<after>.+?)",
        ),
    ),
    (
        "remove",
        (
            rf"{_DROP} (?P<step>.+?)",
            r"(?:nao (?:precis\w+|quero) mais (?:d[eoa]s? )?|(?:we|i) (?:no longer|don't) need )(?P<step>.+?)(?: any"
            r" ?more)?",
        ),
    ),
)
_PATTERNS: tuple[tuple[Deed, re.Pattern[str]], ...] = tuple(
    (deed, re.compile(f"{_LEAD}{each}{_POLITE}", re.DOTALL)) for deed, forms in _FORMS for each in forms
)
_WORD = re.compile(rf"\b{STEP_WORD}\b")


def requests_in(words: str) -> list[EditRequest]:
    """Return what a sentence may ask of a workflow, the likeliest reading first; nothing for other sentences."""
    text = " ".join(words.split())
    folded = fold(text)
    if len(folded) != len(text) or len(text) > LONGEST:
        return []  # places in the folded text have to be places in what was said
    has_step_word = _WORD.search(folded) is not None
    found: list[EditRequest] = []
    for deed, pattern in _PATTERNS:
        match = pattern.match(folded)
        if match is not None:
            parts = {
                name: text[match.start(name) : match.end(name)].strip(" ,")
                for name, said in match.groupdict().items()
                if said
            }
            found.append(EditRequest(deed, parts, has_step_word))
    return found
