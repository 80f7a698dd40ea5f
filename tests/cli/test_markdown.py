"""Escapes of Markdown on a terminal: gone from words, kept in code, however the text arrives."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.apps.atlas.rows.titles import one_line, safe
from aule.terminal.markdown import Unescape, unescaped


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        (r"Vendas \& Marketing", "Vendas & Marketing"),
        (r"\*not bold\* \[x\] \\", "*not bold* [x] \\"),
        (r"C:\temp\novo", r"C:\temp\novo"),
        (r"`a \& b` and \&", r"`a \& b` and &"),
        ("```\n\\& kept\n\n\\& kept\n```\n\\&", "```\n\\& kept\n\n\\& kept\n```\n&"),
        ("``a ` \\& b`` \\&", "``a ` \\& b`` &"),
        ("a lone ` here\n\nnext \\&", "a lone ` here\n\nnext &"),
        ("ends with \\", "ends with \\"),
        ("\\\nline", "\\\nline"),
        ("\\`no code\\` \\&", "`no code` &"),
    ],
)
def test_an_escape_is_shown_as_the_character_it_stands_for(markdown: str, shown: str) -> None:
    """Words lose their escapes, code keeps its backslashes."""
    assert unescaped(markdown) == shown


@given(st.text(alphabet="ab\\`&*_\n ", max_size=40), st.lists(st.integers(0, 40), max_size=4))
def test_a_text_in_pieces_reads_as_the_whole_does(text: str, cuts: list[int]) -> None:
    """Where a stream is cut does not matter."""
    reader, places = Unescape(), sorted({0, len(text), *(min(cut, len(text)) for cut in cuts)})
    pieces = [text[start:end] for start, end in pairwise(places)]
    assert "".join(reader.feed(piece) for piece in pieces) + reader.finish() == unescaped(text)


@given(st.text(max_size=60))
def test_a_title_made_safe_for_a_page_is_itself_again_on_a_terminal(title: str) -> None:
    """Nothing of a title is lost or added on the way."""
    assert unescaped(safe(title)) == one_line(title)
