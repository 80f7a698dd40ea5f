"""Which names a path may have."""

from __future__ import annotations

import pytest

from aule.contracts.errors import AuleError, Invalid, OutsideScope
from aule.sandbox.names import canonical, is_usable, writable


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("a", "a"),
        ("./a//b/", "a/b"),
        (".", "."),
        ("./", "."),
        ("notas/São João – 2026.md", "notas/São João – 2026.md"),
        ("日本語/ファイル", "日本語/ファイル"),
        ("a~b/~$x", "a~b/~$x"),
        ("...", "..."),
        ("a..b", "a..b"),
        ("-rf", "-rf"),
        ("C:/x", "C:/x"),
    ],
)
def test_a_plain_path_has_one_form(given: str, expected: str) -> None:
    assert canonical(given) == expected


@pytest.mark.parametrize(
    ("path", "error", "says"),
    [
        ("", Invalid, "is empty"),
        ("a" * 1025, Invalid, "longer than 1024"),
        ("é" * 200, Invalid, "longer than 255 bytes"),
        ("a\0b", Invalid, "a control character (U+0000)"),
        ("a\nb", Invalid, "a control character (U+000A)"),
        ("a\x7fb", Invalid, "U+007F"),
        ("a\x9bb", Invalid, "U+009B"),
        ("\ud800", Invalid, "half of a character (U+D800)"),
        ("x\u202etxt.exe", Invalid, "an invisible character (U+202E)"),
        (".g\u200cit/config", Invalid, "U+200C"),
        ("a\ufeff", Invalid, "U+FEFF"),
        ("a\u2028b", Invalid, "a line separator"),
        ("..\\..\\x", Invalid, "a backslash"),
        ("/etc/passwd", OutsideScope, "not relative"),
        ("//etc", OutsideScope, "not relative"),
        ("~", OutsideScope, "not relative"),
        ("~/.ssh/id", OutsideScope, "not relative"),
        ("..", OutsideScope, "climbs out"),
        ("a/../../b", OutsideScope, "climbs out"),
        ("a/..", OutsideScope, "climbs out"),
        ("./../x", OutsideScope, "climbs out"),
    ],
)
def test_a_path_that_means_or_looks_like_something_else_is_refused(
    path: str, error: type[AuleError], says: str
) -> None:
    with pytest.raises(error) as caught:
        canonical(path)
    assert says in str(caught.value)
    assert caught.value.problem.hint == "Use a path relative to the workspace, such as notes/ideas.md."
    str(caught.value).encode()  # the message itself can be stored and sent
    assert not is_usable(path)


@pytest.mark.parametrize("path", [".", "./"])
def test_the_workspace_itself_is_not_a_file(path: str) -> None:
    with pytest.raises(Invalid, match="the workspace itself"):
        writable(path)


@pytest.mark.parametrize("path", [".git/x", "a/.AULE/b", "．git/x", ".git . ./x", ".aule-write-12/x"])
def test_protected_folders_are_recognised_in_every_spelling(path: str) -> None:
    assert canonical(path) == path
    with pytest.raises(OutsideScope, match="not written"):
        writable(path)


@pytest.mark.parametrize("path", [".gitignore", ".github/workflows/x.yml", "git", "aule", ".env"])
def test_names_that_only_look_alike_are_free(path: str) -> None:
    assert writable(path) == path
