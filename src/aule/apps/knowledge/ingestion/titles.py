"""Titles: what a document is called, by itself where it says so sensibly, else by its file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aule.apps.knowledge.records import Kind, OutlineEntry
from aule.text.words import fold

LONGEST = 120
"""Characters; a longer heading is a sentence and no title."""
SHORTEST = 3
NEAR = 400
"""Characters of the first page within which a heading may be the title."""
_HEADED: frozenset[Kind] = frozenset({"pdf", "docx", "pptx", "html", "markdown"})
"""Kinds whose first heading names the whole; a sheet's names the sheet, a chapter's the chapter."""
_PROGRAM = re.compile(
    r"^(microsoft word|microsoft powerpoint|powerpoint presentation|untitled|sem titulo|document\d*)\b"
)
_FILE = re.compile(r"\.(docx?|pptx?|xlsx?|pdf|odt|html?|md|txt|indd|tex)$")
_PART = re.compile(
    r"^([\divxlc]+[.)\s]|cap[ií]tulo\b|chapter\b|se[cç][aã]o\b|section\b|sum[aá]rio$|[ií]ndice$|contents$"
    r"|table of contents$|resumo$|abstract$|introdu[cç][aã]o$|introduction$|p[aá]gina\b|page\b)"
)


def title_of(told: str, outline: Sequence[OutlineEntry], kind: Kind) -> str:
    """Return what a document calls itself: its own title, or its first top heading; "" where neither is sensible."""
    headings = [told]
    if outline and kind in _HEADED:
        first = outline[0]
        is_top = first.level == min(entry.level for entry in outline)
        if is_top and first.page == 1 and first.start < NEAR and not _PART.match(fold(first.title).strip()):
            headings.append(first.title)
    return next((title for each in headings if (title := " ".join(each.split())) and _is_sensible(title)), "")


def _is_sensible(title: str) -> bool:
    """Tell whether a title is short and in words, and neither the name of a file nor that of a program."""
    plain = fold(title)
    if not SHORTEST <= len(title) <= LONGEST or sum(letter.isalpha() for letter in title) < SHORTEST:
        return False
    return not _PROGRAM.match(plain) and not _FILE.search(plain)
