"""What waits and what changed, shown whole: approvals, diffs, and how to have something back.

Whatever agents, files and the web wrote is marked before it is shown, so that nothing of it hides or passes for ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aule.contracts.kinds import ApprovalKind
from aule.terminal.console import Console
from aule.terminal.printable import legible, one_line
from aule.terminal.records import show_records
from aule.terminal.words import say, term
from aule.text.foreign_text import MOST_BLANKS, Place, blank_runs, sign

if TYPE_CHECKING:
    from aule.terminal.answers import (
        Approval,
        Autorun,
        Cascade,
        Choices,
        Command,
        FileDiff,
        Notice,
        Patch,
        Records,
        Removed,
        Table,
        Text,
    )

    Preview = FileDiff | Patch | Command | Table | Text | Choices | Cascade | Records

LONG = 40
"""Lines above which the length of a text is told before it."""
WIDE_CELL = 60
"""Characters of a cell above which the cells of a table stand below each other."""
_SIGNS = {"+": "green", "-": "red", "@": "cyan"}


def show_approval(console: Console, approval: Approval, *, folded: int | None = None) -> int:
    """What is asked: title, risk, what to look at twice, and exactly what would happen. Returns how many lines were
    left out because diffs were to be folded."""
    risk = say("risk", kind=term(approval["kind"]), risk=term(approval["risk"]))
    console.say(f"{one_line(approval['title'])}  {risk}", "bold")
    if approval["environment"]:
        where = say("in_environment", where=one_line(approval["environment"]))
        console.say(where, "alarm" if approval["is_protected"] else "dim")
    _show_warnings(console, approval)
    before = console.lines
    left = _show_content(console, approval, folded)
    if console.lines - before > LONG:  # what stood above it is out of sight by now
        _show_warnings(console, approval)
    return left


def named_options(approval: Approval) -> str:
    """The answers there are, each by its name and by what a script writes for it."""
    return ", ".join(f"{one_line(option['label'])} ({option['id']})" for option in approval["options"])


def how_in_words(approval: Approval) -> str:
    """How a question is answered in one's own words; nothing where it cannot be."""
    free = next((option["id"] for option in approval["options"] if option["input"]), None)
    if free is None or approval["kind"] != ApprovalKind.QUESTION:
        return ""
    return say("in_own_words", id=approval["id"], option=free)


def show_autoruns(console: Console, autoruns: Sequence[Autorun]) -> None:
    """What tools of this machine would run by themselves, under a heading of its own; all of it."""
    if autoruns:
        console.say(say("runs_by_itself"), "red")
    for each in autoruns:
        when = say(f"when_{each['when']}", tool=each["tool"])
        console.say(f"! {legible(each['path'], Place.NAME)}: {when}", "red")


def show_notices(console: Console, notices: Sequence[Notice]) -> None:
    """What deserves a second look, before anything else."""
    if notices:
        console.say(say("look_twice"), "yellow")
    for notice in notices:
        where = [one_line(notice["path"])] if notice["path"] else []
        where += [say("at_line", line=notice["line"])] if notice["line"] is not None and notice["line"] > 1 else []
        what = say(f"notice_{notice['code']}", count=notice["count"])
        first, *others = legible(notice["text"], Place.MARKED).split("\n")
        place = f" ({', '.join(where)})" if where else ""
        console.say(f"! {what}{place}{f': {first}' if first else ''}", "yellow")
        for other in others:
            console.say(f"    {other}", "yellow")


def show_params(console: Console, params: Mapping[str, Any], *, indent: str = "  ") -> None:
    """The values a call is given, all of them and whole."""
    for name, value in params.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        lines = legible(text, Place.CODE).split("\n")
        console.say(f"{indent}{one_line(name)}: {lines[0]}")
        for line in lines[1:]:
            console.say(f"{indent}  {line}")


def show_file(console: Console, diff: FileDiff, *, folded: int | None = None) -> int:
    """What would become of one file: where, how much, and the lines. Returns how many were left out."""
    new = f"  {say('new_file')}" if diff["is_new"] else ""
    console.say(f"{legible(diff['path'], Place.NAME)}  +{diff['added']} −{diff['removed']}{new}", "dim")
    return show_diff(console, diff["diff"], folded=folded)


def show_diff(console: Console, diff: str, *, indent: str = "", folded: int | None = None) -> int:
    """A unified diff; the signs in front say what the colours do. Returns how many lines were left out."""
    lines = diff.removesuffix("\n").split("\n") if diff else []  # nothing else ends a line of a diff
    left = 0 if folded is None else max(0, len(lines) - folded)
    shown = lines[: len(lines) - left]
    if left == 0 and len(lines) > LONG:
        console.say(f"{indent}({say('length_lines', lines=len(lines), characters=len(diff))})", "dim")
    end = 0
    for start, stop in blank_runs([_content(line) for line in shown]):
        _show_lines(console, shown[end:start], indent)
        added, removed = (sum(line[:1] == sign for line in shown[start:stop]) for sign in "+-")
        console.say(f"{indent}⋯ {say('blank_lines', count=stop - start)} (+{added} −{removed})", "dim")
        end = stop
    _show_lines(console, shown[end:], indent)
    if left:
        console.say(f"{indent}… {say('more_lines', count=left)}", "dim")
    return left


def say_removed(console: Console, what: str, removed: Removed) -> None:
    """That something is gone, and how to have it back."""
    console.say(what)
    console.say(f"`aule undo {removed['change']}` brings it back.", "dim")


def brief(params: Mapping[str, Any]) -> str:
    """Parameters on one line, long values cut, for telling what goes on; whoever decides sees them whole."""
    parts: list[str] = []
    for name, value in params.items():
        if value is None:  # not given: there is nothing to tell
            continue
        text = one_line(value if isinstance(value, str) else repr(value))
        parts.append(f"{one_line(name)}={text[:57] + '…' if len(text) > 58 else text}")
    return " ".join(parts)


def show_preview(console: Console, preview: Preview, folded: int | None = None) -> int:
    """What would happen, as far as a terminal can show it. Returns how many lines were left out."""
    match preview["type"]:
        case "diff":
            return show_file(console, preview, folded=folded)
        case "patch":
            return _show_patch(console, preview, folded)
        case "command":
            _show_command(console, preview)
        case "table":
            _show_table(console, preview)
        case "text":
            console.say(legible(preview["text"]))
        case "options":
            console.say(legible(preview["question"]))
        case "records":
            show_records(console, preview)
        case "cascade":
            _show_cascade(console, preview)
    return 0


def _show_warnings(console: Console, approval: Approval) -> None:
    show_autoruns(console, _autoruns_in(approval["preview"]))
    show_notices(console, approval["notices"])


def _autoruns_in(preview: Preview | None) -> list[Autorun]:
    """Collect what a preview says that tools on this machine would run by themselves."""
    if preview is None:
        return []
    match preview["type"]:
        case "diff" | "table" | "text":
            return preview["autoruns"]
        case "patch":
            return [each for file in preview["files"] for each in file["autoruns"]]
        case _:
            return []


def _show_content(console: Console, approval: Approval, folded: int | None) -> int:
    if approval["body"]:
        console.say(legible(approval["body"]))
    if approval["preview"] is not None:
        return show_preview(console, approval["preview"], folded)
    if approval["call"] is not None:
        console.say(approval["call"]["capability"])
        show_params(console, approval["call"]["params"])
    return 0


def _show_table(console: Console, table: Table) -> None:
    """Rows below each other; where a cell is long, each cell on lines of its own, so that none pushes another away."""
    cells = [
        [cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False) for cell in row]
        for row in table["rows"]
    ]
    if all(len(cell) <= WIDE_CELL and "\n" not in cell for row in cells for cell in row):
        console.table(table["columns"], cells, empty=say("no_rows"))
    else:
        for first, *others in cells:
            console.say(legible(first))
            for name, cell in zip(table["columns"][1:], others, strict=False):
                show_params(console, {name: cell})
    if table["total"] > len(table["rows"]):
        console.say(f"… {say('more_records', count=table['total'] - len(table['rows']))}", "dim")


def _content(line: str) -> str:
    """A line of a diff without its sign; what is no line of the file is never blank."""
    return line[1:] if line[:1] in ("+", "-", " ") else "…"


def _show_lines(console: Console, lines: Sequence[str], indent: str) -> None:
    for line in lines:
        console.say(indent + _with_its_end(line), _SIGNS.get(line[:1]))


def _with_its_end(line: str) -> str:
    """A line of a diff; blanks at the end of one that comes or goes are marked, or nobody would see them."""
    words = line.rstrip(" \t") if line[:1] in ("+", "-") else line
    blanks = line[len(words) :] if len(words) > 1 else ""
    if not blanks or len(blanks) > MOST_BLANKS:
        return legible(line, Place.MARKED)
    return legible(words, Place.MARKED) + "".join(sign(each[0], len(each)) for each in re.findall(" +|\t+", blanks))


def _show_patch(console: Console, patch: Patch, folded: int | None) -> int:
    left = sum(show_file(console, diff, folded=folded) for diff in patch["files"])
    console.say(say("all_or_none", count=len(patch["files"]), added=patch["added"], removed=patch["removed"]), "dim")
    return left


def _show_cascade(console: Console, cascade: Cascade) -> None:
    for kind, count in cascade["counts"].items():
        console.say(f"  {count} × {one_line(kind)}")
    for example in cascade["examples"]:
        console.say(f"    − {one_line(example)}", "dim")


def _show_command(console: Console, command: Command) -> None:
    lines = command["command"].count("\n") + 1
    if lines > 1 or len(command["command"]) > LONG * 10:
        console.say(f"({say('length_lines', lines=lines, characters=len(command['command']))})", "dim")
    console.say(f"$ {legible(command['command'], Place.CODE)}", "cyan")
    folder = legible(command["folder"], Place.NAME)
    console.say(say("command_in", folder=folder, level=command["level"], most=f"{command['timeout_s']:g}"), "dim")
    for reached in command.get("reaches", []):
        key = "may_reach_first" if reached.get("is_new") else "may_reach"
        hosts = legible(", ".join(reached["hosts"]), Place.NAME)
        console.say(f"→ {say(key, title=one_line(reached['title']), hosts=hosts)}", "yellow")
    for hint in command["hints"]:
        console.say(f"· {one_line(hint)}", "dim")
