"""State: what an agent and a person said to each other, kept in the agent's home after every turn (CO-4)."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from aule.apps.conductor.documents import read_bytes
from aule.apps.conductor.findings import ENGLISH, Finding, Misconfigured, found, warned
from aule.apps.conductor.homes.resolution import Resolved
from aule.apps.conductor.sessions.history import move_to_history
from aule.apps.conductor.words import hint, say
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Busy, Conflict
from aule.contracts.model import JsonObject
from aule.stores.home.atomic import PRIVATE, sync_directory, write_atomic
from aule.stores.home.lock import Holder, Lock, read_holder

SCHEMA = 2
MOST_TURNS = 200
"""Turns in the state itself; older ones move to the history beside it."""
LARGEST_STATE = 32 * 1024 * 1024
LOCK = ".session.lock"
_OWN = frozenset({"schema_version", "agent_id", "environment", "project", "conversation_history", "last_modified"})
_TURN = frozenset({"prompt", "response", "timestamp", "run_id"})


class SessionBusy(Conflict):
    """Another session works with this agent; `--fork-state` works on a copy beside it."""

    code = "session_busy"


@dataclass(frozen=True, slots=True)
class Turn:
    """Words to an agent, and its answer."""

    prompt: str
    response: str
    timestamp: str = ""
    run_id: str | None = None
    extra: JsonObject = field(default_factory=dict[str, Any])
    """What others wrote beside it."""

    def as_json(self) -> JsonObject:
        """The turn as it stands in the file."""
        told: JsonObject = {"prompt": self.prompt, "response": self.response, "timestamp": self.timestamp}
        return told | ({} if self.run_id is None else {"run_id": self.run_id}) | self.extra


@dataclass(frozen=True, slots=True)
class State:
    """Whose conversation this is, and how far it got."""

    agent_id: str
    environment: str
    project: str
    turns: tuple[Turn, ...] = ()
    last_modified: str | None = None
    extra: JsonObject = field(default_factory=dict[str, Any])
    """Keys of others, kept as they are."""

    def adding(self, turn: Turn) -> State:
        """The state after one more turn."""
        return replace(self, turns=(*self.turns, turn))

    def emptied(self) -> State:
        """The state with nothing said yet."""
        return replace(self, turns=())

    def as_json(self) -> JsonObject:
        """The state as it stands in the file."""
        return {
            "schema_version": SCHEMA,
            "agent_id": self.agent_id,
            "environment": self.environment,
            "project": self.project,
            "conversation_history": [turn.as_json() for turn in self.turns],
            "last_modified": self.last_modified,
            **self.extra,
        }


@dataclass(frozen=True, slots=True)
class Loaded:
    """A state, and what has to be told about how it was found."""

    state: State
    notes: tuple[Finding, ...] = ()


def blank_state(resolved: Resolved) -> State:
    """The state of an agent that nobody has talked to; a meta agent's belongs to no environment."""
    if resolved.is_shared:
        return State(resolved.manifest.id, "", "")
    return State(resolved.manifest.id, resolved.environment.name, resolved.project)


def load_state(path: Path, blank: State, ambient: Ambient, locale: str = ENGLISH) -> Loaded:
    """The state in a file; `blank` says whose it is. A file that cannot be read is put aside and told of."""
    if not os.path.lexists(path):
        return Loaded(blank)
    content = read_bytes(path, LARGEST_STATE, locale=locale)
    try:
        state = _read(content, blank)
    except ValueError as error:
        aside = _put_aside(path, ambient)
        return Loaded(blank, (warned("state_corrupt", path, moved=aside.name, why=_short(error)),))
    whose = (state.agent_id, state.environment, state.project)
    if whose != (blank.agent_id, blank.environment, blank.project):
        return Loaded(_own(state, blank), (warned("state_of_another", path, whose="/".join(whose)),))
    return Loaded(state)


def read_state(content: bytes, blank: State | None = None) -> State:
    """The state that some bytes are; raises `ValueError` with what is wrong. Nothing is touched."""
    return _read(content, blank or State("", "", ""))


def look_at_state(path: Path) -> tuple[int, str | None]:
    """How many turns a state has and when it was last used, without touching it; zero when it cannot be read."""
    try:
        state = read_state(read_bytes(path, LARGEST_STATE))
    except (Misconfigured, ValueError):
        return 0, None
    return len(state.turns), state.last_modified


def is_blank(path: Path) -> bool:
    """Whether a state says nothing but whose it is; one that is not there says nothing either."""
    if not os.path.lexists(path):
        return True
    try:
        state = read_state(read_bytes(path, LARGEST_STATE))
    except (Misconfigured, ValueError):
        return False
    return not state.turns and not state.extra


def save_state(path: Path, state: State, ambient: Ambient) -> State:
    """Write a state to its absolute path, whatever the working directory is; after a crash it is old or new.

    Gives what was written: with the time, and without the turns that moved to the history.
    """
    if not path.is_absolute():
        raise ValueError(f"a state is saved by its absolute path, not {str(path)!r}")
    if len(state.turns) > MOST_TURNS:
        moving = state.turns[: len(state.turns) - MOST_TURNS]
        move_to_history(history_of(path), [turn.as_json() for turn in moving])
        state = replace(state, turns=state.turns[len(moving) :])
    state = replace(state, last_modified=ambient.timestamp())
    text = json.dumps(state.as_json(), ensure_ascii=False, indent=2)
    write_atomic(path, (text + "\n").encode("utf-8", "backslashreplace"), _mode(path))
    return state


def history_of(path: Path) -> Path:
    """The file beside a state that older turns move to."""
    return path.with_name(f"{path.stem}.history.jsonl")


def fork_state(path: Path, ambient: Ambient) -> Path:
    """A copy of a state to work on beside a session under way; gives its path."""
    fork = _free(path, f"{path.stem}.fork-{_stamp(ambient)}", path.suffix)
    content = read_bytes(path, LARGEST_STATE) if os.path.lexists(path) else b"{}\n"
    write_atomic(fork, content)
    return fork


def lock_home(folder: Path, ambient: Ambient, *, what: str = "", locale: str = ENGLISH) -> Lock:
    """Become the one session with an agent; the system lets go by itself when the process dies."""
    holder = Holder(pid=os.getpid(), command=what[:100], since=ambient.timestamp())
    path = folder / LOCK
    try:
        return Lock.take(path, holder)
    except Busy:
        who = read_holder(path)
        shown = say("someone", locale) if who is None else f"{who.command or '?'} (pid {who.pid}, {who.since})"
        raise SessionBusy(
            say("session_busy", locale, agent=repr(folder.name), who=shown), hint=hint("session_busy", locale)
        ) from None
    except OSError as error:
        raise Misconfigured([found("file_closed", path, why=error.strerror or "?")], locale) from error


def _read(content: bytes, blank: State) -> State:
    try:
        value: Any = json.loads(content.decode("utf-8-sig"))
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(value, dict):
        raise ValueError("it is not an object")
    given = cast("dict[str, Any]", value)
    entries: Any = given.get("conversation_history") or []
    if not isinstance(entries, list):
        raise ValueError("'conversation_history' is not a list")
    modified = given.get("last_modified")
    return State(
        agent_id=_text(given, "agent_id", blank.agent_id),
        environment=_text(given, "environment", blank.environment),
        project=_text(given, "project", blank.project),
        turns=_turns(cast("list[Any]", entries)),
        last_modified=modified if isinstance(modified, str) else None,
        extra={key: each for key, each in given.items() if key not in _OWN},
    )


def _turns(entries: list[Any]) -> tuple[Turn, ...]:
    """Turns from entries; `{role, content}` ones are put together, a question with the answers after it."""
    turns: list[Turn] = []
    asked_only = False
    for entry in entries:
        if not isinstance(entry, dict):
            raise ValueError("an entry of 'conversation_history' is not an object")
        given = cast("dict[str, Any]", entry)
        if "role" not in given or "prompt" in given:
            turns.append(_turn(given))
            asked_only = False
            continue
        words, when = _content(given.get("content")), _text(given, "timestamp", "")
        if given["role"] in ("assistant", "model") and asked_only:
            response = "\n\n".join(part for part in (turns[-1].response, words) if part)
            turns[-1] = replace(turns[-1], response=response)
        elif given["role"] in ("assistant", "model"):
            turns.append(Turn("", words, when))
        else:
            turns.append(Turn(words, "", when))
            asked_only = True
    return tuple(turns)


def _turn(given: Mapping[str, Any]) -> Turn:
    run = given.get("run_id")
    return Turn(
        prompt=_content(given.get("prompt")),
        response=_content(given.get("response")),
        timestamp=_text(given, "timestamp", ""),
        run_id=run if isinstance(run, str) else None,
        extra={key: each for key, each in given.items() if key not in _TURN},
    )


def _content(value: Any) -> str:
    """Words, wherever providers put them: a text, or parts with texts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        parts = [_content(each) for each in cast("list[Any]", value)]
        return "\n".join(part for part in parts if part)
    if isinstance(value, dict):
        return _content(cast("dict[str, Any]", value).get("text"))
    return "" if value is None else str(value)


def _text(given: Mapping[str, Any], key: str, default: str) -> str:
    value = given.get(key)
    return value if isinstance(value, str) and value else default


def _own(state: State, blank: State) -> State:
    return replace(state, agent_id=blank.agent_id, environment=blank.environment, project=blank.project)


def _put_aside(path: Path, ambient: Ambient) -> Path:
    aside = _free(path, f"{path.name}.corrupt-{_stamp(ambient)}")
    os.rename(path, aside)
    sync_directory(path.parent)
    return aside


def _free(path: Path, name: str, suffix: str = "") -> Path:
    """A path beside another that nothing has yet."""
    number, free = 1, path.with_name(f"{name}{suffix}")
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{name}-{number}{suffix}")
    return free


def _mode(path: Path) -> int:
    """The permissions a file has; those of a new one are its owner's alone."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return PRIVATE
    return stat.S_IMODE(status.st_mode) & 0o666 if stat.S_ISREG(status.st_mode) else PRIVATE


def _stamp(ambient: Ambient) -> str:
    return ambient.clock.now().strftime("%Y%m%dT%H%M%SZ")


def _short(error: ValueError) -> str:
    return str(error).splitlines()[0][:120]
