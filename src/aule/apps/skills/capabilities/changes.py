"""Changes of skills: accepted exactly as shown, and removed, by the owner alone. No agent does any of it."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from aule.apps.skills import queries
from aule.apps.skills import tables as t
from aule.apps.skills.app import skills
from aule.apps.skills.folder.cards import card
from aule.apps.skills.folder.checks import check
from aule.apps.skills.folder.contents import SkillFolder, read_archive, read_folder
from aule.apps.skills.folder.stored_files import pack_text
from aule.apps.skills.records import ListedSkill, Origin, Skill, SkillContent, listed
from aule.apps.skills.start import capability_of, own
from aule.apps.skills.words import hint, say
from aule.sdk import (
    Approve,
    Context,
    Effect,
    Patch,
    RecordChange,
    Records,
    Row,
    RowWrite,
    errors,
    is_by_owner,
    only_as_shown,
)
from aule.sdk.files import Workspace, allowed_root

LARGEST_ARCHIVE = 64 * 1024 * 1024
ADDED = "added"

FolderPath = Annotated[
    str, Field(max_length=4_000, description="The folder that holds SKILL.md, or a zip of it, on this machine.")
]
ArtifactId = Annotated[str, Field(max_length=300, description="An uploaded zip instead, by its id.")]
Archive = Annotated[str, Field(max_length=8_000_000, description="A zip or tar instead, in Base64.")]
Found = Annotated[
    str,
    Field(min_length=3, max_length=600, description="`home:NAME`, `project:.agents/skills/NAME` or `app:APP:NAME`."),
]
ProjectId = Annotated[str, Field(max_length=120, description="The project it is for, by its id.")]
Named = Annotated[str, Field(min_length=1, max_length=100, description="The skill, by its id.")]


@dataclass(frozen=True, slots=True)
class _SkillChange:
    """A skill as it is kept and as it would be."""

    before: Skill | None
    old_files: dict[str, bytes]
    after: Skill
    folder: SkillFolder
    row: Row | None
    files_row: Row | None

    def card(self, locale: str) -> Patch:
        """Return what a person sees before it is accepted."""
        old = None if self.before is None else (self.before, self.old_files)
        return card(old, self.after, self.folder.files, self.folder.findings, locale)

    async def write(self, context: Context) -> ListedSkill:
        """Write the rows: another version takes the place of the one before."""
        only_as_shown(context, self.card(context.locale))
        row = {
            "id": self.after.id,
            "capability": capability_of(self.after).model_dump_json(),
            "doc": self.after.model_dump_json(),
        }
        files = {"skill": self.after.id, "archive": await asyncio.to_thread(pack_text, self.folder.files)}
        writes = [RowWrite(t.accepted, self.row, row), RowWrite(t.files, self.files_row, files)]
        if self.before is not None and self.before.id != self.after.id:
            writes = [
                RowWrite(t.accepted, self.row, None),
                RowWrite(t.files, self.files_row, None),
                RowWrite(t.accepted, None, row),
                RowWrite(t.files, None, files),
            ]
        await context.change_rows(
            writes,
            entity=f"skills:{self.after.id}",
            op="create" if self.before is None else "update",
            title=say("title_accept", context.locale, id=self.after.id),
        )
        return listed(self.after)


async def _show_add(
    context: Context,
    folder: FolderPath = "",
    artifact: ArtifactId = "",
    project: ProjectId = "",
    archive: Archive = "",
) -> Patch:
    return (await _prepare_added(context, (folder, artifact, archive), project)).card(context.locale)


@skills.capability(
    effect=Effect.WRITE,
    title={"en": "Add a skill", "pt": "Adicionar uma habilidade"},
    category="skills",
    targets=["folder", "artifact"],
    reversible=True,
    internal=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_add,
    timeout_s=120,
)
async def add(
    context: Context,
    folder: FolderPath = "",
    artifact: ArtifactId = "",
    project: ProjectId = "",
    archive: Archive = "",
) -> ListedSkill:
    """Keep a skill from a folder or an archive, exactly as its content is shown; nothing of it runs by that."""
    await context.write_turn()
    return await (await _prepare_added(context, (folder, artifact, archive), project)).write(context)


async def _show_accept(context: Context, found: Found, project: ProjectId = "") -> Patch:
    return (await _prepare_found(context, found, project)).card(context.locale)


@skills.capability(
    effect=Effect.WRITE,
    title={"en": "Accept a skill", "pt": "Aceitar uma habilidade"},
    category="skills",
    targets=["found"],
    reversible=True,
    internal=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_accept,
    timeout_s=120,
)
async def accept(context: Context, found: Found, project: ProjectId = "") -> ListedSkill:
    """Let agents use a skill that lies in a folder, exactly as it is shown: what changes later is not used unseen."""
    await context.write_turn()
    return await (await _prepare_found(context, found, project)).write(context)


async def _show_remove(context: Context, skill: Named) -> Records:
    refuse_others(context)
    found = await queries.skill(context.reading, skill, context.locale)
    record = RecordChange(op="delete", kind="skill", id=found.id, title=found.header.name)
    return Records(summary=say("title_remove", context.locale, id=found.id), records=[record], total=1)


@skills.capability(
    effect=Effect.DELETE,
    title={"en": "Remove a skill", "pt": "Remover uma habilidade"},
    category="skills",
    targets=["skill"],
    reversible=True,
    internal=True,
    anywhere=True,
    preview=_show_remove,
)
async def remove(context: Context, skill: Named) -> str:
    """Take a skill out of use; the folder it came from stays, and undo brings it back."""
    refuse_others(context)
    await context.write_turn()
    found = await queries.skill(context.reading, skill, context.locale)
    row, files = await queries.skill_row(context.reading, found.id), await queries.files_row(context.reading, found.id)
    await context.change_rows(
        [RowWrite(t.accepted, row, None), *([RowWrite(t.files, files, None)] if files is not None else [])],
        entity=f"skills:{found.id}",
        op="delete",
        title=say("title_remove", context.locale, id=found.id),
    )
    return found.id


def refuse_others(context: Context) -> None:
    """Refuse whoever is not the owner at a door for people: what agents are told is never set up by words."""
    if not is_by_owner(context):
        raise errors.Refused(
            say("owner_only", context.locale), code="skills_owner_only", hint=hint("owner_only", context.locale)
        )


async def read_source(context: Context, folder: str, artifact: str, archive: str = "") -> SkillFolder:
    """Return the skill in a folder of this machine, in a zip there, in an uploaded one, or in one that is given."""
    if sum(map(bool, (folder, artifact, archive))) != 1:
        raise errors.Invalid(say("one_source", context.locale), code="one_source", field="folder")
    if archive:
        return await asyncio.to_thread(read_given, archive, context.locale)
    if artifact:
        kept = await context.artifact(artifact)
        content = await asyncio.to_thread(context.content, kept, LARGEST_ARCHIVE)
        return await asyncio.to_thread(read_archive, content, kept.name, context.locale)
    return await asyncio.to_thread(_read_place, folder, own(context).kernel.documents.home.path, context.locale)


def read_given(archive: str, locale: str) -> SkillFolder:
    """Return the skill in an archive that is given in Base64."""
    try:
        content = base64.b64decode(archive, validate=True)
    except ValueError:
        raise errors.Invalid(say("no_base64", locale), code="not_an_archive", field="archive") from None
    return read_archive(content, "", locale)


def _read_place(folder: str, home: Path, locale: str) -> SkillFolder:
    place = Path(folder).expanduser()
    if not place.is_absolute():
        raise errors.Invalid(say("not_absolute", locale, folder=folder), code="not_absolute", field="folder")
    if place.is_file():
        real = Path(os.path.realpath(place))
        if Path(os.path.realpath(home)) in real.parents:
            raise errors.OutsideScope(
                say("in_data_directory", locale, folder=folder), hint=hint("in_data_directory", locale), field="folder"
            )
        with Workspace.open(real.parent) as workspace:
            return read_archive(workspace.read(real.name, LARGEST_ARCHIVE), place.name, locale)
    with Workspace.open(allowed_root(place, home)) as workspace:
        return read_folder(workspace, ".", locale)


async def _prepare_added(context: Context, source: tuple[str, str, str], project: str) -> _SkillChange:
    refuse_others(context)
    read = await read_source(context, *source)
    content = await asyncio.to_thread(check, read)
    place = None if not project else (await own(context).kernel.projects.get(project)).id
    return await _prepare(context, read, content, (ADDED, ADDED), place)


async def _prepare_found(context: Context, found: str, project: str) -> _SkillChange:
    refuse_others(context)
    place = await own(context).kernel.projects.get(project) if project else context.project
    in_folder = await asyncio.to_thread(own(context).places(place, context.locale).one, found)
    for_project = place.id if in_folder.origin == "project" else None
    return await _prepare(
        context, in_folder.folder, in_folder.content, (in_folder.origin, in_folder.found), for_project
    )


async def _prepare(
    context: Context, folder: SkillFolder, content: SkillContent, source: tuple[Origin, str], project: str | None
) -> _SkillChange:
    """Return a skill as it would be kept; refuse one that cannot be, and one that would stand in another's place."""
    refuse_broken(folder, context.locale)
    name, (origin, found) = content.header.name, source
    kept = await queries.all_skills(context.reading)
    before = former(kept, name, source, project, context.locale)
    id = before.id if before is not None and before.header.name == name else _free(name, [each.id for each in kept])
    now = context.ambient.timestamp()
    after = Skill(
        **{field: getattr(content, field) for field in SkillContent.model_fields},
        id=id,
        origin=origin,
        source=found,
        project=project,
        accepted_at=now,
        updated_at=now,
    )
    if before is None:
        return _SkillChange(None, {}, after, folder, None, None)
    row, files = (
        await queries.skill_row(context.reading, before.id),
        await queries.files_row(context.reading, before.id),
    )
    return _SkillChange(before, await own(context).files(context.reading, before), after, folder, row, files)


def refuse_broken(folder: SkillFolder, locale: str) -> None:
    """Refuse a folder in which something was found that no skill may have."""
    if folder.is_refused:
        wrong = [each for each in folder.findings if each.severity == "error"]
        raise errors.Invalid(
            say("refused", locale, problems=" ".join(each.message for each in wrong[:5])),
            code="skill_refused",
            hint=wrong[0].hint or hint("refused", locale),
        )


def former(
    kept: Sequence[Skill], name: str, source: tuple[Origin, str], project: str | None, locale: str
) -> Skill | None:
    """Return the accepted skill that one takes the place of; refuse one with the name of another skill."""
    before = next((each for each in kept if _is_same(each, name, source, project)), None)
    for other in kept:
        is_near = other.project is None or project is None or other.project == project
        if other.header.name == name and other is not before and is_near:
            raise errors.Conflict(
                say("name_taken", locale, name=name, source=other.source),
                code="name_taken",
                hint=hint("name_taken", locale, id=other.id),
            )
    return before


def _is_same(skill: Skill, name: str, source: tuple[Origin, str], project: str | None) -> bool:
    """Return whether an accepted skill is the former version of one: from the same folder, or added by its name."""
    if skill.source != source[1] or skill.project != project:
        return False
    return source[1] != ADDED or skill.header.name == name


def _free(name: str, taken: list[str]) -> str:
    """Return an id for a name; only a skill of another project can have it already."""
    number, id = 1, name
    while id in taken:
        number += 1
        id = f"{name}-{number}"
    return id
