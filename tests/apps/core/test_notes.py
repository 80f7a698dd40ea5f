"""Notes: Markdown files found by their title."""

from __future__ import annotations

import os

import pytest
from dirty_equals import IsStr
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.core.calls import Calls

from aule.apps.core.notes import _file_name as file_name  # pyright: ignore[reportPrivateUsage]
from aule.contracts.access.approval import FileDiff
from aule.sandbox.names import writable

pytestmark = pytest.mark.anyio


async def test_a_note_is_shown_approved_found_and_undone(core: Calls) -> None:
    approval = await core.ask("create_note", title="Lista de Compras", text="leite\npão")
    assert approval.preview == FileDiff(
        path="notes/lista-de-compras.md",
        diff="--- /dev/null\n+++ notes/lista-de-compras.md\n@@ -0,0 +1,4 @@\n+# Lista de Compras\n+\n+leite\n+pão",
        added=4,
        removed=0,
        is_new=True,
    )
    result = await core.approve(approval)
    assert result.data == {"title": "Lista de Compras", "path": "notes/lista-de-compras.md"}
    assert core.files() == {"notes/lista-de-compras.md": "# Lista de Compras\n\nleite\npão\n".encode()}
    assert await core.data("read_note", title="LISTA de compras") == {
        "title": "Lista de Compras",
        "path": "notes/lista-de-compras.md",
        "text": "leite\npão",
    }
    await core.system.kernel.undo(f"run:{approval.run}")
    assert os.listdir(core.workspace) == []


async def test_a_note_without_a_title_is_named_by_its_beginning(core: Calls) -> None:
    result = await core.write("create_note", text="ligar para a Ana\nsobre o telhado")
    assert result.data == {"title": "ligar para a Ana", "path": "notes/ligar-para-a-ana.md"}
    result = await core.write("create_note", title="Viagem", text="viagem")
    assert core.files()["notes/viagem.md"] == b"# Viagem\n"
    assert (await core.problem("create_note")).message == "The note is empty."


async def test_a_title_is_used_once_but_two_titles_may_look_alike(core: Calls) -> None:
    await core.write("create_note", title="Olá!", text="a")
    assert (await core.write("create_note", title="Olá?", text="b")).data["path"] == "notes/ola-2.md"
    problem = await core.problem("create_note", title="olá!", text="c")
    assert (problem.code, problem.subject) == ("note_exists", "notes/ola.md")


async def test_notes_are_listed_latest_first_with_the_ones_people_made_by_hand(core: Calls) -> None:
    await core.write("create_note", title="Primeira", text="a")
    (core.workspace / "notes" / "by-hand.md").write_text("no heading here")
    (core.workspace / "notes" / "not-a-note.txt").write_text("x")
    for number, name in enumerate(("primeira", "by-hand")):
        os.utime(core.workspace / "notes" / f"{name}.md", (number, number))
    modified = IsStr(regex=r"1970-.*Z")
    assert await core.data("list_notes") == {
        "total": 2,
        "next": None,
        "notes": [
            {"title": "by hand", "path": "notes/by-hand.md", "modified": modified},
            {"title": "Primeira", "path": "notes/primeira.md", "modified": modified},
        ],
    }
    assert (await core.data("read_note", title="by hand"))["text"] == "no heading here"


async def test_notes_are_listed_page_by_page_each_of_them_once(core: Calls) -> None:
    folder = core.workspace / "notes"
    folder.mkdir()
    for number in range(130):
        (folder / f"{number}.md").write_text(f"# Note {number}\n")
        os.utime(folder / f"{number}.md", (number // 3, number // 3))  # several of one moment
    seen: list[str] = []
    after = ""
    for size in (50, 50, 30):
        page = await core.data("list_notes", after=after)
        assert (len(page["notes"]), page["total"]) == (size, 130)
        seen += [note["title"] for note in page["notes"]]
        after = page["next"]
    assert after is None
    assert len(set(seen)) == 130
    assert (seen[0], seen[1:4]) == ("Note 129", ["Note 126", "Note 127", "Note 128"])
    assert (await core.problem("list_notes", after="somewhere")).code == "invalid_after"


async def test_what_other_programs_do_to_notes_is_listed(core: Calls) -> None:
    """A folder that has not changed is not read again: what comes, goes and is replaced is seen at once."""
    folder = core.workspace / "notes"
    folder.mkdir()

    async def titles() -> set[str]:
        return {note["title"] for note in (await core.data("list_notes"))["notes"]}

    for number in range(20):
        (folder / "new.tmp").write_text(f"# Replaced {number}\n")
        os.replace(folder / "new.tmp", folder / "a.md")
        (folder / f"{number}.md").write_text(f"# Note {number}\n")
        assert await titles() == {f"Replaced {number}", f"Note {number}"}
        os.unlink(folder / f"{number}.md")
        assert await titles() == {f"Replaced {number}"}


async def test_without_notes_the_list_is_empty_and_a_title_is_not_found(core: Calls) -> None:
    assert await core.data("list_notes") == {"notes": [], "total": 0, "next": None}
    assert (await core.problem("read_note", title="x")).code == "not_found"


async def test_an_unknown_title_gets_suggestions(core: Calls) -> None:
    await core.write("create_note", title="Reunião de terça", text="a")
    problem = await core.problem("read_note", title="reuniao")
    assert (problem.code, problem.candidates) == ("not_found", ["Reunião de terça"])


async def test_a_folder_of_notes_that_is_a_link_is_not_written_through(core: Calls) -> None:
    (core.workspace / "notes").symlink_to(core.system.home.path)
    assert (await core.problem("create_note", title="x", text="y")).code == "outside_scope"
    assert not (core.system.home.path / "x.md").exists()


@given(st.text(max_size=200))
def test_any_title_makes_a_usable_file_name(title: str) -> None:
    name = file_name(title)
    assert writable(f"notes/{name}-49.md") == f"notes/{name}-49.md"
