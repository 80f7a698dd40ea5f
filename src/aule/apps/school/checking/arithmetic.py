"""Working an answer out again, where the question is a calculation that can be read (SP-5)."""

from __future__ import annotations

import re
from fractions import Fraction

from aule.apps.school.entities import Questao

_CALCULATION = re.compile(r"(?:calcule|resolva|quanto é|efetue|valor da expressão|complete)\s*:?\s*([^?=\n]+)", re.I)
_EQUALITY = re.compile(r"(?:^|[:\n]\s*|\s{2,})([-−(\d][^=?\n]*)=\s*([-−(]?\s*[\d.,/ ]+|_+)\s*\.?$", re.M)
_ONLY = re.compile(r"^[\d\s.,+\-−–×*·÷/:()²³√]+$")
_TIMES = re.compile(r"(?<=\d)\s*[xX]\s*(?=[\d(])")
_NUMBER = re.compile(r"-?\d{1,3}(?:\.\d{3})+(?:,\d+)?|-?\d+(?:,\d+)?(?:/\d+)?")
_POWERS = {"²": 2, "³": 3}
_DEEPEST = 40


def mismatch(questao: Questao) -> str | None:
    """Return what the calculation really gives, where the stated answer is another.

    None where it agrees or cannot be read.
    """
    calculation, told = _asked(questao)
    if calculation is None:
        return None
    value = worked_out(calculation)
    if value is None:
        return None
    if questao.tipo == "verdadeiro_falso":
        stated = None if told is None else plain_number(told)
        if stated is None:
            return None
        return None if (stated == value) == (questao.resposta.strip().upper() == "V") else _written(value)
    answer = plain_number(_answer(questao))
    return None if answer is None or answer == value else _written(value)


def worked_out(calculation: str) -> Fraction | None:
    """Return the value of a calculation written for people (`3/4 + 1,5 × 2`); none where it cannot be read."""
    text = _TIMES.sub(" × ", calculation.strip().rstrip("."))
    if not _ONLY.match(text) or not any(sign in text for sign in "+-−–×*·÷/:²³√"):
        return None
    tokens = re.findall(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?|[+\-−–×*·÷/:()²³√]", text)
    try:
        reader = _Reader(tokens)
        value = reader.sum(0)
    except (ValueError, ZeroDivisionError, IndexError):
        return None
    return value if reader.is_done else None


def plain_number(text: str) -> Fraction | None:
    """Return the one number a text states (`R$ 1.250,50`, `−3/4`, `12 cm`); none where there is none, or several."""
    found = _NUMBER.findall(text.replace("−", "-").replace("–", "-"))
    if len(found) != 1:
        return None
    return Fraction(found[0].replace(".", "").replace(",", ".")) if "/" not in found[0] else Fraction(found[0])


def _asked(questao: Questao) -> tuple[str | None, str | None]:
    text = questao.enunciado.strip()
    if found := _EQUALITY.search(text):
        return found[1], found[2]
    if found := _CALCULATION.search(text):
        return found[1], None
    return None, None


def _answer(questao: Questao) -> str:
    if questao.tipo == "multipla_escolha":
        return next((each.texto for each in questao.alternativas if each.correta), "")
    return questao.resposta if questao.tipo in ("numerica", "lacuna") else ""


def _written(value: Fraction) -> str:
    return str(value)


class _Reader:
    """Reads sums of products of numbers, left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    @property
    def is_done(self) -> bool:
        return self._at == len(self._tokens)

    def sum(self, depth: int) -> Fraction:
        if depth > _DEEPEST:
            raise ValueError("too deep")
        value = self._product(depth)
        while (sign := self._peek()) in ("+", "-", "−", "–"):
            self._at += 1
            other = self._product(depth)
            value = value + other if sign == "+" else value - other
        return value

    def _product(self, depth: int) -> Fraction:
        value = self._power(depth)
        while (sign := self._peek()) is not None and sign in "×*·÷/:":
            self._at += 1
            other = self._fraction() if sign in "÷:" and self._is_fraction() else self._power(depth)
            value = value * other if sign in "×*·" else value / other
        return value

    def _is_fraction(self) -> bool:
        """Tell whether `3/4` follows, which belongs together after a `÷`."""
        ahead = self._tokens[self._at : self._at + 3]
        return len(ahead) == 3 and ahead[1] == "/" and ahead[0].isdigit() and ahead[2].isdigit()

    def _fraction(self) -> Fraction:
        top, _, low = self._tokens[self._at : self._at + 3]
        self._at += 3
        return Fraction(int(top), int(low))

    def _power(self, depth: int) -> Fraction:
        value = self._atom(depth)
        while (sign := self._peek()) in _POWERS:
            self._at += 1
            value = value ** _POWERS[sign or ""]
        return value

    def _atom(self, depth: int) -> Fraction:
        token = self._tokens[self._at]
        self._at += 1
        if token in ("-", "−", "–"):
            return -self._atom(depth + 1)
        if token == "(":
            value = self.sum(depth + 1)
            if self._peek() != ")":
                raise ValueError("a bracket is open")
            self._at += 1
            return value
        if not token[0].isdigit():
            raise ValueError(token)
        return Fraction(token.replace(".", "").replace(",", "."))

    def _peek(self) -> str | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None
