"""Decimal numbers: shopping, weights, sharing bills, in the comma that Brazil uses."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, Scene, numeric, plain, tell, worded
from aule.apps.school.generating.numbers import COUNT, MONEY, NUMBER, joined, money, number, of
from aule.apps.school.generating.people import BY_WEIGHT, WARES, person, price, two_people


def shopping(draw: Draw, level: Level) -> Item:
    """Make a problem: what several things cost together."""
    wares = draw.some(WARES, level.pick(2, 2, 3))
    counts = [1 if level.step == 0 else draw.whole(2, 5) for _ in wares]
    each = [Fraction(price(draw, ware, 5), 100) for ware in wares]
    value = sum((n * p for n, p in zip(counts, each, strict=True)), Fraction(0))
    who = person(draw)
    bought = joined(
        [_priced(n, ware.one, ware.many, p, ware.is_feminine) for n, ware, p in zip(counts, wares, each, strict=True)]
    )
    said = Said(f"{who.name} comprou {bought}.", f"Quanto {who.he} gastou ao todo?", f"{who.name} gastou {{}} ao todo.")
    parts = [n * p for n, p in zip(counts, each, strict=True)]
    steps = [f"{n} × {money(p)} = {money(n * p)}." for n, p in zip(counts, each, strict=True) if n > 1]
    steps.append(f"Somando: {' + '.join(money(p) for p in parts)} = {money(value)}.")
    account = " + ".join(f"{n} * {_plain(p)}" for n, p in zip(counts, each, strict=True))
    mistakes = (sum(each, Fraction(0)), value + 1, value - Fraction(1, 2), value - parts[-1], value + 10)
    return numeric(said, value, account, MONEY, mistakes=mistakes, steps=steps)


def weighing(draw: Draw, level: Level) -> Item:
    """Make a problem: so many kilos at a price for a kilo."""
    ware = draw.one(BY_WEIGHT)
    kilo = Fraction(price(draw, ware, (100, 50, 20)[level.step]), 100)
    weight = Fraction(draw.whole(3, 9), 2) if level.step < 2 else Fraction(draw.whole(5, 35) * 5, 100)
    value = kilo * weight
    if (value * 100).denominator != 1:
        weight = Fraction(draw.whole(3, 9), 2)
        kilo = Fraction(price(draw, ware, 20), 100)
        value = kilo * weight
    who = person(draw)
    said = Said(
        f"Na feira, o quilo de {ware.one} custa {money(kilo)}. {who.name} comprou {number(weight)} kg.",
        f"Quanto {who.he} pagou?",
        f"{who.name} pagou {{}}.",
    )
    steps = ["Preço do quilo vezes a quantidade de quilos.", f"{money(kilo)} × {number(weight)} = {money(value)}."]
    mistakes = (_cents(kilo + weight), _cents(value * 10), _cents(value + kilo), _cents(kilo * int(weight)), value + 1)
    return numeric(said, value, f"{_plain(kilo)} * {_plain(weight)}", MONEY, mistakes=mistakes, steps=steps)


def splitting(draw: Draw, level: Level) -> Item:
    """Make a problem: a bill shared equally."""
    by = draw.whole(2, level.pick(4, 6, 9))
    each = Fraction(draw.whole(level.pick(10, 25, 40), level.pick(60, 120, 300)) * (50, 10, 5)[level.step], 100)
    total = each * by
    said = tell(
        draw,
        [
            Scene(
                "{by} amigos dividiram igualmente uma conta de {total}. | Quanto cada um pagou? | Cada um "
                "pagou {answer}."
            ),
            Scene(
                "Um pacote com {by} cadernos iguais custa {total}. | Quanto sai cada caderno? | Cada caderno "
                "sai por {answer}."
            ),
            Scene(
                "{who.name} pagou {total} em {by} parcelas iguais, sem juros. | Qual foi o valor de cada parcela? | "
                "Cada parcela foi de {answer}."
            ),
        ],
        by=by,
        total=money(total),
        who=person(draw),
    )
    steps = [f"{money(total)} ÷ {by} = {money(each)}.", f"Conferindo: {by} × {money(each)} = {money(total)}."]
    mistakes = (each + 1, each * 10, each - Fraction(1, 2), total - by, each + Fraction(1, 10))
    return numeric(said, each, f"{_plain(total)} / {by}", MONEY, mistakes=mistakes, steps=steps)


def adding(draw: Draw, level: Level) -> Item:
    """Make a problem: a plain addition or subtraction of decimals."""
    places = (10, 100, 1000)[level.step]
    a, b = (
        Fraction(draw.whole(12, 99 * places // 10), places),
        Fraction(draw.whole(11, 99 * places // 20), 10),
    )
    a, b = max(a, b), min(a, b)
    if a == b:
        a += 1
    is_sum = draw.is_heads()
    value = a + b if is_sum else a - b
    sign = "+" if is_sum else "−"
    shown = f"{number(a)} {sign} {number(b)}"
    steps = ["Alinhamos vírgula com vírgula, completando com zeros quando falta casa.", f"{shown} = {number(value)}."]
    slipped = a + b / 10 if is_sum else a - b / 10
    mistakes = (slipped, value + 1, value + Fraction(1, 10), value * 10, abs(value - Fraction(1, 10)))
    return numeric(
        plain(shown), value, f"{_plain(a)} {'+' if is_sum else '-'} {_plain(b)}", NUMBER, mistakes=mistakes, steps=steps
    )


def multiplying(draw: Draw, level: Level) -> Item:
    """Make a problem: a plain multiplication or division of decimals."""
    a = Fraction(draw.whole(11, level.pick(60, 99, 999)), level.pick(10, 10, 100))
    b = Fraction(draw.whole(2, 9)) if level.step == 0 else Fraction(draw.whole(2, 49), 10)
    if draw.is_heads():
        value, shown = a * b, f"{number(a)} × {number(b)}"
        account = f"{_plain(a)} * {_plain(b)}"
        steps = ["Multiplicamos como se fossem naturais e contamos as casas decimais dos dois fatores."]
        mistakes = (value * 10, value / 10, a + b, value + b)
    else:
        value, shown = a, f"{number(a * b)} ÷ {number(b)}"
        account = f"{_plain(a * b)} / {_plain(b)}"
        steps = ["Igualamos as casas decimais do dividendo e do divisor e dividimos."]
        mistakes = (value * 10, value / 10, value + 1, value + Fraction(1, 10))
    return numeric(
        plain(shown), value, account, NUMBER, mistakes=mistakes, steps=[*steps, f"{shown} = {number(value)}."]
    )


def comparing(draw: Draw, level: Level) -> Item:
    """Make a problem: which of some decimals is the largest or the smallest."""
    whole = draw.whole(0, 9)
    found: set[Fraction] = set()
    while len(found) < 5:
        places = draw.whole(1, level.pick(2, 2, 3))
        found.add(whole + Fraction(draw.whole(1, 10**places - 1), 10**places))
    values = draw.shuffled(sorted(found))
    is_most = draw.is_heads()
    right = max(values) if is_most else min(values)
    word = "maior" if is_most else "menor"
    said = Said(
        f"Compare os números {'; '.join(number(v) for v in values)}.",
        f"Qual deles é o {word}?",
        f"O {word} deles é {{}}.",
    )
    steps = ["Completamos as casas decimais com zeros e comparamos casa por casa.", f"O {word} é {number(right)}."]
    account = f"{word}({', '.join(_plain(v) for v in values)})"
    return worded(said, number(right), [number(v) for v in values if v != right], account, steps)


def jars(draw: Draw, level: Level) -> Item:
    """Make a problem: how many containers of a decimal size something fills, or what is left of it."""
    who, other = two_people(draw)
    if draw.is_heads():
        size = draw.one((Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(6, 5), Fraction(3, 2)))
        count = draw.whole(level.pick(4, 8, 12), level.pick(8, 20, 60))
        total = size * count
        said = Said(
            f"{who.name} tem {number(total)} litros de suco para encher garrafas de {number(size)} litro{_s(size)}.",
            "Quantas garrafas é possível encher?",
            "É possível encher {} garrafas.",
        )
        steps = [
            f"{number(total)} ÷ {number(size)} = {count}.",
            f"Conferindo: {count} × {number(size)} = {number(total)}.",
        ]
        mistakes = (int(total), count + 1, count * 10, count - 2)
        return numeric(said, count, f"{_plain(total)} / {_plain(size)}", COUNT, mistakes=mistakes, steps=steps)
    first = Fraction(draw.whole(11, level.pick(40, 90, 200)), 10)
    second = (
        Fraction(draw.whole(105, level.pick(300, 800, 1500)), 100) if level.step else Fraction(draw.whole(11, 60), 10)
    )
    value = first + second
    said = Said(
        f"Na caminhada, {who.name} andou {number(first)} km e {other.name} andou {number(second)} km.",
        "Quantos quilômetros os dois andaram ao todo?",
        "Ao todo, os dois andaram {}.",
    )
    steps = [f"{number(first)} + {number(second)} = {number(value)}."]
    return numeric(
        said,
        value,
        f"{_plain(first)} + {_plain(second)}",
        of("km"),
        mistakes=(first + second / 10, value + 1, abs(first - second), value + Fraction(1, 10)),
        steps=steps,
    )


def _priced(count: int, one: str, many: str, each: Fraction, is_feminine: bool) -> str:
    if count == 1:
        return f"{'uma' if is_feminine else 'um'} {one} por {money(each)}"
    return f"{count} {many} a {money(each)} cada"


def _s(value: Fraction) -> str:
    return "" if value < 2 else "s"


def _cents(value: Fraction) -> Fraction:
    return Fraction(round(value * 100), 100)


def _plain(value: Fraction) -> str:
    """Return a decimal as an account writes it: with a point."""
    return number(value).replace(".", "").replace(",", ".")
