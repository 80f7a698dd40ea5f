"""The reference says what the code does: nothing is stale, nothing is missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from tests.processes.nursery import nursery

from aule.cli.main import COMMANDS
from aule.contracts.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def pages() -> Iterator[ModuleType]:
    """The modules that write the reference."""
    sys.path.insert(0, str(DOCS))
    try:
        import pages.capabilities
        import pages.errors
        import pages.events
        import pages.settings

        yield pages
    finally:
        sys.path.remove(str(DOCS))


def reference(name: str) -> str:
    return (DOCS / "reference" / name).read_text(encoding="utf-8")


def test_no_reference_page_is_out_of_date() -> None:
    """`make docs` was run after the last change."""
    ran = nursery().run("--check", module="docs.generate", timeout=120)
    assert ran.code == 0, ran.out + ran.err


def test_every_setting_has_a_meaning(pages: ModuleType) -> None:
    schema = Settings.model_json_schema()
    silent = [path for path, _, _, meaning in pages.settings.settings(schema, schema) if not meaning]
    assert silent == []


def test_every_variable_of_the_environment_is_documented(pages: ModuleType) -> None:
    assert pages.settings.used_variables() - set(pages.settings.ENVIRONMENT) == set()


def test_every_event_is_documented(pages: ModuleType) -> None:
    types = [fact.model_fields["type"].default for fact in pages.events.facts()]
    assert [name for name in types if f"### `{name}`" not in reference("events.md")] == []


def test_every_error_is_documented(pages: ModuleType) -> None:
    pages.errors.load_all()
    codes = {error.code for error in pages.errors.kinds(pages.errors.AuleError)} | set(pages.errors.narrower_codes())
    assert sorted(code for code in codes if f"| `{code}` |" not in reference("errors.md")) == []


def test_every_command_is_documented() -> None:
    assert [name for name in COMMANDS if f"## `aule {name}`" not in reference("cli.md")] == []


def test_every_capability_is_documented(pages: ModuleType) -> None:
    """LT-8: of every built-in app."""
    names = [capability.name for capability in pages.capabilities.capabilities()]
    assert [name for name in names if f"## `{name}`" not in reference("capabilities.md")] == []
