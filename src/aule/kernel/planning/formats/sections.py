"""Sections of a Markdown page: headings, the text below them, and lists under bold labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from aule.contracts.model import JsonObject
from aule.text.words import fold

GOALS = ("goal", "objective", "objetivo", "meta", "introduction", "overview", "introducao")
CRITERIA = (
    *("success criteria", "acceptance criteria", "done when", "validation checklist"),
    *("criterios de sucesso", "criterios de aceitacao"),
)
RISKS = ("risks", "riscos")
ASSUMPTIONS = ("assumptions", "taken for true", "prevention rules", "premissas", "suposicoes")
CONTEXTS = ("context", "contexto", "context used", "resources needed", "recursos")

LONGEST_ROW = 20_000
_HEADING = re.compile(r"^(#{1,6})\s+(.*\S)\s*$")
_FENCE = re.compile(r"^\s*(`{3,}|~{3,})(.*)$")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX~-]\]\s+)?|^\s*[⬜✅☐☑]\ufe0f?\s*")
_LABEL = re.compile(r"^\s*\*\*([^*\n]{1,60}?)\s*:?\*\*\s*:?\s*(.*)$")
_PATH = re.compile(r"`([^`\s]+[./][^`\s]+)`")
_SEVERITY = re.compile(r"^\*\*(low|medium|high|critical)\*\*:?\s*", re.IGNORECASE)


@dataclass
class MarkdownSection:
    """A heading and the lines below it, up to the next heading."""

    level: int
    title: str
    lines: list[str] = field(default_factory=list[str])

    @property
    def name(self) -> str:
        """Its heading, folded for comparison."""
        return fold(self.title).strip(" :.")

    @property
    def text(self) -> str:
        """The text below it."""
        return "\n".join(self.lines).strip()


def rows_of(text: str) -> list[str]:
    """Return the lines of a page without trailing space; overlong lines are cut."""
    return [line[:LONGEST_ROW].rstrip() for line in text.splitlines()]


def coded(text: str) -> list[tuple[str, bool]]:
    """Return the lines of a page, each with whether it is inside a code fence; the fences are."""
    found: list[tuple[str, bool]] = []
    opened = ""
    for line in rows_of(text):
        fence = _FENCE.match(line)
        found.append((line, bool(opened) or fence is not None))
        if fence is not None and not opened:
            opened = fence[1]
        elif fence is not None and fence[1].startswith(opened) and not fence[2]:
            opened = ""
    return found


def sections_of(text: str) -> list[MarkdownSection]:
    """Return the sections of a page in order; the first has no heading. Headings inside code do not count."""
    found = [MarkdownSection(0, "")]
    for line, is_code in coded(text):
        heading = None if is_code else _HEADING.match(line)
        if heading is None:
            found[-1].lines.append(line)
        else:
            found.append(MarkdownSection(len(heading[1]), heading[2]))
    return found


def labelled(lines: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Return lines grouped by their bold labels (`**Files**:`), in order; those before the first have none."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in lines:
        label = _LABEL.match(line)
        if label is None:
            found[-1][1].append(line)
        else:
            found.append((label[1].strip(), [label[2]] if label[2].strip() else []))
    return [(name, inside) for name, inside in found if name or any(map(str.strip, inside))]


def items_in(lines: Iterable[str]) -> list[str]:
    """Return the items of a list without bullets or boxes; plain lines count as well."""
    return [said for line in lines if (said := _BULLET.sub("", line).strip())]


def paths_in(lines: Iterable[str]) -> list[str]:
    """Return the files named in code marks."""
    return list(dict.fromkeys(path for line in lines for path in _PATH.findall(line)))


def named(sections: Sequence[MarkdownSection], names: Sequence[str]) -> list[MarkdownSection]:
    """Return the sections with one of some headings."""
    return [each for each in sections if each.name in names]


def about_of(sections: Sequence[MarkdownSection]) -> JsonObject:
    """Return goal, criteria, risks, assumptions and files from the sections beside the steps."""
    goals = [each.text for each in named(sections, GOALS) if each.text]
    goals += [
        text for each in sections[:2] for name, lines in labelled(each.lines) if fold(name) in GOALS for text in lines
    ]
    made: JsonObject = {
        "successCriteria": _items(named(sections, CRITERIA)),
        "risks": [_risk(each) for each in _items(named(sections, RISKS))],
        "context": {
            "filesAnalyzed": paths_in(line for each in named(sections, CONTEXTS) for line in each.lines),
            "assumptions": _items(named(sections, ASSUMPTIONS)),
        },
    }
    return made | ({"goal": "\n\n".join(goals)} if goals else {})


def _items(sections: Iterable[MarkdownSection]) -> list[str]:
    return [item for each in sections for item in items_in(each.lines) if item != "–"]


def _risk(said: str) -> JsonObject:
    """Return a risk as our own page writes it: its severity, description and mitigation."""
    severity = _SEVERITY.match(said)
    description, _, mitigation = (said if severity is None else said[severity.end() :]).partition(" → ")
    made: JsonObject = {"description": description, "mitigation": "" if mitigation == "–" else mitigation}
    return made if severity is None else {**made, "severity": severity[1].lower()}
