"""Source values: which values of an imported document the plan contains, and which are only kept.

The plan is searched for each value, so that no format reader has to be trusted. A sentence counts wherever the plan has
it; a word or a number only under the same name, in the same part of the plan.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any, cast

from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanOriginal, SourceFormat
from aule.contracts.plans.views import SourceReport, SourceValue
from aule.kernel.planning.document import synonyms
from aule.kernel.planning.document.keys import camel, to_file
from aule.kernel.planning.document.xml_tree import UnreadableXml, leaves_of

MOST_SHOWN = 500
"""Values of each kind that are listed."""
MOST_SEARCHED = 5_000
"""Values that are searched; the rest of a larger document counts as kept, which is true."""
LONGEST_SHOWN = 300
SENTENCE = 16
"""Characters from which on a text counts as a sentence, even without a space."""
_NOT_SAID = ("original", "feedback", "approvals", "contentHash", "run", "schemaVersion", "app")
_MARKUP = re.compile(r"^(?:[#>\s]|[-*+]\s|\d{1,9}[.)]\s|\[[ xX~-]\]\s?)+")
_PLACE = re.compile(r"\[\d+\]")
_ANY = "*"
_STANDING = frozenset({"status", "version", "updatedAt", "steps.status"})

Leaf = tuple[str, Any]
"""The place of a value, and the value."""


def report_of(original: PlanOriginal, plan: Plan) -> SourceReport:
    """Report what became of every value of the document a plan was imported from."""
    said, read, kept = _PlanValues(plan), list[SourceValue](), list[SourceValue]()
    read_count = kept_count = 0
    for number, (path, value) in enumerate(values_of(original)):
        field = said.place_of(path, value, original.format) if number < MOST_SEARCHED else None
        if field is None:
            kept_count += 1
            kept += [SourceValue(path=path, value=_shown(value))] if len(kept) < MOST_SHOWN else []
        else:
            read_count += 1
            read += [SourceValue(path=path, value=_shown(value), field=field)] if len(read) < MOST_SHOWN else []
    return SourceReport(format=original.format, read=read, kept=kept, read_count=read_count, kept_count=kept_count)


def said_in(document: JsonObject) -> JsonObject:
    """Return the content of a plan file, without what the system adds for readers."""
    return {name: each for name, each in document.items() if name not in _NOT_SAID}


def is_lost(document: JsonObject, written: JsonObject) -> bool:
    """Return whether the written file lacks a value that the document has in the same place."""
    there = {(path, str(value)) for path, value in leaves(written)}
    found = leaves(said_in(document))
    return any((path, str(value)) not in there for path, value in found if _PLACE.sub("", path) not in _STANDING)


def values_of(original: PlanOriginal) -> Iterator[Leaf]:
    """Yield every value of an original with its place: each leaf of JSON and XML, each line of other texts."""
    yield from leaves(original.document)
    for name, text in original.files.items():
        prefix = f"{name}:" if len(original.files) > 1 or original.document else ""
        if name.lower().endswith(".xml"):
            try:
                yield from ((f"{prefix}{path}", value) for path, value in leaves_of(text))
                continue
            except UnreadableXml:
                pass  # broken XML is read by lines, like any other text
        for number, line in enumerate(text.splitlines(), 1):
            if said := _MARKUP.sub("", line.replace("**", ""), count=1).strip("*`_ \t"):
                yield f"{prefix}{number}", said


def leaves(value: Any, path: str = "") -> Iterator[Leaf]:
    """Yield the non-empty values inside a JSON value, each with its place."""
    match value:
        case dict():
            for name, each in cast("JsonObject", value).items():
                yield from leaves(each, f"{path}.{name}" if path else name)
        case list():
            for number, each in enumerate(cast("list[Any]", value)):
                yield from leaves(each, f"{path}[{number}]")
        case None | "":
            return
        case _:
            yield path, value


class _PlanValues:
    """An index of all values of a plan."""

    def __init__(self, plan: Plan) -> None:
        document = to_file(plan)
        found = list(leaves(said_in(document)))
        self._words: dict[tuple[str, str, str], str] = {}
        self._starts: list[int] = []
        self._places: list[str] = []
        texts: list[str] = []
        size = 0
        for path, value in found:
            section, [name, *_] = _address(path)
            self._words.setdefault((section, name, _exact(value)), path)
            self._words.setdefault((_ANY, _ANY, _exact(value)), path)
            text = _plain(str(value))
            self._starts.append(size)
            self._places.append(path)
            texts.append(text)
            size += len(text) + 1
        self._whole = "\n".join(texts)

    def place_of(self, path: str, value: Any, format: SourceFormat) -> str | None:
        """Return the place in the plan that holds a value, or None."""
        text = _plain(str(value)) if isinstance(value, str) else ""
        if len(text) >= SENTENCE or " " in text:
            at = self._whole.find(text)
            return None if at < 0 else self._places[bisect_right(self._starts, at) - 1]
        if format not in _NAMED:
            return self._words.get((_ANY, _ANY, _exact(value)))
        section, names = _address(path)
        found = (self._words.get((section, name, _exact(value))) for name in names)
        return next((each for each in found if each is not None), None)


def _address(path: str) -> tuple[str, tuple[str, ...]]:
    """Return the part of a plan a place belongs to, and the names its value may have there."""
    for start, other in _MOVED.items():
        if path == start or path.startswith((f"{start}.", f"{start}[")):
            path = other + path[len(start) :]
            break
    path = _TAGGED.sub("steps[", path)
    first, last = (_PLACE.sub("", each) for each in (path.partition(".")[0], path.rpartition(".")[2]))
    section = _SECTIONS.get(first, first)
    return section, (_ONE.get(last, last), *_NAMES.get(section, {}).get(last, ()))


def _exact(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else _plain(str(value))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def _names(*tables: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return other programs' names, each with those our files have for it."""
    found: dict[str, tuple[str, ...]] = {}
    for name, other in ((name, other) for table in tables for name, others in table.items() for other in others):
        found[other] = (*found.get(other, ()), _ONE.get(camel(name), camel(name)))
    return found


_NAMED = frozenset[SourceFormat]({"plan", "workplan", "codeact", "taskmaster"})
"""Formats whose keys say what a value is; elsewhere a word counts wherever the plan has it."""
_ONE = {"files": "file"}
_TAGGED = re.compile(r"^(?:[^.]+\.)?tasks\[")
_MOVED = {
    "goal.title": "title",
    "goal.description": "goal",
    "goal.clarifications": "clarifications",
    "goal.userRequest": "origin.prompt",
    "context.objective": "goal",
    "context.problem": "goal",
    "contextUsed": "context.filesAnalyzed",
    "assumptions": "context.assumptions",
    "decisions": "context.assumptions",
}
"""Parts of other programs' plans that have another place in ours."""
_SECTIONS = {other: camel(name) for name, others in synonyms.PLAN_KEYS.items() for other in others}
_NAMES = {
    "steps": {
        **_names(synonyms.STEP_KEYS),
        **{"startLine": ("lineStart",), "endLine": ("lineEnd",), "expectedResult": ("expect",)},
    },
    "clarifications": _names(synonyms.CLARIFICATION_KEYS),
    "risks": _names(synonyms.RISK_KEYS),
    "context": {**_names(synonyms.CONTEXT_KEYS, synonyms.ASSUMPTION_KEYS), "path": ("filesAnalyzed",)},
}
