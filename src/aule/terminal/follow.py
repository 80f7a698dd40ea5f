"""Staying with a run until it ends or waits, and deciding on the spot when a person is there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from aule.contracts.errors import ApprovalRequired, NeedsInput, Report
from aule.contracts.kinds import ApprovalKind, ApprovalStatus, RunStatus
from aule.contracts.runs.run_tree import RunTree
from aule.terminal.changes import how_in_words, named_options, show_approval
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.exits import ExitCode, Reported, code_of
from aule.terminal.narration import Narrator, Story
from aule.terminal.printable import one_line
from aule.terminal.words import say
from aule.text.words import are_alike

if TYPE_CHECKING:
    from aule.terminal.answers import Approval, Event

YES = {"y", "yes", "s", "sim"}

Deciding = Callable[[Client, Console, Story], Awaitable[bool]]
"""Puts what waits before a person; false when nobody is there, or they left it open."""


async def stay(  # noqa: PLR0913 (what is followed, from where, and who decides)
    client: Client,
    console: Console,
    *,
    run: str,
    since: str,
    session: str | None,
    deciding: Deciding | None = None,
    past: str = "0",
) -> Story:
    """Tell what happens in a run and below it until it ends, or until it waits and nobody is there to decide.

    What comes before `past` is over: where it waited then, somebody decided.
    """
    deciding = deciding or decide_all
    story, narrator, tree = Story(run), Narrator(console, run), RunTree(run)
    scope: dict[str, str | None] = {"session": session} if session else {"run": run}
    async with aclosing(client.events(since=since, **scope)) as log:
        async for event in log:
            if not is_within(tree, event):
                continue
            story.take(event)
            if event["run"] == run and event["type"] == "run.waiting":
                story.pending = await _waiting_for(client, story, event["data"]["approvals"])
            narrator.tell(event)
            is_over = int(event["seq"]) < int(past)
            if story.status.is_final or (not is_over and tree.is_still and not await deciding(client, console, story)):
                break
    return story


def is_within(tree: RunTree, event: Event) -> bool:
    """Add an event to a tree of runs; tells whether it belongs to it."""
    started = event["data"].get("started")
    return tree.follow(event["type"], event["run"], None if started is None else (started["id"], started["parent"]))


async def _waiting_for(client: Client, story: Story, approvals: list[str]) -> dict[str, Approval]:
    """Return what a run waits for; what an agent of one of its steps asks is not among the events of the run itself."""
    found: dict[str, Approval] = {}
    for id in filter(None, approvals):
        approval: Approval = story.pending.get(id) or await client.get(f"/v1/approvals/{id}")
        if approval["status"] == ApprovalStatus.PENDING:
            found[id] = approval
    return found


async def stop(client: Client, run: str) -> None:
    """Stop a run; one that has just ended stays as it is."""
    await client.post(f"/v1/runs/{run}/cancel")


def conclusion(console: Console, story: Story, **more: Any) -> int:
    """Print how a run ended, and the exit code for it."""
    problem = story.error or waiting_problem(story)
    document = {
        "ok": problem is None and story.status is RunStatus.DONE,
        "plan": story.plan,
        **more,
        "run": story.run,
        "status": story.status,
        "text": story.text,
        "model": story.model,
        "usage": story.usage,
        "changes": story.changes,
        "artifacts": story.artifacts,
        "approvals": list(story.pending.values()),
        "error": problem,
    }
    console.result(document)
    if problem is None:
        return ExitCode.OK if story.status is RunStatus.DONE else ExitCode.FAILED
    if not console.as_json:
        console.problem(problem)
    return code_of(problem)


def waiting_problem(story: Story) -> Report | None:
    """Why a run that has not ended stands still, as the typed problem that names what has to be decided."""
    if story.status.is_final:
        return None
    for approval in story.pending.values():
        kind = NeedsInput if approval["kind"] == ApprovalKind.QUESTION else ApprovalRequired
        hint = say("see_and_decide", id=approval["id"])
        if approval["kind"] == ApprovalKind.QUESTION:
            told = say("one_of_options", options=named_options(approval))
            hint = f"{hint} {told} {how_in_words(approval)}".rstrip()
        candidates = [option["id"] for option in approval["options"]]
        return kind(approval["title"], hint=hint, subject=approval["id"], candidates=candidates).report
    return ApprovalRequired(say("waits_for_person"), hint=say("see_what_waits")).report


async def decide(client: Client, approval: Approval, option: str, answer: str | None = None) -> Approval:
    """Decide exactly what was shown: the answer carries the hash of it."""
    body = {"option": option, "answer": answer, "content_hash": approval["binds"]["content_hash"]}
    return await client.post(f"/v1/approvals/{approval['id']}/decide", None, body)


async def decide_all(client: Client, console: Console, story: Story) -> bool:
    """Put what waits before the person, one by one. False when nobody is there, or they left it open."""
    if not console.interactive:
        return False
    for waiting in list(story.pending.values()):
        approval: Approval | None = waiting
        while approval is not None:
            show_approval(console, approval)
            chosen = await answer(console, approval)
            if chosen is None:
                return False
            approval = await _decide_or_fresh(client, console, approval, *chosen)
    return True


async def _decide_or_fresh(
    client: Client, console: Console, approval: Approval, option: str, words: str | None
) -> Approval | None:
    """Decide; what changed meanwhile comes back, to be asked about as it is now."""
    try:
        await decide(client, approval, option, words)
    except Reported as error:
        fresh = await changed_meanwhile(client, console, approval, error)
        if fresh is None:
            raise
        return fresh
    return None


async def changed_meanwhile(client: Client, console: Console, approval: Approval, error: Reported) -> Approval | None:
    """The approval as it is now, when a decision was refused because it is no longer what was shown."""
    if error.report["code"] != "approval_stale":
        return None
    fresh: Approval = await client.get(f"/v1/approvals/{error.report['subject'] or approval['id']}")
    if fresh["status"] != ApprovalStatus.PENDING or fresh["binds"]["content_hash"] == approval["binds"]["content_hash"]:
        return None
    console.say(say("changed_meanwhile"), "yellow")
    return fresh


async def answer(console: Console, approval: Approval) -> tuple[str, str | None] | None:
    """The option a person types, and the words that go with it; none at the end of input."""
    console.forget_typed()
    if (words := words_of(approval)) is not None:
        typed = await typed_words(console, words)
        return None if typed is None else ("approve", typed) if typed else ("deny", None)
    if {option["id"] for option in approval["options"]} == {"approve", "deny"}:
        typed = await console.ask("Approve exactly this? [y/N] ")
        return (("approve" if typed.strip().lower() in YES else "deny"), None) if typed else None
    for number, option in enumerate(approval["options"], 1):
        console.say(f"  {number}. {one_line(option['label'])}")
    typed = await console.ask("Your answer: ")
    return choice_of(approval, typed.strip()) if typed else None


def words_of(approval: Approval) -> str | None:
    """The words somebody has to type to allow this, if there are any. No flag stands for them."""
    return next((option["expects"] for option in approval["options"] if option["id"] == "approve"), None)


async def typed_words(console: Console, words: str) -> str | None:
    """The words that were asked for, as a person typed them; nothing when they left it, none at the end of input."""
    while True:
        typed = await console.ask(say("type_words", words=one_line(words)))
        if not typed:
            return None
        if not typed.strip() or are_alike(words, typed):
            return typed.strip()
        console.say(say("other_words"), "yellow")


def choice_of(approval: Approval, typed: str) -> tuple[str, str | None] | None:
    """What typed words mean for a question: an option by number, id or label, else an answer in free words."""
    for number, option in enumerate(approval["options"], 1):
        if not option["input"] and typed.lower() in {str(number), option["id"].lower(), option["label"].lower()}:
            return option["id"], None
    free = next((option["id"] for option in approval["options"] if option["input"]), None)
    return (free, typed) if free is not None and typed else None
