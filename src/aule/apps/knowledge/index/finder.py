"""The finder: searches documents, and answers from them without a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode

from aule.apps.knowledge.index.answers import Judge, Judged, is_answered, is_near
from aule.apps.knowledge.index.local_index import LONGEST_QUESTION, LocalIndex
from aule.apps.knowledge.index.ranking import Found
from aule.apps.knowledge.index.terms import question_of
from aule.apps.knowledge.records import SECTION_BREAK
from aule.contracts.ambient import Clock
from aule.contracts.talk.sources import Passage
from aule.sdk import Reading
from aule.text.messages import Messages
from aule.text.words import fold

say = Messages("aule.apps.knowledge.index")
MOST_QUOTED = 3
"""Passages that an answer quotes."""
LONGEST_QUOTE = 420
"""Characters of a passage that an answer quotes; the rest is behind its mark."""
_PAGED = frozenset({"pdf", "pptx", "image"})
"""Kinds of documents whose pages people know."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What documents say to a question: passages with what of them answers, or comes near, or nothing."""

    is_answered: bool
    is_near: bool
    judged: list[Judged]
    found: list[Found]


class Finder:
    """Searches documents, and answers from them."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.index = LocalIndex(folder, clock)
        self._judge = Judge()

    async def answer(self, reading: Reading, text: str, place: Mapping[str, str | None], k: int = 8) -> Answer:
        """Return what documents say to a question; how far that answers is judged with the built-in encoder."""
        question = question_of(text[:LONGEST_QUESTION])
        found, rarity = await self.index.look(reading, question, place, k)
        judged = await self._judge.judge(question, found, rarity, reading.encode) if found else []
        return Answer(is_answered(judged), is_near(judged), judged, in_order(found, judged))

    async def close(self) -> None:
        """Let go of the index."""
        await self.index.close()


def in_order(found: Sequence[Found], judged: Sequence[Judged]) -> list[Found]:
    """Return passages in the order in which they answer: those that were read closely, then the others."""
    first = [each.found for each in judged]
    return [*first, *(each for each in found if each not in first)]


def passage_of(found: Found, judged: Judged | None = None) -> Passage:
    """Return what was found as a passage that can be cited; its address shows the sentences that answer."""
    document = found.document
    start, end = found.start, found.end
    if judged is not None:
        start, end = found.start + judged.start, found.start + judged.end
    where = urlencode({"page": found.page, "start": start, "end": end, "version": document.version})
    return Passage(
        ref=f"knowledge:{document.id}",
        title=document.title,
        version=document.version,
        page=found.page if document.kind in _PAGED else None,
        section=section_under(document.title, found.section),
        text=found.text,
        start=found.start,
        end=found.end,
        path=f"/knowledge/d/{document.id}?{where}",
    )


def section_under(title: str, section: str) -> str:
    """Return the headings a passage stands under without the first, where that is the title of the document."""
    first, _, rest = section.partition(SECTION_BREAK)
    return rest if fold(first).strip() == fold(title).strip() else section


def answer_text(answer: Answer, passages: Sequence[Passage], locale: str) -> str:
    """Return an answer as Markdown: quotations with marks and sources, or the nearest, or that there is nothing."""
    if not answer.is_near:
        return say.say("nothing", locale)
    if not answer.is_answered:
        return f"{say.say('nearest', locale)}\n\n{_quotation(answer.judged[0], passages[0], locale)}"
    first = answer.judged[0].confidence
    quoted = [
        (judged, passage)
        for judged, passage in zip(answer.judged, passages, strict=False)
        if judged.confidence >= max(0.5 * first, 0.3) or judged is answer.judged[0]
    ]
    return "\n\n".join(_quotation(judged, passage, locale) for judged, passage in quoted[:MOST_QUOTED])


def _quotation(judged: Judged, passage: Passage, locale: str) -> str:
    text, start, end = judged.found.text, judged.start, min(judged.end, judged.start + LONGEST_QUOTE)
    cut = _flowing(text, start, end)
    before, behind = "… " if text[:start].strip() else "", " …" if text[end:].strip() else ""
    page = None if passage.page is None else say.say("page", locale, page=passage.page)
    source = ", ".join(filter(None, [plain(passage.title), page, plain(passage.section)]))
    return f"> {before}{plain(cut)}{behind} [{passage.mark}]\n>\n> — {source}"


def _flowing(text: str, start: int, end: int) -> str:
    """Return a part of a text as running words; each cell of a table's row stands behind the head of its column."""
    lines = text[start:end].split("\n")
    above = [_cells(line) for line in text[:start].split("\n") if line.startswith("|")]
    heads = next((head for head, rule in pairwise(above) if _is_rule(rule)), list[str]())
    rows = [_cells(line) if line.startswith("|") else None for line in lines]
    shown = [line if row is None else _row(row, heads) for line, row in zip(lines, rows, strict=True)]
    return " ".join(" ".join(shown).split())


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _is_rule(cells: Sequence[str]) -> bool:
    return all(cell and not cell.strip(":-") for cell in cells)


def _row(cells: Sequence[str], heads: Sequence[str]) -> str:
    if _is_rule(cells):
        return ""
    named = zip(heads, cells, strict=True) if len(heads) == len(cells) else (("", cell) for cell in cells)
    return " · ".join(f"{head}: {cell}" if head else cell for head, cell in named if cell)


def plain(text: str) -> str:
    """Return text that Markdown shows as it is: no link, picture, mark or markup of a stranger's."""
    shown = "".join(f"\\{letter}" if letter in "\\`*_[]<>#|~!" else letter for letter in text)
    return shown.replace("\n", " ")
