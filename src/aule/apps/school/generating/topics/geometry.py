"""Measures of figures: perimeters, areas, volumes."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, Scene, numeric, tell
from aule.apps.school.generating.numbers import COUNT, number, of


def perimeter(draw: Draw, level: Level) -> Item:
    """Make a problem: the way around a rectangle."""
    a, b = _sides(draw, level)
    said = tell(
        draw,
        [
            Scene(
                "Um terreno retangular mede {a} m por {b} m e vai ser cercado com uma volta de arame. | "
                "Quantos metros de arame são necessários? | São necessários {answer} de arame."
            ),
            Scene(
                "Uma quadra retangular tem {a} m de comprimento e {b} m de largura. | Qual é o perímetro da quadra? | "
                "O perímetro da quadra é de {answer}."
            ),
        ],
        a=a,
        b=b,
    )
    value = 2 * (a + b)
    steps = [
        "O perímetro é a soma dos quatro lados.",
        f"{number(a)} + {number(b)} + {number(a)} + {number(b)} = {number(value)} m.",
    ]
    return numeric(
        said,
        value,
        f"2 * ({_plain(a)} + {_plain(b)})",
        of("m"),
        mistakes=(a * b, a + b, 2 * a + b, value + 2),
        steps=steps,
    )


def area(draw: Draw, level: Level) -> Item:
    """Make a problem: the area of a rectangle."""
    a, b = _sides(draw, level)
    said = tell(
        draw,
        [
            Scene(
                "O piso de uma sala retangular mede {a} m por {b} m. | Qual é a área do piso? | A área do piso "
                "é de {answer}."
            ),
            Scene(
                "Um campinho retangular tem {a} m de comprimento e {b} m de largura. | Quantos metros "
                "quadrados de grama "
                "são necessários para cobri-lo? | São necessários {answer} de grama."
            ),
        ],
        a=a,
        b=b,
    )
    steps = ["A área do retângulo é comprimento vezes largura.", f"{number(a)} × {number(b)} = {number(a * b)} m²."]
    mistakes = (2 * (a + b), a + b, a * b * 2, a * b + a)
    return numeric(said, a * b, f"{_plain(a)} * {_plain(b)}", of("m²"), mistakes=mistakes, steps=steps)


def triangle(draw: Draw, level: Level) -> Item:
    """Make a problem: the area of a triangle."""
    base, high = draw.whole(3, level.pick(10, 18, 40)), draw.whole(2, level.pick(10, 15, 30))
    if level.step < 2 and base * high % 2:
        base += 1
    value = Fraction(base * high, 2)
    said = Said(
        f"Um triângulo tem base de {base} cm e altura de {high} cm.",
        "Qual é a sua área?",
        "A área do triângulo é de {}.",
    )
    steps = ["A área do triângulo é metade de base vezes altura.", f"{base} × {high} ÷ 2 = {number(value)} cm²."]
    return numeric(
        said,
        value,
        f"{base} * {high} / 2",
        of("cm²"),
        mistakes=(base * high, base + high, value + base, value * 4),
        steps=steps,
    )


def composed(draw: Draw, level: Level) -> Item:
    """Make a problem: a figure made of a rectangle with a piece cut out or put on."""
    a, b = draw.whole(6, level.pick(10, 15, 30)), draw.whole(5, level.pick(9, 12, 20))
    c = draw.whole(1, min(a, b) - 2)
    if level.step == 0:
        said = Said(
            f"De uma folha retangular de {a} cm por {b} cm foi recortado um quadrado de {c} cm de lado.",
            "Qual é a área da parte que sobrou?",
            "A parte que sobrou tem área de {}.",
        )
        value, account, mistakes = (
            a * b - c * c,
            f"{a} * {b} - {c} * {c}",
            (a * b, a * b + c * c, a * b - 4 * c, (a - c) * (b - c)),
        )
        steps = [
            f"Retângulo: {a} × {b} = {a * b}.",
            f"Quadrado: {c} × {c} = {c * c}.",
            f"{a * b} − {c * c} = {value} cm².",
        ]
        return numeric(said, value, account, of("cm²", is_whole=True), mistakes=mistakes, steps=steps)
    high = 2 * draw.whole(1, 5)
    said = Said(
        f"A fachada de uma casa é formada por um retângulo de {a} m por {b} m e, em cima do lado de {a} m, "
        f"por um triângulo de {high} m de altura.",
        "Qual é a área da fachada?",
        "A área da fachada é de {}.",
    )
    value = a * b + a * high // 2
    steps = [
        f"Retângulo: {a} × {b} = {a * b}.",
        f"Triângulo: {a} × {high} ÷ 2 = {a * high // 2}.",
        f"{a * b} + {a * high // 2} = {value} m².",
    ]
    mistakes = (a * b + a * high, a * b, a * b - a * high // 2, a * (b + high) + a)
    return numeric(
        said, value, f"{a} * {b} + {a} * {high} / 2", of("m²", is_whole=True), mistakes=mistakes, steps=steps
    )


def volume(draw: Draw, level: Level) -> Item:
    """Make a problem: the volume of a block."""
    a, b, c = (draw.whole(2, level.pick(8, 15, 30)) for _ in range(3))
    value = a * b * c
    if level.year <= 5:
        said = Said(
            f"Uma pilha em forma de bloco tem {a} cubinhos de comprimento, {b} de largura e {c} de altura.",
            "Quantos cubinhos formam a pilha?",
            "A pilha é formada por {} cubinhos.",
        )
        written = COUNT
    else:
        thing = draw.one(("Uma caixa", "Um aquário", "Um tijolo maciço", "Uma embalagem"))
        said = Said(
            f"{thing} em forma de bloco retangular mede {a} cm, {b} cm e {c} cm.",
            "Qual é o seu volume?",
            "O volume é de {}.",
        )
        written = of("cm³", is_whole=True)
    steps = ["O volume do bloco é comprimento × largura × altura.", f"{a} × {b} × {c} = {number(value)}."]
    mistakes = (a + b + c, 2 * (a * b + b * c + a * c), a * b + c, value + a * b, value - b * c)
    return numeric(said, value, f"{a} * {b} * {c}", written, mistakes=mistakes, steps=steps)


def tank(draw: Draw, level: Level) -> Item:
    """Make a problem: how many litres a tank holds."""
    a, b, c = (Fraction(draw.whole(2, level.pick(4, 6, 10)), level.pick(1, 2, 4)) for _ in range(3))
    cubic = a * b * c
    said = Said(
        f"Uma caixa-d'água em forma de bloco retangular mede, por dentro, {number(a)} m, {number(b)} m e "
        f"{number(c)} m.",
        "Quantos litros de água cabem nela?",
        "Nela cabem {} de água.",
    )
    steps = [
        f"Volume: {number(a)} × {number(b)} × {number(c)} = {number(cubic)} m³.",
        f"1 m³ = 1.000 L: {number(cubic * 1000)} L.",
    ]
    mistakes = (cubic, cubic * 100, cubic * 10, (a + b + c) * 1000)
    return numeric(
        said, cubic * 1000, f"{_plain(a)} * {_plain(b)} * {_plain(c)} * 1000", of("L"), mistakes=mistakes, steps=steps
    )


def _sides(draw: Draw, level: Level) -> tuple[Fraction, Fraction]:
    a, b = draw.whole(5, level.pick(12, 25, 60)), draw.whole(3, level.pick(9, 15, 40))
    if a == b:
        a += 3
    half = Fraction(1, 2) if level.step == 2 and level.year >= 5 else Fraction(0)
    return a + half, Fraction(b)


def _plain(value: Fraction) -> str:
    return number(value).replace(".", "").replace(",", ".")
