"""How text becomes words to be found by, and which slips of the hand are forgiven."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.text.spelling import beginnings, distance, slips
from aule.text.words import LONGEST_TERM, term_parts, term_places, terms

_words = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=4, max_size=14)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Você tem ATIVIDADES_da escola", ["voce", "tem", "atividades", "da", "escola"]),
        ("e\u0301cole Straße ﬁm", ["ecole", "strasse", "fim"]),
        ("日本語 hello", ["日", "本", "語", "hello"]),
        ("a🎉b", ["a", "🎉", "b"]),
        ('"NEAR(x*" AND -y:', ["near", "x", "and", "y"]),
        ("a\x00b", ["a", "b"]),
        ("?! …", []),
        ("z" * 500, ["z" * LONGEST_TERM]),
    ],
)
def test_words_are_folded_in_any_script(text: str, found: list[str]) -> None:
    assert terms(text) == found


@given(st.text())
def test_words_hold_nothing_a_query_language_knows(text: str) -> None:
    assert not {*"\"'\\*():&|!^{}- \x00§"} & {*"".join(terms(text))}
    assert [term for _, term in term_places(text) if term and len(term) > LONGEST_TERM] == []


def test_words_put_together_are_found_by_their_parts() -> None:
    assert term_parts("myReport2024.pdf and file_name") == ["my", "report", "2024"]


def _slip(word: str, place: int, kind: int, letter: str) -> str:
    match kind % 4:
        case 0:
            return word[:place] + word[place + 1 :]
        case 1:
            return word[:place] + letter + word[place:]
        case 2:
            return word[:place] + letter + word[place + 1 :]
        case _:
            return word[:place] + word[place : place + 2][::-1] + word[place + 2 :]


@given(_words, st.integers(0, 13), st.integers(0, 3), st.sampled_from("abcxyz019"))
def test_one_slip_anywhere_is_one_slip_away(word: str, place: int, kind: int, letter: str) -> None:
    typed = _slip(word, place % len(word), kind, letter)
    assert distance(typed, word, 2) <= 1
    assert word[:3] in beginnings(typed)


@given(_words, st.integers(0, 14))
def test_the_beginning_of_a_word_is_no_slip(word: str, length: int) -> None:
    assert distance(word[:length], word, 1) == 0


def test_short_words_are_taken_as_they_are() -> None:
    assert [slips(word) for word in ("abc", "abcd", "abcdefg", "abcdefgh")] == [0, 1, 1, 2]
    assert distance("casa", "mesa", 1) == 2
    assert distance("casa", "xyz", 1) == 2
