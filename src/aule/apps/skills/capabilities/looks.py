"""What is shown of skills: the list, their files, and what a check says of a folder."""

from __future__ import annotations

import asyncio
from typing import Annotated

from pydantic import Field

from aule.apps.skills import queries
from aule.apps.skills.app import skills
from aule.apps.skills.capabilities.changes import ArtifactId, FolderPath, Named, read_source, refuse_others
from aule.apps.skills.folder.checks import check
from aule.apps.skills.places import state_of
from aule.apps.skills.records import Origin, SkillContent, SkillFinding, SkillList, SkillText, listed
from aule.apps.skills.start import MOST_TOLD, Skills, own, usable
from aule.apps.skills.words import hint, say
from aule.contracts.project import Project
from aule.sdk import Context, Effect, Model, Source, errors


class SkillName(Model):
    """A skill as an agent sees it first."""

    capability: str
    description: str


class ListedNames(Model):
    """The skills that may be used."""

    items: list[SkillName]


class CheckedSkill(SkillContent):
    """A skill that was only looked at, and what was found."""

    ok: bool
    """Whether it can be accepted."""
    origin: Origin = "added"
    findings: list[SkillFinding]


@skills.capability(
    effect=Effect.READ,
    title={"en": "List skills", "pt": "Listar habilidades"},
    category="skills",
    unspoken=True,
    anywhere=True,
)
async def list_skills(context: Context) -> ListedNames:
    """List the skills that may be used here; `skill.NAME` gives the words of one."""
    here = [each for each in await queries.all_skills(context.reading) if each.project in (None, context.project.id)]
    context.cite("skills", rows=len(here), is_owners=True)
    return ListedNames(
        items=[SkillName(capability=each.capability, description=each.header.description) for each in here]
    )


@skills.capability(
    effect=Effect.READ,
    title={"en": "Read a file of a skill", "pt": "Ler um arquivo de uma habilidade"},
    category="skills",
    targets=["skill", "path"],
    unspoken=True,
    anywhere=True,
)
async def read_skill_file(
    context: Context,
    skill: Named,
    path: Annotated[str, Field(min_length=1, max_length=500, description="Its path in the skill.")],
    offset: Annotated[int, Field(ge=0, description="The character from which on it is given.")] = 0,
) -> SkillText:
    """Read a text file of a skill that is in use, such as `references/forms.md`."""
    found = await usable(context, skill)
    files = await own(context).files(context.reading, found)
    told = next((each for each in found.files if each.path == path.removeprefix("./")), None)
    if told is None:
        raise errors.NotFound(
            say("no_file_in_skill", context.locale, path=path, id=found.id),
            candidates=[each.path for each in found.files][:10],
            field="path",
        )
    if not told.is_text:
        raise errors.Invalid(
            say("no_text_in_skill", context.locale, path=path),
            code="not_text",
            hint=hint("no_text_in_skill", context.locale),
            field="path",
        )
    text = files[told.path].decode("utf-8")
    context.cite(f"skill:{found.id}/{told.path}", is_owners=told.is_shown)
    shown = text[offset : offset + MOST_TOLD]
    return SkillText(skill=found.id, path=told.path, text=shown, cut=max(0, len(text) - offset - len(shown)))


@skills.capability(
    effect=Effect.READ,
    title={"en": "Check a skill", "pt": "Checar uma habilidade"},
    category="skills",
    targets=["folder", "artifact"],
    internal=True,
    anywhere=True,
    timeout_s=120,
)
async def lint(context: Context, folder: FolderPath = "", artifact: ArtifactId = "") -> CheckedSkill:
    """Check a folder or a zip against the public specification of skills; nothing is kept."""
    refuse_others(context)
    read = await read_source(context, folder, artifact)
    content = await asyncio.to_thread(check, read)
    return CheckedSkill(
        **{name: getattr(content, name) for name in SkillContent.model_fields},
        ok=not read.is_refused,
        findings=read.findings,
    )


async def all_there_is(own: Skills, source: Source, project: Project, locale: str) -> SkillList:
    """Return accepted skills, and folders of skills that are new, changed or refused."""
    places = own.places(project, locale)
    found = await asyncio.to_thread(places.all)
    accepted = await queries.all_skills(source)
    states = [state_of(each, accepted, project.id) for each in found]
    changed = {each.accepted_as for each in states if each.state == "changed"}
    return SkillList(
        items=[listed(each, changed=each.id in changed) for each in accepted],
        found=[each for each in states if each.state != "accepted"],
        notes=places.notes,
    )
