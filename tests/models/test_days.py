"""Which days a sentence speaks of: one, or several in a row; what is not plainly there is not guessed."""

from __future__ import annotations

from datetime import date

import pytest

from aule.contracts.recipe import Recipe, RecipeCall, Slot, SlotKind
from aule.models.days import Sentence, span
from aule.models.slots import fill, with_ends

WEDNESDAY = date(2026, 4, 15)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("coloque no calendário na semana que vem", "2026-04-20..2026-04-24"),
        ("put it in the calendar next week", "2026-04-20..2026-04-24"),
        ("quarta da semana que vem", "2026-04-22"),
        ("o que tenho esta semana?", "2026-04-15..2026-04-17"),
        ("amanhã", "2026-04-16"),
        ("próxima quarta", "2026-04-22"),
        ("na sexta-feira", "2026-04-17"),
        ("de 3 a 7 de maio", "2026-05-03..2026-05-07"),
        ("entre 28 de abril e 2 de maio", "2026-04-28..2026-05-02"),
        ("from May 3 to 7", "2026-05-03..2026-05-07"),
        ("20/04 a 24/04", "2026-04-20..2026-04-24"),
        ("2026-05-01..2026-05-03", "2026-05-01..2026-05-03"),
        ("no mês que vem", "2026-05-01..2026-05-31"),
        ("a segunda avaliação do 7A", None),
        ("3 atividades para o 7A", None),
    ],
)
def test_a_sentence_speaks_of_these_days(text: str, days: str | None) -> None:
    assert span(Sentence(text, WEDNESDAY)) == days


def test_numbers_before_their_noun_patterns_and_choices_fill_slots_and_claim_their_words() -> None:
    """`3 atividades … com 12 questões … de 3 a 7 de maio`: each number is what stands behind it."""
    recipe = Recipe(
        id="r",
        app="school",
        title={"en": "r"},
        examples={"pt": ["crie atividades"]},
        slots={
            "quantas": Slot(kind=SlotKind.INTEGER, markers=["atividades"], required=False, default=1),
            "questoes": Slot(kind=SlotKind.INTEGER, markers=["questões"], required=False, default=10),
            "turma": Slot(kind=SlotKind.TEXT, pattern=r"\b(\d[A-H])\b|turma (\w+)", stops=["para"]),
            "materia": Slot(kind=SlotKind.TEXT, choices={"Matemática": ["math"]}, required=False),
            "tema": Slot(kind=SlotKind.TEXT, markers=["atividades de", "sobre"], required=False),
            "quando": Slot(kind=SlotKind.DATES, required=False),
        },
        calls=[RecipeCall(capability="core.now")],
    )
    said = "crie três novas atividades de matemática sobre frações para o 7A com 12 questões de 3 a 7 de maio"
    filled = fill(recipe, Sentence(said, WEDNESDAY))
    assert filled == {
        "quantas": 3,
        "questoes": 12,
        "turma": "7A",
        "materia": "Matemática",
        "tema": "frações",
        "quando": "2026-05-03..2026-05-07",
    }
    assert with_ends(recipe, filled)["quando_last"] == "2026-05-07"
    plain = fill(recipe, Sentence("crie atividades de math para a turma Girassol", WEDNESDAY))
    assert {key: value for key, value in plain.items() if value is not None} == {
        "quantas": 1,
        "questoes": 10,
        "turma": "Girassol",
        "materia": "Matemática",
    }
