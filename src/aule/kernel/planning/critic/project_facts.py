"""What a review knows about the project: read once from disk before the checks run."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from aule.contracts.errors import AuleError, UnknownCapability
from aule.contracts.plans.plan import Plan
from aule.kernel.capabilities.registry import Registered, Registry
from aule.kernel.engine.graphs.check_context import CheckContext
from aule.kernel.planning.critic.manifests import MANIFESTS, Manifest, read_manifest
from aule.kernel.planning.execution.compile import DEV
from aule.kernel.planning.execution.step_brief import files_of
from aule.sandbox.entries import Kind
from aule.sandbox.names import canonical
from aule.sandbox.workspace import Workspace
from aule.text.hashing import bytes_hash

LARGEST = 1_000_000
"""Bytes of the largest file whose lines are counted; of larger ones only the existence is known."""
MOST_NAMES = 4_000
"""Names that are searched for one that was misspelt."""


@dataclass(frozen=True, slots=True)
class PathFacts:
    """What exists at a path: a folder, or a file with its lines and hash where they were read."""

    kind: Kind
    lines: int | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class ProjectFacts:
    """The facts of a project that a plan is checked against."""

    registry: Registry
    agents: frozenset[str] = frozenset()
    seen: Mapping[str, PathFacts] = field(default_factory=dict[str, PathFacts])
    """What exists at the paths the plan names and at the folders above them; other paths do not exist."""
    names: Sequence[str] = ()
    """Files and folders of the project, listed only when a path of the plan was not found."""
    manifests: Sequence[Manifest] = ()
    scopes: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """The writable paths of agents that have limits."""
    workflows: frozenset[str] | None = None
    """The ids of stored workflows; None when they were not read."""
    dev: str = DEV
    """The agent that edits files when a step names none."""
    has_files: bool = True
    """Whether the project has a folder; without one only the form of paths is checked."""

    @cached_property
    def knowledge(self) -> CheckContext:
        """The capabilities that can be called and the agents that can be asked."""
        return CheckContext(self.registry, self.agents)

    def at(self, path: str) -> PathFacts | None:
        """Return what exists at a path of the plan; None when nothing does, or when it is no path."""
        try:
            return self.seen.get(canonical(path))
        except AuleError:
            return None

    def capability(self, name: str) -> Registered | None:
        """Return a capability by its exact name or a declared alias, or None."""
        try:
            return self.registry.resolve(name)
        except UnknownCapability:
            return None


async def read_project_facts(
    plan: Plan,
    workspace: Workspace | None,
    registry: Registry,
    agents: Collection[str],
    *,
    scopes: Mapping[str, Sequence[str]] | None = None,
    workflows: Collection[str] | None = None,
) -> ProjectFacts:
    """Read the paths a plan names, and nothing else, for a review."""
    await registry.prepare(step.call.capability for step in plan.steps if step.call is not None)
    facts = ProjectFacts(
        registry,
        frozenset(agents),
        scopes=scopes or {},
        workflows=None if workflows is None else frozenset(workflows),
        has_files=workspace is not None,
    )
    return facts if workspace is None else await asyncio.to_thread(_read_files, facts, plan, workspace)


def _read_files(facts: ProjectFacts, plan: Plan, workspace: Workspace) -> ProjectFacts:
    seen: dict[str, PathFacts] = {}
    read = {canonical_or_none(path) for path in plan.context.file_hashes}
    read |= {canonical_or_none(step.file) for step in plan.steps if step.line_start or step.line_end}
    missing = False
    for path in _named_paths(plan):
        found = _look_at(workspace, path, read=path in read)
        if found is None:
            missing = True
        else:
            seen[path] = found
        for folder in _above(path):
            if folder not in seen and (entry := _look_at(workspace, folder, read=False)) is not None:
                seen[folder] = entry
    return replace(
        facts,
        seen=seen,
        names=_names(workspace) if missing else (),
        manifests=_manifests(workspace) if plan.context.dependencies else (),
    )


def _named_paths(plan: Plan) -> list[str]:
    """Return every path a plan names, in canonical form; invalid paths are left to a check."""
    steps = [path for step in plan.steps for path in files_of(step)]
    known = [*plan.context.files_analyzed, *plan.context.file_hashes]
    found = (canonical_or_none(path) for path in [*steps, *known])
    return list(dict.fromkeys(path for path in found if path is not None))


def canonical_or_none(path: str | None) -> str | None:
    """Return the canonical form of a path; None for one that leads out of the project or is invalid."""
    if path is None:
        return None
    try:
        return canonical(path)
    except AuleError:
        return None


def _look_at(workspace: Workspace, path: str, *, read: bool) -> PathFacts | None:
    try:
        entry = workspace.stat(path)
        if entry is None:
            return None
        if not read or entry.kind not in ("file", "link") or entry.size > LARGEST:
            return PathFacts(entry.kind)
        content = workspace.read(path, LARGEST)
    except AuleError:
        return None  # a link that leads out, or an unreadable file, counts as missing
    return PathFacts("file", _lines(content), bytes_hash(content))


def _lines(content: bytes) -> int:
    return content.count(b"\n") + (not content.endswith(b"\n") and bool(content))


def _above(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _names(workspace: Workspace) -> list[str]:
    try:
        return [entry.path for entry in workspace.walk(max_entries=MOST_NAMES).entries]
    except AuleError:
        return []


def _manifests(workspace: Workspace) -> list[Manifest]:
    found: list[Manifest] = []
    for path in MANIFESTS:
        try:
            content = workspace.read(path, LARGEST)
        except AuleError:
            continue
        if (manifest := read_manifest(path, content)) is not None:
            found.append(manifest)
    return found
