"""Data and chance: means, medians, tables, and simple probability."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, Scene, numeric, tell, worded
from aule.apps.school.generating.numbers import COUNT, FRACTION, NUMBER, PERCENT, fraction, joined, number
from aule.apps.school.generating.people import person

TABLES = (
    ("Sabor de suco preferido", "Sabor", "Votos", ("Acerola", "Caju", "Laranja", "Maracujá", "Uva")),
    ("Esporte preferido", "Esporte", "Votos", ("Futebol", "Vôlei", "Basquete", "Natação", "Capoeira")),
    ("Livros emprestados na semana", "Dia", "Livros", ("Segunda", "Terça", "Quarta", "Quinta", "Sexta")),
    ("Material reciclado", "Material", "Quilos", ("Papel", "Vidro", "Metal", "Plástico", "Pilhas")),
)
SERIES = (
    Scene("Nos últimos jogos, uma jogadora de basquete fez {shown} pontos. | {asked} | {told}", 60),
    Scene("Os números de livros lidos por alguns estudantes no ano foram {shown}. | {asked} | {told}", 30),
    Scene("Em uma pesquisa, o tempo de ida à escola, em minutos, foi {shown}. | {asked} | {told}"),
)
TEMPERATURES = Scene("As temperaturas máximas de alguns dias, em °C, foram {shown}. | {asked} | {told}", 39)
"""Only where all of them are those of one season."""


def mean(draw: Draw, level: Level) -> Item:
    """Make a problem: the arithmetic mean of some numbers."""
    n = draw.one(((4, 5), (5, 6), (5, 8))[level.step])
    middle = draw.whole(8, level.pick(20, 30, 60))
    values = [middle + draw.whole(-6, 6) for _ in range(n - 1)]
    values.append(middle * n - sum(values) if level.step < 2 or n != 5 else middle + draw.whole(-6, 6))
    if min(values) < 1:
        values = [middle - 2, middle - 1, middle, middle + 1, middle + 2]
        n = 5
    value = Fraction(sum(values), n)
    if (value * 100).denominator != 1:
        values[-1] += -sum(values) % n
        value = Fraction(sum(values), n)
    said = _series(draw, values, "Qual é a média aritmética desses valores?", "A média aritmética é {answer}.")
    total = " + ".join(map(str, values))
    steps = [
        f"Soma: {total} = {number(sum(values))}.",
        f"São {n} valores: {number(sum(values))} ÷ {n} = {number(value)}.",
    ]
    mistakes = (_median(values), sum(values), Fraction(max(values) + min(values), 2), value + 1, value - 1)
    return numeric(said, value, f"media({', '.join(map(str, values))})", NUMBER, mistakes=mistakes, steps=steps)


def median(draw: Draw, level: Level) -> Item:
    """Make a problem: the median of some numbers."""
    n = draw.one(((5,), (5, 7), (6, 8))[level.step])
    values = [draw.whole(3, level.pick(20, 40, 60)) for _ in range(n)]
    value = _median(values)
    said = _series(draw, values, "Qual é a mediana desses valores?", "A mediana é {answer}.")
    ordered = sorted(values)
    steps = [f"Em ordem: {joined([str(v) for v in ordered])}."]
    if n % 2:
        steps.append(f"O valor central é {number(value)}.")
    else:
        a, b = ordered[n // 2 - 1], ordered[n // 2]
        steps.append(f"Com {n} valores, a mediana é a média dos dois centrais: ({a} + {b}) ÷ 2 = {number(value)}.")
    mistakes = (values[n // 2], ordered[n // 2 - 1], max(values) - min(values), value + 1, ordered[n // 2] + 2)
    return numeric(said, value, f"mediana({', '.join(map(str, values))})", NUMBER, mistakes=mistakes, steps=steps)


def mode(draw: Draw, level: Level) -> Item:
    """Make a problem: the value that occurs most often."""
    values = draw.some(range(5, 30), level.pick(3, 4, 5))
    right = values[0]
    shown = draw.shuffled([right, right, right, *values[1:], values[1]])
    said = _series(draw, shown, "Qual é a moda desses valores?", "A moda é {answer}.")
    steps = ["Moda é o valor que mais se repete.", f"{right} aparece 3 vezes."]
    account = f"moda({', '.join(map(str, shown))})"
    return numeric(said, right, account, NUMBER, mistakes=[*values[1:], max(shown) - min(shown), 3], steps=steps)


def amplitude(draw: Draw, level: Level) -> Item:
    """Make a problem: the range of some numbers."""
    values = [draw.whole(4, level.pick(30, 60, 120)) for _ in range(level.pick(5, 6, 8))]
    value = max(values) - min(values)
    said = _series(draw, values, "Qual é a amplitude desses dados?", "A amplitude é {answer}.")
    steps = ["Amplitude é o maior valor menos o menor.", f"{max(values)} − {min(values)} = {value}."]
    account = f"amplitude({', '.join(map(str, values))})"
    return numeric(
        said,
        value,
        account,
        COUNT,
        mistakes=(max(values), values[0], abs(values[-1] - values[0]), value + 1),
        steps=steps,
    )


def missing(draw: Draw, level: Level) -> Item:
    """Make a problem: what is needed for a certain mean."""
    n, aim = draw.whole(2, level.pick(3, 4, 5)), draw.whole(6, 8)
    marks = [draw.whole(aim - 2, min(10, aim + 2)) for _ in range(n)]
    value = aim * (n + 1) - sum(marks)
    while not 0 < value <= 10:
        marks[0] += 1 if value > 10 else -1
        value = aim * (n + 1) - sum(marks)
    who = person(draw)
    said = Said(
        f"{who.name} tirou {joined([str(m) for m in marks])} nas primeiras {n} provas. São {n + 1} provas, "
        f"todas com o mesmo peso.",
        f"Que nota {who.he} precisa tirar na última prova para ficar com média {aim}?",
        f"Para ficar com média {aim}, {who.he} precisa tirar {{}} na última prova.",
    )
    steps = [
        f"Para média {aim} em {n + 1} provas, a soma deve ser {aim} × {n + 1} = {aim * (n + 1)}.",
        f"{aim * (n + 1)} − {sum(marks)} = {value}.",
    ]
    account = f"{aim} * {n + 1} - ({' + '.join(map(str, marks))})"
    return numeric(
        said, value, account, NUMBER, mistakes=(aim, value + 1, value - 1, value + 2, value - 2), steps=steps
    )


def table(draw: Draw, level: Level) -> Item:
    """Make a problem: a question about a table."""
    title, first, second, rows = draw.one(TABLES)
    names = sorted(draw.some(rows, level.pick(3, 4, 5)), key=rows.index)
    counts = draw.some(range(6, level.pick(30, 60, 150)), len(names))
    shown = f"{title}:\n\n| {first} | {second} |\n|---|---|\n" + "\n".join(
        f"| {name} | {count} |" for name, count in zip(names, counts, strict=True)
    )
    kind = draw.whole(0, 2) if level.step else draw.whole(0, 1)
    if kind == 0:
        value, account = sum(counts), " + ".join(map(str, counts))
        asked, told = f"Qual é o total de {second.lower()} da tabela?", f"O total de {second.lower()} da tabela é {{}}."
        steps = [f"{account} = {number(value)}."]
        mistakes = (value - counts[-1], value + 10, value - counts[0], value + 1)
    else:
        best, least = max(counts), min(counts)
        value, account = best - least, f"{best} - {least}"
        asked = f"Qual é a diferença, em {second.lower()}, entre a linha com mais e a linha com menos {second.lower()}?"
        told = f"A diferença entre o maior e o menor número de {second.lower()} é {{}}."
        steps = [f"O maior é {best} e o menor é {least}.", f"{best} − {least} = {value}."]
        mistakes = (best, best + least, value + 1, abs(counts[0] - counts[-1]) or value + 2)
    return numeric(Said(shown, asked, told), value, account, COUNT, mistakes=mistakes, steps=steps)


def urn(draw: Draw, level: Level) -> Item:
    """Make a problem: a ball drawn from a bag."""
    a, b = draw.whole(2, level.pick(5, 9, 15)), draw.whole(2, level.pick(5, 9, 15))
    c = 0 if level.step == 0 else draw.whole(2, level.pick(5, 8, 12))
    total = a + b + c
    balls = joined([f"{n} bolas {color}" for n, color in ((a, "vermelhas"), (b, "azuis"), (c, "verdes")) if n])
    scene = f"Uma sacola tem {balls}. Uma bola é retirada ao acaso."
    if level.step == 2 and draw.is_heads():
        said = Said(
            scene,
            "Qual é a probabilidade de a bola não ser vermelha?",
            "A probabilidade de a bola não ser vermelha é {}.",
        )
        value, account = Fraction(total - a, total), f"1 - {a} / ({a} + {b} + {c})"
        steps = [
            f"São {total} bolas, e {total - a} não são vermelhas.",
            f"A probabilidade é {_reduced(total - a, total)}.",
        ]
        mistakes = (Fraction(a, total), Fraction(a, total - a), Fraction(1, total), Fraction(b, total))
        return numeric(said, value, account, FRACTION, mistakes=mistakes, steps=steps)
    said = Said(scene, "Qual é a probabilidade de a bola ser vermelha?", "A probabilidade de a bola ser vermelha é {}.")
    value, account = Fraction(a, total), f"{a} / ({a} + {b}{f' + {c}' if c else ''})"
    steps = [
        f"São {total} bolas, e {a} são vermelhas.",
        f"A probabilidade é {_reduced(a, total)}.",
    ]
    mistakes = (
        Fraction(a, total - a),
        Fraction(1, a),
        Fraction(b, total),
        Fraction(total - a, total),
        Fraction(1, total),
    )
    return numeric(said, value, account, FRACTION, mistakes=mistakes, steps=steps)


def die(draw: Draw, level: Level) -> Item:
    """Make a problem: a thrown die, or two."""
    if level.step == 2:
        total = draw.whole(3, 11)
        ways = sum(1 for x in range(1, 7) for y in range(1, 7) if x + y == total)
        said = Said(
            "Dois dados comuns são lançados ao mesmo tempo.",
            f"Qual é a probabilidade de a soma ser {total}?",
            f"A probabilidade de a soma ser {total} é {{}}.",
        )
        value = Fraction(ways, 36)
        steps = [
            "Há 6 × 6 = 36 resultados igualmente prováveis.",
            f"{ways} deles dão soma {total}: {_reduced(ways, 36)}.",
        ]
        mistakes = (Fraction(1, 11), Fraction(ways, 12), Fraction(total, 36), Fraction(ways + 1, 36))
        return numeric(said, value, f"dados({total})", FRACTION, mistakes=mistakes, steps=steps)
    kinds = (
        ("um número par", (2, 4, 6)),
        ("um número maior que 4", (5, 6)),
        ("um número primo", (2, 3, 5)),
        ("um múltiplo de 3", (3, 6)),
        ("um número menor que 6", (1, 2, 3, 4, 5)),
        ("o número 5", (5,)),
    )
    what, fits = draw.one(kinds)
    value = Fraction(len(fits), 6)
    said = Said(
        "Um dado comum, de 6 faces, é lançado uma vez.",
        f"Qual é a probabilidade de sair {what}?",
        f"A probabilidade de sair {what} é {{}}.",
    )
    steps = [
        f"Servem {len(fits)} das 6 faces: {joined([str(f) for f in fits])}.",
        f"A probabilidade é {_reduced(len(fits), 6)}.",
    ]
    mistakes = (
        1 - value,
        Fraction(1, 6),
        Fraction(len(fits), 5),
        Fraction(1, max(2, len(fits))),
        Fraction(len(fits), 12),
    )
    return numeric(said, value, f"dado({what})", FRACTION, mistakes=mistakes, steps=steps)


def chance_percent(draw: Draw, level: Level) -> Item:
    """Make a problem: a probability as a percentage."""
    total = draw.one((20, 25, 50, 100, 200))
    some = draw.whole(1, total // 4)
    value = Fraction(some * 100, total)
    said = Said(
        f"Em uma rifa com {total} números, uma família comprou {some}.",
        "Qual é a probabilidade, em porcentagem, de essa família ganhar?",
        "A probabilidade de essa família ganhar é de {}.",
    )
    steps = [
        f"{some} em {total}: {some}/{total} = {number(Fraction(some, total))}.",
        f"{number(Fraction(some, total))} = {number(value)}%.",
    ]
    return numeric(
        said,
        value,
        f"{some} / {total} * 100",
        PERCENT,
        mistakes=(100 - value, some, value / 10, value + 10),
        steps=steps,
    )


def twice(draw: Draw, level: Level) -> Item:
    """Make a problem: two draws, with or without putting back."""
    a, b = draw.whole(2, 6), draw.whole(2, 6)
    total = a + b
    is_back = draw.is_heads()
    how = "com reposição" if is_back else "sem reposição"
    value = Fraction(a, total) * (Fraction(a, total) if is_back else Fraction(a - 1, total - 1))
    said = Said(
        f"Uma caixa tem {a} cartões brancos e {b} pretos. Dois cartões são retirados ao acaso, um após o outro, {how}.",
        "Qual é a probabilidade de os dois serem brancos?",
        "A probabilidade de os dois serem brancos é {}.",
    )
    second = f"{a}/{total}" if is_back else f"{a - 1}/{total - 1}"
    steps = [f"No primeiro: {a}/{total}. No segundo: {second}.", f"{a}/{total} × {second} = {fraction(value)}."]
    other = Fraction(a, total) * (Fraction(a - 1, total - 1) if is_back else Fraction(a, total))
    account = (
        f"{a} / ({a} + {b}) * {a} / ({a} + {b})" if is_back else f"{a} / ({a} + {b}) * ({a} - 1) / ({a} + {b} - 1)"
    )
    return numeric(
        said,
        value,
        account,
        FRACTION,
        mistakes=(other, Fraction(a, total), Fraction(2 * a, total), Fraction(1, total)),
        steps=steps,
    )


def likely(draw: Draw, level: Level) -> Item:
    """Make a problem: which result is more likely, for those who do not know fractions yet."""
    counts = draw.some(range(1, 10), 4)
    colors = draw.some(("vermelhas", "azuis", "verdes", "amarelas", "brancas"), 4)
    is_most = draw.is_heads()
    at = counts.index(max(counts) if is_most else min(counts))
    balls = joined(
        [f"{n} {'bola' if n == 1 else 'bolas'} {c[:-1] if n == 1 else c}" for n, c in zip(counts, colors, strict=True)]
    )
    word = "mais" if is_most else "menos"
    said = Said(
        f"Uma sacola tem {balls}. Sem olhar, vamos tirar uma bola.",
        f"De que cor é {word} provável que ela seja?",
        f"É {word} provável que ela seja das {{}}.",
    )
    steps = [
        f"Há {'mais' if is_most else 'menos'} bolas {colors[at]}: por isso a chance delas é "
        f"{'maior' if is_most else 'menor'}."
    ]
    account = f"{'maior' if is_most else 'menor'}({', '.join(map(str, counts))})"
    wrong = [c for c in colors if c != colors[at]]
    return worded(said, colors[at], [*wrong, "todas têm a mesma chance"], account, steps)


def _series(draw: Draw, values: list[int], asked: str, told: str) -> Said:
    is_season = min(values) >= 12 and max(values) - min(values) <= 15
    return tell(
        draw,
        (*SERIES, TEMPERATURES) if is_season else SERIES,
        max(values),
        shown=joined([str(v) for v in values]),
        asked=asked,
        told=told.replace("{answer}", "{}"),
    )


def _reduced(top: int, low: int) -> str:
    """Return a fraction with its simplest form: `2/6 = 1/3`; `5/36` alone where there is none."""
    shown, least = f"{top}/{low}", fraction(Fraction(top, low))
    return shown if shown == least else f"{shown} = {least}"


def _median(values: list[int]) -> Fraction:
    ordered, half = sorted(values), len(values) // 2
    return Fraction(ordered[half]) if len(values) % 2 else Fraction(ordered[half - 1] + ordered[half], 2)
