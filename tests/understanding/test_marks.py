"""The values a sentence holds, and the names that are on record."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.talk.brain import Name
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import Mark, MarkKind, find_marks
from aule.understanding.values.names import Mention, Roster, is_near

TODAY = date(2026, 3, 18)
ONE, OTHER = Name("aluno", "Ana Souza", "alu-1"), Name("aluno", "Ana Souza", "alu-2")
SHOPPING, WATER = Name("nota", "Compras"), Name("objetivo", "Reduzir o consumo de água")
ROSTER = Roster.of([SHOPPING, WATER, ONE, OTHER])


def marked(said: str, roster: Roster | None = None) -> list[tuple[MarkKind, str]]:
    """The kinds of a sentence's values, with their words."""
    return [(each.kind, said[each.start : each.end]) for each in find_marks(Wording(said), TODAY, roster)]


@pytest.mark.parametrize(
    ("said", "group"),
    [("a turma 7A", "7A"), ("o sétimo ano A", "7A"), ("no 8º B", "8B"), ("turma 301", "301"), ("6º ano C", "6C")],
)
def test_a_class_is_known_however_it_is_written(said: str, group: str) -> None:
    [mark] = find_marks(Wording(said), TODAY)
    assert (mark.kind, mark.value) == (MarkKind.GROUP, group)


@pytest.mark.parametrize(("said", "grade"), [("6º ano", "6º ano"), ("year 7", "7º ano"), ("8th grade", "8º ano")])
def test_a_year_of_school_is_no_class(said: str, grade: str) -> None:
    assert find_marks(Wording(said), TODAY) == [Mark(MarkKind.GRADE, 0, len(said), grade)]


def test_a_number_before_a_small_word_is_no_class() -> None:
    assert marked("de 7 a 9") == [(MarkKind.NUMBER, "7"), (MarkKind.NUMBER, "9")]


def test_words_in_capitals_stand_together_with_the_small_words_between_them() -> None:
    assert marked("Reunião com Maria da Silva amanhã") == [
        (MarkKind.PROPER, "Maria da Silva"),
        (MarkKind.DAY, "amanhã"),
    ]


def test_capitals_tell_nothing_where_somebody_shouts() -> None:
    assert marked("MOSTRA TUDO DA MARIA") == []


def test_what_stands_in_a_quotation_or_a_name_is_no_value_of_its_own() -> None:
    assert marked('cria a nota "Prova do 7A na sexta"') == [(MarkKind.QUOTE, '"Prova do 7A na sexta"')]
    assert marked("mostra reduzir o consumo de água", ROSTER) == [(MarkKind.NAME, "reduzir o consumo de água")]


def test_a_name_is_known_with_one_letter_wrong() -> None:
    assert ROSTER.mentions(Wording("abre a nota compras")) == [Mention(12, 19, SHOPPING)]
    assert ROSTER.mentions(Wording("abre a nota comrpas")) == [Mention(12, 19, SHOPPING, is_exact=False)]


def test_two_things_of_one_title_are_both_found() -> None:
    assert ROSTER.mentions(Wording("a nota da ana souza")) == [Mention(10, 19, ONE), Mention(10, 19, OTHER)]


def test_an_exact_name_counts_before_a_near_one() -> None:
    roster = Roster.of([Name("nota", "Compras"), Name("nota", "Compra")])
    assert [each.name.title for each in roster.mentions(Wording("a nota compra"))] == ["Compra"]


LETTERS = st.text("abcdefgh", min_size=6, max_size=12)


@given(LETTERS, st.integers(0, 5), st.sampled_from("xyz"))
def test_one_letter_missing_too_many_or_other_is_near_and_two_others_are_not(
    word: str, place: int, letter: str
) -> None:
    rest = word[place + 1 :]
    for near in (word[:place] + rest, word[:place] + letter + word[place:], word[:place] + letter + rest):
        assert is_near(word, near) == is_near(near, word) is True
    assert not is_near(word, f"{letter}{letter}{word[2:]}")


@given(st.text("abcdefgh", min_size=1, max_size=4), st.text("abcdefgh", min_size=1, max_size=4))
def test_short_words_are_near_only_to_themselves(one: str, other: str) -> None:
    assert is_near(one, other) == (one == other)
