"""Powers and roots, and very large and very small numbers."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, numeric, plain, worded
from aule.apps.school.generating.numbers import COUNT, SIGNED, number, signed

UP = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def power(draw: Draw, level: Level) -> Item:
    """Make a problem: a power of a whole number."""
    base, high = draw.whole(2, level.pick(10, 12, 9)), draw.whole(2, level.pick(2, 3, 5))
    if level.step == 2 and level.year >= 7:
        base = -base if draw.is_heads() else base
    value = base**high
    shown = f"{signed(base)}{raised(high)}"
    times = " × ".join([signed(base)] * high)
    mistakes = (base * high, base + high, -value if base < 0 else value + base, abs(base) ** (high - 1), high**2 + base)
    written = SIGNED if base < 0 else COUNT
    return numeric(
        plain(shown),
        value,
        f"({base})**{high}",
        written,
        mistakes=mistakes,
        steps=[f"{shown} = {times} = {number(value)}."],
    )


def root(draw: Draw, level: Level) -> Item:
    """Make a problem: an exact square or cube root."""
    if level.step == 2 and draw.is_heads():
        base = draw.whole(2, 10)
        said = plain(f"∛{number(base**3)}")
        steps = [f"{base} × {base} × {base} = {number(base**3)}, então ∛{number(base**3)} = {base}."]
        return numeric(
            said,
            base,
            f"cubica({base**3})",
            COUNT,
            mistakes=(base**2, base + 1, base**3 // 3, base - 1, base + 2),
            steps=steps,
        )
    base = draw.whole(level.pick(2, 8, 15), level.pick(12, 20, 35))
    said = plain(f"√{number(base * base)}")
    steps = [
        f"Procuramos o número que, multiplicado por si mesmo, dá {number(base * base)}.",
        f"{base} × {base} = {number(base * base)}.",
    ]
    return numeric(
        said,
        base,
        f"raiz({base * base})",
        COUNT,
        mistakes=(base * base // 2, base + 1, base - 1, base + 10),
        steps=steps,
    )


def laws(draw: Draw, level: Level) -> Item:
    """Make a problem: products, quotients and powers of powers with the same base."""
    base, m, n = draw.one((2, 3, 5, 7, 10)), draw.whole(6, level.pick(8, 10, 12)), draw.whole(2, level.pick(3, 4, 4))
    kind = draw.whole(0, 1 if level.step == 0 else 2)
    shown, high, rule = (
        (
            f"{base}{raised(m)} × {base}{raised(n)}",
            m + n,
            "No produto de potências de mesma base, somamos os expoentes",
        ),
        (
            f"{base}{raised(m)} ÷ {base}{raised(n)}",
            m - n,
            "No quociente de potências de mesma base, subtraímos os expoentes",
        ),
        (f"({base}{raised(m)}){raised(n)}", m * n, "Na potência de potência, multiplicamos os expoentes"),
    )[kind]
    said = Said("", f"Escreva como uma só potência: {shown}", f"{shown} = {{}}")
    others = [each for each in (m + n, m * n, m - n, m + n + 1, m * n - 1, 2 * m) if each != high and each > 0]
    wrong = list(dict.fromkeys(f"{base}{raised(each)}" for each in others))
    wrong.insert(1, f"{base * base}{raised(high)}")
    sign = ("+", "−", "×")[kind]
    return worded(
        said, f"{base}{raised(high)}", wrong, f"expoente({base}, {high})", [f"{rule}: {m} {sign} {n} = {high}."]
    )


def scientific(draw: Draw, level: Level) -> Item:
    """Make a problem: a number in scientific notation."""
    digits = draw.whole(11, 99)
    if digits % 10 == 0:
        digits += 1
    high = draw.whole(level.pick(3, 5, 6), level.pick(6, 9, 11)) * (-1 if level.step and draw.is_heads() else 1)
    if high < 0:
        high = max(high, -8)
    value = Fraction(digits, 10) * Fraction(10) ** high
    head = number(Fraction(digits, 10))
    right = f"{head} × 10{raised(high)}"
    said = Said(
        "", f"Como se escreve {number(value)} em notação científica?", f"Em notação científica, {number(value)} é {{}}."
    )
    wrong = [
        f"{head} × 10{raised(high + 1)}",
        f"{head} × 10{raised(high - 1)}",
        f"{digits} × 10{raised(high)}",
        f"{head} × 10{raised(-high)}",
    ]
    steps = [
        f"A vírgula anda {abs(high)} casas até sobrar um algarismo diferente de zero antes dela.",
        f"{number(value)} = {right}.",
    ]
    return worded(said, right, wrong, f"cientifica({digits}, {high})", steps)


def raised(exponent: int) -> str:
    """Return an exponent in small raised digits."""
    return str(exponent).translate(UP)
