"""Places where skills lie: the data directory, a project, packages of apps. None is used before it was accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import resources
from itertools import chain
from pathlib import Path

from aule.apps.skills.folder.checks import check
from aule.apps.skills.folder.contents import SkillFolder, read_folder, read_package
from aule.apps.skills.records import SKILL_FILE, FoundSkill, FoundState, Origin, Skill, SkillContent
from aule.apps.skills.words import say
from aule.sdk import errors
from aule.sdk.files import Workspace

PROJECT_FOLDERS = (".aule/skills", ".agents/skills", ".claude/skills")
"""Where projects keep skills: ours, the one that many programs share, and the first one there was."""
MOST_SKILLS = 200
"""Folders of skills that are read in one place."""


@dataclass(frozen=True, slots=True)
class SkillInFolder:
    """A found skill with its files, and the place it was found in."""

    found: str
    origin: Origin
    place: str
    folder: SkillFolder
    content: SkillContent


@dataclass(slots=True)
class Places:
    """The places that are looked at for a project."""

    home: Path
    """The data directory."""
    workspace: Workspace | None
    """The files of the project."""
    packages: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """Packages and folders in which apps ship skills, by app."""
    locale: str = "en"
    notes: list[str] = field(default_factory=list[str])

    def all(self) -> list[SkillInFolder]:
        """Return every skill there is, with those of the data directory first, without the content of files.

        What a project brings may be large, so the files of one are let go before those of the next are read.
        """
        found: list[SkillInFolder] = []
        for each in chain(self._of_home(), self._of_apps(), self._of_project()):
            each.folder.files.clear()
            found.append(each)
        return found

    def one(self, found: str) -> SkillInFolder:
        """Return the skill that is called so."""
        origin, _, rest = found.partition(":")
        for each in {"home": self._of_home, "app": self._of_apps, "project": self._of_project}.get(origin, _none)():
            if each.found == found:
                return each
        raise errors.NotFound(
            say("not_found", self.locale, found=found),
            hint=say("not_found_hint", self.locale),
            candidates=[each.found for each in self.all() if rest.rpartition("/")[2] in each.found][:5],
            field="found",
        )

    def _of_home(self) -> Iterator[SkillInFolder]:
        folder = self.home / "skills"
        if not folder.is_dir() or folder.is_symlink():
            return
        with Workspace.open(folder) as workspace:
            yield from self._in(workspace, ".", "home", lambda name: f"home:{name}", str(folder))

    def _of_project(self) -> Iterator[SkillInFolder]:
        for folder in PROJECT_FOLDERS if self.workspace is not None else ():
            assert self.workspace is not None
            if self._is_folder(self.workspace, folder):
                yield from self._in(self.workspace, folder, "project", _in_project(folder), folder)

    def _is_folder(self, workspace: Workspace, folder: str) -> bool:
        """Return whether a folder is there, and no part of its path is a link; a link is told."""
        for path in (folder.partition("/")[0], folder):
            entry = workspace.stat(path)
            if entry is not None and entry.kind == "link":
                self.notes.append(say("place_is_link", self.locale, place=path))
            if entry is None or entry.kind != "folder":
                return False
        return True

    def _of_apps(self) -> Iterator[SkillInFolder]:
        for app, (package, folder) in sorted(self.packages.items()):
            top = resources.files(package).joinpath(folder)
            if not top.is_dir():
                continue
            for each in sorted(top.iterdir(), key=lambda each: each.name):
                if each.is_dir() and each.joinpath(SKILL_FILE).is_file():
                    read = read_package(each, self.locale)
                    yield SkillInFolder(f"app:{app}:{each.name}", "app", app, read, check(read))

    def _in(
        self, workspace: Workspace, folder: str, origin: Origin, name_of: Callable[[str], str], place: str
    ) -> Iterator[SkillInFolder]:
        entries = workspace.list(folder)
        count = 0
        for entry in entries[: MOST_SKILLS * 5]:
            name = entry.path.rpartition("/")[2]
            if entry.kind == "link":
                self.notes.append(say("place_is_link", self.locale, place=f"{place}/{ascii(name)[1:-1]}"))
            if entry.kind != "folder" or name.startswith("."):
                continue
            if count >= MOST_SKILLS:
                self.notes.append(say("many_skills", self.locale, place=place, most=MOST_SKILLS))
                break
            read = read_folder(workspace, entry.path, self.locale)
            count += 1
            yield SkillInFolder(name_of(name), origin, f"{place}/{name}", read, check(read))


def state_of(in_folder: SkillInFolder, accepted: Sequence[Skill], project: str | None) -> FoundSkill:
    """Return a skill in a folder, and whether it is accepted as it is now."""
    mine = next((each for each in accepted if is_from(each, in_folder, project)), None)
    state: FoundState = "refused" if in_folder.folder.is_refused else "new"
    if mine is not None and mine.hash == in_folder.content.hash:
        state = "accepted"
    elif mine is not None and state == "new":
        state = "changed"
    return FoundSkill(
        **{name: getattr(in_folder.content, name) for name in SkillContent.model_fields},
        found=in_folder.found,
        origin=in_folder.origin,
        place=in_folder.place,
        state=state,
        accepted_as=None if mine is None else mine.id,
        findings=in_folder.folder.findings,
    )


def is_from(skill: Skill, in_folder: SkillInFolder, project: str | None) -> bool:
    """Return whether an accepted skill was accepted from this folder."""
    return skill.source == in_folder.found and (in_folder.origin != "project" or skill.project == project)


def _in_project(folder: str) -> Callable[[str], str]:
    return lambda name: f"project:{folder}/{name}"


def _none() -> Iterator[SkillInFolder]:
    return iter(())
