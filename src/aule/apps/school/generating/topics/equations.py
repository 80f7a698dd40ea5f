"""Equations: of the first degree, in systems of two, and simple ones of the second degree."""

from __future__ import annotations

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, Scene, numeric, tell, worded
from aule.apps.school.generating.numbers import COUNT, SIGNED, money, number, signed
from aule.apps.school.generating.people import person, two_people


def linear(draw: Draw, level: Level) -> Item:
    """Make a problem: solve `ax + b = c`, or with the unknown on both sides."""
    x = draw.whole(1, 12) if level.step == 0 else draw.whole(-12, 15) or 4
    a = draw.whole(2, 9)
    b = draw.whole(1, level.pick(20, 30, 40)) * (1 if level.step == 0 or draw.is_heads() else -1)
    if level.step < 2:
        c = a * x + b
        shown = f"{a}x {_term(b)} = {number(c)}"
        steps = [
            f"{a}x = {number(c)} {_term(-b)}, ou seja, {a}x = {number(c - b)}.",
            f"x = {number(c - b)} ÷ {a} = {number(x)}.",
        ]
        mistakes = (x + 1, -x, c - b, x - 1, c + b)
        return numeric(_solve(shown), x, f"(({c}) - ({b})) / {a}", SIGNED, mistakes=mistakes, steps=steps)
    c = draw.one([n for n in range(2, 10) if n != a and (a - n) * x + b])
    d = a * x + b - c * x
    shown = f"{a}x {_term(b)} = {c}x {_term(d)}"
    steps = [f"{a}x − {c}x = {number(d)} {_term(-b)}.", f"{_times(a - c)} = {number(d - b)}.", f"x = {number(x)}."]
    return numeric(
        _solve(shown),
        x,
        f"(({d}) - ({b})) / ({a} - {c})",
        SIGNED,
        mistakes=(-x, x + 1, x - 2, d - b, x + 2),
        steps=steps,
    )


def thought(draw: Draw, level: Level) -> Item:
    """Make a problem: somebody thought of a number."""
    x, a, b = draw.whole(2, level.pick(12, 25, 60)), draw.whole(2, level.pick(4, 7, 12)), draw.whole(2, 30)
    who = person(draw)
    if level.step == 2:
        c = a * (x + b)
        said = tell(
            draw,
            [
                Scene(
                    "{who.name} pensou em um número, somou {b} e multiplicou o resultado por {a}. Obteve {c}. | "
                    "Em que número {who.he} pensou? | O número pensado foi {answer}."
                )
            ],
            a=a,
            b=b,
            c=c,
            who=who,
        )
        steps = [f"A equação: {a} · (x + {b}) = {number(c)}.", f"x + {b} = {number(c // a)}.", f"x = {number(x)}."]
        mistakes = (x + b, (c - b) // a if (c - b) % a == 0 else x + 2, c - b, x + a)
        return numeric(said, x, f"{c} / {a} - {b}", COUNT, mistakes=mistakes, steps=steps)
    word = {2: "O dobro", 3: "O triplo", 4: "O quádruplo", 5: "O quíntuplo"}.get(a, f"{a} vezes")
    c = a * x + b
    of = "de um número" if a <= 5 else "um número"
    said = Said(f"{word} {of} mais {b} é igual a {number(c)}.", "Qual é esse número?", "Esse número é {}.")
    steps = [
        f"A equação: {a}x + {b} = {number(c)}.",
        f"{a}x = {number(c)} − {b} = {number(c - b)}.",
        f"x = {number(c - b)} ÷ {a} = {number(x)}.",
    ]
    times = {2: "dobro", 3: "triplo", 4: "quádruplo", 5: "quíntuplo"}.get(a, str(a))
    account = f"({c} - {b}) / {a}" if times == str(a) else f"({c} - {b}) / vezes({times})"
    return numeric(said, x, account, COUNT, mistakes=(c - b, (c + b) // a, x + 1, x + b), steps=steps)


def ages(draw: Draw, level: Level) -> Item:
    """Make a problem: ages that add up to something."""
    x, more = draw.whole(5, level.pick(15, 25, 40)), draw.whole(2, level.pick(6, 12, 25))
    who, other = two_people(draw)
    total = 2 * x + more
    said = Said(
        f"{who.name} tem {more} anos a mais do que {other.name}. A soma das idades é {total}.",
        f"Quantos anos {other.name} tem?",
        f"{other.name} tem {{}} anos.",
    )
    steps = [
        f"Se {other.name} tem x anos, {who.name} tem x + {more}.",
        f"x + x + {more} = {total}, então 2x = {total - more}.",
        f"x = {x}.",
    ]
    return numeric(
        said, x, f"({total} - {more}) / 2", COUNT, mistakes=(x + more, total - more, total // 2, x + 1), steps=steps
    )


def fare(draw: Draw, level: Level) -> Item:
    """Make a problem: a fixed part and so much for each."""
    fixed, each = draw.whole(4, level.pick(8, 15, 40)), draw.whole(2, level.pick(4, 7, 12))
    x = draw.whole(3, level.pick(10, 20, 45))
    total = fixed + each * x
    said = tell(
        draw,
        [
            Scene(
                "Um táxi cobra {fixed} de bandeirada e {each} por quilômetro. Uma corrida custou {total}. | "
                "De quantos quilômetros foi a corrida? | A corrida foi de {answer} quilômetros."
            ),
            Scene(
                "Um parque aluga bicicletas: cobra {fixed} de taxa e {each} por hora. Um passeio custou {total}. | "
                "Quantas horas durou o passeio? | O passeio durou {answer} horas.",
                10,
            ),
            Scene(
                "Uma gráfica cobra {fixed} pela arte e {each} por camiseta. O pedido custou {total}. | "
                "Quantas camisetas foram pedidas? | Foram pedidas {answer} camisetas."
            ),
        ],
        x,
        fixed=money(fixed),
        each=money(each),
        total=money(total),
    )
    steps = [
        f"A equação: {each}x + {fixed} = {total}.",
        f"{each}x = {total - fixed}.",
        f"x = {total - fixed} ÷ {each} = {x}.",
    ]
    return numeric(
        said,
        x,
        f"({total} - {fixed}) / {each}",
        COUNT,
        mistakes=(total // each, total - fixed, x + 1, x + fixed),
        steps=steps,
    )


def value(draw: Draw, level: Level) -> Item:
    """Make a problem: the value of an algebraic expression."""
    x = draw.whole(2, 9) if level.step == 0 else -draw.whole(2, 6)
    a, b = draw.whole(2, 9), draw.whole(1, 20)
    if level.step < 2:
        found, shown, account = a * x - b, f"{a}x − {b}", f"{a} * ({x}) - {b}"
        mistakes = (a * x + b, a + x - b, -found, found + 2)
        steps = [f"Trocando x por {number(x)}: {a} × {signed(x)} − {b}.", f"{number(a * x)} − {b} = {number(found)}."]
    else:
        found, shown, account = x * x - a * x + b, f"x² − {a}x + {b}", f"({x})**2 - {a} * ({x}) + {b}"
        mistakes = (-x * x - a * x + b, x * x + a * x + b, 2 * x - a * x + b, found + 2)
        steps = [
            f"{signed(x)}² = {x * x} e {a} × {signed(x)} = {number(a * x)}.",
            f"{x * x} − {signed(a * x)} + {b} = {number(found)}.",
        ]
    said = Said(
        "",
        f"Qual é o valor numérico de {shown} para x = {number(x)}?",
        f"Para x = {number(x)}, o valor de {shown} é {{}}.",
    )
    return numeric(said, found, account, SIGNED, mistakes=mistakes, steps=steps)


def system(draw: Draw, level: Level) -> Item:
    """Make a problem: two unknowns and two things known about them."""
    x, y = draw.whole(3, level.pick(10, 20, 40)), draw.whole(3, level.pick(10, 20, 40))
    if draw.is_heads():
        heads, legs = x + y, 2 * x + 4 * y
        said = Said(
            f"Em um sítio há galinhas e coelhos: são {heads} cabeças e {legs} pés ao todo.",
            "Quantos coelhos há no sítio?",
            "No sítio há {} coelhos.",
        )
        steps = [
            f"g + c = {heads} e 2g + 4c = {legs}.",
            f"Multiplicando a primeira por 2: 2g + 2c = {2 * heads}.",
            f"Subtraindo: 2c = {legs - 2 * heads}, então c = {y}.",
        ]
        return numeric(
            said,
            y,
            f"({legs} - 2 * {heads}) / 2",
            COUNT,
            mistakes=(x, legs - 2 * heads, heads // 2, y + 1, y + 2),
            steps=steps,
        )
    p, q = draw.one(((10, 5), (20, 10), (12, 6), (30, 15)))
    total = p * x + q * y
    said = Said(
        f"Em um teatro, a inteira custa {money(p)} e a meia, {money(q)}. Foram vendidos {x + y} ingressos, por "
        f"{money(total)} ao todo.",
        "Quantas inteiras foram vendidas?",
        "Foram vendidas {} inteiras.",
    )
    steps = [
        f"i + m = {x + y} e {p}i + {q}m = {total}.",
        f"Trocando m por {x + y} − i: {p - q}i = {total - q * (x + y)}.",
        f"i = {x}.",
    ]
    account = f"({total} - {q} * {x + y}) / ({p} - {q})"
    return numeric(said, x, account, COUNT, mistakes=(y, (x + y) // 2, x + 1, x + 2, total // p), steps=steps)


def square(draw: Draw, level: Level) -> Item:
    """Make a problem: the positive root of `ax² = b`."""
    x, a = draw.whole(2, level.pick(9, 12, 20)), (1 if level.step == 0 else draw.whole(2, 6))
    b = a * x * x
    shown = f"{'' if a == 1 else a}x² = {number(b)}"
    said = Said("", f"Qual é a solução positiva da equação {shown}?", f"A solução positiva da equação {shown} é {{}}.")
    steps = [] if a == 1 else [f"Dividindo por {a}: x² = {number(x * x)}."]
    steps.append(f"x = √{number(x * x)} = {x}.")
    account = f"raiz({b} / {a})" if a > 1 else f"raiz({b})"
    return numeric(said, x, account, COUNT, mistakes=(x * x, x * x // 2, x + 1, x * 2), steps=steps)


def quadratic(draw: Draw, level: Level) -> Item:
    """Make a problem: the roots of a second-degree equation that factors."""
    while True:
        low, high = draw.whole(-level.pick(0, 6, 9), level.pick(5, 7, 9)), draw.whole(1, level.pick(6, 8, 12))
        if low and low != high and low != -high:
            break
    first, last = min(low, high), max(low, high)
    b, c = -(first + last), first * last
    shown = f"x² {_x(b)} {_term(c)} = 0"
    said = Said("", f"Quais são as raízes da equação {shown}?", f"As raízes da equação {shown} são {{}}.")
    right = f"{number(first)} e {number(last)}"
    wrong = [
        f"{number(-last)} e {number(-first)}",
        f"{number(first)} e {number(-last)}",
        f"{number(first + 1)} e {number(last)}",
        f"{number(first)} e {number(last + 1)}",
        f"{number(first - 1)} e {number(last + 1)}",
    ]
    steps = [
        f"Procuramos dois números com soma {number(first + last)} e produto {number(c)}.",
        f"São {right}: x² {_x(b)} {_term(c)} = (x {_term(-first)})(x {_term(-last)}).",
    ]
    return worded(said, right, [w for w in wrong if w != right], f"raizes({b}, {c})", steps)


def _solve(shown: str) -> Said:
    return Said("", f"Resolva a equação: {shown}", f"A solução da equação {shown} é x = {{}}.")


def _term(number_: int) -> str:
    return f"+ {number(number_)}" if number_ >= 0 else f"− {number(-number_)}"


def _times(by: int) -> str:
    return {1: "x", -1: "−x"}.get(by, f"{number(by)}x")


def _x(times: int) -> str:
    size = "" if abs(times) == 1 else number(abs(times))
    return f"+ {size}x" if times > 0 else f"− {size}x"
