"""Manifests: the libraries a project declares, with their versions."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

_REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*([^;#]*)")
_GO = re.compile(r"^\s*(?:require\s+)?([\w./-]+\.[\w./-]+)\s+v(\S+)")
_VERSION = re.compile(r"\d+(?:\.\d+)*")
_RANGE = re.compile(r"(\^|~=|~>|~|>=|<=|==|!=|>|<|=)?\s*v?(\d+(?:\.(?:\d+|x|\*))*)")


@dataclass(frozen=True, slots=True)
class Manifest:
    """A file that lists libraries; a lock file gives one version each, other files give ranges."""

    path: str
    libraries: Mapping[str, str]
    exact: bool = False

    def find(self, name: str) -> str | None:
        """Return the version it states for a library, regardless of case and dashes."""
        return self.libraries.get(normal(name))


def normal(name: str) -> str:
    """Return a library's name in the form that is compared."""
    return re.sub(r"[-_.]+", "-", name.strip().lower())


def read_manifest(path: str, content: bytes) -> Manifest | None:
    """Return the libraries a manifest lists; None when it cannot be read as one."""
    name = path.rpartition("/")[2]
    try:
        found = [(normal(each), str(said).strip()) for each, said in MANIFESTS[name](content.decode())]
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None
    return Manifest(path, dict(found), exact=name in _LOCKS)


def stated(dependency: str) -> tuple[str, str]:
    """Return name and version of `express@4.18.2`, `@types/node@20`, `httpx==0.27` or just `httpx`."""
    text = dependency.strip()
    at = text.rfind("@")
    if at > 0:
        return text[:at], text[at + 1 :].strip()
    if (found := re.match(r"^([\w./@-]+?)\s*(?:==|>=|~=|\^|=|\s)\s*v?(\d\S*)$", text)) is not None:
        return found[1], found[2]
    return text, ""


def allows(said: str, version: str) -> bool:
    """Return whether a manifest allows a version; versions that cannot be compared count as allowed."""
    wanted = _VERSION.match(version.lstrip("v^~=<> "))
    if wanted is None or not said:
        return True
    parts = _numbers(wanted[0])
    bounds = [(sign, _numbers(number)) for sign, number in _RANGE.findall(said) if _numbers(number)]
    if not bounds or "||" in said:
        return True
    return all(_fits(sign, bound, parts) for sign, bound in bounds)


def _fits(sign: str, bound: list[int], version: list[int]) -> bool:
    width = max(len(bound), len(version))
    one, other = version + [0] * (width - len(version)), bound + [0] * (width - len(bound))
    match sign:
        case ">=":
            return one >= other
        case ">":
            return one > other
        case "<=":
            return one <= other
        case "<":
            return one < other
        case "!=":
            return one != other
        case "^":
            fixed = next((place for place, number in enumerate(bound) if number), len(bound) - 1) + 1
            return version[:fixed] == bound[:fixed][: len(version)] and (one >= other or len(version) < len(bound))
        case "~" | "~=" | "~>":
            fixed = max(1, len(bound) - 1)
            return version[:fixed] == bound[:fixed][: len(version)]
        case _:
            shared = min(len(bound), len(version))
            return bound[:shared] == version[:shared]


def _numbers(text: str) -> list[int]:
    found: list[int] = []
    for part in text.split("."):
        if not part.isdigit() or len(part) > 9:
            break
        found.append(int(part))
    return found


Listed = Iterable[tuple[str, Any]]


def _package_json(text: str) -> Listed:
    document = cast("dict[str, Any]", json.loads(text))
    for key in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
        yield from cast("dict[str, Any]", document.get(key, {})).items()


def _package_lock(text: str) -> Listed:
    for path, about in cast("dict[str, dict[str, Any]]", json.loads(text).get("packages", {})).items():
        if path.startswith("node_modules/") and path.count("node_modules/") == 1:
            yield path.removeprefix("node_modules/"), about.get("version", "")


def _pyproject(text: str) -> Listed:
    document = tomllib.loads(text)
    project = cast("dict[str, Any]", document.get("project", {}))
    listed = list(cast("list[str]", project.get("dependencies", [])))
    for group in cast("dict[str, list[str]]", project.get("optional-dependencies", {})).values():
        listed += group
    for group in cast("dict[str, list[Any]]", document.get("dependency-groups", {})).values():
        listed += [each for each in group if isinstance(each, str)]
    yield from _required(listed)
    poetry = cast("dict[str, Any]", document.get("tool", {}).get("poetry", {}).get("dependencies", {}))
    yield from ((name, about if isinstance(about, str) else about.get("version", "")) for name, about in poetry.items())


def _requirements(text: str) -> Listed:
    return _required(line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("#", "-")))


def _required(lines: Iterable[str]) -> Listed:
    return [(found[1], found[2]) for line in lines if (found := _REQUIREMENT.match(line)) is not None]


def _toml_lock(text: str) -> Listed:
    for each in cast("list[dict[str, Any]]", tomllib.loads(text).get("package", [])):
        yield each["name"], each.get("version", "")


def _cargo(text: str) -> Listed:
    document = tomllib.loads(text)
    for key in ("dependencies", "dev-dependencies"):
        for name, about in cast("dict[str, Any]", document.get(key, {})).items():
            yield name, about if isinstance(about, str) else about.get("version", "")


def _go_mod(text: str) -> Listed:
    return [(found[1], found[2]) for line in text.splitlines() if (found := _GO.match(line)) is not None]


MANIFESTS: Mapping[str, Callable[[str], Listed]] = {
    "package-lock.json": _package_lock,
    "package.json": _package_json,
    "uv.lock": _toml_lock,
    "poetry.lock": _toml_lock,
    "pyproject.toml": _pyproject,
    "requirements.txt": _requirements,
    "Cargo.lock": _toml_lock,
    "Cargo.toml": _cargo,
    "go.mod": _go_mod,
}
"""The files that are read: those with exact versions before those with ranges."""

_LOCKS = frozenset({"package-lock.json", "uv.lock", "poetry.lock", "Cargo.lock"})
