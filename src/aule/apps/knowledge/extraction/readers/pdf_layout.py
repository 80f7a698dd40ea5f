"""The layout of a PDF page: lines put into reading order, and made headings, paragraphs, items and tables. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from statistics import median

from aule.apps.knowledge.extraction.readers.pdf_lines import PageLine, pieces_of
from aule.apps.knowledge.records import BlockKind

MARGIN = 0.11
"""The share of a page's height at its top and bottom in which lines may be headers and footers."""
LONGEST_HEADING = 160
_SENTENCE_END = re.compile(r"[.!?…:;][\"'”’»)\]]*$")
_BULLET = re.compile(r"(?:[•◦▪▸‣●○■–—*·-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])$")
_CAPTION = re.compile(r"(?:figura|figure|fig\.|tabela|table|quadro|gráfico|chart)\s*\d", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_DIGITS = re.compile(r"\d+")
_CLITICS = frozenset({"se", "lhe", "lhes", "me", "te", "nos", "vos", "o", "a", "os", "as", "lo", "la", "los", "las"})
_PREFIXES = frozenset({"pós", "pré", "ex", "vice", "não", "bem", "mal", "sem", "recém", "well", "self", "non", "anti"})
"""Parts of words that keep their hyphen at the end of a line."""


@dataclass(frozen=True, slots=True)
class DocumentStyle:
    """What pages of a document have in common."""

    body: float = 0.0
    """The height of its ordinary letters."""
    heading_sizes: tuple[float, ...] = ()
    """The heights of larger letters, the largest first."""
    repeated: frozenset[str] = frozenset()
    """Lines in the margins that stand on many pages, as `repeated_forms` has them."""
    offset: int | None = None
    """How much the number that a page shows is larger than its place; none where pages show no number."""
    titles: Mapping[str, int] = field(default_factory=dict[str, int])
    """Titles of the document's own outline with their levels."""


@dataclass(slots=True)
class LayoutBlock:
    """A block with its lines; a table has rows of cells instead, and the lines of each row."""

    kind: BlockKind
    lines: list[PageLine]
    level: int = 0
    rows: list[list[list[PageLine]]] = field(default_factory=list[list[list[PageLine]]])


def is_in_margin(line: PageLine, height: float) -> bool:
    """Return whether a line stands at the top or bottom of its page."""
    return line.bottom < height * MARGIN or line.top > height * (1 - MARGIN)


def repeated_forms(line: PageLine, number: int) -> list[str]:
    """Return a line as it may stand on other pages too: as it is, and for each number in it without that number.

    A number is told by how much it is larger than the place of the page: only that of the page grows with it.
    """
    text = line.text.casefold()
    forms = [text]
    for found in islice(_DIGITS.finditer(text), 4):
        if len(found[0]) < 6:
            forms.append(f"{text[: found.start()]}#{text[found.end() :]}\0{int(found[0]) - number}")
    return forms


def shown_numbers(line: PageLine) -> set[int]:
    """Return the numbers at the beginning and the end of a line: one of them may be that of the page."""
    ends = (line.words[0].text, line.words[-1].text)
    return {int(text) for text in ends if text.isdecimal() and len(text) < 6}


def is_furniture(line: PageLine, number: int, height: float, style: DocumentStyle) -> bool:
    """Return whether a line is a header or footer: it stands on many pages, or shows the number of its page."""
    if not is_in_margin(line, height):
        return False
    if any(form in style.repeated for form in repeated_forms(line, number)):
        return True
    is_heading = line.size > style.body * (0.93 if line.is_bold else 1.1)
    return style.offset is not None and not is_heading and number + style.offset in shown_numbers(line)


def title_form(text: str) -> str:
    """Return a title as it is compared: without its number, blanks and case."""
    return re.sub(r"[\W\d_]+", "", text).casefold()


def blocks_of(lines: Sequence[PageLine], style: DocumentStyle) -> list[LayoutBlock]:
    """Return the blocks of a page in reading order."""
    blocks: list[LayoutBlock] = []
    for part in _parts(in_reading_order([line for line in lines if line.words])):
        if isinstance(part, LayoutBlock):
            blocks.append(part)
        else:
            blocks += _paragraphs(part, style)
    return _from_above(blocks)


def _from_above(blocks: list[LayoutBlock]) -> list[LayoutBlock]:
    """Return blocks with those that come late in the file before what stands below them in the same column."""
    ordered: list[tuple[LayoutBlock, tuple[float, float, float, float]]] = []
    for block in blocks:
        box = _box(block)
        place = next((number for number, (_, other) in enumerate(ordered) if _is_above(box, other)), len(ordered))
        ordered.insert(place, (block, box))
    return [block for block, _ in ordered]


def _is_above(box: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    left, _, right, bottom = box
    shared = min(right, other[2]) - max(left, other[0])
    return other[1] > bottom - 1 and shared > 0.3 * min(right - left, other[2] - other[0])


def _box(block: LayoutBlock) -> tuple[float, float, float, float]:
    lines = block.lines
    left, top = min(line.left for line in lines), min(line.top for line in lines)
    return left, top, max(line.right for line in lines), max(line.bottom for line in lines)


def in_reading_order(lines: list[PageLine]) -> list[PageLine]:
    """Return lines as they are read: as the file has them, unless that jumps about the page."""
    jumps = sum(
        after.bottom < before.top + 0.3 * before.size and after.left < before.right - before.size
        for before, after in pairwise(lines)
    )
    return list(_cut(lines, 0)) if jumps > max(2, len(lines) // 8) else lines


def joined(lines: Sequence[PageLine]) -> Iterator[tuple[str, PageLine]]:
    """Yield the text of each line with what parts it from the next: nothing for a word that goes on."""
    for place, line in enumerate(lines):
        text = line.text
        if place + 1 == len(lines):
            yield text + ("-" if line.is_broken else ""), line
            continue
        following = lines[place + 1].words[0].text
        if line.is_broken or (text.endswith(("-", "\u2010")) and len(text) > 2 and text[-2].isalpha()):
            stem = text if line.is_broken else text[:-1]
            yield (f"{stem}-" if _keeps_hyphen(stem, following) else stem), line
        else:
            yield text + " ", line


def _keeps_hyphen(stem: str, following: str) -> bool:
    if not following[:1].islower():
        return True
    last, first = stem.rpartition(" ")[2].casefold(), re.split(r"\W", following, maxsplit=1)[0].casefold()
    return first in _CLITICS or last in _PREFIXES or "-" in last


_Side = Callable[[PageLine], float]
_SIDES: tuple[tuple[_Side, _Side, float], ...] = (
    (lambda line: line.left, lambda line: line.right, 0.9),
    (lambda line: line.top, lambda line: line.bottom, 0.6),
)
"""How columns and rows begin and end, and how wide the strip between them is, in heights of letters."""


def _cut(lines: list[PageLine], depth: int) -> Iterator[PageLine]:
    """Yield lines by cutting the page at its widest empty strips: columns left to right, rows from above."""
    if len(lines) < 2 or depth > 12:
        yield from sorted(lines, key=lambda line: (line.top, line.left))
        return
    size = median(line.size for line in lines)
    for start, end, least in _SIDES:
        ordered = sorted(lines, key=start)
        reach, place = end(ordered[0]), 0
        widest = 0.0
        for number, line in enumerate(ordered[1:], 1):
            if start(line) - reach > max(widest, least * size):
                widest, place = start(line) - reach, number
            reach = max(reach, end(line))
        if place:
            yield from _cut(ordered[:place], depth + 1)
            yield from _cut(ordered[place:], depth + 1)
            return
    yield from sorted(lines, key=lambda line: (round(line.top / max(size, 1)), line.left))


@dataclass(slots=True)
class _Row:
    """Pieces of lines that stand beside each other, in cells."""

    cells: list[list[PageLine]]

    @property
    def top(self) -> float:
        return self.cells[0][0].top

    @property
    def lines(self) -> list[PageLine]:
        return [line for cell in self.cells for line in cell]


def _parts(lines: list[PageLine]) -> Iterator[LayoutBlock | list[PageLine]]:
    """Yield tables, and the lines between them; columns whose lines alternate are put one after the other."""
    rows = _rows([list(pieces_of(line)) for line in lines])
    plain: list[PageLine] = []
    for is_table, group in _grouped(rows):
        if not is_table:
            plain += [_whole(row) for row in group]
            continue
        columns = _columns(group)
        if columns is None:
            plain += [_whole(row) for row in group]
        elif _are_prose(group, columns):
            for number in range(len(columns)):
                plain += [
                    line for row in group for cell in row.cells if _column(cell, columns) == number for line in cell
                ]
        else:
            if plain:
                yield plain
            plain = []
            yield _table(group, columns)
    if plain:
        yield plain


def _rows(lines: list[list[PageLine]]) -> list[_Row]:
    rows: list[_Row] = []
    place = 0
    while place < len(lines):
        row = _Row([[piece] for piece in lines[place]])
        place += 1
        while place < len(lines) and (taken := _goes_on(row, lines, place)):
            for pieces in lines[place : place + taken]:
                _add_to(row, pieces)
            place += taken
        rows.append(row)
    return rows


def _goes_on(row: _Row, lines: list[list[PageLine]], place: int) -> int:
    """Return how many of the next lines belong to a row: pieces beside it, or lines of a cell before such pieces."""
    first = row.cells[0][0]
    edge = max(line.right for line in row.cells[-1])
    for number, pieces in enumerate(lines[place : place + 12]):
        begin = pieces[0]
        is_beside = abs(begin.top - first.top) < 0.6 * first.size
        if is_beside and begin.left >= edge - 0.2 * first.size:
            return number + 1
        is_below = len(pieces) == 1 and begin.top > first.top and abs(begin.left - row.cells[-1][0].left) < first.size
        if not is_below or begin.top - first.top > 14 * first.size:
            return 0
    return 0


def _add_to(row: _Row, pieces: list[PageLine]) -> None:
    for piece in pieces:
        last = row.cells[-1]
        if piece.top > last[0].top + 0.6 * piece.size and abs(piece.left - last[0].left) < piece.size:
            last.append(piece)
        else:
            row.cells.append([piece])


def _grouped(rows: list[_Row]) -> Iterator[tuple[bool, list[_Row]]]:
    """Yield runs of rows with several cells that follow each other closely, and all others."""
    group: list[_Row] = []
    for row in rows:
        is_table = len(row.cells) > 1
        if group and (is_table != (len(group[-1].cells) > 1) or (is_table and not _follows(group[-1], row))):
            yield len(group) > 1 and len(group[-1].cells) > 1, group
            group = []
        group.append(row)
    if group:
        yield len(group) > 1 and len(group[-1].cells) > 1, group


def _follows(above: _Row, below: _Row) -> bool:
    bottom = max(line.bottom for line in above.lines)
    size = below.cells[0][0].size
    return -0.6 * size < below.top - bottom < 2.5 * size


def _columns(rows: list[_Row]) -> list[tuple[float, float]] | None:
    """Return the columns of rows, as left and right side; None where cells of a row fall into the same column."""
    spans = sorted(
        (min(line.left for line in cell), max(line.right for line in cell)) for row in rows for cell in row.cells
    )
    columns: list[tuple[float, float]] = []
    for left, right in spans:
        if columns and left < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], right))
        else:
            columns.append((left, right))
    if len(columns) < 2:
        return None
    for row in rows:
        places = [_column(cell, columns) for cell in row.cells]
        if len(set(places)) < len(places):
            return None
    return columns


def _column(cell: list[PageLine], columns: Sequence[tuple[float, float]]) -> int:
    return max(number for number, (left, _) in enumerate(columns) if left <= cell[0].left + 0.01)


def _are_prose(rows: list[_Row], columns: Sequence[tuple[float, float]]) -> bool:
    """Return whether these are columns of running text, whose lines the file has side by side."""
    if len(columns) > 3 or len(rows) < 4 or any(len(cell) > 1 for row in rows for cell in row.cells):
        return False
    lengths = [len(cell[0].text) for row in rows for cell in row.cells]
    return median(lengths) >= 26 and sum(length >= 20 for length in lengths) > 0.75 * len(lengths)


def _table(rows: list[_Row], columns: Sequence[tuple[float, float]]) -> LayoutBlock:
    found: list[list[list[PageLine]]] = []
    for row in rows:
        cells: list[list[PageLine]] = [[] for _ in columns]
        for cell in row.cells:
            cells[_column(cell, columns)] += cell
        found.append(cells)
    return LayoutBlock("table", [line for row in rows for line in row.lines], rows=found)


def _whole(row: _Row) -> PageLine:
    """Return a row that is no table as the line it was."""
    lines = row.lines
    if len(lines) == 1:
        return lines[0]
    words = [word for line in lines for word in line.words]
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    top, bottom = min(line.top for line in lines), max(line.bottom for line in lines)
    is_bold = all(line.is_bold for line in lines)
    return PageLine(words, left, top, right, bottom, lines[0].size, is_bold, lines[-1].is_broken)


def _paragraphs(lines: list[PageLine], style: DocumentStyle) -> Iterator[LayoutBlock]:
    body = style.body or median(line.size for line in lines)
    pitch = _pitch(lines, body)
    block: LayoutBlock | None = None
    for line in lines:
        level = heading_level(line, style, body)
        if block is not None and not _is_new(block, line, level, pitch):
            block.lines.append(line)
            continue
        if block is not None:
            yield _checked(block, style)
        block = LayoutBlock(_kind(line, level), [line], level)
    if block is not None:
        yield _checked(block, style)


def _kind(line: PageLine, level: int) -> BlockKind:
    if level:
        return "heading"
    if _BULLET.match(line.words[0].text) and len(line.words) > 1:
        return "item"
    return "caption" if _CAPTION.match(line.text) else "text"


def _checked(block: LayoutBlock, style: DocumentStyle) -> LayoutBlock:
    """Return a block; what is set in bold over several lines, or too long, is no heading."""
    length = sum(len(line.text) + 1 for line in block.lines)
    if block.kind == "heading" and (
        length > LONGEST_HEADING or not any(_LETTER.search(line.text) for line in block.lines)
    ):
        return LayoutBlock("text", block.lines)
    return block


def heading_level(line: PageLine, style: DocumentStyle, body: float) -> int:
    """Return the level of a line that is a heading, 0 for any other."""
    text = line.text
    if len(text) > LONGEST_HEADING or not _LETTER.search(text):
        return 0
    is_larger = line.size > body * 1.14
    listed = style.titles.get(title_form(text), 0)
    if listed and (is_larger or line.is_bold or not _SENTENCE_END.search(text)):
        return listed
    if is_larger:
        larger = [size for size in style.heading_sizes if size > line.size * 1.04]
        return min(6, len(larger) + 1)
    if line.is_bold and len(text) < 120 and not re.search(r"[.,;:]$", text) and line.size > body * 0.93:
        return min(6, len(style.heading_sizes) + 1)
    return 0


def _is_new(block: LayoutBlock, line: PageLine, level: int, pitch: float) -> bool:
    """Return whether a line begins a new block."""
    last = block.lines[-1]
    if last.is_broken:
        return False
    if bool(level) != (block.kind == "heading") or (level and level != block.level):
        return True
    if abs(line.size - last.size) > 0.15 * max(line.size, last.size):
        return True
    distance = line.top - last.top
    if level:
        return distance > 1.8 * line.size or distance < 0
    if _kind(line, 0) in ("item", "caption"):
        return True
    ends = _SENTENCE_END.search(last.words[-1].text) is not None
    if distance < 0:  # the next column
        return ends or not line.words[0].text[:1].islower()
    if distance > pitch * 1.32:
        return True
    is_indented = line.left > last.left + 0.8 * line.size and block.kind != "item"
    right = max(each.right for each in block.lines)
    is_short = len(block.lines) > 1 and last.right < right - 4 * last.size
    return ends and (is_indented or is_short)


def _pitch(lines: list[PageLine], body: float) -> float:
    """Return the usual distance of lines from top to top."""
    steps: Iterable[float] = (after.top - before.top for before, after in pairwise(lines))
    usual = [step for step in steps if 0.7 * body < step < 2.6 * body]
    return median(usual) if len(usual) > 2 else 1.35 * body
