"""Workflow files on the command line, and agents as files: made, brought from elsewhere, migrated."""

from __future__ import annotations

import shutil
from pathlib import Path

from dirty_equals import IsPartialDict, IsStr
from tests.cli.residents import Site, call, example_site, kotlin_site, say, terminal_of, write
from tests.processes.nursery import nursery

OLD_MANIFEST = """# An agent of the first version.
id: {id}
version: "1.0"
description: Writes entities.   # in Kotlin
persona_prompt_path: persona.md
state_file_path: state.json
output_directory: src/entity
"""
LEGACY = """storyId: create-entity
environment: develop
project: nex-web-backend
tasks:
  - name: entity
    agent: KotlinServiceAgent
    description: Create the entity.
    outputs: [src/service/Product.kt]
  - name: repository
    agent: KotlinServiceAgent
    depends_on: entity
    description: Create the repository.
    inputs: [src/service/Product.kt]
    outputs: [src/service/ProductRepository.kt]
validationCriteria:
  - All outputs are created
"""
TWO_TASKS = """version: 1
name: two
environment: develop
project: nex-web-backend
defaults: {on_write: apply}
tasks:
  one:
    agent: KotlinServiceAgent
    prompt: Write A.
    outputs: [src/service/A.kt]
  two:
    needs: [one]
    agent: KotlinServiceAgent
    prompt: Write B.
    outputs: [src/service/B.kt]
    approval: {before: true, message: Look at A first}
"""
ANSWERS = """environment: develop
project: nex-web-backend
output_scope: "src/controller/*.kt"
id: ControllerAgent
description: Writes controllers.
persona: Exact and brief.
tools: [Read, Write]
"""


def test_the_example_workflow_is_shown_run_and_told_to_ci(tmp_path: Path) -> None:
    """CO-50, CO-51: `--dry-run` asks no model, the run writes in scope and its checks run in the sandbox."""
    site = example_site(tmp_path)
    words = ("conductor", "run", "discount", "--input", "percent:=10")
    with site.model(
        call("edit_file", path="shop/prices.py", search="return sum(", replace="return 90 * sum("),
        call("edit_file", path="shop/prices.py", search="for name in basket)", replace="for name in basket) // 100"),
        call("edit_file", path="tests/test_prices.py", search="190", replace="171"),
        say("There is a discount now."),
        say("Prices are multiplied by 0.9."),
    ) as asked:
        dry = site.command(*words, "--dry-run", "--json")
        assert (dry.code, [task["id"] for task in dry.document["tasks"]]) == (0, ["implement", "describe"]), dry
        assert dry.document["tasks"][0] == IsPartialDict(on_write="apply", check="python3 -m unittest")
        missing = site.command("conductor", "run", "discount", "--json", "--dry-run")
        assert missing.code == 2, missing
        untrusted = site.command(*words, "--json")
        assert (untrusted.code, untrusted.document["error"]["code"]) == (4, "project_not_trusted")
        assert asked.chats == []
        ended = site.command(*words, "--trust", "--json")
        assert ended.document == IsPartialDict(name="discount", status="done", exit_code=0), ended
        assert [task["status"] for task in ended.document["tasks"]] == ["done", "done"]
    assert ended.code == 0
    assert "90 * sum(" in site.read("shop/prices.py")
    run = ended.document["run"]
    told = site.command("conductor", "runs", run)
    assert (told.code, "✓ implement: done" in told.out) == (0, True), told
    listed = site.command("conductor", "runs")
    assert run in listed.out


def test_a_workflow_asks_on_a_terminal_and_names_what_waits_in_a_pipe(tmp_path: Path) -> None:
    """CO-50, CO-30: with somebody there it goes on at once, without it ends with 4 and goes on when decided."""
    site = kotlin_site(tmp_path)
    file = tmp_path / "wf.yaml"
    file.write_text(TWO_TASKS, "utf-8")
    words = ("conductor", "run", str(file), "--trust")
    script = (write("src/service/A.kt", "a\n"), say("A."), write("src/service/B.kt", "b\n"), say("B."))
    with site.model(
        *script, *(write("src/service/A.kt", "c\n"), say("A."), write("src/service/B.kt", "d\n"), say("B."))
    ):
        waits = site.command(*words, "--json")
        assert (waits.code, [task["status"] for task in waits.document["tasks"]]) == (4, ["done", "waiting"]), waits
        approval = site.command("approvals", "--json").document[0]["id"]
        assert site.command("approvals", "decide", approval, "approve").code == 0
        assert (site.read("src/service/A.kt"), site.read("src/service/B.kt")) == ("a\n", "b\n")
        ended = site.command("conductor", "runs", waits.document["run"], "--json")
        assert (ended.code, ended.document["exit_code"]) == (0, 0)
        with terminal_of(words, site.environment) as screen:
            screen.wait_for("Look at A first")
            screen.wait_for("› ")
            screen.type("1\n")
            screen.wait_for("✓ two: done")
            assert screen.end() == 0, screen.said
    assert site.read("src/service/B.kt") == "d\n"


def test_a_workflow_that_leaves_its_scope_ends_with_its_own_exit_code(tmp_path: Path) -> None:
    """CO-50: an output outside the scope is found before anything runs."""
    site = kotlin_site(tmp_path)
    file = tmp_path / "wf.yaml"
    file.write_text(
        "version: 1\nname: bad\nenvironment: develop\nproject: nex-web-backend\n"
        "tasks:\n  one:\n    agent: KotlinServiceAgent\n    prompt: Write.\n    outputs: [src/controller/X.kt]\n",
        "utf-8",
    )
    with site.model() as asked:
        checked = site.command("conductor", "check", str(file))
        assert checked.code == 2, checked
        assert site.command("conductor", "run", str(file), "--trust", "--json").code == 2
        assert asked.chats == []


def test_a_workflow_of_the_original_is_converted_and_then_checks(tmp_path: Path) -> None:
    """CO-S13, CO-52."""
    site = kotlin_site(tmp_path)
    (tmp_path / "old.yaml").write_text(LEGACY, "utf-8")
    new = tmp_path / "new.yaml"
    converted = site.command("conductor", "convert", str(tmp_path / "old.yaml"), str(new))
    assert converted.code == 0, converted
    assert "needs:" in new.read_text("utf-8")
    assert site.command("conductor", "convert", str(tmp_path / "old.yaml"), str(new)).code == 1
    checked = site.command("conductor", "check", str(new), "--json")
    assert (checked.code, [task["id"] for task in checked.document["tasks"]]) == (0, ["entity", "repository"]), checked


def test_an_agent_is_made_by_nine_questions_or_a_file_and_never_twice(tmp_path: Path) -> None:
    """CO-S6, CO-40: the questions as they were first written, each echoed; a yes at the end; lint and dry test."""
    site = kotlin_site(tmp_path)
    (tmp_path / "answers.yaml").write_text(ANSWERS, "utf-8")
    made = site.command("agent", "new", "--answers", str(tmp_path / "answers.yaml"), "--json")
    assert made.document == IsPartialDict(ok=True, made=True, reaches=1, notes=[]), made
    home = site.home / "projects/develop/nex-web-backend/agents"
    manifest = (home / "ControllerAgent/agent.yaml").read_text("utf-8")
    assert 'project_key: "nex-web-backend"' in manifest and 'output_scope: "src/controller/*.kt"' in manifest
    assert sorted(path.name for path in (home / "ControllerAgent").iterdir()) == [
        "agent.yaml",
        "persona.md",
        "state.json",
    ]
    again = site.command("agent", "new", "--answers", str(tmp_path / "answers.yaml"), "--json")
    assert (again.code, again.document["error"]["code"]) == (1, "agent_exists")

    typed = ["nowhere", "develop", "nex-web-backend", "../*", "src/service/*.kt", "Typed", "Does it.", "", "", "", ""]
    declined = site.command("agent", "new", stdin="\n".join([*typed, "n", ""]))
    assert declined.code == 4, declined
    for question in (
        "Em qual **ambiente** este agente irá operar? (develop, main, etc.)",
        "Qual o **nome do projeto** alvo?",
        "Este agente irá modificar código? Se sim, por favor, forneça o **padrão glob para o escopo de escrita**",
    ):
        assert question in declined.out
    assert not (home / "Typed").exists()
    agreed = site.command("agent", "new", stdin="\n".join([*typed, "s", ""]))
    assert (agreed.code, (home / "Typed").is_dir()) == (0, True), agreed
    listed = site.command("agent", "list")
    assert "Typed" in listed.out and "ControllerAgent" in listed.out
    shown = site.command("agent", "show", "-e", "develop", "-p", "nex-web-backend", "-a", "Typed", "--json")
    assert shown.document == IsPartialDict(id="Typed", reaches=1, scope=["src/service/*.kt"])


def test_a_home_is_linted_with_file_and_line(tmp_path: Path) -> None:
    """CO-1: exit 2 when something is wrong."""
    site = kotlin_site(tmp_path)
    assert site.command("agent", "lint", "--json").code == 0
    workspaces = site.home / "config/workspaces.yaml"
    workspaces.write_text(workspaces.read_text("utf-8") + "  twice: relative/path\n", "utf-8")
    ended = site.command("agent", "lint")
    assert (ended.code, f"{workspaces}:3" in ended.out) == (2, True), ended


def test_agents_of_other_tools_come_in_without_their_rights_and_go_out_as_one_file(tmp_path: Path) -> None:
    """CO-63: what they may write is said here; a dry run makes nothing."""
    site = kotlin_site(tmp_path)
    source = tmp_path / "reviewer.md"
    source.write_text(
        "---\nname: code-reviewer\ndescription: Reviews code.\ntools: Read, Grep, Bash(rm:*)\n"
        "permissionMode: bypassPermissions\n---\n\nYou review.\n",
        "utf-8",
    )
    words = ("agent", "import", str(source), "-e", "develop", "-p", "nex-web-backend", "--json")
    before = site.tree(site.home)
    dry = site.command(*words, "--dry-run")
    assert (dry.code, dry.document["made"], site.tree(site.home)) == (0, False, before), dry
    made = site.command(*words)
    assert made.document == IsPartialDict(made=True, place=IsStr(regex=".*code-reviewer")), made
    assert made.document["notes"]
    manifest = (site.home / made.document["place"] / "agent.yaml").read_text("utf-8")
    assert "Bash" not in manifest and "output_scope: null" in manifest
    out = tmp_path / "out.md"
    place = ("-e", "develop", "-p", "nex-web-backend", "-a", "code-reviewer")
    assert site.command("agent", "export", *place, str(out)).code == 0
    assert out.read_text("utf-8").startswith("---\nname: code-reviewer\n")


def old_agents(site: Site, *ids: str) -> None:
    """Agents as the first version kept them."""
    for id in ids:
        folder = site.home / "projects" / "develop" / "agents" / id
        folder.mkdir(parents=True)
        (folder / "agent.yaml").write_text(OLD_MANIFEST.format(id=id), "utf-8")
        (folder / "persona.md").write_text(f"# {id}\n", "utf-8")
        (folder / "state.json").write_text('{"conversation_history": []}\n', "utf-8")


def test_old_agents_are_shown_moved_and_put_back(tmp_path: Path) -> None:
    """CO-60, CO-62: a dry run changes nothing, the seed's questions are asked, a rollback is byte for byte."""
    site = kotlin_site(tmp_path)
    shutil.rmtree(site.home / "projects")
    old_agents(site, "EntityAgent", "OtherAgent")
    listed = site.command("agent", "list")
    assert ("to be migrated: 2." in listed.out, "No agents yet" in listed.out) == (True, False), listed
    before = site.tree(site.home)
    dry = site.command("agent", "migrate", "--dry-run", "--json")
    assert (dry.code, len(dry.document["moves"]), site.tree(site.home)) == (0, 2, before), dry
    shown = nursery().run("--dry-run", module="scripts.migrate_agents_v2", env=site.environment)
    assert (shown.code, "+version: " in shown.out, site.tree(site.home)) == (0, True, before), shown

    typed = "\nnex-web-backend\nsrc/entity/*.kt\n\nnex-web-backend\n\n"
    moved = site.command("agent", "migrate", stdin=typed + "s\n")
    assert moved.code == 0, moved
    for question in (
        "Qual o ambiente de destino para este agente? [padrão: develop]",
        "Qual a chave de projeto (project_key) associada?",
        "Qual o escopo de escrita (output_scope) para este agente?",
    ):
        assert moved.out.count(question) == 2
    manifest = (site.home / "projects/develop/nex-web-backend/agents/EntityAgent/agent.yaml").read_text("utf-8")
    assert "# An agent of the first version." in manifest and "# in Kotlin" in manifest
    assert site.command("agent", "lint").code == 0
    stamp = moved.out.split("--rollback ")[1].split()[0]
    back = site.command("agent", "migrate", "--rollback", stamp)
    assert back.code == 0, back
    assert site.tree(site.home / "projects") == _tree_of_projects(tmp_path)


def _tree_of_projects(tmp_path: Path) -> str:
    other = kotlin_site(tmp_path / "again")
    shutil.rmtree(other.home / "projects")
    old_agents(other, "EntityAgent", "OtherAgent")
    return other.tree(other.home / "projects")


def test_doctor_attacks_the_walls_and_says_what_held(tmp_path: Path) -> None:
    """OS-17: real attacks from inside the box, on paths and at the network; 1 if anything did not hold."""
    site = kotlin_site(tmp_path)
    ended = site.command("doctor", "--attack", "--json")
    proofs = {proof["name"]: proof for proof in ended.document["proofs"]}
    broken = [proof for proof in proofs.values() if not proof["held"]]
    assert ended.code == (1 if broken else 0)
    assert broken == [] or {proof["name"] for proof in broken} == {"level"}  # a machine without any box refuses all
    assert len([name for name in proofs if name.startswith("file: ")]) >= 20
    assert len([name for name in proofs if name.startswith("net: ")]) >= 20
    checks = {check["name"]: check for check in site.command("doctor", "--json").document}
    assert checks["sandbox"]["status"] in ("ok", "warn") and checks["files"]["status"] == "ok"
