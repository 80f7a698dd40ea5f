"""How the command line shows plans, and how it reads changes to one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aule.contracts.errors import Invalid, NotFound, TooLarge
from aule.contracts.kinds import PlanStepStatus
from aule.terminal.changes import show_params
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.printable import legible, one_line
from aule.text.foreign_text import Place
from aule.text.messages import Messages

if TYPE_CHECKING:
    from aule.terminal.answers import Clarification, Feedback, Plan, PlanDiff, PlanStep, PlanView

_MESSAGES = Messages("aule.cli", "plan_messages.toml")
SIGNS = {
    "pending": "○",
    "ready": "○",
    "running": "⚡",
    "waiting": "?",
    "unknown": "?",
    "done": "✓",
    "failed": "✕",
    "skipped": "–",
}
"""How steps stand, one sign each."""
_STYLES = {"critical": "red", "warning": "yellow", "info": "dim"}
_SET = re.compile(r"^([a-z][a-zA-Z_.0-9-]*)(:?=)(.*)$", re.DOTALL)
_MOVE = re.compile(r"^move:([^:]+):([^:]*)$")
_DROP = re.compile(r"^drop:(.+)$")
LOOKS_ONLY = (None, "read", "navigate")
"""Effects of steps whose values need no look before they are approved."""
LARGEST = 4 * 1024 * 1024
"""Bytes of all files of one import."""


def show_card(console: Console, view: PlanView) -> None:
    """Everything a person approves, in one look."""
    plan, card = view["plan"], view["card"]
    standing = {step["id"]: step["status"] for step in plan["steps"]}
    console.say(f"{one_line(plan['title'])}  [{plan['status']}, v{plan['version']}]")
    if plan["goal"]:
        console.say(legible(plan["goal"]), "dim")
    if view["broken"] is not None:
        console.say(f"The file cannot be read; this is the last good version: {view['broken']['message']}", "red")
    for step in card["steps"]:
        sign = SIGNS[standing.get(step["id"], "pending")]
        times = f" ({step['times']}x)" if step["times"] > 1 else ""
        console.say(f"{sign} {step['number']}. {one_line(step['title'])}  {one_line(step['function'])}{times}")
        if step["effect"] not in LOOKS_ONLY:
            show_params(console, step["params"], indent="     ")
        for finding in (
            each for each in card["findings"] if each["step_id"] == step["id"] and each["status"] == "open"
        ):
            _show_finding(console, finding)
    for finding in (each for each in card["findings"] if each["step_id"] is None and each["status"] == "open"):
        _show_finding(console, finding)
    counts = card["counts"]
    say, language = _MESSAGES.say, plan["language"]
    named = [f"{say(f'effect_{name}', language)} {count}" for name, count in counts.items() if count]
    console.say(say("effects", language, effects=", ".join(named) or say("looks_only", language)), "dim")
    if card["files"]:
        files = ", ".join(legible(file, Place.NAME) for file in card["files"])
        console.say(say("files", language, files=files), "dim")


async def show_plan(client: Client, console: Console, id: str | None) -> None:
    """Show the plan that came of words, its id, and how it is run; nothing where there is none."""
    if id is None or console.as_json:
        return
    view: PlanView = await client.get(f"/v1/plans/{id}")
    show_card(console, view)
    show_question(console, view["plan"])
    verb = "run" if question_of(view["plan"]) is None else "answer"
    console.say(_MESSAGES.say("next_command", view["plan"]["language"], id=id, verb=verb))


def ready_words(view: PlanView) -> str:
    """That a plan is complete, and where it is."""
    if view["path"] is None:
        return f"✅ {one_line(view['plan']['title'])}"
    return _MESSAGES.say("saved_in", view["plan"]["language"], path=view["path"])


def show_offers(console: Console, view: PlanView) -> None:
    """What a person may want of a plan that is ready, with the command for it."""
    id, language = view["plan"]["id"], view["plan"]["language"]
    if view["path"] is not None:
        console.say(f"{_MESSAGES.say('offer_open', language)}  aule plan open {id}")
    console.say(f"{_MESSAGES.say('offer_send', language)}  aule plan run {id}")


def question_of(plan: Plan) -> Clarification | None:
    """The one question of a plan that is open."""
    return next((each for each in plan["clarifications"] if each["status"] == "open"), None)


def show_question(console: Console, plan: Plan) -> None:
    """The one open question, with its options."""
    if (asked := question_of(plan)) is None:
        return
    if asked["found"]:
        console.say(legible(asked["found"]))
    console.say(legible(asked["question"]), "yellow")
    for number, option in enumerate(asked["options"], 1):
        mark = " *" if option["id"] == asked["recommended"] else ""
        console.say(f"  {number}. {one_line(option['label'])}{mark}  {one_line(option['consequence'])}".rstrip())


def show_changes(console: Console, diff: PlanDiff) -> None:
    """What differs between two versions, field by field."""
    for change in diff["changes"]:
        console.say(legible(change["path"], Place.NAME))
        console.say(f"  - {_short(change['before'])}", "red")
        console.say(f"  + {_short(change['after'])}", "green")
    if not diff["changes"]:
        console.say("They say the same.")


def show_source(console: Console, view: PlanView) -> None:
    """Every value of the file a plan came from: those the plan says, and those that are only kept."""
    if (source := view["source"]) is None:
        return
    for values, count, style in (
        (source["read"], source["read_count"], "dim"),
        (source["kept"], source["kept_count"], "yellow"),
    ):
        for each in values:
            head = "kept as it was" if each["field"] is None else "in the plan"
            where = "" if each["field"] is None else f" ({each['field']})"
            console.say(f"{head}: {one_line(each['path'])}{where}: {one_line(each['value'])}", style)
        if count > len(values):
            console.say(f"… and {count - len(values)} more", style)
    total = source["read_count"] + source["kept_count"]
    console.say(
        f"Of {total} values, {source['read_count']} are in the plan and {source['kept_count']} kept as they were."
    )


def next_step(plan: Plan) -> PlanStep | None:
    """The first step that is not done and waits for nothing."""
    done = {step["id"] for step in plan["steps"] if step["status"] in (PlanStepStatus.DONE, PlanStepStatus.SKIPPED)}
    for step in plan["steps"]:
        if step["id"] not in done and set(step["dependencies"]) <= done:
            return step
    return None


def edits_of(changes: list[str]) -> list[dict[str, Any]] | None:
    """Changes as they are typed (`steps.2.title=…`, `drop:3`, `move:3:2`); none when they are plain words."""
    found = [_edit_of(change) for change in changes]
    if all(edit is None for edit in found):
        return None
    if any(edit is None for edit in found):
        odd = next(change for change, edit in zip(changes, found, strict=True) if edit is None)
        raise Invalid(f"{odd!r} is not a change.", hint="Write path=value, drop:STEP or move:STEP:BEFORE.")
    return [edit for edit in found if edit is not None]


def folder_of(source: Path) -> dict[str, str]:
    """The files of an import, by their path."""
    if not source.exists():
        raise NotFound(f"There is no file {str(source)!r}.", hint="Check its name and folder.")
    paths = (
        sorted(each for each in source.rglob("*") if each.suffix in (".json", ".md", ".xml"))
        if source.is_dir()
        else [source]
    )
    if sum(each.stat().st_size for each in paths) > LARGEST:
        raise TooLarge(f"{str(source)!r} is too large for a plan.", hint="Name the plan's own file.")
    base = source if source.is_dir() else source.parent
    try:
        return {each.relative_to(base).as_posix(): each.read_text(encoding="utf-8") for each in paths}
    except UnicodeDecodeError:
        raise Invalid(f"{str(source)!r} is not UTF-8.", hint="Save it as UTF-8.") from None


def _edit_of(change: str) -> dict[str, Any] | None:
    if moved := _MOVE.match(change):
        return {"op": "move", "step": moved[1], "before": moved[2] or None}
    if dropped := _DROP.match(change):
        return {"op": "drop", "step": dropped[1]}
    if put := _SET.match(change):
        return {"op": "set", "path": put[1], "value": _value(put[3]) if put[2] == ":=" else put[3]}
    return None


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise Invalid(f"{text!r} is not JSON.", hint="Use = for plain text.") from None


def _short(value: object) -> str:
    text = legible(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), Place.CODE)
    return text if len(text) <= 200 else text[:200] + "…"


def _show_finding(console: Console, finding: Feedback) -> None:
    told = one_line(f"{finding['code']} {finding['issue']} {finding['suggestion']}")
    console.say(f"    {told}", _STYLES[finding["severity"]])
