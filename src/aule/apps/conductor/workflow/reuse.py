"""Reuse: what an earlier run of a workflow did with the same input need not be done again (CO-51)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from aule.apps.conductor.documents import read_bytes
from aule.apps.conductor.findings import Misconfigured
from aule.apps.conductor.workflow.checking import Checked, Task
from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject
from aule.sandbox.workspace import Workspace
from aule.text.hashing import bytes_hash, content_hash


def key_of(task: Task, prompt: list[Any], reads: list[Any]) -> str:
    """What tells the input of a task from another one: its agent's files, its words, and what it has to leave behind.

    The id of the run is no part of it: that is another one each time.
    """
    assert task.resolved is not None
    manifest = task.resolved.manifest
    return content_hash(
        {
            "agent": task.resolved.ref,
            "manifest": _fingerprint(manifest.path),
            "persona": _fingerprint(manifest.persona_path),
            "prompt": _lasting(prompt),
            "reads": _lasting(reads),
            "outputs": list(task.outputs),
            "on_write": task.on_write,
            "check": task.check,
        }
    )


def reusable(checked: Checked, earlier: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """The tasks whose results still hold: same input, what they read and made still as it was, and so all they need."""
    kept: dict[str, Any] = {}
    if not earlier:
        return kept
    with Workspace.open(checked.root) as workspace:
        for id, task in checked.tasks.items():
            result = earlier.get(id)
            if id not in earlier or not kept.keys() >= set(task.needs):
                continue
            if task.resolved is None or _still_holds(result, keys.get(id), workspace):
                kept[id] = result  # a call or a plan that was done has had its effect
    return kept


def _still_holds(found: Any, key: str | None, workspace: Workspace) -> bool:
    if not isinstance(found, dict):
        return False
    result = cast("JsonObject", found)
    files = {**_hashes(result.get("read")), **_hashes(result.get("made"))}
    return key is not None and result.get("key") == key and all(_is(workspace, *each) for each in files.items())


def _is(workspace: Workspace, path: str, sha256: str) -> bool:
    try:
        entry = workspace.stat(path, hashed=True)
    except AuleError:
        return False
    return entry is not None and entry.sha256 == sha256


def _hashes(value: Any) -> dict[str, str]:
    return cast("dict[str, str]", value) if isinstance(value, dict) else {}


def _lasting(pieces: list[Any]) -> list[Any]:
    """Texts without what is another thing in each run."""
    return [
        _lasting(cast("list[Any]", each))
        if isinstance(each, list)
        else {"name": "run.id"}
        if isinstance(each, dict) and cast("JsonObject", each).get("name") == "run.id"
        else each
        for each in pieces
    ]


def _fingerprint(path: Any) -> str | None:
    try:
        return bytes_hash(read_bytes(path, 1_000_000))
    except Misconfigured:
        return None
