"""Skills while the system runs: the functions behind them, their files at hand, and the places they lie in."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any, cast

from aule.apps.skills import queries
from aule.apps.skills.app import skills
from aule.apps.skills.folder.front_matter import split
from aule.apps.skills.folder.stored_files import unpack_text
from aule.apps.skills.places import Places
from aule.apps.skills.records import MOST_DESCRIPTION, SKILL_FILE, Skill, SkillText
from aule.apps.skills.words import hint, say
from aule.contracts.project import Project
from aule.sdk import Approve, Context, Effect, Source, errors
from aule.sdk.run_time import Capability, Registered, by_schema
from aule.sdk.system import DEFAULT_LOCALE, Kernel
from aule.text.hashing import bytes_hash
from aule.text.words import headline

MOST_TOLD = 100_000
"""Characters of one text that a call gives back."""
MOST_HELD = 8
"""Skills whose files are kept at hand."""
KIND = "skills"
"""What apps call the folders in which they ship skills."""


class Skills:
    """What the app keeps while the system runs; nothing is read before it is asked for."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._files: dict[tuple[str, str], dict[str, bytes]] = {}

    def locale(self, wanted: str | None = None) -> str:
        """Return the language in which somebody is answered."""
        return wanted or self.kernel.settings.current().appearance.locale or DEFAULT_LOCALE

    def registered(self, capability: Capability) -> Registered:
        """Return an accepted skill with what gives its words."""

        async def use(context: Context, **params: Any) -> SkillText:
            return await self._use(context, capability)

        return by_schema(capability, use)

    def places(self, project: Project | None, locale: str) -> Places:
        """Return the places in which skills of a project may lie."""
        workspace = None if project is None else self.kernel.workspaces.of(project)
        return Places(self.kernel.documents.home.path, workspace, self.kernel.apps.folders(KIND), locale)

    async def files(self, source: Source, skill: Skill) -> dict[str, bytes]:
        """Return the files of a skill exactly as they were accepted."""
        key = (skill.id, skill.hash)
        held = self._files.get(key)
        if held is None:
            row = await queries.files_row(source, skill.id)
            held = {} if row is None else await asyncio.to_thread(unpack_text, row["archive"])
            if {path: bytes_hash(content) for path, content in held.items()} != {
                each.path: each.sha256 for each in skill.files
            }:
                raise errors.Corrupt(f"The files of the skill {skill.id!r} are not those that were accepted.")
            while len(self._files) >= MOST_HELD:
                del self._files[next(iter(self._files))]
            self._files[key] = held
        return held

    async def lay_out(self, source: Source, skill: Skill) -> Path:
        """Return a folder that holds the files of a skill as they were accepted, for a script in the box."""
        files = await self.files(source, skill)
        return await asyncio.to_thread(_lay_out, cache_folder(self.kernel.documents.home.path), skill, files)

    async def _use(self, context: Context, capability: Capability) -> SkillText:
        skill = await usable(context, capability.name)
        files = await self.files(context.reading, skill)
        body = split(files[SKILL_FILE].decode("utf-8"))[1].strip()
        context.cite(f"skill:{skill.id}", is_owners=True)
        context.narrows = skill.allows
        return SkillText(
            skill=skill.id,
            path=SKILL_FILE,
            text=body[:MOST_TOLD],
            cut=max(0, len(body) - MOST_TOLD),
            files=[each.path for each in skill.files if each.path != SKILL_FILE][:200],
            scripts=skill.scripts[:100],
            allows=skill.allows,
        )


async def usable(context: Context, named: str) -> Skill:
    """Return an accepted skill that may be used where a call is made."""
    found = [each for each in await queries.all_skills(context.reading) if named in (each.capability, each.id)]
    if not found:
        return await queries.skill(context.reading, named, context.locale)  # raises what is there instead
    if found[0].project not in (None, context.project.id):
        raise errors.Refused(
            say("other_project", context.locale, id=found[0].id),
            code="other_project",
            hint=hint("other_project", context.locale),
        )
    return found[0]


def capability_of(skill: Skill) -> Capability:
    """Return what the registry offers of a skill: its name and description, and nothing else of it."""
    return Capability(
        name=skill.capability,
        app="skills",
        category="skills",
        title=headline(skill.header.name.replace("-", " ").capitalize()),
        description=f"{skill.header.description[:MOST_DESCRIPTION]} (A skill: read it before such work.)",
        params={"type": "object", "properties": {}, "additionalProperties": False},
        returns=SkillText.model_json_schema(),
        effect=Effect.READ,
        idempotent=True,
        anywhere=True,
        unspoken=True,
        approval=Approve.AUTO,
        project=skill.project,
    )


def own(context: Context) -> Skills:
    """Return what the app keeps."""
    return cast("Skills", context.own)


def cache_folder(home: Path) -> Path:
    """Return where files of skills are laid out: what is there can be made again."""
    base, user = os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("HOME", "")
    folder = Path(base) if Path(base).is_absolute() else Path(user) / ".cache" if user else home / "cache"
    return folder / "aule" / "skills"


def _lay_out(cache: Path, skill: Skill, files: dict[str, bytes]) -> Path:
    """Write the files once; whatever stands there and differs is written anew."""
    top = cache / skill.hash.rpartition(":")[2][:40]
    for path, content in files.items():
        target = top / path
        with contextlib.suppress(OSError):
            if not target.is_symlink() and target.read_bytes() == content:
                continue
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o755 if content.startswith(b"#!") else 0o644)
        Path(name).replace(target)
    return top


skills.on_start(Skills)
