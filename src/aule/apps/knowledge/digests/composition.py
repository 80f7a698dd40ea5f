"""The composition of a digest: notes on documents as one Markdown text, with numbered sources at its end. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from aule.apps.knowledge.digests.notes import DigestKind, DocumentNotes, NoteItem, Part
from aule.apps.knowledge.index.finder import plain
from aule.apps.knowledge.index.finder import say as say_place
from aule.apps.knowledge.records import SECTION_BREAK
from aule.apps.knowledge.words import say, say_count
from aule.sdk import Passage, looks_portuguese
from aule.text.words import fold

NOTHING = "—"


@dataclass
class Sources:
    """The passages a text cites, numbered in the order in which they come."""

    locale: str
    numbers: dict[tuple[str, int, int], int] = field(default_factory=lambda: {})
    cited: list[Passage] = field(default_factory=lambda: [])

    def marks(self, notes: DocumentNotes, item: NoteItem) -> str:
        """Return the marks of an item as they stand in the text."""
        known = {each.mark: each for each in notes.passages}
        found: list[int] = []
        for passage in (known[mark] for mark in item.marks if mark in known):
            place = (passage.ref, passage.start, passage.end)
            if place not in self.numbers:
                self.cited.append(passage)
                self.numbers[place] = len(self.cited)
            found.append(self.numbers[place])
        return "".join(f"[{number}]" for number in dict.fromkeys(found))

    def text(self) -> list[str]:
        """Return the list of sources, each with a link that opens the document at the passage."""
        if not self.cited:
            return []
        lines = [f"## {say('digest_sources', self.locale)}", ""]
        for number, each in enumerate(self.cited, start=1):
            page = None if each.page is None else say_place.say("page", self.locale, page=each.page)
            section = each.section.removeprefix(each.title).removeprefix(SECTION_BREAK)
            where = ", ".join(filter(None, [plain(each.title), page, plain(section)]))
            lines.append(f"- \\[{number}\\] [{where}]({each.path})")
        return [*lines, ""]


@dataclass(frozen=True)
class Composer:
    """Writes one digest."""

    notes: Sequence[DocumentNotes]
    columns: Sequence[str]
    locale: str
    sources: Sources

    def body(self, kind: DigestKind) -> list[str]:
        """Return the lines of a digest between its head and its sources."""
        if kind in ("table", "comparison") and self.columns:
            return self._by_document() if kind == "table" else self._by_column()
        return _BODIES[kind](self)

    def points(self) -> list[str]:
        """Return statements, document by document."""
        return self._by_title("point")

    def study_guide(self) -> list[str]:
        """Return ideas, terms and questions to revise with."""
        points, terms = self._by_title("point", level=3), self._listed("term")
        asked = [f"- {plain(_what_is(item))} {marks}" for item, marks in self._all("term")]
        asked += [f"- {plain(item.heading)} {marks}" for item, marks in self._all("question")]
        lines = [f"## {say('main_points', self.locale)}", "", *points]
        lines += [f"## {say('terms', self.locale)}", "", *terms, ""] if terms else []
        return lines + ([f"## {say('revise', self.locale)}", "", *asked, ""] if asked else [])

    def faq(self) -> list[str]:
        """Return questions with their answers; what a term means is a question too."""
        lines: list[str] = []
        for part in ("question", "term"):
            for item, marks in self._all(part):
                asked = item.heading if part == "question" else _what_is(item)
                lines += [f"**{plain(asked)}**", "", f"{plain(item.text)} {marks}", ""]
        return lines

    def timeline(self) -> list[str]:
        """Return events by day, those of all documents together."""
        found = sorted(self._all("event"), key=lambda each: each[0].day)
        return [*(f"- **{plain(item.day)}**: {plain(item.text)} {marks}" for item, marks in found), ""]

    def glossary(self) -> list[str]:
        """Return terms in the order of the alphabet."""
        return [*self._listed("term"), ""]

    def briefing(self) -> list[str]:
        """Return what each document says, and what has to be done."""
        lines = [f"## {say('main_points', self.locale)}", "", *self._by_title("point", level=3)]
        duties = self._by_title("duty", level=3)
        return lines + ([f"## {say('duties', self.locale)}", "", *duties] if duties else [])

    def _all(self, part: Part) -> list[tuple[NoteItem, str]]:
        return [(item, self.sources.marks(of, item)) for of in self.notes for item in of.items if item.part == part]

    def _listed(self, part: Part) -> list[str]:
        found = sorted(self._all(part), key=lambda each: fold(each[0].heading))
        return [f"- **{plain(item.heading)}**: {plain(item.text)} {marks}" for item, marks in found]

    def _by_title(self, part: Part, level: int = 2) -> list[str]:
        lines: list[str] = []
        for of in self.notes:
            items = [item for item in of.items if item.part == part]
            if items:
                lines += [f"{'#' * level} {plain(of.title)}", ""]
                lines += [f"- {plain(item.text)} {self.sources.marks(of, item)}" for item in items]
                lines.append("")
        return lines

    def _by_document(self) -> list[str]:
        """Return a table with a row for each document."""
        rows = [[plain(of.title), *(self._cell(of, column) for column in self.columns)] for of in self.notes]
        return [*_table([say("document", self.locale), *map(plain, self.columns)], rows), ""]

    def _by_column(self) -> list[str]:
        """Return a table with a row for each thing that is compared."""
        rows = [[plain(column), *(self._cell(of, column) for of in self.notes)] for column in self.columns]
        return [*_table(["", *(plain(of.title) for of in self.notes)], rows), ""]

    def _cell(self, of: DocumentNotes, column: str) -> str:
        found = [item for item in of.items if fold(item.heading) == fold(column)]
        return "<br>".join(f"{plain(item.text)} {self.sources.marks(of, item)}" for item in found) or NOTHING


_BODIES: dict[DigestKind, Callable[[Composer], list[str]]] = {
    "summary": Composer.points,
    "comparison": Composer.points,
    "table": Composer.points,
    "study_guide": Composer.study_guide,
    "faq": Composer.faq,
    "timeline": Composer.timeline,
    "glossary": Composer.glossary,
    "briefing": Composer.briefing,
}


def _what_is(item: NoteItem) -> str:
    """Return the question that a definition answers, in its language."""
    return say("what_is", "pt-BR" if looks_portuguese(item.text) else "en", term=item.heading)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(each)} |" for each in (head, ["---"] * len(head), *rows)]


@dataclass(frozen=True, slots=True)
class Composed:
    """A digest as text, and the passages it cites."""

    markdown: str
    cited: list[Passage]


def compose(
    kind: DigestKind,
    title: str,
    notes: Sequence[DocumentNotes],
    columns: Sequence[str],
    told: Sequence[str],
    locale: str,
) -> Composed:
    """Return a digest: its title, what has to be known of how it was made, its body, and its sources."""
    sources = Sources(locale)
    body = Composer(notes, columns, locale, sources).body(kind)
    silent = [plain(of.title) for of in notes if not of.items]
    if silent:
        body += [f"*{say('nothing_in', locale, titles=', '.join(silent))}*", ""]
    made = say_count("digest_made", len(notes), locale)
    head = [f"# {plain(title)}", "", f"*{' '.join([made, *map(plain, told)])}*", ""]
    return Composed("\n".join([*head, *body, *sources.text()]).rstrip() + "\n", sources.cited)
