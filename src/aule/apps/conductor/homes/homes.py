"""Homes: where Conductor keeps environments, manifests and workflows, apart from the projects themselves."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from aule.apps.conductor.findings import ENGLISH
from aule.apps.conductor.words import hint, say
from aule.contracts.errors import Invalid, Refused

VARIABLE = "AULE_CONDUCTOR_HOME"
FOLDER = "conductor"
SHARED = "_common"
"""The place of meta agents, beside the environments."""


@dataclass(frozen=True, slots=True)
class Home:
    """A home of Conductor: one folder, and where its parts are."""

    path: Path
    """Absolute, with every link followed."""
    variables: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """What `~` and `${NAME}` in its files stand for."""

    @property
    def workspaces(self) -> Path:
        """The file that says which environments there are."""
        return self.path / "config" / "workspaces.yaml"

    @property
    def projects(self) -> Path:
        """The agents, by environment and project."""
        return self.path / "projects"

    @property
    def workflows(self) -> Path:
        """The workflow files."""
        return self.path / "workflows"

    @property
    def backups(self) -> Path:
        """What migrations put aside."""
        return self.path / "backups"

    @property
    def runs(self) -> Path:
        """What runs left behind: patches that were not written."""
        return self.path / "runs"

    @property
    def exists(self) -> bool:
        """Whether somebody has set it up."""
        return self.workspaces.is_file() or self.projects.is_dir()

    def agents(self, environment: str, project: str) -> Path:
        """The folder of a project's agents."""
        return self.projects / environment / project / "agents"

    def agent(self, environment: str, project: str, agent: str) -> Path:
        """The folder of one agent. The names have to be checked before."""
        return self.agents(environment, project) / agent

    def shared_agents(self) -> Path:
        """The folder of the meta agents."""
        return self.projects / SHARED / "agents"

    def shown(self, path: Path) -> str:
        """A path in the home as people are told of it: relative, where it is inside."""
        return path.relative_to(self.path).as_posix() if path.is_relative_to(self.path) else str(path)


def find_home(
    given: Path | None,
    *,
    environment: Mapping[str, str],
    cwd: Path | None,
    data: Path,
    locale: str = ENGLISH,
) -> Home:
    """The first of: the one given, `AULE_CONDUCTOR_HOME`, one around the working directory, the data directory's.

    A server looks around no working directory: `cwd` is none. What is only found, not named, has to be one's own.
    """
    if given is not None:
        return _home(given, environment, cwd, locale)
    if named := environment.get(VARIABLE):
        return _home(Path(named), environment, cwd, locale)
    for candidate in _around(cwd):
        if _looks_like_one(candidate):
            _check_owner(candidate, locale)
            return _home(candidate, environment, cwd, locale)
    return _home(data / FOLDER, environment, cwd, locale)


def own_home(root: Path, locale: str = ENGLISH) -> Path | None:
    """Return the `conductor/` of a project, if it is set up; a link to a folder elsewhere is not the project's own."""
    candidate = root / FOLDER
    if candidate.is_symlink() or not _looks_like_one(candidate):
        return None
    _check_owner(candidate, locale)
    return candidate


def _around(cwd: Path | None) -> Iterator[Path]:
    if cwd is None:
        return
    here = Path(os.path.abspath(cwd))
    yield from (folder / FOLDER for folder in (here, *here.parents))
    yield from (folder for folder in (here, *here.parents) if (folder / "config" / "workspaces.yaml").is_file())


def _looks_like_one(folder: Path) -> bool:
    """Whether a folder is set up; many programs have one that is merely called so."""
    return (folder / "config" / "workspaces.yaml").is_file() or (folder / "projects").is_dir()


def _check_owner(folder: Path, locale: str) -> None:
    """Refuse what another user put around the working directory, such as in `/tmp`."""
    owner = folder.stat().st_uid
    if owner not in (os.geteuid(), 0):
        raise Refused(
            say("home_of_another", locale, path=repr(str(folder))),
            code="home_of_another",
            hint=hint("home_of_another", locale, path=str(folder)),
        )


def _home(path: Path, environment: Mapping[str, str], cwd: Path | None, locale: str) -> Home:
    text = str(path)
    if "\0" in text:
        raise _unusable("home_is_no_path", text, locale)
    if text == "~" or text.startswith("~/"):
        user = environment.get("HOME") or os.path.expanduser("~")
        path = Path(user) / text.removeprefix("~").lstrip("/")
    if not path.is_absolute():
        if cwd is None:
            raise _unusable("home_is_relative", text, locale)
        path = cwd / path
    real = Path(os.path.realpath(path))
    if real.exists() and not real.is_dir():
        raise _unusable("home_is_no_folder", str(path), locale, code="not_a_folder")
    return Home(real, dict(environment))


def _unusable(name: str, path: str, locale: str, code: str = "invalid_path") -> Invalid:
    return Invalid(say(name, locale, path=repr(path)), code=code, field="home", hint=hint(name, locale))
