"""Sentences about tools that are there: which there are, what one does, out of use with it, or doing what it does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from aule.apps.forge.records import ForgedTool
from aule.apps.forge.sentences import read_sentence
from aule.text.words import fold, words

Wish = Literal["list", "can", "tell", "revoke", "change"]

_POLITE = (
    r"^\W*(?:(?:oi|ola|hi|hello|hey|por favor|please|pls|agora|now|(?:voce|vc) (?:pode|poderia)|pode|poderia|(?:can"
    r"|could) you"
    r"|(?:eu )?(?:quero|queria|gostaria de|preciso)|i(?:'d| would) like to|i (?:want|need) to|me (?:diz|diga|fal[ae]"
    r"|mostr[ae]|expli[cq]\w+)"
    r"|tell me|show me|explain)[,:]? )*"
)
_END = r"(?:,? (?:por favor|please|pls|pf|por enquanto|for now|agora|now|obrigad[oa]|thanks|mais|any ?more))*[\s.!?]*$"
_TOOL = r"(?:ferramentas?|ferramentinhas?|tools?)"
_NAMED = (
    rf"(?:(?:a|as|o|the|minha|my|essa|esta|aquela|this|that)\s+)?(?:{_TOOL}(?:\s+(?:de|do|da|que|chamad[ao]|called|named|that|for|of|to))?\s+"
    rf"(?P<after>.+?)|(?P<before>[\w\s-]+?)\s+{_TOOL}|(?P<bare>(?:tool\.)?[a-z0-9]+(?:_[a-z0-9]+)+))"
)
_FORMS: tuple[tuple[Wish, str], ...] = (
    (
        "can",
        rf"(?:(?:voce|vc) )?(?:consegue|sabe|pode|da pra|da para|can you|are you able to|do you know how to|is it"
        rf" possible to) "
        rf"(?:criar|fazer|make|create|build)(?: \w+)? {_TOOL}",
    ),
    (
        "list",
        rf"(?:quais|que|qua?l|quantas|lista\w*|mostr\w+|ve[rj]\w*|what|which|how many|list|show)(?: (?:sao|as|os"
        rf"|minhas|suas|todas|the|my|your|all|of"
        rf"|own|me))* {_TOOL}(?: (?:eu|voce|ja|que|nos|a gente|existem|existe|tenho|temos|tem|ha|criei|fiz|fizemos"
        rf"|criamos|criadas|feitas|disponiveis|aqui|do i|do"
        rf"|did|have|i|we|you|are|there|is|made|created|exist|available|here|got|can|use|usar|posso|podemos))*",
    ),
    (
        "tell",
        rf"(?:o que|pra que|para que|what|what's)(?: (?:faz|serve|does|is|e|do)) {_NAMED}(?: (?:do|for|faz|serve))?",
    ),
    (
        "tell",
        rf"(?:como|how)(?: (?:eu|se|do|can|to|should|i|you|posso|devo))* (?:uso|usar|usa|use|funciona|work|works)"
        rf" {_NAMED}(?: (?:work|works))?",
    ),
    ("tell", rf"(?:expli[cq]\w+|descrev\w+|describe|explain) {_NAMED}"),
    (
        "revoke",
        rf"(?:apag\w{{1,3}}|remov\w{{1,3}}|delet\w{{1,3}}|exclu\w{{1,3}}|revog\w{{1,4}}|desativ\w{{1,2}}|deslig\w{{1,3}}|tir\w{{1,2}}|descart\w{{1,2}}"
        rf"|jog\w{{1,2}} fora|delete|remove|revoke|disable|drop|get rid of|throw away|turn off|switch off|retire"
        rf"|trash) {_NAMED}",
    ),
    (
        "revoke",
        rf"(?:eu )?(?:nao (?:quero|preciso)(?: mais)?(?: d[ae])?|(?:i )?(?:do not|don'?t|no longer) (?:want"
        rf"|need))(?: usar| use)? {_NAMED}",
    ),
    (
        "change",
        rf"(?:melhor\w{{1,2}}|mud\w{{1,2}}|alter\w{{1,2}}|edit\w{{0,2}}|corrij\w|corrig\w{{1,2}}|consert\w{{1,2}}|ajust\w{{1,2}}|atualiz\w{{1,2}}|improve|change"
        rf"|fix|update|modify|adjust) {_NAMED}(?: (?:para|pra|to|so that|so it|que) .+)?",
    ),
)
_PATTERNS: tuple[tuple[Wish, re.Pattern[str]], ...] = tuple(
    (wish, re.compile(f"{_POLITE}{form}{_END}")) for wish, form in _FORMS
)
_QUOTED = re.compile(r"[\"“](?P<text>[^\"”]{1,500})[\"”]|'(?P<plain>[^']{2,500})'")
_VALUE = re.compile(r"(?<![\w.])[-+]?\d[\d.,/:-]*\d(?![\w])|(?<![\w.])[-+]?\d(?![\w])")
_HOW_MUCH = re.compile(
    r"^(?:quanto (?:e|sao|da|dao|vale|valem)|how (?:much|many) (?:is|are|makes?)|what(?:'s| is|"
    r" are))\s+(?P<one>.+?)\s+(?:em|in|to|para|into)\s+(?P<two>.+)$"
)
_HOW_MANY_PT = re.compile(
    r"^quant[oa]s (?P<what>.+?) (?:tem|ha|existem|estao|sao)(?: (?:em|n[oa]|no texto|na frase|na"
    r" palavra))?\s*(?P<in>.*)$"
)
_HOW_MANY_EN = re.compile(r"^how many (?P<what>.+?) (?:are(?: there)?|does|is there|do)(?: (?:in|the))*\s*(?P<in>.*)$")
_IS_VALID = re.compile(
    r"^(?:(?:o|a|este|esse|is|the|this)\s+)*(?P<what>\w+)\s+(?:e|esta|is)?\s*(?:valid[oa]?|cert[oa]|correct"
    r"|corret[oa])(?:\s+or not)?$"
)
_LEAD = re.compile(rf"{_POLITE}(?:me )?")
LONGEST = 400
_SHORTEST_STEM = 4
_SMALL = frozenset(words("a o as os de do da the of to for que that em in um uma an no na e and texto text"))


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """What a sentence wants with tools that are there, and what it calls the tool."""

    wish: Wish
    named: str = ""


@dataclass(frozen=True, slots=True)
class ReadUse:
    """What a sentence does with a value, read as the tool that would do it."""

    template: str
    values: Mapping[str, Any]
    value: str


def read_request(sentence: str) -> ToolRequest | None:
    """Return what a sentence wants with tools that are there; None for other words."""
    text = fold(" ".join(sentence.split()))
    if len(text) > LONGEST:
        return None
    for wish, pattern in _PATTERNS:
        found = pattern.match(text)
        if found is not None:
            names = found.groupdict()
            return ToolRequest(wish, next((said for said in names.values() if said), ""))
    return None


def read_use(sentence: str) -> ReadUse | None:
    """Return what a sentence wants done with the value that stands in it: *convert 10 miles to kilometers*."""
    text = " ".join(sentence.split()).rstrip(" .!?")
    found = _QUOTED.search(text)
    place = "#"
    if found is not None:
        value = found["text"] or found["plain"]
    elif (found := _VALUE.search(text)) is not None:
        value, place = found[0], ""
    else:
        return None
    if len(text) > LONGEST + len(value):
        return None
    rest = " ".join(f"{text[: found.start()]} {place} {text[found.end() :]}".split())
    for said in _as_deeds(fold(rest)):
        read = read_sentence(said)
        if read is not None:
            return ReadUse(read.template, read.values, value)
    return None


def does(tool: ForgedTool, use: ReadUse) -> bool:
    """Return whether a tool was made for what a sentence wants done."""
    made = tool.template
    if tool.status != "active" or made is None or made.id != use.template:
        return False
    match use.template:
        case "brazilian_number":
            return made.values.get("kind") == use.values.get("kind")
        case "unit_conversion":
            return all(made.values.get(name) == use.values.get(name) for name in ("from_unit", "to_unit"))
        case _:
            return dict(made.values) == dict(use.values)


def tools_named(named: str, tools: Sequence[ForgedTool], locale: str) -> list[ForgedTool]:
    """Return the tools that words name: by the name, the title or words of both in a language."""
    said = fold(named).strip(" .,;:!?\"'“”").removeprefix("tool.")
    exact = [
        each
        for each in tools
        if said in (each.name, each.name.replace("_", " "), fold(each.title.en), fold(each.title.pt))
    ]
    wanted = [word for word in words(said) if word not in _SMALL]
    if exact or not wanted:
        return exact
    scored = [(sum(_weight(each, word, locale) for word in wanted), each) for each in tools]
    best = max((score for score, _ in scored), default=0.0)
    return [each for score, each in scored if score == best] if best > len(wanted) / 2 else []


def _weight(tool: ForgedTool, word: str, locale: str) -> float:
    """Return how well a word names a tool: its name says most, its titles less."""
    if _is_in(word, words(tool.name.replace("_", " "))):
        return 1.0
    return 0.8 * _is_in(word, words(fold(tool.title.pt if locale.startswith("pt") else tool.title.en)))


def _is_in(word: str, known: Sequence[str]) -> bool:
    return any(word == each or _stem(word) == _stem(each) for each in known)


def _stem(word: str) -> str:
    return word if len(word) < _SHORTEST_STEM else word[: max(_SHORTEST_STEM, len(word) - 3)]


def _as_deeds(rest: str) -> list[str]:
    """Return the wishes for a tool that a sentence without its value comes to, in both languages."""
    text = _LEAD.sub("", rest, count=1).strip()
    if (much := _HOW_MUCH.match(text)) is not None:
        text = f"convert {much['one']} to {much['two']}"
    elif (many := _HOW_MANY_PT.match(text)) is not None:
        text = f"conta {many['what']} em #"
    elif (many := _HOW_MANY_EN.match(text)) is not None:
        text = f"count {many['what']} in #"
    elif (valid := _IS_VALID.match(text)) is not None:
        text = f"valida {valid['what']}"
    pt, en = text.replace("#", "um texto"), text.replace("#", "a text")
    return [f"crie uma ferramenta que {' '.join(pt.split())}", f"create a tool that {' '.join(en.split())}"]
