"""Checks that an app should pass before others use it: `python -m aule.testing.app_checks PATH` prints them as JSON.

They run in a process of their own, which `aule app test` starts: the app is imported, looked at, and tried in a system
of its own in a temporary folder, each capability with its sample.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import json
import logging
import re
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from aule.apps import APPS
from aule.contracts.access.capability import Approve, Capability, Effect
from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.gate.caller import ByHand
from aule.kernel.engine.graphs.schemas import faults_of
from aule.sdk.app import App
from aule.testing.system import System, system

GROUP = "aule.apps"
SHORT = 12
"""Characters with which a description says hardly anything."""
_CHANGING = (Effect.WRITE, Effect.DELETE)
_OUTSIDE = (Effect.EXEC, Effect.EXTERNAL)


@dataclass(slots=True)
class Checks:
    """An app's folder, its apps, samples and what was found."""

    place: Path
    apps: list[App] = field(default_factory=list[App])
    samples: JsonObject = field(default_factory=dict[str, Any])
    findings: list[JsonObject] = field(default_factory=list[JsonObject])
    called: dict[str, int] = field(default_factory=dict[str, int])

    def wrong(self, code: str, **values: object) -> None:
        """Note what an app must not be."""
        self._note(code, "error", values)

    def note(self, code: str, **values: object) -> None:
        """Note what an app should better be."""
        self._note(code, "warning", values)

    def told(self) -> JsonObject:
        """Return everything as JSON."""
        apps = [
            {"id": each.id, "called": self.called.get(each.id, 0), "all": len(each.capabilities)} for each in self.apps
        ]
        return {"apps": apps, "findings": self.findings}

    def _note(self, code: str, severity: str, values: dict[str, object]) -> None:
        told = {name: value if isinstance(value, int) else str(value)[:500] for name, value in values.items()}
        self.findings.append({"code": code, "severity": severity, "values": told})


def check(place: Path) -> JsonObject:
    """Return what there is to say about the apps in a folder or a file."""
    checks = Checks(place)
    _load(checks)
    for app in checks.apps:
        _look(checks, app)
    if place.is_dir():
        _look_at_documents(checks)
    asyncio.run(_try_all(checks))
    return checks.told()


def _load(checks: Checks) -> None:
    """Import the apps that a package names, or those in a file."""
    place = checks.place
    found: list[object] = []
    try:
        if place.is_file():
            found = _of_file(place)
        else:
            project = tomllib.loads((place / "pyproject.toml").read_text("utf-8"))
            checks.samples = _table(project, "tool", "aule", "samples")
            sys.path[:0] = [str(place / "src"), str(place)]
            for where in _table(project, "project", "entry-points", GROUP).values():
                module, _, name = str(where).partition(":")
                found.append(getattr(importlib.import_module(module), name))
    except Exception as error:  # code of the app itself: whatever it raises is a finding
        checks.wrong("not_imported", where=place.name, why=f"{type(error).__name__}: {error}")
        return
    checks.apps = [each for each in found if isinstance(each, App)]
    if not checks.apps:
        checks.wrong("no_app", path=str(place))


def _of_file(file: Path) -> list[object]:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return list(vars(module).values())


def _look(checks: Checks, app: App) -> None:
    if app.id in {each.partition(":")[2] for each in APPS}:
        checks.wrong("app_id_taken", id=app.id)
    if "pt" not in app.names or not app.name.strip():
        checks.wrong("app_name_one_language", id=app.id)
    if not app.capabilities:
        checks.wrong("no_capabilities", id=app.id)
    for each in app.capabilities:
        _look_at(checks, each.capability)
    for recipe in app.recipes:
        if not all(recipe.examples.get(language) for language in ("en", "pt")):
            checks.wrong("recipe_one_language", id=recipe.id)


def _look_at(checks: Checks, capability: Capability) -> None:
    name = capability.name
    if not capability.titles.get("pt", "").strip() or not capability.title.strip():
        checks.wrong("title_one_language", name=name)
    if len(capability.description.strip()) < SHORT:
        checks.wrong("thin_description", name=name)
    for schema in (capability.params, capability.returns):
        if (fault := next(faults_of(schema), None)) is not None:
            checks.wrong("bad_schema", name=name, fault=fault)
    for param, schema in cast("dict[str, JsonObject]", capability.params.get("properties", {})).items():
        if not schema.get("description") and "enum" not in schema:
            checks.note("bare_param", name=name, param=param)
    if capability.effect in _CHANGING and not capability.reversible:
        checks.note("no_undo", name=name)
    if capability.effect in (*_CHANGING, *_OUTSIDE) and not capability.previewable:
        checks.note("no_preview", name=name)
    if capability.effect in (Effect.DELETE, *_OUTSIDE) and capability.approval is Approve.AUTO:
        checks.wrong("never_asks", name=name)


def _look_at_documents(checks: Checks) -> None:
    readme = checks.place / "README.md"
    if not readme.is_file():
        checks.wrong("no_readme")
    else:
        text = readme.read_text("utf-8", "replace")
        for each in (each.capability.name for app in checks.apps for each in app.capabilities):
            if each not in text:
                checks.note("not_in_readme", name=each)
    if not any(re.match(r"test_.*\.py$|.*_test\.py$", file.name) for file in checks.place.rglob("*.py")):
        checks.note("no_tests")


async def _try_all(checks: Checks) -> None:
    """Try every capability with its sample, in a system of its own."""
    names = {each.capability.name for app in checks.apps for each in app.capabilities}
    for name in checks.samples:
        if name not in names:
            checks.wrong("bad_sample", name=name)
    usable = [app for app in checks.apps if app.id not in {each.partition(":")[2] for each in APPS}]
    if not usable:
        return
    with tempfile.TemporaryDirectory() as folder:
        async with system(Path(folder) / "data", apps=usable) as aule:
            for app in usable:
                await _try_app(checks, app, aule)


async def _try_app(checks: Checks, app: App, aule: System) -> None:
    for each in app.capabilities:
        capability = each.capability
        sample = checks.samples.get(capability.name)
        if sample is None and capability.params.get("required"):
            checks.note("no_sample", name=capability.name)
            continue
        try:
            await _try(checks, capability, cast("JsonObject", sample or {}), aule)
            checks.called[app.id] = checks.called.get(app.id, 0) + 1
        except AuleError as error:
            code = "undeclared" if error.problem.code in ("undeclared_effect", "preview_acts") else "call_failed"
            checks.wrong(code, name=capability.name, why=str(error))


async def _try(checks: Checks, capability: Capability, sample: JsonObject, aule: System) -> None:
    """Read, or show a change, make it and take it back; what acts on the world outside is only shown."""
    name = capability.name
    if capability.effect in (Effect.READ, Effect.NAVIGATE):
        await aule.kernel.call(name, sample)
        return
    shown = await aule.kernel.preview(name, sample)
    if capability.effect in _OUTSIDE:
        return
    called = await aule.kernel.call(name, sample, by_hand=ByHand(seen=shown.content_hash, may_delete=True))
    if capability.reversible and called.result.changes:
        try:
            await aule.kernel.undo(f"run:{called.run}")
        except AuleError as error:
            checks.wrong("not_undone", name=name, why=str(error))


def _table(value: Any, *keys: str) -> JsonObject:
    for key in keys:
        value = cast("JsonObject", value).get(key, {}) if isinstance(value, dict) else {}
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def main(words: Sequence[str]) -> None:
    """Check the app at a path and print one JSON document, on the last line."""
    logging.disable(logging.CRITICAL)
    told = check(Path(words[0]).absolute())
    sys.stdout.write("\n" + json.dumps(told, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
