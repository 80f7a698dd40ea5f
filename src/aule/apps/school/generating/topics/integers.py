"""Integers: temperatures, balances, floors, and the rules of signs."""

from __future__ import annotations

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, Scene, numeric, plain, tell, worded
from aule.apps.school.generating.numbers import MINUS, SIGNED, Written, joined, number, signed
from aule.apps.school.generating.people import person

DEGREES = Written(unit="°C", is_signed=True, is_whole=True)
PLACES = (
    "São Joaquim (SC)",
    "Urupema (SC)",
    "Bom Jardim da Serra (SC)",
    "Campos do Jordão (SP)",
    "Ushuaia",
    "Bariloche",
)
COLDER = Scene(
    "Em {place}, o termômetro marcava {start} °C às 18 h. Durante a noite a temperatura caiu {fall} °C. | "
    "Que temperatura o termômetro passou a marcar? | O termômetro passou a marcar {answer}."
)
WARMER = Scene(
    "Em {place}, a mínima da madrugada foi de {start} °C. Até o meio-dia a temperatura subiu {fall} °C. | "
    "Qual era a temperatura ao meio-dia? | Ao meio-dia a temperatura era de {answer}."
)
RANGE = Scene(
    "Em {place}, a mínima do dia foi de {low} °C e a máxima, de {high} °C. | "
    "De quantos graus foi a variação entre a mínima e a máxima? | A variação foi de {answer}."
)


def temperature(draw: Draw, level: Level) -> Item:
    """Make a problem: temperatures that rise and fall through zero."""
    place = draw.one(PLACES)
    if level.step == 2:
        low, high = -draw.whole(2, 15), draw.whole(1, 18)
        said = tell(draw, [RANGE], low=low, high=high, place=place)
        steps = ["Variação é a máxima menos a mínima.", f"{number(high)} − ({number(low)}) = {number(high - low)}."]
        written = Written(unit="°C", is_whole=True)
        mistakes = (high + low if high + low > 0 else -low, high, -low, high - low + 1, high - low - 2)
        return numeric(said, high - low, f"{high} - ({low})", written, mistakes=mistakes, steps=steps)
    if draw.is_heads():
        start, fall = draw.whole(1, level.pick(6, 9, 9)), draw.whole(level.pick(4, 8, 8), level.pick(10, 20, 20))
        value, scene, sign = start - fall, COLDER, -1
    else:
        start, fall = -draw.whole(1, level.pick(5, 12, 12)), draw.whole(3, level.pick(10, 25, 25))
        value, scene, sign = start + fall, WARMER, 1
    said = tell(draw, [scene], start=start, fall=fall, place=place)
    shown = f"{number(start)} {'+' if sign > 0 else MINUS} {fall} = {number(value)}"
    steps = ["Na reta numérica, subir é andar para a direita e cair é andar para a esquerda.", f"{shown}."]
    mistakes = (-value, abs(start) + fall, -(abs(start) + fall), value + 1, value - 2)
    return numeric(said, value, f"({start}) + ({sign * fall})", DEGREES, mistakes=mistakes, steps=steps)


def balance(draw: Draw, level: Level) -> Item:
    """Make a problem: a bank balance with money coming in and going out."""
    who = person(draw)
    start = draw.whole(-level.pick(40, 120, 400), level.pick(60, 150, 300))
    into, out = draw.whole(10, level.pick(60, 200, 700)), draw.whole(10, level.pick(90, 300, 900))
    value = start + into - out
    said = tell(
        draw,
        [
            Scene(
                "O saldo da conta de {who.name} era de {start} reais. {who.name} depositou {into} reais e depois pagou "
                "uma conta de {out} reais. | Qual ficou sendo o saldo, em reais? | O saldo ficou sendo de "
                "{answer} reais."
            ),
            Scene(
                "Em um jogo, {who.name} estava com {start} pontos. Na rodada seguinte ganhou {into} pontos e depois "
                "perdeu {out}. | Com quantos pontos {who.he} ficou? | {who.he} ficou com {answer} pontos."
            ),
        ],
        start=start,
        into=into,
        out=out,
        who=who,
    )
    steps = [
        f"Entrada soma, saída subtrai: {number(start)} + {into} − {out}.",
        f"{number(start)} + {into} = {number(start + into)}; {number(start + into)} − {out} = {number(value)}.",
    ]
    mistakes = (start - into - out, abs(start) + into - out, -value, value + 10, start + into + out)
    return numeric(said, value, f"({start}) + {into} - {out}", SIGNED, mistakes=mistakes, steps=steps)


def floors(draw: Draw, level: Level) -> Item:
    """Make a problem: an elevator between garages and floors."""
    start = draw.whole(-4, 6)
    moves = [draw.whole(2, 8) * (1 if at % 2 == 0 else -1) for at in range(level.pick(1, 2, 3))]
    if draw.is_heads():
        moves = [-move for move in moves]
    value = start + sum(moves)
    said_moves = joined([f"{'subiu' if move > 0 else 'desceu'} {abs(move)} andares" for move in moves])
    floor = "no térreo (andar 0)" if start == 0 else f"no andar {number(start)}"
    said = Said(
        f"Em um prédio, os andares do subsolo têm números negativos. O elevador estava {floor}. Depois {said_moves}.",
        "Em que andar o elevador parou?",
        "O elevador parou no andar {}.",
    )
    shown = number(start) + "".join(f" {'+' if move > 0 else MINUS} {abs(move)}" for move in moves)
    account = f"({start})" + "".join(f" + ({move})" for move in moves)
    steps = ["Subir soma e descer subtrai.", f"{shown} = {number(value)}."]
    mistakes = (-value, start - sum(moves), abs(start) + sum(abs(m) for m in moves), value + 1, value - 1)
    return numeric(said, value, account, SIGNED, mistakes=mistakes, steps=steps)


def adding(draw: Draw, level: Level) -> Item:
    """Make a problem: adding and taking away integers."""
    most = level.pick(12, 40, 150)
    a, b = draw.whole(-most, most), -draw.whole(1, most)
    if draw.is_heads():
        a, b = (-abs(a) or -3), -b
    if draw.is_heads():
        value, shown, account = a + b, f"{signed(a)} + {signed(b)}", f"({a}) + ({b})"
        rule = (
            "Sinais iguais: somamos e mantemos o sinal. Sinais diferentes: subtraímos e fica o sinal do maior módulo."
        )
    else:
        value, shown, account = a - b, f"{signed(a)} − {signed(b)}", f"({a}) - ({b})"
        rule = f"Subtrair um número é somar o seu oposto: {signed(a)} + {signed(-b)}."
    mistakes = (-value, a - b if value == a + b else a + b, abs(a) + abs(b), abs(a) - abs(b), value + 2)
    return numeric(plain(shown), value, account, SIGNED, mistakes=mistakes, steps=[rule, f"{shown} = {number(value)}."])


def multiplying(draw: Draw, level: Level) -> Item:
    """Make a problem: multiplying and dividing integers."""
    a, b = draw.whole(2, level.pick(9, 12, 25)), draw.whole(2, level.pick(9, 12, 18))
    sign_a, sign_b = draw.one(((-1, 1), (1, -1), (-1, -1)))
    a, b = a * sign_a, b * sign_b
    if draw.is_heads():
        value, shown, account = a * b, f"{signed(a)} × {signed(b)}", f"({a}) * ({b})"
        mistakes = (-value, a + b, value + abs(a), -value + abs(b), value - abs(b))
    else:
        value, shown, account = b, f"{signed(a * b)} ÷ {signed(a)}", f"({a * b}) / ({a})"
        mistakes = (-value, a * b - a, value + 1, -value - 1, value - 1)
    rule = "Sinais iguais dão resultado positivo." if value > 0 else "Sinais diferentes dão resultado negativo."
    return numeric(plain(shown), value, account, SIGNED, mistakes=mistakes, steps=[rule, f"{shown} = {number(value)}."])


def expression(draw: Draw, level: Level) -> Item:
    """Make a problem: an expression with integers."""
    a, b, c = draw.whole(2, 9), draw.whole(2, 9), draw.whole(2, level.pick(9, 15, 30))
    a = -a
    if level.step == 2:
        d = draw.whole(2, 6)
        value, shown, account = a * (b - c) - d, f"{signed(a)} × ({b} − {c}) − {d}", f"({a}) * ({b} - {c}) - {d}"
        steps = [f"Parênteses: {b} − {c} = {number(b - c)}.", f"{signed(a)} × {signed(b - c)} = {number(a * (b - c))}."]
        steps.append(f"{number(a * (b - c))} − {d} = {number(value)}.")
        mistakes = (-value, a * b - c - d, -a * (b - c) - d, a * (b - c) + d, value + 2)
    else:
        value, shown, account = c + a * b, f"{c} + {signed(a)} × {b}", f"{c} + ({a}) * {b}"
        steps = [
            f"A multiplicação vem antes: {signed(a)} × {b} = {number(a * b)}.",
            f"{c} − {-a * b} = {number(value)}.",
        ]
        mistakes = ((c + a) * b, c - a * b, -value, value + 1, value - 10)
    said = Said("", f"Calcule o valor da expressão: {shown}", f"{shown} = {{}}")
    return numeric(said, value, account, SIGNED, mistakes=mistakes, steps=steps)


def comparing(draw: Draw, level: Level) -> Item:
    """Make a problem: which of some integers is the largest or the smallest."""
    most = level.pick(9, 30, 200)
    found: set[int] = set()
    while len(found) < 5:
        found.add(draw.whole(-most, -1) if len(found) < 4 else draw.whole(-3, most // 2))
    values = draw.shuffled(sorted(found))
    is_most = draw.is_heads() and level.step == 0
    negatives = [value for value in values if value < 0]
    right = max(values) if is_most else min(values)
    if level.step and draw.is_heads():
        values = negatives[:5]
        right, is_most = max(values), True
    word = "maior" if is_most else "menor"
    said = Said(
        f"Considere os números {joined([number(v) for v in values])}.",
        f"Qual deles é o {word}?",
        f"O {word} deles é {{}}.",
    )
    steps = ["Na reta numérica, quanto mais à direita, maior o número.", f"O {word} é {number(right)}."]
    account = f"{word}({', '.join(map(str, values))})"
    return worded(said, number(right), [number(v) for v in values if v != right], account, steps)
