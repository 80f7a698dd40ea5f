"""The people, places and things of word problems: a fair, a bus, a kitchen, a pitch, a shop."""

from __future__ import annotations

from dataclasses import dataclass

from aule.apps.school.generating.draw import Draw


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a problem."""

    name: str
    he: str
    """`ele` or `ela`."""


PEOPLE = tuple(
    Person(name, he)
    for he, names in {
        "ela": "Ana Marina Júlia Beatriz Luana Camila Yasmin Rafaela Iracema Sofia Helena Tainá Lívia Clara Dandara",
        "ele": "João Pedro Lucas Davi Caio Miguel Antônio Bruno Felipe Raoni Otávio Mateus Vítor Samuel Zeca",
    }.items()
    for name in names.split()
)


@dataclass(frozen=True, slots=True)
class Ware:
    """Something that is bought: what it is called and what one or a kilo of it costs, in cents."""

    one: str
    many: str
    low: int
    high: int
    is_feminine: bool = False


WARES = (
    Ware("caderno", "cadernos", 890, 2490),
    Ware("caneta", "canetas", 150, 490, is_feminine=True),
    Ware("pastel", "pastéis", 600, 1200),
    Ware("suco", "sucos", 450, 990),
    Ware("lápis", "lápis", 120, 350),
    Ware("borracha", "borrachas", 100, 320, is_feminine=True),
    Ware("pão de queijo", "pães de queijo", 250, 550),
    Ware("água de coco", "águas de coco", 500, 900, is_feminine=True),
    Ware("revista", "revistas", 700, 1590, is_feminine=True),
    Ware("passagem de ônibus", "passagens de ônibus", 420, 590, is_feminine=True),
)
BY_WEIGHT = (
    Ware("banana", "banana", 390, 790),
    Ware("tomate", "tomate", 450, 990),
    Ware("feijão", "feijão", 690, 1090),
    Ware("farinha de mandioca", "farinha de mandioca", 590, 980),
    Ware("queijo", "queijo", 2990, 5490),
    Ware("manga", "manga", 490, 890),
    Ware("batata", "batata", 350, 690),
)


def person(draw: Draw) -> Person:
    """Return a person of a word problem."""
    return draw.one(PEOPLE)


def two_people(draw: Draw) -> tuple[Person, Person]:
    """Return a girl and a boy, in either order: together they are `os dois`."""
    her = draw.one([each for each in PEOPLE if each.he == "ela"])
    him = draw.one([each for each in PEOPLE if each.he == "ele"])
    return (her, him) if draw.is_heads() else (him, her)


def price(draw: Draw, ware: Ware, step: int = 10) -> int:
    """Return a likely price of a thing, in cents."""
    return draw.whole(ware.low // step, ware.high // step) * step
