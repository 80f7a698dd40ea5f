"""`aule call`, and every app's own commands: use a capability directly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from aule.terminal.calls import ended, in_words, parsed
from aule.terminal.changes import show_approval
from aule.terminal.client import Client
from aule.terminal.commands import Argument, Option, command
from aule.terminal.console import Console
from aule.terminal.exits import Reported
from aule.terminal.follow import answer, conclusion, decide, stay, words_of
from aule.terminal.interrupts import interruptible
from aule.terminal.language import locale

if TYPE_CHECKING:
    from aule.terminal.answers import Approval, Called, Capability


@command()
async def call(
    client: Client,
    console: Console,
    name: Annotated[str, Argument("The capability, as `aule capabilities` shows it.")],
    parameters: Annotated[list[str] | None, Argument("key=value; key:=value takes JSON.")] = None,
    project: Annotated[str | None, Option(help="Work in this project.")] = None,
    yes: Annotated[bool, Option("--yes", "-y", help="Approve this very call if it asks.")] = False,
) -> int:
    """Call a capability with parameters, as an agent would."""
    return await use(client, console, name, parameters or [], project=project, yes=yes)


async def use(
    client: Client, console: Console, name: str, parameters: list[str], *, project: str | None = None, yes: bool = False
) -> int:
    """One call, its approval if it needs one, and its result."""
    capability: Capability = await client.get(f"/v1/capabilities/{name}")
    body = {"params": parsed(parameters, capability["params"]), "locale": locale()}
    if project is not None:
        body["project"] = project
    try:
        called = await interruptible(client.post(f"/v1/capabilities/{capability['name']}/call", None, body))
    except Reported as error:
        if error.report["code"] not in {"approval_required", "needs_input"} or error.report["subject"] is None:
            raise
        return await _settle(client, console, error, yes=yes)
    return _show(console, called)


async def _settle(client: Client, console: Console, error: Reported, *, yes: bool) -> int:
    """A call that waits: decide it by --yes or on the terminal and see it through, else say what waits."""
    approval: Approval = await client.get(f"/v1/approvals/{error.report['subject']}")
    show_approval(console, approval)
    is_plain = error.report["code"] == "approval_required" and words_of(approval) is None
    chosen = ("approve", None) if yes and is_plain else None
    if chosen is None and console.interactive:
        chosen = await answer(console, approval)
    if chosen is None or approval["run"] is None:
        raise error
    since = (await client.get("/v1/home"))["cursor"]
    await decide(client, approval, *chosen)
    story = await interruptible(stay(client, console, run=approval["run"], since=since, session=approval["session_id"]))
    if story.result is not None and (story.result["ok"] or story.result["data"] is not None):
        console.say(in_words(story.result))
    return conclusion(console, story, result=story.result)


def _show(console: Console, called: Called) -> int:
    console.result(called)
    result = called["result"]
    for warning in result["warnings"]:
        console.say(f"Note ({warning['code']}): {warning['message']}", "yellow")
    if result["ok"] or result["data"] is not None:
        console.say(in_words(result))
    return ended(console, result)
