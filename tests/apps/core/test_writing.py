"""Writing files: shown, approved, done as shown, and undone to the byte (OS-17, K-8)."""

from __future__ import annotations

import os

import pytest
from tests.apps.core.calls import Calls

from aule.contracts.access.approval import FileDiff, Text
from aule.contracts.errors import Conflict
from aule.text.hashing import bytes_hash

pytestmark = pytest.mark.anyio


def put(core: Calls, path: str, content: bytes) -> None:
    """A file somebody else made."""
    file = core.workspace / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


async def test_a_new_file_is_shown_approved_written_and_undone_with_its_folders(core: Calls) -> None:
    approval = await core.ask("write_file", path="a/b/c.txt", content="one\ntwo\n")
    assert approval.preview == FileDiff(
        path="a/b/c.txt",
        diff="--- /dev/null\n+++ a/b/c.txt\n@@ -0,0 +1,2 @@\n+one\n+two",
        added=2,
        removed=0,
        is_new=True,
    )
    assert core.files() == {}, "nothing happens before the approval"
    result = await core.approve(approval)
    assert result.data == {
        "path": "a/b/c.txt",
        "size": 8,
        "added": 2,
        "removed": 0,
        "created": True,
        "changed": True,
    }
    assert core.files() == {"a/b/c.txt": b"one\ntwo\n"}
    await core.system.kernel.undo(f"run:{approval.run}")
    assert os.listdir(core.workspace) == []


async def test_a_refused_write_never_happens(core: Calls) -> None:
    put(core, "a.txt", b"old")
    approval = await core.ask("write_file", path="a.txt", content="new")
    await core.system.decide("deny")
    assert approval.run is not None
    assert core.files() == {"a.txt": b"old"}


@pytest.mark.parametrize("before", [b"old\n", b"\x00\xffbinary", b"", "ação\r\n".encode("cp1252")])
async def test_undoing_a_replacement_restores_every_byte(core: Calls, before: bytes) -> None:
    put(core, "a", before)
    (core.workspace / "a").chmod(0o750)
    result = await core.write("write_file", path="a", content="new\n")
    assert core.files() == {"a": b"new\r\n" if before.endswith(b"\r\n") else b"new\n"}
    await core.system.kernel.undo(f"change:{result.changes[0]}")
    assert core.files() == {"a": before}
    assert (core.workspace / "a").stat().st_mode & 0o777 == 0o750


async def test_undo_refuses_to_destroy_what_came_after(core: Calls) -> None:
    result = await core.write("write_file", path="a", content="mine\n")
    put(core, "a", b"somebody else's\n")
    with pytest.raises(Conflict, match="altered since"):
        await core.system.kernel.undo(f"change:{result.changes[0]}")
    assert core.files() == {"a": b"somebody else's\n"}


async def test_an_approval_holds_only_for_the_file_as_it_was_shown(core: Calls) -> None:
    """The file changes between the look and the approval: it is asked again, nothing is written."""
    put(core, "a.txt", b"one\n")
    approval = await core.ask("edit_file", path="a.txt", search="one", replace="two")
    put(core, "a.txt", b"one, changed\n")
    with pytest.raises(Conflict, match="no longer do what was shown"):
        await core.system.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
    assert core.files() == {"a.txt": b"one, changed\n"}
    again = await core.system.pending()
    assert isinstance(again.preview, FileDiff) and "two, changed" in again.preview.diff


async def test_a_file_is_written_only_over_the_one_that_was_read(core: Calls) -> None:
    """Who reads, thinks and writes back does not write over what somebody else wrote meanwhile."""
    put(core, "a.txt", b"one\n")
    base = (await core.read("read_file", path="a.txt")).data["sha256"]
    put(core, "a.txt", b"theirs\n")
    with pytest.raises(Conflict) as caught:
        await core.write("write_file", path="a.txt", content="mine\n", base=base)
    assert (caught.value.problem.code, caught.value.problem.field) == ("changed_meanwhile", "base")
    base = (await core.read("read_file", path="a.txt")).data["sha256"]
    await core.write("write_file", path="a.txt", content="theirs\nmine\n", base=base)
    assert core.files() == {"a.txt": b"theirs\nmine\n"}


async def test_writing_what_is_there_changes_nothing_and_says_so(core: Calls) -> None:
    put(core, "a", b"same\n")
    result = await core.write("write_file", path="a", content="same\n")
    assert (result.data["changed"], result.changes, [w.code for w in result.warnings]) == (False, [], ["unchanged"])


async def test_replacing_something_binary_is_said_in_words(core: Calls) -> None:
    put(core, "x.png", b"\x89PNG\x00")
    before, after = bytes_hash(b"\x89PNG\x00")[:16], bytes_hash(b"hi")[:16]
    assert await core.preview("write_file", path="x.png", content="hi") == Text(
        text=f"x.png: binary content, 5 bytes (sha256 {before}) → 2 bytes (sha256 {after})"
    )


async def test_one_unique_passage_is_edited(core: Calls) -> None:
    put(core, "a.py", b"a = 1\nb = 2\nc = 3\n")
    approval = await core.ask("edit_file", path="a.py", search="b = 2", replace="b = 20")
    assert isinstance(approval.preview, FileDiff)
    assert approval.preview.diff == "--- a.py\n+++ a.py\n@@ -1,3 +1,3 @@\n a = 1\n-b = 2\n+b = 20\n c = 3"
    result = await core.approve(approval)
    assert (result.data["added"], result.data["removed"], core.files()) == (1, 1, {"a.py": b"a = 1\nb = 20\nc = 3\n"})


async def test_an_edit_keeps_line_ends_and_encoding(core: Calls) -> None:
    put(core, "a.txt", "ação\r\nfim\r\n".encode("cp1252"))
    await core.write("edit_file", path="a.txt", search="ação\nfim", replace="reação\nfim")
    assert core.files() == {"a.txt": "reação\r\nfim\r\n".encode("cp1252")}
    problem = await core.problem("edit_file", path="a.txt", search="fim", replace="日本")
    assert problem.code == "invalid_text"


MANNERS = {
    "plain": ("utf-8", b"", "\n"),
    "windows": ("utf-8", b"", "\r\n"),
    "with a mark": ("utf-8", b"\xef\xbb\xbf", "\n"),
    "wide": ("utf-16-le", b"\xff\xfe", "\r\n"),
    "wide, the other way round": ("utf-16-be", b"\xfe\xff", "\n"),
    "older windows": ("cp1252", b"", "\r\n"),
}


@pytest.mark.parametrize(("encoding", "mark", "end"), MANNERS.values(), ids=MANNERS.keys())
async def test_a_file_keeps_its_manner_through_every_kind_of_write(
    core: Calls, encoding: str, mark: bytes, end: str
) -> None:
    """Encoding, byte order mark, line ends, mode and the missing end of line at the end (CO-27)."""

    def held(text: str) -> dict[str, bytes]:
        return {"a": mark + text.replace("\n", end).encode(encoding)}

    put(core, "a", held("ação\num\ndois")["a"])
    (core.workspace / "a").chmod(0o751)
    read = await core.data("read_file", path="a")
    unusual = None if (encoding, mark) == ("utf-8", b"") else {"utf-8": "utf-8 with BOM"}.get(encoding, encoding)
    assert (read["text"], read["newline"]) == ("ação\num\ndois", None if end == "\n" else "crlf")
    assert (read["encoding"] or "") == ("utf-16" if encoding.startswith("utf-16") else unusual or "")
    await core.write("edit_file", path="a", search="ação\num", replace="reação\nuno\nmais")
    assert core.files() == held("reação\nuno\nmais\ndois")
    await core.write("apply_patch", patch="--- a\n+++ a\n@@ -1,2 +1,2 @@\n-reação\n+ação\n uno\n")
    assert core.files() == held("ação\nuno\nmais\ndois")
    await core.write("append_file", path="a", content="três")
    assert core.files() == held("ação\nuno\nmais\ndois\ntrês")
    result = await core.write("write_file", path="a", content="é\nnovo\n")
    assert core.files() == held("é\nnovo\n")
    assert [warning.code for warning in result.warnings] == (
        [] if MANNERS["plain"] == (encoding, mark, end) else ["kept"]
    )
    assert (core.workspace / "a").stat().st_mode & 0o777 == 0o751


async def test_mixed_line_ends_stay_where_nobody_wrote(core: Calls) -> None:
    put(core, "a", b"one\r\ntwo\nthree\r\nfour\n")
    await core.write("edit_file", path="a", search="two\nthree", replace="two\nzwei\nthree!")
    assert core.files() == {"a": b"one\r\ntwo\nzwei\nthree!\r\nfour\n"}
    await core.write("edit_file", path="a", search="zwei\n", replace="")
    await core.write("write_file", path="a", content="zero\none\ntwo\nthree!\nlast\nfour\n")
    assert core.files() == {"a": b"zero\none\r\ntwo\nthree!\r\nlast\r\nfour\n"}


async def test_who_writes_carriage_returns_means_them(core: Calls) -> None:
    put(core, "a", b"one\r\ntwo\r\n")
    approval = await core.ask("edit_file", path="a", search="one\r\n", replace="one\n")
    assert isinstance(approval.preview, FileDiff) and "-one␍\n+one\n" in approval.preview.diff
    await core.approve(approval)
    assert core.files() == {"a": b"one\ntwo\r\n"}
    put(core, "b", b"x\n")
    await core.write("write_file", path="b", content="y\r\n")
    assert core.files()["b"] == b"y\r\n"


async def test_a_text_its_old_encoding_cannot_hold_is_written_as_unicode_and_that_is_said(core: Calls) -> None:
    put(core, "a", "ação".encode("cp1252"))
    result = await core.write("write_file", path="a", content="日本\n")
    assert core.files() == {"a": "日本\n".encode()}
    assert [warning.code for warning in result.warnings] == ["encoding"]


async def test_a_passage_that_is_not_unique_or_not_there_says_where_to_look(core: Calls) -> None:
    put(core, "a.txt", b"x\nsame\ny\nsame\n  def greet(name):\n")
    many = await core.problem("edit_file", path="a.txt", search="same", replace="other")
    assert (many.code, many.message) == (
        "ambiguous_match",
        "The text to replace stands 2 times in 'a.txt' (lines 2, 4).",
    )
    none = await core.problem("edit_file", path="a.txt", search="def greet(nam):", replace="x")
    assert none.code == "no_match"
    assert none.hint is not None and none.hint.startswith("Line 5 is similar: 'def greet(name):'.")
    for search, replace in (("", "x"), ("same", "same")):
        assert (
            await core.problem("edit_file", path="a.txt", search=search, replace=replace)
        ).code == "nothing_to_change"
    assert (await core.problem("edit_file", path="missing", search="a", replace="b")).code == "not_found"


async def test_text_is_appended_on_lines_of_its_own(core: Calls) -> None:
    await core.write("append_file", path="log.txt", content="one")
    await core.write("append_file", path="log.txt", content="two\n")
    await core.write("append_file", path="log.txt", content="three\n")
    assert core.files() == {"log.txt": b"one\ntwo\nthree\n"}


async def test_a_file_is_deleted_only_after_it_was_shown_and_comes_back(core: Calls) -> None:
    put(core, "a.txt", b"precious\n")
    approval = await core.ask("delete_file", path="a.txt")
    assert (approval.kind, approval.risk) == ("delete", "high")
    assert approval.preview == FileDiff(
        path="a.txt", diff="--- a.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-precious", added=0, removed=1
    )
    result = await core.approve(approval)
    assert (result.data, core.files()) == ({"path": "a.txt", "size": 9}, {})
    await core.system.kernel.undo(f"run:{approval.run}")
    assert core.files() == {"a.txt": b"precious\n"}
    assert (await core.problem("delete_file", path="nothing")).code == "not_found"


@pytest.mark.parametrize("name", ["write_file", "append_file", "delete_file", "edit_file"])
@pytest.mark.parametrize(
    ("path", "codes"),
    [
        ("../outside", {"outside_scope"}),
        ("/tmp/outside", {"outside_scope"}),
        (".git/hooks/pre-commit", {"outside_scope"}),
        (".aule/x", {"outside_scope"}),
        ("link/f", {"outside_scope", "not_found"}),
        ("hard", {"outside_scope"}),
        ("pipe", {"not_a_file"}),
        ("a\0", {"invalid_path"}),
        ("x" * 300, {"invalid_path"}),
        ("\u202egnp.exe", {"invalid_path"}),
    ],
)
async def test_a_path_that_leads_elsewhere_is_never_written(core: Calls, name: str, path: str, codes: set[str]) -> None:
    outside = core.system.home.path / "secrets.json"
    outside.write_text("{}")
    (core.workspace / "link").symlink_to(core.system.home.path)
    os.link(outside, core.workspace / "hard")
    os.mkfifo(core.workspace / "pipe")
    more = {"delete_file": {}, "edit_file": {"search": "{", "replace": "x"}}.get(name, {"content": "attack"})
    problem = await core.problem(name, path=path, **more)
    assert problem.code in codes, "and nobody is asked to approve it"
    assert outside.read_text() == "{}"
    assert sorted(os.listdir(core.workspace)) == ["hard", "link", "pipe"]


async def test_half_a_character_is_refused(core: Calls) -> None:
    """S10: text that cannot be stored is refused, never half written."""
    problem = await core.problem("write_file", path="a", content="x\ud800y")
    assert problem.code in ("invalid_text", "invalid_param", "invalid")
    assert core.files() == {}
