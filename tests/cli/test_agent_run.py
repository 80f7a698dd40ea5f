"""One turn with a resident agent, from a script: results, exit codes, and nothing ever asked."""

from __future__ import annotations

import signal
from pathlib import Path

from dirty_equals import IsPartialDict, IsStr
from tests.cli.residents import KOTLIN, Site, call, example_site, kotlin_site, say, write
from tests.processes.nursery import nursery

SERVICE = "src/service/MyService.kt"
NEW = "src/service/New.kt"


def test_the_example_agent_changes_what_is_in_scope_and_runs_the_tests_in_the_sandbox(tmp_path: Path) -> None:
    """CO-30, CO-23: `apply` writes in scope, a write outside is refused, tests run in the box; undo takes it back."""
    site = example_site(tmp_path)
    before = site.tree()
    with site.model(
        call("read_file", path="shop/prices.py"),
        write("AGENTS.md", "Do what you like.\n"),
        call("edit_file", path="shop/prices.py", search='"pear": 70', replace='"pear": 75'),
        call("edit_file", path="tests/test_prices.py", search="190", replace="200"),
        call("exec", command="python3 -m unittest"),
        say("Pears cost 75 now; the tests pass."),
    ) as asked:
        ended = site.run("--trust", "--on-write", "apply", "--input", "Raise the price of pears.", "--json")
        assert ended.document == IsPartialDict(
            ok=False,
            answer="Pears cost 75 now; the tests pass.",
            violations=["AGENTS.md"],
            proposals=[],
            exit_code=3,
        ), ended
        assert "OK" in asked.told(-1)
    assert (ended.code, len(ended.document["changes"])) == (3, 2)
    assert '"pear": 75' in site.read("shop/prices.py")
    assert site.read("AGENTS.md").startswith("# Shop")
    assert site.command("undo", ended.document["run"]).code == 0
    assert site.tree() == before


def test_nothing_of_a_project_is_read_and_no_model_is_asked_before_it_is_trusted(tmp_path: Path) -> None:
    """CO-30, CO-26: exit 4 names the approval; who approves it later lets the same command through."""
    site = kotlin_site(tmp_path)
    with site.model(say("Hello.")) as asked:
        refused = site.run("--input", "hello", "--json")
        assert (refused.code, refused.document["error"]["code"]) == (4, "project_not_trusted")
        approval = refused.document["error"]["subject"]
        assert approval in refused.document["error"]["hint"]
        assert asked.chats == []
        assert site.command("approvals", "decide", approval, "approve").code == 0
        ended = site.run("--input", "hello")
        assert (ended.code, "Hello." in ended.out) == (0, True), ended


def test_what_becomes_of_a_write_without_a_person(tmp_path: Path) -> None:
    """CO-S7, CO-30: fail is 4 with the patch kept, propose is 0 with the patch, apply writes; the answer is told."""
    site = kotlin_site(tmp_path)
    wish = write(NEW, "class New\n")
    with site.model(wish, say("Blocked."), wish, say("Nobody saw it."), wish, say("Proposed."), wish, say("Written.")):
        failed = site.run("--trust", "--input", "write it", "--json")
        assert failed.document == IsPartialDict(
            answer="Blocked.",
            changes=[],
            proposals=[IsStr(regex="chg_.*")],
            violations=[],
            patches=[IsStr(regex=r".*/runs/run_.*/patches/.*New\.kt\.patch")],
            error=IsPartialDict(code="write_blocked"),
            exit_code=4,
        )
        assert (failed.code, (site.root / NEW).exists()) == (4, False)
        assert "+class New" in Path(failed.document["patches"][0]).read_text("utf-8")

        asked = site.run("--on-write", "ask", "--no-state", "--input", "ask somebody", "--json")
        assert asked.document == IsPartialDict(answer="Nobody saw it.", approvals=[], exit_code=4), asked

        proposed = site.run("--on-write", "propose", "--input", "propose it", "--json")
        assert proposed.document == IsPartialDict(ok=True, answer="Proposed.", changes=[], error=None, exit_code=0)
        assert (proposed.code, len(proposed.document["patches"])) == (0, 1)
        assert not (site.root / NEW).exists()

        applied = site.run("--on-write", "apply", "--no-state", "--input", "apply it", "--json")
        assert applied.document == IsPartialDict(ok=True, proposals=[], patches=[], exit_code=0)
        assert site.read(NEW) == "class New\n"
    assert [turn["prompt"] for turn in site.state["conversation_history"]] == ["write it", "propose it"]


def test_a_protected_environment_is_named_on_the_command_line_or_nothing_happens(tmp_path: Path) -> None:
    """CO-S9, CO-35: no confirmation is 5 with no model call; apply without its second flag is 4 at the first write."""
    site = kotlin_site(tmp_path, env="main")
    before = site.tree()
    wish = write(SERVICE, "class Hijacked\n")
    with site.model(wish, say("I may not."), wish, say("Done.")) as asked:
        for more in ((), ("--confirm-environment", "Main"), ("--confirm-environment", "develop")):
            ended = site.run("--trust", "--on-write", "apply", "--input", "write", "--json", *more)
            assert (ended.code, ended.document["error"]["code"]) == (5, "environment_not_confirmed")
        assert asked.chats == []
        named = ("--trust", "--on-write", "apply", "--confirm-environment", "main", "--input", "write", "--json")
        blocked = site.run(*named)
        assert (blocked.code, len(blocked.document["patches"])) == (4, 1), blocked
        assert "--allow-protected-writes" in blocked.document["error"]["hint"]
        assert site.tree() == before
        written = site.run(*named, "--allow-protected-writes")
        assert written.code == 0, written
    assert site.read(SERVICE) == "class Hijacked\n"


def test_an_agent_without_a_scope_only_reads(tmp_path: Path) -> None:
    """CO-S14, CO-25."""
    site = kotlin_site(tmp_path, scope=None)
    before = site.tree()
    with site.model(call("read_file", path=SERVICE), write(SERVICE, "x"), say("I only read.")) as asked:
        ended = site.run("--trust", "--on-write", "apply", "--input", "write", "--json")
        assert "class MyService" in asked.told(1)
    assert (ended.code, site.tree()) == (3, before), ended
    narrowed = site.run("--output-scope", "src/**", "--input", "write", "--json")
    assert (narrowed.code, narrowed.document["error"]["code"]) == (2, "no_scope_to_narrow")


def test_words_come_from_the_manifest_a_file_or_standard_input(tmp_path: Path) -> None:
    """CO-26: `--input` words, @file or -; without it the task of the manifest, and without that a clear refusal."""
    site = kotlin_site(tmp_path)
    (tmp_path / "words.md").write_text("from a file", "utf-8")
    with site.model({"text": "Yes.", "repeat": True}) as asked:
        nothing = site.run("--trust", "--json")
        assert (nothing.code, nothing.document["error"]["code"]) == (2, "invalid")
        for given, stdin in ((f"@{tmp_path / 'words.md'}", ""), ("-", "from a pipe")):
            assert site.run("--input", given, stdin=stdin).code == 0
        assert [chat["messages"][-1]["content"] for chat in asked.chats] == ["from a file", "from a pipe"]
        manifest = site.state_file.with_name("agent.yaml")
        manifest.write_text(manifest.read_text("utf-8") + "execution_task: Do your task.\n", "utf-8")
        assert site.run("--json").code == 0
        assert asked.chats[-1]["messages"][-1]["content"] == "Do your task."
    assert site.run("--input", "@nowhere.md", "--json").document["error"]["code"] == "not_found"


def test_names_that_are_wrong_are_told_with_those_there_are(tmp_path: Path) -> None:
    """CO-2: exit 2, and nothing of another environment is taken."""
    site = kotlin_site(tmp_path)
    for names, code in (
        (("prod", *site.names[1:]), "prod"),
        ((site.names[0], "../nex-web-backend", site.names[2]), "../nex"),
        ((*site.names[:2], "NobodyAgent"), "NobodyAgent"),
    ):
        ended = Site(site.aule, site.home, site.root, names).run("--input", "hello", "--json")
        assert ended.code == 2, ended
        assert code in ended.document["error"]["message"]


def test_a_model_that_fails_a_deadline_and_ctrl_c_have_their_own_exit_codes(tmp_path: Path) -> None:
    """6, 7 and 130, and the state tells of the turn."""
    site = kotlin_site(tmp_path)
    hang = {"deltas": ["Now ", "this ", "takes ", "for ", "ever."], "behaviour": "hang"}
    with site.model({"status": 401, "error": "no"}, hang, hang):
        failed = site.run("--trust", "--input", "one", "--json")
        assert failed.code == 6, failed
        late = site.run("--timeout", "1.5", "--input", "two", "--json")
        assert late.code == 7, late.out
        assert late.document["error"]["code"] == "timeout"
        process = nursery().start(*site.words("--input", "three"), env=site.environment)
        assert "scripted" in process.stdout.readline()  # the model is chosen: the turn is under way
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        process.end()
    statuses = [run["status"] for run in site.command("runs", "--json").document]
    assert "executing" not in statuses


def test_the_words_of_the_seed_still_work_with_a_note_for_each_flag_that_changed(tmp_path: Path) -> None:
    """LT-60: `python scripts/genesis_agent.py --environment … --project … --agent …`, and the flags from before."""
    site = kotlin_site(tmp_path)
    environment, project, agent = site.names
    words = ("--environment", environment, "--project", project, "--agent", agent)
    former = ("--environment", environment, "--projeto", project, f"--embody={agent}", "--ai-provider", "vllm")
    shared = ("--environment", "_common", "--project=_common", "--agent", agent, "--ia", "vllm")
    with site.model({"text": "Yes.", "repeat": True}):
        for said, notes in ((words, 0), ((*former, "--project-root", "/elsewhere"), 4), (shared, 2)):
            ran = nursery().run(
                *said, "--trust", "--input", "hello", module="scripts.genesis_agent", env=site.environment
            )
            assert (ran.code, ran.err.count("Deprecated: ")) == (0, notes), ran
            assert "Yes." in ran.out
    assert KOTLIN[SERVICE] == site.read(SERVICE)


def test_the_creator_works_by_its_name_and_speaks_the_persons_language(tmp_path: Path) -> None:
    """LT-60: `genesis_agent.py --agent AgentCreator_Agent` asks its questions; where nobody answers, it says so."""
    site = kotlin_site(tmp_path)
    for language, wanted in (("pt_BR.UTF-8", "agora é o comando"), ("en_US.UTF-8", "is the command")):
        environment = {**site.environment, "LANG": language, "LC_ALL": language, "AULE_LOCALE": ""}
        ran = nursery().run("--agent", "AgentCreator_Agent", module="scripts.genesis_agent", env=environment)
        assert ran.code == 4, ran
        assert wanted in ran.err
        assert ("ficou sem resposta" in ran.err) == (language == "pt_BR.UTF-8")


def test_without_a_task_and_without_words_the_bare_command_says_what_to_give(tmp_path: Path) -> None:
    """LT-60: where nobody can be talked with and the manifest names no task."""
    site = kotlin_site(tmp_path)
    environment, project, agent = site.names
    words = ("--environment", environment, "--project", project, "--agent", agent, "--trust")
    ran = nursery().run(*words, module="scripts.genesis_agent", env=site.environment)
    assert ran.code == 2, ran
    assert "--input" in ran.err
