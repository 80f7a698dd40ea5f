"""Moving agents to their new places, and back. Every step can be done again after a crash and comes to the same."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from aule.apps.conductor.agents.lint import has_errors, lint
from aule.apps.conductor.findings import ENGLISH
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.homes.resolution import resolve
from aule.apps.conductor.migrating.journal import Entry, Journal, State, begin, opened, unfinished
from aule.apps.conductor.migrating.planning import Move, Plan, place_of
from aule.apps.conductor.migrating.trees import copy, missing_parents, move, remove_empty, sums_of
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Conflict, Problem
from aule.contracts.model import JsonObject
from aule.stores.home.lock import Holder, Lock

Around = Callable[[str], None]


@dataclass(slots=True)
class Done:
    """What became of a migration, agent by agent."""

    stamp: str | None
    moved: list[str] = field(default_factory=list[str])
    """Where agents are now, relative to the home."""
    failed: dict[str, Problem] = field(default_factory=dict[str, Problem])
    """Agents that stayed where they are, and why."""


def _nothing(moment: str) -> None:
    return None


def on_the_way(home: Home) -> frozenset[str]:
    """The agents of a migration that was cut off, by their old folders: they need no more answers."""
    journal = unfinished(home)
    return frozenset() if journal is None else frozenset(journal.entries)


def migrate(plan: Plan, ambient: Ambient, *, locale: str = ENGLISH, around: Around = _nothing) -> Done:
    """Carry out a plan, and whatever an earlier migration was cut off in; what cannot be moved stays untouched."""
    home = plan.home
    possible = [each for each in plan.moves if each.is_possible]
    if not possible and unfinished(home) is None:
        return _left(plan, Done(None))
    home.backups.mkdir(parents=True, exist_ok=True)
    with Lock.take(home.backups / ".lock", Holder(pid=os.getpid(), command="migrate", since=ambient.timestamp())):
        journal = unfinished(home) or begin(home, ambient)
        journal.around = around
        for each in possible:
            entry = Entry(_planned(home, each))
            if entry.source not in journal.entries:
                journal.note(entry, State.PLANNED)
                journal.entries[entry.source] = entry
        done = Done(journal.stamp)
        for entry in journal.entries.values():
            try:
                _carry(home, journal, entry, locale)
                done.moved.append(str(entry.planned["to"]))
            except (AuleError, OSError) as error:
                done.failed[entry.source] = _problem(error)
        if not done.failed:
            remove_empty(sorted({(home.path / entry.source).parent for entry in journal.entries.values()}))
            journal.close("done")
    return _left(plan, done)


def rollback(home: Home, stamp: str, ambient: Ambient, *, around: Around = _nothing) -> Done:
    """Put every agent of a migration back, byte for byte; what is in the new places moves to the backup."""
    opened(home, stamp)  # raises when there is none
    with Lock.take(home.backups / ".lock", Holder(pid=os.getpid(), command="rollback", since=ambient.timestamp())):
        journal = opened(home, stamp)
        journal.around = around
        done = Done(stamp)
        for entry in reversed(journal.entries.values()):
            try:
                _put_back(home, journal, entry)
                done.moved.append(entry.source)
            except (AuleError, OSError) as error:
                done.failed[entry.source] = _problem(error)
        if not done.failed and not journal.is_closed:
            journal.close("rolled back")
    return done


def _planned(home: Home, each: Move) -> JsonObject:
    """Everything that has to be known to go on with an agent, whatever happens to the answers."""
    contents = {name: base64.b64encode(content).decode() for name, content in each.contents.items()}
    made = [place_of(home, folder) for folder in missing_parents(each.target.parent, home.path)]
    return {
        "from": place_of(home, each.agent.folder),
        "to": place_of(home, each.target),
        "environment": None if each.answers.is_meta else each.answers.environment,
        "project": each.answers.project_key,
        "before": each.before,
        "after": each.after,
        "contents": contents,
        "made": made,
    }


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the folders of one agent are."""

    source: Path
    target: Path
    staging: Path
    copy: Path
    retired: Path
    undone: Path

    @property
    def is_in_place(self) -> bool:
        """Whether the agent stays in its folder, and only what is in there changes."""
        return self.source == self.target


def _places(home: Home, journal: Journal, entry: Entry) -> _Places:
    source, target = home.path / entry.source, home.path / str(entry.planned["to"])
    *above, _, name = Path(entry.source).parts[1:]
    below = Path(*above, name) if len(above) == 1 else Path(".placed", *above, name)  # no environment is called so
    return _Places(
        source=source,
        target=target,
        staging=target.parent / f".{target.name}.staging",
        copy=journal.folder / "copies" / below,
        retired=journal.folder / "retired" / below,
        undone=journal.folder / "undone" / below,
    )


def _carry(home: Home, journal: Journal, entry: Entry, locale: str) -> None:
    """Take an agent from where it stands to its new place."""
    at = _places(home, journal, entry)
    for state, step in (
        (State.BACKED_UP, _back_up),
        (State.STAGED, _stage),
        (State.PLACED, _place),
        (State.VERIFIED, _verify),
        (State.RETIRED, _retire),
    ):
        if not entry.has(state):
            if step is _verify:
                _check_agent(home, entry, at, locale)
            step(entry, at)
            journal.note(entry, state, to=entry.planned["to"])


def _back_up(entry: Entry, at: _Places) -> None:
    """Copy the folder and compare the copy; a backup that is there is looked at and never overwritten."""
    before = cast("dict[str, str]", entry.planned["before"])
    if not at.copy.exists():
        if sums_of(at.source) != before:
            raise Conflict(
                f"{entry.source!r} was changed since it was planned.", code="changed_since", hint="Run it again."
            )
        part = at.copy.with_name(f".{at.copy.name}.part")
        copy(at.source, part)
        if sums_of(part) != before:
            raise _bad_backup(entry)
        move(part, at.copy)
    elif sums_of(at.copy) != before:
        raise _bad_backup(entry)


def _stage(entry: Entry, at: _Places) -> None:
    """Build the new folder beside its place, from the backup, which thereby is looked at once more."""
    if at.target.exists() and sums_of(at.target) == entry.planned["after"]:
        return
    copy(at.copy, at.staging, _contents(entry))
    if sums_of(at.staging) != entry.planned["after"]:
        raise _bad_backup(entry)


def _place(entry: Entry, at: _Places) -> None:
    """Give the new folder its name, in one step; what is there and different is somebody's, and stays."""
    if at.target.exists():
        now = sums_of(at.target)
        if at.is_in_place and now == entry.planned["before"]:
            if not at.staging.exists():
                _stage(entry, at)
            move(at.target, at.retired)
        elif now != entry.planned["after"]:
            raise Conflict(
                f"{str(entry.planned['to'])!r} exists and holds something else.",
                code="target_exists",
                hint="Move it away, or migrate the agent under another name.",
            )
        else:
            return
    if not at.staging.exists():
        _stage(entry, at)
    move(at.staging, at.target)


def _verify(entry: Entry, at: _Places) -> None:
    if sums_of(at.target) != entry.planned["after"]:
        raise Conflict(
            f"{str(entry.planned['to'])!r} is not what was placed.",
            code="changed_since",
            hint="Somebody changed it meanwhile; look at it, then run it again.",
        )


def _retire(entry: Entry, at: _Places) -> None:
    """Move the old folder to the backup; nothing is deleted."""
    if at.source.exists() and not at.is_in_place:
        if sums_of(at.source) != entry.planned["before"]:
            raise Conflict(
                f"{entry.source!r} was changed while it was migrated.",
                code="changed_since",
                hint="Run it again when nobody works on it.",
            )
        move(at.source, at.retired)


def _check_agent(home: Home, entry: Entry, at: _Places, locale: str) -> None:
    """The agent can be found by its names, and nothing is wrong with it."""
    environment, project = entry.planned["environment"], entry.planned["project"]
    if environment is None or project is None:
        found = lint(at.target, locale=locale)
    else:
        found = lint(resolve(home, str(environment), str(project), at.target.name, locale=locale), locale=locale)
    if has_errors(found):
        wrong = next(note for note in found if note.severity == "error")
        raise Conflict(f"{str(entry.planned['to'])!r}: {wrong.message}", code=wrong.code, hint=wrong.hint)


def _put_back(home: Home, journal: Journal, entry: Entry) -> None:
    if entry.state is State.RESTORED:
        return
    at = _places(home, journal, entry)
    if entry.state is not State.RESTORING:
        journal.note(entry, State.RESTORING)
    if at.is_in_place and at.target.exists() and sums_of(at.target) != entry.planned["before"]:
        move(at.target, _free(at.undone))
    if entry.had(State.BACKED_UP) and not at.source.exists():
        if not at.retired.exists():
            copy(at.copy, at.retired)
        if sums_of(at.retired) != entry.planned["before"]:
            raise _bad_backup(entry)
        move(at.retired, at.source)
    elif at.source.exists() and sums_of(at.source) != entry.planned["before"]:
        raise Conflict(
            f"{entry.source!r} exists and holds something else.",
            code="target_exists",
            hint="Move it away, then roll back again.",
        )
    if entry.had(State.STAGED) and at.target.exists() and not at.is_in_place:
        move(at.target, _free(at.undone))
    if at.staging.exists():
        move(at.staging, _free(at.undone))
    remove_empty([home.path / str(each) for each in cast("list[str]", entry.planned["made"])])
    journal.note(entry, State.RESTORED)


def _bad_backup(entry: Entry) -> Conflict:
    return Conflict(
        f"The backup of {entry.source!r} is not what it should be; it was left.",
        code="bad_backup",
        hint="Look at the disk and at the folder backups; nothing else was touched.",
    )


def _free(path: Path) -> Path:
    number = 2
    while os.path.lexists(path):
        path = path.with_name(f"{path.name}-{number}")
        number += 1
    return path


def _contents(entry: Entry) -> dict[str, bytes]:
    given = cast("dict[str, str]", entry.planned["contents"])
    return {name: base64.b64decode(content) for name, content in given.items()}


def _left(plan: Plan, done: Done) -> Done:
    """Tell of what was never begun, too."""
    for each in plan.moves:
        if each.problems and place_of(plan.home, each.target) not in done.moved:
            first = each.problems[0]
            problem = Problem(code=first.code, message=first.message, hint=first.hint)
            done.failed[place_of(plan.home, each.agent.folder)] = problem
    for odd in plan.unusable:
        first = odd.notes[0]
        done.failed[place_of(plan.home, odd.folder)] = Problem(code=first.code, message=first.message, hint=first.hint)
    return done


def _problem(error: AuleError | OSError) -> Problem:
    return error.problem if isinstance(error, AuleError) else Problem(code="disk", message=str(error))
