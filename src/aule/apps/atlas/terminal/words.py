"""How `aule atlas` tells what there is and what was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aule.sdk.terminal import Console, in_words, one_line, say, unescaped

if TYPE_CHECKING:
    from aule.sdk.terminal import Result


def show_results(console: Console, result: Result) -> None:
    """A batch, action by action."""
    for each in result["data"]["results"]:
        mark, style = ("✓", "green") if each["success"] else ("✗", "red")
        what = each.get("title") or each.get("message") or each.get("error") or ""
        console.say(f"{mark} {each['type']}  {each.get('id') or ''}  {what}", style)
    show_warnings(console, result)


def show_outcome(console: Console, result: Result) -> None:
    """What an import did, table by table, and how it was checked."""
    data: dict[str, Any] = result["data"]
    rows = [
        [name, *(str(counted.get(each, 0)) for each in ("insert", "update", "unchanged", "skipped", "delete"))]
        for name, counted in data["tables"].items()
    ]
    console.table(["TABLE", "NEW", "CHANGED", "SAME", "SKIPPED", "REMOVED"], rows, empty="The file has no rows.")
    show_skipped(console, data.get("skipped", []), sum(each.get("skipped", 0) for each in data["tables"].values()))
    verify: dict[str, Any] = data.get("verify") or {}
    if verify:
        console.say(f"Checked {verify.get('fields_checked', 0)} fields, {verify.get('matches', 0)} as in the file.")
    show_warnings(console, result)


def show_skipped(console: Console, lines: Sequence[str], count: int) -> None:
    """The rows an import leaves out, under a head that says so."""
    if not count:
        return
    console.say(say("skipped_rows", count=count), "yellow")
    for line in lines:
        console.say(f"  - {one_line(line)}", "yellow")
    if count > len(lines):
        console.say(f"  … {say('more_records', count=count - len(lines))}", "dim")


def show_item(console: Console, result: Result) -> None:
    """A company or an item of it."""
    text = result["data"].get("text")
    console.say(unescaped(text) if text else in_words(result))
    show_warnings(console, result)


def show_log(console: Console, found: dict[str, Any]) -> None:
    """Changes, each with the fields it changed."""
    if not found["entries"]:
        console.say("Nothing was changed yet.")
    for entry in found["entries"]:
        undone = "  (undone)" if entry.get("undone_by") else ""
        console.say(f"{entry['at'][:16].replace('T', ' ')}  {entry['change']}  {entry['title']}{undone}")
        for field in entry["fields"]:
            console.say(f"    {field['name']}: {field.get('before')!r} → {field.get('after')!r}", "dim")


def show_warnings(console: Console, result: Result) -> None:
    """What should be known although it went well."""
    for warning in result["warnings"]:
        console.say(f"Note ({warning['code']}): {warning['message']}", "yellow")
