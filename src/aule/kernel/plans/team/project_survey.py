"""The project survey: reads a project before planning, with five read tools, on record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import Call
from aule.contracts.access.change import Actor
from aule.contracts.errors import AuleError
from aule.contracts.plans.plan import Evidence, PlanContext
from aule.contracts.project import Project
from aule.contracts.runs.run import Run
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.planning.critic.manifests import read_manifest
from aule.kernel.plans.team.places import extension, is_test, meant_by, route_files
from aule.kernel.policy import permitted
from aule.models.brains.shapes import list_of, object_of, text_of

READ_TOOLS = (
    "core.retrieve_context",
    "core.grep_search",
    "core.read_file",
    "core.list_dir",
    "core.file_search",
)
"""The only tools of planning (PL-2)."""
CONSTITUTION = ".aule/constitution.md"
"""The rules that outrank the project's other rules; those are in `AGENTS.md`, the nearest counts (PL-4)."""
LONGEST_RULES = 6_000
MOST_LIBRARIES = 20
MANIFESTS = ("package.json", "pyproject.toml", "requirements.txt", "Cargo.toml", "go.mod")
_ENTRIES = ("app", "main", "index", "server", "__main__", "cli")
_FRAMEWORKS = {
    "express": "Express middleware",
    "fastify": "Fastify routes",
    "react": "React components",
    "vue": "Vue components",
    "next": "Next.js pages",
    "fastapi": "FastAPI routes",
    "django": "Django apps",
    "flask": "Flask routes",
    "typer": "Typer commands",
    "pytest": "pytest tests",
    "jest": "Jest tests",
    "vitest": "Vitest tests",
}


@dataclass(frozen=True, slots=True)
class ProjectRule:
    """A file of rules, with its text."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Survey:
    """What a survey found in a project."""

    names: tuple[str, ...] = ()
    """The project's files."""
    found: tuple[Evidence, ...] = ()
    """Passages about the subject, best first."""
    manifest: str | None = None
    libraries: tuple[str, ...] = ()
    rules: tuple[ProjectRule, ...] = ()
    hashes: dict[str, str] = field(default_factory=dict[str, str])
    """Hashes of the files that were read."""

    @property
    def ext(self) -> str | None:
        """The extension of its source files; None when it has no source."""
        return extension(self.names)

    @property
    def test_command(self) -> str | None:
        """The command that runs its tests, from its manifest."""
        match (self.manifest or "").rpartition("/")[2]:
            case "package.json":
                return "npm test"
            case "pyproject.toml" | "requirements.txt":
                return "pytest"
            case "Cargo.toml":
                return "cargo test"
            case "go.mod":
                return "go test ./..."
            case _:
                return None

    @property
    def entry(self) -> str | None:
        """The entry file of the program."""
        code = [name for name in self.names if name.endswith(f".{self.ext}") and not is_test(name)]
        for wanted in _ENTRIES:
            near = [name for name in code if name.rpartition("/")[2].partition(".")[0] == wanted]
            if near:
                return min(near, key=lambda name: (name.count("/"), name))
        return None

    @property
    def docs(self) -> str | None:
        """The README of the project."""
        return next((name for name in self.names if name.lower() == "readme.md"), None)

    @property
    def routes(self) -> list[str]:
        """The files that declare routes."""
        return route_files(self.names)

    def context(self, read: Sequence[str] = ()) -> PlanContext:
        """Return the survey as the context of a plan."""
        seen = [*self.hashes, *read, *(each.path for each in self.found)]
        patterns = [said for name, said in _FRAMEWORKS.items() if any(_name(each) == name for each in self.libraries)]
        patterns += ["Service layer"] if any("/services/" in f"/{name}" for name in self.names) else []
        return PlanContext(
            files_analyzed=list(dict.fromkeys(path for path in seen if path in set(self.names))),
            patterns_found=patterns,
            dependencies=list(self.libraries[:MOST_LIBRARIES]),
            file_hashes=self.hashes,
            rules=[rule.path for rule in self.rules],
        )


class Surveyor:
    """Uses the read tools inside a run. Refused or failed calls return nothing."""

    def __init__(self, deps: TurnDeps, workspaces: Workspaces, run: Run, project: Project, agent: Agent) -> None:
        self._deps = deps
        self._workspaces = workspaces
        self._run = run
        self._project = project
        self._agent = agent
        self.hashes: dict[str, str] = {}

    async def survey(self, subject: str) -> Survey:
        """Survey a project for a subject."""
        names = await self.names()
        manifest, libraries = await self._manifest(names)
        found = await self.passages(" ".join(meant_by(subject)[:20])) if names else []
        rules = await self.rules(names, [each.path for each in found])
        return Survey(tuple(names), tuple(found), manifest, tuple(libraries), tuple(rules), dict(self.hashes))

    async def names(self) -> list[str]:
        """Return the files of the project."""
        data = await self._call("core.file_search", {"glob": "**/*"})
        return [text_of(each.get("path")) for each in _objects(data, "found") if each.get("kind") == "file"]

    async def passages(self, subject: str, limit: int = 8) -> list[Evidence]:
        """Return passages of the project about a subject."""
        if not subject.strip():
            return []
        data = await self._call("core.retrieve_context", {"query": subject[:500], "limit": limit})
        return [
            Evidence(path=text_of(each.get("path")), lines=text_of(each.get("lines")), quote=_quote(each))
            for each in _objects(data, "found")
        ]

    async def uses(self, text: str, limit: int = 200) -> list[str]:
        """Return the files that contain a text."""
        data = await self._call("core.grep_search", {"pattern": text[:200], "max_results": limit})
        return list(dict.fromkeys(text_of(each.get("path")) for each in _objects(data, "matches")))

    async def read(self, path: str) -> str | None:
        """Return the text of a file, and keep its hash."""
        data = object_of(await self._call("core.read_file", {"path": path, "max_lines": 2_000}))
        text = data.get("text")
        return text if isinstance(text, str) else None

    async def rules(self, names: Sequence[str], about: Sequence[str]) -> list[ProjectRule]:
        """Return the rules that apply: the project's own, and those nearest to the files the work is about."""
        near = {_nearest(path, names) for path in about} | {_nearest("", names)}
        paths = [CONSTITUTION] if self._is_there(CONSTITUTION) else []
        paths += sorted(path for path in near if path is not None)
        found: list[ProjectRule] = []
        for path in paths:
            if text := await self.read(path):
                found.append(ProjectRule(path, text[:LONGEST_RULES]))
        return found

    def _is_there(self, path: str) -> bool:
        try:
            return self._workspaces.of(self._project).stat(path) is not None
        except AuleError:
            return False

    async def _manifest(self, names: Sequence[str]) -> tuple[str | None, list[str]]:
        path = next((name for name in MANIFESTS if name in names), None)
        text = None if path is None else await self.read(path)
        if path is None or text is None:
            return None, []
        manifest = read_manifest(path, text.encode())
        listed = {} if manifest is None else dict(manifest.libraries)
        return path, [f"{name}@{_bare(said)}" if said else name for name, said in listed.items()]

    async def _call(self, capability: str, params: dict[str, Any]) -> Any:
        if not await self._may(capability):
            return None
        id = self._deps.ambient.ids.new("call")
        call = Call(id=id, capability=capability, params=params, idempotency_key=f"{self._run.id}/{id}/0")
        caller = Caller(self._run, Actor(type="agent", id=self._agent.id), self._project, self._agent)
        try:
            result = await self._deps.gate.invoke(call, caller)
        except AuleError:
            return None  # unreadable files stay unknown; the refused call is on record
        if not result.ok:
            return None
        if capability == "core.read_file":
            path = text_of(object_of(result.data).get("path"))
            self.hashes |= fingerprints(self._workspaces, self._project, [path])
        return result.data

    async def _may(self, capability: str) -> bool:
        """Return whether the asked agent may use a capability: planning for it has no more rights."""
        if self._run.agent is None or self._run.agent == self._agent.id:
            return True
        above = await self._deps.agent(self._run.agent)
        return permitted(capability, above.capabilities)


def fingerprints(workspaces: Workspaces, project: Project, paths: Sequence[str]) -> dict[str, str]:
    """Return the hashes of files as plans keep them; missing files are left out."""
    found: dict[str, str] = {}
    for path in paths:
        try:
            entry = workspaces.of(project).stat(path, hashed=True)
        except AuleError:
            continue
        if entry is not None and entry.sha256 is not None:
            found[path] = f"sha256:{entry.sha256}"
    return found


def _nearest(path: str, names: Sequence[str]) -> str | None:
    """Return the file of rules nearest to a path, going up."""
    folder = path.rpartition("/")[0]
    while True:
        candidate = f"{folder}/AGENTS.md" if folder else "AGENTS.md"
        if candidate in names:
            return candidate
        if not folder:
            return None
        folder = folder.rpartition("/")[0]


def _objects(data: Any, key: str) -> list[dict[str, Any]]:
    return [object_of(each) for each in list_of(object_of(data).get(key))]


def _quote(each: dict[str, Any]) -> str | None:
    lines = [line.strip() for line in text_of(each.get("snippet")).splitlines() if line.strip()]
    return lines[0][:200] if lines else None


def _name(library: str) -> str:
    return library.rpartition("@")[0] or library


def _bare(version: str) -> str:
    return version.lstrip("^~=v> ").strip() or version
