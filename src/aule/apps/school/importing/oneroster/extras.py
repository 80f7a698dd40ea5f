"""What rows of an archive say beyond the fields there are here: kept with what was made of them, row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import Any, cast

from aule.apps.school.entities import Kept
from aule.apps.school.importing.oneroster.package import Line
from aule.apps.school.importing.oneroster.vocabulary import number_of

ROWS = "oneroster_linhas"
"""Under which name an entity keeps what its rows said besides: `{sourcedId: {column: value}}`."""
SECRET = frozenset({"password"})
"""Columns that are neither kept nor shown."""
_CHANGED = "dateLastModified"
_STATES: Mapping[str, frozenset[str]] = {
    "status": frozenset({"active", "tobedeleted"}),
    "enabledUser": frozenset({"true", "false"}),
    "type": frozenset({"school"}),
    "role": frozenset({"student", "teacher"}),
    "missing": frozenset({"true", "false"}),
}
"""Columns whose usual values are states of what is kept; any other value is kept as it is."""
_UNDERSTOOD: Mapping[str, frozenset[str]] = {
    "classes": frozenset({"schoolSourcedId"}),
    "roles": frozenset({"userSourcedId"}),
    "lineItems": frozenset({"classSourcedId"}),
}
"""Columns that are links here, so that their values need not be kept."""


def with_rows(entity: Kept, before: Kept | None, lines: Sequence[Line]) -> dict[str, Any]:
    """Return the extras of an entity with what these rows say that it does not say itself."""
    extra: dict[str, Any] = dict(entity.extra)
    former = cast("dict[str, dict[str, str]]", (before.extra if before is not None else {}).get(ROWS) or {})
    rows = dict(former)
    seen = Counter[str]()
    for line in lines:
        name = line.id if line.table != "roles" else f"roles:{line.id}"
        seen[name] += 1
        name = name if seen[name] == 1 else f"{name}#{seen[name]}"
        said = unsaid(line, entity)
        known = former.get(name, {})
        is_same = {**said, _CHANGED: ""} == {**known, _CHANGED: ""}  # when it changed there is no change by itself
        rows[name] = known if name in former and is_same else said
    rows = {name: said for name, said in rows.items() if said}
    extra.pop(ROWS, None)
    return {**extra, ROWS: rows} if rows else extra


def is_state(column: str, value: str) -> bool:
    """Tell whether a value is a usual state of what is kept, such as `active`."""
    return value.lower() in _STATES.get(column, ())


def unsaid(line: Line, entity: Kept) -> dict[str, str]:
    """Return the cells of a row whose values are nowhere in the entity."""
    known = {"sourcedId"} | _UNDERSTOOD.get(line.table, frozenset()) | SECRET
    values = [value for name, value in entity if name not in ("extra", "id", "created_at", "updated_at")]
    texts = {str(value) for value in values if isinstance(value, str)}
    numbers = {float(value) for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)}
    words = {word for text in texts for word in text.split()}
    return {
        column: value
        for column, value in line.cells.items()
        if value
        and column not in known
        and not is_state(column, value)
        and value not in texts
        and not set(value.split()) <= words
        and number_of(value) not in numbers
    }


def rest_of(line: Line, used: Set[str]) -> list[str]:
    """Return the columns of a row that were not used and say more than a usual state."""
    return [name for name, value in line.cells.items() if name not in used and not is_state(name, value)]
