"""Which row is meant (AT-12): the first level that finds anything decides, and never one of several."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.apps.atlas.rows.references import Level, code_of, nearest, rank
from aule.apps.atlas.rows.row import COLUMNS, short_parts
from aule.apps.atlas.rows.titles import key
from aule.apps.atlas.tables import rows


@dataclass(frozen=True)
class Thing:
    """Something that can be referred to."""

    title: str
    number: int = 1

    @property
    def id(self) -> str:
        """An id as an import brings it."""
        return f"00000000-0000-8000-a000-{self.number:012d}"

    @property
    def short(self) -> str:
        """Its short id."""
        return f"kr-{self.number}"

    @property
    def name(self) -> str:
        """Its title, folded."""
        return key(self.title)


def things(*titles: str) -> list[Thing]:
    """Things numbered from 1."""
    return [Thing(title, number) for number, title in enumerate(titles, start=1)]


def meant(wanted: str, *titles: str) -> tuple[Level, list[str]] | None:
    """The level and titles that are meant."""
    found = rank(wanted, things(*titles))
    return None if found is None else (found[0], [each.title for each in found[1]])


def test_the_first_level_that_finds_anything_decides() -> None:
    """AT-12: id, then the whole title, then the leading code, then a part of the title."""
    assert meant("kr-2", "kr-2 é um título", "Outro") == (Level.ID, ["Outro"])
    assert meant("KR-1 ", "Receita") == (Level.ID, ["Receita"])
    assert meant(things("x")[0].id, "Receita") == (Level.ID, ["Receita"])
    assert meant("  RECEITA   líquida ", "Receita Liquida", "Receita líquida total") == (
        Level.TITLE,
        ["Receita Liquida"],
    )
    assert meant("vendas e marketing", "Vendas & Marketing") == (Level.TITLE, ["Vendas & Marketing"])
    assert meant("vendas&marketing", "Vendas e Marketing") == (Level.TITLE, ["Vendas e Marketing"])
    assert meant("KR01", "KR01 - Receita", "KR010 - Churn") == (Level.CODE, ["KR01 - Receita"])
    assert meant("kr1.2", "KR1.2: Margem", "KR1.20: Custo") == (Level.CODE, ["KR1.2: Margem"])
    assert meant("receita", "Aumentar receita", "Receita recorrente") == (
        Level.PART,
        ["Aumentar receita", "Receita recorrente"],
    )
    assert meant("lucro", "Aumentar receita") is None
    assert meant("  ", "Aumentar receita") is None


def test_percent_and_underscore_stand_for_themselves() -> None:
    assert meant("100%", "Chegar a 100% de entrega", "Chegar a 1000 entregas") == (
        Level.PART,
        ["Chegar a 100% de entrega"],
    )
    assert meant("a_b", "a_b teste", "axb teste") == (Level.PART, ["a_b teste"])


@pytest.mark.parametrize(
    ("title", "code"),
    [
        ("KR01 - Receita", "kr01"),
        ("KR01-Receita", "kr01"),
        ("KR01: Receita", "kr01"),
        ("KR1. Receita", "kr1"),
        ("2.1 Margem", "2.1"),
        ("Receita recorrente", None),
        ("NPS 80", None),
        ("", None),
    ],
)
def test_a_code_is_a_first_word_with_a_digit(title: str, code: str | None) -> None:
    assert code_of(key(title)) == code


def test_short_ids_are_read_by_their_prefix() -> None:
    assert short_parts(" OBJ-7") == ("strategic_objectives", 7)
    assert [short_parts(text) for text in ("obj-", "xyz-1", "obj-１", "obj-1x", "7")] == [(None, None)] * 5


def test_a_row_has_the_columns_of_its_table() -> None:
    assert tuple(column.name for column in rows.columns) == COLUMNS


def test_the_nearest_come_first() -> None:
    known = things("Reduzir custos fixos", "Aumentar receita", "Receita recorrente", "NPS")
    assert [each.title for each in nearest("aumentr receitas", known)][0] == "Aumentar receita"
    assert len(nearest("x", known)) == 3


TITLES = st.lists(st.text(alphabet="aàB%_\\0 1&-kr", min_size=1, max_size=8), min_size=1, max_size=8)


@given(titles=TITLES, wanted=st.text(alphabet="aàB%_\\0 1&-kr", max_size=8))
def test_what_is_meant_is_of_one_level_and_complete(titles: list[str], wanted: str) -> None:
    """Every row of the level that decides is there, no better level finds any, and order does not matter."""
    known = things(*titles)
    found = rank(wanted, known)
    again = rank(wanted, known[::-1])
    folded = key(wanted)
    same = [each for each in known if folded and each.name == folded]
    part = [each for each in known if folded and folded in each.name]
    assert (found is None) == (again is None)
    if found is None:
        assert not part
        return
    assert again is not None and sorted(found[1], key=str) == sorted(again[1], key=str)
    if found[0] is Level.TITLE:
        assert found[1] == same
    if found[0] is Level.PART:
        assert not same and found[1] == part


@given(title=st.text(min_size=1, max_size=40))
def test_a_title_always_finds_its_own_row(title: str) -> None:
    if key(title):
        found = rank(title, [Thing(title, 999_999_999)])
        assert found is not None and found[0] in (Level.TITLE, Level.ID)
