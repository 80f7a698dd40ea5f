"""Checklists in Markdown: reads `tasks.md` of spec-kit and Kiro, or any list of checkboxes, as a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.kernel.planning.formats.sections import about_of, coded, sections_of

_BOX = re.compile(r"^(\s*)(?:[-*+]|\d+[.)])\s+\[([ xX~-])\]\*?\s+(.*\S)\s*$")
_HEADING = re.compile(r"^#{1,2}\s+(.*\S)\s*$")
_NUMBER = re.compile(r"^(?:\*\*)?(T\d{1,6}|\d{1,4}(?:\.\d{1,4})*)[.:)]?\s+(?:\[P\]\s*)?(?:\[US\d+\]\s*)?")
_AFTER = re.compile(r"\((?:depends on|after|depende de)\s+([^)]*)\)", re.IGNORECASE)
_PATH = re.compile(r"`([^`\s]+\.[A-Za-z0-9]{1,8})`|\b((?:[\w.-]+/)+[\w.-]+\.[A-Za-z0-9]{1,8})\b")
_FIELD = re.compile(
    r"^\s+[-*+]\s+(?:_?)(file|check|after|files|test|validation|why|rationale)s?:\s*(.*\S)\s*$", re.IGNORECASE
)
_DETAIL = re.compile(r"^\s+[-*+]?\s*(.*\S)\s*$")
_PREFIX = re.compile(r"^(?:tasks?|implementation plan|feature specification|tarefas)\s*:?\s*", re.IGNORECASE)


@dataclass
class _Item:
    """One checkbox, while it is read."""

    id: str
    title: str
    is_done: bool
    depth: int
    details: list[str] = field(default_factory=list[str])
    files: list[str] = field(default_factory=list[str])
    rationale: str = ""
    after: list[str] = field(default_factory=list[str])
    file: str | None = None
    validation: str = ""


def document_of(files: Mapping[str, str]) -> JsonObject:
    """Return the plan a checklist describes; pages beside it give its goal."""
    lists = {path: text for path, text in files.items() if _items(text)}
    if not lists:
        raise Invalid(
            f"There is no list of tasks in {', '.join(sorted(files))[:200]!r}.",
            code="invalid_file",
            field="files",
            hint="Give a plan file, a tasks.json, or Markdown with lines such as `- [ ] Do this`.",
        )
    path = next((each for each in lists if each.lower().endswith("tasks.md")), next(iter(lists)))
    items = _items(lists[path])
    title = _heading(lists[path]) or next((found for text in files.values() if (found := _heading(text))), "")
    steps = [_step(item, items, place) for place, item in enumerate(items)]
    goal = _introduction(files, path) or _opening(lists[path]) or title
    document: JsonObject = {"title": title or "Imported checklist", "goal": goal, "steps": steps}
    return about_of([each for text in files.values() for each in sections_of(text)]) | document


def _items(text: str) -> list[_Item]:
    items: list[_Item] = []
    for row, is_code in coded(text):
        if is_code:
            if items:
                items[-1].details.append(row)
        elif found := _BOX.match(row):
            items.append(_item(found[1], found[2], found[3], len(items)))
        elif items and row.strip() and row[0].isspace():
            _add(items[-1], row)
    return items


def _item(indent: str, mark: str, said: str, place: int) -> _Item:
    number = _NUMBER.match(said)
    id = str(place + 1) if number is None else number[1].replace(".", "-")
    said = said if number is None else said[number.end() :]
    after = _AFTER.search(said)
    if after is not None:
        said = said[: after.start()].rstrip()
    item = _Item(id, said.strip("* ") or id, mark in "xX", len(indent.expandtabs(4)))
    item.after = [] if after is None else re.findall(r"[A-Za-z0-9][\w.-]*", after[1])
    path = _PATH.search(said)
    item.file = None if path is None else path[1] or path[2]
    return item


def _add(item: _Item, row: str) -> None:
    """Add a line below a checkbox: one of its fields, or more of its text."""
    if found := _FIELD.match(row):
        name, said = found[1].lower(), found[2]
        if name.startswith("file"):
            item.files += [file for each in said.split(",") if (file := each.strip(" `"))]
            item.file = item.file or next(iter(item.files), None)
        elif name in ("why", "rationale"):
            item.rationale = said
        elif name == "after":
            item.after += re.findall(r"[A-Za-z0-9][\w.-]*", said)
        else:
            item.validation = "; ".join(each for each in (item.validation, said) if each)
    elif (found := _DETAIL.match(row)) and not found[1].startswith("_Requirements"):
        item.details.append(found[1])


def _step(item: _Item, items: list[_Item], place: int) -> JsonObject:
    """Return a checkbox as a step; a nested one depends on the one above it."""
    above = next((each.id for each in reversed(items[:place]) if each.depth < item.depth), None)
    after = [each.replace(".", "-") for each in item.after]
    return {
        "id": item.id,
        "title": item.title,
        "description": "\n".join(item.details),
        "file": item.file,
        "files": [each for each in dict.fromkeys(item.files) if each != item.file],
        "dependencies": list(dict.fromkeys([*after, *([above] if above else [])])),
        "validation": item.validation,
        "rationale": item.rationale,
        "status": "done" if item.is_done else "pending",
    }


def _heading(text: str) -> str:
    found = next((match for row, is_code in coded(text) if not is_code and (match := _HEADING.match(row))), None)
    return "" if found is None else _PREFIX.sub("", found[1]).strip()


def _opening(text: str) -> str:
    """Return the text between the title of a page and its first list or heading."""
    first = next((each for each in sections_of(text) if each.level == 1), None)
    said = "" if first is None else first.text.partition("\n\n")[0]
    return "" if not said or said[0] in "-*+|`<>" or _BOX.match(said.splitlines()[0]) else said[:2_000]


def _introduction(files: Mapping[str, str], path: str) -> str:
    """Return the first paragraph of the pages beside the list."""
    for name, text in files.items():
        if name != path:
            plain = [part.strip() for part in text.split("\n\n") if part.strip() and part.strip()[0] not in "#-*`<|"]
            if plain:
                return plain[0][:2_000]
    return ""
