"""Natural numbers beyond one operation: several steps, unknowns, places, sequences, counting, buying."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, numeric, plain, worded
from aule.apps.school.generating.numbers import COUNT, MONEY, joined, money, number
from aule.apps.school.generating.people import WARES, person


def two_steps(draw: Draw, level: Level) -> Item:
    """Make a problem: a problem with two operations."""
    groups, each = draw.whole(3, level.pick(5, 9, 15)), draw.whole(6, level.pick(12, 30, 80))
    total = groups * each
    gone = draw.whole(2, total - 2)
    who = person(draw)
    if draw.is_heads():
        said = Said(
            f"{who.name} comprou {groups} pacotes com {each} figurinhas cada e deu {number(gone)} figurinhas ao irmão.",
            f"Com quantas figurinhas {who.he} ficou?",
            f"{who.he.capitalize()} ficou com {{}} figurinhas.",
        )
        value, sign, account = total - gone, "−", f"{groups} * {each} - {gone}"
    else:
        said = Said(
            f"Uma escola de samba tem {groups} alas com {each} pessoas cada, além de {number(gone)} na bateria.",
            "Quantas pessoas desfilam ao todo?",
            "Desfilam {} pessoas ao todo.",
        )
        value, sign, account = total + gone, "+", f"{groups} * {each} + {gone}"
    steps = [
        f"Primeiro a multiplicação: {groups} × {each} = {number(total)}.",
        f"Depois: {number(total)} {sign} {number(gone)} = {number(value)}.",
    ]
    other = total + gone if sign == "−" else total - gone
    return numeric(said, value, account, mistakes=(other, total, groups + each + gone, value + each), steps=steps)


def expression(draw: Draw, level: Level) -> Item:
    """Make a problem: an expression whose order of operations matters."""
    a, b, c = draw.whole(2, level.pick(9, 15, 30)), draw.whole(2, 9), draw.whole(2, level.pick(9, 12, 20))
    d = draw.whole(1, 9)
    if level.step == 0:
        value, shown, account = a + b * c, f"{a} + {b} × {c}", f"{a} + {b} * {c}"
        steps = [f"A multiplicação vem antes: {b} × {c} = {b * c}.", f"{a} + {b * c} = {value}."]
        mistakes = ((a + b) * c, a + b + c, a * b + c, value + 1)
    elif level.step == 1:
        value, shown, account = (a + b) * c - d, f"({a} + {b}) × {c} − {d}", f"({a} + {b}) * {c} - {d}"
        steps = [
            f"Parênteses: {a} + {b} = {a + b}.",
            f"Multiplicação: {a + b} × {c} = {(a + b) * c}.",
            f"Por fim: {(a + b) * c} − {d} = {value}.",
        ]
        mistakes = (a + b * c - d, (a + b) * (c - d) if c > d else value + d, value + 2 * d, value + 10)
    else:
        value = a * b + c * d * c
        shown, account = f"{a} × {b} + {c}² × {d}", f"{a} * {b} + {c}**2 * {d}"
        steps = [
            f"Potência: {c}² = {c * c}.",
            f"Multiplicações: {a} × {b} = {a * b} e {c * c} × {d} = {c * c * d}.",
            f"Soma: {a * b} + {c * c * d} = {number(value)}.",
        ]
        mistakes = (a * b + 2 * c * d, (a * b + c * c) * d, a * b + c * d, value + 10)
    said = Said("", f"Calcule o valor da expressão: {shown}", f"{shown} = {{}}")
    return numeric(said, value, account, mistakes=mistakes, steps=steps)


def unknown(draw: Draw, level: Level) -> Item:
    """Make a problem: a number is missing in an equality."""
    most = min(level.most, 500)
    a, b = draw.whole(3, max(6, most // 2)), draw.whole(3, max(6, most // 2))
    kind = draw.whole(0, 1 if level.year <= 3 else 3)
    if kind == 0:
        shown, value, account, undo = f"□ + {a} = {a + b}", b, f"{a + b} - {a}", f"{a + b} − {a}"
        mistakes = (a + b + a, a, b + 1, b + 10)
    elif kind == 1:
        shown, value, account, undo = f"□ − {a} = {b}", a + b, f"{b} + {a}", f"{b} + {a}"
        mistakes = (abs(b - a), b, a + b + 1, a + b - 10)
    else:
        factor, found = draw.whole(2, 9), draw.whole(3, level.pick(9, 20, 60))
        if kind == 2:
            shown, value, account = f"{factor} × □ = {factor * found}", found, f"{factor * found} / {factor}"
            undo, mistakes = f"{factor * found} ÷ {factor}", (factor * found - factor, found + 1, found - 1, found * 10)
        else:
            shown, value, account = f"□ ÷ {factor} = {found}", factor * found, f"{found} * {factor}"
            undo, mistakes = (
                f"{found} × {factor}",
                (found, found + factor, factor * found + factor, abs(found - factor)),
            )
    said = Said(
        "",
        f"Que número deve ficar no lugar do □ para a igualdade ser verdadeira? {shown}",
        f"Na igualdade {shown}, o □ vale {{}}.",
    )
    steps = [f"Usamos a operação inversa: {undo} = {value}.", "Trocando o □ pelo número, os dois lados ficam iguais."]
    return numeric(said, value, account, mistakes=mistakes, steps=steps)


_PLACES = ("unidades", "dezenas", "centenas", "unidades de milhar", "dezenas de milhar", "centenas de milhar")


def place_value(draw: Draw, level: Level) -> Item:
    """Make a problem: what a digit is worth where it stands."""
    size = {1: 2, 2: 3, 3: 4, 4: 5}.get(level.year, 6)
    size = max(2, size - (level.step == 0))
    digits = draw.some(range(1, 10), size)
    value = int("".join(map(str, digits)))
    place = draw.whole(0, size - 1) if size < 3 else draw.whole(1, size - 1)
    digit = digits[size - 1 - place]
    worth = digit * 10**place
    said = Said(
        f"Observe o número {number(value)}.",
        f"Quanto vale o algarismo {digit} nesse número?",
        f"No número {number(value)}, o algarismo {digit} vale {{}}.",
    )
    steps = [
        f"O algarismo {digit} está na ordem das {_PLACES[place]}.",
        f"Ele vale {digit} × {number(10**place)} = {number(worth)}.",
    ]
    mistakes = (digit, worth * 10, worth // 10 or digit + 10, digit * 100 if worth != digit * 100 else digit * 1000)
    return numeric(said, worth, f"valor_posicional({value}, {digit})", mistakes=mistakes, steps=steps)


def composing(draw: Draw, level: Level) -> Item:
    """Make a problem: which number is put together."""
    size = min(max(2, level.year), 5)
    digits = [draw.whole(1, 9)] + [draw.whole(0 if level.step else 1, 9) for _ in range(size - 1)]
    parts = [digit * 10 ** (size - 1 - at) for at, digit in enumerate(digits)]
    parts = [part for part in parts if part]
    if len(parts) < 2:
        parts.append(draw.whole(1, 9))
    value = sum(parts)
    shown = " + ".join(number(part) for part in parts)
    said = Said("", f"Qual é o número formado por {shown}?", f"O número formado por {shown} é {{}}.")
    glued = int("".join(str(part) for part in parts[:2]))
    mistakes = (glued, value + 10, value - 1, int("".join(str(part)[0] for part in parts)), value + 100)
    steps = ["Somamos as partes, cada uma na sua ordem.", f"{shown} = {number(value)}."]
    return numeric(said, value, " + ".join(map(str, parts)), mistakes=mistakes, steps=steps)


def sequence(draw: Draw, level: Level) -> Item:
    """Make a problem: the next or a missing number of a sequence."""
    jump = draw.whole(1 if level.year == 1 else 2, {1: 2, 2: 5, 3: 10}.get(level.year, 12) + level.step * 3)
    start = draw.whole(1, max(9, min(level.most, 400) // 3))
    terms = [start + jump * at for at in range(6)]
    if level.step and draw.is_heads():
        terms.reverse()
    hole = 5 if level.step == 0 else draw.whole(2, 5)
    shown = ", ".join("___" if at == hole else number(term) for at, term in enumerate(terms))
    up = terms[1] > terms[0]
    said = Said(
        f"Observe a sequência: {shown}.", "Que número completa a sequência?", "O número que completa a sequência é {}."
    )
    value = terms[hole]
    steps = [
        f"De um número para o seguinte {'somamos' if up else 'subtraímos'} {jump}.",
        f"{number(terms[hole - 1])} {'+' if up else '−'} {jump} = {number(value)}.",
    ]
    account = f"{terms[hole - 1]} {'+' if up else '-'} ({max(terms[0], terms[1])} - {min(terms[0], terms[1])})"
    mistakes = (value + 1, value - 1, terms[hole - 1] + (1 if up else -1), value + jump, value - jump)
    return numeric(said, value, account, COUNT, mistakes=mistakes, steps=steps)


_CHOICES = (
    (("camisetas", "bermudas", "pares de tênis"), "conjuntos diferentes", "Uma loja quer montar vitrines com {}."),
    (("sabores de sorvete", "coberturas", "tipos de casquinha"), "sorvetes diferentes", "Uma sorveteria oferece {}."),
    (("tipos de pão", "recheios", "molhos"), "sanduíches diferentes", "Uma lanchonete oferece {}."),
    (
        ("caminhos de casa à praça", "caminhos da praça à escola", "portões de entrada"),
        "trajetos diferentes",
        "No bairro há {}.",
    ),
)


def combining(draw: Draw, level: Level) -> Item:
    """Make a problem: how many combinations there are."""
    kinds, result, scene = draw.one(_CHOICES)
    counts = [draw.whole(2, level.pick(4, 6, 8)) for _ in range(3 if level.step == 2 or level.year >= 8 else 2)]
    shown = joined([f"{count} {kind}" for count, kind in zip(counts, kinds, strict=False)])
    value = 1
    for count in counts:
        value *= count
    said = Said(
        scene.format(shown),
        f"Escolhendo um de cada, quantos {result} é possível formar?",
        f"Escolhendo um de cada, é possível formar {{}} {result}.",
    )
    times = " × ".join(map(str, counts))
    steps = ["Pelo princípio multiplicativo, cada escolha combina com todas as outras.", f"{times} = {value}."]
    mistakes = (sum(counts), value + counts[0], value - counts[0], value + counts[1], sum(counts) + 1)
    return numeric(said, value, " * ".join(map(str, counts)), mistakes=mistakes, steps=steps)


def change_due(draw: Draw, level: Level) -> Item:
    """Make a problem: buying something and getting change."""
    ware = draw.one(WARES)
    is_whole = level.year <= 3
    count = draw.whole(2, level.pick(3, 5, 8))
    each = (
        draw.whole(ware.low // 100, ware.high // 100) * 100
        if is_whole
        else draw.whole(ware.low // 10, ware.high // 10) * 10
    )
    each = max(each, 100)
    total = count * each
    note = next(n for n in (1000, 2000, 5000, 10000, 20000, 30000) if n > total)
    who = person(draw)
    said = Said(
        f"{who.name} comprou {count} {ware.many} a {money_of(each)} cada e pagou com {money_of(note)}.",
        f"Quanto {who.he} recebeu de troco?",
        f"{who.he.capitalize()} recebeu {{}} de troco.",
    )
    steps = [
        f"A compra: {count} × {money_of(each)} = {money_of(total)}.",
        f"O troco: {money_of(note)} − {money_of(total)} = {money_of(note - total)}.",
    ]
    mistakes = [m / 100 for m in (note - each, total, note - total + 100, note - total + 1000)]
    return numeric(
        said,
        _reais(note - total),
        f"{_r(note)} - {count} * {_r(each)}",
        MONEY,
        mistakes=[_reais(round(m * 100)) for m in mistakes],
        steps=steps,
    )


def largest(draw: Draw, level: Level) -> Item:
    """Make a problem: which of some numbers is the largest or the smallest."""
    size = {1: 2, 2: 3, 3: 4, 4: 5}.get(level.year, 6)
    low, high = 10 ** (size - 1), 10**size - 1
    if level.step:  # alike numbers, so that places have to be compared
        digits = draw.some(range(1, 10), min(size, 6))
        made = {int("".join(map(str, draw.shuffled(digits)))) for _ in range(12)}
    else:
        made = {draw.whole(low, high) for _ in range(8)}
    while len(made) < 5:
        made.add(draw.whole(low, high))
    values = draw.some(sorted(made), 5)
    is_most = draw.is_heads()
    right = max(values) if is_most else min(values)
    word = "maior" if is_most else "menor"
    shown = joined([number(value) for value in values])
    said = Said(f"Compare os números {shown}.", f"Qual deles é o {word}?", f"O {word} deles é {{}}.")
    steps = [
        "Comparamos primeiro quantos algarismos há, depois ordem por ordem, da esquerda para a direita.",
        f"O {word} é {number(right)}.",
    ]
    account = f"{'maior' if is_most else 'menor'}({', '.join(map(str, values))})"
    return worded(said, number(right), [number(v) for v in values if v != right], account, steps)


def mental(draw: Draw, level: Level) -> Item:
    """Make a problem: a missing term of an addition or multiplication fact."""
    a, b = draw.whole(2, 9), draw.whole(2, 10 if level.step else 5)
    if level.year >= 3 and draw.is_heads():
        said = plain(f"{a} × {b}")
        return numeric(
            said,
            a * b,
            f"{a} * {b}",
            mistakes=(a * b + a, a * b - a, a + b, a * b + 1),
            steps=[f"{a} × {b} = {a * b}."],
        )
    if level.year == 1 and a + b > 10 and level.step == 0:
        a, b = draw.whole(1, 5), draw.whole(1, 5)
    said = plain(f"{a} + {b}")
    return numeric(
        said,
        a + b,
        f"{a} + {b}",
        mistakes=(a + b + 1, a + b - 1, abs(a - b), a + b + 2),
        steps=[f"{a} + {b} = {a + b}."],
    )


def money_of(cents: int) -> str:
    """Return so many cents as `R$ 3,50`."""
    return money(_reais(cents))


def _reais(cents: int) -> Fraction:
    return Fraction(cents, 100)


def _r(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
