"""Numbers as they are written in Brazil: comma, thousands with a point, fractions, money, units."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Number = int | Fraction

MINUS = "−"


@dataclass(frozen=True, slots=True)
class Written:
    """How the values of one question are written."""

    style: Literal["number", "money", "fraction"] = "number"
    unit: str = ""
    """A symbol after the number: `cm²`, `%`, `kg`."""
    is_signed: bool = False
    """Whether values below zero make sense."""
    is_whole: bool = False
    """Whether only whole numbers make sense."""

    def say(self, value: Number) -> str:
        """Return the value for people: `R$ 12,50`, `36 cm²`, `3/4`."""
        match self.style:
            case "money":
                return money(value)
            case "fraction":
                return fraction(value)
            case "number":
                after = self.unit if self.unit in ("", "%", "°") else f" {self.unit}"
                return f"{number(value)}{after}"

    def bare(self, value: Number) -> str:
        """Return the value alone, as it is typed: `12,50`, `-36`."""
        return self.say(value).removeprefix("R$ ").removesuffix(self.unit).strip().replace(".", "").replace(MINUS, "-")


COUNT = Written(is_whole=True)
NUMBER = Written()
MONEY = Written("money", "reais")
FRACTION = Written("fraction")
PERCENT = Written(unit="%")
SIGNED = Written(is_signed=True, is_whole=True)
SIGNED_NUMBER = Written(is_signed=True)


def of(unit: str, *, is_whole: bool = False) -> Written:
    """Return values with a unit."""
    return Written(unit=unit, is_whole=is_whole)


def number(value: Number) -> str:
    """Return a number with as many decimals as it has: `1.250`, `3,75`, `−4`."""
    exact = Fraction(value)
    sign = MINUS if exact < 0 else ""
    exact = abs(exact)
    whole, rest = divmod(exact.numerator, exact.denominator)
    digits = ""
    while rest:
        rest *= 10
        digits += str(rest // exact.denominator)
        rest %= exact.denominator
        if len(digits) > 12:
            raise ValueError(f"{value!r} has no end as a decimal")
    head = _grouped(whole)
    return f"{sign}{head},{digits}" if digits else f"{sign}{head}"


def money(value: Number) -> str:
    """Return an amount of reais: `R$ 12,50`."""
    cents = Fraction(value) * 100
    if cents.denominator != 1:
        raise ValueError(f"{value!r} is not a whole number of cents")
    sign = MINUS if cents < 0 else ""
    reais, rest = divmod(abs(cents.numerator), 100)
    return f"{sign}R$ {_grouped(reais)},{rest:02d}"


def fraction(value: Number) -> str:
    """Return a fraction in lowest terms: `3/4`; a whole number stays one."""
    exact = Fraction(value)
    sign = MINUS if exact < 0 else ""
    exact = abs(exact)
    return f"{sign}{exact.numerator}" if exact.denominator == 1 else f"{sign}{exact.numerator}/{exact.denominator}"


def signed(value: Number) -> str:
    """Return a number in brackets when it is below zero, as in a calculation: `(−4)`."""
    return f"({number(value)})" if value < 0 else number(value)


def is_terminating(value: Fraction, places: int = 4) -> bool:
    """Tell whether it ends as a decimal within so many places."""
    return (value * 10**places).denominator == 1


def joined(words: list[str]) -> str:
    """Return a list in a sentence: `3, 5 e 8`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} e {words[-1]}"


def _grouped(whole: int) -> str:
    return f"{whole:,}".replace(",", ".")
