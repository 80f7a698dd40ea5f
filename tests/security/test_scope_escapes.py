"""A write scope holds for every way to write, both ends of a move and each file of a patch (CO-22, CO-25, CO-S8)."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.security.trees import tree_hash

from aule.contracts.access.capability import Result
from aule.contracts.events.facts import CallCompleted, CallFailed
from aule.contracts.runs.bounds import Bounds
from aule.contracts.talk.ask import Ask
from aule.testing import ScriptedModel, call, say
from aule.testing.system import System, system

IN, OUT = "src/service/A.kt", "src/controller/B.kt"
SCOPE = Bounds(agent="develop/shop/Helper", scope=["src/service/*.kt"], on_write="apply")


def _patch(*sections: str) -> dict[str, Any]:
    return {"patch": "\n".join(["*** Begin Patch", *sections, "*** End Patch"])}


CROSSINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "write": ("write_file", {"path": OUT, "content": "x"}),
    "append": ("append_file", {"path": OUT, "content": "x"}),
    "edit": ("edit_file", {"path": OUT, "search": "class", "replace": "x"}),
    "delete": ("delete_file", {"path": OUT}),
    "create": ("write_file", {"path": "src/service/deep/X.kt", "content": "x"}),
    "another case": ("write_file", {"path": "src/Service/A.kt", "content": "x"}),
    "move out": ("move_file", {"source": IN, "target": "src/controller/C.kt"}),
    "move in": ("move_file", {"source": OUT, "target": "src/service/C.kt"}),
    "patch of one out": ("apply_patch", _patch(f"*** Update File: {OUT}", "-class B", "+class X")),
    "patch of one in, one out": (
        "apply_patch",
        _patch(f"*** Update File: {IN}", "-class A", "+class X", "*** Add File: src/controller/C.kt", "+x"),
    ),
    "patch that deletes": ("apply_patch", _patch(f"*** Delete File: {OUT}")),
    "patch that renames out": ("apply_patch", _patch(f"*** Update File: {IN}", "*** Move to: src/controller/C.kt")),
    "patch that renames in": ("apply_patch", _patch(f"*** Update File: {OUT}", "*** Move to: src/service/C.kt")),
    "patch that changes a mode": (
        "apply_patch",
        {"patch": f"diff --git a/{OUT} b/{OUT}\nold mode 100644\nnew mode 100755\n"},
    ),
    "archive out": ("extract_archive", {"path": "a.zip", "into": "src/controller"}),
    "archive through": ("extract_archive", {"path": "a.zip", "into": "src/service"}),
}


@pytest.mark.parametrize("on_write", ["apply", "ask", "propose", "fail"])
async def test_nothing_crosses_a_scope_and_nobody_is_asked(tmp_path: Path, on_write: str) -> None:
    """Whatever becomes of a write in scope, one that leaves it is a violation before anything else."""
    model = ScriptedModel()
    async with system(tmp_path, model=model) as aule:
        _fill(aule.workspace)
        before = tree_hash(aule.workspace)
        for name, (capability, params) in CROSSINGS.items():
            model.add(call(f"core.{capability}", params), say("No."))
            [refused] = await _results(aule, SCOPE.model_copy(update={"on_write": on_write}))
            assert refused.error is not None and refused.error.code == "output_scope_violation", (name, refused)
            assert tree_hash(aule.workspace) == before, name
        assert await aule.kernel.approvals.pending() == []


async def test_in_scope_every_way_to_write_works_and_is_undone(tmp_path: Path) -> None:
    model = ScriptedModel(
        call("core.apply_patch", _patch(f"*** Update File: {IN}", "-class A", "+class A1"))
        + call("core.move_file", {"source": IN, "target": "src/service/Moved.kt"}),
        say("Done."),
    )
    async with system(tmp_path, model=model) as aule:
        _fill(aule.workspace)
        before = tree_hash(aule.workspace)
        asked = await aule.kernel.asks.ask(Ask(message="do it"), "en", bounds=[SCOPE])
        await aule.until_still(asked.run)
        assert (aule.workspace / "src/service/Moved.kt").read_text() == "class A1\n"
        await aule.kernel.undo(f"run:{asked.run}")
        assert tree_hash(aule.workspace) == before


def _fill(root: Path) -> None:
    for path in (IN, OUT):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"class {Path(path).stem}\n")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("C.kt", "x")
        archive.writestr("deep/D.kt", "x")
    (root / "a.zip").write_bytes(packed.getvalue())


async def _results(aule: System, bounds: Bounds) -> list[Result]:
    asked = await aule.kernel.asks.ask(Ask(message="do it"), "en", bounds=[bounds])
    await aule.until_still(asked.run)
    found = [event.data for event in await aule.events(asked.run)]
    return [fact.result for fact in found if isinstance(fact, (CallCompleted, CallFailed))]
