"""Plan files of one project: `.aule/plans/plan-{id}.json`, its history and its log, reached through no link.

Plans that another program keeps in `.cappy/plans` stay there; only their history and their locks are ours.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from aule.contracts.errors import AuleError, NotFound
from aule.contracts.model import JsonObject
from aule.stores.home.atomic import write_all
from aule.stores.home.folder import (
    NEW,
    read_bytes,
    remove_expected,
    replace_expected,
    sweep,
    tail,
    told_of,
    write_temporary,
)
from aule.text.hashing import bytes_hash

FOLDER = ".aule/plans"
HISTORY = f"{FOLDER}/history"
CAPPY = ".cappy/plans"
"""Where another program keeps plan files; those are used where they are."""
TASKS = ".cappy/tasks"
"""Where that program keeps its tasks, in XML, Markdown or JSON."""
LARGEST = 4 * 1024 * 1024
"""Bytes of a plan's file; a larger one is not read."""
LARGEST_LOG = 16 * LARGEST
"""Bytes of a plan's log; a larger one came from elsewhere, and the history is told without it."""
HIGHEST = 10**9
"""The highest version; what claims more is not believed."""
IGNORED = "*.lock\n.*.tmp\n"
"""What `git` need not see of this folder."""

_FILE = re.compile(r"^plan-([a-z0-9][a-z0-9-]{5,39})\.json$")
_DRIFTED = re.compile(r"^plan-plan-([a-z0-9][a-z0-9-]{5,39})\.json$")
_VERSION = re.compile(r"^v([1-9][0-9]{0,8})\.json$")
_TASK_ENDS = (".xml", ".md", ".json")
_INTO = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_TAIL = 16 * 1024
_BOTH = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A file as it was found: its name, and its bytes unless there are too many."""

    name: str
    content: bytes | None
    folder: str = FOLDER

    @property
    def is_foreign(self) -> bool:
        """Whether another program keeps it, in a form of its own."""
        return self.folder != FOLDER


class PlanFiles:
    """Reads and writes the plan files of a project. Everything here waits for the disk."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def ids(self) -> dict[str, str]:
        """The plans there are, each with the name of its file; `plan-plan-x.json` is the plan `x` if no other is."""
        names = [name for name in self._names(FOLDER) if _FILE.match(name)]
        found = {match[1]: name for name in names if (match := _FILE.match(name)) and not _DRIFTED.match(name)}
        for name in names:
            if match := _DRIFTED.match(name):
                found.setdefault(match[1] if match[1] not in found else f"plan-{match[1]}", name)
        for id, name in self._placed().items():
            found.setdefault(id, name)
        return dict(sorted(found.items()))

    def path(self, id: str) -> str:
        """Where the file of a plan is, or would be."""
        name = self.ids().get(id, file_name(id))
        return f"{CAPPY if name not in self._names(FOLDER) and name in self._placed().values() else FOLDER}/{name}"

    def unused(self) -> dict[str, str]:
        """The files beside the plans that nobody looks into, by path, each with the reason."""
        used, own, found = self.ids(), self._names(FOLDER), dict[str, str]()
        names = {*used.values()}
        for name in own:
            if name.endswith(".json") and name not in names:
                found[f"{FOLDER}/{name}"] = "Its name is not plan-{id}.json with an id of 6 to 40 of a-z, 0-9 and -."
        placed = {name: id for id, name in self._placed().items()}
        for name in self._others(CAPPY):
            path = f"{CAPPY}/{name}"
            if name.startswith("."):
                continue
            if not name.endswith(".json"):
                found[path] = "Only .json files are plans here; `aule plan import` reads others."
            elif name not in placed:
                found[path] = "Another file here gives a plan of the same id; give one of them another name."
            elif used[placed[name]] != name or name in own:
                found[path] = f"There already is a plan {placed[name]!r} in {FOLDER}; give one of them another name."
        return dict(sorted(found.items()))

    def _placed(self) -> dict[str, str]:
        """The plans another program keeps here, by the id that the name of the file gives, or as much of it as fits."""
        names = sorted(name for name in self._others(CAPPY) if name.endswith(".json") and not name.startswith("."))
        found = {match[1]: name for name in names if (match := _FILE.match(name))}
        for name in names:
            if not _FILE.match(name):
                found.setdefault(_stem_id(name.removesuffix(".json")), name)
        return found

    def read(self, id: str) -> PlanFile | None:
        """The file of a plan, none if there is none."""
        content = self._content(FOLDER, file_name(id))
        if content is not None:
            return PlanFile(file_name(id), content)
        name = self.ids().get(id)
        if name is None:
            return None
        if self._placed().get(id) == name and name not in self._names(FOLDER):
            return PlanFile(name, self._content(CAPPY, name), CAPPY)
        return PlanFile(name, self._content(FOLDER, name))

    def tasks(self) -> dict[str, list[str]]:
        """The names of another program's task files, those of one name together, by the id a plan of them has."""
        found: dict[str, list[str]] = {}
        for name in sorted(name for name in self._others(TASKS) if name.endswith(_TASK_ENDS)):
            found.setdefault(_stem_id(name.partition(".")[0]), []).append(name)
        return found

    def task_texts(self, names: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
        """The texts of task files by path, and those that cannot be read, each with the reason."""
        texts, unread = dict[str, str](), dict[str, str]()
        for name in names:
            path = f"{TASKS}/{name}"
            try:
                content = self._content(TASKS, name)
                text = "" if content is None else content.decode("utf-8-sig")
            except UnicodeDecodeError:
                unread[path] = "It is not UTF-8."
            except AuleError as error:  # a link
                unread[path] = str(error)
            else:
                if text.strip():
                    texts[path] = text
                else:
                    unread[path] = "It is empty." if content is not None else f"It has more than {LARGEST} bytes."
        return texts, unread

    @contextlib.contextmanager
    def lock(self, id: str) -> Generator[bool]:
        """Try to become the one who writes a plan; False when somebody else is."""
        with self._folder(FOLDER, make=True) as folder, told_of(FOLDER):
            handle = os.open(f"plan-{id}.lock", _BOTH, 0o666, dir_fd=folder)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True
        finally:
            os.close(handle)

    def put(self, id: str, version: int, content: bytes, *, instead_of: PlanFile | None, to: PlanFile) -> bool:
        """Write a version into the history and then into the file, if that still is what it was; under the lock."""
        self.keep(id, version, content)
        place, name = to.folder, to.name
        expected = None if instead_of is None else instead_of.content
        with self._folder(place, make=place == FOLDER) as folder, told_of(place):
            sweep(folder, f"plan-{id}")
            if instead_of is not None and instead_of.name != name:
                return self._renamed(folder, id, content, instead_of)
            done = replace_expected(folder, name, content, expected, f"plan-{id}")
            os.fsync(folder)
        return done

    def keep(self, id: str, version: int, content: bytes) -> None:
        """Write a version into the history."""
        with self._folder(f"{HISTORY}/plan-{id}", make=True) as folder, told_of(HISTORY):
            temporary = write_temporary(folder, f"plan-{id}", content)
            os.replace(temporary, f"v{version}.json", src_dir_fd=folder, dst_dir_fd=folder)

    def past(self, id: str, version: int) -> bytes | None:
        """A version as the history has it."""
        return self._content(f"{HISTORY}/plan-{id}", f"v{version}.json")

    def kept(self, id: str) -> list[int]:
        """The versions the history has."""
        found = (_VERSION.match(name) for name in self._names(f"{HISTORY}/plan-{id}"))
        return sorted(int(match[1]) for match in found if match)

    def forget(self, id: str, versions: set[int]) -> None:
        """Take versions out of the history."""
        with self._folder(f"{HISTORY}/plan-{id}") as folder, told_of(HISTORY):
            for version in versions:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(f"v{version}.json", dir_fd=folder)

    def archive(self, id: str, *, instead_of: PlanFile) -> bool:
        """Take a plan's file away if it still is what it was; its last version stays in the history."""
        with self._folder(FOLDER) as folder, told_of(FOLDER):
            done = remove_expected(folder, instead_of.name, instead_of.content, f"plan-{id}")
            os.fsync(folder)
        return done

    def put_aside(self, id: str, file: PlanFile) -> str | None:
        """Move a plan's file into its history under a name nothing else has, so that a new one can be written."""
        place = file.folder
        with self._folder(f"{HISTORY}/plan-{id}", make=True) as past, self._folder(place) as folder, told_of(place):
            taken = set(os.listdir(past))
            name = next(f"broken-{n}.json" for n in range(1, len(taken) + 2) if f"broken-{n}.json" not in taken)
            try:
                os.rename(file.name, name, src_dir_fd=folder, dst_dir_fd=past)
            except FileNotFoundError:
                return None
            os.fsync(folder)
        return f"{HISTORY}/plan-{id}/{name}"

    def told(self, id: str, line: JsonObject) -> None:
        """Add a line to a plan's log."""
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self._folder(HISTORY, make=True) as folder, told_of(HISTORY):
            handle = os.open(f"plan-{id}.log.jsonl", _BOTH | os.O_APPEND, 0o666, dir_fd=folder)
            try:
                size = os.fstat(handle).st_size
                is_torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"  # somebody died in the middle of a line
                write_all(handle, b"\n" + text if is_torn else text)  # a power cut may take it: it is written anew then
            finally:
                os.close(handle)

    def log(self, id: str) -> list[JsonObject]:
        """The lines of a plan's log that can be read."""
        content = self._content(HISTORY, f"plan-{id}.log.jsonl", most=LARGEST_LOG) or b""
        return [line for each in content.splitlines() if (line := _line(each)) is not None]

    def last(self, id: str) -> int:
        """The last version that was written completely: the log says it, else the history; 0 when neither does."""
        line = next(self.latest(id), None)
        return max(self.kept(id), default=0) if line is None else line["to"]

    def latest(self, id: str) -> Iterator[JsonObject]:
        """The last lines of a plan's log, the latest first, so many as are easily read."""
        texts: list[bytes] = []
        with contextlib.suppress(NotFound), self._folder(HISTORY) as folder, told_of(HISTORY):
            for most in (_TAIL, LARGEST):  # a line of a large plan is long
                texts = tail(folder, f"plan-{id}.log.jsonl", most)
                if any(_line(each) is not None for each in reversed(texts)):
                    break
        return (line for each in reversed(texts) if (line := _line(each)) is not None)

    def _renamed(self, folder: int, id: str, content: bytes, former: PlanFile) -> bool:
        """Write a file under its proper name, and keep the one with the other name in the history, as it was."""
        if not replace_expected(folder, file_name(id), content, None, f"plan-{id}"):
            return False
        with self._folder(f"{HISTORY}/plan-{id}", make=True) as past:
            os.rename(former.name, "original.json", src_dir_fd=folder, dst_dir_fd=past)
        os.fsync(folder)
        return True

    def _names(self, path: str) -> list[str]:
        try:
            with self._folder(path) as folder, told_of(path):
                return os.listdir(folder)
        except NotFound:
            return []

    def _others(self, path: str) -> list[str]:
        """The names in a folder of another program; one that a link leads to is none of the project's."""
        try:
            return self._names(path)
        except AuleError:
            return []

    def _content(self, path: str, name: str, most: int | None = LARGEST) -> bytes | None:
        """The bytes of a regular file; none when there is none, or more than so many."""
        try:
            with self._folder(path) as folder, told_of(f"{path}/{name}"):
                return read_bytes(folder, name, most)
        except NotFound:
            return None

    @contextlib.contextmanager
    def _folder(self, path: str, *, make: bool = False) -> Generator[int]:
        """A handle on a folder of the project that no link leads to."""
        with contextlib.ExitStack() as opened, told_of(path):
            here = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            opened.callback(os.close, here)
            for part in path.split("/"):
                if make:
                    _make(here, part)
                here = os.open(part, _INTO, dir_fd=here)
                opened.callback(os.close, here)
            yield here


def file_name(id: str) -> str:
    """The name of a plan's file."""
    return f"plan-{id}.json"


def _stem_id(stem: str) -> str:
    """The id of the plan in a file of another program: its name, or as much of it as an id may have."""
    slug = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")
    if 6 <= len(slug) <= 40 and slug == stem.lower().replace("_", "-"):
        return slug
    return f"{slug[:27]}-{bytes_hash(stem.encode())[-12:]}".lstrip("-")


def _make(folder: int, name: str) -> None:
    try:
        os.mkdir(name, 0o777, dir_fd=folder)
    except FileExistsError:
        return
    if name == FOLDER.rpartition("/")[2]:
        inside = os.open(name, _INTO, dir_fd=folder)
        try:
            with contextlib.suppress(FileExistsError):
                handle = os.open(".gitignore", NEW, 0o666, dir_fd=inside)
                write_all(handle, IGNORED.encode())
                os.close(handle)
        finally:
            os.close(inside)
    os.fsync(folder)


def _line(text: bytes) -> JsonObject | None:
    """A line of a log, if it is one."""
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    line = cast("JsonObject", value)
    version = line.get("to")
    return line if type(version) is int and 0 < version <= HIGHEST else None
