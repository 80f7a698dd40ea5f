"""`aule ask`: say something to an agent, watch it work, keep the answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aule.cli.commands.artifacts import upload
from aule.cli.plan_words import show_plan
from aule.contracts.errors import Cancelled, Invalid, TimedOut
from aule.terminal.client import Client
from aule.terminal.commands import Option, Words, command
from aule.terminal.console import Console
from aule.terminal.follow import conclusion, stay, stop
from aule.terminal.interrupts import interruptible
from aule.terminal.language import locale_of

if TYPE_CHECKING:
    from aule.terminal.answers import Asked

Conversation = Annotated[str | None, Option(help="Go on in this conversation.")]
Agent = Annotated[str | None, Option(help="Ask this agent instead of the default one.")]
ModelName = Annotated[str | None, Option("--model", help="Use this model: PROVIDER/ID.")]
Project = Annotated[str | None, Option(help="Work in this project.")]
Attach = Annotated[list[Path] | None, Option(help="Put this file beside the words; may be given often.")]


@command()
async def ask(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    words: Annotated[str, Words("What to say; without words, standard input.")],
    conversation: Conversation = None,
    agent: Agent = None,
    model: ModelName = None,
    project: Project = None,
    attach: Attach = None,
    timeout: Annotated[float | None, Option(min=0.1, help="Give up after so many seconds.")] = None,
) -> int:
    """Ask an agent and watch it work.

    On a terminal, what needs your approval is shown and asked at once. In a pipe or with --json nothing is ever
    asked: the command ends with exit code 4 and names the approval.
    """
    request = chat_request(words, conversation=conversation, agent=agent, model=model, project=project)
    request["refs"] = await attached(client, attach or [], project)
    asked: Asked = await client.post("/v1/agent/chat", None, request)
    following = stay(client, console, run=asked["run"], since=asked["cursor"], session=asked["conversation_id"])
    try:
        story = await interruptible(following, seconds=timeout)
    except (Cancelled, TimedOut):
        await stop(client, asked["run"])  # whoever leaves does not want the rest of it
        raise
    await show_plan(client, console, story.plan)
    return conclusion(console, story, conversation_id=asked["conversation_id"])


def chat_request(
    message: str, *, conversation: str | None, agent: str | None, model: str | None, project: str | None
) -> dict[str, Any]:
    """The body of `POST /v1/agent/chat`."""
    request: dict[str, Any] = {"message": message.strip(), "wait": False, "locale": locale_of(message)}
    if not request["message"]:
        raise Invalid("There is nothing to ask.", hint='For example: aule ask "what can you do?"')
    request |= {"conversation_id": conversation, "agent_id": agent, "project": project}
    if model is not None:
        provider, slash, name = model.partition("/")
        if not (provider and slash and name):
            raise Invalid(f"{model!r} does not name a model.", hint="Write PROVIDER/ID, as `aule models` shows them.")
        request["model"] = {"provider": provider, "id": name}
    return {name: value for name, value in request.items() if value is not None}


async def attached(client: Client, files: list[Path], project: str | None) -> list[str]:
    """Files of this machine, kept as artifacts, as what is put beside a message."""
    return [f"artifact:{(await upload(client, file, project))['id']}" for file in files]
