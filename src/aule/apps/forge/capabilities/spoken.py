"""Tools made and used by a sentence: the calls that plain words become where no full model answers."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, cast

from pydantic import Field

from aule.apps.forge import queries
from aule.apps.forge.app import forge
from aule.apps.forge.capabilities.changes import create_tool, show_create
from aule.apps.forge.capabilities.drafts import DraftedTool, fill_draft, no_rule_for
from aule.apps.forge.records import ToolName
from aule.apps.forge.sentences import read_sentence
from aule.apps.forge.start import Forge, not_in_use
from aule.apps.forge.tool_calls import example_of
from aule.apps.forge.words import say
from aule.contracts.model import JsonObject
from aule.sdk import Approve, Context, Effect, Model, Patch, errors

LONGEST = 2_000
_LINE = re.compile(r" \((?:line|linha) \d+\)")
"""Where a source failed: who wrote it looks there, who uses it does not."""
Request = Annotated[str, Field(min_length=4, max_length=4_000, description="What it should do, in a sentence.")]


class MadeTool(Model):
    """A tool that a sentence made."""

    name: ToolName
    capability: str
    message: str


class ToolAnswer(Model):
    """What a tool gave back."""

    result: Any = None
    message: str


async def _show_make(context: Context, request: Request) -> Patch:
    drafted = await _drafted(context, request)
    return await show_create(context, drafted.name, drafted.tool)


@forge.capability(
    effect=Effect.WRITE,
    title={"en": "Make a tool", "pt": "Fazer uma ferramenta"},
    category="tools",
    targets=["request"],
    reversible=True,
    internal=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_make,
    timeout_s=300,
)
async def make_tool(context: Context, request: Request) -> MadeTool:
    """Make the tool that a sentence asks for from a template, without a model."""
    drafted = await _drafted(context, request)
    made = await create_tool(context, drafted.name, drafted.tool)
    message = say("made_in_words", context.locale, name=made.name, example=example_of(drafted.tool))
    return MadeTool(name=made.name, capability=made.capability, message=message)


@forge.capability(
    effect=Effect.READ,
    title={"en": "Use a tool made here", "pt": "Usar uma ferramenta feita aqui"},
    category="tools",
    internal=True,
    anywhere=True,
    timeout_s=120,
)
async def use_tool(context: Context, name: ToolName, params: JsonObject) -> ToolAnswer:
    """Use a tool made here with these parameters; one that reads an address is used by its own name, and asks."""
    tool = await queries.tool(context.reading, name, context.locale)
    if tool.status != "active":
        raise not_in_use(tool, context.locale)
    result = await context.consult(tool.capability, params)
    context.cite(tool.capability, rows=1)
    if not result.ok:
        problem = result.error
        raise errors.Unsuccessful(
            say(
                "use_failed",
                context.locale,
                name=name,
                problem="" if problem is None else _LINE.sub("", problem.message),
            ),
            given=None,
            code="tool_failed",
        )
    shown = result.data if isinstance(result.data, str) else json.dumps(result.data, ensure_ascii=False)
    return ToolAnswer(result=result.data, message=shown[:LONGEST])


async def _drafted(context: Context, request: str) -> DraftedTool:
    read = read_sentence(request)
    if read is None:
        raise no_rule_for(request, context.locale)
    own = cast("Forge", context.own)
    return await fill_draft(own, read.name, read.template, read.values, (read.title, context.locale))
