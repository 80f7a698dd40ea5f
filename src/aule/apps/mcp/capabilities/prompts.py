"""Prompts of MCP servers: recipes that strangers wrote, filled in through the gate as they were accepted."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.mcp import queries
from aule.apps.mcp.app import mcp
from aule.apps.mcp.capabilities.cards import use_card
from aule.apps.mcp.client.connections import own
from aule.apps.mcp.client.descriptors import difference
from aule.apps.mcp.records import Descriptor, PromptText, Server
from aule.apps.mcp.words import hint, say
from aule.sdk import Approve, Context, Effect, Runtime, Table, errors
from aule.text.foreign_text import without_hidden

LONGEST = 20_000
PromptName = Annotated[str, Field(max_length=150, description="`server.prompt`.")]
Texts = dict[str, str] | None


async def _show_use(context: Context, prompt: PromptName, arguments: Texts = None) -> Table:
    server, pinned = await _seen(context, prompt)
    what = (say("row_prompt", context.locale), prompt)
    return use_card(what, server, pinned, arguments, context.locale)


@mcp.capability(
    effect=Effect.EXTERNAL,
    title={"en": "Fill in a prompt of an MCP server", "pt": "Preencher uma receita de um servidor MCP"},
    category="mcp",
    targets=["prompt"],
    unspoken=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_use,
    timeout_s=660,
    runtime=Runtime.MCP,
)
async def use_prompt(context: Context, prompt: PromptName, arguments: Texts = None) -> PromptText:
    """Fill in a prompt found with mcp.find_tools."""
    server, pinned = await _seen(context, prompt)
    given = arguments or {}
    needed: list[str] = pinned.parameters.get("required", [])
    if missing := [name for name in needed if name not in given]:
        raise errors.Invalid(
            say("prompt_lacks", context.locale, prompt=prompt, names=", ".join(missing)),
            code="mcp_prompt_arguments",
            field="arguments",
            candidates=missing[:5],
        )
    await _refuse_changed(context, server, pinned)
    connection = await own(context.own).connect(server)
    came = await connection.prompt(prompt.partition(".")[2], given)
    context.cite(f"mcp:{prompt}")
    texts = [str(getattr(each.content, "text", "[…]")) for each in came.messages[:100]]
    whole = "\n\n".join(texts)
    begin = whole[: LONGEST * 4]  # the rest is left out anyway, and cleaning it could take everybody's time
    seen = without_hidden(begin)
    return PromptText(message=seen[:LONGEST], cut=len(whole) - len(begin) + max(0, len(seen) - LONGEST))


async def _seen(context: Context, prompt: str) -> tuple[Server, Descriptor]:
    """Return the server and the prompt as the owner saw it; refuse a prompt nobody has seen."""
    id, _, name = prompt.partition(".")
    server = await queries.server(context.reading, id)
    pinned = await queries.pinned_prompts(context.reading, id)
    if name not in pinned:
        raise errors.Refused(
            say("prompt_not_seen", context.locale, prompt=prompt),
            code="mcp_prompt_new",
            hint=hint("prompt_not_seen", context.locale, server=id),
            candidates=[f"{id}.{each}" for each in pinned][:5],
        )
    return server, pinned[name]


async def _refuse_changed(context: Context, server: Server, pinned: Descriptor) -> None:
    """Refuse a prompt that its server describes otherwise than when the owner saw it."""
    offered, _ = await own(context.own).look_at_prompts(server)
    now = offered.get(pinned.name)
    if now is None or now.hash != pinned.hash:
        raise errors.Refused(
            say("changed_prompt", context.locale, prompt=f"{server.id}.{pinned.name}"),
            code="mcp_prompt_changed",
            hint=hint("prompt_not_seen", context.locale, server=server.id),
            subject=difference(pinned.raw, {} if now is None else now.raw)[:2_000],
        )
