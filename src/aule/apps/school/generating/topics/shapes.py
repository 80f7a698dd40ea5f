"""Shapes: angles, polygons, solids, circles, right triangles, points and their mirror images."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, Scene, numeric, tell, worded
from aule.apps.school.generating.numbers import COUNT, number, of

TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29))
POLYGONS = (
    ("triângulo", 3),
    ("quadrado", 4),
    ("pentágono", 5),
    ("hexágono", 6),
    ("octógono", 8),
    ("decágono", 10),
    ("dodecágono", 12),
)
BASES = (
    ("triangular", 3),
    ("quadrangular", 4),
    ("pentagonal", 5),
    ("hexagonal", 6),
    ("octogonal", 8),
    ("decagonal", 10),
)
PI = Fraction(314, 100)


def angle(draw: Draw, level: Level) -> Item:
    """Make a problem: the angle that is missing."""
    kind = draw.whole(0, 2)
    if kind == 0:
        a, b = draw.whole(20, 80), draw.whole(25, 85)
        value = 180 - a - b
        said = Said(
            f"Dois ângulos internos de um triângulo medem {a}° e {b}°.",
            "Quanto mede o terceiro ângulo?",
            "O terceiro ângulo mede {}.",
        )
        steps = ["A soma dos ângulos internos de um triângulo é 180°.", f"180° − {a}° − {b}° = {value}°."]
        return numeric(
            said,
            value,
            f"180 - {a} - {b}",
            of("°", is_whole=True),
            mistakes=(a + b, 360 - a - b, 180 - a, value + 10),
            steps=steps,
        )
    whole, word = (90, "complementares") if kind == 1 else (180, "suplementares")
    a = draw.whole(11, whole - 12)
    value = whole - a
    said = Said(f"Dois ângulos são {word}. Um deles mede {a}°.", "Quanto mede o outro?", "O outro mede {}.")
    steps = [f"Ângulos {word} somam {whole}°.", f"{whole}° − {a}° = {value}°."]
    other = 180 - a if whole == 90 else abs(90 - a) or 45
    return numeric(
        said,
        value,
        f"{whole} - {a}",
        of("°", is_whole=True),
        mistakes=(other, 360 - a, value + 10, value - 1),
        steps=steps,
    )


def interior(draw: Draw, level: Level) -> Item:
    """Make a problem: angles inside polygons."""
    name, sides = draw.one(POLYGONS[2 : level.pick(4, 6, 7)])
    total = (sides - 2) * 180
    if level.step == 0:
        said = Said(
            "",
            f"Qual é a soma das medidas dos ângulos internos de um {name}?",
            f"A soma dos ângulos internos de um {name} é {{}}.",
        )
        steps = [f"Um {name} pode ser dividido em {sides - 2} triângulos.", f"{sides - 2} × 180° = {number(total)}°."]
        mistakes = (sides * 180, total + 180, total - 180, 360 if total != 360 else 540)
        return numeric(
            said, total, f"(lados({name}) - 2) * 180", of("°", is_whole=True), mistakes=mistakes, steps=steps
        )
    value = Fraction(total, sides)
    said = Said(
        "",
        f"Quanto mede cada ângulo interno de um {name} regular?",
        f"Cada ângulo interno de um {name} regular mede {{}}.",
    )
    steps = [
        f"A soma dos ângulos internos é ({sides} − 2) × 180° = {number(total)}°.",
        f"{number(total)}° ÷ {sides} = {number(value)}°.",
    ]
    mistakes = (Fraction(360, sides), 180 - value + 10, value + 12, total)
    return numeric(said, value, f"(lados({name}) - 2) * 180 / lados({name})", of("°"), mistakes=mistakes, steps=steps)


def solid(draw: Draw, level: Level) -> Item:
    """Make a problem: vertices, edges and faces of prisms and pyramids."""
    base, n = draw.one(BASES[: level.pick(3, 4, 6)])
    is_prism = draw.is_heads()
    what = draw.one(("vértices", "arestas", "faces"))
    counts = (
        {"vértices": 2 * n, "arestas": 3 * n, "faces": n + 2}
        if is_prism
        else {"vértices": n + 1, "arestas": 2 * n, "faces": n + 1}
    )
    name = f"{'um prisma' if is_prism else 'uma pirâmide'} de base {base}"
    article = "Quantas" if what != "vértices" else "Quantos"
    said = Said("", f"{article} {what} tem {name}?", f"{name[:1].upper()}{name[1:]} tem {{}} {what}.")
    value = counts[what]
    body = "duas bases e n faces laterais" if is_prism else "uma base e n faces laterais que se encontram em um vértice"
    steps = [f"A base tem n = {n} lados; há {body}.", f"São {value} {what}."]
    mistakes = [*(c for c in counts.values() if c != value), n, value + 1, value + 2]
    shape = "prisma" if is_prism else "piramide"
    return numeric(said, value, f"{shape}({base}, {what})", COUNT, mistakes=mistakes, steps=steps)


def circle(draw: Draw, level: Level) -> Item:
    """Make a problem: the length or the area of a circle, with π = 3,14."""
    r = draw.whole(2, level.pick(10, 20, 50))
    if level.step == 2 or (level.year >= 8 and draw.is_heads()):
        value = PI * r * r
        said = Said(
            f"Uma praça circular tem {r} m de raio. Use π = 3,14.",
            "Qual é a área da praça?",
            "A área da praça é de {}.",
        )
        steps = ["Área do círculo: π × r².", f"3,14 × {r}² = 3,14 × {r * r} = {number(value)} m²."]
        return numeric(
            said,
            value,
            f"3.14 * {r} * {r}",
            of("m²"),
            mistakes=(2 * PI * r, PI * r, PI * 4 * r * r, value + 10),
            steps=steps,
        )
    value = 2 * PI * r
    said = Said(
        f"Uma roda tem {r} cm de raio. Use π = 3,14.",
        "Quantos centímetros ela percorre em uma volta completa?",
        "Em uma volta completa ela percorre {}.",
    )
    steps = ["Comprimento da circunferência: 2 × π × r.", f"2 × 3,14 × {r} = {number(value)} cm."]
    return numeric(
        said, value, f"2 * 3.14 * {r}", of("cm"), mistakes=(PI * r, PI * r * r, 2 * value, value + 2), steps=steps
    )


def pythagoras(draw: Draw, level: Level) -> Item:
    """Make a problem: the missing side of a right triangle."""
    a, b, c = draw.one(TRIPLES[: level.pick(1, 3, 5)])
    by = draw.whole(1, level.pick(4, 4, 3))
    a, b, c = a * by, b * by, c * by
    if level.step == 0 or draw.is_heads():
        said = tell(
            draw,
            [
                Scene(
                    "Uma escada está apoiada em um muro: o pé está a {a} m do muro e o topo, a {b} m de altura. | "
                    "Quanto mede a escada? | A escada mede {answer}.",
                    12,
                ),
                Scene(
                    "Os catetos de um triângulo retângulo medem {a} m e {b} m. | Quanto mede a hipotenusa? | "
                    "A hipotenusa mede {answer}."
                ),
            ],
            b,
            a=a,
            b=b,
        )
        steps = [f"x² = {a}² + {b}² = {a * a} + {b * b} = {number(c * c)}.", f"x = √{number(c * c)} = {c} m."]
        return numeric(
            said,
            c,
            f"raiz({a}**2 + {b}**2)",
            of("m", is_whole=True),
            mistakes=(a + b, b + 1 if b + 1 != c else b - 1, c * c, b - a),
            steps=steps,
        )
    said = Said(
        f"Em um triângulo retângulo, a hipotenusa mede {c} m e um cateto mede {a} m.",
        "Quanto mede o outro cateto?",
        "O outro cateto mede {}.",
    )
    steps = [
        f"x² = {c}² − {a}² = {number(c * c)} − {number(a * a)} = {number(b * b)}.",
        f"x = √{number(b * b)} = {b} m.",
    ]
    return numeric(
        said, b, f"raiz({c}**2 - {a}**2)", of("m", is_whole=True), mistakes=(c - a, c + a, b + 2, b * b), steps=steps
    )


def reflected(draw: Draw, level: Level) -> Item:
    """Make a problem: a point mirrored at an axis or the origin."""
    while True:
        x, y = draw.whole(-8, 8), draw.whole(-8, 8)
        if x and y and abs(x) != abs(y):
            break
    kinds = (("ao eixo x", (x, -y)), ("ao eixo y", (-x, y)), ("à origem", (-x, -y)))
    about, to = draw.one(kinds)
    said = Said(
        f"No plano cartesiano, considere o ponto P = ({number(x)}; {number(y)}).",
        f"Qual é o simétrico de P em relação {about}?",
        f"O simétrico de P em relação {about} é {{}}.",
    )
    others = [(x, -y), (-x, y), (-x, -y), (y, x), (-y, -x)]
    shown = [f"({number(a)}; {number(b)})" for a, b in others if (a, b) != to]
    rule = {"ao eixo x": "muda o sinal do y", "ao eixo y": "muda o sinal do x", "à origem": "mudam os dois sinais"}[
        about
    ]
    right = f"({number(to[0])}; {number(to[1])})"
    return worded(
        said,
        right,
        shown,
        f"simetrico({x}, {y}, {about})",
        [f"Na simetria em relação {about}, {rule}.", f"P' = {right}."],
    )
