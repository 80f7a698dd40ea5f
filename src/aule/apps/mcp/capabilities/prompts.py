"""Prompts of MCP servers: recipes that strangers wrote, accepted as they were seen, and filled in through the gate."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from aule.apps.mcp import queries
from aule.apps.mcp import tables as t
from aule.apps.mcp.app import mcp
from aule.apps.mcp.capabilities.servers import refuse_others
from aule.apps.mcp.client.connections import own
from aule.apps.mcp.client.descriptors import difference
from aule.apps.mcp.queries import Row
from aule.apps.mcp.records import Descriptor, PromptText, Server, ServerId
from aule.apps.mcp.words import hint, say
from aule.sdk import Approve, Context, Effect, FieldChange, RecordChange, Records, RowWrite, Runtime, Table, errors
from aule.text.foreign_text import without_hidden
from aule.text.words import headline

LONGEST = 20_000
Chosen = Annotated[
    dict[str, str],
    Field(min_length=1, max_length=500, description="The prompts by name, with the hashes that were seen."),
]
PromptName = Annotated[str, Field(max_length=150, description="`server.prompt`.")]
Texts = dict[str, str] | None


async def _show_pins(context: Context, server: ServerId, prompts: Chosen) -> Records:
    refuse_others(context)
    changes = await _pinned(context, server, prompts)
    records = [
        RecordChange(
            op="create" if before is None else "update",
            kind="prompt",
            id=f"{server}.{after['name']}",
            title=after["name"],
            fields=[FieldChange(name="hash", before=None, after=prompts[after["name"]])],
        )
        for before, after in changes
    ]
    return Records(summary=say("pinned_prompts", context.locale, server=server), records=records, total=len(records))


@mcp.capability(
    effect=Effect.WRITE,
    title={"en": "Accept prompts of an MCP server", "pt": "Aceitar receitas de um servidor MCP"},
    category="mcp",
    targets=["server"],
    reversible=True,
    internal=True,
    preview=_show_pins,
)
async def pin_prompts(context: Context, server: ServerId, prompts: Chosen) -> list[str]:
    """Let people use prompts of a server, each exactly as it was seen."""
    refuse_others(context)
    await context.write_turn()
    changes = await _pinned(context, server, prompts)
    await context.change_rows(
        [RowWrite(t.prompts, before, after) for before, after in changes],
        entity=f"mcp:{server}",
        op="update",
        title=say("pinned_prompts", context.locale, server=server),
    )
    return sorted(prompts)


async def _show_use(context: Context, prompt: PromptName, arguments: Texts = None) -> Table:
    server, pinned = await _seen(context, prompt)
    locale = context.locale
    rows: list[list[Any]] = [
        [say("row_prompt", locale), prompt],
        [say("row_where", locale), server.url or " ".join(server.command)],
        [say("row_said", locale), headline(pinned.description, 200)],
        *([say("row_argument", locale), f"{name} = {value!r}"] for name, value in (arguments or {}).items()),
    ]
    return Table(columns=[say("column_what", locale), say("column_value", locale)], rows=rows, total=len(rows))


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


async def _pinned(context: Context, server: str, prompts: dict[str, str]) -> list[tuple[Row | None, Row]]:
    """Return the rows of pinned prompts as they are and are to be; refuse what is not as it was seen."""
    offered, _ = await own(context.own).look_at_prompts(await queries.server(context.reading, server))
    known = {row["name"]: row for row in await queries.prompt_rows(context.reading, server)}
    changes: list[tuple[Row | None, Row]] = []
    for name, seen in sorted(prompts.items()):
        found = offered.get(name)
        if found is None or found.hash != seen:
            raise errors.Conflict(
                say("not_as_seen", context.locale, tool=f"{server}.{name}"),
                code="stale",
                hint=hint("not_as_seen", context.locale),
            )
        changes.append((known.get(name), {"server": server, "name": name, "doc": found.model_dump_json()}))
    return changes


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
