"""Patterns over paths: they match what they say, hidden names only when named, and never take long."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.errors import Invalid
from aule.sandbox.globs import Globs
from aule.sandbox.ignored_files import Ignored
from aule.sandbox.scope import Scope
from aule.sandbox.workspace import Workspace


@pytest.mark.parametrize(
    ("patterns", "path", "expected"),
    [
        (["*.md"], "a.md", True),
        (["*.md"], "notes/a.md", False),
        (["**/*.md"], "a.md", True),
        (["**/*.md"], "notes/deep/a.md", True),
        (["**/*.MD"], "a.md", False),
        (["src/**"], "src/a/b.py", True),
        (["src/**"], "src/.git/config", False),
        (["src/**"], "srcs/a", False),
        (["src/{a,b}/*.py"], "src/b/x.py", True),
        (["src/{a,b}/*.py"], "src/c/x.py", False),
        (["**", "!drafts/**"], "drafts/a", False),
        (["**", "!**/*.key"], "a/.key", False),
        (["**/*.md", "!**/secret/**"], "x/secret/.hidden/a.md", False),
        (["!a"], "b", False),
        ([".env"], ".env", True),
        (["[ab].txt"], "a.txt", True),
    ],
)
def test_a_pattern_matches_what_it_says(patterns: list[str], path: str, expected: bool) -> None:
    assert Globs(patterns).match(path) is expected


@pytest.mark.parametrize(
    "pattern",
    [
        *("", "!", "/etc/*", "../*", "a/../b", "a\\b", "a\0b", "x" * 201, "*a*a*a*a", "**/**/**/**", "{1..9999999}"),
        *("{a,b}{a,b}{a,b}{a,b}", "{" + "a," * 30 + "}"),
    ],
)
def test_a_pattern_that_is_strange_or_costly_is_refused(pattern: str) -> None:
    with pytest.raises(Invalid) as caught:
        Globs([pattern])
    assert caught.value.problem.code == "invalid_glob"


@given(
    st.lists(st.sampled_from(["*", "**", "a", "?", "/", "{", "}", ",", "[", "]", "!", "b", "."]), max_size=30).map(
        "".join
    ),
    st.sampled_from(["a" * 250, "a/" * 100 + "a", "ab" * 100 + "c", "a.b/" * 50]),
)
def test_no_pattern_takes_long(pattern: str, path: str) -> None:
    try:
        globs = Globs([pattern])
    except Invalid:
        return
    before = time.perf_counter()
    globs.match(path)
    assert time.perf_counter() - before < 10  # not exponential


def test_lists_with_more_spellings_than_can_be_made_in_good_time_are_refused() -> None:
    """A hostile manifest or request is told so at once; it neither takes seconds nor ends in something unforeseen."""
    braces = "{a,b,c,d,e,f}{a,b,c,d,e,f}{a,b,c,d,e,f,g}"
    for make in (Globs, Scope):
        with pytest.raises(Invalid) as refused:
            make([f"**/{braces}*{number}" for number in range(100)])
        assert refused.value.problem.code == "invalid_glob"
        make(["src/**/*.{ts,tsx,js}"] * 50)
        with pytest.raises(Invalid):
            make(["{a,{b,c,d,e,f,g},{h,i,j,k,l}}" * 3] * 60)


def test_braces_in_rules_of_a_project_are_no_sign(tmp_path: Path) -> None:
    """To git they are letters; here such a rule says nothing, and costs nothing."""
    braces = "{a,b,c,d,e,f}{a,b,c,d,e,f}{a,b,c,d,e,f,g}"
    (tmp_path / ".gitignore").write_text("\n".join([*(f"{braces}{n}" for n in range(400)), "out/"]))
    with Workspace.open(tmp_path) as workspace:
        ignored = Ignored.of(workspace)
    assert ignored.has("out/x") and not ignored.has("aaa1")
