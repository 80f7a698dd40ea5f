"""Words of agents, files and the web are shown so that nothing in them hides, turns or passes for something else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.text.foreign_text import Piece, PieceKind, Place, blank_runs, mark, pieces_of, without_hidden

VECTORS = Path("shell", "src", "ui", "foreign.fixtures.json")
"""Shared with the desktop, whose rules are the same."""
ODD = (
    "\u202e\u2066\u200b\u200d\u200c\ufe0f\u0301\u3000\u00a0\U000e0072\r\n\t \u0430⟦U+×0\U0001f469\ud800\x1b\u2028\u2800"
)
ANY = st.text(st.sampled_from(ODD) | st.characters(categories=("L", "M", "N", "P", "S", "Z", "C")), max_size=60)
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u200b\ufeff\u00ad]"
)
SIGN = re.compile("(?P<letter>.)?⟦U\\+(?P<code>[0-9A-F]{4,6})(?:×(?P<count>[0-9]+))?⟧", re.DOTALL)


def vectors(root: Path) -> list[dict[str, Any]]:
    """The cases both sides are held to."""
    found: list[dict[str, Any]] = json.loads((root / VECTORS).read_text("utf-8"))
    return found


def test_every_shared_case_is_taken_apart_as_it_is_written_down(root: Path) -> None:
    """The desktop's own tests read the same file."""
    for case in vectors(root):
        text, place = case["text"], Place(case["place"])
        assert [[kind, part] for kind, part in pieces_of(text, place)] == case["pieces"], case["case"]
        assert mark(text, place) == case["marked"], case["case"]


@given(ANY, st.sampled_from(Place))
def test_marking_loses_and_moves_no_character(text: str, place: Place) -> None:
    """The pieces put together are the text."""
    assert "".join(piece.text for piece in pieces_of(text, place)) == text


@given(ANY)
def test_what_nobody_sees_is_taken_out_as_it_is_told_apart(text: str) -> None:
    """The quick way gives what the pieces of the text give."""
    unseen = {PieceKind.CONTROL, PieceKind.DIRECTION, PieceKind.INVISIBLE, PieceKind.UNKNOWN}
    assert without_hidden(text) == "".join(part for kind, part in pieces_of(text) if kind not in unseen)


@given(ANY, st.sampled_from([Place.PROSE, Place.CODE, Place.NAME]))
def test_a_marked_text_can_be_read_back(text: str, place: Place) -> None:
    """So no two texts look the same once they are marked, not even one that contains marks."""

    def original(sign: re.Match[str]) -> str:
        letter, character = sign["letter"] or "", chr(int(sign["code"], 16))
        is_lookalike = letter == character and PieceKind.LOOKALIKE in {kind for kind, _ in pieces_of(text, place)}
        return letter if is_lookalike else letter + character * int(sign["count"] or 1)

    assert SIGN.sub(original, mark(text, place)) == text


@given(ANY, st.sampled_from(Place))
def test_nothing_unseen_is_left_unmarked(text: str, place: Place) -> None:
    """What turns the direction, moves a cursor or takes no room is always a mark, the end of a line excepted."""
    plain = "".join(part for kind, part in pieces_of(text, place) if kind is PieceKind.PLAIN)
    assert not UNSEEN.search(plain.replace("\r\n", "\n"))


@pytest.mark.parametrize(
    "attack", ["\u202e", "\u200b", "\U000e0072", "\x1b[2K", "\r", "\u2028", "\u3164", "\u2800", "\ufeff"]
)
def test_a_hidden_character_in_a_command_is_always_marked(attack: str) -> None:
    """Wherever it stands: at the start, inside a word, at the end."""
    for command in (f"{attack}rm -rf x", f"r{attack}m -rf x", f"rm -rf x{attack}"):
        assert any(kind is not PieceKind.PLAIN for kind, _ in pieces_of(command, Place.CODE)), repr(command)


def test_sixty_blank_lines_become_one_piece_that_counts_them() -> None:
    """Nothing hides below the edge of a card."""
    folded = pieces_of("echo hi\n" + "\n" * 60 + "rm -rf ~", Place.CODE)
    assert folded == [
        Piece(PieceKind.PLAIN, "echo hi\n"),
        Piece(PieceKind.BLANK_LINES, "\n" * 60),
        Piece(PieceKind.PLAIN, "rm -rf ~"),
    ]
    assert blank_runs(["a", *[" "] * 60, "b", "", "", "c"]) == [(1, 61)]


def test_a_long_hostile_text_is_marked_in_good_time() -> None:
    """No text makes the rules walk over it again and again."""
    for hostile in (
        "\u0301" * 50_000,
        "👩\u200d" * 20_000,
        (" " * 40 + "\n") * 5_000,
        "а" * 50_000 + "a",
        "⟦U+" * 30_000,
    ):
        assert "".join(piece.text for piece in pieces_of(hostile, Place.CODE)) == hostile
