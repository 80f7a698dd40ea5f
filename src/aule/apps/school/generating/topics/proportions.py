"""Proportion: two quantities that grow together, or one that falls as the other grows."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, Scene, numeric, tell, worded
from aule.apps.school.generating.numbers import COUNT, MONEY, Written, money, number, of
from aule.apps.school.generating.people import person

RECIPES = (
    ("bolo de fubá", "xícaras de fubá"),
    ("pão de queijo", "gramas de polvilho"),
    ("brigadeiro", "latas de leite condensado"),
    ("suco de maracujá", "maracujás"),
    ("feijoada", "quilos de feijão"),
    ("vatapá", "copos de leite de coco"),
)
CHEAP = ("garrafas de água", "canetas", "pães de queijo", "borrachas")
DEAR = ("cadernos", "pastéis", "metros de tecido", "quilos de arroz", "sucos de açaí")
INVERSE = (
    (
        Scene(
            "{a} pedreiros constroem um muro em {b} dias, todos no mesmo ritmo. | "
            "Em quantos dias {c} pedreiros constroem o mesmo muro? | {c} pedreiros constroem o muro em {answer} dias."
        ),
        "pedreiros",
        "dias",
    ),
    (
        Scene(
            "Com {a} torneiras iguais, um tanque enche em {b} minutos. | "
            "Em quantos minutos o tanque enche com {c} torneiras? | Com {c} torneiras, enche em {answer} minutos."
        ),
        "torneiras",
        "minutos",
    ),
    (
        Scene(
            "Um sítio tem ração para {a} galinhas durante {b} dias. | "
            "Por quantos dias a mesma ração dura para {c} galinhas? | Para {c} galinhas, a ração dura {answer} dias."
        ),
        "galinhas",
        "dias",
    ),
    (
        Scene(
            "{a} impressoras iguais imprimem as provas da escola em {b} minutos. | "
            "Em quantos minutos {c} impressoras imprimem as mesmas provas? | "
            "{c} impressoras imprimem as provas em {answer} minutos."
        ),
        "impressoras",
        "minutos",
    ),
)
KINDS = (
    ("a quantidade de pães comprados e o valor pago", True),
    ("o número de voltas na pista e a distância percorrida", True),
    ("o tempo que uma torneira fica aberta e a água que sai dela", True),
    ("o lado de um quadrado e o seu perímetro", True),
    ("a velocidade média de um carro e o tempo para fazer o mesmo trajeto", False),
    ("o número de operários e o tempo para terminar a mesma obra", False),
    ("o número de ganhadores e o prêmio que cabe a cada um, sendo fixo o total", False),
    ("o número de torneiras iguais e o tempo para encher o mesmo tanque", False),
)


def recipe(draw: Draw, level: Level) -> Item:
    """Make a problem: a recipe for more or fewer people."""
    dish, part = draw.one(RECIPES)
    for_one = draw.one((Fraction(1, 2), Fraction(1), Fraction(3, 2))[: level.pick(2, 2, 3)])
    a, times = draw.whole(2, level.pick(4, 6, 8)), draw.whole(2, level.pick(3, 5, 7))
    base = for_one * a
    if base < 2:  # "1 latas" is nothing to ask about
        base = Fraction(a)
    if "gramas" in part:
        base *= 50
    c = a * times if level.step == 0 else a * times + draw.whole(1, a - 1)
    value = base * c / a
    said = Said(
        f"Uma receita de {dish} para {a} pessoas leva {number(base)} {part}.",
        f"Quantas {part} são necessárias para {c} pessoas?",
        f"Para {c} pessoas são necessárias {{}} {part}.",
    )
    if part.split()[0] in ("copos", "quilos", "gramas", "maracujás"):
        said = Said(
            said.scene,
            f"Quanto será preciso, em {part}, para {c} pessoas?",
            f"Para {c} pessoas é preciso usar {{}} {part}.",
        )
    steps = [
        f"Para 1 pessoa: {number(base)} ÷ {a} = {number(base / a)}.",
        f"Para {c} pessoas: {c} × {number(base / a)} = {number(value)}.",
    ]
    mistakes = (
        base + (c - a),
        base * a / c if (base * a / c * 100).denominator == 1 else base + c,
        base * c,
        value + base,
    )
    return numeric(said, value, f"{_plain(base)} / {a} * {c}", Written(), mistakes=mistakes, steps=steps)


def price(draw: Draw, level: Level) -> Item:
    """Make a problem: so much for some, how much for others."""
    each = Fraction(draw.whole(level.pick(2, 3, 5), level.pick(9, 20, 40)) * (100, 50, 10)[level.step], 100)
    a = draw.whole(2, level.pick(5, 8, 12))
    c = a + draw.whole(1, level.pick(6, 12, 25))
    thing = draw.one(DEAR if each > 4 else CHEAP)
    said = Said(
        f"{a} {thing} custam {money(each * a)}.",
        f"Quanto custam {c} {thing}, pelo mesmo preço unitário?",
        f"Pelo mesmo preço unitário, {c} {thing} custam {{}}.",
    )
    steps = [
        f"Cada unidade: {money(each * a)} ÷ {a} = {money(each)}.",
        f"{c} × {money(each)} = {money(c * each)}.",
        f"A sentença é y = {number(each)} · x: o preço é diretamente proporcional à quantidade.",
    ]
    mistakes = (each * a + (c - a), each * a * 2, each * (c + 1), each * a * c)
    return numeric(said, c * each, f"{_plain(each * a)} / {a} * {c}", MONEY, mistakes=mistakes, steps=steps)


def distance(draw: Draw, level: Level) -> Item:
    """Make a problem: a steady speed: how far, or how long."""
    speed = draw.whole(level.pick(4, 8, 9), level.pick(9, 11, 18)) * (10 if level.step < 2 else 5)
    a = draw.whole(2, 4)
    c = a + draw.whole(1, 4)
    vehicle = draw.one(("Um ônibus", "Um carro", "Um trem", "Um caminhão"))
    if draw.is_heads():
        said = Said(
            f"{vehicle}, em velocidade constante, percorre {speed * a} km em {a} horas.",
            f"Quantos quilômetros percorre em {c} horas?",
            f"Em {c} horas percorre {{}}.",
        )
        steps = [f"Em 1 hora: {speed * a} ÷ {a} = {speed} km.", f"Em {c} horas: {c} × {speed} = {speed * c} km."]
        mistakes = (speed * a + c, speed * a * c, speed * (c - 1), speed * a + speed * c)
        return numeric(
            said, speed * c, f"{speed * a} / {a} * {c}", of("km", is_whole=True), mistakes=mistakes, steps=steps
        )
    said = Said(
        f"{vehicle}, em velocidade constante, percorre {speed * a} km em {a} horas.",
        f"Em quantas horas percorre {speed * c} km?",
        f"Para percorrer {speed * c} km leva {{}} horas.",
    )
    steps = [f"A velocidade é {speed * a} ÷ {a} = {speed} km/h.", f"{speed * c} ÷ {speed} = {c} horas."]
    return numeric(
        said, c, f"{speed * c} / ({speed * a} / {a})", COUNT, mistakes=(c + 1, c - 1, a * 2 + 1, c + a), steps=steps
    )


def inverse(draw: Draw, level: Level) -> Item:
    """Make a problem: more of one, less of the other."""
    scene, first, second = draw.one(INVERSE)
    while True:
        a, b = draw.whole(2, level.pick(6, 10, 15)), draw.whole(level.pick(4, 6, 8), level.pick(15, 30, 48))
        fits = [c for c in range(2, 25) if c != a and (a * b) % c == 0 and a * b // c != c]
        if fits:
            break
    c = draw.one(fits)
    value = a * b // c
    said = tell(draw, [scene], a=a, b=b, c=c)
    steps = [
        f"Mais {first}, menos {second}: as grandezas são inversamente proporcionais, e o produto é constante.",
        f"{a} × {b} = {a * b}.",
        f"{a * b} ÷ {c} = {value}.",
    ]
    direct = Fraction(b * c, a)
    mistakes = [direct if direct.denominator == 1 else b + c, abs(b - (c - a)) or b, a * b, b + abs(c - a), value + 2]
    return numeric(said, value, f"{a} * {b} / {c}", COUNT, mistakes=mistakes, steps=steps)


def speed_inverse(draw: Draw, level: Level) -> Item:
    """Make a problem: the same way at another speed."""
    while True:
        v, hours = draw.whole(4, 11) * 10, draw.whole(2, level.pick(4, 6, 9))
        fits = [w * 10 for w in range(3, 13) if w * 10 != v and (v * hours * 2) % (w * 10) == 0]
        if fits:
            break
    w = draw.one(fits)
    value = Fraction(v * hours, w)
    said = tell(
        draw,
        [
            Scene(
                "A {v} km/h, uma viagem dura {hours} horas. | "
                "Quantas horas dura a mesma viagem a {w} km/h? | A {w} km/h, a viagem dura {answer} horas."
            )
        ],
        v=v,
        hours=hours,
        w=w,
    )
    steps = [
        "Velocidade e tempo são inversamente proporcionais: v × t é constante.",
        f"{v} × {hours} = {v * hours} km.",
        f"{v * hours} ÷ {w} = {number(value)} horas.",
    ]
    direct = Fraction(hours * w, v)
    mistakes = (
        direct if (direct * 100).denominator == 1 else hours + 1,
        hours + 1,
        value + 1,
        value + Fraction(1, 2),
        hours,
    )
    return numeric(said, value, f"{v} * {hours} / {w}", Written(), mistakes=mistakes, steps=steps)


def kind(draw: Draw, level: Level) -> Item:
    """Make a problem: whether two quantities are in direct or inverse proportion."""
    what, is_direct = draw.one(KINDS)
    said = Said(f"Considere duas grandezas: {what}.", "Que relação há entre elas?", "Essas grandezas são {}.")
    right, other = "diretamente proporcionais", "inversamente proporcionais"
    if not is_direct:
        right, other = other, right
    rule = "quando uma dobra, a outra também dobra" if is_direct else "quando uma dobra, a outra cai pela metade"
    wrong = (other, "iguais entre si", "independentes uma da outra", "proporcionais ao quadrado uma da outra")
    return worded(said, right, wrong, f"proporcao({what})", [f"Nesse caso, {rule}.", f"Por isso são {right}."])


def sentence(draw: Draw, level: Level) -> Item:
    """Make a problem: which algebraic sentence tells the relation."""
    k, x = draw.whole(2, level.pick(9, 15, 30)), draw.whole(2, 9)
    if draw.is_heads() or level.step == 0:
        said = Said(
            f"Um estacionamento cobra {number(k)} reais por hora. Chame de x o número de horas e de y o valor a pagar.",
            "Que sentença expressa essa relação?",
            "A sentença que expressa essa relação é {}.",
        )
        right, wrong = f"y = {k} · x", (f"y = {k} + x", f"y = {k} ÷ x", f"x = {k} · y", f"y = x − {k}")
        steps = [
            f"Cada hora acrescenta {k} reais: 1 hora, {k}; 2 horas, {2 * k}.",
            f"Logo, {right} (proporção direta).",
        ]
        return worded(said, right, wrong, f"sentenca(direta, {k})", steps)
    total = k * x * 2
    said = Said(
        f"Um prêmio de {number(total)} reais será dividido igualmente entre os ganhadores. "
        "Chame de x o número de ganhadores e de y o valor que cada um recebe.",
        "Que sentença expressa essa relação?",
        "A sentença que expressa essa relação é {}.",
    )
    right = f"x · y = {number(total)}"
    wrong = (
        f"y = {number(total)} · x",
        f"x + y = {number(total)}",
        f"y = x ÷ {number(total)}",
        f"y − x = {number(total)}",
    )
    steps = [
        "Quanto mais ganhadores, menos cada um recebe, e o produto é sempre o prêmio.",
        f"Logo, {right} (proporção inversa).",
    ]
    return worded(said, right, wrong, f"sentenca(inversa, {total})", steps)


def scale(draw: Draw, level: Level) -> Item:
    """Make a problem: a distance on a map and in the world."""
    per = draw.whole(2, level.pick(10, 25, 60))
    cm = Fraction(draw.whole(4, level.pick(9, 15, 25)), 1 if level.step == 0 else 2)
    value = per * cm
    said = Said(
        f"Em um mapa, cada 1 cm representa {per} km. Duas cidades estão a {number(cm)} cm uma da outra no mapa.",
        "Qual é a distância real entre elas?",
        "A distância real entre elas é de {}.",
    )
    steps = [f"{number(cm)} × {per} = {number(value)} km."]
    mistakes = (per + cm, value * 10, value + per, abs(value - per))
    return numeric(said, value, f"{_plain(cm)} * {per}", of("km"), mistakes=mistakes, steps=steps)


def sharing(draw: Draw, level: Level) -> Item:
    """Make a problem: an amount shared in unequal parts."""
    m, n = draw.one(((1, 2), (2, 3), (1, 3), (3, 4), (2, 5), (3, 5), (4, 5)))
    unit = draw.whole(level.pick(5, 10, 20), level.pick(20, 60, 150))
    total = (m + n) * unit
    who = person(draw)
    said = Said(
        f"Duas pessoas trabalharam juntas, uma por {m} horas e a outra por {n} horas, e vão dividir "
        f"{number(total)} reais "
        "em partes proporcionais ao tempo de cada uma.",
        "Quantos reais recebe quem trabalhou mais?",
        "Quem trabalhou mais recebe {} reais.",
    )
    if m == 1:
        times = f"{n} vezes o valor"
        said = Said(
            f"{who.name} e o irmão dividiram {number(total)} reais. {who.name} ficou com {times} que o irmão recebeu.",
            f"Quantos reais {who.name} recebeu?",
            f"{who.name} recebeu {{}} reais.",
        )
    steps = [
        f"São {m} + {n} = {m + n} partes: {number(total)} ÷ {m + n} = {number(unit)}.",
        f"A maior parte: {n} × {number(unit)} = {number(n * unit)}.",
    ]
    mistakes = (m * unit, total // 2, Fraction(total, n), n * unit + m)
    account = f"{total} / (1 + {n}) * {n}" if m == 1 else f"{total} / ({m} + {n}) * {n}"
    fits = [x for x in mistakes if Fraction(x).denominator == 1]
    return numeric(said, n * unit, account, COUNT, mistakes=fits, steps=steps)


def _plain(value: Fraction) -> str:
    return number(value).replace(".", "").replace(",", ".")
