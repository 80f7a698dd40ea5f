"""Tables as text: what is written is read again, and the separator is found whatever stands in the cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.text.tables import SEPARATORS, BadTable, find_separator, guard_cell, read_rows, unguard_cell, write_rows

CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=4), max_size=5)


@given(ROWS, st.sampled_from(SEPARATORS))
def test_rows_that_are_written_are_read_again(rows: list[list[str]], separator: str) -> None:
    assert list(read_rows(write_rows(rows, separator), separator)) == rows


@given(CELLS)
def test_no_guarded_cell_is_a_formula_and_what_it_says_is_read_again(text: str) -> None:
    cell = guard_cell(text)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    if not text.startswith("'"):
        assert unguard_cell(cell) == text


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("nome;nota\nAna;7,5\nBia;8,0\n", ";"),
        ('name,mark\n"Prado, Ana",7.5\n', ","),
        ("a\tb\n1,5\t2\n", "\t"),
        ("a|b|c\n1|2|3\n", "|"),
        ("Turma 7A\n\nnome;nota;falta\nAna;7;0\n", ";"),
        ("only\none\n", ";"),
        ("Aluno;P1\n" + "Prado, Ana;7,5\n" * 30, ";"),
        ("Aluno;P1 (peso 1,5);P2\n" + "Ana;7,5;8\n" * 30, ";"),
        ("id,title\n" + 'kr-1,"a; b; c; d"\n' * 30, ","),
        ("id;title\n" + 'kr-1;"1,5 | 2,5 | 3,5"\n' * 30, ";"),
    ],
)
def test_the_separator_is_the_one_that_explains_most_rows(text: str, separator: str) -> None:
    assert find_separator(text) == (separator, text)


@pytest.mark.parametrize(("line", "separator"), [("sep=|", "|"), ('"sep=,"', ","), ("sep=\t", "\t")])
def test_a_first_line_that_names_the_separator_is_believed_and_left_out(line: str, separator: str) -> None:
    assert find_separator(f"{line}\r\na;b\r\n") == (separator, "a;b\r\n")


def test_what_cannot_be_read_is_told() -> None:
    with pytest.raises(BadTable, match="field larger"):
        list(read_rows("x" * 200_000))
