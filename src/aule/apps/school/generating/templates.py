"""Every template by its name, and which of them practise what."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from aule.apps.school.generating.item import Template
from aule.apps.school.generating.topics import (
    data,
    decimals,
    equations,
    fractional,
    functions,
    geometry,
    integers,
    measures,
    multiples,
    naturals,
    operations,
    percentages,
    powers,
    proportions,
    shapes,
)
from aule.apps.school.names import chave

_ROOMS = {
    "operacoes": (operations, "joining taking comparing adding grouping multiplying sharing remaining doubling"),
    "naturais": (
        naturals,
        "two_steps expression unknown place_value composing sequence combining change_due largest mental",
    ),
    "multiplos": (multiples, "meeting packing dividing multiple prime remainder"),
    "inteiros": (integers, "temperature balance floors adding multiplying expression comparing"),
    "fracoes": (
        fractional,
        "of_amount part_of_whole equivalent comparing adding taking multiplying dividing as_decimal rational ratio",
    ),
    "decimais": (decimals, "shopping weighing splitting adding multiplying comparing jars"),
    "porcentagem": (percentages, "of_amount discount increase which whole successive"),
    "proporcao": (proportions, "recipe price distance inverse speed_inverse kind sentence scale sharing"),
    "equacoes": (equations, "linear thought ages fare value system square quadratic"),
    "potencias": (powers, "power root laws scientific"),
    "medidas": (measures, "length mass liquid cubic bottles duration hours"),
    "geometria": (geometry, "perimeter area triangle composed volume tank"),
    "formas": (shapes, "angle interior solid circle pythagoras reflected"),
    "dados": (data, "mean median mode amplitude missing table urn die chance_percent twice likely"),
    "funcoes": (functions, "simple_interest compound_interest arithmetic geometric linear"),
}

_NAMES: tuple[tuple[set[str], str], ...] = (
    ({"operacoes"}, "Problemas com as quatro operações"),
    ({"naturais"}, "Números naturais"),
    ({"multiplos"}, "Múltiplos e divisores"),
    ({"inteiros"}, "Números inteiros"),
    ({"fracoes"}, "Frações"),
    ({"decimais"}, "Números decimais"),
    ({"porcentagem"}, "Porcentagem"),
    ({"proporcao"}, "Proporcionalidade"),
    ({"equacoes"}, "Equações"),
    ({"potencias"}, "Potências e raízes"),
    ({"medidas"}, "Unidades de medida"),
    ({"geometria"}, "Perímetro, área e volume"),
    ({"formas"}, "Figuras geométricas"),
    ({"chance"}, "Probabilidade"),
    ({"dados"}, "Estatística"),
    ({"funcoes"}, "Funções, juros e progressões"),
    ({"fracoes", "decimais"}, "Números racionais"),
    ({"operacoes", "naturais"}, "Números naturais"),
    ({"operacoes", "decimais"}, "Operações com naturais e decimais"),
    ({"naturais", "decimais"}, "Números naturais e decimais"),
    ({"operacoes", "proporcao"}, "Multiplicação"),
    ({"geometria", "formas"}, "Geometria"),
    ({"medidas", "geometria"}, "Grandezas e medidas"),
    ({"funcoes", "porcentagem"}, "Matemática financeira"),
)
"""What rooms of templates are about together; the first that holds them all."""

AMBIGUOUS = frozenset(
    [
        "media",
        "moda",
        "escala",
        "volume",
        "massa",
        "raizes",
        "area",
        "areas",
        "capacidade",
        "contagem",
        "sequencia",
        "horas",
        "comprimento",
        "tabelas",
        "grandezas",
        "potencia",
        "potencias",
        "razao",
        "relogio",
        "soma",
        "desconto",
        "acrescimo",
        "simetria",
        "operacoes",
        "medidas",
        "dinheiro",
        "circulo",
        "inteiros",
        "dobro",
        "triplo",
        "funcoes",
        "inversamente",
        "decimal",
        "multiplos",
        "racionais",
        "juros",
        "perimetro",
    ]
)
"""Themes that are words of other subjects too."""

_ORDINAL = re.compile(r"(?<= \d)[oa](?= )")

TEMPLATES: dict[str, Template] = {
    f"{room}.{name}": getattr(module, name) for room, (module, names) in _ROOMS.items() for name in names.split()
}
"""`porcentagem.discount` and so on: what draws one item."""


def for_code(code: str) -> list[str]:
    """Return the templates that practise a skill of the BNCC; none where none is exact."""
    return _table().codes.get(code, [])


def short_name(code: str) -> str:
    """Return what a skill is about, in a few words for a title; empty where it cannot be practised exactly."""
    rooms = {_room(name) for name in for_code(code)}
    for meant, told in _NAMES:
        if rooms and rooms <= meant:
            return told
    return ""


def _room(name: str) -> str:
    is_chance = name.partition(".")[2] in ("urn", "die", "chance_percent", "twice", "likely")
    return "chance" if name.startswith("dados.") and is_chance else name.partition(".")[0]


def for_words(words: str, year: int, *, is_maths: bool = False) -> list[str]:
    """Return the templates that practise what a theme says, for that year; the longest words that fit decide.

    A word that makes another theme of it (`funções exponenciais`) leaves nothing that fits exactly. Where nobody said
    that it is maths, words of other subjects too (`média`, `volume`) count only if nothing else is said:
    `Idade Média` is history.
    """
    said = _ORDINAL.sub("", f" {chave(words)} ")
    said = said.replace(" primeiro grau ", " 1 grau ").replace(" segundo grau ", " 2 grau ")
    found: list[str] = []
    taken: list[str] = []
    for phrase in sorted(_table().themes, key=len, reverse=True):
        if any(f" {form} " in said for form in (phrase, f"{phrase}s")) and not any(phrase in each for each in taken):
            taken.append(phrase)
            found += _table().themes[phrase]
    left = _left(said, taken)
    narrowing = _table().narrowing
    if any(word in narrowing or word.removesuffix("s") in narrowing for word in left):
        return []
    if not is_maths and all(phrase in AMBIGUOUS for phrase in taken) and left:
        return []
    return [name for name in dict.fromkeys(found) if year >= _table().since.get(name, 1)]


def _left(said: str, taken: list[str]) -> list[str]:
    """Return the words of a theme that no phrase explains."""
    known = {word for phrase in taken for word in phrase.split()}
    return [
        word for word in said.split() if word not in known and word.removesuffix("s") not in known and len(word) > 3
    ]


def codes_for(words: str, ano_serie: str) -> list[str]:
    """Return the skills of a year (`EF7`) that a theme of maths is about, those it is most about first."""
    if ano_serie[:2] not in ("EF", "EM"):
        return []
    is_secondary = ano_serie.startswith("EM")
    year = int(ano_serie[2:]) + (9 if is_secondary else 0)
    wanted = set(for_words(words, year, is_maths=True))
    start = "EM13" if is_secondary else f"EF{year:02d}"
    shares = {
        code: len(wanted & set(names)) / len(wanted | set(names))
        for code, names in _table().codes.items()
        if code.startswith(start) and wanted & set(names)
    }
    return sorted(shares, key=lambda code: (-shares[code], code))


def covered() -> list[str]:
    """Return all codes of the BNCC that can be practised without a model."""
    return sorted(_table().codes)


@dataclass(frozen=True, slots=True)
class _Table:
    codes: dict[str, list[str]]
    themes: dict[str, list[str]]
    since: dict[str, int]
    """The first year a template is for, where a theme alone is named."""
    narrowing: frozenset[str]
    """Words that make another theme of one: `equações exponenciais` are not practised by `equações`."""


@lru_cache(maxsize=1)
def _table() -> _Table:
    read = json.loads(Path(__file__).with_name("skills.json").read_text(encoding="utf-8"))
    return _Table(read["codigos"], read["temas"], read["desde"], frozenset(read["outro_tema"]))
