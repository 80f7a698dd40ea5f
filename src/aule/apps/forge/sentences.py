"""Sentences that ask for a tool, read by rule: which template they mean and what they fill in."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from aule.apps.forge.records import NAME
from aule.text.words import fold


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """What a sentence asks for."""

    name: str
    title: str
    template: str
    values: dict[str, Any]


_ASKS = re.compile(
    r"^(?:(?:por favor|please)[, ]+)?(?:crie|cria|criar|faca|faz|fazer|monte|create|make|build)\s+"
    r"(?:uma|a|an|me a|me uma)?\s*(?:nova |new )?(?:ferramenta|tool)\s+(?:que|para|pra|that|which|to)\s+"
    r"(?P<what>.+?)[.!]?$"
)
_CONVERTS = re.compile(
    r"^(?:converte|converter|converta|convert|converts)\s+(?P<one>.+?)\s+(?:em|para|pra|to|into)\s+(?P<two>.+)$"
)
_WORKS_OUT = re.compile(r"^(?:calcula|calcular|calcule|calculate|calculates|works out|work out)\s+(?P<formula>.+)$")
_NUMBER = re.compile(r"\b(cpf|cnpj)s?\b")
_POINTS = (
    r"(?:com|with) (?:os |the )?(?:pontos|pontuacao|mascara|points|dots|punctuation)|format(?:a|ado|o|s)?\b|mascara"
)
_PLAIN = (
    r"sem (?:pontos|pontuacao|mascara)|without (?:points|dots|punctuation)"
    r"|(?:so|apenas|only) (?:os )?(?:digitos|numeros|digits)"
)
_CHECKS = r"\b(?:valid|confer|verific|check|confir)\w*"
_OPERATIONS: tuple[tuple[str, str], ...] = (
    (r"de base64|from base64|decodifi\w+|decod\w+", "from_base64"),
    (r"base64", "to_base64"),
    (r"maiuscul\w+|upper ?case", "upper"),
    (r"minuscul\w+|lower ?case", "lower"),
    (r"(?:tira|remove|sem|without|strips?|removes?)\s+(?:os |the )?(?:acentos|accents)", "no_accents"),
    (r"(?:so|somente|apenas|only)\s+(?:os |the )?(?:digitos|numeros|digits|numbers)", "only_digits"),
    (r"invert\w+|revers\w+|de tras para frente", "reverse"),
    (r"espacos (?:repetidos|duplos|a mais)|(?:repeated|double|extra) spaces", "one_space"),
    (r"\bslug\b", "slug"),
)


def asks_for_tool(sentence: str) -> bool:
    """Return whether a sentence asks for a new tool."""
    return _ASKS.match(" ".join(fold(sentence).split())) is not None


def read_sentence(sentence: str) -> ReadSentence | None:
    """Return what a sentence asks for, or None where no rule is sure of it."""
    asked = _ASKS.match(" ".join(fold(sentence).split()))
    if asked is None:
        return None
    what = asked.group("what")
    return (
        _document_number(what, sentence)
        or _conversion(what, sentence)
        or _formula(what, sentence)
        or _text(what, sentence)
    )


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
    if kind is None or not re.search(rf"{_POINTS}|{_PLAIN}|{_CHECKS}", what):
        return None
    form = "digits" if re.search(_PLAIN, what) and not re.search(_POINTS, what) else "points"
    values = {"kind": kind[1], "form": form, "check": re.search(_CHECKS, what) is not None}
    return ReadSentence(f"{kind[1]}_to_{form}", _title(sentence), "brazilian_number", values)


def _formula(what: str, sentence: str) -> ReadSentence | None:
    found = _WORKS_OUT.match(what)
    if found is None or not re.search(r"[-+*/^%]", found.group("formula")):
        return None
    formula = found.group("formula").strip()
    name = "_".join(re.findall(r"[a-z]+", formula)[:3]) or "formula"
    return ReadSentence(_named(f"work_out_{name}"), _title(sentence), "formula", {"formula": formula})


def _text(what: str, sentence: str) -> ReadSentence | None:
    rest, found = what, list[tuple[int, str]]()
    for pattern, operation in _OPERATIONS:
        match = re.search(pattern, rest)
        if match is not None:
            found.append((match.start(), operation))
            rest = f"{rest[: match.start()]}{' ' * len(match.group(0))}{rest[match.end() :]}"
    operations = [operation for _, operation in sorted(found)]
    if not operations:
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
    bare = re.sub(r"^(?:graus|degrees|valores? em|a |o |os |as )\s*", "", words.strip())
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


def _title(sentence: str) -> str:
    """Return what a tool is called: the sentence without what asks for it."""
    found = re.search(
        r"(?:ferramenta|tool)\s+(?:que|para|pra|that|which|to)\s+(.+?)[.!]?$", sentence.strip(), re.IGNORECASE
    )
    words = found.group(1) if found is not None else sentence
    return (words[:1].upper() + words[1:])[:200]


def _named(name: str) -> str:
    cut = re.sub(r"_+", "_", name)[:40].strip("_")
    return cut if re.fullmatch(NAME, cut) else "tool_made_here"
