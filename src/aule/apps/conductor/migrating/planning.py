"""Planning a migration: for each agent where it goes and which bytes change; whatever could go wrong is told before."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from aule.apps.conductor.agents.lint import lint
from aule.apps.conductor.agents.manifest import FILE
from aule.apps.conductor.findings import ENGLISH
from aule.apps.conductor.homes.environments import Workspaces, read_workspaces
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.homes.resolution import check_name, environment_of, folders_of, project_folder
from aule.apps.conductor.migrating.answering import Answering, Answers
from aule.apps.conductor.migrating.editing import edited_manifest, edited_state
from aule.apps.conductor.migrating.finding import OldAgent, Unusable, find_old
from aule.apps.conductor.migrating.trees import Sums, copy, sums_of, with_contents
from aule.apps.conductor.views import LintNote
from aule.apps.conductor.words import hint, say
from aule.contracts.errors import AuleError, Invalid
from aule.sandbox.scope import Scope

STATE = "state.json"


@dataclass(frozen=True, slots=True)
class Move:
    """One agent on its way: from where, to where, and which of its files get other contents."""

    agent: OldAgent
    answers: Answers
    target: Path
    contents: dict[str, bytes] = field(repr=False)
    before: Sums = field(repr=False)
    after: Sums = field(repr=False)
    problems: tuple[LintNote, ...] = ()
    """What keeps it where it is."""
    notes: tuple[LintNote, ...] = ()
    """What is worth knowing."""

    @property
    def is_possible(self) -> bool:
        """Whether it can be moved."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Plan:
    """A migration as it would be: nothing has been touched."""

    home: Home
    moves: tuple[Move, ...]
    unusable: tuple[Unusable, ...] = ()


def projects_in(home: Home, locale: str = ENGLISH) -> dict[str, list[str]]:
    """The projects an agent could belong to, by environment."""
    return {where.name: folders_of(where) for where in read_workspaces(home, locale=locale)}


def plan(home: Home, answering: Answering, *, locale: str = ENGLISH, skip: frozenset[str] = frozenset()) -> Plan:
    """What migrating a home would do, by the answers given; agents that are on their way already are skipped."""
    workspaces = read_workspaces(home, locale=locale)
    old, unusable = find_old(home, locale)
    moves: list[Move] = []
    taken: dict[Path, Sums] = {}
    """What goes where: two that are the same may go to one place, and what stays where it is takes none."""
    for agent in old:
        if place_of(home, agent.folder) in skip:
            continue
        move = _move(home, workspaces, agent, answering(agent), locale)
        if move.is_possible and taken.setdefault(move.target, move.after) != move.after:
            move = _with_problem(move, _problem("target_taken", locale, move, path=home.shown(move.target)))
        moves.append(move)
    return Plan(home, tuple(moves), tuple(unusable))


def place_of(home: Home, folder: Path) -> str:
    """A folder of a home as the journal names it."""
    return folder.relative_to(home.path).as_posix()


def _move(home: Home, workspaces: Workspaces, agent: OldAgent, answers: Answers, locale: str) -> Move:
    before = sums_of(agent.folder)
    try:
        target = _target(home, workspaces, agent, answers, locale)
        contents = _contents(agent, answers)
    except AuleError as error:
        problem = error.problem
        note = LintNote(code=problem.code, severity="error", message=problem.message, hint=problem.hint)
        return Move(agent, answers, agent.folder, {}, before, before, (note,))
    move = Move(agent, answers, target, contents, before, with_contents(before, contents))
    notes = _tried(move, locale)
    errors = tuple(note for note in notes if note.severity == "error")
    if target.exists() and not agent.is_in_place and sums_of(target) != move.after:
        errors = (*errors, _problem("target_differs", locale, move, path=home.shown(target)))
    warnings = tuple(note for note in notes if note.severity == "warning")
    return Move(agent, answers, target, contents, before, move.after, errors, warnings)


def _target(home: Home, workspaces: Workspaces, agent: OldAgent, answers: Answers, locale: str) -> Path:
    if answers.project_key is None and agent.is_in_place:
        return agent.folder
    if answers.is_meta:
        return home.shared_agents() / agent.id
    check_name("environment", answers.environment, locale)
    if answers.project_key is None:
        raise Invalid(
            say("no_project_key", locale, agent=repr(agent.id)),
            code="no_project_key",
            hint=hint("no_project_key", locale),
        )
    check_name("project", answers.project_key, locale)
    where = environment_of(workspaces, answers.environment, locale)
    project_folder(workspaces, where, answers.project_key, locale)
    if answers.output_scope:
        Scope(answers.output_scope)  # raises for a glob that cannot be understood
    return home.agent(answers.environment, answers.project_key, agent.id)


def _contents(agent: OldAgent, answers: Answers) -> dict[str, bytes]:
    """The files that change, as they will be."""
    mode = "meta_agent" if answers.is_meta else "project_resident"
    scope = () if answers.is_meta else answers.output_scope
    manifest = (agent.folder / FILE).read_bytes()
    mark = b"\xef\xbb\xbf" if manifest.startswith(b"\xef\xbb\xbf") else b""
    edited = edited_manifest(agent.text, mode, answers.project_key, scope)
    contents = {FILE: mark + edited.encode()}
    state = agent.folder / STATE
    if state.is_file() and not state.is_symlink():
        identity = {"agent_id": agent.id}
        if answers.project_key is not None:
            identity |= {"environment": answers.environment, "project": answers.project_key}
        text = state.read_bytes().decode("utf-8", "surrogateescape")
        changed = edited_state(text, identity)
        if changed != text:
            contents[STATE] = changed.encode("utf-8", "surrogateescape")
    return contents


def _tried(move: Move, locale: str) -> list[LintNote]:
    """What a lint says of the agent as it will be; it is looked at in a folder of its own, outside of the home."""
    with tempfile.TemporaryDirectory(prefix="aule-migrate-") as folder:
        trial = Path(folder) / move.agent.id
        copy(move.agent.folder, trial, move.contents)
        return [
            note.model_copy(update={"path": note.path.replace(str(trial), str(move.target))})
            for note in lint(trial, locale=locale)
        ]


def _with_problem(move: Move, note: LintNote) -> Move:
    problems = (*move.problems, note)
    return Move(move.agent, move.answers, move.target, move.contents, move.before, move.after, problems, move.notes)


def _problem(code: str, locale: str, move: Move, **values: object) -> LintNote:
    message = say(code, locale, agent=repr(move.agent.id), **values)
    return LintNote(code=code, severity="error", message=message, hint=hint(code, locale, **values))
