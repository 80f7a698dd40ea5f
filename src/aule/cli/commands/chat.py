"""`aule chat`: a conversation on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aule.cli.commands.ask import Agent, Attach, Conversation, ModelName, Project, attached, chat_request
from aule.cli.plan_words import show_plan
from aule.contracts.errors import Cancelled, Invalid
from aule.terminal.client import Client
from aule.terminal.commands import command
from aule.terminal.console import Console
from aule.terminal.exits import ExitCode
from aule.terminal.follow import stay, stop
from aule.terminal.interrupts import interruptible

if TYPE_CHECKING:
    from aule.terminal.answers import Asked

LEAVING = {"/exit", "/quit", "/sair"}


@command(has_json=False)
async def chat(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    conversation: Conversation = None,
    agent: Agent = None,
    model: ModelName = None,
    project: Project = None,
    attach: Attach = None,
) -> int:
    """Talk with an agent until /exit or the end of input. Ctrl-C stops the answer, not the conversation."""

    async def exchange(typed: str, current: str | None, refs: list[str]) -> str:
        request = chat_request(typed, conversation=current, agent=agent, model=model, project=project)
        request["refs"] = refs
        asked: Asked = await client.post("/v1/agent/chat", None, request)
        following = stay(client, console, run=asked["run"], since=asked["cursor"], session=asked["conversation_id"])
        try:
            story = await interruptible(following)
            await show_plan(client, console, story.plan)
            if story.error is not None:
                console.problem(story.error)
        except Cancelled:
            await stop(client, asked["run"])
            console.say("Stopped.", "yellow")
        return asked["conversation_id"]

    if not console.interactive:
        raise Invalid("`aule chat` needs a terminal.", hint="In a script, use `aule ask`.")
    console.say("Say something. /exit leaves.", "dim")
    current, waiting = conversation, list(attach or [])
    while typed := await interruptible(console.ask(console.styled("› ", "bold"))):
        if typed.strip() in LEAVING:
            break
        if typed.strip():
            refs = await attached(client, waiting, project)  # with the first words, then no more
            current, waiting = await exchange(typed, current, refs), []
    return ExitCode.OK
