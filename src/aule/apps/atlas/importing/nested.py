"""Pillars with all that is in them, laid out as tables.

Rows that were given no id get one that only holds them together on their way in: it begins with `new:` and is exchanged
for a real one, or for that of the row they turn out to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aule.apps.atlas.batch.aliases import spelled
from aule.apps.atlas.importing.parcel import RowProblem, Said, not_taken
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.fields import FIELDS
from aule.apps.atlas.rows.kinds import (
    INITIATIVES,
    KEY_RESULTS,
    KINDS,
    OBJECTIVES,
    PILLARS,
    PROJECT_KRS,
    PROJECT_OBJECTIVES,
    PROJECTS,
    TASKS,
)
from aule.apps.atlas.rows.record import reference, title_of
from aule.apps.atlas.rows.references import rank
from aule.apps.atlas.rows.titles import key

NEW = "new:"
_TOP = ("pillars", "projects", "tables_exported")
"""Lists that are no tables by themselves."""
_INSIDE: Mapping[str, Mapping[str, str]] = {
    PILLARS: {"objectives": OBJECTIVES},
    OBJECTIVES: {"key_results": KEY_RESULTS},
    KEY_RESULTS: {"initiatives": INITIATIVES},
    PROJECTS: {"tasks": TASKS},
}
_LINKED: Mapping[str, tuple[str, str, str]] = {
    "linked_krs": (PROJECT_KRS, "kr_id", KEY_RESULTS),
    "linked_objectives": (PROJECT_OBJECTIVES, "objective_id", OBJECTIVES),
}
_SPELLED = {"name": "title", "title": "name"}
MOST_OPTIONS = 5


@dataclass(frozen=True, slots=True)
class _Named:
    """A row of the document that a project may be linked to."""

    id: str
    name: str
    title: str
    short: str = ""


@dataclass(slots=True)
class Unfolded:
    """The tables of a document, and what is wrong with rows of them."""

    tables: dict[str, list[dict[str, Any]]] = field(default_factory=dict[str, list[dict[str, Any]]])
    problems: list[RowProblem] = field(default_factory=list[RowProblem])
    exchanged: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """Words that were read as ours, and how often."""
    left: list[Said] = field(default_factory=list[Said])
    """What is not taken."""

    @property
    def notes(self) -> list[Said]:
        """All that should be known of it."""
        read = [
            Said("read_as", {"other": other, "ours": ours, "count": count})
            for (other, ours), count in self.exchanged.items()
        ]
        return [*read, *self.left]

    def add(self, table: str, row: dict[str, Any], problem: Said | None = None) -> None:
        """Lay a row onto its table."""
        rows = self.tables.setdefault(table, [])
        rows.append(row)
        if problem is not None:
            title = title_of(table, row) or None
            self.problems.append(RowProblem(table, len(rows) - 1, title, problem))


def unfold(document: Mapping[str, Any]) -> Unfolded:
    """Return the rows of nested pillars and projects."""
    out = Unfolded()
    for item in _items(document.get("pillars")):
        _lay(out, PILLARS, item, {})
    projects = [(_lay(out, PROJECTS, item, {}), item) for item in _items(document.get("projects"))]
    for table, rows in document.items():
        if table == "projects" and rows is not None and not exact.is_list(rows):
            out.left.append(not_taken(table, rows))
        if table in _TOP or not exact.is_list(rows):
            continue
        for row in rows:
            given = exact.is_object(row)
            out.add(table, dict(row) if given else {}, None if given else Said("not_object"))
    for id, item in projects:
        if exact.is_object(item):
            _link(out, id, item)
    return out


def _lay(out: Unfolded, table: str, item: Any, above: dict[str, Any]) -> str:
    """Lay one item and all below it; gives the id it has on its way in."""
    kind = KINDS[table]
    if not exact.is_object(item):
        out.add(table, {}, Said("not_object"))
        return ""
    inside = _INSIDE.get(table, {})
    taken_apart = {*inside, *(_LINKED if table == PROJECTS else ())}
    row = {name: value for name, value in item.items() if name not in taken_apart}
    title = kind.title or "title"
    if title not in row and (other := _SPELLED[title]) in row:
        row = {title if name == other else name: value for name, value in row.items()}
    row, exchanged = spelled(kind.noun, row, FIELDS[kind.noun])
    out.exchanged.update(exchanged)
    id = reference(row.get("id")) or f"{NEW}{table}/{len(out.tables.get(table, ()))}"
    problem = None if title_of(table, row) else Said("no_title", {"field": title})
    lists = {name: item.get(name) for name in inside}
    if wrong := next((name for name, value in lists.items() if value is not None and not exact.is_list(value)), None):
        problem = Said("not_list", {"field": wrong})
    out.add(table, {"id": id, **above, **{name: value for name, value in row.items() if name != "id"}}, problem)
    for name, below in inside.items():
        parent = KINDS[below].parent or ""
        for child in _items(lists[name]):
            _lay(out, below, child, {parent: id})
    return id


def _link(out: Unfolded, project: str, item: Mapping[str, Any]) -> None:
    for field_name, (table, column, target) in _LINKED.items():
        known = [_Named(row["id"], key(title_of(target, row)), title_of(target, row)) for row in _of(out, target)]
        given = item.get(field_name)
        if given is not None and not exact.is_list(given):
            out.left.append(not_taken(field_name, given))
        for wanted in _items(given):
            end, problem = _end(wanted, field_name, known)
            out.add(table, {"project_id": project, column: end}, problem)


def _end(wanted: Any, field_name: str, known: Sequence[_Named]) -> tuple[Any, Said | None]:
    """Return the row a link means: one of the document if any fits, else one that is looked for in the company."""
    if not isinstance(wanted, str) or not wanted.strip():
        return None, Said("unknown_link", {"field": field_name, "value": wanted})
    ranked = rank(wanted, known)
    if ranked is None:
        return wanted, None
    found = ranked[1]
    if len(found) == 1:
        return found[0].id, None
    options = " / ".join(each.title for each in found[:MOST_OPTIONS])
    return wanted, Said("unclear_link", {"field": field_name, "value": wanted, "options": options})


def _of(out: Unfolded, table: str) -> list[dict[str, Any]]:
    return [row for row in out.tables.get(table, ()) if "id" in row]


def _items(value: Any) -> Iterator[Any]:
    if exact.is_list(value):
        yield from value
