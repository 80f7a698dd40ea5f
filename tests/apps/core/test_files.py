"""Looking at files: read_file, list_dir, grep_search, file_search (OS-17)."""

from __future__ import annotations

import os
import time
from typing import Any

import pytest
from dirty_equals import IsStr
from tests.apps.core.calls import Calls

from aule.contracts.events.facts import ScopeViolated
from aule.text.hashing import bytes_hash

pytestmark = pytest.mark.anyio


def put(core: Calls, path: str, content: bytes | str) -> None:
    """A file somebody else made."""
    file = core.workspace / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)


async def test_a_file_is_read_with_its_lines_counted_and_its_source_cited(core: Calls) -> None:
    """K-10: the result says where it came from and how much of it there was."""
    put(core, "a.txt", "one\r\ntwo\nthree\n")
    result = await core.read("read_file", path="./a.txt")
    assert result.data == {
        "path": "a.txt",
        "text": "one\ntwo\nthree",
        "start_line": 1,
        "end_line": 3,
        "total_lines": 3,
        "truncated": False,
        "encoding": None,
        "newline": "mixed",
        "sha256": bytes_hash(b"one\r\ntwo\nthree\n"),
    }
    assert result.provenance is not None
    assert (result.provenance.source, result.provenance.rows, result.warnings) == ("a.txt", 3, [])


async def test_a_part_of_a_file_says_that_there_is_more(core: Calls) -> None:
    put(core, "a.txt", "\n".join(map(str, range(1, 1001))))
    result = await core.read("read_file", path="a.txt", start_line=11, max_lines=2)
    assert (result.data["text"], result.data["truncated"]) == ("11\n12", True)
    assert [warning.code for warning in result.warnings] == ["truncated"]
    assert (await core.data("read_file", path="a.txt"))["end_line"] == 400
    past = await core.data("read_file", path="a.txt", start_line=5000)
    assert (past["text"], past["total_lines"]) == ("", 1000)


async def test_very_long_lines_are_cut(core: Calls) -> None:
    put(core, "one.txt", "x" * 200_000)
    put(core, "many.txt", ("y" * 1000 + "\n") * 300)
    one, many = await core.read("read_file", path="one.txt"), await core.read("read_file", path="many.txt")
    assert (len(one.data["text"]), one.data["truncated"]) == (60_000, True)
    assert (many.data["end_line"], many.data["truncated"]) == (59, True)
    assert [w.code for w in (*one.warnings, *many.warnings)] == ["truncated", "truncated"]


async def test_an_old_windows_file_is_read_and_said_to_be_one(core: Calls) -> None:
    put(core, "a.csv", "avaliação;nota\r\n".encode("cp1252"))
    result = await core.read("read_file", path="a.csv")
    assert (result.data["text"], [w.code for w in result.warnings]) == ("avaliação;nota", ["encoding"])


@pytest.mark.parametrize("content", [b"\x00\x01\x02", b"%PDF\x00\xff", b"\x89PNG\r\n\x1a\n\x00", b"\x81\x8d\xff"])
async def test_a_binary_file_is_not_read_as_text(core: Calls, content: bytes) -> None:
    put(core, "x.bin", content)
    problem = await core.problem("read_file", path="x.bin")
    assert (problem.code, problem.message) == ("not_text", "'x.bin' is not a text file.")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../../token", "outside_scope"),
        ("/etc/passwd", "outside_scope"),
        ("nothing.txt", "not_found"),
        ("a\0b", "invalid_path"),
        ("", "invalid_path"),
        ("folder", "not_a_file"),
        ("link", "outside_scope"),
        ("big.txt", "too_large"),
    ],
)
async def test_what_cannot_be_read_says_why(core: Calls, path: str, code: str) -> None:
    put(core, "folder/x", "x")
    put(core, "big.txt", b"x" * 5_000_000)
    (core.workspace / "link").symlink_to("/etc/passwd")
    assert (await core.problem("read_file", path=path)).code == code


async def test_a_way_out_is_recorded(core: Calls) -> None:
    await core.problem("read_file", path="../../token")
    violated = [event.data for event in await core.system.events() if isinstance(event.data, ScopeViolated)]
    assert [(fact.capability, fact.target) for fact in violated] == [("core.read_file", "../../token")]


async def test_a_folder_is_listed_by_name_with_kinds_and_sizes(core: Calls) -> None:
    put(core, "b.txt", "12345")
    put(core, "a/x", "")
    (core.workspace / "l").symlink_to("b.txt")
    entry = {"modified": IsStr(regex=r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")}
    assert await core.data("list_dir") == {
        "path": ".",
        "total": 3,
        "entries": [
            {"name": "a", "path": "a", "kind": "folder", "size": 0, **entry},
            {"name": "b.txt", "path": "b.txt", "kind": "file", "size": 5, **entry},
            {"name": "l", "path": "l", "kind": "link", "size": 0, **entry},
        ],
    }
    assert (await core.problem("list_dir", path="b.txt")).code == "not_found"


async def test_a_huge_folder_is_cut_and_says_so(core: Calls) -> None:
    for number in range(1500):
        (core.workspace / f"{number:04}").touch()
    result = await core.read("list_dir")
    assert (len(result.data["entries"]), result.data["total"]) == (1000, 1500)
    assert [warning.code for warning in result.warnings] == ["truncated"]


def places(data: dict[str, Any]) -> list[tuple[str, int, str]]:
    return [(match["path"], match["line"], match["text"]) for match in data["matches"]]


async def test_a_text_is_found_without_minding_case_unless_it_has_capitals(core: Calls) -> None:
    put(core, "a.md", "Olá Mundo\nolá mundo\r\n")
    put(core, "src/b.py", "x = 1  # OLÁ MUNDO\n")
    put(core, ".hidden/c", "olá mundo")
    put(core, "node_modules/d", "olá mundo")
    put(core, "bin", b"ol\xc3\xa1 mundo\x00")
    result = await core.read("grep_search", pattern="olá mundo")
    assert places(result.data) == [
        ("a.md", 1, "Olá Mundo"),
        ("a.md", 2, "olá mundo"),
        ("src/b.py", 1, "x = 1  # OLÁ MUNDO"),
    ]
    assert (result.data["files_searched"], result.data["complete"]) == (2, True)
    assert [warning.code for warning in result.warnings] == ["unread"]
    assert places(await core.data("grep_search", pattern="Olá")) == [("a.md", 1, "Olá Mundo")]
    assert places(await core.data("grep_search", pattern="mundo", glob="*.py")) == [
        ("src/b.py", 1, "x = 1  # OLÁ MUNDO")
    ]
    assert places(await core.data("grep_search", pattern="mundo", path="src/b.py")) == [
        ("src/b.py", 1, "x = 1  # OLÁ MUNDO")
    ]
    assert places(await core.data("grep_search", pattern="mundo", path=".hidden", glob="c")) == [
        (".hidden/c", 1, "olá mundo")
    ]


async def test_signs_of_an_expression_are_plain_text_unless_asked_for(core: Calls) -> None:
    put(core, "a.txt", "f(x).*\naab\n")
    assert places(await core.data("grep_search", pattern="f(x).*")) == [("a.txt", 1, "f(x).*")]
    assert places(await core.data("grep_search", pattern=r"^a+b$", regex=True)) == [("a.txt", 2, "aab")]
    problem = await core.problem("grep_search", pattern="(", regex=True)
    assert (problem.code, problem.field) == ("invalid_pattern", "pattern")


async def test_an_expression_that_runs_away_is_stopped_and_nothing_hangs(core: Calls) -> None:
    """A regular expression can take for ever; it does so in a process that is killed."""
    put(core, "a.txt", "a" * 5000 + "!\n")
    before = time.monotonic()
    problem = await core.problem("grep_search", pattern=r"(a+)+$", regex=True)
    assert problem.code == "timeout"
    assert time.monotonic() - before < 60
    put(core, "b.txt", "fine\n")
    assert places(await core.data("grep_search", pattern="fin.", regex=True, path="b.txt")) == [("b.txt", 1, "fine")]


async def test_results_are_limited_and_long_lines_shown_around_the_hit(core: Calls) -> None:
    put(core, "a.txt", "hit\n" * 100)
    put(core, "b.txt", "x" * 5000 + "needle" + "y" * 5000)
    for regex in (False, True):
        result = await core.read("grep_search", pattern="hit", max_results=7, regex=regex)
        assert (len(result.data["matches"]), result.data["complete"]) == (7, False)
        (match,) = (await core.data("grep_search", pattern="needle", regex=regex))["matches"]
        assert (len(match["text"]), "needle" in match["text"]) == (302, True)


@pytest.mark.parametrize("pattern", ["", "x" * 501, "a\nb"])
async def test_a_strange_pattern_is_refused(core: Calls, pattern: str) -> None:
    assert (await core.problem("grep_search", pattern=pattern)).code == "invalid_pattern"


async def test_files_are_found_by_pattern(core: Calls) -> None:
    for path in ("a.md", "docs/b.md", "docs/c.txt", ".github/w.yml", "build/x.md", ".git/config"):
        put(core, path, path)

    async def found(glob: str, path: str = ".") -> list[str]:
        return [place["path"] for place in (await core.data("file_search", glob=glob, path=path))["found"]]

    assert await found("*.md") == ["a.md", "docs/b.md"]
    assert await found("docs/*") == ["docs/b.md", "docs/c.txt"]
    assert await found("*.{md,txt}", "docs") == ["docs/b.md", "docs/c.txt"]
    assert await found(".github/**/*.yml") == [".github/w.yml"]
    assert await found("build/*.md") == ["build/x.md"]
    assert await found("**/config") == []
    assert (await core.problem("file_search", glob="../*")).code == "invalid_glob"


async def test_a_link_out_is_seen_but_not_searched(core: Calls) -> None:
    (core.workspace / "home").symlink_to(core.system.home.path)
    assert places(await core.data("grep_search", pattern="a")) == []
    assert (await core.problem("grep_search", pattern="a", path="home")).code in ("outside_scope", "not_found")


async def test_a_pipe_in_the_workspace_holds_nothing_up(core: Calls) -> None:
    os.mkfifo(core.workspace / "pipe")
    put(core, "a", "x")
    assert places(await core.data("grep_search", pattern="x")) == [("a", 1, "x")]
    assert (await core.problem("read_file", path="pipe")).code == "not_a_file"
