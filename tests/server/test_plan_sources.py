"""Plans of other programs through the real server: imported, placed in the folder, used where they are, found."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.planning.older_plans import SCOPE, SOURCES, TASK_PAGE, TASK_XML, WORK_PLAN
from tests.kernel.planning.test_reading import SEED
from tests.server.conftest import System

from aule.kernel.planning.document.source_values import leaves
from aule.kernel.plans.file_plan_store import MOST_TASKS


@pytest.fixture
async def shop(system: System, tmp_path: Path) -> Path:
    """A project in a folder of its own."""
    root = tmp_path / "shop"
    root.mkdir()
    made = await system.client.post("/v1/projects", json={"name": "Shop", "root": str(root)})
    assert made.status_code == 201, made.text
    return root


def put(root: Path, path: str, content: Any) -> Path:
    """Put a file into a project, as text or as JSON."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps(content, indent=2), encoding="utf-8")
    return file


def notes_in(root: Path) -> list[str]:
    return sorted(path.stem for path in root.rglob("notes/*.md"))


async def test_every_value_of_an_imported_plan_is_told_and_kept_whatever_happens_to_it(
    system: System, shop: Path
) -> None:
    """PL-5, PL-S9: in the store and in a file alike, through edits and back."""
    client, files = system.client, {"plan.json": json.dumps(SCOPE)}
    values = {path for path, _ in leaves(SCOPE)}
    for project in ("home", "shop"):
        made = await client.post("/v1/plans/import", json={"files": files, "project": project})
        assert made.status_code == 201, made.text
        view = made.json()
        told = view["source"]
        assert {each["path"] for each in (*told["read"], *told["kept"])} == values
        assert told["read_count"] + told["kept_count"] == len(values)
        id, version = view["plan"]["id"], view["plan"]["version"]
        assert (id == SCOPE["id"]) == (project == "home")  # the second one cannot have the same name
        edit = {"edits": [{"op": "set", "path": "title", "value": "Outro título"}]}
        edited = await client.patch(f"/v1/plans/{id}", json=edit, headers={"If-Match": f'"v{version}"'})
        assert edited.status_code == 200, edited.text
        await client.post(f"/v1/plans/{id}/restore", json={"version": version})
        now = (await client.get(f"/v1/plans/{id}")).json()
        assert now["plan"]["original"] == {"format": "plan", "document": SCOPE, "files": {}}
        out = (await client.get(f"/v1/plans/{id}/export", params={"format": "cappy"})).json()["files"]
        back = json.loads(next(iter(out.values())))
        for name in SCOPE.keys() - {"version", "updatedAt", "status", "atomicTasks", "questions"}:
            assert back[name] == SCOPE[name]
    [file] = (shop / ".aule" / "plans").glob("plan-*.json")
    assert json.loads(file.read_bytes())["original"]["document"]["glossary"] == SCOPE["glossary"]
    file.write_text(json.dumps(json.loads(file.read_bytes()) | {"original": None, "goal": "Por outra mão"}), "utf-8")
    edited = (await client.get(f"/v1/plans/{file.stem.removeprefix('plan-')}")).json()
    assert (edited["plan"]["goal"], edited["plan"]["original"]["document"]) == ("Por outra mão", SCOPE)


async def test_a_plan_that_goes_out_unchanged_is_the_file_that_came_in(system: System) -> None:
    """LT-40: exact for what came from it, id and version too."""
    made = await system.client.post("/v1/plans/import", json={"files": {"plan.json": json.dumps(SEED)}})
    assert (made.json()["plan"]["id"], made.json()["plan"]["version"]) == ("abc123", 5)
    out = await system.client.get("/v1/plans/abc123/export", params={"format": "cappy"})
    [(path, text)] = out.json()["files"].items()
    assert (path, json.loads(text)) == (".cappy/plans/plan-abc123.json", SEED)


async def test_a_posted_document_loses_nothing_either(system: System) -> None:
    made = await system.client.post("/v1/plans", json={"document": WORK_PLAN})
    assert made.status_code == 201, made.text
    view = made.json()["plan"]
    assert view["plan"]["original"]["document"] == WORK_PLAN
    assert view["plan"]["steps"][0]["file"] == "src/Login.tsx"


async def test_what_a_placed_file_says_is_never_written_over(system: System, shop: Path) -> None:
    """A value that cannot stay in its place is kept in the plan's original; what was completed is done."""
    for id, document in (("placed1", SCOPE), ("placed2", WORK_PLAN)):
        put(shop, f".aule/plans/plan-{id}.json", document)
        await system.client.post(f"/v1/plans/{id}/review")
        written = json.loads((shop / f".aule/plans/plan-{id}.json").read_bytes())
        here = [*leaves(written), *leaves(written.get("original", {}).get("document", {}))]
        standing = {"status", "version", "updatedAt"}
        assert {leaf for leaf in leaves(document) if leaf[0] not in standing} <= set(here)
        steps = (await system.client.get(f"/v1/plans/{id}")).json()["plan"]["steps"]
        assert [step["status"] == "done" for step in steps] == [True, False]


async def test_plans_of_another_program_are_used_where_they_are(system: System, shop: Path) -> None:
    """LT-40: version, history and form stay; only what was changed is written."""
    client = system.client
    file = put(shop, ".cappy/plans/plan-plan-1763343100000.json", SCOPE)
    put(shop, ".cappy/plans/plan-abc123.json", SEED)
    before = file.read_bytes()
    listed = (await client.get("/v1/plans", params={"project": "shop"})).json()["items"]
    assert {(each["id"], each["version"], each["done"]) for each in listed} == {
        ("plan-1763343100000", 7, 1),
        ("abc123", 5, 0),
    }
    assert file.read_bytes() == before
    view = (await client.get("/v1/plans/plan-1763343100000")).json()
    assert view["path"] == ".cappy/plans/plan-plan-1763343100000.json"
    assert "glossary[0].term" in {each["path"] for each in view["source"]["kept"]}
    edit = {"edits": [{"op": "set", "path": "steps.T-2.title", "value": "Proteger toda rota"}]}
    answer = await client.patch("/v1/plans/plan-1763343100000", json=edit, headers={"If-Match": '"v7"'})
    assert (answer.status_code, answer.json()["plan"]["version"]) == (200, 8)
    now = json.loads(file.read_bytes())
    assert list(now)[: len(SCOPE)] == list(SCOPE) and "steps" not in now
    assert now["atomicTasks"][1]["title"] == "Proteger toda rota"
    assert now["atomicTasks"][0] == SCOPE["atomicTasks"][0]
    changed = {"atomicTasks", "status", "version", "updatedAt", "questions"}
    assert {name: now[name] for name in SCOPE if name not in changed} == {
        name: SCOPE[name] for name in SCOPE if name not in changed
    }
    assert (now["version"], now["id"]) == (8, "plan-1763343100000")
    history = (await client.get("/v1/plans/plan-1763343100000/history")).json()
    assert [each["version"] for each in history][:2] == [7, 8]
    assert not list((shop / ".aule/plans").glob("plan-*.json"))
    undone = (await client.post("/v1/plans/plan-1763343100000/undo")).json()["plan"]
    assert undone["steps"][1]["title"] == "Proteger as rotas"
    assert json.loads(file.read_bytes())["atomicTasks"][1]["title"] == "Proteger as rotas"
    await client.post("/v1/plans/plan-1763343100000/cancel")
    assert json.loads(file.read_bytes())["status"] == "cancelled"
    again = (await client.get("/v1/plans/plan-1763343100000")).json()
    assert (again["plan"]["status"], again["broken"]) == ("cancelled", None)


async def test_a_risk_without_a_severity_gets_one_when_its_file_is_written(system: System, shop: Path) -> None:
    """LT-40: also in a file of another program, which stays as it is otherwise."""
    risks = [{"id": "r1", "description": "Redis fora do ar", "mitigation": "Cair para memória"}, "Prazo curto"]
    file = put(shop, ".cappy/plans/plan-cache1.json", {**SEED, "id": "cache1", "risks": risks})
    edit = {"edits": [{"op": "set", "path": "title", "value": "Trocar o cache por Redis"}]}
    answer = await system.client.patch("/v1/plans/cache1", json=edit, headers={"If-Match": '"v5"'})
    assert answer.status_code == 200, answer.text
    now = json.loads(file.read_bytes())
    assert (now["title"], now["risks"]) == ("Trocar o cache por Redis", [{**risks[0], "severity": "medium"}, risks[1]])


async def test_a_broken_plan_of_another_program_is_left_alone_and_restored_where_it_was(
    system: System, shop: Path
) -> None:
    """PL-21, in that folder too."""
    file = put(shop, ".cappy/plans/plan-abc123.json", SEED)
    client = system.client
    edit = {"edits": [{"op": "set", "path": "title", "value": "Outro"}]}
    assert (await client.patch("/v1/plans/abc123", json=edit, headers={"If-Match": '"v5"'})).status_code == 200
    file.write_text("{", encoding="utf-8")
    assert (await client.get("/v1/plans/abc123")).json()["broken"] is not None
    assert file.read_text("utf-8") == "{"
    restored = await client.post("/v1/plans/abc123/restore", json={"version": 5})
    assert restored.json()["path"] == ".cappy/plans/plan-abc123.json"
    now = json.loads(file.read_bytes())
    assert now["title"] == SEED["title"] and "contentHash" not in now


async def test_tasks_of_another_program_are_found_in_a_project(system: System, shop: Path) -> None:
    """In XML, Markdown and JSON; the files stay as they are, and each becomes a plan once."""
    task = put(shop, ".cappy/tasks/TASK_20251003102110.ACTIVE.xml", TASK_XML)
    put(shop, ".cappy/tasks/cache-page.md", TASK_PAGE)
    put(shop, ".cappy/tasks/2025-10-01_login-form.json", WORK_PLAN)
    put(shop, ".cappy/tasks/2025-10-01_login-form.md", "# Work Plan: Login form\n")
    put(shop, ".cappy/tasks/README.md", "# How to use this folder\n")
    put(shop, ".cappy/tasks/broken.xml", "<task>")
    listed: list[dict[str, Any]] = []
    ask = [system.client.get("/v1/plans", params={"project": "shop"}) for _ in range(3)]
    await asyncio.gather(*ask)  # all of them find the same files
    for _ in range(2):
        listed = (await system.client.get("/v1/plans", params={"project": "shop"})).json()["items"]
        assert {(each["title"], each["steps"], each["done"]) for each in listed} == {
            ("Fazer o cadastro", 3, 1),
            ("Cache para o retriever", 2, 1),
            ("Login form", 2, 1),
        }
    assert len(listed) == 3
    assert task.read_text("utf-8") == TASK_XML
    told = (await system.client.get("/v1/events", params={"limit": 200})).json()["items"]
    broken = {each["data"]["message"].partition(":")[0] for each in told if each["type"] == "plan.broken"}
    assert broken == {".cappy/tasks/broken.xml"}
    id = next(each["id"] for each in listed if each["title"] == "Login form")
    view = (await system.client.get(f"/v1/plans/{id}")).json()
    assert view["plan"]["original"]["document"] == WORK_PLAN
    assert list(view["plan"]["original"]["files"]) == [".cappy/tasks/2025-10-01_login-form.md"]


async def test_plans_behind_a_link_are_left_alone(system: System, shop: Path, tmp_path: Path) -> None:
    """A folder that leads elsewhere is none of the project's."""
    put(tmp_path / "elsewhere", "plans/plan-abc123.json", SEED)
    put(tmp_path / "elsewhere", "tasks/some-task.xml", TASK_XML)
    (shop / ".cappy").symlink_to(tmp_path / "elsewhere")
    listed = await system.client.get("/v1/plans", params={"project": "shop"})
    assert (listed.status_code, listed.json()["items"]) == (200, [])


async def test_a_ready_plans_steps_say_ready_and_every_risk_its_severity(system: System, shop: Path) -> None:
    """LT-40: and no longer, once the plan is to be reviewed again."""
    step = {
        "id": "1",
        "title": "Write a note",
        "description": "Write a short note about the garden.",
        "kind": "call",
        "call": {"capability": "core.create_note", "params": {"title": "Garden", "text": "Green."}},
        "validation": "The note is in the folder notes.",
        "rationale": "It was asked for.",
    }
    document = {
        "id": "garden",
        "title": "A note",
        "goal": "There is a note.",
        "steps": [step],
        "risks": [{"id": "r1", "description": "It rains", "mitigation": "Wait"}],
        "successCriteria": ["The list of notes shows 1 note."],
    }
    kept = await system.client.post("/v1/plans", json={"document": document, "project": "shop"})
    view = kept.json()["plan"]
    assert (view["plan"]["status"], view["plan"]["steps"][0]["status"]) == ("ready", "ready"), view["plan"]["feedback"]
    file = json.loads((shop / ".aule/plans/plan-garden.json").read_bytes())
    assert (file["steps"][0]["status"], file["risks"][0]["severity"]) == ("ready", "medium")
    seen = {"version": 1, "content_hash": view["card"]["content_hash"]}
    approved = await system.client.post("/v1/plans/garden/approve", json=seen)
    assert approved.json()["plan"]["steps"][0]["status"] == "ready"
    ran = await system.client.post("/v1/plans/garden/run", json={})
    assert ran.status_code == 201, ran.text


async def test_a_placed_plans_completed_steps_are_not_done_again(system: System, shop: Path) -> None:
    """Only what is left runs, and the plan is done after it."""
    note = {"kind": "call", "call": {"capability": "core.create_note", "params": {"title": "One", "text": "1"}}}
    other = {"kind": "call", "call": {"capability": "core.create_note", "params": {"title": "Two", "text": "2"}}}
    shared = {
        "description": "Write a short note about numbers.",
        "validation": "The note is in the folder notes.",
        "rationale": "It was asked for.",
    }
    document: dict[str, Any] = {
        "title": "Two notes",
        "goal": "There are two notes.",
        "steps": [
            {"id": "1", "title": "First note", "status": "completed", **shared, **note},
            {"id": "2", "title": "Second note", "dependencies": ["1"], "status": "pending", **shared, **other},
        ],
        "successCriteria": ["The list of notes shows 2 notes."],
        "status": "in-progress",
    }
    put(shop, ".aule/plans/plan-numbers.json", document)
    view = (await system.client.post("/v1/plans/numbers/review")).json()
    assert [step["status"] for step in view["plan"]["steps"]] == ["done", "ready"], view["plan"]["feedback"]
    seen = {"version": view["plan"]["version"], "content_hash": view["card"]["content_hash"]}
    run = (await system.client.post("/v1/plans/numbers/run", json={"approve": seen})).json()
    assert (await system.kernel.driver.wait(run["id"])).status == "done"
    assert notes_in(shop) == ["two"]
    finished = {**document, "steps": [{**each, "status": "completed"} for each in document["steps"]]}
    put(shop, ".aule/plans/plan-finished.json", finished)
    view = (await system.client.post("/v1/plans/finished/review")).json()
    seen = {"version": view["plan"]["version"], "content_hash": view["card"]["content_hash"]}
    run = (await system.client.post("/v1/plans/finished/run", json={"approve": seen})).json()
    assert (await system.kernel.driver.wait(run["id"])).status == "done"
    assert notes_in(shop) == ["two"]


async def test_every_format_comes_in_through_the_front_door(system: System) -> None:
    for name, files in SOURCES.items():
        made = await system.client.post("/v1/plans/import", json={"files": files})
        assert made.status_code == 201, (name, made.text)
        assert made.json()["source"]["read_count"] > 0


async def test_plan_files_of_any_name_are_used_and_the_others_are_told(system: System, shop: Path) -> None:
    """LT-40: what cannot be used is named with its reason; a file keeps its name when it is written."""
    names = ("auth.json", "plan-auth.json", "plan-Login.json", "plan-login_v2.json")
    for name in names:
        put(shop, f".cappy/plans/{name}", {**SEED, "title": name})
    put(shop, ".cappy/plans/plan-broken1.json", "{")
    put(shop, ".cappy/plans/notes.txt", "Notes")
    put(shop, ".cappy/tasks/bad.xml", "<task>")
    put(shop, ".cappy/tasks/latin.xml", "").write_bytes(b"<task>\xe9</task>")
    client, ids = system.client, dict[str, str]()
    for _ in range(2):
        page = (await client.get("/v1/plans", params={"project": "shop"})).json()
        ids = {each["title"]: each["id"] for each in page["items"]}
        assert ids.keys() == {*names}
        assert {each["path"] for each in page["unused"] if each["reason"]} == {
            ".cappy/plans/plan-broken1.json",
            ".cappy/plans/notes.txt",
            ".cappy/tasks/bad.xml",
            ".cappy/tasks/latin.xml",
        }
    id, file = ids["plan-login_v2.json"], shop / ".cappy/plans/plan-login_v2.json"
    edit = {"edits": [{"op": "set", "path": "title", "value": "Outro"}]}
    edited = await client.patch(f"/v1/plans/{id}", json=edit, headers={"If-Match": '"v5"'})
    assert edited.json()["path"] == ".cappy/plans/plan-login_v2.json", edited.text
    assert json.loads(file.read_bytes())["title"] == "Outro"
    file.write_text("{", encoding="utf-8")
    restored = await client.post(f"/v1/plans/{id}/restore", json={"version": 5})
    assert restored.json()["path"] == ".cappy/plans/plan-login_v2.json", restored.text
    assert json.loads(file.read_bytes())["title"] == "plan-login_v2.json"
    assert not (shop / f".cappy/plans/plan-{id}.json").exists()


async def test_more_tasks_than_are_taken_at_once_are_told_and_taken_next(system: System, shop: Path) -> None:
    """Files that are no tasks use up no places."""
    for number in range(3):
        put(shop, f".cappy/tasks/a-broken-{number}.xml", "<task>")
    for number in range(MOST_TASKS + 1):
        put(shop, f".cappy/tasks/some-task-{number:03d}.xml", TASK_XML)
    listed: list[Any] = []
    for taken in (MOST_TASKS, MOST_TASKS + 1):
        listed.append((await system.client.get("/v1/plans", params={"project": "shop"})).json())
        assert len(list((shop / ".aule" / "plans").glob("plan-some-task-*.json"))) == taken
    left = [[each["reason"] for each in page["unused"] if each["path"] == ".cappy/tasks"] for page in listed]
    assert left == [["1 more files are taken up when the plans are listed again."], []]


async def test_two_plans_are_not_taken_for_one(system: System) -> None:
    for first, second in (
        ({"plan-one.json": json.dumps(SEED)}, {"plan-two.json": json.dumps(SCOPE)}),
        ({".cappy/tasks/one.xml": TASK_XML}, {".cappy/tasks/two.xml": TASK_XML}),
        ({"one.md": TASK_PAGE}, {"two.md": TASK_PAGE}),
    ):
        made = await system.client.post("/v1/plans/import", json={"files": first | second})
        assert (made.status_code, made.json()["code"]) == (422, "invalid_file"), made.text
        assert "one by one" in made.json()["hint"]


async def test_an_id_that_cannot_be_kept_is_told(system: System) -> None:
    files = {"plan.json": json.dumps({**SEED, "id": "Login_v2"})}
    view = (await system.client.post("/v1/plans/import", json={"files": files})).json()
    assert f"its id 'Login_v2' cannot be kept; it is {view['plan']['id']!r}" in view["warnings"]


async def test_boxes_in_fenced_code_are_no_steps(system: System) -> None:
    page = "# List\n\n- [ ] Write the page\n\n```md\n- [ ] An example\n~~~\n- [ ] Another\n```\n\n- [ ] Send it\n"
    view = (await system.client.post("/v1/plans/import", json={"files": {"tasks.md": page}})).json()
    steps = view["plan"]["steps"]
    assert [each["title"] for each in steps] == ["Write the page", "Send it"]
    assert "- [ ] An example" in steps[0]["description"]
