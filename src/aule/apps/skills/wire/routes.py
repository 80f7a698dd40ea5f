"""Skills over HTTP: listed, shown as a card, accepted exactly as seen, read, checked, exported, removed."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from aule.apps.skills import queries
from aule.apps.skills.capabilities.looks import CheckedSkill, all_there_is
from aule.apps.skills.records import (
    SKILL_FILE,
    ListedSkill,
    Skill,
    SkillList,
    SkillPackage,
    SkillText,
    listed,
)
from aule.apps.skills.skill_text import TOOL_FILE, WORKFLOW_FILE
from aule.apps.skills.start import MOST_TOLD, Skills
from aule.contracts.views import CallPreview
from aule.sdk import errors
from aule.sdk.http import ByHand, Id, JsonObject, Kernel, Language, Model, Own, Routes
from aule.sdk.system import DEFAULT_PROJECT

wire = Routes(prefix="/v1/skills", tags=["skills"])

Held = Annotated[Skills, Own()]
Project = Annotated[str | None, Field(max_length=120, description="The project whose folders are looked at.")]


class SkillSource(Model):
    """Where a skill is taken from: one of the three."""

    folder: str = Field(default="", max_length=4_000, description="A folder or a zip on this machine.")
    artifact: str = Field(default="", max_length=300, description="An uploaded zip.")
    found: str = Field(default="", max_length=600, description="A skill that is listed as found.")
    project: str = Field(default="", max_length=120)
    """The project whose folder it lies in, or for which it is added; empty: every project."""


class SeenSkill(SkillSource):
    """A skill to accept, exactly as it was shown."""

    seen: str = Field(min_length=1, max_length=200, description="The `content_hash` of the card.")


class SkillDetail(ListedSkill):
    """An accepted skill with its words and files."""

    skill: Skill
    body: str
    """Its `SKILL.md` as it was accepted."""
    cut: int = 0


class RemovedSkill(Model):
    """A skill that was taken out of use; undo the change to have it back."""

    id: str
    change: str | None


class ThingToExport(Model):
    """What a skill is to be made of: one of the two."""

    tool: str = Field(default="", max_length=60, description="A tool made here.")
    workflow: str = Field(default="", max_length=120, description="A workflow.")


class HeldThing(Model):
    """A tool or a workflow that stands in a skill, and the call that brings it back: it asks as it does for any."""

    path: str
    capability: str
    params: JsonObject


class HeldThings(Model):
    """What a skill holds that can be brought back."""

    items: list[HeldThing]


@wire.route("GET", "")
async def list_skills(kernel: Kernel, own: Held, project: Project = None, locale: Language = None) -> SkillList:
    """Accepted skills, and folders of skills that wait for the owner. Nothing of these is used."""
    place = await kernel.projects.get(project or DEFAULT_PROJECT)
    return await all_there_is(own, kernel.database, place, own.locale(locale))


@wire.route("POST", "/preview")
async def preview_skill(body: SkillSource, kernel: Kernel, own: Held, locale: Language = None) -> CallPreview:
    """What accepting a skill would do: every file, what is different, what it may use; with the hash to name."""
    name, params = _meant(body)
    return await kernel.preview(name, params, locale=own.locale(locale))


@wire.route("POST", "", status=201)
async def accept_skill(body: SeenSkill, kernel: Kernel, own: Held, locale: Language = None) -> ListedSkill:
    """Accept a skill exactly as it was seen; from then on agents may use it."""
    name, params = _meant(body)
    called = await kernel.call(name, params, locale=own.locale(locale), by_hand=ByHand(seen=body.seen))
    return ListedSkill.model_validate(called.result.data)


@wire.route("POST", "/lint")
async def lint_skill(body: SkillSource, kernel: Kernel, own: Held, locale: Language = None) -> CheckedSkill:
    """What a check says of a folder or a zip; nothing is kept."""
    params = {"folder": body.folder, "artifact": body.artifact}
    called = await kernel.call("skills.lint", params, locale=own.locale(locale))
    return CheckedSkill.model_validate(called.result.data)


@wire.route("POST", "/export")
async def export_thing(body: ThingToExport, kernel: Kernel) -> SkillPackage:
    """A tool or a workflow as a skill."""
    if bool(body.tool) is bool(body.workflow):
        raise errors.Invalid("Name a tool or a workflow.", code="one_source", hint="Give one of the two.")
    name, params = (
        ("export_tool", {"tool": body.tool}) if body.tool else ("export_workflow", {"workflow": body.workflow})
    )
    called = await kernel.call(f"skills.{name}", params)
    return SkillPackage.model_validate(called.result.data)


@wire.route("GET", "/{id}")
async def get_skill(id: Id, kernel: Kernel, own: Held) -> SkillDetail:
    """One accepted skill with its words and its files."""
    skill = await queries.skill(kernel.database, id)
    files = await own.files(kernel.database, skill)
    body = files[SKILL_FILE].decode("utf-8", "replace")
    return SkillDetail(
        **listed(skill).model_dump(), skill=skill, body=body[:MOST_TOLD], cut=max(0, len(body) - MOST_TOLD)
    )


@wire.route("DELETE", "/{id}")
async def remove_skill(id: Id, kernel: Kernel) -> RemovedSkill:
    """Take a skill out of use; undo the change to have it back."""
    shown = await kernel.preview("skills.remove", {"skill": id})
    called = await kernel.call("skills.remove", {"skill": id}, by_hand=ByHand(seen=shown.content_hash))
    return RemovedSkill(id=id, change=next(iter(called.result.changes), None))


@wire.route("GET", "/{id}/file")
async def read_skill_file(
    id: Id, path: Annotated[str, Field(min_length=1, max_length=500)], kernel: Kernel, own: Held
) -> SkillText:
    """A text file of an accepted skill."""
    skill = await queries.skill(kernel.database, id)
    content = (await own.files(kernel.database, skill)).get(path)
    if content is None:
        raise errors.NotFound(f"There is no file {path!r} in the skill {id!r}.", field="path")
    text = content.decode("utf-8", "replace")
    return SkillText(skill=skill.id, path=path, text=text[:MOST_TOLD], cut=max(0, len(text) - MOST_TOLD))


@wire.route("GET", "/{id}/export")
async def export_skill(id: Id, kernel: Kernel) -> SkillPackage:
    """An accepted skill as a zip."""
    called = await kernel.call("skills.export", {"skill": id})
    return SkillPackage.model_validate(called.result.data)


@wire.route("GET", "/{id}/restore")
async def list_held_things(id: Id, kernel: Kernel, own: Held) -> HeldThings:
    """The tools and workflows that a skill holds, with the calls that bring them back; nothing is brought by this.

    Who wrote the skill wrote them: each is shown and asked about by itself, also where it would take another's place.
    """
    files = await own.files(kernel.database, await queries.skill(kernel.database, id))
    items = list[HeldThing]()
    for path in sorted(files):
        text = files[path].decode("utf-8", "replace")
        if path.endswith(TOOL_FILE):
            params: JsonObject = {"content": text, "scope": "home"}
            items.append(HeldThing(path=path, capability="forge.import_tool", params=params))
        elif path.endswith(WORKFLOW_FILE):
            items.append(HeldThing(path=path, capability="core.create_workflow", params={"document": text}))
    if not items:
        raise errors.Invalid(
            f"The skill {id!r} holds neither a tool nor a workflow.",
            code="nothing_to_restore",
            hint="Only skills that were made of one hold it, in their folder assets.",
        )
    return HeldThings(items=items)


def _meant(body: SkillSource) -> tuple[str, dict[str, Any]]:
    """Return the capability that takes a skill from where it is said to be, with its parameters."""
    if body.found:
        return "skills.accept", {"found": body.found, "project": body.project}
    return "skills.add", {"folder": body.folder, "artifact": body.artifact, "project": body.project}
