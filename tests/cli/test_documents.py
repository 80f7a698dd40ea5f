"""Projects, memory and history on the command line: what is removed says how to have it back."""

from __future__ import annotations

from dirty_equals import Contains, IsPartialDict, IsStr
from tests.cli.command_line import CommandLine


def test_a_project_is_added_listed_removed_and_brought_back(here: CommandLine) -> None:
    """OS-9b."""
    folder = here.home.parent / "school"
    folder.mkdir()
    added = here.run(
        "projects", "add", "School", "--folder", str(folder), "--about", "7A", "--agent", "coder", "--json"
    )
    assert added.document == IsPartialDict(id="school", root=str(folder), description="7A", agent="coder")
    listed = here.run("projects", "--json").document
    assert [(each["project"]["id"], each["conversations"]) for each in listed] == [("school", 0), ("home", 0)]
    removed = here.run("projects", "remove", "school")
    assert (removed.code, removed.out) == (0, IsStr(regex=r"(?s).*`aule undo chg_\w+` brings it back\.\n"))
    assert "school" not in here.run("projects").out
    assert here.run("undo").code == 0
    assert "School" in here.run("projects").out
    assert here.run("projects", "remove", "nowhere").code == 2
    assert here.run("projects", "remove", "home").code == 4


def test_something_is_remembered_found_forgotten_and_brought_back(here: CommandLine) -> None:
    """OS-18."""
    item = here.run("memory", "add", "Ana gosta de café", "--kind", "preference", "--pin", "--json").document
    assert item == IsPartialDict(kind="preference", scope="user:owner", trust="user", pinned=True)
    assert here.run("memory", "list", "CAFE", "--json").document == [item]
    assert here.run("memory", "list", "tea").out == "Nothing is remembered here.\n"
    forgotten = here.run("memory", "forget", item["id"], "--json").document
    assert here.run("memory", "--json").document == []
    assert here.run("undo", forgotten["change"]).code == 0
    assert here.run("memory", "--json").document == [item | {"version": 2}]
    assert here.run("memory", "add", "x", "--project", "nowhere").code == 2


def test_the_history_shows_what_was_done_and_the_way_back(here: CommandLine) -> None:
    """K-8: people's changes and agents' changes in one list, each with its lines."""
    assert here.run("history").out == "Nothing was changed yet.\n"
    here.run("call", "core.create_note", "title=Ideas", "text=sail", "--yes")
    here.run("memory", "add", "Ana likes tea")
    changes = here.run("history", "--json").document
    assert [change["entity"].partition(":")[0] for change in changes] == ["memory", "file"]
    [note] = here.run("history", "list", "ideas", "--kind", "file", "--project", "home", "--json").document
    shown = here.run("history", "show", note["id"])
    assert (shown.code, shown.out) == (0, Contains("+sail", f"`aule undo {note['id']}` takes it back."))
    assert here.run("undo", note["id"]).code == 0
    assert "does it again" in here.run("history", "show", note["id"]).out
    assert here.run("history", "list", "--kind", "planet").code == 2
