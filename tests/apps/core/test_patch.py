"""Patches: read in both forms, fitted exactly or not at all, several files together (OS-17, CO-22, CO-27)."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from tests.apps.core.calls import Calls

from aule.apps.core.patches.fit import fitted
from aule.apps.core.patches.patch_files import parse, touched
from aule.contracts.access.approval import FileDiff, Patch
from aule.contracts.documents import Document
from aule.contracts.errors import AuleError, Conflict, Invalid

pytestmark = pytest.mark.anyio


def put(core: Calls, path: str, content: bytes, mode: int = 0o644) -> None:
    """A file somebody else made."""
    file = core.workspace / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    file.chmod(mode)


def tree(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its bytes and permissions."""
    files = (path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mode & 0o777) for path in files}


def git(root: Path, *words: str) -> str:
    """What git says in a folder."""
    config = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "core.autocrlf=false", "-c", "core.safecrlf=false"]
    done = subprocess.run(["git", *config, *words], cwd=root, capture_output=True, check=True)
    return done.stdout.decode()


def one(old: str, patch: str) -> str:
    """A text after the only file of a patch."""
    return fitted(Document(old), parse(patch)[0])


ENDS = st.sampled_from(["\n", "\r\n"])
LINE = st.sampled_from(["a", "b", "c", "", "  d", "+x", "-y", "@@ z", "--- q", "\\ w", "ação"])
TEXT = st.tuples(st.lists(st.tuples(LINE, ENDS), max_size=25), LINE).map(
    lambda pair: "".join(line + end for line, end in pair[0]) + pair[1]
)


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(old=TEXT, new=TEXT, around=st.sampled_from([1, 3, 9]))
def test_what_git_writes_as_a_diff_gives_the_new_text_to_the_byte(
    tmp_path: Path, old: str, new: str, around: int
) -> None:
    """Git is the oracle: mixed line ends, lines that look like a patch, no end of line at the end."""
    for name, text in (("a", old), ("b", new)):
        (tmp_path / name).write_bytes(text.encode())
    told = subprocess.run(
        ["git", "diff", "--no-index", "--no-renames", f"-U{around}", "a", "b"], cwd=tmp_path, capture_output=True
    )
    diff = told.stdout.decode().replace("+++ b/b", "+++ b/a").replace("diff --git a/a b/b", "diff --git a/a b/a")
    if not diff:
        assert old == new
        return
    try:
        assert one(old, diff) == new
    except Conflict as error:
        assert not old and "no line that stands" in str(error)


async def test_a_diff_of_a_whole_tree_as_git_writes_it_makes_the_same_tree(core: Calls, tmp_path: Path) -> None:
    """New, gone, renamed, copied, changed and executable files, a name with accents, CRLF, no end of line."""
    repository = tmp_path / "repository"
    repository.mkdir()
    git(repository, "init", "-q")
    before = {
        "keep.txt": b"one\ntwo\nthree\nfour\nfive\nsix\n",
        "win.txt": b"a\r\nb\r\nc\r\n",
        "open.txt": b"no end",
        "gone.txt": b"bye\n",
        "deep/old name.txt": b"".join(b"line %d\n" % n for n in range(20)),
        "tool.sh": b"#!/bin/sh\necho hi\n",
        "ação.md": b"# t\n",
        "empty": b"",
    }
    for name, content in before.items():
        for root in (repository, core.workspace):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(content)
            (root / name).chmod(0o644)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "before")
    (repository / "keep.txt").write_bytes(b"one\nTWO\nthree\nfour\nfive\nsix\nseven\n")
    (repository / "win.txt").write_bytes(b"a\r\nB\r\nc\r\nd\r\n")
    (repository / "open.txt").write_bytes(b"no end\nat all")
    (repository / "gone.txt").unlink()
    (repository / "deep" / "old name.txt").rename(repository / "moved.txt")
    (repository / "moved.txt").write_bytes(
        (repository / "moved.txt").read_bytes().replace(b"line 3\n", b"line three\n")
    )
    (repository / "tool.sh").chmod(0o755)
    (repository / "ação.md").write_bytes(b"# t\n\nnova\n")
    (repository / "empty").unlink()
    (repository / "new").mkdir()
    (repository / "new" / "a.txt").write_bytes(b"fresh")
    (repository / "new" / "none").write_bytes(b"")
    git(repository, "add", "-A")
    original = tree(core.workspace)
    patch = git(repository, "diff", "--cached", "-M")
    approval = await core.ask("apply_patch", patch=patch)
    assert tree(core.workspace) == original, "nothing happens before the approval"
    assert isinstance(approval.preview, Patch)
    assert {file.path for file in approval.preview.files} == {
        *("keep.txt", "win.txt", "open.txt", "gone.txt", "moved.txt", "tool.sh", "ação.md", "new/a.txt", "new/none")
    }
    shown = {file.path: file.diff for file in approval.preview.files}
    assert shown["tool.sh"] == "new mode 100755"
    assert shown["moved.txt"].startswith("rename from deep/old name.txt\nrename to moved.txt\n")
    await core.approve(approval)
    assert tree(core.workspace) == tree(repository)
    await core.system.kernel.undo(f"run:{approval.run}")
    assert tree(core.workspace) == original


MODELS = """*** Begin Patch
*** Add File: docs/new.md
+# New
+text
*** Update File: src/app.py
@@ def b():
-    return 1
+    return 2
@@
 def c():
-    pass
+    return 3
*** Delete File: old.txt
*** Update File: a.txt
*** Move to: b.txt
@@
-one
+uno
*** End Patch
"""


async def test_the_form_models_know_changes_several_files_as_shown(core: Calls) -> None:
    put(core, "src/app.py", b"def a():\n    return 1\n\ndef b():\n    return 1\n\ndef c():\n    pass\n")
    put(core, "old.txt", b"x\n")
    put(core, "a.txt", b"one\ntwo", 0o755)
    approval = await core.ask("apply_patch", patch=MODELS)
    result = await core.approve(approval)
    assert core.files() == {
        "b.txt": b"uno\ntwo",
        "docs/new.md": b"# New\ntext\n",
        "src/app.py": b"def a():\n    return 1\n\ndef b():\n    return 2\n\ndef c():\n    return 3\n",
    }
    assert (core.workspace / "b.txt").stat().st_mode & 0o777 == 0o755
    assert [(file["path"], file["op"]) for file in result.data["files"]] == [
        ("docs/new.md", "create"),
        ("src/app.py", "edit"),
        ("old.txt", "delete"),
        ("a.txt", "delete"),
        ("b.txt", "create"),
    ]
    assert len(result.changes) == 5


async def test_one_hunk_that_does_not_fit_means_that_nothing_is_written(core: Calls) -> None:
    put(core, "a.txt", b"one\ntwo\n")
    put(core, "b.txt", b"1\n2\n3\n")
    patch = "--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-one\n+uno\n two\n"
    patch += "--- b.txt\n+++ b.txt\n@@ -1,3 +1,3 @@\n 1\n-zwei\n+II\n 3\n"
    problem = await core.problem("apply_patch", patch=patch)
    assert (problem.code, problem.message) == (
        "patch_does_not_fit",
        "Hunk 1 does not fit 'b.txt': line 2 is '2', not 'zwei'.",
    )
    assert core.files() == {"a.txt": b"one\ntwo\n", "b.txt": b"1\n2\n3\n"}


async def test_a_patch_holds_only_for_the_files_as_they_were_shown(core: Calls) -> None:
    put(core, "a.txt", b"one\ntwo\nthree\n")
    approval = await core.ask("apply_patch", patch="--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-one\n+uno\n")
    put(core, "a.txt", b"one\ntwo\nTHREE\n")
    with pytest.raises(Conflict, match="no longer do what was shown"):
        await core.system.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
    assert core.files() == {"a.txt": b"one\ntwo\nTHREE\n"}, "it is asked again"


async def test_what_is_previewed_is_what_is_written(core: Calls) -> None:
    """A preview can itself be applied, and gives the same bytes."""
    put(core, "a.txt", b"one\ntwo\nthree\nfour\nfive\n")
    before = (core.workspace / "a.txt").read_text()
    approval = await core.ask("apply_patch", patch="--- a/a.txt\n+++ b/a.txt\n@@ -4 +4,2 @@\n-four\n+FOUR\n+4.5\n")
    assert isinstance(approval.preview, Patch)
    shown = approval.preview.files[0].diff + "\n"
    await core.approve(approval)
    assert one(before, shown) == (core.workspace / "a.txt").read_text()


FITS = {
    "where it says": ("a\nx\nb\na\nx\nb\n", "@@ -4,3 +4,3 @@\n a\n-x\n+y\n b\n", "a\nx\nb\na\ny\nb\n"),
    "elsewhere, once": ("new\nnew\na\nx\nb\n", "@@ -1,3 +1,3 @@\n a\n-x\n+y\n b\n", "new\nnew\na\ny\nb\n"),
    "without counts of one": ("x\n", "@@ -1 +1 @@\n-x\n+y\n", "y\n"),
    "an empty context line cut by an editor": ("a\n\nb\n", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", "a\n\nc\n"),
    "keeping no end of line": ("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\nc"),
    "adding an end of line": ("a", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", "a\n"),
    "taking the end of line": ("a\n", "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n", "a"),
    "keeping line ends": ("a\r\nb\r\n", "@@ -1,2 +1,3 @@\n a\n+x\n-b\n+c\n", "a\r\nx\r\nc\r\n"),
    "keeping mixed line ends": ("a\nb\r\nc\nd\r\n", "@@ -2,2 +2,3 @@\n b\n+x\n c\n", "a\nb\r\nx\r\nc\nd\r\n"),
    "with line ends of its own": ("a\r\nb\n", "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n", "a\nb\n"),
    "into an empty file": ("", "@@ -0,0 +1,2 @@\n+a\n+b\n", "a\nb\n"),
    "lines that look like a header": ("-- a\n", "@@ -1 +1 @@\n--- a\n+++ b\n", "++ b\n"),
}


@pytest.mark.parametrize(("old", "hunks", "new"), FITS.values(), ids=FITS.keys())
def test_a_hunk_fits(old: str, hunks: str, new: str) -> None:
    assert one(old, f"--- a/f\n+++ b/f\n{hunks}") == new


MISFITS = {
    "nowhere": ("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-x\n+y\n", "line 2 is 'b', not 'x'"),
    "in several places": ("q\nx\nr\nx\n", "@@ -9,1 +9,1 @@\n-x\n+y\n", "fits 'f' in 2 places (lines 2, 4)"),
    "with other spaces": ("  a\n", "@@ -1 +1 @@\n- a\n+b\n", "line 1 is '  a', not ' a'"),
    "behind the end": ("a\n", "@@ -1,2 +1,1 @@\n a\n-b\n", "line 2 is behind the end of the file, not 'b'"),
    "with no line of the file": ("a\n", "@@ -1,0 +2,1 @@\n+b\n", "has no line that stands in the file"),
    "claiming no end of line": ("a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n", "but there is one"),
    "claiming the end": ("a\nb\n", "@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n", "but it goes on"),
    "out of order": ("a\nb\n", "@@ -2 +2 @@\n-b\n+c\n@@ -1 +1 @@\n-a\n+x\n", "Hunk 2 does not fit"),
}


@pytest.mark.parametrize(("old", "hunks", "why"), MISFITS.values(), ids=MISFITS.keys())
def test_a_hunk_does_not_fit(old: str, hunks: str, why: str) -> None:
    with pytest.raises(Conflict) as caught:
        one(old, f"--- f\n+++ f\n{hunks}")
    assert why in str(caught.value)
    assert (caught.value.problem.code, caught.value.problem.hint is not None) == ("patch_does_not_fit", True)


def test_line_ends_of_the_patch_itself_are_told_from_those_of_the_file() -> None:
    """Git shows a line of the file behind `@@`, with its carriage return."""
    diff = "--- a/f\n+++ b/f\n@@ -1 +1 @@ def f():\r\n-a\r\n+a\n"
    assert one("a\r\n", diff) == "a\n"
    assert one("a\n", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n".replace("\n", "\r\n")) == "b\n"


async def test_a_new_file_expects_nothing(core: Calls) -> None:
    problem = await core.problem("apply_patch", patch="--- /dev/null\n+++ b/n\n@@ -1 +1,2 @@\n-gone\n+a\n+b\n")
    assert (problem.code, core.files()) == ("patch_does_not_fit", {})


def test_an_anchor_says_which_of_two_places_is_meant_and_must_be_unique() -> None:
    text = "def a():\n    return 1\ndef b():\n    return 1\n"
    begin, end = "*** Begin Patch\n*** Update File: f\n", "*** End Patch"
    change = "-    return 1\n+    return 2\n"
    assert one(text, f"{begin}@@ def b():\n{change}{end}") == text[:-2] + "2\n"
    for head, why in (("@@", "2 places"), ("@@ def x():", "is not in it"), ("@@ return 1", "stands 2 times")):
        with pytest.raises(Conflict, match=why):
            one(text, f"{begin}{head}\n{change}{end}")
    assert one("a\nx\nb\nx\n", f"{begin}@@\n-x\n+y\n*** End of File\n{end}") == "a\nx\nb\ny\n"
    assert one("a\r\n", f"{begin}+b\n{end}") == "a\r\nb\r\n"


BROKEN = {
    "nothing": "",
    "only words": "please change it",
    "a hunk without a file": "@@ -1 +1 @@\n-a\n+b\n",
    "half a header": "--- a\n@@ -1 +1 @@\n-a\n+b\n",
    "no file at all": "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n",
    "a hunk that is too short": "--- a\n+++ a\n@@ -1,2 +1,2 @@\n-a\n+b\n",
    "a hunk that is too long": "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n+c\n",
    "a line behind a blank one": "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n\n+c\n",
    "a hunk without numbers": "--- a\n+++ a\n@@ @@\n-a\n+b\n",
    "a binary file": "diff --git a/x.png b/x.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\n",
    "a link": "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n",
    "two names": "diff --git a/x b/x\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n",
    "no end": "*** Begin Patch\n*** Delete File: a\n",
    "a section nobody knows": "*** Begin Patch\n*** Rename File: a\n*** End Patch\n",
    "a new file without signs": "*** Begin Patch\n*** Add File: a\ntext\n*** End Patch\n",
    "a wrong sign": "*** Begin Patch\n*** Update File: a\n?x\n*** End Patch\n",
}


@pytest.mark.parametrize("patch", BROKEN.values(), ids=BROKEN.keys())
def test_a_patch_that_cannot_be_read_is_refused(patch: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse(patch)
    assert caught.value.problem.code == "invalid_patch"
    assert touched(patch) == []


@given(st.text(st.sampled_from("*+-@ \n\\ab/:0,1"), max_size=200))
def test_no_patch_is_a_surprise(patch: str) -> None:
    for text in (patch, f"--- a\n+++ a\n@@ -1 +1 @@\n{patch}", f"*** Begin Patch\n{patch}\n*** End Patch"):
        try:
            for file in parse(text):
                fitted(Document("a\nb\n"), file)
        except AuleError as error:
            assert error.problem.code in ("invalid_patch", "patch_does_not_fit")


async def test_the_files_a_patch_is_about_are_what_rules_and_approvals_speak_of(core: Calls) -> None:
    """A rule that forbids a folder forbids patches of it; the list cannot be made to say something else."""
    put(core, "a.txt", b"x\n")
    patch = "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-x\n+y\n"
    approval = await core.ask("apply_patch", patch=patch)
    assert approval.call is not None and approval.call.bound_params is not None
    assert approval.call.bound_params["paths"] == ["a.txt"]
    assert approval.binds.envelope.targets == {"paths": [["a.txt"]]}
    problem = await core.problem("apply_patch", patch=patch, paths=["b.txt"])
    assert (problem.code, problem.field) == ("invalid_param", "paths")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../out", "outside_scope"),
        ("/etc/out", "outside_scope"),
        (".git/config", "outside_scope"),
        ("x/.aule/y", "outside_scope"),
        (".env", "secret_file"),
        ("link/x", "outside_scope"),
        ("a\\b", "invalid_path"),
        ("taken", "already_exists"),
        ("taken/below", "not_a_folder"),
    ],
)
async def test_a_patch_writes_nowhere_else(core: Calls, tmp_path: Path, path: str, code: str) -> None:
    """Each way a path can come in: new, changed, deleted, and both ends of a rename."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (core.workspace / "link").symlink_to(outside)
    put(core, "taken", b"t\n")
    put(core, "fine.txt", b"f\n")
    before = core.files()
    patches = [
        f"*** Begin Patch\n*** Update File: fine.txt\n-f\n+g\n*** Add File: {path}\n+x\n*** End Patch",
        f"*** Begin Patch\n*** Update File: fine.txt\n*** Move to: {path}\n-f\n+g\n*** End Patch",
    ]
    if code not in ("already_exists", "not_a_folder"):
        patches += [f"*** Begin Patch\n*** Delete File: {path}\n*** End Patch"]
        patches += [f"*** Begin Patch\n*** Update File: {path}\n*** Move to: ok.txt\n-f\n+g\n*** End Patch"]
    for patch in patches:
        assert (await core.problem("apply_patch", patch=patch)).code == code
    assert (core.files(), list(outside.iterdir())) == (before, [])


async def test_a_file_named_twice_or_inside_a_file_is_refused(core: Calls) -> None:
    twice = "*** Begin Patch\n*** Add File: a\n+1\n*** Add File: ./a\n+2\n*** End Patch"
    inside = "*** Begin Patch\n*** Add File: a\n+1\n*** Add File: a/b\n+2\n*** End Patch"
    assert (await core.problem("apply_patch", patch=twice)).code == "duplicate_path"
    assert (await core.problem("apply_patch", patch=inside)).code == "not_a_folder"
    assert core.files() == {}


async def test_a_file_is_moved_with_its_permissions_and_back(core: Calls) -> None:
    """Both ends are what rules and approvals speak of; nothing that is there is replaced (CO-22)."""
    put(core, "a/tool.bin", b"\x00\xff\r\n", 0o750)
    put(core, "there", b"t")
    approval = await core.ask("move_file", source="a/tool.bin", target="b/c/tool.bin")
    assert approval.binds.envelope.targets == {"source": ["a/tool.bin"], "target": ["b/c/tool.bin"]}
    assert isinstance(approval.preview, Patch)
    assert [type(file) for file in approval.preview.files] == [FileDiff]
    assert approval.preview.files[0].diff.startswith("rename from a/tool.bin\nrename to b/c/tool.bin\n4 bytes (sha256 ")
    await core.approve(approval)
    assert tree(core.workspace) == {"b/c/tool.bin": (b"\x00\xff\r\n", 0o750), "there": (b"t", 0o644)}
    await core.system.kernel.undo(f"run:{approval.run}")
    assert tree(core.workspace) == {"a/tool.bin": (b"\x00\xff\r\n", 0o750), "there": (b"t", 0o644)}
    for source, target, code in (
        ("there", "there", "already_exists"),
        ("there", "a/tool.bin", "already_exists"),
        ("none", "x", "not_found"),
        ("there", "../x", "outside_scope"),
        ("../x", "there", "outside_scope"),
        ("there", ".git/hooks/x", "outside_scope"),
        ("there", ".env", "secret_file"),
        ("there", "a", "not_a_file"),
        ("a", "b", "not_a_file"),
    ):
        assert (await core.problem("move_file", source=source, target=target)).code == code, (source, target)
