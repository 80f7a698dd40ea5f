"""Numbers as people say and write them, in both languages, beside dates and hours that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.understanding.values.numerals import counted, find_figures, integer, number

ONES = [
    "zero",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "catorze",
    "quinze",
    "dezesseis",
    "dezessete",
]
ONES += ["dezoito", "dezenove"]
TENS = ["vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"]
HUNDREDS = [
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos",
]
EN_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
EN_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spell(value: int) -> str:
    """A number below a million in Portuguese words, as a schoolbook writes it."""
    if value >= 1000:
        thousands, rest = divmod(value, 1000)
        head = "mil" if thousands == 1 else f"{spell(thousands)} mil"
        joins = " e " if rest and (rest < 100 or rest % 100 == 0) else " "
        return f"{head}{joins}{spell(rest)}" if rest else head
    if value >= 100:
        return (
            "cem" if value == 100 else HUNDREDS[value // 100 - 1] + (f" e {spell(value % 100)}" if value % 100 else "")
        )
    if value >= 20:
        return TENS[value // 10 - 2] + (f" e {ONES[value % 10]}" if value % 10 else "")
    return ONES[value]


def spell_english(value: int) -> str:
    """A number below a million in English words."""
    if value >= 1000:
        thousands, rest = divmod(value, 1000)
        return f"{spell_english(thousands)} thousand" + (f" {spell_english(rest)}" if rest else "")
    if value >= 100:
        return f"{EN_ONES[value // 100]} hundred" + (f" and {spell_english(value % 100)}" if value % 100 else "")
    if value >= 20:
        return EN_TENS[value // 10 - 2] + (f"-{EN_ONES[value % 10]}" if value % 10 else "")
    return EN_ONES[value]


@given(st.integers(0, 999_999))
def test_numbers_in_words_are_read_as_a_schoolbook_writes_them(value: int) -> None:
    assert number(f"registre {spell(value)}") == value
    assert number(f"set it to {spell_english(value)}", comma=False) == value


@given(st.integers(1, 999), st.integers(0, 999_999))
def test_millions_in_words_are_read_with_what_follows_them(millions: int, rest: int) -> None:
    value = millions * 10**6 + rest
    joins = " e " if rest and (rest < 100 or rest % 100_000 == 0) else " "
    portuguese = f"{spell(millions)} {'milhão' if millions == 1 else 'milhões'}"
    assert number(f"meta {portuguese}{joins + spell(rest) if rest else ''}") == value
    english = f"{spell_english(millions)} million"
    assert number(f"goal {english}{' ' + spell_english(rest) if rest else ''}", comma=False) == value


@given(
    st.integers(1, 999),
    st.integers(0, 9),
    st.sampled_from([("k", 3), ("mil", 3), ("mi", 6), ("milhões", 6), ("bi", 9)]),
)
def test_shortened_thousands_and_millions_are_multiplied(whole: int, tenth: int, times: tuple[str, int]) -> None:
    word, zeros = times
    value = (whole * 10 + tenth) * 10 ** (zeros - 1)
    assert [each.number for each in find_figures(f"meta de {whole},{tenth} {word}")] == [value]
    assert [(each.number, each.unit) for each in find_figures(f"R$ {whole},{tenth} {word}")] == [(value, "BRL")]


@given(st.integers(1, 9_999), st.integers(1, 99))
def test_cents_belong_to_the_money_before_them(whole: int, cents: int) -> None:
    value = pytest.approx(whole + cents / 100)
    for text in (f"R$ {whole} e {cents} centavos", f"{spell(whole)} reais e {spell(cents)} centavos"):
        assert [(each.number, each.unit) for each in find_figures(text)] == [(value, "BRL")]
    assert [each.number for each in find_figures(f"{spell(cents)} centavos")] == [pytest.approx(cents / 100)]


@given(st.integers(1, 9), st.integers(0, 9))
def test_what_is_said_behind_a_comma_is_a_fraction(whole: int, tenth: int) -> None:
    assert number(f"nota {ONES[whole]} vírgula {ONES[tenth]}") == pytest.approx(whole + tenth / 10)
    assert number(f"a mark of {EN_ONES[whole]} point {EN_ONES[tenth]}") == pytest.approx(whole + tenth / 10)


@pytest.mark.parametrize("text", ["metade da turma", "um terço dos alunos", "three quarters of the class", "o dobro"])
def test_a_part_of_something_is_no_count(text: str) -> None:
    assert (integer(text), number(text), counted(text, ["turma", "alunos", "class"])) == (None, None, None)


@given(st.decimals(0, 10**9, places=2, allow_nan=False))
def test_digits_are_read_as_each_language_groups_them(value: float) -> None:
    english = f"{value:,.2f}"
    portuguese = english.translate(str.maketrans(",.", ".,"))
    assert number(f"R$ {portuguese}") == pytest.approx(float(value))
    assert number(f"${english}", comma=False) == pytest.approx(float(value))


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    for figure in find_figures(text):
        assert 0 <= figure.start < figure.end <= len(text)


@pytest.mark.parametrize(
    ("text", "value", "unit", "is_change"),
    [
        ("R$ 3 mil", 3000, "BRL", False),
        ("3 mil e quinhentos reais", 3500, "BRL", False),
        ("mil e duzentos", 1200, None, False),
        ("1,5 milhão", 1_500_000, None, False),
        ("2 milhões e 300 mil", 2_300_000, None, False),
        ("+10 %", 10, "percent", True),
        ("-5%", -5, "percent", True),
        ("vinte por cento", 20, "percent", False),
        ("dois e meio", 2.5, None, False),
        ("meia dúzia", 6, None, False),
        ("duas dúzias", 24, None, False),
        ("half a dozen", 6, None, False),
        ("ninety percent", 90, "percent", False),
        ("1 milhão e meio", 1_500_000, None, False),
        ("dois milhões e meio", 2_500_000, None, False),
        ("2 mil e 500", 2_500, None, False),
        ("one and a half", 1.5, None, False),
        ("$2.5M", 2_500_000, "USD", False),
    ],
)
def test_money_shares_and_changes(text: str, value: float, unit: str | None, is_change: bool) -> None:
    [figure] = find_figures(text)
    assert (figure.number, figure.unit, figure.is_change) == (value, unit, is_change)


@pytest.mark.parametrize(
    "text",
    [
        "dia 27",
        "de 3 a 7 de agosto",
        "às 8 da manhã",
        "14h30",
        "7 pm",
        "em 10/05",
        "at 9",
        "daqui a duas semanas",
        "às 8",
    ],
)
def test_days_and_hours_are_no_numbers(text: str) -> None:
    assert find_figures(text) == []


def test_what_is_counted_stands_before_its_name() -> None:
    assert counted("crie meia dúzia de atividades para o 7A", ["atividades"]) == 6
    assert counted("as 8 questões da lista 2", ["questões"]) == 8
    assert counted("20 por cento das questões", ["questões"]) is None
    assert integer("crie vinte e cinco cartões") == 25
    assert integer("3 provas no dia 12/05 às 8h") == 3
