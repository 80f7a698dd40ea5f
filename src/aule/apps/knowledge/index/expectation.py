"""Expectations: what kind of answer a question asks for, and whether a text has something of that kind."""

from __future__ import annotations

import re
from typing import Literal

from aule.apps.knowledge.index.terms import fillers, generic_terms, stem
from aule.text.words import fold

Kind = Literal["money", "number", "duration", "weight", "hour", "date", "name", "phone", "any"]
"""What an answer has to have: an amount, a number, how long, how heavy, a time, somebody's name, a telephone number."""

_NUMBERS = (
    "um uma dois duas tres quatro cinco seis sete oito nove dez onze doze quinze vinte trinta cem duzentos meio meia "
    "one two three four five six seven eight nine ten eleven twelve twenty thirty half"
).replace(" ", "|")
_DAYS = (
    "segunda|terca|quarta|quinta|sexta|sabado|domingo|monday|tuesday|wednesday|thursday|friday|saturday|sunday|janeiro|"
    "fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|january|february|march|april|may|"
    "june|july|august|september|october|november|december|week|month|semana|mes"
)
_UNITS = (
    "dias?|days?|semanas?|weeks?|mes(?:es)?|months?|anos?|years?|horas?|hours?|minutos?|minutes?|min|h|segundos?|seconds?|"
    "quinzenas?|bimestres?|trimestres?|semestres?|ciclos|cycles"
)
_ASKS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("phone", re.compile(r"\b(telefone|phone)\b")),
    (
        "money",
        re.compile(
            r"\b(custa\w*|custou|custo|preco|mensalidade|salario|price|costs?|salary|bonus|how much (is|was)|"
            r"lucro|profit|how much (money|rent|tax)|quanto (pago|paga|pagou|e a multa|e o aluguel))\b"
        ),
    ),
    ("weight", re.compile(r"\b(how heavy|weighs?|weight|peso|pesa|pesam)\b")),
    ("duration", re.compile(r"\b(quanto tempo|qto tempo|how long|quantos? (dias|meses|anos|horas|minutos|semanas))\b")),
    ("number", re.compile(r"\b(quant[oa]s?|qto|how (much|many|often|old|loud|tall|far))\b")),
    ("hour", re.compile(r"\b(que horas?|what time)\b")),
    ("date", re.compile(r"\b(quando|que (dias?|data)|when|what (date|day)|which day)\b")),
    ("name", re.compile(r"\b(quem|who|whom)\b")),
)
_HAS: dict[Kind, re.Pattern[str]] = {
    "phone": re.compile(r"\d{3,}[\s.-]?\d{3,}|\b(?:telefone|phone)\D{0,12}\d{3}"),
    "money": re.compile(r"r\$|[£€$]\s?\d|\d\s?(?:euros?|reais|dollars|pounds|usd|eur|million|milhoes)|%|\d{4,}"),
    "weight": re.compile(r"\d\s?(?:kg|g|quilos?|gramas?|kilos?|grams?|lbs?|pounds|toneladas?|tons?)\b"),
    "duration": re.compile(rf"(?:\d|\b(?:{_NUMBERS}))\W*(?:\([^)]{{1,20}}\)\W*)?(?:\w+ )?(?:{_UNITS})\b|\d+h\d*"),
    "number": re.compile(rf"\d|\b(?:{_NUMBERS})\b"),
    "hour": re.compile(r"\d{1,2}(?:h\d{0,2}|:\d\d| horas?| ?[ap]\.?m\b)|\b(?:noon|midnight|meio-dia|meia-noite)\b"),
    "date": re.compile(rf"\d|\b(?:{_DAYS})"),
}
_NAMED = re.compile(r"\b[A-ZÀ-Ý][\w'’]*\.? (?:d[aeo]s? )?[A-ZÀ-Ý][\w'’]+|\b[A-ZÀ-Ý]{4,}\b")


_FOCUS = (
    re.compile(r"\b(?:how many|quant[oa]s)\s+(\w+)"),
    re.compile(
        r"\b(?:what|which|qual|quais|que)\s+(?:(?:is|are|was|were|e|sao|foi|eram|era|s)\s+)?"
        r"(?:(?:the|o|a|os|as|do|da)\s+)?(\w+)"
    ),
    re.compile(r"\b(?:who|quem)\s+(?:is|was|e|foi|era)\s+(?:the|o|a|os|as)\s+(\w+)"),
    re.compile(r"\bhow (heavy|tall|wide|high|big|large|fast|old|loud|deep)\b"),
    re.compile(r"\b(?:how much|quanto|qto)\s+(?:de\s+)?(?!does|did|do\b|tempo|vale)(\w+)"),
)
"""What a question counts, measures or names: `how many books`, `qual o CPF`, `who is the architect`."""


def focus_of(question: str) -> str | None:
    """Return the folded word for what a question asks about its subject; none where it cannot be told."""
    text = fold(question)
    for pattern in _FOCUS:
        if found := pattern.search(text):
            word = found[1]
            return None if word in fillers() or stem(word) in generic_terms() else word
    return None


def expected_kind(question: str) -> Kind:
    """Return what kind of answer a question asks for."""
    text = fold(question)
    for kind, pattern in _ASKS:
        if pattern.search(text):
            return kind
    return "any"


def has_kind(text: str, kind: Kind) -> bool:
    """Tell whether a text has something of a kind."""
    if kind == "any":
        return True
    if kind == "name":
        return _NAMED.search(text) is not None
    return _HAS[kind].search(fold(text)) is not None
