"""Somebody meets Conductor for the first time: what they are told when something is missing, and in their language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dirty_equals import Contains, IsPartialDict
from tests.cli.residents import KOTLIN, call, example_site, kotlin_site, say, write

SERVICE = "src/service/MyService.kt"
PORTUGUESE = {"LANG": "pt_BR.UTF-8"}


def version(number: int) -> str:
    return KOTLIN[SERVICE].replace("1", str(number))


def test_without_a_model_nothing_unattended_is_guessed_at(tmp_path: Path) -> None:
    """K-9, CO-30: one turn and a workflow file end with 6, so that a build without its key is not green."""
    site = example_site(tmp_path)
    once = site.run("--trust", "--input", "Write the file shop/new.py", "--json")
    assert once.document == IsPartialDict(ok=False, exit_code=6, changes=[], violations=[]), once
    assert once.document["error"] == IsPartialDict(
        code="modelo_indisponivel", message=Contains("no model is connected")
    )
    ran = site.command("conductor", "run", "discount", "--input", "percent=10", "--json")
    assert (ran.code, ran.document["exit_code"]) == (6, 6), ran
    talked = site.command(*site.words("--repl", "--on-write", "ask"), stdin="hello\n/exit\n")
    assert talked.code == 0 and "No model is connected" in talked.out, talked


def test_what_has_to_be_asked_in_a_pipe_waits_in_the_inbox_and_goes_on_when_it_is_decided(tmp_path: Path) -> None:
    """K-17: the command ends with 4 and names the approval; the agent's home is free meanwhile."""
    site = kotlin_site(tmp_path, more="exec: ask\n")
    wish = call("exec", command="echo made > src/service/Made.kt")
    with site.model(wish, say("Hello."), say("It ran.")):
        first = site.run("--trust", "--on-write", "apply", "--input", "run it", "--json")
        assert first.document == IsPartialDict(ok=False, exit_code=4), first
        [approval] = first.document["approvals"]
        assert first.document["error"]["subject"] == approval["id"]
        assert site.run("--input", "hello", "--json").document == IsPartialDict(ok=True, answer="Hello.")
        decided = site.command("approvals", "decide", approval["id"], "approve")
        assert (decided.code, "It ran." in decided.out) == (0, True), decided
    assert site.read("src/service/Made.kt") == "made\n"
    assert [turn["prompt"] for turn in site.state["conversation_history"]] == ["hello"]


def test_what_was_proposed_is_adopted_or_let_go_from_the_command_line(tmp_path: Path) -> None:
    """CO-30: shown first; never written unasked; a file that changed since is left alone."""
    site = kotlin_site(tmp_path)
    with site.model(write(SERVICE, version(2)), say("One."), write(SERVICE, version(3)), say("Two.")):
        [one] = site.run("--trust", "--on-write", "propose", "--input", "a", "--json").document["proposals"]
        [two] = site.run("--on-write", "propose", "--input", "b", "--json").document["proposals"]
    listed = site.command("agent", "adopt")
    assert one in listed.out and two in listed.out
    unasked = site.command("agent", "adopt", one)
    assert (unasked.code, site.read(SERVICE)) == (4, KOTLIN[SERVICE]), unasked
    assert "+    fun name() = 2" in unasked.out and "--yes" in unasked.err
    assert site.command("agent", "adopt", one, "--yes").code == 0
    assert site.read(SERVICE) == version(2)
    stale = site.command("agent", "adopt", two, "--yes", "--json")
    assert (stale.document["error"]["code"], site.read(SERVICE)) == ("changed_since", version(2))
    assert site.command("agent", "adopt", two, "--drop").code == 0
    assert site.command("agent", "adopt", "--json").document == []


def test_a_no_is_no_error_a_slip_is_no_decision_and_a_reset_forgets_every_yes(tmp_path: Path) -> None:
    """CO-26: and which model answers is told once; the state is where the manifest says."""
    site = kotlin_site(tmp_path, more="state_file_path: memory/turns.json\n")
    script = (write(SERVICE, version(2)), say("All right."), write(SERVICE, version(3)), say("Done."))
    with site.model(*script, write(SERVICE, version(4)), say("End.")), site.terminal("--trust") as screen:
        screen.wait_for("› ")
        screen.type("first\n")
        screen.wait_for("Do it? ")
        screen.type("x\n")
        screen.wait_for("'x' is none of the choices.")
        screen.wait_for("Do it? ")
        screen.type("n not so\n")
        screen.wait_for("All right.")
        assert "Error (" not in screen.wait_for("› ")
        screen.type("second\n")
        screen.wait_for("Do it? ")
        screen.type("a\n")
        screen.wait_for("Done.")
        screen.wait_for("› ")
        screen.type("/reset\n")
        screen.wait_for("Forgotten")
        screen.wait_for("› ")
        screen.type("third\n")
        screen.wait_for("Do it? ")  # though there was a yes to all before
        screen.type("\n")
        screen.wait_for("End.")
        screen.wait_for("› ")
        screen.type("/state\n")
        screen.wait_for("memory/turns.json")
        screen.wait_for("› ")
        screen.type("/exit\n")
        assert screen.end() == 0
        assert screen.said.count("vllm/scripted: ") == 1
    assert site.read(SERVICE) == version(3)
    turns = json.loads((site.state_file.parent / "memory" / "turns.json").read_text("utf-8"))
    assert [turn["prompt"] for turn in turns["conversation_history"]] == ["third"]


def test_somebody_who_has_nothing_yet_is_told_what_to_write(tmp_path: Path) -> None:
    """CO-1: no home, no environments, no agents, agents of version 1; every failure carries its exit code."""
    site = kotlin_site(tmp_path)
    nowhere = str(tmp_path / "nowhere")
    listed = site.command("agent", "list", "--home", nowhere)
    assert listed.code == 0 and "workspaces:\n  develop: " in listed.out, listed
    linted = site.command("agent", "lint", "--home", nowhere, "--json")
    assert linted.document == IsPartialDict(ok=False, exit_code=2), linted
    made = site.command("agent", "new", "--home", nowhere)
    assert made.code == 2 and "two lines are enough" in made.err, made
    old = site.home / "projects/develop/agents/Old"
    old.mkdir(parents=True)
    (old / "agent.yaml").write_text("id: Old\nversion: 1.0\n", "utf-8")
    place = ("-e", "develop", "-p", "nex-web-backend")
    refused = site.command("agent", "run", *place, "-a", "Old", "--input", "x")
    assert (refused.code, "aule agent migrate" in refused.err) == (2, True), refused
    unknown = site.command("agent", "run", *place, "-a", "Other", "--input", "x")
    assert unknown.err.count("KotlinServiceAgent") == 1, unknown  # once is enough


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("agent", "list"), "(ainda sem confiança)"),
        (("agent", "show", "-e", "develop", "-p", "shop", "-a", "PriceAgent"), "pode escrever"),
        (("agent", "lint"), "Tudo em ordem"),
        (("conductor", "check", "discount", "--input", "percent=10"), "depois de implement"),
    ],
)
def test_commands_speak_the_language_of_the_terminal(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    site = example_site(tmp_path)
    ended = site.command(*words, **PORTUGUESE)
    assert (ended.code, told in ended.out) == (0, True), ended
    failed = site.command("agent", "show", "-e", "nada", "-p", "shop", "-a", "PriceAgent", **PORTUGUESE)
    assert failed.err.startswith("Erro (unknown_resident): Não há") and "\nDica: " in failed.err
