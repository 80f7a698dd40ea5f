"""`aule memory` and `aule conversations`: what is remembered, open to correction, and what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from aule.contracts.kinds import Layer, MemoryKind
from aule.terminal.changes import say_removed
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Limit, Option
from aule.terminal.console import Console
from aule.text.words import headline

if TYPE_CHECKING:
    from aule.terminal.answers import Conversation, MemoryFileRead, MemoryItem, MemoryProposal, MessageHit, Page

commands = CommandGroup("memory", help="See what is remembered, add to it, forget something.")
conversations = CommandGroup("conversations", help="See conversations, and find what was said in them.")
Project = Annotated[str | None, Option(help="Only there.")]


@commands.default
@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    words: Annotated[str, Argument("Words to look for.")] = "",
    layer: Annotated[Layer | None, Option(help="Only what lasts this long.")] = None,
    limit: Limit = 50,
) -> None:
    """List what is remembered, the latest first; with words, the best matches."""
    page: Page[MemoryItem] = await client.get("/v1/memory", q=words or None, layer=layer, limit=limit)
    console.result(page["items"])
    rows = [
        [
            item["id"],
            item["kind"],
            item["scope"],
            item["trust"],
            "pinned" if item["pinned"] else "",
            headline(item["content"], 60),
        ]
        for item in page["items"]
    ]
    console.table(["ID", "KIND", "WHERE", "TRUST", "", "WHAT"], rows, empty="Nothing is remembered here.")


@commands.command()
async def add(
    client: Client,
    console: Console,
    content: Annotated[str, Argument("What to remember, complete in itself.")],
    kind: Annotated[MemoryKind, Option(help="What sort of thing it is.")] = MemoryKind.FACT,
    project: Annotated[str | None, Option(help="Only there; without one it counts everywhere.")] = None,
    pin: Annotated[bool, Option("--pin", help="Always bring it up again.")] = False,
) -> None:
    """Remember something for good."""
    scope = None if project is None else f"project:{project}"
    body = {"content": content, "kind": kind, "scope": scope, "pinned": pin}
    item: MemoryItem = await client.post("/v1/memory", None, body)
    console.result(item)
    console.say(f"Remembered as {item['id']}.")


@commands.command()
async def forget(client: Client, console: Console, id: Annotated[str, Argument("The memory.")]) -> None:
    """Forget something."""
    removed = await client.remove(f"/v1/memory/{id}")
    console.result(removed)
    say_removed(console, f"Forgot {id}.", removed)


@commands.command()
async def read(
    client: Client,
    console: Console,
    project: Annotated[str, Option(help="Whose file; without one that of what belongs to no project.")] = "home",
    discard: Annotated[bool, Option("--discard", help="Take nothing over; write the file anew.")] = False,
) -> None:
    """Take over what you changed in a project's MEMORY.md."""
    found: MemoryFileRead = await client.post("/v1/memory/read", None, {"project": project, "discard": discard})
    console.result(found)
    console.say(f"Taken over: {found['added']} new, {found['edited']} corrected, {found['removed']} forgotten.")


@commands.command()
async def consolidate(
    client: Client,
    console: Console,
    project: Annotated[str, Option(help="Whose memory to look through.")] = "home",
) -> None:
    """Put what could be forgotten or said as one into your inbox: what is there twice, was said anew or has ended."""
    found: MemoryProposal = await client.post("/v1/memory/consolidate", None, {"project": project})
    console.result(found)
    if found["approval"] is None:
        console.say("Nothing is there twice, and nothing has ended.")
    else:
        console.say(f"{found['memories']} could be tidied up; `aule approvals` shows which, and asks you.")


@commands.command()
async def accept(
    client: Client,
    console: Console,
    id: Annotated[str, Argument("The memory that was set aside.")],
) -> None:
    """Let agents use a memory that was set aside: as data, never as your orders."""
    seen: MemoryItem = await client.get(f"/v1/memory/{id}")
    item = await client.patch(f"/v1/memory/{id}", None, {"trust": "agent"}, version=f'"v{seen["version"]}"')
    console.result(item)
    console.say(f"Accepted {item['id']}: {headline(item['content'], 60)}")


@conversations.default
@conversations.command("list")
async def list_conversations(client: Client, console: Console, project: Project = None, limit: Limit = 20) -> None:
    """List conversations, the latest first."""
    page: Page[Conversation] = await client.get("/v1/conversations", project=project, limit=limit)
    console.result(page["items"])
    rows = [
        [each["id"], each["updated_at"][:16].replace("T", " "), each["project"], headline(each["title"], 60)]
        for each in page["items"]
    ]
    console.table(["ID", "USED", "PROJECT", "TITLE"], rows, empty="Nothing was spoken of yet.")


@conversations.command("search")
async def search_conversations(
    client: Client,
    console: Console,
    words: Annotated[str, Argument("What was spoken of, in words or as a question.")],
    project: Project = None,
    limit: Limit = 10,
) -> None:
    """Find messages by words and meaning, the best first."""
    found: list[MessageHit] = await client.get("/v1/conversations/search", q=words, project=project, limit=limit)
    console.result(found)
    rows = [
        [each["conversation"], each["ts"][:16].replace("T", " "), each["role"], headline(each["excerpt"], 70)]
        for each in found
    ]
    console.table(["CONVERSATION", "WHEN", "WHO", "WHAT"], rows, empty="Nothing like that was said.")
