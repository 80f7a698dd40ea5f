"""Skills as additions: those that were accepted, and what an archive of a catalogue would add."""

from __future__ import annotations

import asyncio
import json

from aule.apps.skills import queries
from aule.apps.skills.app import skills
from aule.apps.skills.capabilities.changes import ADDED, former, read_given, refuse_broken
from aule.apps.skills.folder.checks import check
from aule.apps.skills.records import SkillContent
from aule.apps.skills.words import say
from aule.contracts.model import JsonObject
from aule.sdk import Addition, AdditionKind, Effect, Reading


async def skills_here(reading: Reading) -> list[Addition]:
    """Return the accepted skills."""
    return [
        _addition(each.id, each, reading.locale, page=f"/skills/{each.id}")
        for each in await queries.all_skills(reading.source)
    ]


async def skill_of_archive(reading: Reading, params: JsonObject) -> Addition:
    """Return the skill in an archive, for every project."""
    folder = await asyncio.to_thread(read_given, str(params["archive"]), reading.locale)
    content = await asyncio.to_thread(check, folder)
    refuse_broken(folder, reading.locale)
    name = content.header.name
    former(await queries.all_skills(reading.source), name, (ADDED, ADDED), None, reading.locale)
    return _addition(name, content, reading.locale)


def _addition(name: str, skill: SkillContent, locale: str, page: str | None = None) -> Addition:
    header = skill.header
    facts = json.dumps(
        {"name": name, **header.model_dump(mode="json", exclude={"name"})}, ensure_ascii=False, indent=2, sort_keys=True
    )
    files = "".join(f"{each.sha256}  {each.path}\n" for each in sorted(skill.files, key=lambda each: each.path))
    scripts = ", ".join(skill.scripts)
    narrowed = say("fact_free", locale) if skill.allows is None else ", ".join(skill.allows)
    return Addition(
        name=name,
        title=header.name,
        description=header.description,
        text=f"{facts}\n\n{files}",
        reaches=[
            say("reach_words", locale),
            say("fact_tools", locale, tools=narrowed),
            say("reach_scripts", locale, scripts=scripts) if scripts else say("reach_no_scripts", locale),
        ],
        effects=[Effect.READ, *([Effect.EXEC] if scripts else [])],
        page=page,
    )


skills.adds(
    AdditionKind(
        kind="skill",
        titles={"en": "Skills", "pt": "Habilidades"},
        here=skills_here,
        read=skill_of_archive,
        add="skills.add",
        file="archive",
        is_binary=True,
        replaces=True,
        remove="skills.remove",
        by="skill",
    )
)
