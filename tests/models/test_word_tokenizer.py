"""The tokenizer that remembers words gives the pieces the package gives, for any text (KN-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aule.models.local.unpacked_encoder import load_plain
from aule.models.local.word_tokenizer import SPACE_SYMBOL, SPACES, WordTokenizer

_LEAF = 0x100


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return load_plain()._tokenizer


def test_no_piece_of_the_vocabulary_goes_on_behind_the_beginning_of_a_word(tokenizer: Any) -> None:
    assert len(tokenizer._pieces) > 100_000
    assert [piece for piece in tokenizer._pieces if SPACE_SYMBOL in piece[1:]] == []


def test_no_replacement_of_letters_looks_across_a_space(tokenizer: Any) -> None:
    keys = list(_replaced(tokenizer._normalizer._units))
    assert len(keys) > 100_000
    assert [key for key in keys if len(key) > 1 and any(space.encode() in key for space in SPACES)] == []
    assert {tokenizer._normalizer._ascii[ord(space)] for space in SPACES} == {b" "}


@settings(max_examples=300, deadline=None)
@given(text=st.one_of(st.text(), st.text(alphabet="aá ç\n\t▁\u00a0\u00b4\u200be\u0301.1½ ﬁ", max_size=60)))
def test_texts_have_the_pieces_the_package_gives(tokenizer: Any, text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    made = WordTokenizer(tokenizer)
    expected = tokenizer.encode(text, out_type=int, add_bos=True, add_eos=True)
    assert made.encode(text) == expected
    assert made.encode(text) == expected  # remembered


def test_whole_paragraphs_have_the_pieces_the_package_gives(tokenizer: Any) -> None:
    text = (
        "O locatário pagará R$ 1.850,00 até o dia 5; atraso: multa de 10%.\n\nThe tenant's e-mail is ana@example.org."
    )
    assert WordTokenizer(tokenizer).encode(text * 40) == tokenizer.encode(text * 40)


def _replaced(units: Any) -> Iterator[bytes]:
    """Yield every text that the normalizer replaces: all paths of its trie."""

    def offset(unit: int) -> int:
        return (unit >> 10) << ((unit & 0x200) >> 6)

    table = np.asarray(units, dtype=np.uint32)
    letters = np.arange(1, 256, dtype=np.uint32)
    open_nodes = [(offset(units[0]), b"")]
    while open_nodes:
        base, key = open_nodes.pop()
        places = letters ^ base
        inside = places < len(table)
        found = letters[inside][(table[places[inside]] & 0x800000FF) == letters[inside]]
        for byte in found.tolist():
            place, longer = base ^ byte, key + bytes([byte])
            if units[place] & _LEAF:
                yield longer
            open_nodes.append((place ^ offset(units[place]), longer))
