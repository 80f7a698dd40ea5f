"""Globs compared without looking at files: what is said to be inside is inside, what could meet is said to (CO-50)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aule.apps.conductor.workflow.areas import holds, is_plain, meets
from aule.sandbox.scope import Scope

NAMES = st.sampled_from(["a", "b", "ab", "*", "a*", "*b", "?", "**", ".a", "{a,b}", "{a,b*}c", "[ab]", "A"])
PATTERNS = (
    st.lists(NAMES, min_size=1, max_size=4)
    .map("/".join)
    .filter(lambda text: text.count("**") <= 3 and text.count("{") <= 3)  # more than that is no scope
)
PATHS = st.lists(st.sampled_from(["a", "b", "ab", "ac", "bc", "abc", ".a", "bb", "A"]), min_size=1, max_size=4).map(
    "/".join
)


@pytest.mark.parametrize(
    ("scope", "pattern", "inside"),
    [
        (["src/service/*.kt"], "src/service/X.kt", True),
        (["src/service/*.kt"], "src/service/*Service.kt", True),
        (["src/service/*.kt"], "src/service/deep/X.kt", False),
        (["src/service/*Service.kt"], "src/service/*.kt", False),
        (["src/**"], "src/a/b/*.kt", True),
        (["src/**/*.kt"], "src/*.kt", True),
        (["src/**/*.kt"], "src/**/*.kt", True),
        (["src/*/*.kt"], "src/**/*.kt", False),
        (["src/{a,b}/*.kt"], "src/{b,a}/X.kt", True),
        (["src/{a,b}/*.kt"], "src/{b,c}/X.kt", False),
        (["src/**", "!src/secret/**"], "src/open/X.kt", True),
        (["src/**", "!src/secret/**"], "src/secret/X.kt", False),
        (["src/**", "!src/secret/**"], "src/*/X.kt", False),
        (["*"], ".hidden", False),
        (["**/*"], "a/.hidden/b", False),
        ([], "x", False),
    ],
)
def test_what_is_inside_a_scope(scope: list[str], pattern: str, inside: bool) -> None:
    assert holds(scope, pattern) is inside


@settings(max_examples=600)
@given(st.lists(PATTERNS, min_size=1, max_size=3), PATTERNS, PATHS)
def test_nothing_is_said_to_be_inside_that_is_not(scope: list[str], pattern: str, path: str) -> None:
    """If a pattern is held by a scope, every path it matches is allowed by it."""
    if holds(scope, pattern) and Scope([pattern]).allows(path):
        assert Scope(scope).allows(path)


@settings(max_examples=600)
@given(PATTERNS, PATTERNS, PATHS)
def test_what_meets_in_a_file_is_said_to(one: str, other: str, path: str) -> None:
    """If both match a path, they meet."""
    if Scope([one]).allows(path) and Scope([other]).allows(path):
        assert meets([one], [other])


def test_a_plain_path_is_no_glob() -> None:
    assert [is_plain(each) for each in ("a/b.kt", "a/*.kt", "!a", "{a,b}", "a[0]")] == [
        True,
        False,
        False,
        False,
        False,
    ]
