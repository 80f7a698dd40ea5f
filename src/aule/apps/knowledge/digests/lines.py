"""Lines: the sentences of a document with their places, and what can be told of each by rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aule.apps.knowledge.index.queries import StoredChunk
from aule.apps.knowledge.index.sentences import sentences_of
from aule.apps.knowledge.index.terms import stems
from aule.apps.knowledge.records import SECTION_BREAK
from aule.text.words import fold

SHORTEST, LONGEST = 25, 600
"""Characters of a sentence that can stand by itself."""
_FEWEST_WORDS = 4
_LEAD = re.compile(r"^\s*(?:[-*•–+]|\d{1,3}[.)]|[a-z]\)|#{1,6})\s+")
_TERM = r"[^\W\d_][\w '’/-]{1,60}?"
_ARTICLE = r"(?:o|a|os|as|um|uma|uns|umas|the|an?|any|todo|toda|todos|todas|qualquer|cada)"
_MEANS = re.compile(
    rf"^(?:(?:o|a|os|as|um|uma|the|an?)\s+)?(?P<term>{_TERM})\s+"
    rf"(?:(?:é|são|is|are)\s+{_ARTICLE}\s|(?:significa|significam|consiste|designa|denomina|means?|refers?\s+to)\s)",
    re.IGNORECASE,
)
_UNDERSTOOD = re.compile(
    rf"^(?:entende-se por|considera-se|define-se(?: como)?|denomina-se|by)\s+(?P<term>{_TERM})"
    r"(?=\s*[,:]|\s+(?:o|a|os|as|todo|toda|qualquer|we mean)\s)",
    re.IGNORECASE,
)
_POINTING_WORDS = """
isso isto aquilo este esta esse essa estes estas esses essas ele ela eles elas quem qual que aqui tudo nada
it this that these those there he she they we you which what who here
"""
_POINTING = frozenset(_POINTING_WORDS.split())
"""Words that point to something else and so are no term."""
_LONGEST_TERM = 6
"""Words of a term that is defined."""
_LABEL = re.compile(r"^\W*(?P<label>[^\W\d_][^:|\n]{1,40}?)\W*:\W*\s(?P<value>\S.*)$", re.DOTALL)
_ROW = re.compile(r"^\|(?P<cells>.+)\|$")
_ASKING = re.compile(
    r"^(?:como|qual|quais|quando|onde|quem|quanto|quantos|quantas|por que|porque|o que|posso|preciso|devo|how|what|when"
    r"|where|who|which|why|can|do|does|is|are|should|may)\b"
)
_DUTY = re.compile(
    r"\b(?:deve|devem|devera|deverao|e proibid[oa]|e vedad[oa]|obrigatori[oa]s?|obrigacao|multa|multas|prazo|ate o dia"
    r"|vencimento|must|shall|required|prohibited|forbidden|penalty|penalties|fee|fees|deadline|due|no later than)\b"
)
_FIGURE = re.compile(r"\d")
_MONTHS = """
janeiro jan january fevereiro fev february feb marco mar march abril abr april apr maio mai may junho jun june
julho jul july agosto ago august aug setembro set september sep outubro out october oct novembro nov november
dezembro dez december dec
"""
_STARTS = ("jan", "fe", "mar", "ab|ap", "mai|may", "jun", "jul", "ag|au", "se", "ou|oc", "no", "de")
MONTHS = {
    name: number for name in _MONTHS.split() for number, start in enumerate(_STARTS, start=1) if re.match(start, name)
}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAYS = (
    re.compile(r"(?<![\w-])(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?![\w-])"),
    re.compile(r"(?<![\w/])(?P<day>\d{1,2})[/.](?P<month>\d{1,2})[/.](?P<year>\d{4})(?![\w/])"),
    re.compile(
        rf"\b(?P<day>\d{{1,2}})(?:o|º|st|nd|rd|th)?(?: de| of)? (?P<name>{_MONTH})\b\.?,?(?: de| of)? (?P<year>\d{{4}})"
    ),
    re.compile(rf"\b(?P<name>{_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})"),
    re.compile(rf"\b(?P<name>{_MONTH})\.?(?: de| of)? (?P<year>\d{{4}})\b"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, an item of a list or a row of a table, exactly as it stands in the document."""

    start: int
    end: int
    text: str
    page: int
    section: str
    header: str = ""
    """The names of the columns, where it is a row."""

    @property
    def heading(self) -> str:
        """The innermost heading it stands under."""
        return self.section.rpartition(SECTION_BREAK)[2].strip()

    @property
    def said(self) -> str:
        """Its words, without the sign of a list and on one line."""
        return " ".join(_LEAD.sub("", self.text).split())

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return self.text.startswith("|")

    @property
    def is_statement(self) -> bool:
        """Whether it can stand by itself in a digest."""
        said = self.said
        is_whole = SHORTEST <= len(said) <= LONGEST and len(said.split()) >= _FEWEST_WORDS
        return is_whole and not self.is_row and not said.endswith(("?", ":")) and not self.text.lstrip().startswith("#")

    @property
    def is_duty(self) -> bool:
        """Whether it says what has to be done, by when, or what follows if it is not."""
        return self.is_statement and _DUTY.search(fold(self.said)) is not None

    @property
    def has_figure(self) -> bool:
        """Whether it holds a number."""
        return _FIGURE.search(self.said) is not None


def lines_of(text: str, chunks: Sequence[StoredChunk]) -> list[Line]:
    """Return the lines of a document in order, each once: chunks overlap by a sentence."""
    found: dict[int, Line] = {}
    for chunk in chunks:
        for each in sentences_of(text[chunk.start : chunk.end]):
            start = chunk.start + each.start
            line = Line(start, chunk.start + each.end, each.text, chunk.page, chunk.section, each.context)
            if start not in found or len(each.text) > len(found[start].text):
                found[start] = line
    return [found[start] for start in sorted(found)]


def term_in(line: Line) -> str:
    """Return the term that a line defines; nothing where it defines none."""
    said = line.said
    if not line.is_statement:
        return ""
    match = _UNDERSTOOD.match(said) or _MEANS.match(said)
    if match is None:
        return ""
    term = match["term"].strip(" ,:;-")
    words = fold(term).split()
    if not words or len(words) > _LONGEST_TERM or words[0] in _POINTING or words[-1] in _POINTING:
        return ""
    return term


def label_in(line: Line) -> tuple[str, str]:
    """Return the label of a line and its value: `Prazo: 30 dias`, `| Prazo | 30 dias |`; nothing where it has none."""
    if (row := _ROW.match(line.text.strip())) is not None:
        cells = [cell.strip() for cell in row["cells"].split("|")]
        filled = [cell for cell in cells if cell]
        return (filled[0], filled[1]) if len(filled) == 2 and len(cells) == 2 and line.header else ("", "")
    match = _LABEL.match(line.said)
    if match is None or len(match["label"].split()) > _LONGEST_TERM:
        return "", ""
    return match["label"].strip(" *_"), match["value"].strip()


def question_in(words: str) -> str:
    """Return a heading or line as a question, where it is one."""
    said = " ".join(words.split()).strip("*_# ")
    return said if said.endswith("?") or (_ASKING.match(fold(said)) and len(said.split()) > 2) else ""


def days_in(text: str) -> Iterator[str]:
    """Yield the days of a text that are written with their year, as `2026-03-15`, or `2026-03` without a day."""
    plain = fold(text)
    for pattern in _DAYS:
        for match in pattern.finditer(plain):
            given = match.groupdict()
            month = MONTHS[given["name"]] if given.get("name") else int(given["month"])
            day = int(given["day"]) if given.get("day") else 0
            if month > 12 >= day > 0:
                month, day = day, month
            if 1 <= month <= 12 and day <= 31:
                yield f"{given['year']}-{month:02}" + (f"-{day:02}" if day else "")
        plain = pattern.sub(lambda match: " " * len(match[0]), plain)


def fits(name: str, column: str) -> bool:
    """Tell whether a heading or label is what a column asks for: all its words, in any form."""
    wanted, there = set(stems(column)), set(stems(name))
    return bool(wanted) and wanted <= there
