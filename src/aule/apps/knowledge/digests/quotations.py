"""Notes without a model: sentences of the document itself, chosen by rules and by nearness in meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from aule.apps.knowledge.digests.central import central
from aule.apps.knowledge.digests.lines import Line, days_in, fits, label_in, question_in, term_in
from aule.apps.knowledge.digests.material import Material
from aule.apps.knowledge.digests.notes import DigestKind, NoteItem, Part
from aule.apps.knowledge.index.finder import Finder
from aule.apps.knowledge.index.terms import stems
from aule.apps.knowledge.index.vectors import unpack_vectors
from aule.sdk import Passage, Reading, looks_portuguese
from aule.text.words import fold

MOST_CHUNKS = 24
"""Chunks whose sentences are compared; those of a longer document are its most central ones."""
MOST_SENTENCES = 160
FEWEST_POINTS, MOST_POINTS = 3, 7
MOST_ITEMS = 40
LONGEST_CELL = 300
_OPENING = 0.04
"""What a sentence gains that opens its section: it mostly says what the section is about."""


@dataclass
class Draft:
    """Items and passages as they are collected; an item names its passages by their places here."""

    material: Material
    items: list[NoteItem] = field(default_factory=lambda: [])
    passages: list[Passage] = field(default_factory=lambda: [])

    def add(self, part: Part, passage: Passage, text: str, heading: str = "", day: str = "") -> None:
        """Add an item that rests on one passage; the same passage is kept once."""
        if not text.strip() or len(self.items) >= MOST_ITEMS:
            return
        if passage not in self.passages:
            self.passages.append(passage)
        mark = self.passages.index(passage) + 1
        self.items.append(NoteItem(part=part, heading=heading[:300], text=text[:2_000], day=day, marks=[mark]))

    def add_line(self, part: Part, line: Line, heading: str = "", day: str = "") -> None:
        """Add a line as it stands in the document."""
        self.add(part, self.material.passage_of_line(line), line.said, heading, day)


@dataclass(frozen=True)
class Quoter:
    """Makes notes of one document out of its own sentences."""

    reading: Reading
    finder: Finder
    material: Material
    focus: str = ""
    columns: Sequence[str] = ()

    async def notes(self, kind: DigestKind) -> Draft:
        """Return the notes that a kind of digest is made of."""
        draft = Draft(self.material)
        match kind:
            case "summary":
                await self._points(draft)
            case "comparison" | "table":
                await (self._cells(draft) if self.columns else self._points(draft))
            case "study_guide":
                self._terms(draft)
                await self._points(draft, most=MOST_POINTS + 3)
                self._questions(draft)
            case "faq":
                self._questions(draft)
                self._terms(draft)
            case "timeline":
                self._events(draft)
            case "glossary":
                self._terms(draft)
            case "briefing":
                await self._points(draft, most=4)
                self._duties(draft)
        return draft

    async def _points(self, draft: Draft, most: int | None = None) -> None:
        lines = await self._candidates()
        if not lines:
            lines = [line for line in self.material.lines if len(line.said) > 2][:FEWEST_POINTS]
        if not lines:
            return
        wanted = most or max(FEWEST_POINTS, min(MOST_POINTS, len(lines) // 5))
        headings = [f"{line.heading}: {line.said}" for line in lines]
        vectors = await self.reading.encode([*headings, self.focus] if self.focus else headings)
        towards = vectors[-1] if self.focus else None
        opening = [_OPENING if _opens(self.material.lines, line) else 0.0 for line in lines]
        for place in central(vectors[: len(lines)], wanted, towards, opening):
            draft.add_line("point", lines[place], lines[place].heading)

    async def _candidates(self) -> list[Line]:
        """Return the sentences that may stand for a document: those of its most central chunks, or about the focus."""
        material = self.material
        if self.focus:
            found = await self.finder.index.search(self.reading, self.focus, document=material.document.id, k=8)
            spans = [(each.start, each.end) for each in found]
        elif len(material.chunks) > MOST_CHUNKS:
            vectors = unpack_vectors([chunk.vector for chunk in material.chunks])
            chosen = [material.chunks[place] for place in central(vectors, MOST_CHUNKS)]
            spans = [(chunk.start, chunk.end) for chunk in chosen]
        else:
            spans = [(0, len(material.text))]
        inside = [line for line in material.lines if any(start <= line.start < end for start, end in spans)]
        return [line for line in inside if line.is_statement][:MOST_SENTENCES]

    async def _cells(self, draft: Draft) -> None:
        for column in self.columns:
            await self._cell(draft, column)

    async def _cell(self, draft: Draft, column: str) -> None:
        """Find what a document says to a column: by a label, by a heading, else as a question."""
        for line in self.material.lines:
            label, value = label_in(line)
            if label and fits(label, column):
                draft.add("cell", self.material.passage_of_line(line), value[:LONGEST_CELL], column)
                return
        under = [line for line in self.material.lines if line.is_statement and fits(line.heading, column)]
        if under:
            wanted = set(stems(column))
            best = max(under, key=lambda line: (bool(wanted & set(stems(line.said))), line.has_figure))
            draft.add("cell", self.material.passage_of_line(best), best.said[:LONGEST_CELL], column)
            return
        await self._asked(draft, column)

    async def _asked(self, draft: Draft, column: str) -> None:
        question = f"qual é: {column}?" if looks_portuguese(self.material.text[:2_000]) else f"what is the {column}?"
        answer = await self.finder.answer(self.reading, question, {"collection": None, "id": self.material.document.id})
        wanted = set(stems(column))
        for judged in answer.judged[:3]:
            found = judged.found
            start, end = found.start + judged.start, found.start + judged.end
            said = [line for line in self.material.lines if start <= line.start < end]
            line = next((each for each in said if wanted & set(stems(each.said))), None)
            if line is not None and (answer.is_answered or wanted <= set(stems(line.said))):
                draft.add("cell", self.material.passage_of_line(line), line.said[:LONGEST_CELL], column)
                return

    def _terms(self, draft: Draft) -> None:
        seen: set[str] = set()
        for line in self.material.lines:
            term = term_in(line)
            if term and fold(term) not in seen:
                seen.add(fold(term))
                draft.add_line("term", line, term)

    def _questions(self, draft: Draft) -> None:
        """Add questions that the document asks itself, in headings or lines, with what stands behind them."""
        lines = self.material.lines
        seen: set[str] = set()
        for place, line in enumerate(lines):
            asked = question_in(line.heading)
            if not asked and place > 0 and lines[place - 1].said.endswith("?"):
                asked = lines[place - 1].said
            if asked and fold(asked) not in seen and line.is_statement:
                seen.add(fold(asked))
                draft.add_line("question", line, asked)

    def _events(self, draft: Draft) -> None:
        dated = [(day, line) for line in self.material.lines for day in days_in(line.said)]
        for day, line in sorted(_once(dated), key=lambda each: each[0]):
            text = " ".join(line.said.replace("|", " ").split()) if line.is_row else line.said
            draft.add("event", self.material.passage_of_line(line), text, line.heading, day)

    def _duties(self, draft: Draft) -> None:
        for line in [each for each in self.material.lines if each.is_duty][:MOST_POINTS]:
            draft.add_line("duty", line, line.heading)


def _opens(lines: Sequence[Line], line: Line) -> bool:
    """Tell whether a line is the first of its section."""
    first = next((each for each in lines if each.section == line.section and each.is_statement), None)
    return first is line


def _once(dated: Iterable[tuple[str, Line]]) -> list[tuple[str, Line]]:
    found: dict[tuple[str, int], Line] = {}
    for day, line in dated:
        found.setdefault((day, line.start), line)
    return [(day, line) for (day, _), line in found.items()]
