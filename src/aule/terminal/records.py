"""Records of an app that would change, on a terminal: in a sentence, then one by one; what goes comes first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aule.terminal.console import Console
from aule.terminal.printable import one_line
from aule.terminal.words import say

if TYPE_CHECKING:
    from typing import Literal

    from aule.terminal.answers import Cascade, FieldChange, RecordChange, Records, TableCount

    CountName = Literal["create", "update", "unchanged", "skipped", "delete"]

MOST = 40
"""Records that are shown one by one."""
LONGEST = 2_000
"""Characters of a value that are shown; what is left out is counted, and stands in what `--json` prints."""
_SIGNS = {"delete": ("−", "red"), "unlink": ("−", "red"), "create": ("+", "green"), "link": ("+", "green")}
_ORDER = {"delete": 0, "unlink": 1}
_COUNTS: Sequence[CountName] = ("create", "update", "unchanged", "skipped", "delete")


def show_records(console: Console, records: Records) -> None:
    """What would become of records, with what should be known about it."""
    console.say(one_line(records["summary"]), "bold")
    for warning in records["warnings"]:
        console.say(f"! {one_line(warning)}", "yellow")
    shown = sorted(records["records"], key=lambda each: _ORDER.get(each["op"], 2))[:MOST]
    for record in shown:
        show_record(console, record)
    if records["total"] > len(shown) and shown:
        console.say(f"… {say('more_records', count=records['total'] - len(shown))}", "dim")
    if records["tables"]:
        _show_counts(console, records["tables"])
    if records["confirm"]:
        console.say(say("must_be_typed", words=one_line(records["confirm"])), "alarm")


def show_record(console: Console, record: RecordChange) -> None:
    """One record, with its fields and all that goes with it."""
    sign, style = _SIGNS.get(record["op"], ("~", None))
    name = " ".join(part for part in (record["kind"].replace("_", " "), record["id"] or "") if part)
    where = f"  ({' › '.join(map(one_line, record['path']))})" if record["path"] else ""
    console.say(f"{sign} {one_line(name)}: {one_line(record['title'])}{where}", style)
    for field in record["fields"]:
        console.say(f"    {_field(field, is_new=record['op'] in ('create', 'link'))}")
    if record["cascade"] is not None:
        _show_cascade(console, record["cascade"])
    for warning in record["warnings"]:
        console.say(f"    ! {one_line(warning)}", "yellow")


def _field(field: FieldChange, *, is_new: bool) -> str:
    note = f"  ({one_line(field['note'])})" if field["note"] else ""
    before = "" if is_new and field["before"] is None else f"{_value(field['before'])} → "
    return f"{one_line(field['name'])}: {before}{_value(field['after'])}{note}"


def _show_cascade(console: Console, cascade: Cascade) -> None:
    counts = ", ".join(f"{count} × {one_line(kind)}" for kind, count in cascade["counts"].items() if count)
    if counts:
        console.say(f"    {say('goes_too', what=counts)}", "red")
    for example in cascade["examples"]:
        console.say(f"      − {one_line(example)}", "dim")


def _show_counts(console: Console, tables: list[TableCount]) -> None:
    used: list[CountName] = [name for name in _COUNTS if any(table[name] for table in tables)] or ["unchanged"]
    rows = [[table["name"], *(str(table[name]) for name in used)] for table in tables]
    console.table([say("table"), *(say(f"count_{name}") for name in used)], rows, empty="")


def _value(value: Any) -> str:
    """A value on one line; nothing is a dash."""
    if value is None:
        return "–"
    text = one_line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}{say('cut_value', count=len(text) - LONGEST)}"
