"""A conversation with a resident agent on a terminal: commands, choices, interruptions, and power cuts."""

from __future__ import annotations

import json
import signal
import stat
from pathlib import Path

import pytest
from tests.cli.residents import KOTLIN, Site, Terminal, call, example_site, kotlin_site, say, write

SERVICE = "src/service/MyService.kt"
REAL = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}
"""A terminal that can do more than lines."""


def ask(screen: Terminal, words: str) -> None:
    """Type a message when there is a prompt."""
    screen.wait_for("› ")
    screen.type(words + "\n")


def edit(screen: Terminal, words: str, at: str = "›") -> str:
    """Type into the line editor, when it is ready."""
    shown = screen.wait_for(at) + screen.wait_for("\x1b[?25h")  # it shows the cursor last
    screen.type(words + "\r")
    return shown


def leave(screen: Terminal) -> None:
    """Leave, and see that it went well."""
    ask(screen, "/exit")
    assert screen.end() == 0, screen.said


def version(number: int) -> str:
    return KOTLIN[SERVICE].replace("1", str(number))


def test_on_a_real_terminal_lines_are_edited_remembered_privately_and_diffs_have_colours(tmp_path: Path) -> None:
    """CO-26: the line editor, several lines, a private history, and approvals that are in no history."""
    site = kotlin_site(tmp_path)
    script = (write(SERVICE, version(9)), say("Not so."), write(SERVICE, version(2)), say("Done."))
    with site.model(*script) as asked, site.terminal("--trust", **REAL) as screen:
        edit(screen, "try something")
        screen.wait_for("Do it?")
        screen.wait_for("\x1b[?25h")
        screen.type("\x03")  # Ctrl-C is no
        screen.wait_for("Not so.")
        assert site.read(SERVICE) == KOTLIN[SERVICE]
        edit(screen, "make it\x1b\rtwice as good")  # Alt-Enter begins a line, Enter sends
        shown = edit(screen, "y", at="Do it?")
        assert "\x1b[31m-    fun name() = 1\x1b[0m" in shown and "\x1b[32m+    fun name() = 2\x1b[0m" in shown
        screen.wait_for("Done.")
        edit(screen, "/exit")
        assert screen.end() == 0, screen.said
        assert asked.chats[2]["messages"][-1]["content"] == "make it\ntwice as good"
    assert site.read(SERVICE) == version(2)
    history = site.aule.home / "agent.history"
    assert stat.S_IMODE(history.stat().st_mode) == 0o600
    kept = history.read_text("utf-8")
    assert "+make it\n+twice as good\n" in kept and "+y\n" not in kept


def test_one_yes_for_a_file_or_for_all_edits_is_remembered_and_each_stays_on_record(tmp_path: Path) -> None:
    """CO-26: `t` counts for this file, `a` for the session; every edit is still an approval with its diff."""
    site = kotlin_site(tmp_path)
    other = "src/service/Other.kt"
    with (
        site.model(
            write(SERVICE, version(2)),
            write(SERVICE, version(3)),
            write(other, "class A\n"),
            write(other, "class B\n"),
            write("src/service/Third.kt", "class C\n"),
            say("All is written."),
        ),
        site.terminal("--trust") as screen,
    ):
        ask(screen, "write much")
        screen.wait_for("Do it? ")
        screen.type("t\n")
        again = screen.wait_for("Do it? ")
        assert "Yes, as for all edits of this file." in again and other in again
        screen.type("a\n")
        rest = screen.wait_for("All is written.")
        assert rest.count("Yes, as for all edits of this session.") == 2
        leave(screen)
    assert site.read(SERVICE) == version(3)
    assert (site.read(other), site.read("src/service/Third.kt")) == ("class B\n", "class C\n")
    granted = site.command("approvals", "list", "--status", "granted", "--json").document
    writes = [each for each in granted if each["kind"] == "write"]
    assert len(writes) == 5 and all(each["preview"]["diff"] for each in writes)
    assert {each["environment"] for each in writes} == {"develop"}


def test_commands_questions_and_patches_are_asked_and_a_yes_for_edits_removes_nothing(tmp_path: Path) -> None:
    """CO-23, CO-26, CO-27: each command is shown with its walls; a patch is one decision; a removal is no edit."""
    site = kotlin_site(tmp_path, more="exec: ask\n")
    manifest = site.state_file.with_name("agent.yaml")
    manifest.write_text(manifest.read_text("utf-8").replace("Bash]", "Bash, ask_user]"), "utf-8")
    both = (
        "*** Begin Patch\n*** Add File: src/service/A.kt\n+class A\n*** Update File: src/service/MyService.kt\n"
        " class MyService {\n-    fun name() = 1\n+    fun name() = 2\n }\n*** End Patch\n"
    )
    gone = "*** Begin Patch\n*** Delete File: src/service/A.kt\n*** End Patch\n"
    with (
        site.model(
            call("exec", command="echo made > src/service/B.kt; cat src/service/MyService.kt"),
            call("ask_user", question="Which one?", options=["The first", "The second"]),
            call("apply_patch", patch=both),
            call("apply_patch", patch=gone),
            say("All is done."),
        ) as asked,
        site.terminal("--trust") as screen,
    ):
        ask(screen, "work")
        assert "$ echo made" in screen.wait_for("Do it? ")
        screen.type("y\n")
        assert "1. The first" in screen.wait_for("2. The second")
        assert "class MyService" in asked.told(1)
        screen.wait_for("› ")
        screen.type("2\n")
        shown = screen.wait_for("Do it? ")
        assert "2 files, +2 −1" in shown and "src/service/A.kt  +1 −0  (new file)" in shown
        assert "The second" in asked.told(2)
        screen.type("a\n")
        removal = screen.wait_for("Do it? ")
        assert "-class A" in removal and "all this session" not in removal
        assert (site.read("src/service/A.kt"), site.read(SERVICE)) == ("class A\n", version(2))
        screen.type("\n")
        screen.wait_for("All is done.")
        leave(screen)
    assert (site.root / "src/service/A.kt").exists()
    assert not (site.root / "src/service/B.kt").exists()  # what a command changed is only proposed


def test_what_would_be_written_is_edited_first_and_shown_again(tmp_path: Path) -> None:
    """CO-26: `e` opens $EDITOR on the proposed content; the new diff is what is decided, and the model hears of it."""
    site = kotlin_site(tmp_path)
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nsed -i "s/= 2/= 7/" "$1"\n', "utf-8")
    editor.chmod(0o700)
    with (
        site.model(write(SERVICE, version(2)), say("Done.")) as asked,
        site.terminal("--trust", EDITOR=str(editor)) as screen,
    ):
        ask(screen, "improve it")
        assert "+    fun name() = 2" in screen.wait_for("Do it? ")
        screen.type("e\n")
        again = screen.wait_for("Do it? ")
        assert "+    fun name() = 7" in again and "= 2" not in again
        assert site.read(SERVICE) == KOTLIN[SERVICE]
        screen.type("y\n")
        screen.wait_for("Done.")
        leave(screen)
        assert "it is not what you wrote" in asked.told(-1)
    assert site.read(SERVICE) == version(7)


def test_a_no_is_the_default_and_q_stops_the_turn(tmp_path: Path) -> None:
    """CO-26: Enter is no and the model is told; `q` writes nothing and ends the turn."""
    site = kotlin_site(tmp_path)
    with (
        site.model(
            write(SERVICE, version(2)), say("Not wanted."), write(SERVICE, version(3)), say("never said")
        ) as asked,
        site.terminal("--trust") as screen,
    ):
        ask(screen, "first")
        screen.wait_for("Do it? ")
        screen.type("\n")
        screen.wait_for("Not wanted.")
        assert "denied" in asked.told(1)
        ask(screen, "second")
        screen.wait_for("Do it? ")
        screen.type("q\n")
        screen.wait_for("Stopped.")
        leave(screen)
        assert len(asked.chats) == 3
    assert site.read(SERVICE) == KOTLIN[SERVICE]


def test_commands_of_a_session_tell_and_take_back(tmp_path: Path) -> None:
    """CO-27: /scope /tools /state /pending /undo /reset, in both languages."""
    site = kotlin_site(tmp_path, more="execution_task: Improve the service.\n")
    with (
        site.model(
            write(SERVICE, version(2)),
            say("Proposed."),
            write(SERVICE, version(3)),
            say("Written."),
            say("Hello again."),
        ) as asked,
        site.terminal("--trust") as screen,
    ):
        ask(screen, "/ajuda")
        assert "/pending" in screen.wait_for("gerar documento")
        ask(screen, "/scope")
        screen.wait_for(SERVICE)
        ask(screen, "/tools")
        screen.wait_for("core.write_file")
        ask(screen, "/nonsense")
        screen.wait_for("There is no command '/nonsense'")
        ask(screen, "preview")
        screen.wait_for("Proposed.")
        assert asked.chats[0]["messages"][-1]["content"] == "Improve the service."
        assert site.read(SERVICE) == KOTLIN[SERVICE]
        ask(screen, "/pending")
        screen.wait_for("± chg_")
        ask(screen, "gerar documento")
        screen.wait_for("Do it? ")
        screen.type("y\n")
        screen.wait_for("Written.")
        assert site.read(SERVICE) == version(3)
        ask(screen, "/undo")
        screen.wait_for("Take this back? [y/N] ")
        screen.type("y\n")
        screen.wait_for("Undone.")
        assert site.read(SERVICE) == KOTLIN[SERVICE]
        ask(screen, "/state")
        screen.wait_for("Turns remembered: 2")
        ask(screen, "/reset")
        screen.wait_for("Forgotten")
        ask(screen, "hello")
        screen.wait_for("Hello again.")
        assert [message["role"] for message in asked.chats[-1]["messages"]][1:] == ["user"]
        leave(screen)
    assert [turn["prompt"] for turn in site.state["conversation_history"]] == ["hello"]


def test_ctrl_c_stops_the_turn_and_twice_leaves_with_the_state_saved(tmp_path: Path) -> None:
    site = kotlin_site(tmp_path)
    with (
        site.model(say("First."), {"deltas": ["Now ", "this ", "takes ", "for ", "ever."], "behaviour": "hang"}),
        site.terminal("--trust") as screen,
    ):
        ask(screen, "first")
        screen.wait_for("First.")
        ask(screen, "second")
        screen.wait_for("Now")
        screen.interrupt()
        screen.wait_for("Stopped.")
        screen.wait_for("› ")
        screen.interrupt()
        assert screen.end() == 130, screen.said
    assert [turn["prompt"] for turn in site.state["conversation_history"]][:1] == ["first"]


def test_a_protected_environment_is_entered_by_its_name_and_never_writes_for_the_session(tmp_path: Path) -> None:
    """CO-35: the name is typed, the banner is an alarm, every approval names it, and `a` is not offered."""
    site = kotlin_site(tmp_path, env="main")
    with site.model(write(SERVICE, version(2)), say("Done.")) as asked:
        with site.terminal("--trust") as screen:
            screen.wait_for("Type the name of the environment")
            screen.type("develop\n")
            assert screen.end() == 5
        assert asked.chats == []
        with site.terminal("--trust") as screen:
            screen.wait_for("Type the name of the environment")
            screen.type("main\n")
            banner = screen.wait_for("› ")
            assert "PROTECTED ENVIRONMENT" in banner and str(site.root) in banner
            screen.type("write\n")
            shown = screen.wait_for("Do it? ")
            assert "in main" in shown and "all this session" not in shown
            screen.type("a\n")  # means nothing here
            screen.wait_for("'a' is none of the choices.")
            screen.wait_for("Do it? ")
            screen.type("\n")  # and nothing is no
            screen.wait_for("Done.")
            leave(screen)
    assert site.read(SERVICE) == KOTLIN[SERVICE]


def test_a_script_that_asks_for_it_answers_through_its_pipe_and_the_end_of_it_is_no(tmp_path: Path) -> None:
    site = kotlin_site(tmp_path)
    with site.model(write(SERVICE, version(2)), say("Written."), write(SERVICE, version(3)), say("Not written.")):
        ended = site.run("--repl", "--trust", "--on-write", "ask", stdin="first\ny\nsecond\n")
    assert ended.code == 4, ended
    assert site.read(SERVICE) == version(2)
    assert len(site.state["conversation_history"]) == 2


def test_a_second_session_of_the_same_agent_is_refused_or_works_on_a_copy(tmp_path: Path) -> None:
    """CO-4."""
    site = kotlin_site(tmp_path)
    with site.model({"text": "Hello.", "repeat": True}), site.server():
        with site.terminal("--trust") as screen:
            screen.wait_for("› ")
            refused = site.run("--input", "hello", "--json")
            assert (refused.code, refused.document["error"]["code"]) == (1, "session_busy")
            forked = site.run("--input", "hello", "--fork-state", "--json")
            assert (forked.code, forked.document["answer"]) == (0, "Hello."), forked
            screen.type("/exit\n")
            assert screen.end() == 0
        assert site.run("--input", "hello", "--json").code == 0


@pytest.mark.parametrize("moment", ["in an answer", "at a diff", "at the prompt"])
def test_after_a_power_cut_the_state_is_the_old_or_the_new_one_and_nothing_is_half_written(
    tmp_path: Path, moment: str
) -> None:
    """CO-4: SIGKILL at any moment leaves a state.json that can be read, and a project without a trace."""
    site = kotlin_site(tmp_path)
    second = (
        {"deltas": ["Now ", "this ", "takes ", "for ", "ever."], "behaviour": "hang"}
        if moment == "in an answer"
        else write(SERVICE, "x")
    )
    with site.model(say("First."), second, say("Later."), say("Again.")):
        with site.terminal("--trust") as screen:
            ask(screen, "first")
            screen.wait_for("First.")
            screen.wait_for("› ")
            if moment != "at the prompt":
                screen.type("second\n")
                screen.wait_for("Now" if moment == "in an answer" else "Do it? ")
            screen.process.send_signal(signal.SIGKILL)
            screen.process.wait(20)
        prompts = [turn["prompt"] for turn in site.state["conversation_history"]]
        assert prompts in (["first"], ["first", "second"])
        assert site.read(SERVICE) == KOTLIN[SERVICE]
    with site.model(say("Here again.")):
        ended = site.run("--input", "still there?", "--json")
    assert (ended.code, ended.document["answer"]) == (0, "Here again."), ended
    assert json.loads(site.state_file.read_text("utf-8"))["conversation_history"][-1]["prompt"] == "still there?"


EVIL = "\x1b]0;owned\x07\x1b[2J\x1b[1A\x9b31m\u202egnp.exe\r\x08"


def test_nothing_that_is_shown_moves_the_cursor_or_hides_itself(tmp_path: Path) -> None:
    """S9: escape sequences in answers, diffs, file names and questions are shown, not obeyed."""
    site = kotlin_site(tmp_path)
    with (
        site.model(
            say(f"Look: {EVIL}"),
            write("src/service/Evil.kt", f"class Evil {EVIL}\n"),
            call("read_file", path=f"src/{EVIL}.kt"),
            say("Done."),
        ),
        site.terminal("--trust") as screen,
    ):
        ask(screen, "first")
        shown = screen.wait_for("Look: ") + screen.wait_for("› ")
        screen.type("second\n")
        shown += screen.wait_for("Do it? ")
        assert "⟦U+001B⟧" in shown and "⟦U+202E⟧" in shown
        screen.type("y\n")
        shown += screen.wait_for("Done.")
        leave(screen)
    bare = screen.said.replace("\r\n", "")
    assert not {"\x1b", "\x07", "\x08", "\x9b", "\u202e", "\r"} & set(bare)
    ended = site.command("history", "--json")
    assert not {"\x1b", "\x9b", "\u202e"} & set(ended.out)


def test_the_example_is_worked_on_in_a_conversation_and_hands_back_a_diff(tmp_path: Path) -> None:
    """Real use: in scope it changes, out of scope it is refused, the project's tests run in the box."""
    site = example_site(tmp_path)
    with (
        site.model(
            write("AGENTS.md", "Do what you like.\n"),
            call("edit_file", path="shop/prices.py", search='"pear": 70', replace='"pear": 75'),
            call("edit_file", path="tests/test_prices.py", search="190", replace="200"),
            call("exec", command="python3 -m unittest"),
            say("Pears cost 75; the tests pass."),
        ) as asked,
        site.terminal("--trust", **REAL) as screen,
    ):
        edit(screen, "raise the price of pears")
        edit(screen, "y", at="Do it?")
        screen.wait_for("Edit a file: tests/test_prices.py")  # what is typed before a question is no answer to it
        edit(screen, "y", at="Do it?")
        printed = screen.wait_for("the tests pass.")
        assert "Ran 1 test" in printed
        assert '"exit_code": 0' in json.loads(asked.told(-1))["content"]
        edit(screen, "/exit")
        assert screen.end() == 0, screen.said
    assert '"pear": 75' in site.read("shop/prices.py")
    assert site.read("AGENTS.md").startswith("# Shop")
    before = Site.tree(site, site.root)
    assert site.command("agent", "undo").code == 0
    assert Site.tree(site, site.root) != before
    assert '"pear": 70' in site.read("shop/prices.py")
