"""Reading accepted skills: every query the app asks its tables."""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, select

from aule.apps.skills import tables as t
from aule.apps.skills.records import Skill
from aule.apps.skills.words import hint, say
from aule.sdk import Row, Source, errors, fetch_row, fetch_rows

_ID: BindParameter[str] = bindparam("id")
_ALL = select(t.accepted).order_by(t.accepted.c.id)
_ONE = select(t.accepted).where(t.accepted.c.id == _ID)
_FILES = select(t.files).where(t.files.c.skill == _ID)


async def all_skills(source: Source) -> list[Skill]:
    """Return every accepted skill, by id."""
    return [Skill.model_validate_json(row["doc"]) for row in await fetch_rows(source, t.accepted, _ALL)]


async def skill_row(source: Source, id: str) -> Row | None:
    """Return the row of an accepted skill, or None."""
    return await fetch_row(source, t.accepted, _ONE, id=id)


async def files_row(source: Source, id: str) -> Row | None:
    """Return the row of the files of an accepted skill, or None."""
    return await fetch_row(source, t.files, _FILES, id=id)


async def skill(source: Source, id: str, locale: str = "en") -> Skill:
    """Return an accepted skill by its id, with or without `skill.` before it."""
    id = id.removeprefix("skill.")
    row = await skill_row(source, id) or await skill_row(source, id.replace("_", "-"))
    if row is None:
        known = [each.id for each in await all_skills(source)]
        raise errors.NotFound(
            say("no_skill", locale, id=id), hint=hint("no_skill", locale), candidates=known[:5], field="skill"
        )
    return Skill.model_validate_json(row["doc"])
