"""Texts in files: how bytes become text and go back without losing anything, and what changed between two."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from aule.contracts.hashing import bytes_hash
from aule.sdk import FileDiff, Preview, Text, errors

LARGEST = 4 * 1024 * 1024
"""Bytes of a file that is edited as text."""
LONGEST_DIFF = 100_000
MOST_COMPARED = 1_000
"""Lines that are compared one by one; a larger change is shown as one block."""

_DECEPTIVE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True, slots=True)
class Document:
    """A file's text, with what it takes to write it back as it was."""

    text: str
    encoding: str = "utf-8"

    @property
    def newline(self) -> str:
        """How its lines end."""
        return "\r\n" if "\r\n" in self.text else "\n"

    def encode(self, text: str, path: str) -> bytes:
        """A new text in the file's own encoding."""
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise errors.Invalid(
                f"The text for {path!r} contains {text[error.start]!r}, which {self.encoding} cannot hold.",
                code="invalid_text",
                hint="Leave that character out, or write the whole file anew as UTF-8.",
            ) from None


def decode(content: bytes, path: str) -> Document:
    """The text in a file: UTF-8, or what older Windows programs write; binary content is refused."""
    try:
        text = content.decode("utf-8")
        encoding = "utf-8"
    except UnicodeDecodeError:
        try:
            text = content.decode("cp1252")
        except UnicodeDecodeError:
            raise _binary(path) from None
        encoding = "cp1252"
    if _CONTROL.search(text[:8192]) if encoding == "utf-8" else _CONTROL.search(text):
        raise _binary(path)
    return Document(text, encoding)


def preview(path: str, before: bytes | None, after: bytes | None) -> Preview:
    """What a write would do to a file, for a person to look at."""
    try:
        old = "" if before is None else decode(before, path).text
        new = "" if after is None else decode(after, path).text
    except errors.Invalid:
        was, becomes = ("nothing" if side is None else f"{len(side)} bytes ({_mark(side)})" for side in (before, after))
        return Text(text=f"{path}: binary content, {was} → {becomes}")
    diff, added, removed = unified(path, old, new, is_new=before is None, is_gone=after is None)
    return FileDiff(path=path, diff=diff, added=added, removed=removed, is_new=before is None)


def unified(path: str, old: str, new: str, *, is_new: bool = False, is_gone: bool = False) -> tuple[str, int, int]:
    """A unified diff, and how many lines come and go. Characters that could deceive are spelled out."""
    before, after = _lines(old), _lines(new)
    ending = "␍" if ("\r" in old) != ("\r" in new) and old and new else ""
    start, end = _common(before, after)
    groups = _blocks(before, after, start, end)
    lines: list[str] = []
    added = removed = 0
    for old_from, old_to, new_from, new_to, body in groups:
        lines.append(f"@@ -{_span(old_from, old_to)} +{_span(new_from, new_to)} @@")
        for line in body:
            added += line[0] == "+"
            removed += line[0] == "-"
            bare = line.removesuffix("\n")
            lines.append(bare.removesuffix("\r") + (ending if bare.endswith("\r") else ""))
            if not line.endswith("\n"):
                lines.append("\\ No newline at end of file")
    if not lines:
        return "", 0, 0
    head = [f"--- {'/dev/null' if is_new else path}", f"+++ {'/dev/null' if is_gone else path}"]
    text = _DECEPTIVE.sub(lambda match: f"⟦U+{ord(match[0]):04X}⟧", "\n".join([*head, *lines]))
    if len(text) > LONGEST_DIFF:
        rest = text[LONGEST_DIFF:]
        text = f"{text[:LONGEST_DIFF]}\n… {len(rest)} more characters ({_mark(rest.encode())})"
    return text, added, removed


def _mark(content: bytes) -> str:
    """A fingerprint of what is not shown: a decision about it holds for nothing else."""
    return f"sha256 {bytes_hash(content)[:16]}"


def _lines(text: str) -> list[str]:
    """Lines with their ends; only a line feed ends one."""
    *whole, last = text.split("\n")
    return [f"{line}\n" for line in whole] + ([last] if last else [])


def _common(before: list[str], after: list[str]) -> tuple[int, int]:
    """How many lines are alike at the start, and at the end."""
    least = min(len(before), len(after))
    start = next((n for n in range(least) if before[n] != after[n]), least)
    end = next((n for n in range(least - start) if before[-1 - n] != after[-1 - n]), least - start)
    return start, end


Block = tuple[int, int, int, int, list[str]]


def _blocks(before: list[str], after: list[str], start: int, end: int) -> list[Block]:
    """The changed places with three lines around each."""
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    if not old and not new:
        return []
    if max(len(old), len(new)) > MOST_COMPARED:
        codes = [("replace", start, start + len(old), start, start + len(new))]
    else:
        matched = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        codes = [(tag, a + start, b + start, c + start, d + start) for tag, a, b, c, d in matched]
    return [_block(before, after, group) for group in _grouped(codes, len(before), len(after))]


Code = tuple[str, int, int, int, int]


def _grouped(codes: list[Code], old_total: int, new_total: int, around: int = 3) -> list[list[Code]]:
    """Changes that are near each other belong together."""
    groups: list[list[Code]] = []
    for code in codes:
        if code[0] == "equal":
            continue
        if groups and code[1] - groups[-1][-1][2] <= 2 * around:
            last = groups[-1][-1]
            groups[-1] += [("equal", last[2], code[1], last[4], code[3]), code]
        else:
            groups.append([code])
    for group in groups:
        first, last = group[0], group[-1]
        lead, trail = min(around, first[1]), min(around, old_total - last[2], new_total - last[4])
        group.insert(0, ("equal", first[1] - lead, first[1], first[3] - lead, first[3]))
        group.append(("equal", last[2], last[2] + trail, last[4], last[4] + trail))
    return groups


def _block(before: list[str], after: list[str], group: list[Code]) -> Block:
    body: list[str] = []
    for tag, old_from, old_to, new_from, new_to in group:
        if tag == "equal":
            body += [f" {line}" for line in before[old_from:old_to]]
        else:
            body += [f"-{line}" for line in before[old_from:old_to]]
            body += [f"+{line}" for line in after[new_from:new_to]]
    return group[0][1], group[-1][2], group[0][3], group[-1][4], body


def _span(start: int, end: int) -> str:
    count = end - start
    return f"{start + 1 if count else start},{count}"


def _binary(path: str) -> errors.Invalid:
    return errors.Invalid(
        f"{path!r} is not a text file.", code="not_text", hint="Only text can be read and edited here."
    )
