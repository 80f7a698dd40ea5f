"""The settings file: `settings.toml` is the truth, people may edit it, and a broken one is never overwritten."""

from __future__ import annotations

import difflib
import logging
import tomllib
import typing
from pathlib import Path
from typing import Any

import tomli_w
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from aule.contracts.errors import Conflict, Corrupt, Problem, Unavailable
from aule.contracts.settings import Settings
from aule.stores.home.atomic import Fingerprint, Glance
from aule.stores.home.folder import folder_lock, replace_private
from aule.text.hashing import bytes_hash

LARGEST = 1_000_000
HEADER = """\
# Settings of auleOS. Edit them here or in the desktop; a change is picked up at once.
# When the desktop saves, it keeps your values and this first block of comments; other comments are lost.
# Only what differs from the defaults is written.
"""

log = logging.getLogger(__name__)


class SettingsFile:
    """Reads and writes `settings.toml`; the file may change under it at any time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._glance = Glance(path)
        self._seen: Fingerprint | None = None
        self._read: tuple[Settings, str] | None = None
        self._problem: Problem | None = None

    def read(self) -> Settings:
        """The settings as the file says now; the defaults while there is none.

        Broken TOML, unknown keys and invalid values raise `Corrupt` with the line and the field.
        """
        return self._load()[0]

    def current(self) -> Settings:
        """The newest settings that could be read: while the file is broken, the ones from before."""
        try:
            settings = self.read()
        except Corrupt as error:
            if self._read is None:
                raise
            if self._problem != error.problem:
                log.warning("%s The settings from before stay in use.", error)
            self._problem = error.problem
            return self._read[0]
        self._problem = None
        return settings

    @property
    def problem(self) -> Problem | None:
        """Why the file cannot be read, if `current` last had to fall back on older settings."""
        return self._problem

    def etag(self) -> str:
        """A fingerprint of the content that `read` gives, unless the file changes between the two."""
        return self._load()[1]

    def read_tagged(self) -> tuple[Settings, str]:
        """The settings as the file says now, and the fingerprint of that very content."""
        return self._load()

    def write(self, settings: Settings, expected: str | None = None) -> str:
        """Save the settings and give their new fingerprint.

        `expected` is the fingerprint of what was edited; `Conflict` if the file changed since, by another process or
        by hand. A file that cannot be read is left exactly as it is.
        """
        place = self.path.resolve()  # people keep it elsewhere and link to it
        with folder_lock(place.parent) as folder:
            there = self._content() if place.exists() else None
            before = there or b""
            parse(before, str(self.path))
            if expected not in (None, bytes_hash(before)[:16]):
                raise self._stale()
            document = settings.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
            content = f"{_header(before)}\n{tomli_w.dumps(document)}".encode()
            if not replace_private(folder, place.name, content, there):
                raise self._stale()  # an editor saved in this very moment; what it saved stands
        self._glance.again()
        self._seen = None
        return bytes_hash(content)[:16]

    def _load(self) -> tuple[Settings, str]:
        seen = self._glance.fingerprint()
        if self._read is not None and seen == self._seen:
            return self._read
        content = b"" if seen is None else self._content()
        loaded = (parse(content, str(self.path)), bytes_hash(content)[:16])
        self._seen, self._read = seen, loaded
        return loaded

    def _content(self) -> bytes:
        try:
            with self.path.open("rb") as file:
                content = file.read(LARGEST + 1)
        except OSError as error:
            raise Unavailable(
                f"The settings {str(self.path)!r} cannot be read: {error.strerror}.",
                hint="Look at the file's permissions.",
            ) from error
        if len(content) > LARGEST:
            raise Corrupt(f"The settings {str(self.path)!r} are larger than a megabyte.", hint="Move the file away.")
        return content

    def _stale(self) -> Conflict:
        return Conflict(
            f"The settings in {str(self.path)!r} changed since they were read.",
            code="stale",
            hint="Read them again and repeat the change.",
        )


def _header(content: bytes) -> str:
    """The comments at the top of the file as it is, so that a person's own words stay."""
    kept: list[str] = []
    for line in content.decode("utf-8-sig").splitlines():
        if not line.lstrip().startswith("#"):
            break
        kept.append(line)
    return "\n".join(kept) + "\n" if kept else HEADER


def parse(content: bytes, origin: str) -> Settings:
    """Read settings from TOML, or say in which line and field they are wrong."""
    try:
        text = content.decode("utf-8-sig")
        document = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _corrupt(origin, f"line {line} is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise _corrupt(origin, str(error)) from error
    except RecursionError as error:
        raise _corrupt(origin, "it is nested too deeply") from error
    try:
        return Settings.model_validate(document)
    except ValidationError as error:
        raise _invalid(origin, text, error.errors(include_url=False)) from error


def _invalid(origin: str, text: str, errors: list[ErrorDetails]) -> Corrupt:
    first = errors[0]
    path = [str(part) for part in first["loc"] if part != "[key]"]
    field = ".".join(path)
    line = line_of(text, path)
    where = f"{field!r}" if line is None else f"{field!r} (line {line})"
    candidates: list[str] = []
    if first["type"] == "extra_forbidden":
        what = f"there is no setting {where}"
        candidates = difflib.get_close_matches(path[-1], sorted(_names(path[:-1])), n=3)
    else:
        what = f"{where}: {first['msg']}"
    more = f" {len(errors) - 1} more like this." if len(errors) > 1 else ""
    return _corrupt(origin, what + more, field=field, candidates=candidates)


def _corrupt(origin: str, why: str, **more: Any) -> Corrupt:
    close = more.get("candidates")
    hint = f"Did you mean {close[0]!r}? " if close else ""
    return Corrupt(
        f"The settings {origin!r} cannot be read: {why.rstrip('.')}.",
        code="invalid_settings",
        hint=f"{hint}Correct the file, or move it away to start from the defaults. It was not changed.",
        **more,
    )


def _names(path: list[str]) -> set[str]:
    """The settings there are beneath a path."""
    model: Any = Settings
    for part in path:
        if isinstance(model, type) and issubclass(model, BaseModel):
            field = model.model_fields.get(part)
            model = field.annotation if field else None
        else:
            model = next(reversed(typing.get_args(model)), None)
    return set(model.model_fields) if isinstance(model, type) and issubclass(model, BaseModel) else set()


def line_of(text: str, path: list[str]) -> int | None:
    """The line of the deepest part of a dotted key that a TOML text names."""
    table: list[str] = []
    best: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith("["):
            table = found = _parts(stripped.strip("[]").split("]")[0])
        elif "=" in stripped and not stripped.startswith("#"):
            found = [*table, *_parts(stripped.split("=", 1)[0])]
        else:
            continue
        if found == path[: len(found)] and (best is None or len(found) > best[0]):
            best = (len(found), number)
    return best[1] if best else None


def _parts(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in dotted.split(".")]
