"""Differences say exactly what changes, and texts go back as they were."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.access import differences
from aule.contracts.access.differences import hunks, taken, unified
from aule.contracts.documents import decode
from aule.contracts.errors import Invalid

HUNK = re.compile(r"@@ -(\d+),(\d+) \+(\d+),(\d+) @@")


def apply(diff: str, old: str) -> str:
    """The text a unified diff makes of another: an independent reading of the format."""
    if not diff:
        return old
    source = old.split("\n")
    ends_open = source.pop()
    if ends_open:
        source.append(ends_open)
    result: list[str] = []
    place, open_end = 0, bool(ends_open)
    lines = diff.split("\n")[2:]
    for number, line in enumerate(lines):
        if match := HUNK.fullmatch(line):
            start = int(match[1]) - (1 if int(match[2]) else 0)
            result += source[place:start]
            place = start
        elif line.startswith("\\"):
            if lines[number - 1][0] in "+ ":
                open_end = True
        else:
            if line[0] in " -":
                assert source[place] == line[1:]
                place += 1
                open_end = open_end and place < len(source)
            if line[0] in " +":
                result.append(line[1:])
    result += source[place:]
    return "\n".join(result) + ("" if open_end or not result else "\n")


line = st.sampled_from(["a", "b", "c", "", "  d", "+x", "-y", "@@ z"])
text = st.lists(line, max_size=30).map("\n".join)


@given(text, text)
def test_a_diff_applied_to_the_old_text_gives_the_new_one(old: str, new: str) -> None:
    diff, added, removed = unified("f", old, new)
    assert apply(diff, old) == new
    body = diff.split("\n")[2:]
    assert (added, removed) == (sum(x[:1] == "+" for x in body), sum(x[:1] == "-" for x in body))


@given(text, text)
def test_a_large_change_is_shown_as_one_block_that_is_just_as_true(old: str, new: str) -> None:
    most = differences.MOST_COMPARED
    try:
        differences.MOST_COMPARED = 1
        assert apply(unified("f", old, new)[0], old) == new
        assert taken(old, new, range(len(hunks(old, new)))) == new
    finally:
        differences.MOST_COMPARED = most


def test_two_edits_far_apart_in_a_long_text_are_two_places() -> None:
    """Too long to compare as a whole, it is held together by the lines that stand once in both."""
    old = [f"line {n}\n" if n % 3 else "\n" for n in range(12_000)]
    new = ["first\n", *old[1:11_000], "later\n", *old[11_002:]]
    found = hunks("".join(old), "".join(new))
    assert [(hunk.added, hunk.removed) for hunk in found] == [(1, 1), (1, 2)]
    assert taken("".join(old), "".join(new), [0]) == "".join(["first\n", *old[1:]])


def test_equal_texts_have_no_diff() -> None:
    assert unified("f", "a\nb", "a\nb") == ("", 0, 0)


def test_a_missing_end_of_line_is_shown() -> None:
    assert unified("f", "a\n", "a")[0] == "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file"


def test_changed_line_ends_are_visible() -> None:
    assert unified("f", "a\r\n", "a\n")[0] == "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a␍\n+a"


def test_characters_that_deceive_the_eye_are_spelled_out() -> None:
    """What is approved is what is seen: text that reorders or hides itself does not get through."""
    diff, _, _ = unified("f", "", "if admin\u202e\u2066 // check\u2069\u200b\x1b[2K:\n", is_new=True)
    assert diff.endswith("+if admin⟦U+202E⟧⟦U+2066⟧ // check⟦U+2069⟧⟦U+200B⟧⟦U+001B⟧[2K:")
    assert hunks("", "a\u202eb\n")[0].lines == ["+a⟦U+202E⟧b"], "what is adopted piece by piece is seen just as well"


def test_a_huge_diff_is_cut_and_says_by_how_much() -> None:
    diff, added, _ = unified("f", "", "x" * 99 + "\n" + ("y" * 99 + "\n") * 5000, is_new=True)
    assert added == 5001
    assert len(diff) < 101_000 and re.search(r"\n… \d+ more characters \(sha256 [0-9a-f]{16}\)$", diff)


def test_a_diff_of_tangled_texts_does_not_take_long() -> None:
    old, new = ("".join(f"{n * step % 7}\n" for n in range(20_000)) for step in (3, 5))
    before = time.perf_counter()
    unified("f", old, new)
    assert time.perf_counter() - before < 20


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=200))
def test_text_goes_back_as_it_was(content: str) -> None:
    for encoding in ("utf-8", "cp1252"):
        try:
            stored = content.encode(encoding)
            document = decode(stored, "f")
        except (UnicodeEncodeError, Invalid):
            continue
        assert document.encode(document.text, "f") == stored


@given(st.binary(max_size=200))
def test_bytes_are_text_that_goes_back_or_are_refused(content: bytes) -> None:
    try:
        document = decode(content, "f")
    except Invalid as error:
        assert error.problem.code == "not_text"
    else:
        assert document.encode(document.text, "f") == content


def test_what_an_encoding_cannot_hold_is_refused() -> None:
    with pytest.raises(Invalid, match="cp1252 cannot hold"):
        decode("ação".encode("cp1252"), "f").encode("日本", "f")


def test_a_name_makes_up_no_lines_of_a_diff() -> None:
    """A line break in a path is a mark, so that no lines are shown that are not the file's."""
    text = unified("a\n@@ -1,1 +1,1 @@\n+harmless", "", "rm\n", is_new=True).text
    assert text.split("\n")[2:] == ["@@ -0,0 +1,1 @@", "+rm"]
