"""The ground a plan stands on: what a review has to know of the project, looked at once and then left alone."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from aule.contracts.errors import AuleError, UnknownCapability
from aule.contracts.plans.plan import Plan
from aule.kernel.capabilities.registry import Registered, Registry
from aule.kernel.engine.graphs.check_context import Knowledge
from aule.kernel.planning.critic.manifests import MANIFESTS, Manifest, read_manifest
from aule.kernel.planning.execution.compile import DEV
from aule.kernel.planning.execution.step_brief import files_of
from aule.sandbox.entries import Kind
from aule.sandbox.names import canonical
from aule.sandbox.paths import Workspace
from aule.text.hashing import bytes_hash

LARGEST = 1_000_000
"""Bytes of a file whose lines are counted; of larger ones only the existence is known."""
MOST_NAMES = 4_000
"""Names that are looked through for one that was misspelt."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is at a path: a file, with its lines and fingerprint where somebody asked for them, or a folder."""

    kind: Kind
    lines: int | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class Ground:
    """The facts of a project that a plan is held against."""

    registry: Registry
    agents: frozenset[str] = frozenset()
    seen: Mapping[str, Seen] = field(default_factory=dict[str, Seen])
    """What is at the paths the plan names, and at the folders above them; a path that is not in here is not there."""
    names: Sequence[str] = ()
    """Files and folders of the project, looked up only when a path of the plan was not found."""
    manifests: Sequence[Manifest] = ()
    scopes: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """For agents that may only write certain paths: which."""
    workflows: frozenset[str] | None = None
    """The workflows that are kept; none when nobody looked."""
    dev: str = DEV
    """Who edits files when a step names nobody."""
    has_files: bool = True
    """Whether there is a folder at all; without one nothing is said about paths but their form."""

    @cached_property
    def knowledge(self) -> Knowledge:
        """What can be called and who can be asked."""
        return Knowledge(self.registry, self.agents)

    def at(self, path: str) -> Seen | None:
        """What is at a path of the plan; none when nothing is, or when it is no path."""
        try:
            return self.seen.get(canonical(path))
        except AuleError:
            return None

    def capability(self, name: str) -> Registered | None:
        """A capability by its exact name or a declared alias."""
        try:
            return self.registry.resolve(name)
        except UnknownCapability:
            return None


async def look(
    plan: Plan,
    workspace: Workspace | None,
    registry: Registry,
    agents: Collection[str],
    *,
    scopes: Mapping[str, Sequence[str]] | None = None,
    workflows: Collection[str] | None = None,
) -> Ground:
    """Look at what a plan names, and at nothing else."""
    ground = Ground(
        registry,
        frozenset(agents),
        scopes=scopes or {},
        workflows=None if workflows is None else frozenset(workflows),
        has_files=workspace is not None,
    )
    return ground if workspace is None else await asyncio.to_thread(_looked, ground, plan, workspace)


def _looked(ground: Ground, plan: Plan, workspace: Workspace) -> Ground:
    seen: dict[str, Seen] = {}
    read = {canonical_or_none(path) for path in plan.context.file_hashes}
    read |= {canonical_or_none(step.file) for step in plan.steps if step.line_start or step.line_end}
    missing = False
    for path in _named(plan):
        found = _look_at(workspace, path, read=path in read)
        if found is None:
            missing = True
        else:
            seen[path] = found
        for folder in _above(path):
            if folder not in seen and (entry := _look_at(workspace, folder, read=False)) is not None:
                seen[folder] = entry
    return replace(
        ground,
        seen=seen,
        names=_names(workspace) if missing else (),
        manifests=_manifests(workspace) if plan.context.dependencies else (),
    )


def _named(plan: Plan) -> list[str]:
    """Every path a plan names, in its canonical form; what is no path is told of by a check."""
    steps = [path for step in plan.steps for path in files_of(step)]
    known = [*plan.context.files_analyzed, *plan.context.file_hashes]
    found = (canonical_or_none(path) for path in [*steps, *known])
    return list(dict.fromkeys(path for path in found if path is not None))


def canonical_or_none(path: str | None) -> str | None:
    """The canonical form of a path; none for what leads out of the project or is no path."""
    if path is None:
        return None
    try:
        return canonical(path)
    except AuleError:
        return None


def _look_at(workspace: Workspace, path: str, *, read: bool) -> Seen | None:
    try:
        entry = workspace.stat(path)
        if entry is None:
            return None
        if not read or entry.kind not in ("file", "link") or entry.size > LARGEST:
            return Seen(entry.kind)
        content = workspace.read(path, LARGEST)
    except AuleError:
        return None  # a link that leads out, or what may not be read: for a plan it is not there
    return Seen("file", _lines(content), bytes_hash(content))


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
