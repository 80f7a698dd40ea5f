"""Cards on a terminal: all of what is decided is shown, marked and counted, before the question comes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from tests.cli.residents import kotlin_site, say, write
from tests.cli.test_decisions import asked
from tests.cli.test_repl import ask, leave

from aule.contracts.access.approval import ApprovalKind, Command, FieldChange, FileDiff, RecordChange, Records, Table
from aule.contracts.access.autorun import Autorun
from aule.contracts.access.notices import notices_of
from aule.terminal.changes import show_approval
from aule.terminal.console import Console
from aule.terminal.decisions import FOLDED
from aule.terminal.records import LONGEST, show_records


def shown(capsys: pytest.CaptureFixture[str], preview: Any, **more: Any) -> list[str]:
    approval = asked(preview, **more)
    shown = approval.model_copy(update={"notices": notices_of(preview)})
    show_approval(Console(), cast("Any", shown.model_dump(mode="json")))
    return capsys.readouterr().out.splitlines()


def test_nothing_hides_behind_blank_lines_or_a_turned_direction(capsys: pytest.CaptureFixture[str]) -> None:
    """The dangerous part comes first, the blanks are counted, and the end of the command is there."""
    evil = Command(command="echo hi\u202e\n" + "\n" * 60 + "rm -rf ~", folder="a\nb", level="bubblewrap", timeout_s=1)
    assert shown(capsys, evil, capability="core.exec", kind=ApprovalKind.EXEC) == [
        "t  [exec, risk low]",
        "Look at this twice:",
        "! deletes outside the project's folder (line 62): rm -rf ~",
        "! hidden characters: 2: ⟦U+202E⟧",
        "! something stands behind a long blank: rm -rf ~",
        "(62 lines, 77 characters; all of it follows)",
        "$ echo hi⟦U+202E⟧",
        "⋯ 60 blank lines",
        "rm -rf ~",
        "in a⟦U+000A⟧b, bubblewrap, at most 1 s",
    ]


def test_blank_lines_of_a_diff_are_folded_and_its_length_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Sixty empty lines push nothing off the screen."""
    lines = ["--- /dev/null", "+++ a.sh", "@@ -0,0 +1,63 @@", "+echo", *["+  "] * 60, "+rm -rf ~", "+" + " " * 90 + "x"]
    diff = FileDiff(path="p\u0430y.sh", diff="\n".join(lines), added=63, removed=0, is_new=True)
    found = shown(capsys, diff)
    assert found[-4:] == ["+echo", "⋯ 60 blank lines (+60 −0)", "+rm -rf ~", "+ ⋯ 90 blanks ⋯ x"]
    assert "pа⟦U+0430⟧y.sh  +63 −0  (new file)" in found
    assert any("66 lines" in line for line in found)


def test_blanks_at_the_end_of_a_line_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    """Two lines that differ only in what nobody sees do not look alike."""
    diff = FileDiff(path="a", diff="@@ -1,2 +1,2 @@\n-x\n+x  \t\n same  \n-y \n+y", added=2, removed=2)
    assert shown(capsys, diff)[-5:] == ["-x", "+x⟦U+0020×2⟧⟦U+0009⟧", " same  ", "-y⟦U+0020⟧", "+y"]


def test_what_runs_by_itself_has_a_heading_and_names_every_file(capsys: pytest.CaptureFixture[str]) -> None:
    """However many there are, each with its tool and the moment."""
    runs = [Autorun(path=f"d{n}/.envrc", tool="direnv", when="folder_entered") for n in range(12)]
    found = shown(capsys, Table(columns=["path"], rows=[["a"]], total=3, autoruns=runs))
    assert found[1:3] == ["Runs by itself on your machine:", "! d0/.envrc: direnv runs it when you enter the folder"]
    assert found[13] == "! d11/.envrc: direnv runs it when you enter the folder"
    assert found[-1] == "… 2 more"


def test_what_is_dangerous_stands_above_the_question_too(capsys: pytest.CaptureFixture[str]) -> None:
    """A long command pushes what stood before it off the screen."""
    long = Command(command="rm -rf ~\n" + "echo x\n" * 60, level="bubblewrap", timeout_s=1)
    found = shown(capsys, long, capability="core.exec", kind=ApprovalKind.EXEC)
    assert found[1:3] == found[-2:] == ["Look at this twice:", "! deletes outside the project's folder: rm -rf ~"]


def test_a_long_cell_pushes_no_other_away(capsys: pytest.CaptureFixture[str]) -> None:
    """What is sent to a site stands whole, each part on its own lines."""
    rows = [["x" * 5_000, "1"], ["Address", "https://a.example/\u202e?q=" + "y" * 90]]
    found = shown(capsys, Table(columns=["What is sent", "Value"], rows=rows, total=2))
    assert found[-4:] == ["x" * 5_000, "  Value: 1", "Address", f"  Value: https://a.example/⟦U+202E⟧?q={'y' * 90}"]


def test_a_call_without_a_preview_shows_all_its_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of it is cut, however long."""
    approval = asked(None)  # type: ignore[arg-type]
    assert approval.call is not None
    call = approval.call.model_copy(update={"params": {"url": "http://a/" + "x" * 300 + "?secret=1", "n": [1]}})
    show_approval(Console(), cast("Any", approval.model_copy(update={"call": call}).model_dump(mode="json")))
    out = capsys.readouterr().out
    assert "?secret=1" in out and "n: [1]" in out


def test_a_field_that_is_cut_says_how_much_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """An end that cannot be shown is counted."""
    field = FieldChange(name="note", after="x" * (LONGEST + 5))
    record = RecordChange(op="create", kind="note", title="t", fields=[field])
    show_records(Console(), cast("Any", Records(summary="One", records=[record], total=1).model_dump(mode="json")))
    assert "… 5 more characters; `--json` shows all of them" in capsys.readouterr().out


def test_a_yes_to_a_long_diff_counts_only_once_all_of_it_was_shown(tmp_path: Path) -> None:
    """The first yes shows the rest and asks again."""
    site = kotlin_site(tmp_path)
    text = "\n".join(f"// line {number}" for number in range(FOLDED + 40)) + "\n// rm -rf\n"
    with site.model(write("src/service/Long.kt", text), say("Done.")), site.terminal("--trust") as screen:
        ask(screen, "long")
        first = screen.wait_for("Do it? ")
        assert "rm -rf" not in first and "more lines; v shows all" in first
        screen.type("y\n")
        second = screen.wait_for("Do it? ")
        assert "were not shown yet" in second and "rm -rf" in second
        assert "Long.kt" not in site.tree()
        screen.type("y\n")
        screen.wait_for("Done.")
        leave(screen)
    assert site.read("src/service/Long.kt") == text


def test_what_was_typed_before_a_question_is_no_answer_to_it(tmp_path: Path) -> None:
    """A yes that came before the card was meant for something else."""
    site = kotlin_site(tmp_path)
    with site.model(write("src/service/New.kt", "// new\n"), say("Done.")), site.terminal("--trust") as screen:
        ask(screen, "make it\ny")
        screen.wait_for("Do it? ")
        screen.type("n\n")
        screen.wait_for("No. Nothing was written.")
        screen.wait_for("Done.")
        leave(screen)
    assert "New.kt" not in site.tree()


def test_what_changed_while_it_was_read_is_asked_about_as_it_is_now(tmp_path: Path) -> None:
    """The yes to the former version writes nothing; the new one is shown, and decided by itself."""
    site = kotlin_site(tmp_path)
    with site.model(write("src/service/New.kt", "// new\n"), say("Done.")), site.terminal("--trust") as screen:
        ask(screen, "make it")
        assert "(new file)" in screen.wait_for("Do it? ")
        (site.root / "src/service/New.kt").write_text("// somebody else\n", "utf-8")
        screen.type("y\n")
        again = screen.wait_for("Do it? ")
        assert "It changed meanwhile" in again and "-// somebody else" in again
        assert site.read("src/service/New.kt") == "// somebody else\n"
        screen.type("y\n")
        screen.wait_for("Done.")
        leave(screen)
    assert site.read("src/service/New.kt") == "// new\n"
