"""Tools made here as additions: what is here, and what a tool file of a catalogue would add."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from aule.apps.forge import queries
from aule.apps.forge.app import forge
from aule.apps.forge.cards import reached
from aule.apps.forge.checks import check_draft, check_name, reach_of
from aule.apps.forge.files import read_tool_file
from aule.apps.forge.records import ToolDraft, draft_of
from aule.apps.forge.start import Forge
from aule.apps.forge.words import say
from aule.contracts.model import JsonObject
from aule.sdk import Addition, AdditionKind, Effect, Reading
from aule.text.messages import language_in


async def tools_here(reading: Reading) -> list[Addition]:
    """Return the tools that are in use, or kept while their tests fail."""
    tools = await queries.all_tools(reading.source)
    return [
        _addition(each.name, each, reading.locale, [one.effect for one in each.reach])
        for each in tools
        if each.status != "revoked"
    ]


async def tool_of_file(reading: Reading, params: JsonObject) -> Addition:
    """Return the tool in a file; its tests run when it is added."""
    name, draft = read_tool_file(params["content"], reading.locale)
    check_name(name, cast("Forge", reading.own).kernel.registry.all(), reading.locale)
    check_draft(draft, reading.locale)
    reach = reach_of(draft, name, cast("Forge", reading.own).kernel.registry, reading.locale)
    return _addition(name, draft, reading.locale, [each.effect for each in reach])


def _addition(name: str, tool: ToolDraft, locale: str, effects: Sequence[Effect] = ()) -> Addition:
    language = language_in(locale)
    told = draft_of(tool).model_dump(mode="json", exclude={"template", "source"})
    facts = json.dumps({"name": f"tool.{name}", **told}, ensure_ascii=False, indent=2, sort_keys=True)
    return Addition(
        name=name,
        title=getattr(tool.title, language),
        description=getattr(tool.description, language),
        text=f"{facts}\n\n{tool.source.rstrip()}\n",
        reaches=[say("fact_reach", locale, reach=reached(tool, locale)), *tool.calls],
        effects=[Effect.READ if tool.fetch is None else Effect.EXTERNAL, *effects],
        page=f"/made-tools/{name}",
    )


forge.adds(
    AdditionKind(
        kind="tool",
        titles={"en": "Tools", "pt": "Ferramentas"},
        here=tools_here,
        read=tool_of_file,
        add="forge.import_tool",
        file="content",
        presets={"scope": "home"},
        replaces=True,
        remove="forge.revoke_tool",
    )
)
