"""Fractions: parts of a whole, equivalent ones, comparing, and the four operations."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, Scene, numeric, plain, tell, worded
from aule.apps.school.generating.numbers import (
    COUNT,
    FRACTION,
    NUMBER,
    Written,
    fraction,
    is_terminating,
    joined,
    number,
)
from aule.apps.school.generating.people import person, two_people

SIGNED_FRACTION = Written("fraction", is_signed=True)

OF_AMOUNT = (
    Scene(
        "Uma turma tem {total} estudantes, e {part} deles vão à escola de ônibus. | "
        "Quantos estudantes vão de ônibus? | De ônibus vão {answer} estudantes.",
        48,
    ),
    Scene(
        "{who.name} ganhou {total} reais de mesada e guardou {part} desse valor. | Quantos reais {who.he} guardou? | "
        "{who.he} guardou {answer} reais.",
        400,
    ),
    Scene(
        "Um livro tem {total} páginas, e {who.name} já leu {part} delas. | Quantas páginas {who.he} já leu? | "
        "{who.he} já leu {answer} páginas.",
        700,
    ),
    Scene(
        "Uma viagem tem {total} km, e {part} do caminho é estrada de terra. | "
        "Quantos quilômetros são de estrada de terra? | São {answer} quilômetros de estrada de terra."
    ),
    Scene(
        "Um sítio colheu {total} kg de café e vendeu {part} da colheita. | Quantos quilogramas foram vendidos? | "
        "Foram vendidos {answer} quilogramas."
    ),
)
ADDED = (
    Scene(
        "{who.name} comeu {a} de uma pizza e {other.name} comeu {b} da mesma pizza. | "
        "Que fração da pizza os dois comeram juntos? | Juntos, os dois comeram {answer} da pizza."
    ),
    Scene(
        "De um muro, {who.name} pintou {a} no sábado e {b} no domingo. | Que fração do muro foi pintada? | "
        "Foi pintada a fração {answer} do muro."
    ),
    Scene(
        "Em uma horta, {a} do terreno é de alface e {b} é de couve. | "
        "Que fração do terreno as duas plantas ocupam? | As duas plantas ocupam {answer} do terreno."
    ),
)
LEFT = (
    Scene(
        "Uma jarra estava com {a} de sua capacidade de suco. O lanche consumiu {b} da capacidade. | "
        "Que fração da jarra ainda tem suco? | Ainda há suco em {answer} da jarra."
    ),
    Scene(
        "O tanque de um carro estava com {a} da capacidade. A viagem gastou {b} da capacidade. | "
        "Que fração do tanque ficou? | Ficou {answer} do tanque."
    ),
)


def of_amount(draw: Draw, level: Level) -> Item:
    """Make a problem: a fraction of an amount."""
    low = draw.whole(2, level.pick(5, 8, 12))
    top = 1 if level.step == 0 and level.year <= 5 else draw.whole(1, low - 1)
    part = Fraction(top, low)
    total = part.denominator * draw.whole(level.pick(3, 6, 12), level.pick(12, 30, 90))
    value = total * part
    said = tell(draw, OF_AMOUNT, total, total=total, part=fraction(part), who=person(draw))
    one = total // part.denominator
    steps = [f"1/{part.denominator} de {number(total)}: {number(total)} ÷ {part.denominator} = {number(one)}."]
    if part.numerator > 1:
        steps.append(f"{fraction(part)}: {part.numerator} × {number(one)} = {number(value)}.")
    mistakes = (
        one if part.numerator > 1 else total - one,
        total - value,
        total // part.numerator,
        value + one,
        one + 1,
    )
    return numeric(said, value, f"{total} * {fraction(part)}", COUNT, mistakes=mistakes, steps=steps)


def part_of_whole(draw: Draw, level: Level) -> Item:
    """Make a problem: which fraction of a whole some things are."""
    total = draw.whole(level.pick(4, 8, 15), level.pick(10, 24, 60))
    some = draw.whole(2, total - 2)
    kind, verb = draw.one(
        (("balões", "vermelhos"), ("brigadeiros", "de coco"), ("cartões", "azuis"), ("lápis", "amarelos"))
    )
    said = Said(
        f"De {total} {kind}, {some} são {verb}.",
        f"Os {kind} {verb} são que fração do total?",
        f"Os {kind} {verb} são {{}} do total.",
    )
    value = Fraction(some, total)
    steps = [f"Parte sobre todo: {some}/{total}."]
    if value.denominator != total:
        steps.append(f"Simplificando: {some}/{total} = {fraction(value)}.")
    other = total - some
    mistakes = (Fraction(other, total), Fraction(some, other), Fraction(total, some), Fraction(some, total + 1))
    return numeric(said, value, f"{some} / {total}", FRACTION, mistakes=mistakes, steps=steps)


def equivalent(draw: Draw, level: Level) -> Item:
    """Make a problem: which fraction is equivalent to another."""
    base = _proper(draw, level.pick(5, 8, 12))
    by = draw.whole(2, level.pick(4, 7, 12))
    a, b = base.numerator, base.denominator
    right = f"{a * by}/{b * by}"
    wrong = [(a + by, b + by), (a * by, b), (a, b * by), (a * by + 1, b * by), (b * by, a * by)]
    said = Said(
        "", f"Qual fração é equivalente a {fraction(base)}?", f"A fração {{}} é equivalente a {fraction(base)}."
    )
    steps = [
        f"Multiplicamos numerador e denominador por {by}: {a} × {by} = {a * by} e {b} × {by} = {b * by}.",
        f"{a}/{b} = {right}.",
    ]
    shown = [f"{x}/{y}" for x, y in wrong if Fraction(x, y) != base]
    return worded(said, right, shown, f"equivalente({fraction(base)})", steps)


def comparing(draw: Draw, level: Level) -> Item:
    """Make a problem: which of some fractions is the largest or the smallest."""
    found: set[Fraction] = set()
    same_top = draw.whole(1, 5)
    while len(found) < 5:
        low = draw.whole(2, level.pick(9, 10, 15))
        found.add(Fraction(same_top, low + same_top) if level.step == 0 else Fraction(draw.whole(1, low - 1), low))
    values = draw.shuffled(sorted(found))[:5]
    is_most = draw.is_heads()
    right = max(values) if is_most else min(values)
    word = "maior" if is_most else "menor"
    shown = joined([fraction(v) for v in values])
    said = Said(f"Considere as frações {shown}.", f"Qual delas é a {word}?", f"A {word} delas é {{}}.")
    decimals = "; ".join(f"{fraction(v)} {_about(v)}" for v in sorted(values))
    steps = ["Escrevemos todas com o mesmo denominador, ou na forma decimal, e comparamos.", f"{decimals}."]
    return worded(
        said,
        fraction(right),
        [fraction(v) for v in values if v != right],
        f"{word}({', '.join(fraction(v) for v in values)})",
        steps,
    )


def _about(value: Fraction) -> str:
    """Return the decimal form: exact where it is short, else to hundredths."""
    near = Fraction(round(value * 100), 100)
    return f"= {number(value)}" if is_terminating(value, 3) else f"≈ {number(near)}"


def adding(draw: Draw, level: Level) -> Item:
    """Make a problem: adding fractions, in a story or plainly."""
    a, b = _two(draw, level)
    value = a + b
    if value < 1 and draw.is_heads():
        who, other = two_people(draw)
        said = tell(draw, ADDED, a=fraction(a), b=fraction(b), who=who, other=other)
    else:
        said = plain(f"{fraction(a)} + {fraction(b)}")
    return numeric(
        said,
        value,
        f"{fraction(a)} + {fraction(b)}",
        FRACTION,
        mistakes=_mistakes(a, b, value),
        steps=_common(a, b, "+", value),
    )


def taking(draw: Draw, level: Level) -> Item:
    """Make a problem: taking a fraction from another."""
    a, b = _two(draw, level)
    a, b = max(a, b), min(a, b)
    if a == b:
        a = a + Fraction(1, a.denominator)
    value = a - b
    is_story = a < 1 and draw.is_heads()
    said = tell(draw, LEFT, a=fraction(a), b=fraction(b)) if is_story else plain(f"{fraction(a)} − {fraction(b)}")
    mistakes = [each for each in _mistakes(a, -b, value) if each > 0]
    return numeric(
        said,
        value,
        f"{fraction(a)} - {fraction(b)}",
        FRACTION,
        mistakes=[*mistakes, a + b],
        steps=_common(a, b, "−", value),
    )


def multiplying(draw: Draw, level: Level) -> Item:
    """Make a problem: a fraction of a fraction."""
    a, b = _proper(draw, level.pick(5, 8, 12)), _proper(draw, level.pick(5, 8, 12))
    value = a * b
    said = tell(
        draw,
        [
            Scene("| Calcule: {a} × {b} | {a} × {b} = {answer}"),
            Scene(
                "{a} de um terreno é horta, e {b} da horta é de tomate. | Que fração do terreno é de tomate? | "
                "É de tomate a fração {answer} do terreno."
            ),
        ],
        a=fraction(a),
        b=fraction(b),
    )
    product = f"{a.numerator * b.numerator}/{a.denominator * b.denominator}"
    steps = [
        "Multiplicamos numerador por numerador e denominador por denominador.",
        f"{fraction(a)} × {fraction(b)} = {product}.",
    ]
    if product != fraction(value):
        steps.append(f"Simplificando: {fraction(value)}.")
    mistakes = (a + b, a / b, Fraction(a.numerator * b.denominator, a.denominator + b.numerator), _adding_tops(a, b))
    return numeric(said, value, f"({fraction(a)}) * ({fraction(b)})", FRACTION, mistakes=mistakes, steps=steps)


def dividing(draw: Draw, level: Level) -> Item:
    """Make a problem: dividing by a fraction."""
    a, b = _proper(draw, level.pick(5, 8, 10)), _proper(draw, level.pick(5, 8, 10))
    shown = f"{fraction(a)} ÷ {fraction(b)}"
    if level.step < 2 and draw.is_heads():
        litres, cup = draw.whole(2, 9), Fraction(1, draw.whole(2, 5))
        said = Said(
            f"Uma jarra tem {litres} litros de suco. Cada copo leva {fraction(cup)} de litro.",
            "Quantos copos é possível encher?",
            "É possível encher {} copos.",
        )
        many = litres / cup
        steps = [f"{litres} ÷ {fraction(cup)} = {litres} × {cup.denominator} = {number(many)}."]
        mistakes = (litres * 1, litres + cup.denominator, many + 1, many - 2)
        return numeric(said, many, f"{litres} / ({fraction(cup)})", COUNT, mistakes=mistakes, steps=steps)
    value = a / b
    inverse = f"{b.denominator}/{b.numerator}"
    steps = [
        "Dividir por uma fração é multiplicar pelo seu inverso.",
        f"{fraction(a)} × {inverse} = {fraction(value)}.",
    ]
    mistakes = (a * b, b / a, a + b, _adding_tops(a, b))
    return numeric(plain(shown), value, f"({fraction(a)}) / ({fraction(b)})", FRACTION, mistakes=mistakes, steps=steps)


def as_decimal(draw: Draw, level: Level) -> Item:
    """Make a problem: a fraction as a decimal number."""
    low = draw.one(((2, 4, 5, 10), (4, 5, 8, 10, 20, 25), (8, 16, 20, 25, 40, 50))[level.step])
    top = draw.whole(1, low * (1 if level.step < 2 else 3) - 1)
    value = Fraction(top, low)
    said = Said(
        "", f"Escreva a fração {top}/{low} na forma decimal.", f"Na forma decimal, a fração {top}/{low} é {{}}."
    )
    steps = [f"Dividimos o numerador pelo denominador: {top} ÷ {low} = {number(value)}."]
    mistakes = (Fraction(top * 10 + low, 10), value / 10, value * 10, Fraction(top, 10), Fraction(low * 10 + top, 100))
    return numeric(said, value, f"{top} / {low}", NUMBER, mistakes=mistakes, steps=steps)


def rational(draw: Draw, level: Level) -> Item:
    """Make a problem: an operation between rationals of different signs and forms."""
    a, b = _proper(draw, level.pick(4, 6, 10)), _proper(draw, level.pick(4, 6, 10))
    a = -a
    sign = draw.one(("+", "−", "×"))
    shown = f"({fraction(a)}) {sign} {fraction(b)}"
    value = a + b if sign == "+" else a - b if sign == "−" else a * b
    account = f"(-{fraction(-a)}) {'+' if sign == '+' else '-' if sign == '−' else '*'} ({fraction(b)})"
    rule = {
        "+": "Reduzimos ao mesmo denominador e somamos, respeitando os sinais.",
        "−": "Subtrair é somar o oposto; depois reduzimos ao mesmo denominador.",
        "×": "Multiplicamos as frações; sinais diferentes dão resultado negativo.",
    }[sign]
    mistakes = (-value, -a + b, a + b, a - b, a * b)
    return numeric(
        plain(shown), value, account, SIGNED_FRACTION, mistakes=mistakes, steps=[rule, f"{shown} = {fraction(value)}."]
    )


def ratio(draw: Draw, level: Level) -> Item:
    """Make a problem: a ratio between two amounts, in lowest terms."""
    by, (m, n) = draw.whole(2, level.pick(5, 9, 15)), draw.one(((2, 3), (3, 4), (3, 5), (5, 6), (2, 5), (4, 7), (5, 8)))
    a, b = m * by, n * by
    said = tell(
        draw,
        [
            Scene(
                "Em um treino, {who.name} cobrou {b} pênaltis e fez {a} gols. | "
                "Qual é a razão entre gols e cobranças? | A razão entre gols e cobranças é {answer}."
            ),
            Scene(
                "Um suco é feito com {a} copos de polpa e {b} copos de água. | "
                "Qual é a razão entre a polpa e a água? | A razão entre a polpa e a água é {answer}."
            ),
            Scene(
                "Uma sala tem {a} meninos e {b} meninas. | "
                "Qual é a razão entre o número de meninos e o de meninas? | A razão é {answer}."
            ),
        ],
        a=a,
        b=b,
        who=person(draw),
    )
    steps = [f"Razão de {a} para {b}: {a}/{b}.", f"Simplificando por {by}: {m}/{n}."]
    mistakes = (Fraction(n, m), Fraction(m, m + n), Fraction(n, m + n), Fraction(m + 1, n))
    return numeric(said, Fraction(m, n), f"{a} / {b}", FRACTION, mistakes=mistakes, steps=steps)


def _proper(draw: Draw, most: int) -> Fraction:
    low = draw.whole(2, most)
    return Fraction(draw.whole(1, low - 1), low)


def _two(draw: Draw, level: Level) -> tuple[Fraction, Fraction]:
    """Return two fractions to add: alike, with one denominator a multiple of the other, or any."""
    if level.step == 0:
        low = draw.whole(4, 10)
        a = draw.whole(1, low - 2)
        return Fraction(a, low), Fraction(draw.whole(1, max(1, low - a - 1)), low)
    if level.step == 1:
        low = draw.whole(2, 6)
        times = draw.whole(2, 4)
        return Fraction(draw.whole(1, low - 1), low), Fraction(draw.whole(1, low * times - 1), low * times)
    return _proper(draw, 12), _proper(draw, 12)


def _common(a: Fraction, b: Fraction, sign: str, value: Fraction) -> list[str]:
    low = a.denominator * b.denominator // _gcd(a.denominator, b.denominator)
    x, y = a.numerator * low // a.denominator, b.numerator * low // b.denominator
    total = x + y if sign == "+" else x - y
    steps = [f"Com o mesmo denominador: {x}/{low} {sign} {y}/{low} = {total}/{low}."]
    if f"{total}/{low}" != fraction(value):
        steps.append(f"Simplificando: {total}/{low} = {fraction(value)}.")
    return steps


def _mistakes(a: Fraction, b: Fraction, value: Fraction) -> list[Fraction]:
    """Return wrong sums: tops and bottoms added, the larger bottom kept, one of them forgotten."""
    low = max(a.denominator, b.denominator)
    return [
        _adding_tops(a, b),
        Fraction(a.numerator + b.numerator, low),
        value + Fraction(1, low),
        value - Fraction(1, low),
    ]


def _adding_tops(a: Fraction, b: Fraction) -> Fraction:
    return Fraction(a.numerator + b.numerator, a.denominator + b.denominator)


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
