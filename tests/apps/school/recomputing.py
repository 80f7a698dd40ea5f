"""Working answers out a second time, by code that shares nothing with the generators."""

from __future__ import annotations

import ast
import math
import re
import statistics
from collections.abc import Callable
from fractions import Fraction
from typing import Any

LADOS = {"triângulo": 3, "quadrado": 4, "pentágono": 5, "hexágono": 6, "octógono": 8, "decágono": 10, "dodecágono": 12}
BASES = {"triangular": 3, "quadrangular": 4, "pentagonal": 5, "hexagonal": 6, "octogonal": 8, "decagonal": 10}
VEZES = {"dobro": 2, "triplo": 3, "quádruplo": 4, "quíntuplo": 5}
DAYS = ("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo")
FACES: dict[str, Callable[[int], bool]] = {
    "um número par": lambda n: n % 2 == 0,
    "um número maior que 4": lambda n: n > 4,
    "um número primo": lambda n: n in (2, 3, 5),
    "um múltiplo de 3": lambda n: n % 3 == 0,
    "um número menor que 6": lambda n: n < 6,
    "o número 5": lambda n: n == 5,
}
"""A face of a die fits, or not."""

GIVEN = {1, 2, 3, 6, 7, 10, 12, 36, 60, 90, 100, 180, 1000, Fraction(314, 100)}
"""Numbers an account may use that stand in no question: units, halves, percent, right angles."""


def value_of(account: str) -> Fraction:
    """What an account comes to."""
    return _evaluated(ast.parse(_prepared(account), mode="eval").body)


def numbers_in(text: str) -> set[Fraction]:
    """All numbers a text for people states, their signs left out."""
    found: set[Fraction] = set()
    for whole in re.findall(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?", text):
        found.add(Fraction(whole.replace(".", "").replace(",", ".")))
    return found


def numbers_used(account: str) -> set[Fraction]:
    """All numbers an account uses."""
    return {Fraction(each) for each in re.findall(r"\d+(?:\.\d+)?", account)}


def said_number(text: str) -> Fraction:
    """The number an answer states: `R$ 1.250,50`, `−3/4`, `12 cm²`."""
    found = re.match(r"^(−|-)?\s*(?:R\$ )?(\d[\d.]*(?:,\d+)?)(?:/(\d+))?", text)
    assert found, text
    size = Fraction(found[2].replace(".", "").replace(",", "."))
    size = size / int(found[3]) if found[3] else size
    return -size if found[1] else size


def _prepared(account: str) -> str:
    """Words inside calls become strings, so that the account can be read."""
    return re.sub(
        r"(lados|vezes|prisma|piramide|dado)\(([^()]*)\)",
        lambda m: f"{m[1]}({', '.join(repr(part.strip()) for part in m[2].split(','))})",
        account,
    )


def _evaluated(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() | float() as value):
            return Fraction(str(value))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_evaluated(inner)
        case ast.BinOp(left=left, op=op, right=right):
            return _combined(_evaluated(left), op, _evaluated(right))
        case ast.Call(func=ast.Name(id=name), args=args):
            return _called(name, args)
        case _:
            raise AssertionError(ast.dump(node))


def _combined(a: Fraction, op: ast.operator, b: Fraction) -> Fraction:
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
        case ast.Div():
            return a / b
        case ast.Pow():
            return a ** int(b)
        case _:
            raise AssertionError(op)


def _called(name: str, args: list[ast.expr]) -> Fraction:
    if name in ("lados", "vezes", "prisma", "piramide", "dado"):
        words = [each.value for each in args if isinstance(each, ast.Constant)]
        return Fraction(_by_words(name, [str(word) for word in words]))
    values = [_evaluated(each) for each in args]
    return Fraction(FUNCTIONS[name](values))


def _by_words(name: str, words: list[str]) -> int | Fraction:
    match name:
        case "lados":
            return LADOS[words[0]]
        case "vezes":
            return VEZES[words[0]]
        case "dado":
            return Fraction(sum(FACES[words[0]](n) for n in range(1, 7)), 6)
        case _:
            n, what = BASES[words[0]], words[1]
            faces = n + 2 if name == "prisma" else n + 1
            corners = n * 2 if name == "prisma" else n + 1
            return {"faces": faces, "vértices": corners, "arestas": faces + corners - 2}[what]


def _root(value: Fraction, degree: int) -> int:
    found = round(float(value) ** (1 / degree))
    assert found**degree == value
    return found


def _place_value(values: list[Fraction]) -> int:
    text, digit = str(int(values[0])), str(int(values[1]))
    assert text.count(digit) == 1
    return int(digit) * 10 ** (len(text) - 1 - text.index(digit))


FUNCTIONS: dict[str, Callable[[list[Fraction]], Any]] = {
    "mmc": lambda v: math.lcm(*(int(x) for x in v)),
    "mdc": lambda v: math.gcd(*(int(x) for x in v)),
    "divisores": lambda v: sum(int(v[0]) % n == 0 for n in range(1, int(v[0]) + 1)),
    "teto": lambda v: math.ceil(v[0]),
    "resto": lambda v: int(v[0]) % int(v[1]),
    "raiz": lambda v: _root(v[0], 2),
    "cubica": lambda v: _root(v[0], 3),
    "media": lambda v: sum(v, Fraction(0)) / len(v),
    "mediana": statistics.median,
    "moda": statistics.mode,
    "amplitude": lambda v: max(v) - min(v),
    "minutos": lambda v: v[0] * 60 + v[1],
    "valor_posicional": _place_value,
    "dados": lambda v: Fraction(sum(x + y == v[0] for x in range(1, 7) for y in range(1, 7)), 36),
}
