"""Sentences that ask for a tool, read by rule: which template they mean and what they fill in."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Literal

from aule.apps.forge.ready_tools import READY, asked_for
from aule.apps.forge.records import NAME
from aule.apps.forge.sentence_words import unread
from aule.apps.forge.templates import read_formula
from aule.sdk import errors
from aule.text.words import fold


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """What a sentence asks for."""

    name: str
    title: str
    template: str
    values: dict[str, Any]


_POLITE = r"(?:(?:por favor|please|oi|ola|hi|hello)[,! ]+)*"
_MAKES = (
    r"crie|cria|criar|faca|faz|fazer|monte|monta|montar|construa|construir|escreva|escreve|programe|programa|bole|gere"
    r"|desenvolva|desenvolve|desenvolver|cadastre|cadastra|cadastrar|arrume|arruma|prepare|prepara"
    r"|create|make|build|write|code|give|set up"
)
_WANTS = (
    rf"(?:eu )?(?:quero|queria|preciso(?: de)?|gostaria(?: de)?|precisava(?: de)?)(?: que voce)?(?: ter| (?:{_MAKES}))?"
    rf"|(?:i )?(?:want|need|would like|'d like)(?: you)?(?: to (?:{_MAKES}))?|i'd like(?: you)?(?: to (?:{_MAKES}))?"
    rf"|(?:voce )?(?:pode|poderia|consegue|da pra|da para)(?: me)? (?:{_MAKES})"
    rf"|(?:can|could|would|will) you(?: please)? (?:{_MAKES})"
)
_A_TOOL = r"(?:(?:uma|um|a|an|some|outra|another)\s+)?(?:(?:nova|new|little|small|simple|pequena|simples)\s+)*"
_ASKS = re.compile(
    rf"^{_POLITE}(?:(?:{_WANTS})|(?:me\s+)?(?:{_MAKES}))\s+(?:(?:ai|la|me|pra mim|para mim|for me)\s+)*{_A_TOOL}"
    r"(?P<noun>ferramenta|ferramentinha|tool|negocio|coisa|coisinha|troco|programinha|utilitario|utility|something|thing)"
    r"(?:\s+(?:chamad[ao]|de nome|called|named)\s+[\"'“]?(?P<name>[a-z][\w-]*)[\"'”]?)?,?\s+"
    r"(?:que|para|pra|that|which|to|and|de|for)\s+"
    r"(?P<what>.+?)(?:,? (?:por favor|please))?[.!?]*$"
)
_NEW = re.compile(
    rf"^{_POLITE}(?:nova ferramenta|ferramenta nova|new tool)\s*:\s*(?P<what>.+?)(?:,? (?:por favor|please))?[.!?]*$"
)
"""A wish that is written as a title."""
_BARE = re.compile(
    rf"^{_POLITE}(?:(?:{_WANTS})|(?:me\s+)?(?:{_MAKES}))\s+(?:(?:me|pra mim|para mim|for me)\s+)?{_A_TOOL}"
    r"(?:ferramenta|ferramentinha|tool)[.!?]*$"
)
"""A wish for a tool that does not say what it should do."""
_WHOLE = {"q": "que", "p/": "para", "pq": "porque", "c/": "com", "vc": "você", "u": "you", "2": "to"}
_CUT = re.compile(r"(?<!\S)(q|p/|c/|vc|u)\s+", re.IGNORECASE)
"""Words that chats cut to a letter."""
_NOUN_FIRST = re.compile(r"^(?:(?P<pt>uma|outra) (?:ferramenta|ferramentinha)|(?:a|another) tool)(?= )", re.IGNORECASE)
"""A wish that begins with what is wanted."""
_DOES = {
    "conversor": "ferramenta que converte",
    "calculadora": "ferramenta que calcula",
    "validador": "ferramenta que valida",
    "contador": "ferramenta que conta",
    "formatador": "ferramenta que formata",
    "extrator": "ferramenta que extrai",
    "gerador": "ferramenta que gera",
    "converter": "tool that converts",
    "calculator": "tool that calculates",
    "validator": "tool that validates",
    "counter": "tool that counts",
    "formatter": "tool that formats",
    "extractor": "tool that extracts",
    "generator": "tool that generates",
}
_MAKER = re.compile(
    rf"^(?P<lead>.{{0,60}}?\b(?:um|uma|a|an)\s+(?:(?:nov[oa]|new|simple|simples)\s+)?)(?P<noun>{'|'.join(_DOES)})\s+(?:(?:de|da|do|of|for|from)\s+)?"
    r"(?=\S)",
    re.IGNORECASE,
)
"""What a tool is called by what it does."""
_NAMED_TOOL = frozenset({"ferramenta", "ferramentinha", "tool"})
"""Words that can mean nothing else; others count only where a rule is sure of what is asked for."""
_CONVERTS = re.compile(
    r"^(?:converte|converter|converta|transforma|transformar|transforme|passa|passar|muda|mudar|convert|converts"
    r"|converting|turns?|turning|transforms?|changes?|calculates?|calcula)\s+"
    r"(?P<one>.+?)\s+(?:em|para|pra|a|to|into|in)\s+(?P<two>.+)$"
)
_WORKS_OUT = re.compile(
    r"^(?:calcul\w+|comput\w+|works? out)\s+(?:[a-z][a-z ]*\s+(?:as|como|by|=)\s+|[a-z]\w*\s*=\s*)?(?P<formula>.+)$"
)
_BEYOND = re.compile(
    r"\b(?:envi[ae]\w*|mand[ae]\w*|sends?|sending|publi[cq]\w+|posts?|posting|grav[ae]\w*|salv[ae]\w*|saves?|baix[ae]\w*"
    r"|downloads?|uploads?|agend[ae]\w*|schedules?|avis[ae]\w*|notif\w+|reminds?|lembr[ae]\w*|imprim\w+|prints?"
    r"|abr[ae]|opens|open (?:a|an|the|my|up)|install\w*|instal[ae]\w*|compr[ae]\w*|buys?|pag[ae] |pays?)\b"
)
_DELETES = re.compile(r"\b(?:apag[ae]\w*|delet[ae]?\w*|exclu[ia]\w*|erases?|removes?|remov[ae]\w*)\b")
_OF_TEXT = re.compile(
    r"\b(?:acentos?|accents?|espacos?|spaces?|duplicad\w+|duplicates?|repetid\w+|letras?|letters?|digitos?|digits?"
    r"|numeros?|numbers?|pontos?|pontuacao|points?|dots?|punctuation|palavras?|words?|texto?s?|linhas?|lines?|html)\b"
)
_ELSEWHERE = re.compile(
    r"\b(?:banco de dados|database|do sistema|the system|do site|(?:a|the) (?:web)?site|internet|jira|excel|planilhas?"
    r"|spreadsheets?|google|inbox|caixa de entrada|gmail|whatsapp|drive|servidor|server|crm|erp|pasta|folder"
    r"|calendar\w*|agenda|por minuto|per minute|hoje|today|agora|right now|meu celular|my phone)\b"
)
"""Words for what a tool is not given: it works on its parameters and fetches nothing from elsewhere."""
_WEB = re.compile(r"https?://\S+|\bwww\.\S+")
LONGEST = 500
"""Characters of a sentence that rules read."""
_NUMBER = re.compile(r"\b(cpf|cnpj)s?\b")
_POINTS = (
    r"(?:com|with) (?:os |the )?(?:pontos|pontuacao|mascara|points|dots|punctuation)"
    r"|format\w*\b|mascara|arrum\w+|ajeit\w+|padroniz\w+"
)
_PLAIN = (
    r"(?:sem|tir\w+(?: os| a)?) (?:pontos|pontuacao|mascara|sinais)"
    r"|(?:without|remov\w+(?: the)?|strip\w*(?: the)?) (?:points|dots|punctuation)"
    r"|(?:so|apenas|only) (?:os )?(?:digitos|numeros|digits)"
)
_CHECKS = r"\b(?:valid|confer|verific|check|confir)\w*"
_DIGITS = (
    "cpf* cnpj* numero* number* digito* digit* ponto* point* dot* brasil* escrev* write* deix* poe* put* so apenas only"
    " as or ou os formato form it them"
)
_CHANGES = (
    "deix* poe* ponha* bot* coloc* pass* escrev* troc* put* write* mak* letra* letter* palavra* word* codific* encod*"
    " base64 minha toda tudo all it em as espac* space*"
)
_OPERATIONS: tuple[tuple[str, str], ...] = (
    (
        r"(?:primeira letra|inicia(?:l|is)) (?:de|das?) (?:cada )?(?:nomes?|palavras?)\b.*maiuscul\w+|title case"
        r"|capitali[sz]\w* (?:the )?(?:first letter of )?(?:each|every) (?:word|name)"
        r"|(?:each|every) (?:word|name) capital\w*",
        "title",
    ),
    (
        r"(?:de|from) base64|base64 decod\w+"
        r"|(?:de(?:s)?codifi\w+|decod\w+) (?:o |um |uma |a |the |texto |text )*(?:de |em |in |from )?base64",
        "from_base64",
    ),
    (r"base64", "to_base64"),
    (r"maiuscul\w+|upper ?case", "upper"),
    (r"minuscul\w+|lower ?case", "lower"),
    (
        r"(?:tir\w+|apag\w+|remov\w*|sem|without|strip\w*|delet\w+)\s+"
        r"(?:os |the |all (?:the )?|todos os )?(?:acentos|accents)",
        "no_accents",
    ),
    (r"(?:so|somente|apenas|only)\s+(?:os |the )?(?:digitos|numeros|digits|numbers)", "only_digits"),
    (
        r"(?:(?:invert\w+|revers\w+) )?(?:(?:o|um|a|uma|the) )?(?:(?:texto|text|string|frase|palavra|word|nome|name) )?"
        r"de tras (?:para|pra) (?:a )?frente|(?:invert\w+|revers\w+)(?= (?:(?:o|um|a|uma|the) )?"
        r"(?:texto|text|string|frase|palavra|word|nome|name)\b)",
        "reverse",
    ),
    (
        r"(?:tir\w+|apag\w+|remov\w*|strip\w*|trim\w*) (?:os |the )?(?:espacos? |spaces? )?(?:(?:sobrando|a mais) )?"
        r"(?:espacos? |spaces? )?(?:d[oe] (?:comeco|inicio|fim)(?: e d[oe] fim)?|das? pontas?"
        r"|at (?:the )?(?:start|beginning|end|both ends))|trim\w*(?: (?:the )?(?:white ?space|spaces?))?",
        "trim",
    ),
    (
        r"(?:tir\w+|apag\w+|remov\w*|strip\w*|sem|without) (?:os |the )?"
        r"(?:espacos (?:repetidos|duplos|a mais|sobrando)|(?:repeated|double|extra) spaces)",
        "one_space",
    ),
    (r"(?:url )?\bslug\w*\b", "slug"),
)
_SIGNS = {
    "ponto e virgula": ";",
    "ponto": ".",
    "virgula": ",",
    "dois pontos": ":",
    "espaco": " ",
    "hifen": "-",
    "traco": "-",
    "sublinhado": "_",
    "barra": "/",
    "semicolon": ";",
    "comma": ",",
    "dot": ".",
    "point": ".",
    "colon": ":",
    "space": " ",
    "hyphen": "-",
    "dash": "-",
    "underscore": "_",
    "slash": "/",
}
_SIGN = "|".join(sorted(_SIGNS, key=len, reverse=True))
_REPLACES = re.compile(
    r"^(?:troc\w+|substitu\w+|mud\w+|replac\w+|chang\w+|turn\w*) (?:o |a |os |as |cada |the |every )?"
    rf"(?P<one>{_SIGN})e?s? (?:por|with|by|em|para|into|to) (?:o |a |um |uma |the )?(?P<two>{_SIGN})e?s?"
    r"(?: (?:n?o|n?um|in|of|d[eo])(?: a| the)? (?:texto|text)| (?:n?os|in|of|d[eo]s)(?: the)? (?P<numbers>numeros"
    r"|numbers))?$"
)


def asks_for_nothing_yet(sentence: str) -> bool:
    """Return whether a sentence wants a tool and does not say what it should do."""
    return _BARE.match(_folded(sentence)) is not None


def asks_for_tool(sentence: str) -> bool:
    """Return whether a sentence asks for a new tool; one with a vague word does where a rule is sure of it."""
    if _spelt_out(sentence) != _said(sentence):
        return _ASKS.match(_folded(sentence)) is not None and read_sentence(sentence) is not None
    folded = _folded(sentence)
    asked = _ASKS.match(folded)
    if asked is None:
        return _BARE.match(folded) is not None or _NEW.match(folded) is not None
    return asked["noun"] in _NAMED_TOOL or read_sentence(sentence) is not None


def read_sentence(sentence: str) -> ReadSentence | None:
    """Return what a sentence asks for, or None where no rule is sure of it."""
    asked = _asked(sentence)
    if asked is None or len(sentence) > LONGEST or why_not(sentence) != "":
        return None
    what = asked.group("what")
    said = _spelt_out(sentence)
    said = said[slice(*asked.span("what"))] if len(said) == len(_folded(sentence)) else what
    found = (
        _document_number(what, said)
        or _conversion(what, said)
        or _formula(what, said)
        or _replacement(what, said)
        or _ready(what, said)
        or _text(what, said)
    )
    name = asked.groupdict().get("name")
    if found is not None and name and re.fullmatch(NAME, name):
        return replace(found, name=name)
    return found


WhyNot = Literal["", "web", "effect", "elsewhere"]


def why_not(sentence: str) -> WhyNot:
    """Return why no rule makes a tool of a sentence whatever else it says: it is about the web, or has an effect."""
    asked = _asked(sentence)
    what = _folded(sentence) if asked is None else asked["what"]
    if _WEB.search(what):
        return "web"
    if _ELSEWHERE.search(what):
        return "elsewhere"
    if _BEYOND.search(what) or (_DELETES.search(what) and not _OF_TEXT.search(what)):
        return "effect"
    return ""


def _asked(sentence: str) -> re.Match[str] | None:
    folded = _folded(sentence)
    return _ASKS.match(folded) or _NEW.match(folded)


def _said(sentence: str) -> str:
    return " ".join(sentence.split())


def _spelt_out(sentence: str) -> str:
    """Return a sentence in which *a converter of A to B* is a tool that converts them, and words are whole."""
    text = _CUT.sub(lambda found: f"{_WHOLE[found[1].lower()]} ", _said(sentence))
    bare = _NOUN_FIRST.sub(lambda found: f"crie {found[0]}" if found["pt"] else f"create {found[0]}", text, count=1)
    return _MAKER.sub(lambda found: f"{found['lead']}{_DOES[fold(found['noun'])]} ", bare, count=1)


def _folded(sentence: str) -> str:
    return fold(_spelt_out(sentence))


def _ready(what: str, said: str) -> ReadSentence | None:
    found = asked_for(what, said)
    if found is None:
        return None
    which, defaults = found
    name = _named("_".join([which, *(fold(str(each)) for each in defaults.values())]))
    return ReadSentence(name, "", READY, {"which": which, "defaults": defaults})


def _conversion(what: str, sentence: str) -> ReadSentence | None:
    found = _CONVERTS.match(what)
    one, two = (None, None) if found is None else (_unit(found.group("one")), _unit(found.group("two")))
    if one is None or two is None or one.kind != two.kind or one.name == two.name:
        return None
    factor = one.factor / two.factor
    offset = (one.offset - two.offset) / two.factor
    values = {"from_unit": one.name, "to_unit": two.name, "factor": round(factor, 12), "offset": round(offset, 10)}
    return ReadSentence(f"{one.name}_to_{two.name}", _title(sentence), "unit_conversion", values)


def _document_number(what: str, sentence: str) -> ReadSentence | None:
    kind = _NUMBER.search(what)
    told = rf"{_POINTS}|{_PLAIN}|{_CHECKS}"
    if kind is None or not re.search(told, what) or unread(re.sub(told, " ", what), _DIGITS):
        return None
    form = "digits" if re.search(_PLAIN, what) and not re.search(_POINTS, what) else "points"
    values = {"kind": kind[1], "form": form, "check": re.search(_CHECKS, what) is not None}
    return ReadSentence(f"{kind[1]}_to_{form}", _title(sentence), "brazilian_number", values)


def _formula(what: str, sentence: str) -> ReadSentence | None:
    found = _WORKS_OUT.match(what)
    if found is None or not re.search(r"[-+*/^%]", found.group("formula")):
        return None
    formula = found.group("formula").strip()
    try:
        read_formula(formula, "en")
    except errors.Invalid:
        return None
    name = "_".join(re.findall(r"[a-z]+", formula)[:3]) or "formula"
    return ReadSentence(_named(f"work_out_{name}"), _title(sentence), "formula", {"formula": formula})


def _replacement(what: str, sentence: str) -> ReadSentence | None:
    found = _REPLACES.match(what)
    if found is None or found["one"] == found["two"]:
        return None
    sign = re.escape(_SIGNS[found["one"]])
    pattern = rf"(?<=\d){sign}(?=\d)" if found["numbers"] else sign
    values = {"pattern": pattern, "mode": "replace", "replacement": _SIGNS[found["two"]]}
    return ReadSentence(_named(f"{found['one']}_to_{found['two']}"), _title(sentence), "regular_expression", values)


def _text(what: str, sentence: str) -> ReadSentence | None:
    rest, found = what, list[tuple[int, str]]()
    for pattern, operation in _OPERATIONS:
        match = re.search(pattern, rest)
        if match is not None:
            found.append((match.start(), operation))
            rest = f"{rest[: match.start()]}{' ' * len(match.group(0))}{rest[match.end() :]}"
    operations = [operation for _, operation in sorted(found)]
    if not operations or unread(rest, _CHANGES):
        return None
    name = operations[0] if operations[0].startswith("to_") else "_".join(operations)
    return ReadSentence(_named(f"text_{name}"), _title(sentence), "text", {"operations": operations})


@dataclass(frozen=True, slots=True)
class _Unit:
    kind: str
    name: str
    factor: float
    offset: float


def _unit(words: str) -> _Unit | None:
    bare = re.sub(r"^(?:graus|degrees|valores? em|a |o |os |as |um |uma |de |from |the )\s*", "", words.strip())
    return _units().get(words.strip()) or _units().get(bare)


@cache
def _units() -> dict[str, _Unit]:
    text = resources.files("aule.apps.forge").joinpath("builtin", "units.toml").read_text("utf-8")
    return {
        word: _Unit(kind, name, float(each["factor"]), float(each.get("offset", 0)))
        for kind, units in tomllib.loads(text).items()
        for name, each in units.items()
        for word in each["words"]
    }


def _title(said: str) -> str:
    """Return what a tool is called: the words that say what it does."""
    words = said.strip().rstrip(".!? ")
    return (words[:1].upper() + words[1:])[:200]


def _named(name: str) -> str:
    cut = re.sub(r"[^a-z0-9]+", "_", name)[:40].strip("_")
    return cut if re.fullmatch(NAME, cut) else "tool_made_here"
