"""`aule agent adopt`: look at what an agent proposed, and let it happen or let it go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from aule.apps.conductor.terminal.admission import Desk
from aule.contracts.errors import NeedsInput
from aule.contracts.kinds import RunStatus
from aule.sdk.terminal import (
    HISTORY,
    YES,
    Argument,
    Client,
    Console,
    ExitCode,
    Option,
    code_of,
    interruptible,
    lines_of,
    locale,
    one_line,
    say,
    show_diff,
)

if TYPE_CHECKING:
    from aule.sdk.terminal import Change, ChangeDiff, Page, Run


async def adopt(
    client: Client,
    console: Console,
    proposal: Annotated[str | None, Argument("A proposal; without one, all that wait are listed.")] = None,
    yes: Annotated[bool, Option("--yes", help="Ask nothing: write it.")] = False,
    drop: Annotated[bool, Option("--drop", help="Let it go instead: it will not happen.")] = False,
) -> int:
    """Write what an agent proposed, after showing it, or let it go. A file that changed meanwhile is left alone."""
    if proposal is None:
        return await _list(client, console)
    if drop:
        console.result(await client.post(f"/v1/changes/{proposal}/drop"))
        console.say(say("dropped"), "yellow")
        return ExitCode.OK
    desk = Desk(client, console, lines_of(console, client.home.path / HISTORY))
    return await _adopt(desk, proposal, is_agreed=yes)


async def _list(client: Client, console: Console) -> int:
    waiting: Page[Change] = await client.get("/v1/changes", status="proposed")
    console.result(waiting["items"])
    rows = [
        [each["id"], each["ts"][:16].replace("T", " "), each["environment"] or "", each["title"]]
        for each in waiting["items"]
    ]
    console.table(["ID", "SINCE", "ENVIRONMENT", "WHAT"], rows, empty=say("nothing_proposed"))
    return ExitCode.OK


async def _adopt(desk: Desk, proposal: str, *, is_agreed: bool) -> int:
    """Show it, hear a yes, and write it as it was shown."""
    client, console = desk.client, desk.console
    change: Change = await client.get(f"/v1/changes/{proposal}")
    diff: ChangeDiff = await client.get(f"/v1/changes/{proposal}/diff")
    console.say(one_line(change["title"]), "bold")
    show_diff(console, diff["text"] or "")
    if not is_agreed:
        if not desk.has_person:
            raise NeedsInput(say("adopt_unasked"), hint=say("adopt_unasked_hint"), subject=proposal)
        typed = await interruptible(desk.lines.answer(say("adopt")))
        if (typed or "").strip().lower() not in YES:
            console.say(say("declined"), "yellow")
            return ExitCode.APPROVAL_MISSING
    run: Run = await client.post(f"/v1/changes/{proposal}/adopt", None, {"locale": locale()})
    console.result({"ok": run["status"] == RunStatus.DONE, "run": run})
    if run["error"] is not None:
        if not console.as_json:
            console.problem(run["error"])
        return code_of(run["error"])
    console.say(say("adopted", run=run["id"]), "green")
    return ExitCode.OK
