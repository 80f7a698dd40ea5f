"""Opening a file or a document to import: an export, tables by themselves, or pillars with all that is in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from aule.apps.atlas.importing.nested import unfold
from aule.apps.atlas.importing.parcel import (
    MOST_TABLES,
    Form,
    Parcel,
    Said,
    Stack,
    not_taken,
    parcel_of,
    refuse_tables,
    refuse_too_many,
)
from aule.apps.atlas.importing.refusals import Refusal
from aule.apps.atlas.importing.stream import JsonFile, Raw
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import EXPORTED, KINDS
from aule.sdk import errors

OURS = "aule"
"""The key of an export under which stands what this program adds."""
_NESTED = "pillars"
_LISTED = ("tables_exported",)
"""Lists beside the data that are no tables."""
_LARGEST_NESTED = 50 * 1024 * 1024
_KNOWN = frozenset({*EXPORTED, *KINDS})


def open_file(file: BinaryIO, size: int) -> Parcel:
    """Look through a JSON file once, and say what is in it."""
    walk = _Walk(file)
    walk.through()
    if walk.is_nested:
        if size > _LARGEST_NESTED:
            raise errors.TooLarge(
                f"A file of nested pillars may have {_LARGEST_NESTED // 2**20} MB at most.",
                hint="Larger companies are imported from an export, table by table.",
            )
        return open_document(JsonFile(file).value())
    stacks = walk.inner if walk.has_data else walk.outer
    if walk.has_data:
        walk.notes += [Said("not_taken", {"field": table, "value": "[…]"}) for table in walk.outer]
    if not _KNOWN.intersection(stacks):
        raise _unknown([*walk.heading, *stacks])
    form: Form = "envelope" if walk.has_data else "flat"
    return Parcel(form, stacks, lambda table: _rows(file, stacks[table]), walk.heading, walk.ours, walk.notes)


def open_document(document: Any) -> Parcel:
    """Return a document that is in memory, as `exact` reads it."""
    if not exact.is_object(document):
        raise _unknown([])
    inner = document.get("data")
    data = inner if exact.is_object(inner) else document
    beside = {key: value for key, value in document.items() if key not in ("data", OURS)} if data is inner else data
    heading = {key: value for key, value in beside.items() if key in _LISTED or not exact.is_list(value)}
    heading = {key: value for key, value in heading.items() if key not in (OURS, *_KNOWN)}
    notes = [not_taken(key, value) for key, value in beside.items() if data is inner and key not in heading]
    ours = document.get(OURS)
    ours = ours if exact.is_object(ours) else None
    if exact.is_list(data.get(_NESTED)):
        laid = unfold(data)
        if data is inner:
            names = _names(data)
            loose = {key: value for key, value in data.items() if not exact.is_list(value) and value is not None}
            notes += [not_taken(key, value) for key, value in loose.items() if value not in names.values()]
        return parcel_of(laid.tables, "nested", {**heading, **_names(data)}, ours, laid.problems, [*notes, *laid.notes])
    tables = {key: value for key, value in data.items() if exact.is_list(value) and key not in _LISTED}
    if data is inner:
        notes += [not_taken(key, value) for key, value in data.items() if key not in tables and value is not None]
    if not _KNOWN.intersection(tables):
        raise _unknown(list(data))
    for table in _KNOWN.intersection(data):
        if data[table] is not None and table not in tables:
            raise _not_a_list(table)
    return parcel_of(tables, "envelope" if data is inner else "flat", heading, ours, notes=notes)


@dataclass(slots=True)
class _Walk:
    """One walk through a file: its tables, and what stands beside them."""

    file: BinaryIO
    heading: dict[str, Any] = field(default_factory=dict[str, Any])
    ours: Mapping[str, Any] | None = None
    outer: dict[str, Stack] = field(default_factory=dict[str, Stack])
    inner: dict[str, Stack] = field(default_factory=dict[str, Stack])
    has_data: bool = False
    is_nested: bool = False
    count: int = 0
    notes: list[Said] = field(default_factory=list[Said])

    def through(self) -> None:
        """Walk from the first byte to the last."""
        document = JsonFile(self.file)
        if document.peek() != "{":
            raise _unknown([])
        for key in document.fields():
            opening = document.peek()
            if key == "data" and opening == "{" and not self.has_data:
                self.has_data = True
                for table in document.fields():
                    self._take(document, table, self.inner)
            elif opening == "[" and key not in _LISTED:
                self._take(document, key, self.outer)
            elif key in _KNOWN and opening != "n":
                raise _not_a_list(key)
            else:
                self._head(key, document.value())
        document.finish()

    def _head(self, key: str, value: Any) -> None:
        if key == OURS and exact.is_object(value):
            self.ours = value
        else:
            self.heading[key] = value

    def _take(self, document: JsonFile, table: str, stacks: dict[str, Stack]) -> None:
        if document.peek() != "[":
            if table in _KNOWN and document.peek() != "n":
                raise _not_a_list(table)
            if (value := document.value()) is not None:
                self.notes.append(not_taken(table, value))
            return
        if table in stacks:
            raise Refusal("twice", table=table)
        refuse_tables([table, *stacks] if len(stacks) >= MOST_TABLES else [table])
        self.is_nested = self.is_nested or table == _NESTED
        stack = Stack(table, document.place)
        for raw in document.rows():
            stack.note(raw)
            self.count += 1
            refuse_too_many(self.count)
        stacks[table] = stack


def _rows(file: BinaryIO, stack: Stack) -> Iterator[Raw]:
    return JsonFile(file, stack.start).rows()


def _names(data: Mapping[str, Any]) -> dict[str, Any]:
    company = data.get("company")
    given = data.get("company_name") or (company.get("name") if exact.is_object(company) else company)
    return {"company_name": given} if isinstance(given, str) else {}


def _unknown(keys: list[str]) -> Refusal:
    return Refusal("no_company", seen=", ".join(repr(key) for key in keys[:8]) or "[]")


def _not_a_list(table: str) -> Refusal:
    return Refusal("not_a_list", table=table)
