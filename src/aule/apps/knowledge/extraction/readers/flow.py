"""Documents without pages: blocks flow into as few pages as can be shown and kept well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.pages import PageDraft
from aule.apps.knowledge.extraction.readers.plain_text import one_line, shown, squeezed
from aule.apps.knowledge.records import BlockKind

FULL = 60_000
"""Characters after which the next heading begins a new page."""
FULLEST = 100_000
"""Characters after which any block does, and at which a block alone is divided."""


class Flow:
    """Blocks of a document in their order, divided into pages."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._room: int = reading.limits["characters"]
        self.pages: list[PageDraft] = []
        self.title = ""
        """The first heading."""

    def heading(self, text: str, level: int) -> None:
        """Add a heading."""
        text = one_line(text)
        self.title = self.title or text[:300]
        self._add("heading", text, max(1, min(level, 6)))

    def text(self, text: str, kind: BlockKind = "text") -> None:
        """Add a paragraph or an item, with single blanks."""
        self._add(kind, squeezed(text).strip())

    def code(self, text: str) -> None:
        """Add text whose blanks mean something."""
        self._add("text", "\n".join(line.rstrip() for line in shown(text).split("\n")).strip("\n"))

    def table(self, rows: Iterable[Sequence[str]]) -> None:
        """Add a table; what is left out of a very long one is noted."""
        self._room -= self._page(is_heading=False).table(rows)

    def begin(self, label: str = "") -> None:
        """Begin a new page."""
        number = len(self.pages) + 1
        self.pages.append(self._reading.page(number, label=one_line(label)[:200]))

    def told(self, title: str = "", author: str = "") -> Iterator[Told]:
        """Yield the facts and the pages that are wanted."""
        if not self.pages:
            self.begin()
        yield self._reading.facts(len(self.pages), title or self.title, author)
        for page in self.pages[: self._reading.limits["pages"]]:
            if page.is_empty and not page.left_out:
                page.problem = page.problem or "no_text"
            told = self._reading.finished(page)
            if page.number > self._reading.after:
                yield told

    def _add(self, kind: BlockKind, text: str, level: int = 0) -> None:
        while text:
            piece, text = _divided(text)
            page = self._page(is_heading=kind == "heading")
            if len(piece) > self._room:
                page.left_out += len(piece)
            elif page.add(kind, piece, level) >= 0:
                self._room -= len(piece)

    def _page(self, *, is_heading: bool) -> PageDraft:
        full = FULL if is_heading else FULLEST
        if not self.pages or self.pages[-1].size > full:
            self.begin(self.pages[-1].label if self.pages else "")
        return self.pages[-1]


def _divided(text: str) -> tuple[str, str]:
    """Return the beginning of a text that fits a page, and the rest."""
    if len(text) <= FULLEST:
        return text, ""
    place = max(text.rfind("\n", FULL, FULLEST), text.rfind(" ", FULL, FULLEST))
    place = place if place > 0 else FULLEST
    return text[:place].rstrip(), text[place:].lstrip()
