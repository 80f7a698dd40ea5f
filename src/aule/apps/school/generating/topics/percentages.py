"""Percentages: of something, off something, more than something, and which one it was."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Scene, numeric, tell
from aule.apps.school.generating.numbers import COUNT, MONEY, PERCENT, money, number
from aule.apps.school.generating.people import person

EASY = (10, 20, 25, 50, 75)
MEDIUM = (5, 15, 20, 30, 35, 40, 60, 80)
HARD = (4, 8, 12, 18, 22, 36, 45, 64, 85)
RAISES = ((5, 10, 20), (4, 5, 6, 8, 10, 15), (3, 4, 7, 9, 11, 12))
"""By how much a wage rises, easy to hard."""
THINGS = (
    ("uma mochila", 6000, 22000),
    ("um tênis", 12000, 48000),
    ("um fone de ouvido", 5000, 30000),
    ("uma bicicleta", 60000, 180000),
    ("um celular", 80000, 260000),
    ("uma camisa do time", 9000, 36000),
    ("um fogão", 70000, 190000),
    ("um livro", 3000, 9000),
    ("uma bola de futebol", 5000, 18000),
)


def of_amount(draw: Draw, level: Level) -> Item:
    """Make a problem: a percentage of an amount."""
    rate = _rate(draw, level)
    unit = Fraction(100, _gcd(rate, 100))
    total = int(unit) * draw.whole(max(1, 40 // int(unit)), max(4, level.pick(200, 600, 2000) // int(unit)))
    value = Fraction(total * rate, 100)
    said = tell(
        draw,
        [
            Scene(
                "Uma escola tem {total} estudantes, e {rate}% deles participam das oficinas da tarde. | "
                "Quantos estudantes participam das oficinas? | Das oficinas participam {answer} estudantes."
            ),
            Scene(
                "Em uma pesquisa com {total} pessoas, {rate}% disseram que vão ao trabalho de ônibus. | "
                "Quantas pessoas vão de ônibus? | Vão de ônibus {answer} pessoas."
            ),
            Scene(
                "Um estádio recebeu {total} torcedores, e {rate}% deles torciam pelo time visitante. | "
                "Quantos torciam pelo visitante? | Pelo visitante torciam {answer} pessoas."
            ),
            Scene(
                "Uma fazenda plantou {total} mudas, e {rate}% delas são de ipê. | Quantas mudas são de ipê? | "
                "São de ipê {answer} mudas."
            ),
        ],
        total=total,
        rate=rate,
    )
    steps = [
        f"{rate}% = {rate}/100 = {number(Fraction(rate, 100))}.",
        f"{number(Fraction(rate, 100))} × {number(total)} = {number(value)}.",
    ]
    mistakes = (total - value, Fraction(total, rate), total - rate, value * 10, value + 10)
    return numeric(said, value, f"{total} * {rate} / 100", COUNT, mistakes=mistakes, steps=steps)


def discount(draw: Draw, level: Level) -> Item:
    """Make a problem: a price with something off."""
    thing, cost, rate = _offer(draw, level)
    rate = min(rate, 60)  # more off than that is no offer
    off = cost * rate / 100
    who = person(draw)
    said = tell(
        draw,
        [
            Scene(
                "{who.name} comprou {thing} que custava {cost} e ganhou {rate}% de desconto por pagar à vista. | "
                "Quanto {who.he} pagou? | {who.name} pagou {answer}.",
                25,
            ),
            Scene(
                "Na liquidação, {thing} que custava {cost} está com {rate}% de desconto. | Qual é o novo preço? | "
                "O novo preço é {answer}."
            ),
        ],
        rate,
        thing=thing,
        cost=money(cost),
        rate=rate,
        who=who,
    )
    steps = [
        f"O desconto: {rate}% de {money(cost)} = {money(off)}.",
        f"O preço com desconto: {money(cost)} − {money(off)} = {money(cost - off)}.",
    ]
    mistakes = (off, cost + off, cost - rate, cost - off + 10)
    return numeric(
        said, cost - off, f"{_plain(cost)} - {_plain(cost)} * {rate} / 100", MONEY, mistakes=mistakes, steps=steps
    )


def increase(draw: Draw, level: Level) -> Item:
    """Make a problem: a price or a wage with something more."""
    thing, cost, rate = _offer(draw, level)
    if draw.is_heads():
        rate = draw.one(RAISES[level.step])
        wage = Fraction(draw.whole(15, 45) * 100)
        said = tell(
            draw,
            [
                Scene(
                    "O salário de {who.name} era de {cost} e teve um reajuste de {rate}%. | "
                    "De quanto passou a ser o salário? | O salário passou a ser de {answer}."
                )
            ],
            cost=money(wage),
            rate=rate,
            who=person(draw),
        )
        cost = wage
    else:
        rate = min(rate, 30)  # nobody buys on credit for more
        said = tell(
            draw,
            [
                Scene(
                    "Uma loja vende {thing} por {cost} à vista. A prazo há um acréscimo de {rate}%. | "
                    "Qual é o preço a prazo? | A prazo, o preço é {answer}."
                )
            ],
            thing=thing,
            cost=money(cost),
            rate=rate,
        )
    more = cost * rate / 100
    steps = [
        f"O acréscimo: {rate}% de {money(cost)} = {money(more)}.",
        f"{money(cost)} + {money(more)} = {money(cost + more)}.",
    ]
    mistakes = (more, cost - more, cost + rate, cost + more + 10)
    return numeric(
        said, cost + more, f"{_plain(cost)} + {_plain(cost)} * {rate} / 100", MONEY, mistakes=mistakes, steps=steps
    )


def which(draw: Draw, level: Level) -> Item:
    """Make a problem: which percentage some are of all."""
    rate = _rate(draw, level)
    unit = 100 // _gcd(rate, 100)
    total = unit * draw.whole(max(1, 20 // unit), max(3, level.pick(60, 240, 800) // unit))
    some = total * rate // 100
    said = tell(
        draw,
        [
            Scene(
                "Dos {total} estudantes da escola, {some} entregaram o trabalho no prazo. | "
                "Que porcentagem dos estudantes entregou no prazo? | Entregaram no prazo {answer} dos estudantes."
            ),
            Scene(
                "Em uma prova com {total} questões, {who.name} acertou {some}. | "
                "Que porcentagem das questões {who.he} acertou? | {who.name} acertou {answer} das questões.",
                120,
            ),
            Scene(
                "De {total} lances livres, {who.name} converteu {some}. | Qual foi a porcentagem de acertos? | "
                "A porcentagem de acertos foi de {answer}.",
                300,
            ),
        ],
        total,
        total=total,
        some=some,
        who=person(draw),
    )
    steps = [
        f"Parte sobre todo: {some}/{number(total)} = {number(Fraction(rate, 100))}.",
        f"{number(Fraction(rate, 100))} = {rate}%.",
    ]
    mistakes = (100 - rate, some, Fraction(rate, 10), rate + 10, rate + 5)
    return numeric(said, rate, f"{some} / {total} * 100", PERCENT, mistakes=mistakes, steps=steps)


def whole(draw: Draw, level: Level) -> Item:
    """Make a problem: the whole, from a part and its percentage."""
    rate = _rate(draw, level)
    unit = 100 // _gcd(rate, 100)
    total = unit * draw.whole(max(1, 40 // unit), max(4, level.pick(200, 500, 1500) // unit))
    some = total * rate // 100
    said = tell(
        draw,
        [
            Scene(
                "Em uma excursão, {some} pessoas são crianças, o que corresponde a {rate}% do grupo. | "
                "Quantas pessoas há no grupo? | No grupo há {answer} pessoas."
            ),
            Scene(
                "{who.name} já juntou {some} reais, que são {rate}% do preço de um jogo. | "
                "Quantos reais custa o jogo? | O jogo custa {answer} reais."
            ),
        ],
        some=some,
        rate=rate,
        who=person(draw),
    )
    steps = [
        f"{rate}% correspondem a {number(some)}; 1% corresponde a {number(some)} ÷ {rate}.",
        f"100%: {number(some)} ÷ {rate} × 100 = {number(total)}.",
    ]
    mistakes = (Fraction(some * rate, 100), some + rate, total - some, total + unit, some * 2)
    return numeric(said, total, f"{some} / {rate} * 100", COUNT, mistakes=mistakes, steps=steps)


def successive(draw: Draw, level: Level) -> Item:
    """Make a problem: two changes one after the other."""
    up, down = draw.one((10, 20, 25, 30, 50)), draw.one((10, 20, 40, 50))
    thing, low, high = draw.one(THINGS)
    cost = Fraction(draw.whole(low // 10000 + 1, high // 10000 + 3) * 100)
    middle = cost * (100 + up) / 100
    value = middle * (100 - down) / 100
    said = tell(
        draw,
        [
            Scene(
                "O preço de {thing}, que era {cost}, subiu {up}% e depois, na promoção, caiu {down}%. | "
                "Qual ficou sendo o preço? | O preço ficou sendo {answer}."
            )
        ],
        thing=thing,
        cost=money(cost),
        up=up,
        down=down,
    )
    steps = [
        f"Depois da alta: {money(cost)} × {number(Fraction(100 + up, 100))} = {money(middle)}.",
        f"Depois da queda: {money(middle)} × {number(Fraction(100 - down, 100))} = {money(value)}.",
        "As porcentagens não se somam, porque a segunda incide sobre o novo preço.",
    ]
    mistakes = (cost * (100 + up - down) / 100, middle, cost * (100 - down) / 100, value + 10)
    account = f"{_plain(cost)} * (100 + {up}) / 100 * (100 - {down}) / 100"
    return numeric(said, value, account, MONEY, mistakes=mistakes, steps=steps)


def _offer(draw: Draw, level: Level) -> tuple[str, Fraction, int]:
    thing, low, high = draw.one(THINGS)
    step = (10, 5, 2)[level.step]
    cost = Fraction(draw.whole(-(-low // (step * 100)), high // (step * 100)) * step)
    return thing, cost, _rate(draw, level)


def _rate(draw: Draw, level: Level) -> int:
    return draw.one((EASY, MEDIUM, HARD)[0 if level.year <= 5 else level.step])


def _plain(value: Fraction) -> str:
    return number(value).replace(".", "").replace(",", ".")


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
