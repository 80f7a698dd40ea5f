"""Files of a home, read strictly: bounded, UTF-8, YAML that is only data, every value with its line."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from aule.apps.conductor.findings import ENGLISH, Finding, Misconfigured, found, warned
from aule.kernel.workflows.text import ParsedText, Place, UnreadableText

LARGEST = 256 * 1024
"""Bytes of a configuration file: some thousand times what anybody writes."""
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC


def read_bytes(path: Path, most: int = LARGEST, *, shown: str | None = None, locale: str = ENGLISH) -> bytes:
    """A file's bytes, if it is a regular file of a reasonable size; a link is not followed."""
    name = shown or str(path)
    try:
        handle = os.open(path, _READ)
    except FileNotFoundError:
        raise Misconfigured([found("file_missing", name)], locale) from None
    except OSError as error:
        raise Misconfigured([found("file_closed", name, why=error.strerror or "?")], locale) from error
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise Misconfigured([found("file_odd", name)], locale)
        content = b"" if status.st_size > most else _up_to(handle, most + 1)
        if status.st_size > most or len(content) > most:
            raise Misconfigured([found("file_too_large", name, most=most)], locale)
        return content
    finally:
        os.close(handle)


def read_text(path: Path, most: int = LARGEST, *, shown: str | None = None, locale: str = ENGLISH) -> str:
    """A file's text; it has to be UTF-8."""
    content = read_bytes(path, most, shown=shown, locale=locale)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Misconfigured([found("file_not_utf8", shown or path, line)], locale) from None


def read_document(path: Path, *, shown: str | None = None, locale: str = ENGLISH) -> Mapped:
    """A YAML file whose top is a mapping."""
    return parse_document(read_text(path, shown=shown, locale=locale), shown or str(path), locale=locale)


def parse_document(text: str, path: str, *, locale: str = ENGLISH) -> Mapped:
    """A YAML text whose top is a mapping; `path` is what it is called in what is found."""
    from aule.kernel.workflows.yaml_reader import read_yaml  # ruamel.yaml, which most commands never need

    try:
        read = read_yaml(text)
    except UnreadableText as error:
        line = None if error.mark is None else error.mark.line
        raise Misconfigured([found("not_yaml", path, line, why=str(error))], locale) from None
    value = read.value
    if not isinstance(value, dict):
        raise Misconfigured([found("not_a_mapping", path, 1)], locale)
    return Mapped(path, read, cast("dict[str, Any]", value), (), [])


@dataclass(frozen=True, slots=True)
class Mapped:
    """A mapping of a document. What is wrong with a value is noted, and the value is as if it were not there."""

    path: str
    read: ParsedText
    value: Mapping[str, Any]
    place: Place
    findings: list[Finding] = field(repr=False)

    def line(self, *keys: str | int) -> int | None:
        """The line of a key, or of what is around it."""
        mark = self.read.mark((*self.place, *keys))
        return None if mark is None else mark.line

    def has(self, key: str) -> bool:
        """Whether something stands there that is not null."""
        return self.value.get(key) is not None

    def wrong(self, code: str, key: str, **values: object) -> None:
        """Note an error at a key."""
        self.findings.append(found(code, self.path, self.line(key), key=self.name(key), **values))

    def doubtful(self, code: str, key: str, **values: object) -> None:
        """Note something at a key that is worth knowing."""
        self.findings.append(warned(code, self.path, self.line(key), key=self.name(key), **values))

    def name(self, key: str) -> str:
        """A key as people are told of it, with what it stands in."""
        return ".".join([*(str(part) for part in self.place), key])

    def unknown(self, known: Collection[str], *, is_error: bool) -> list[str]:
        """Note keys that mean nothing here, with what was perhaps meant."""
        odd = [key for key in self.value if key not in known]
        for key in odd:
            near = get_close_matches(key, list(known), n=1)
            code = "unknown_key_near" if near else "unknown_key"
            note = self.wrong if is_error else self.doubtful
            note(code, key, near=near[0] if near else "", known=", ".join(sorted(known)))
        return odd

    def text(self, key: str, *, required: bool = False, longest: int = 20_000) -> str | None:
        """A text; numbers and truths are not taken for one."""
        value = self.value.get(key)
        if value is None:
            if required:
                self.wrong("missing_key", key)
            return None
        if not isinstance(value, str):
            return self._odd(key, value, "a_text")
        if required and not value.strip():
            self.wrong("empty_value", key)
            return None
        if len(value) > longest:
            self.wrong("too_long", key, most=longest)
            return None
        return value

    def choice(self, key: str, among: Sequence[str], *, required: bool = False) -> str | None:
        """One of some words."""
        value = self.text(key, required=required, longest=1_000)
        if value is None or value in among:
            return value
        self.wrong("not_a_choice", key, value=repr(value), among=", ".join(among))
        return None

    def number(self, key: str, least: float, most: float) -> float | None:
        """A number within bounds."""
        value = self.value.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return self._odd(key, value, "a_number")
        if not least <= value <= most:
            self.wrong("out_of_bounds", key, value=value, least=f"{least:g}", most=f"{most:g}")
            return None
        return float(value)

    def flag(self, key: str) -> bool | None:
        """Yes or no."""
        value = self.value.get(key)
        return value if value is None or isinstance(value, bool) else self._odd(key, value, "a_truth")

    def texts(self, key: str, *, most: int = 100) -> list[str] | None:
        """A text, or a list of texts."""
        value = self.value.get(key)
        if value is None:
            return None
        items = cast("list[Any]", value) if isinstance(value, list) else [value]
        if not all(isinstance(each, str) and each.strip() for each in items):
            return self._odd(key, value, "texts")
        if len(items) > most:
            self.wrong("too_many", key, most=most)
            return None
        return [str(each) for each in items]

    def mapping(self, key: str, *, required: bool = False) -> Mapped | None:
        """A mapping inside this one."""
        value = self.value.get(key)
        if value is None:
            if required:
                self.wrong("missing_key", key)
            return None
        if not isinstance(value, dict):
            return self._odd(key, value, "a_mapping_here")
        return Mapped(self.path, self.read, cast("dict[str, Any]", value), (*self.place, key), self.findings)

    def check(self, locale: str) -> None:
        """Raise when an error was noted."""
        if any(each.severity == "error" for each in self.findings):
            raise Misconfigured([each for each in self.findings if each.severity == "error"], locale)

    def _odd(self, key: str, value: Any, wanted: str) -> None:
        self.wrong(f"not_{wanted}", key, value=_shown(value))


def _up_to(handle: int, most: int) -> bytes:
    """What there is to read, up to so many bytes: a file may grow while it is read."""
    found = b""
    while len(found) < most and (more := os.read(handle, min(most - len(found), 1 << 20))):
        found += more
    return found


def _shown(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{…}"
        case list():
            return "[…]"
        case _:
            text = repr(value)
            return text if len(text) <= 60 else f"{text[:59]}…"
