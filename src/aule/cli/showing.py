"""What waits and what changed, shown whole: approvals, diffs, and how to have something back."""

from __future__ import annotations

from typing import Any

from aule.cli.console import Console
from aule.cli.printable import one_line
from aule.cli.records import show_records
from aule.cli.session_words import say, term
from aule.contracts.approval import Approval, Cascade, Choices, Command, FileDiff, Patch, Preview, Records, Table, Text
from aule.contracts.change import Removed


def show_approval(console: Console, approval: Approval, *, folded: int | None = None) -> None:
    """What is asked: title, risk, text, and exactly what would happen; diffs whole, or their first lines."""
    risk = say("risk", kind=term(approval.kind), risk=term(approval.risk))
    console.say(f"{one_line(approval.title)}  {risk}", "bold")
    if approval.environment:
        where = say("in_environment", where=one_line(approval.environment))
        console.say(where, "alarm" if approval.is_protected else "dim")
    if approval.body:
        console.say(approval.body)
    if approval.preview is not None:
        show_preview(console, approval.preview, folded)
    elif approval.call is not None:
        console.say(f"{approval.call.capability} {brief(approval.call.params)}")


def show_file(console: Console, diff: FileDiff, *, folded: int | None = None) -> None:
    """What would become of one file: where, how much, and the lines."""
    new = f"  {say('new_file')}" if diff.is_new else ""
    console.say(f"{one_line(diff.path)}  +{diff.added} −{diff.removed}{new}", "dim")
    show_diff(console, diff.diff, folded=folded)


def show_diff(console: Console, diff: str, *, indent: str = "", folded: int | None = None) -> None:
    """A unified diff; the signs in front say what the colours do."""
    lines = diff.removesuffix("\n").split("\n") if diff else []  # nothing else ends a line of a diff
    for line in lines[:folded]:
        console.say(indent + line, {"+": "green", "-": "red", "@": "cyan"}.get(line[:1]))
    if folded is not None and len(lines) > folded:
        console.say(f"{indent}… {say('more_lines', count=len(lines) - folded)}", "dim")


def say_removed(console: Console, what: str, removed: Removed) -> None:
    """That something is gone, and how to have it back."""
    console.say(what)
    console.say(f"`aule undo {removed.change}` brings it back.", "dim")


def brief(params: dict[str, Any]) -> str:
    """Parameters on one line, long values cut; the whole stands in the event log."""
    parts: list[str] = []
    for name, value in params.items():
        text = value if isinstance(value, str) else repr(value)
        text = " ".join(text.split())
        parts.append(f"{name}={text[:57] + '…' if len(text) > 58 else text}")
    return " ".join(parts)


def show_preview(console: Console, preview: Preview, folded: int | None = None) -> None:
    """What would happen, as far as a terminal can show it."""
    match preview:
        case FileDiff() as diff:
            show_file(console, diff, folded=folded)
        case Patch() as patch:
            _show_patch(console, patch, folded)
        case Command() as command:
            _show_command(console, command)
        case Table() as table:
            console.table(table.columns, [[str(cell) for cell in row] for row in table.rows], empty="No rows.")
        case Text() as words:
            console.say(words.text)
        case Choices() as choices:
            console.say(choices.question)
        case Records() as records:
            show_records(console, records)
        case Cascade() as cascade:
            console.say("\n".join(f"  {count} × {kind}" for kind, count in cascade.counts.items()))


def _show_patch(console: Console, patch: Patch, folded: int | None) -> None:
    for diff in patch.files:
        show_file(console, diff, folded=folded)
    console.say(say("all_or_none", count=len(patch.files), added=patch.added, removed=patch.removed), "dim")


def _show_command(console: Console, command: Command) -> None:
    console.say(f"$ {command.command}", "cyan")
    console.say(
        say("command_in", folder=one_line(command.folder), level=command.level, most=f"{command.timeout_s:g}"), "dim"
    )
    for hint in command.hints:
        console.say(f"! {hint}", "yellow")
