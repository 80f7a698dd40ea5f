"""Grids: word searches and crosswords laid out by a rule from a list of words (SP-5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aule.apps.school.entities import Grade, Palavra
from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.terms import Term

Direction = Literal["horizontal", "vertical", "diagonal", "diagonal_acima"]
STEPS: dict[Direction, tuple[int, int]] = {
    "horizontal": (0, 1),
    "vertical": (1, 0),
    "diagonal": (1, 1),
    "diagonal_acima": (-1, 1),
}
"""How a word goes on, in rows and columns."""
FILLING = "AAAAEEEEIIIOOOUURRSSTTNNLLMMDDCCPPVBGFHJQXZ"
"""Letters as often as they are in Portuguese, so that the empty places do not give the words away."""
_TRIES = 200

Cells = dict[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class _Spot:
    word: str
    row: int
    column: int
    direction: Direction

    def cells(self) -> list[tuple[int, int]]:
        down, right = STEPS[self.direction]
        return [(self.row + down * at, self.column + right * at) for at in range(len(self.word))]


def word_search(terms: Sequence[Term], semente: int, *, diagonals: bool = True) -> tuple[Grade, list[Term]]:
    """Return a word search, and the words that did not fit; with few years of school there are no diagonals."""
    draw = Draw(semente)
    ordered = sorted(terms, key=lambda term: -len(term.letters))
    longest = max(len(term.letters) for term in ordered)
    letters = sum(len(term.letters) for term in ordered)
    size = min(20, max(longest + 1, 8, int((letters * 2.2) ** 0.5) + 1))
    ways: tuple[Direction, ...] = tuple(STEPS) if diagonals else ("horizontal", "vertical")
    cells: Cells = {}
    placed: list[Palavra] = []
    left: list[Term] = []
    for term in ordered:
        spot = _free_spot(draw, term.letters, size, ways, cells)
        if spot is None:
            left.append(term)
            continue
        cells.update(zip(spot.cells(), term.letters, strict=True))
        placed.append(_placed(term, spot))
    rows = ["".join(cells.get((row, column)) or draw.one(FILLING) for column in range(size)) for row in range(size)]
    return Grade(tipo="caca_palavras", linhas=rows, palavras=placed), left


def _free_spot(draw: Draw, word: str, size: int, ways: Sequence[Direction], cells: Cells) -> _Spot | None:
    for _ in range(_TRIES):
        spot = _Spot(word, draw.whole(0, size - 1), draw.whole(0, size - 1), draw.one(ways))
        inside = all(0 <= row < size and 0 <= column < size for row, column in spot.cells())
        if inside and all(cells.get(cell, letter) == letter for cell, letter in zip(spot.cells(), word, strict=True)):
            return spot
    return None


def crossword(terms: Sequence[Term], semente: int) -> tuple[Grade, list[Term]]:
    """Return a crossword in which every word crosses another, and the words that could not."""
    draw = Draw(semente)
    best: tuple[list[tuple[Term, _Spot]], list[Term]] | None = None
    for _ in range(12):
        ordered = sorted(draw.shuffled(terms), key=lambda term: -len(term.letters))
        spots, left = _crossed(ordered)
        if best is None or len(left) < len(best[1]):
            best = spots, left
        if not left:
            break
    assert best is not None  # there is at least one try
    return _numbered(best[0]), best[1]


def _crossed(ordered: Sequence[Term]) -> tuple[list[tuple[Term, _Spot]], list[Term]]:
    first = _Spot(ordered[0].letters, 0, 0, "horizontal")
    spots = [(ordered[0], first)]
    cells: Cells = dict(zip(first.cells(), first.word, strict=True))
    waiting: list[Term] = list(ordered[1:])
    left: list[Term] = []
    for _ in range(2):  # what does not cross yet may cross what comes later
        left = []
        for term in waiting:
            spot = _crossing(term.letters, cells)
            if spot is None:
                left.append(term)
                continue
            cells.update(zip(spot.cells(), spot.word, strict=True))
            spots.append((term, spot))
        waiting = left
    return spots, left


def _crossing(word: str, cells: Cells) -> _Spot | None:
    """Return the place with the most crossings where no letter touches a word it does not cross."""
    found: list[tuple[int, int, _Spot]] = []
    for (row, column), letter in cells.items():
        for at, own in enumerate(word):
            if own != letter:
                continue
            for spot in (_Spot(word, row, column - at, "horizontal"), _Spot(word, row - at, column, "vertical")):
                if crossings := _crossings(spot, cells):
                    found.append((-crossings, abs(spot.row) + abs(spot.column), spot))
    return min(found, key=lambda each: (each[0], each[1], each[2].direction))[2] if found else None


def _crossings(spot: _Spot, cells: Cells) -> int:
    down, right = STEPS[spot.direction]
    path = spot.cells()
    before, after = (spot.row - down, spot.column - right), (path[-1][0] + down, path[-1][1] + right)
    if before in cells or after in cells:
        return 0
    crossings = 0
    for (row, column), letter in zip(path, spot.word, strict=True):
        there = cells.get((row, column))
        if there is None:
            if (row + right, column + down) in cells or (row - right, column - down) in cells:
                return 0
        elif there != letter:
            return 0
        else:
            crossings += 1
    return crossings if crossings < len(spot.word) else 0


def _numbered(spots: Sequence[tuple[Term, _Spot]]) -> Grade:
    cells = {cell: letter for _, spot in spots for cell, letter in zip(spot.cells(), spot.word, strict=True)}
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    bottom, right = max(row for row, _ in cells), max(column for _, column in cells)
    rows = [
        "".join(cells.get((row, column), ".") for column in range(left, right + 1)) for row in range(top, bottom + 1)
    ]
    starts = sorted({(spot.row - top, spot.column - left) for _, spot in spots})
    words = [
        _placed(term, spot, top, left, starts.index((spot.row - top, spot.column - left)) + 1) for term, spot in spots
    ]
    words.sort(key=lambda word: (word.direcao, word.numero or 0))
    return Grade(tipo="palavras_cruzadas", linhas=rows, palavras=words)


def _placed(term: Term, spot: _Spot, top: int = 0, left: int = 0, number: int | None = None) -> Palavra:
    return Palavra(
        texto=term.word,
        pista=term.clue,
        linha=spot.row - top,
        coluna=spot.column - left,
        direcao=spot.direction,
        numero=number,
    )
