"""Patterns over paths: they match what they say, hidden names only when named, and never take long."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.errors import Invalid
from aule.sandbox.globs import Globs


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
