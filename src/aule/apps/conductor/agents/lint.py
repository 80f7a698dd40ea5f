"""Linting: everything that is wrong with an agent or a home, or worth knowing, found without running anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from aule.apps.conductor.agents.manifest import MIGRATE, PLACEHOLDER, PLACEHOLDERS, Manifest, read_manifest
from aule.apps.conductor.agents.personas import read_persona
from aule.apps.conductor.agents.tools import EXEC, may_write
from aule.apps.conductor.documents import read_bytes
from aule.apps.conductor.findings import ENGLISH, Finding, Misconfigured, found, warned
from aule.apps.conductor.homes.environments import Workspaces, is_name, read_workspaces
from aule.apps.conductor.homes.homes import SHARED, Home
from aule.apps.conductor.homes.resolution import Resolved, agents_in, projects_of, resolve
from aule.apps.conductor.sessions.state import LARGEST_STATE, read_state
from aule.apps.conductor.views import LintNote
from aule.contracts.errors import AuleError
from aule.sandbox.scope import scope_of

_EVERYTHING = re.compile(r"(?:\*\*/)*\*{1,2}")
_NEVER = re.compile(r"(?:^|/)(?:\.git|\.aule|\.env[^/]*|\*\.pem|\*\.key|id_rsa[^/]*|id_ed25519[^/]*)(?:/|$)")


def lint(target: Resolved | Path, *, locale: str = ENGLISH) -> list[LintNote]:
    """What there is to say about an agent: errors first, then what is worth knowing."""
    try:
        manifest = target.manifest if isinstance(target, Resolved) else read_manifest(target, locale=locale)
    except Misconfigured as error:
        return error.notes
    findings = [*manifest.notes, *_scope(manifest), *_tools(manifest), *_task(manifest), *_files(manifest, locale)]
    if isinstance(target, Resolved) and target.environment.protected and manifest.on_write == "apply":
        line = manifest.lines.get("on_write")
        findings.append(warned("apply_is_capped", manifest.path, line, environment=target.environment.name))
    return _told(findings, locale)


def lint_home(home: Home, *, locale: str = ENGLISH) -> list[LintNote]:
    """What there is to say about a whole home: its environments, and every agent in it."""
    try:
        workspaces = read_workspaces(home, locale=locale)
    except Misconfigured as error:
        return error.notes
    notes = [each.note(locale) for each in workspaces.notes]
    for where in workspaces:
        if not where.root.is_dir():
            lost = warned("root_is_missing", workspaces.path, where.line, name=where.name, root=str(where.root))
            notes.append(lost.note(locale))
        for project in projects_of(home, where):
            for agent in agents_in(home.agents(where.name, project)):
                notes += lint_place(home, where.name, project, agent, locale)
    for agent in agents_in(home.shared_agents()):
        notes += _lint_shared(home.shared_agents() / agent, locale)
    return [*notes, *(each.note(locale) for each in _strays(home, workspaces))]


def lint_place(home: Home, environment: str, project: str, agent: str, locale: str = ENGLISH) -> list[LintNote]:
    """What there is to say about the agent of three names, whether it can be resolved or not."""
    try:
        return lint(resolve(home, environment, project, agent, locale=locale), locale=locale)
    except Misconfigured as error:
        return error.notes
    except AuleError as error:
        folder = home.agent(environment, project, agent)
        problem = error.problem
        note = LintNote(code=problem.code, severity="error", message=problem.message, path=str(folder))
        return [note.model_copy(update={"hint": problem.hint}), *lint(folder, locale=locale)]


def old_places(home: Home) -> list[Finding]:
    """Where agents of version 1 wait to be migrated, and how many."""
    found = [(folder / "agents", agents_in(folder / "agents")) for folder in _environment_folders(home)]
    return [warned("old_place", place, command=MIGRATE, count=len(old)) for place, old in found if old]


def absent_tools(manifest: Manifest, knows: Callable[[str], bool], locale: str = ENGLISH) -> list[LintNote]:
    """Which tools no app here has; what is only named wrongly, a lint of the manifest tells by itself."""
    line = manifest.lines.get("available_tools")
    absent = [each for each in manifest.tools if not knows(each)]
    return [warned("tool_not_installed", manifest.path, line, name=repr(each)).note(locale) for each in absent]


def has_errors(notes: list[LintNote]) -> bool:
    """Whether something has to be put right first."""
    return any(note.severity == "error" for note in notes)


def is_root_wide(pattern: str) -> bool:
    """Whether a glob matches files everywhere in a project, whatever they are."""
    return not pattern.startswith("!") and _EVERYTHING.fullmatch(pattern) is not None and "**" in pattern


def output_is_in_scope(manifest: Manifest) -> bool:
    """Whether the agent could write what it makes by default; true as well when that cannot be told."""
    folder = (manifest.output_directory or "").strip("/").removeprefix("./")
    names = [manifest.output_artifact] if manifest.output_artifact else _samples(manifest.scope)
    if not folder and manifest.output_artifact is None:
        return True
    if "${" in folder or any("${" in name for name in names):
        return True
    if not manifest.scope:
        return False
    scope = scope_of(manifest.scope)
    return any(scope.allows(f"{folder}/{name}" if folder else name) for name in names)


def _samples(scope: tuple[str, ...]) -> list[str]:
    """Names that the last part of each glob matches."""
    lasts = (pattern.rpartition("/")[2] for pattern in scope if not pattern.startswith("!"))
    plain = (re.sub(r"\{([^,}]*)[^}]*\}", r"\1", re.sub(r"\[!?(.)[^\]]*\]", r"\1", last)) for last in lasts)
    return [re.sub(r"\*+|\?", "x", each) for each in plain]


def _scope(manifest: Manifest) -> list[Finding]:
    line = manifest.lines.get("target_context")
    wide = [each for each in manifest.scope if is_root_wide(each)]
    findings = [warned("root_wide_scope", manifest.path, line, glob=each) for each in wide]
    for glob in manifest.scope:
        if not glob.startswith("!") and _NEVER.search(glob):
            findings.append(warned("scope_never_written", manifest.path, line, glob=glob))
    if not output_is_in_scope(manifest):
        key = "output_artifact" if manifest.output_artifact else "output_directory"
        output = manifest.output or manifest.output_directory
        scope = ", ".join(manifest.scope) or "–"
        where = manifest.lines.get(key)
        findings.append(warned("output_fora_do_escopo", manifest.path, where, output=output, scope=scope))
    return findings


def _tools(manifest: Manifest) -> list[Finding]:
    line = manifest.lines.get("available_tools")
    writes, runs = may_write(manifest.tools), EXEC in manifest.tools
    findings: list[Finding] = []
    if manifest.mode == "project_resident":
        if writes and not manifest.scope:
            findings.append(warned("write_without_scope", manifest.path, line))
        if manifest.scope and not writes and not runs:
            findings.append(warned("scope_without_write", manifest.path, line or manifest.lines.get("target_context")))
    if runs and manifest.exec in (None, "off"):
        findings.append(warned("exec_is_off", manifest.path, line))
    if not runs and manifest.exec in ("ask", "sandbox"):
        findings.append(warned("exec_without_tool", manifest.path, manifest.lines.get("exec")))
    return findings


def _task(manifest: Manifest) -> list[Finding]:
    line = manifest.lines.get("execution_task")
    names = dict.fromkeys(match.group(1) for match in PLACEHOLDER.finditer(manifest.task))
    findings = [
        warned("unknown_placeholder", manifest.path, line, name=f"${{{name}}}")
        for name in names
        if name not in PLACEHOLDERS
    ]
    for name in ("output_artifact", "output_directory"):
        if name in names and getattr(manifest, name) is None:
            findings.append(warned("empty_placeholder", manifest.path, line, name=f"${{{name}}}", key=name))
    return findings


def _files(manifest: Manifest, locale: str) -> list[Finding]:
    """The persona and the state, looked at and left as they are."""
    findings: list[Finding] = []
    try:
        persona = read_persona(manifest, locale=locale)
    except Misconfigured as error:
        findings += error.findings
    else:
        findings += persona.notes
        if not persona.text.strip():
            findings.append(warned("persona_empty", manifest.persona_path))
    if manifest.state_path.exists():
        try:
            read_state(read_bytes(manifest.state_path, LARGEST_STATE, locale=locale))
        except Misconfigured as error:
            findings += error.findings
        except ValueError as error:
            findings.append(warned("state_unreadable", manifest.state_path, why=str(error).splitlines()[0][:120]))
    return findings


def _lint_shared(folder: Path, locale: str) -> list[LintNote]:
    try:
        manifest = read_manifest(folder, locale=locale)
    except Misconfigured as error:
        return error.notes
    notes = lint(folder, locale=locale)
    if manifest.is_bound:
        line = manifest.lines.get("execution_mode")
        notes.insert(0, found("shared_resident", manifest.path, line).note(locale))
    return notes


def _strays(home: Home, workspaces: Workspaces) -> list[Finding]:
    """Agents nobody can call: of environments that are not named, and of version 1 in their old place."""
    findings = old_places(home)
    for folder in _environment_folders(home):
        has_agents = any(agents_in(place / "agents") for place in (folder, *folder.iterdir()))
        if has_agents and (not is_name(folder.name) or folder.name not in workspaces.environments):
            findings.append(warned("environment_not_named", folder, name=folder.name))
    return findings


def _environment_folders(home: Home) -> list[Path]:
    folders = sorted(home.projects.iterdir()) if home.projects.is_dir() else []
    return [each for each in folders if each.is_dir() and not each.name.startswith(".") and each.name != SHARED]


def _told(findings: list[Finding], locale: str) -> list[LintNote]:
    notes = [each.note(locale) for each in findings]
    return sorted(notes, key=lambda note: (note.severity != "error", note.path, note.line or 0))
