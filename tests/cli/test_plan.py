"""Plans on the command line: made, answered, edited, approved as seen, run, compared, exported (PL-*, K-17)."""

from __future__ import annotations

import json
from pathlib import Path

from dirty_equals import Contains, IsPartialDict, IsStr
from tests.cli.command_line import CommandLine
from tests.kernel.planning.older_plans import SCOPE

REQUEST = "Plan to write 3 notes about gardens"


def test_a_plan_is_made_shown_edited_approved_and_run(here: CommandLine) -> None:
    """PL-30, K-17: in a pipe nothing is approved by itself; the version that was seen is named."""
    made = here.run("plan", "new", REQUEST, "--json")
    assert (made.code, made.document["plan"]["status"]) == (0, "ready")
    id = made.document["plan"]["id"]
    shown = here.run("plan", "show", id).out
    assert shown == Contains("Write the 3 notes", "core.create_note (3x)", "Effects: create 3.")
    refused = here.run("plan", "run", id, "--json")
    assert (refused.code, refused.document["error"]["code"]) == (4, "approval_required")
    edited = here.run("plan", "edit", id, "steps.2.title=Write the notes", "--json")
    assert (edited.code, edited.document["plan"]["version"]) == (0, 2)
    stale = here.run("plan", "run", id, "--approve", "1", "--json")
    assert (stale.code, stale.document["error"]["code"]) == (1, "approval_stale")
    ran = here.run("plan", "run", id, "--approve", "2", "--json")
    assert (ran.code, ran.document) == (0, IsPartialDict(ok=True, status="done", plan=id))
    assert len(list((here.home / "projects/home").rglob("*.md"))) == 3
    assert here.run("plan", "list").out == Contains(id, "3 notes on gardens")


def test_versions_can_be_compared_undone_and_restored(here: CommandLine) -> None:
    """PL-19, PL-23."""
    id = here.run("plan", "new", REQUEST, "--json").document["plan"]["id"]
    here.run("plan", "edit", id, "title=Garden notes")
    assert here.run("plan", "diff", id, "v1", "v2").out == Contains("title", "+ Garden notes")
    assert here.run("plan", "undo", id, "--json").document["plan"]["title"] == "3 notes on gardens"
    assert here.run("plan", "redo", id, "--json").document["plan"]["title"] == "Garden notes"
    assert here.run("plan", "restore", id, "v1", "--json").document["plan"]["version"] == 5
    assert here.run("plan", "history", id).out == Contains("v5", "undo 1", "redo 2")
    assert here.run("plan", "next", id).out == Contains("1. ")
    assert here.run("plan", "edit", id, "title=x", "y").code == 2
    assert here.run("plan", "restore", id, "vx").code == 2
    assert here.run("plan", "show", "nao-existe").code == 2
    assert here.run("plan", "open", id).code == 1  # it is kept in the store


def test_a_question_ends_a_script_with_exit_code_4(here: CommandLine, tmp_path: Path) -> None:
    """PL-S1 without a model, K-17, LT-41: the question lists real folders, and an answer takes the plan on."""
    for path in ("src/services/user-service.ts", "src/lib/util.ts", "src/routes/users.ts", "src/routes/auth.ts"):
        (tmp_path / "repo" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "repo" / path).write_text("export const x = 1\n", "utf-8")
    (tmp_path / "repo/package.json").write_text('{"dependencies": {"express": "4.18.2"}}', "utf-8")
    here.run("projects", "add", "repo", "--folder", str(tmp_path / "repo"))
    asked = here.run("plan", "new", "Preciso adicionar autenticação JWT", "--project", "repo", "--json")
    assert (asked.code, asked.document["error"]) == (
        4,
        IsPartialDict(code="needs_input", candidates=Contains("src/services/", "src/lib/")),
    )
    id = asked.document["plan"]["id"]
    answered = here.run("plan", "answer", id, "Em", "src/services/auth/", "--json").document
    assert (answered["plan"]["version"], answered["plan"]["steps"][1]["file"]) == (
        2,
        IsStr(regex="src/services/auth/.*"),
    )
    ready = here.run("plan", "answer", id, "você", "decide")
    assert (ready.code, ready.out) == (0, Contains(f"✅ Plano completo! Salvo em .aule/plans/plan-{id}.json"))
    assert ready.out == Contains(
        f"📄 Abrir plano no editor?  aule plan open {id}",
        f"🚀 Enviar para agente de desenvolvimento?  aule plan run {id}",
    )
    opened = here.run("plan", "open", id)
    assert (opened.code, opened.out) == (0, f"{tmp_path}/repo/.aule/plans/plan-{id}.json\n")
    kept = json.loads((tmp_path / "repo/.aule/plans" / f"plan-{id}.json").read_text("utf-8"))
    assert [each["answeredBy"] for each in kept["clarifications"]] == ["user", "default"]


def test_a_plan_is_exported_and_imported(here: CommandLine, tmp_path: Path) -> None:
    """PL-31."""
    id = here.run("plan", "new", REQUEST, "--json").document["plan"]["id"]
    assert here.run("plan", "export", id).out.startswith("#")
    assert here.run("plan", "export", id, str(tmp_path / "out"), "--format", "taskmaster").code == 0
    assert here.run("plan", "export", id, str(tmp_path / "out"), "--format", "taskmaster").code == 1
    [tasks] = (tmp_path / "out").rglob("tasks.json")
    assert here.run("plan", "import", str(tasks)).out == IsStr(regex=r"(?s).*Kept \w+: .*, 2 steps, \w+\.\n")
    assert here.run("plan", "import", str(tmp_path / "nothing.json")).code == 2


def test_an_import_lists_what_the_plan_says_and_what_is_only_kept(here: CommandLine, tmp_path: Path) -> None:
    """PL-5, LT-40: and the file goes out again exactly as it came."""
    source = tmp_path / "plan-x.json"
    source.write_text(json.dumps(SCOPE), "utf-8")
    said = here.run("plan", "import", str(source)).out
    assert said == Contains("in the plan: title (title): Proteger a API", "kept as it was: glossary[0].term: JWT")
    assert said == IsStr(regex=r"(?s).*Of (\d+) values, \d+ are in the plan and \d+ kept as they were\.\n.*")
    id = SCOPE["id"]
    assert "glossary[0].term" not in here.run("plan", "show", id).out
    assert "glossary[0].term" in here.run("plan", "show", id, "--source").out
    assert here.run("plan", "export", id, str(tmp_path / "out"), "--format", "cappy").code == 0
    [file] = (tmp_path / "out").rglob("*.json")
    assert json.loads(file.read_text("utf-8")) == SCOPE
