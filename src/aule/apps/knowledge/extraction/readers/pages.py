"""Pages while they are put together: blocks are added in reading order, and the page knows where each stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from aule.apps.knowledge.extraction.readers.plain_text import one_line, squeezed
from aule.apps.knowledge.records import BlockKind

BLOCK_BREAK = "\n\n"


@dataclass(slots=True)
class PageDraft:
    """A page to which blocks are added; `told` is the page as the child prints it."""

    number: int
    label: str = ""
    width: float | None = None
    height: float | None = None
    problem: str | None = None
    most: int = 400_000
    """Characters it may have; blocks beyond are counted in `left_out`."""
    left_out: int = 0
    _pieces: list[str] = field(default_factory=list[str])
    _size: int = 0
    _blocks: list[tuple[str, int, int, int]] = field(default_factory=list[tuple[str, int, int, int]])
    _lines: list[list[float]] = field(default_factory=list[list[float]])

    @property
    def is_empty(self) -> bool:
        """Whether nothing was added yet."""
        return not self._blocks

    @property
    def size(self) -> int:
        """The number of characters so far."""
        return self._size

    def add(self, kind: BlockKind, text: str, level: int = 0) -> int:
        """Add a block that is fit to be kept; return where it stands, -1 where it was left out."""
        if not text:
            return -1
        if self._size + len(text) + len(BLOCK_BREAK) > self.most:
            self.left_out += len(text)
            return -1
        if self._pieces:
            self._pieces.append(BLOCK_BREAK)
            self._size += len(BLOCK_BREAK)
        start = self._size
        self._pieces.append(text)
        self._size += len(text)
        self._blocks.append((kind, start, self._size, level))
        return start

    def heading(self, text: str, level: int) -> None:
        """Add a heading."""
        self.add("heading", one_line(text), max(1, min(level, 6)))

    def text(self, text: str, kind: BlockKind = "text") -> None:
        """Add a paragraph, however long: what is more than a page holds is cut at a blank."""
        text = squeezed(text).strip()
        room = self.most - self._size - len(BLOCK_BREAK)
        if len(text) > room > 0:
            cut = text.rfind(" ", 0, room)
            cut = cut if cut > 0 else room
            self.left_out += len(text) - cut
            text = text[:cut]
        self.add(kind, text)

    def table(self, rows: Iterable[Sequence[str]]) -> int:
        """Add a table, row by row while there is room; return how many characters were added."""
        kept: list[str] = []
        room = self.most - self._size - 2 * len(BLOCK_BREAK)
        for line in markdown_rows(rows):
            if room < len(line) + 1:
                self.left_out += len(line)
                continue
            kept.append(line)
            room -= len(line) + 1
        text = "\n".join(kept)
        return len(text) if self.add("table", text) >= 0 else 0

    def line(self, start: int, end: int, box: tuple[float, float, float, float]) -> None:
        """Say where a line of the text stands on the picture of the page, in shares of it."""
        self._lines.append([start, end, *(round(min(1.0, max(0.0, side)), 4) for side in box)])

    def told(self) -> dict[str, Any]:
        """Return the page as plain JSON."""
        return {
            "number": self.number,
            "text": "".join(self._pieces),
            "blocks": self._blocks,
            "lines": self._lines,
            "label": self.label,
            "width": self.width,
            "height": self.height,
            "problem": self.problem,
        }


def markdown_rows(rows: Iterable[Sequence[str]], width: int = 0) -> Iterable[str]:
    """Yield the rows of a table as Markdown; the first row that says something is its header.

    Without a width, the header gives it; longer rows keep their cells all the same.
    """
    is_first = True
    for row in rows:
        cells = [one_line(cell).replace("|", "\\|") for cell in row]
        while len(cells) > width and not cells[-1]:
            cells.pop()
        if not any(cells):
            continue
        width = width or len(cells)
        yield _row([*cells, *[""] * (width - len(cells))])
        if is_first:
            yield f"|{' --- |' * width}"
            is_first = False


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
