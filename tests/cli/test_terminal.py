"""On a terminal: what needs approval is shown and asked at once, and Ctrl-C stops the run."""

from __future__ import annotations

import signal
from contextlib import AbstractContextManager

import pytest
from tests.cli.command_line import CommandLine
from tests.cli.residents import Terminal, terminal_of

NOTE = 'create a note "Ideas" with: learn to sail'


def terminal(aule: CommandLine, *words: str) -> AbstractContextManager[Terminal]:
    """Run a command on a terminal."""
    return terminal_of(words, {**aule.environment, "NO_COLOR": "1"})


@pytest.mark.parametrize(("typed", "is_written"), [("y\n", True), ("sim\n", True), ("n\n", False), ("\n", False)])
def test_a_write_is_shown_and_asked_and_only_yes_is_yes(aule: CommandLine, typed: str, is_written: bool) -> None:
    """K-3: the diff stands above the question; Enter alone is no."""
    with terminal(aule, "ask", NOTE) as screen:
        screen.wait_for("Approve exactly this? [y/N]")
        assert "+learn to sail" in screen.said
        screen.type(typed)
        code = screen.end()
    assert (aule.home / "projects/home/notes/ideas.md").exists() is is_written
    assert code == 0 if is_written else code in {0, 1}, screen.said


def test_the_end_of_input_leaves_the_approval_open(aule: CommandLine) -> None:
    """K-17: no answer is not a no."""
    with terminal(aule, "ask", NOTE) as screen:
        screen.wait_for("Approve exactly this? [y/N]")
        screen.type("\x04")
        assert screen.end() == 4
    assert [a["status"] for a in aule.run("approvals", "--json").document] == ["pending"]


def test_ctrl_c_stops_the_run_and_says_so(aule: CommandLine) -> None:
    with terminal(aule, "ask", NOTE) as screen:
        screen.wait_for("Approve exactly this? [y/N]")
        screen.process.send_signal(signal.SIGINT)
        assert screen.end() == 130
    assert [run["status"] for run in aule.run("runs", "--json").document] == ["cancelled"]


def test_a_conversation_goes_on_over_several_messages(aule: CommandLine) -> None:
    """OS-8."""
    with terminal(aule, "chat") as screen:
        screen.wait_for("/exit leaves")
        screen.type("list my notes\n")
        screen.wait_for("✓ core.list_notes")
        screen.wait_for("› ")
        screen.type("what time is it?\n")
        screen.wait_for("✓ core.now")
        screen.type("/exit\n")
        assert screen.end() == 0
    runs = aule.run("runs", "--json").document
    assert len(runs) == 2
    assert len({run["session_id"] for run in runs}) == 1
