"""Typed slots: what is plainly there is taken, what is not is asked for."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.access.capability import Effect
from aule.contracts.plans.recipe import Recipe, RecipeCall, Slot, SlotKind
from aule.understanding.filling.filler import missing
from aule.understanding.recipes import read_answer, read_slots, recipe_frame
from aule.understanding.values.days import Sentence, day
from aule.understanding.values.numerals import integer, number

TODAY = date(2026, 3, 4)
"""A Wednesday."""


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("crie 3 atividades", 3),
        ("crie três atividades", 3),
        ("make twelve cards", 12),
        ("uma dúzia", 12),
        ("faz um resumo", 1),
        ("faz um resumo de cinco páginas", 5),
        ("de 3 a 5", None),
        ("versão 2.5", None),
        ("no dia 12/05", None),
        ("sem número", None),
        ("rua x1", None),
    ],
)
def test_integers(text: str, number: int | None) -> None:
    assert integer(text) == number


@pytest.mark.parametrize(
    ("text", "comma", "found"),
    [
        ("300", True, 300),
        ("1.234,5", True, 1234.5),
        ("1,234.5", False, 1234.5),
        ("1.234", True, 1234),
        ("1.234", False, 1.234),
        ("1,234", False, 1234),
        ("10%", True, 10),
        ("R$ 3 mil", True, 3000),
        ("R$ -3,50", True, -3.5),
        ("2,5 milhões", True, 2_500_000),
        ("$3k", False, 3000),
        ("0.125", True, 0.125),
        ("check-in do kr-11: 300 em outubro de 2026", True, 300),
        ("set kr-2 to -4.5 in march", False, -4.5),
        ('registre 7,5 no KR "Top 10"', True, 7.5),
        ("três", True, 3),
        ("três mil", True, 3000),
        ("de 3 para 5", True, None),
        ("kr-11", True, None),
        ("versão 1.2.3", True, None),
        ("99999999999999999999", True, None),
    ],
)
def test_numbers(text: str, comma: bool, found: float | None) -> None:
    assert number(text, comma=comma) == found


def test_a_number_stands_behind_its_marker_where_there_are_several() -> None:
    assert number("KR 4 de 200 para R$ 1,5 mil", ["para", "to"]) == 1500
    slot = Slot(kind=SlotKind.NUMBER, markers=["para"])
    recipe = Recipe(
        id="r", app="a", title={"en": "t"}, examples={"en": ["e"]}, slots={"value": slot},
        calls=[RecipeCall(capability="a.b")],
    )  # fmt: skip
    assert read_slots(recipe, Sentence("mude o KR 4 para 7,5", TODAY)) == {"value": 7.5}
    assert read_answer(slot, Sentence("foram 7.5", TODAY, day_first=False)) == 7.5


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("hoje", "2026-03-04"),
        ("amanhã cedo", "2026-03-05"),
        ("depois de amanhã", "2026-03-06"),
        ("the day after tomorrow", "2026-03-06"),
        ("yesterday", "2026-03-03"),
        ("em 3 dias", "2026-03-07"),
        ("in two days", "2026-03-06"),
        ("na sexta", "2026-03-06"),
        ("next Wednesday", "2026-03-11"),
        ("dia 12/05", "2026-05-12"),
        ("dia 01/02", "2027-02-01"),
        ("31/12/27", "2027-12-31"),
        ("2026-07-09", "2026-07-09"),
        ("15 de maio", "2026-05-15"),
        ("May 15", "2026-05-15"),
        ("3rd of april 2028", "2028-04-03"),
        ("31/02", None),
        ("qualquer dia", None),
    ],
)
def test_dates(text: str, iso: str | None) -> None:
    """K-15: always from the clock that is passed in."""
    assert day(Sentence(text, TODAY)) == iso


def test_a_date_that_could_be_two_days_is_no_date_in_english() -> None:
    assert day(Sentence("on 3/4", TODAY, day_first=False)) is None
    assert day(Sentence("on 3/14", TODAY, day_first=False)) == "2026-03-14"
    assert day(Sentence("on 14/3", TODAY, day_first=False)) == "2026-03-14"


def recipe(**slots: Slot) -> Recipe:
    return Recipe(
        id="r",
        app="a",
        title={"en": "R"},
        examples={
            "pt": ["anota isso", "anota: pão", "crie uma nota: pão", "faça uma nota"],
            "en": ["note this", "note: bread", "create a note: bread", "make a note"],
        },
        slots=slots,
        calls=[RecipeCall(capability="a.b")],
    )


TITLE = Slot(kind=SlotKind.TEXT, required=False, markers=["chamada", "called"])
TEXT = Slot(kind=SlotKind.REST, markers=["dizendo", "saying"])


@pytest.mark.parametrize(
    ("said", "title", "text"),
    [
        ("anota: pão e leite", None, "pão e leite"),
        ("anota chamada Casa Nova: pintar às 10:30", "Casa Nova", "pintar às 10:30"),
        ('note called "Home" saying "paint it"', "Home", "paint it"),
        ('anota "pintar"', None, "pintar"),
        ("note saying that the gate is open", None, "the gate is open"),
        ("anota comprar pão", None, "comprar pão"),
        ("anota", None, None),
        ("note: https://a.example/b", None, "https://a.example/b"),
        ("crie uma nota chamada Compras com: leite e pão", "Compras", "leite e pão"),
        ("create a note called Shopping with: milk", "Shopping", "milk"),
    ],
)
def test_words_find_their_slots(said: str, title: str | None, text: str | None) -> None:
    filled = read_slots(recipe(title=TITLE, text=TEXT), Sentence(said, TODAY))
    assert (filled.get("title"), filled.get("text")) == (title, text)


def test_the_first_required_slot_without_a_value_is_the_one_asked_for() -> None:
    two = recipe(when=Slot(kind=SlotKind.DATE), many=Slot(kind=SlotKind.INTEGER), title=TITLE)
    filled = read_slots(two, Sentence("amanhã", TODAY))
    assert missing(recipe_frame(two, Effect.WRITE), filled) == recipe_frame(two, Effect.WRITE).field("many")
    assert read_answer(two.slots["many"], Sentence("acho que sete", TODAY)) == 7
    assert read_answer(two.slots["many"], Sentence("não sei", TODAY)) is None


@given(st.text(max_size=300))
def test_nothing_a_person_types_breaks_a_slot(text: str) -> None:
    everything = recipe(
        a=TITLE, b=TEXT, c=Slot(kind=SlotKind.INTEGER), d=Slot(kind=SlotKind.DATE), e=Slot(kind=SlotKind.PATH)
    )
    read_slots(everything, Sentence(text, TODAY))
    for slot in everything.slots.values():
        read_answer(slot, Sentence(text, TODAY))
