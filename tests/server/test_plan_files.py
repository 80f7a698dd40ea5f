"""Plan files of a project through the real server: hand edits, broken files, forged ones, and other tools' files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import System
from tests.server.test_plans import DOCUMENT

ID = "plano-teste"
FIXTURE = Path(__file__).parents[1] / "kernel" / "planning" / "files" / "plan-plan-1763343109831.json"


@pytest.fixture
async def shop(system: System, tmp_path: Path) -> Path:
    """A project in a folder of its own."""
    root = tmp_path / "shop"
    root.mkdir()
    made = await system.client.post("/v1/projects", json={"name": "Shop", "root": str(root)})
    assert made.status_code == 201, made.text
    return root


async def planned(system: System) -> dict[str, Any]:
    """A plan kept from a document, in the shop."""
    answer = await system.client.post("/v1/plans", json={"document": DOCUMENT, "project": "shop"})
    assert answer.status_code == 201, answer.text
    return answer.json()["plan"]


def notes_in(root: Path) -> list[Path]:
    return list(root.rglob("*.md"))


def file_of(root: Path) -> Path:
    return root / ".aule" / "plans" / f"plan-{ID}.json"


def edit(path: Path, **changes: Any) -> None:
    """Change the first step by hand."""
    document = json.loads(path.read_bytes())
    document["steps"][0] |= changes
    path.write_text(json.dumps(document, ensure_ascii=False, indent=2), encoding="utf-8")


async def test_an_edit_of_the_file_voids_what_was_approved(system: System, shop: Path) -> None:
    """PL-S5, K-S2: approved, one character changed on disk, and running it is refused."""
    client, view = system.client, await planned(system)
    assert (view["path"], view["plan"]["status"]) == (f".aule/plans/plan-{ID}.json", "ready")
    seen = {"version": view["plan"]["version"], "content_hash": view["plan"]["content_hash"]}
    approved = await client.post(f"/v1/plans/{ID}/approve", json=seen)
    assert approved.json()["plan"]["status"] == "approved"
    edit(file_of(shop), description="Escrever a nota número 1 com um texto curto!")
    refused = await client.post(f"/v1/plans/{ID}/run", json={})
    assert refused.status_code == 409, refused.text
    now = (await client.get(f"/v1/plans/{ID}")).json()["plan"]
    assert (now["version"], now["status"]) == (seen["version"] + 1, "reviewing")
    assert now["run"] is None
    assert (await client.post(f"/v1/plans/{ID}/run", json={"approve": seen})).status_code == 409
    assert notes_in(shop) == []


async def test_patches_of_an_older_version_merge_or_are_refused_with_both_values(system: System, shop: Path) -> None:
    """PL-S3, PL-20."""
    client, view = system.client, await planned(system)
    match = {"If-Match": f'"v{view["plan"]["version"]}"'}

    async def patch(step: str, value: str) -> Any:
        edits = [{"op": "set", "path": f"steps.{step}.rationale", "value": value}]
        return await client.patch(f"/v1/plans/{ID}", json={"edits": edits}, headers=match)

    first, second = await patch("1", "um"), await patch("2", "dois")
    assert (first.json()["merged"], second.json()["merged"]) == (False, True)
    assert [step["rationale"] for step in second.json()["plan"]["steps"]] == ["um", "dois"]
    clash = await patch("1", "outro")
    assert (clash.status_code, clash.json()["code"]) == (412, "conflict_version")
    assert {"um", "outro"} <= set(json.dumps(clash.json(), ensure_ascii=False).replace('"', " ").split())
    log = shop / ".aule" / "plans" / "history" / f"plan-{ID}.log.jsonl"
    assert len(log.read_text(encoding="utf-8").splitlines()) == second.json()["plan"]["version"]


async def test_a_broken_file_is_shown_as_such_and_restored(system: System, shop: Path) -> None:
    """PL-S4."""
    client, view = system.client, await planned(system)
    version, path = view["plan"]["version"], file_of(shop)
    path.write_bytes(b'{\n  "title": "Oh",\n  oops\n}')
    broken = path.read_bytes()
    for _ in range(3):
        shown = (await client.get(f"/v1/plans/{ID}")).json()
        assert (shown["broken"]["line"], shown["broken"]["column"]) == (3, 3)
        assert shown["plan"]["title"] == "Duas notas"
        edits = {"edits": [{"op": "set", "path": "title", "value": "Outro"}]}
        refused = await client.patch(f"/v1/plans/{ID}", json=edits, headers={"If-Match": f'"v{version}"'})
        assert (refused.status_code, refused.json()["code"]) == (409, "invalid_file")
    assert path.read_bytes() == broken
    restored = await client.post(f"/v1/plans/{ID}/restore", json={"version": version})
    assert restored.status_code == 200, restored.text
    assert restored.json()["broken"] is None
    assert json.loads(path.read_bytes())["title"] == "Duas notas"


async def test_a_cloned_plan_that_says_it_is_approved_runs_nothing(system: System, shop: Path) -> None:
    """E.7: what a file says about approvals, status and runs is a mirror."""
    forged = {
        **DOCUMENT,
        "status": "approved",
        "version": 3,
        "approvals": [{"version": 3, "contentHash": "sha256:0", "by": "owner", "at": "2026-01-01T00:00:00Z"}],
        "run": {"runId": "run_forged", "startedAt": "2026-01-01T00:00:00Z"},
    }
    file_of(shop).parent.mkdir(parents=True)
    file_of(shop).write_text(json.dumps(forged), encoding="utf-8")
    (file_of(shop).parent / "plan-broken.json").write_text("{", encoding="utf-8")
    listed = (await system.client.get("/v1/plans", params={"project": "shop"})).json()["items"]
    assert [(each["id"], each["status"]) for each in listed] == [(ID, "reviewing")]
    assert (await system.client.post(f"/v1/plans/{ID}/run", json={})).status_code == 409
    assert notes_in(shop) == []


async def test_an_older_programs_plan_is_imported_with_warnings(system: System, shop: Path) -> None:
    """PL-S9, PL-31: and goes out again in other tools' forms."""
    files = {FIXTURE.name: FIXTURE.read_text(encoding="utf-8")}
    made = await system.client.post("/v1/plans/import", json={"files": files, "project": "shop"})
    assert made.status_code == 201, made.text
    view = made.json()
    assert view["plan"]["title"] == "Adicionar autenticação JWT"
    assert any("'task' was read as 'title'" in each for each in view["warnings"])
    assert (shop / view["path"]).exists()
    for format in ("workflow", "speckit", "kiro", "taskmaster", "github", "markdown"):
        out = await system.client.get(f"/v1/plans/{view['plan']['id']}/export", params={"format": format})
        assert out.json()["files"], format


async def test_a_project_that_changed_under_an_approved_plan_is_looked_at_again(system: System, tmp_path: Path) -> None:
    """PL-22: what was to be modified is gone when the plan is to run: nothing runs, and it is reviewed."""
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\n", "utf-8")
    made = await system.client.post("/v1/projects", json={"name": "repo", "root": str(folder)})
    step = {
        "id": "1",
        "title": "Change a.py",
        "description": "Give the constant another value.",
        "file": "a.py",
        "fileAction": "modify",
        "validation": "a.py contains x = 2.",
        "rationale": "It was asked for.",
    }
    document = {"id": "changes", "title": "Change it", "goal": "x is 2.", "steps": [step], "successCriteria": ["x = 2"]}
    kept = await system.client.post("/v1/plans", json={"document": document, "project": made.json()["id"]})
    view = kept.json()["plan"]
    assert view["plan"]["status"] == "ready", view["plan"]["feedback"]
    seen = {"version": 1, "content_hash": view["card"]["content_hash"]}
    assert (await system.client.post("/v1/plans/changes/approve", json=seen)).status_code == 200
    (folder / "a.py").unlink()
    refused = await system.client.post("/v1/plans/changes/run")
    assert (refused.status_code, refused.json()["code"]) == (409, "approval_stale")
    now = (await system.client.get("/v1/plans/changes")).json()["plan"]
    assert now["status"] in ("reviewing", "clarifying")
    assert "C08" in {each["code"] for each in now["feedback"]}
