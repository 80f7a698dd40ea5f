"""What a command of a resident agent writes counts as what its write tool writes: same codes, same words."""

from __future__ import annotations

from pathlib import Path

from dirty_equals import IsPartialDict, IsStr
from tests.cli.residents import call, kotlin_site, say

NEW = "src/service/New.kt"
OUTSIDE = "src/controller/X.kt"


def test_a_write_by_a_command_is_blocked_as_a_write_by_the_tool_is(tmp_path: Path) -> None:
    """CO-23, CO-30, CO-S9: on_write=fail ends with 4, the patch is kept, a protected place names its flag."""
    site = kotlin_site(tmp_path, env="main", more="exec: sandbox\n")
    before = site.tree()
    with site.model(call("exec", command=f"echo 'class X' > {NEW}; echo printed"), say("Done.")) as asked:
        words = ("--trust", "--no-state", "--on-write", "apply", "--confirm-environment", "main")
        blocked = site.run(*words, "--input", "write it", "--json")
        assert blocked.document == IsPartialDict(
            ok=False,
            changes=[],
            violations=[],
            proposals=[IsStr(regex="chg_.*")],
            patches=[IsStr(regex=r".*New\.kt\.patch")],
            error=IsPartialDict(code="write_blocked"),
            exit_code=4,
        ), blocked
        told = blocked.document["error"]["message"]
        assert "on_write = fail" in told and "--allow-protected-writes" in told
        assert "on_write = fail" in asked.told(-1) and "printed" in asked.told(-1)
    assert (blocked.code, site.tree()) == (4, before)


def test_a_command_out_of_scope_is_a_violation_and_person_and_model_hear_the_same(tmp_path: Path) -> None:
    """CO-23, CO-25: exit code 3, no green mark, the sentence of the write tool; what is in scope is written."""
    site = kotlin_site(tmp_path, more="exec: sandbox\n")
    command = f"echo x > {OUTSIDE}; echo x > {NEW}; rm README.md"
    with site.model(call("exec", command=command), say("Done."), call("exec", command="ls"), say("Ok.")) as asked:
        outside = site.run("--trust", "--no-state", "--on-write", "apply", "--input", "write it")
        assert (outside.code, "✓ core.exec" in outside.out) == (3, False), outside
        for path in (OUTSIDE, "README.md"):
            for told in (outside.out, asked.told(-1)):
                assert f"Scope violation: '{path}' is not allowed by the output_scope" in told
        assert ((site.root / OUTSIDE).exists(), (site.root / "README.md").exists(), site.read(NEW)) == (
            *(False, True),
            "x\n",
        )
        manifest = site.state_file.with_name("agent.yaml")
        manifest.write_text(manifest.read_text("utf-8").replace("Bash]", "Bash, list_team_templates]"), "utf-8")
        clean = site.run("--no-state", "--input", "look around")
        assert (clean.code, "✓ core.exec" in clean.out) == (0, True), clean
        assert "list_team_templates" in clean.err and "list_team_templates" not in clean.out


def test_three_commands_that_reach_out_of_the_scope_end_the_turn(tmp_path: Path) -> None:
    """CO-25: whichever door it is, three in one turn are the end of it."""
    site = kotlin_site(tmp_path, more="exec: sandbox\n")
    wishes = [call("exec", command=f"echo {number} > README.md") for number in range(4)]
    with site.model(*wishes, say("Done.")) as asked:
        ended = site.run("--trust", "--no-state", "--on-write", "apply", "--input", "write it", "--json")
        assert ended.document["violations"] == ["README.md"] * 3, ended
        assert (ended.code, len(asked.chats)) == (3, 3)
