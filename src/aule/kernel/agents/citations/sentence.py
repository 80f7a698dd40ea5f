"""Sentences of an answer with the marks they cite, and their places in the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aule.kernel.agents.citations.lists import words_in

_MARKS = re.compile(r"\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\](?![(\[:])")
"""`[2]` or `[1, 3]`; a link or a reference of Markdown is none."""
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_LEAD = re.compile(r"^\s*(?:>\s?)*\s*(?:[-*•–+]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?")
"""What stands before the words of a line: of a quotation, of an item of a list."""
_HEADING = re.compile(r"^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|\|?[\s:|-]+\|?\s*$)")
_END = re.compile(r"[.!?…]+[\"”»'’)*_]*(?:\s*\[\d{1,4}(?:\s*[,;]\s*\d{1,4})*\](?![(\[:]))*[.;]?(?=\s+|$)")
"""Where a sentence ends: its marks may stand behind the full stop."""
_SOURCE = re.compile(r"^\s*>[\s>]*[—–]\s")
"""A line of a quotation that names where it stands; it states nothing itself."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST = 3
"""Words that make a statement; fewer are a label."""


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence of an answer: its place, its words without marks, the marks, and the paragraph it stands in."""

    start: int
    end: int
    words: str
    marks: tuple[int, ...]
    paragraph: int

    @property
    def is_statement(self) -> bool:
        """Whether it states something: a question, an announcement and a label do not."""
        bare = self.words.rstrip("\"”»'’*_ )")
        return not bare.endswith(("?", ":")) and len(_WORD.findall(bare)) >= _FEWEST


def marks_in(text: str) -> list[int]:
    """Return the marks of a text in the order in which they stand there, each once."""
    found = (int(each) for match in _MARKS.finditer(text) for each in re.split(r"\s*[,;]\s*", match[1]))
    return list(dict.fromkeys(found))


def cited_sentences(answer: str) -> list[CitedSentence]:
    """Return the sentences of an answer; code and headings are none, a row of a table is one."""
    found: list[CitedSentence] = []
    for paragraph, (start, line) in enumerate(_lines(answer)):
        begin = _LEAD.match(line)
        skipped = begin.end() if begin else 0
        is_row = line.lstrip().startswith("|")
        for first, last in [(skipped, len(line))] if is_row else _spans(line, skipped):
            text = line[first:last]
            words = _MARKS.sub("", text).replace("**", "").replace("__", "").replace("|", " ").strip()
            if words:
                found.append(CitedSentence(start + first, start + last, words, tuple(marks_in(text)), paragraph))
            elif found and marks_in(text) and found[-1].paragraph == paragraph:
                found[-1] = _with_marks(found[-1], start + last, marks_in(text))
    return found


def _with_marks(sentence: CitedSentence, end: int, marks: list[int]) -> CitedSentence:
    together = tuple(dict.fromkeys((*sentence.marks, *marks)))
    return CitedSentence(sentence.start, end, sentence.words, together, sentence.paragraph)


def _lines(answer: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of an answer that can hold sentences, with their places."""
    place, is_code = 0, False
    for line in answer.splitlines(keepends=True):
        text = line.rstrip()
        if _FENCE.match(text):
            is_code = not is_code
        elif text and not is_code and not _HEADING.match(text) and not _SOURCE.match(text):
            yield place, text
        place += len(line)


def _spans(line: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield where sentences of a line begin and end."""
    for match in _END.finditer(line, start):
        if match.end() < len(line) and not _may_end(line, match):
            continue
        yield start, match.end()
        start = match.end() + len(line[match.end() :]) - len(line[match.end() :].lstrip())
    if line[start:].strip():
        yield start, len(line)


def _may_end(line: str, match: re.Match[str]) -> bool:
    """Tell whether a full stop ends a sentence rather than shortening a word."""
    before = re.search(r"([^\W\d_]+)$", line[: match.start()])
    behind = line[match.end() :].lstrip()
    if match[0].startswith(".") and before and before[1].lower() in words_in("shortened") and "[" not in match[0]:
        return False
    return not (behind[:1].islower() and match[0] == ".")
