"""Creating: an agent from answers, looked at first, then put in place in one step or not at all (CO-40)."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from aule.apps.conductor.agents.forms import files_of
from aule.apps.conductor.agents.lint import has_errors, lint, lint_place
from aule.apps.conductor.agents.manifest import read_manifest
from aule.apps.conductor.agents.personas import read_persona
from aule.apps.conductor.agents.questions import AgentExists, Questionnaire
from aule.apps.conductor.findings import ENGLISH, Misconfigured, found
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.homes.resolution import resolve
from aule.apps.conductor.views import AgentAnswers, AgentDraft, AgentQuestion, LintNote
from aule.apps.conductor.words import hint, say
from aule.contracts.ambient import Clock
from aule.contracts.errors import Unavailable
from aule.contracts.model import JsonObject
from aule.stores.home.atomic import sync_directory, write_all

Files = Mapping[str, bytes]
"""Contents by their path in an agent's folder; one with the name of a file of ours takes its place."""
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def questions(home: Home, clock: Clock, locale: str = ENGLISH) -> list[AgentQuestion]:
    """The nine questions, in order, with what is at hand in this home."""
    return Questionnaire.of(home, clock, locale).questions()


def draft(
    home: Home,
    answers: AgentAnswers,
    clock: Clock,
    locale: str = ENGLISH,
    *,
    more: JsonObject | None = None,
    files: Files | None = None,
) -> AgentDraft:
    """The agent as it would be made; `more` are keys of its manifest that nobody is asked about, `files` lie beside it.

    Nothing is written but in a folder of its own that is gone afterwards.
    """
    reached = Questionnaire.of(home, clock, locale).check(answers)
    written = files_of(answers, locale, more)
    return AgentDraft(
        place=home.shown(place_of(home, answers)),
        files=written,
        reaches=reached.count,
        is_counted=reached.complete,
        examples=list(reached.examples),
        notes=_looked_at(answers.id, _together(written, files), locale),
    )


def make(
    home: Home,
    answers: AgentAnswers,
    clock: Clock,
    locale: str = ENGLISH,
    *,
    more: JsonObject | None = None,
    files: Files | None = None,
) -> AgentDraft:
    """Make the agent: built beside its place, looked at, renamed into it. A failure leaves nothing behind."""
    drafted = draft(home, answers, clock, locale, more=more, files=files)
    if has_errors(drafted.notes):
        first = next(note for note in drafted.notes if note.severity == "error")
        raise Misconfigured([found("draft_has_errors", drafted.place, why=first.message)], locale)
    place = place_of(home, answers)
    place_files(home, place, _together(drafted.files, files), locale)
    notes = drafted.notes
    if answers.execution_mode == "project_resident":
        notes = dry_test(home, answers.environment, answers.project, answers.id, locale)
    return drafted.model_copy(update={"made": True, "notes": notes})


def dry_test(home: Home, environment: str, project: str, agent: str, locale: str = ENGLISH) -> list[LintNote]:
    """Go through all of a turn but the turn: find the agent, read its files, put its prompt together."""
    notes = lint_place(home, environment, project, agent, locale)
    if not has_errors(notes):
        resolved = resolve(home, environment, project, agent, locale=locale)
        read_persona(resolved.manifest, locale=locale)
        resolved.manifest.task_for(None)
    return notes


def place_of(home: Home, answers: AgentAnswers) -> Path:
    """Where an agent will live."""
    if answers.execution_mode == "meta_agent":
        return home.shared_agents() / answers.id
    return home.agent(answers.environment, answers.project, answers.id)


def place_files(home: Home, place: Path, files: Files, locale: str = ENGLISH) -> None:
    """Put a folder with files in place in one step; what is there already is never touched."""
    with contextlib.ExitStack() as unless_done:
        try:
            for folder in _missing(place.parent):
                folder.mkdir(exist_ok=True)
                unless_done.callback(_remove_empty, folder)
            _check_links(home, place.parent, locale)
            building = place.parent / f".new-{secrets.token_hex(8)}"
            building.mkdir()
            unless_done.callback(shutil.rmtree, building, ignore_errors=True)
            _build(building / place.name, files)
            if os.path.lexists(place):
                raise _exists(home, place, locale)
            os.rename(building / place.name, place)
        except OSError as error:
            why = error.strerror or str(error)
            raise Unavailable(
                say("cannot_make", locale, place=str(place), why=why),
                code="cannot_make",
                hint=hint("cannot_make", locale),
            ) from error
        unless_done.pop_all()
    shutil.rmtree(building, ignore_errors=True)
    sync_directory(place.parent)


def _together(written: Mapping[str, str], files: Files | None) -> dict[str, bytes]:
    return {**{name: text.encode() for name, text in written.items()}, **(files or {})}


def _build(folder: Path, files: Files) -> None:
    folder.mkdir()
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / name, _NEW, 0o644)
        try:
            write_all(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
    for inner in {(folder / name).parent for name in files}:
        sync_directory(inner)


def _looked_at(id: str, files: Files, locale: str) -> list[LintNote]:
    """What a lint says about files that are not in place yet; where they are named, it is by name alone."""
    with tempfile.TemporaryDirectory(prefix="aule-agent-") as building:
        folder = Path(os.path.realpath(building)) / id
        _build(folder, files)
        notes = lint(folder, locale=locale)
        if not has_errors(notes):
            read_persona(read_manifest(folder, locale=locale), locale=locale)
        return [note.model_copy(update={"path": Path(note.path).name}) for note in notes]


def _missing(folder: Path) -> list[Path]:
    """The folders that are not there yet, from the outside in."""
    lost: list[Path] = []
    while not folder.exists():
        lost.append(folder)
        folder = folder.parent
    return lost[::-1]


def _check_links(home: Home, folder: Path, locale: str) -> None:
    if (real := Path(os.path.realpath(folder))) != folder:
        raise Misconfigured([found("linked_home", home.shown(folder), target=str(real))], locale)


def _remove_empty(folder: Path) -> None:
    with contextlib.suppress(OSError):
        folder.rmdir()


def _exists(home: Home, place: Path, locale: str) -> AgentExists:
    shown = home.shown(place)
    return AgentExists(
        say("agent_exists", locale, id=repr(place.name), place=shown),
        hint=hint("agent_exists", locale, place=shown),
        field="id",
    )
