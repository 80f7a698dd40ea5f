"""Multiples, divisors, primes: what divides what, and when things meet again."""

from __future__ import annotations

from math import gcd, lcm

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, numeric, worded
from aule.apps.school.generating.numbers import joined, number
from aule.apps.school.generating.people import person


def meeting(draw: Draw, level: Level) -> Item:
    """Make a problem: when two things that repeat happen together again: the least common multiple."""
    a, b = _different(draw, level.pick(8, 15, 30), share=level.step > 0)
    together = lcm(a, b)
    said = draw.one(
        (
            Said(
                f"Dois ônibus saíram juntos do terminal. Um sai de {a} em {a} minutos e o outro, de {b} em {b} "
                f"minutos.",
                "Depois de quantos minutos os dois vão sair juntos de novo?",
                "Os dois vão sair juntos de novo depois de {} minutos.",
            ),
            Said(
                f"Um farol pisca a cada {a} segundos e outro, a cada {b} segundos. Eles acabaram de piscar juntos.",
                "Daqui a quantos segundos vão piscar juntos outra vez?",
                "Eles vão piscar juntos outra vez daqui a {} segundos.",
            ),
            Said(
                f"Em uma corrida, um ciclista completa a volta em {a} minutos e outro, em {b} minutos. "
                f"Largaram juntos.",
                "Depois de quantos minutos passarão juntos pela largada?",
                "Eles passarão juntos pela largada depois de {} minutos.",
            ),
        )
    )
    steps = [
        f"Procuramos o menor múltiplo comum de {a} e {b}.",
        f"Múltiplos de {a}: {_multiples(a, together)}.",
        f"mmc({a}, {b}) = {together}.",
    ]
    mistakes = (a * b, a + b, gcd(a, b), together * 2, together + a)
    return numeric(said, together, f"mmc({a}, {b})", mistakes=mistakes, steps=steps)


def _multiples(of: int, until: int) -> str:
    """Return the multiples up to one, those between left out where they are many."""
    found = [str(each) for each in range(of, until + 1, of)]
    return ", ".join(found if len(found) <= 8 else [*found[:5], "…", found[-1]])


def packing(draw: Draw, level: Level) -> Item:
    """Make a problem: the largest number of equal parts: the greatest common divisor."""
    common = draw.whole(level.pick(2, 4, 6), level.pick(6, 12, 24))
    m, n = draw.one(((2, 3), (3, 4), (3, 5), (4, 5), (5, 7), (2, 5), (4, 7), (5, 6)))
    a, b = common * m, common * n
    said = draw.one(
        (
            Said(
                f"Uma ONG recebeu {a} pacotes de arroz e {b} de feijão e quer montar cestas iguais, sem sobrar nada.",
                "Qual é o maior número de cestas que pode montar?",
                "O maior número de cestas que pode montar é {}.",
            ),
            Said(
                f"Duas fitas, de {a} cm e de {b} cm, serão cortadas em pedaços iguais, do maior tamanho "
                f"possível, sem sobra.",
                "Quantos centímetros terá cada pedaço?",
                "Cada pedaço terá {} centímetros.",
            ),
            Said(
                f"Em um torneio há {a} meninas e {b} meninos. As equipes serão todas iguais, cada uma com o "
                f"mesmo número "
                "de meninas e o mesmo número de meninos.",
                "Qual é o maior número de equipes possível?",
                "O maior número de equipes possível é {}.",
            ),
        )
    )
    steps = [
        f"Procuramos o maior divisor comum de {a} e {b}.",
        f"{a} = {common} × {m} e {b} = {common} × {n}.",
        f"mdc({a}, {b}) = {common}.",
    ]
    half = common // 2 if common % 2 == 0 else 1
    return numeric(
        said, common, f"mdc({a}, {b})", mistakes=(half, m + n, abs(b - a), lcm(a, b), common * 2), steps=steps
    )


def dividing(draw: Draw, level: Level) -> Item:
    """Make a problem: how many divisors a number has."""
    value = draw.one(((6, 8, 10, 12, 14, 15), (18, 20, 24, 28, 30, 32), (36, 40, 42, 48, 60, 72))[level.step])
    found = [n for n in range(1, value + 1) if value % n == 0]
    said = Said(
        "", f"Quantos divisores naturais tem o número {value}?", f"O número {value} tem {{}} divisores naturais."
    )
    steps = [f"Os divisores de {value} são {joined([str(n) for n in found])}.", f"São {len(found)} divisores."]
    n = len(found)
    return numeric(said, n, f"divisores({value})", mistakes=(n - 2, n - 1, n + 1, n // 2, n + 2), steps=steps)


def multiple(draw: Draw, level: Level) -> Item:
    """Make a problem: which number is a multiple of another."""
    base = draw.whole(level.pick(3, 6, 7), level.pick(6, 12, 19))
    right = base * draw.whole(level.pick(3, 6, 11), level.pick(9, 15, 24))
    wrong = [
        right + off for off in draw.shuffled([n for n in range(-base + 1, base * 2) if n % base]) if right + off > base
    ][:4]
    said = Said("", f"Qual destes números é múltiplo de {base}?", f"O número {{}} é múltiplo de {base}.")
    steps = [
        f"Um múltiplo de {base} dá divisão exata por {base}.",
        f"{number(right)} ÷ {base} = {right // base}, com resto 0.",
    ]
    return worded(said, number(right), [number(w) for w in wrong], f"multiplo({base})", steps)


def prime(draw: Draw, level: Level) -> Item:
    """Make a problem: which number is prime."""
    primes = ((7, 11, 13, 17, 19), (23, 29, 31, 37, 41, 43, 47), (53, 59, 61, 67, 71, 73, 79, 83, 89, 97))[level.step]
    others = ((9, 15, 21, 12, 18, 14), (27, 33, 39, 49, 45, 35), (51, 57, 63, 69, 77, 87, 91, 93))[level.step]
    right = draw.one(primes)
    said = Said("", "Qual destes números é primo?", "O número {} é primo.")
    wrong = draw.some(others, 4)
    first = min(d for d in range(2, wrong[0] + 1) if wrong[0] % d == 0)
    steps = [
        f"{right} só tem dois divisores: 1 e {right}.",
        f"Os outros têm mais: {wrong[0]} = {first} × {wrong[0] // first}, por exemplo.",
    ]
    return worded(said, str(right), [str(w) for w in wrong], "primo()", steps)


def remainder(draw: Draw, level: Level) -> Item:
    """Make a problem: what is left of a division in a cycle, such as the days of a week."""
    days = ("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo")
    start, after = draw.whole(0, 6), draw.whole(level.pick(8, 20, 60), level.pick(20, 60, 200))
    right = days[(start + after) % 7]
    who = person(draw)
    when = "no" if start >= 5 else "na"
    said = Said(
        f"{who.name} começou um curso {when} {days[start]}. O curso termina {after} dias depois.",
        "Em que dia da semana o curso termina?",
        "O dia da semana em que o curso termina é {}.",
    )
    steps = [
        f"{after} ÷ 7 dá {after // 7}, com resto {after % 7}.",
        f"São {after // 7} semanas completas e mais {after % 7} dias: {right}.",
    ]
    wrong = draw.some([day for day in days if day != right], 4)
    return worded(said, right, wrong, f"dia({start}, {after})", steps)


def _different(draw: Draw, most: int, *, share: bool) -> tuple[int, int]:
    """Return two different numbers; with `share`, ones whose product is not yet their least common multiple."""
    while True:
        a, b = draw.whole(3, most), draw.whole(3, most)
        if a != b and (not share or gcd(a, b) > 1) and max(a, b) % min(a, b):
            return min(a, b), max(a, b)
