"""Secondary school: interest, progressions, linear functions."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, numeric
from aule.apps.school.generating.numbers import COUNT, MONEY, SIGNED, money, number, signed
from aule.apps.school.generating.people import person


def simple_interest(draw: Draw, level: Level) -> Item:
    """Make a problem: simple interest."""
    capital, rate, months = (
        draw.whole(5, level.pick(20, 40, 90)) * 100,
        draw.whole(1, level.pick(3, 5, 8)),
        draw.whole(2, level.pick(6, 12, 24)),
    )
    interest = Fraction(capital * rate * months, 100)
    who = person(draw)
    said = Said(
        f"{who.name} aplicou {money(capital)} a juros simples de {rate}% ao mês, durante {months} meses.",
        f"Quanto {who.he} recebeu de juros?",
        f"{who.name} recebeu {{}} de juros.",
    )
    steps = [
        f"Juros de um mês: {rate}% de {money(capital)} = {money(Fraction(capital * rate, 100))}.",
        f"Em {months} meses: {months} × {money(Fraction(capital * rate, 100))} = {money(interest)}.",
    ]
    mistakes = (capital + interest, Fraction(capital * rate, 100), interest * 10, interest + capital // 100)
    return numeric(said, interest, f"{capital} * {rate} / 100 * {months}", MONEY, mistakes=mistakes, steps=steps)


def compound_interest(draw: Draw, level: Level) -> Item:
    """Make a problem: compound interest over a few periods."""
    capital, rate, years = (
        draw.whole(1, level.pick(5, 9, 20)) * 1000,
        draw.one((10, 20) if level.step == 2 else (5, 10, 20)),
        draw.whole(2, level.pick(2, 2, 3)),
    )
    amount = capital * Fraction(100 + rate, 100) ** years
    said = Said(
        f"Um capital de {money(capital)} rende juros compostos de {rate}% ao ano.",
        f"Qual é o montante depois de {years} anos?",
        f"Depois de {years} anos, o montante é {{}}.",
    )
    factor = number(Fraction(100 + rate, 100))
    steps = [
        f"A cada ano o valor é multiplicado por {factor}.",
        f"{money(capital)} × {factor}{'²' if years == 2 else '³'} = {money(amount)}.",
    ]
    mistakes = (
        capital + Fraction(capital * rate * years, 100),
        amount - capital,
        capital * Fraction(100 + rate, 100),
        amount + 100,
    )
    return numeric(said, amount, f"{capital} * ((100 + {rate}) / 100)**{years}", MONEY, mistakes=mistakes, steps=steps)


def arithmetic(draw: Draw, level: Level) -> Item:
    """Make a problem: a term of an arithmetic progression."""
    first, jump, n = (
        draw.whole(-10, 20),
        draw.whole(2, level.pick(6, 9, 15)) * (1 if level.step == 0 or draw.is_heads() else -1),
        draw.whole(8, level.pick(12, 25, 60)),
    )
    value = first + (n - 1) * jump
    shown = "; ".join(number(first + jump * at) for at in range(4))
    said = Said(f"Considere a progressão aritmética ({shown}; …).", f"Qual é o {n}º termo?", f"O {n}º termo é {{}}.")
    steps = [f"A razão é {number(jump)}.", f"{number(first)} + ({n} − 1) × {signed(jump)} = {number(value)}."]
    account = f"({first}) + ({n} - 1) * (({first + jump}) - ({first}))"
    return numeric(
        said, value, account, SIGNED, mistakes=(value + jump, value - jump, n * jump, first + n), steps=steps
    )


def geometric(draw: Draw, level: Level) -> Item:
    """Make a problem: a term of a geometric progression."""
    first, ratio, n = draw.whole(1, 5), draw.whole(2, level.pick(2, 3, 4)), draw.whole(5, level.pick(6, 7, 8))
    value = first * ratio ** (n - 1)
    shown = "; ".join(number(first * ratio**at) for at in range(4))
    said = Said(f"Considere a progressão geométrica ({shown}; …).", f"Qual é o {n}º termo?", f"O {n}º termo é {{}}.")
    steps = [f"A razão é {ratio}.", f"{first} × {ratio} elevado a {n - 1} = {number(value)}."]
    account = f"{first} * ({first * ratio} / {first})**({n} - 1)"
    mistakes = (value * ratio, value // ratio, first + (n - 1) * ratio, first * ratio * n)
    return numeric(said, value, account, COUNT, mistakes=mistakes, steps=steps)


def linear(draw: Draw, level: Level) -> Item:
    """Make a problem: a linear function: a value, where a value is reached, its zero, or a value from two others."""
    return draw.one((_value, _reached, _zero, _between))(draw, level)


def _value(draw: Draw, level: Level) -> Item:
    a, b, x = _rule(draw, level)
    said = Said(f"Considere a função {_shown(a, b)}.", f"Qual é o valor de f({x})?", f"O valor de f({x}) é {{}}.")
    steps = [f"f({x}) = {number(a)} × {x} {_plus(b)} = {number(a * x + b)}."]
    mistakes = (a * x - b, a + x + b, a * (x + b), a * x)
    return numeric(said, a * x + b, f"({a}) * {x} + ({b})", SIGNED, mistakes=mistakes, steps=steps)


def _reached(draw: Draw, level: Level) -> Item:
    a, b, x = _rule(draw, level)
    y = a * x + b
    said = Said(
        f"Considere a função {_shown(a, b)}.",
        f"Para que valor de x temos f(x) = {number(y)}?",
        f"Temos f(x) = {number(y)} para x = {{}}.",
    )
    steps = [f"{number(a)}x {_plus(b)} = {number(y)}.", f"{number(a)}x = {number(y - b)}, então x = {x}."]
    return numeric(said, x, f"(({y}) - ({b})) / ({a})", SIGNED, mistakes=(-x, y - b, x + 1, x - 1), steps=steps)


def _zero(draw: Draw, level: Level) -> Item:
    a, _, x = _rule(draw, level)
    b = -a * x
    said = Said("", f"Qual é o zero da função {_shown(a, b)}?", f"O zero da função {_shown(a, b)} é x = {{}}.")
    steps = [
        "No zero da função, f(x) = 0.",
        f"{number(a)}x {_plus(b)} = 0, ou seja, {number(a)}x = {number(-b)}.",
        f"x = {x}.",
    ]
    return numeric(said, x, f"(-({b})) / ({a})", SIGNED, mistakes=(-x, b, x + 1, x - a), steps=steps)


def _between(draw: Draw, level: Level) -> Item:
    a, b, x = _rule(draw, level)
    step = draw.whole(2, 5)
    x = x if x != step else x + 6
    y = a * x + b
    said = Said(
        f"Uma função afim f tem f(0) = {number(b)} e f({step}) = {number(a * step + b)}.",
        f"Qual é o valor de f({x})?",
        f"O valor de f({x}) é {{}}.",
    )
    steps = [
        f"A taxa de variação é ({number(a * step + b)} − {signed(b)}) ÷ {step} = {number(a)}.",
        f"f({x}) = {number(a)} × {x} {_plus(b)} = {number(y)}.",
    ]
    account = f"({b}) + (({a * step + b}) - ({b})) / {step} * {x}"
    return numeric(said, y, account, SIGNED, mistakes=(a * x, y - b + step, y + a, y - a), steps=steps)


def _rule(draw: Draw, level: Level) -> tuple[int, int, int]:
    """Return the slope, the constant and an x; slopes fall too where it is not easy."""
    a = draw.whole(2, level.pick(5, 9, 15)) * (1 if level.step == 0 or draw.is_heads() else -1)
    b = draw.whole(1, level.pick(10, 40, 90)) * (1 if level.step == 0 or draw.is_heads() else -1)
    return a, b, draw.whole(2, level.pick(9, 12, 20))


def _shown(a: int, b: int) -> str:
    return f"f(x) = {number(a)}x {_plus(b)}"


def _plus(value: int) -> str:
    return f"+ {number(value)}" if value >= 0 else f"− {number(-value)}"
