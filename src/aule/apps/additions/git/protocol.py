"""What is said to a Git server, and what its answers say: version 2 of the protocol, as lines with their lengths. Pure.

Only two questions are asked: which commit a name leads to, and the files of one commit without its history.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

FLUSH, DELIMITER, END = b"0000", b"0001", b"0002"
LARGEST_FILE = 4_000_000
"""Bytes from which on a server may leave a file out."""
MOST_REFS = 2_000
_COMMIT = re.compile(r"[0-9a-f]{40}")


class Garbled(ValueError):
    """Raised when an answer of a server does not follow the protocol; holds the key of the message that says so."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(key)
        self.key, self.detail = key, detail


def line(text: str) -> bytes:
    """Return a line with its length before it."""
    raw = text.encode("ascii") + b"\n"
    return b"%04x" % (len(raw) + 4) + raw


def lines(raw: bytes) -> Iterator[bytes | None]:
    """Yield the lines of an answer; None stands for the marks between them."""
    at = 0
    while at < len(raw):
        head = raw[at : at + 4]
        if re.fullmatch(rb"[0-9a-fA-F]{4}", head) is None:
            raise Garbled("git_garbled")
        length = int(head, 16)
        if length < 4:
            yield None
            at += 4
            continue
        if at + length > len(raw):
            raise Garbled("git_garbled")
        yield raw[at + 4 : at + length]
        at += length


def capabilities_in(raw: bytes) -> dict[str, str]:
    """Return what a server says it can do; refuse one that does not speak version 2, or counts with other hashes."""
    said = [each.decode("utf-8", "replace").strip() for each in lines(raw) if each is not None]
    if "version 2" not in said:
        raise Garbled("git_old")
    found = {each.partition("=")[0]: each.partition("=")[2] for each in said[said.index("version 2") + 1 :]}
    if found.get("object-format", "sha1") != "sha1":
        raise Garbled("git_format", found["object-format"][:20])
    return found


def question_of_names(ref: str) -> bytes:
    """Return the question which commits the branches and tags of a name are; none: that of HEAD."""
    wanted = (
        [f"refs/{ref}"]
        if ref.startswith(("heads/", "tags/"))
        else [f"refs/heads/{ref}", f"refs/tags/{ref}"]
        if ref
        else ["HEAD"]
    )
    prefixes = b"".join(line(f"ref-prefix {each}") for each in wanted)
    return line("command=ls-refs") + DELIMITER + line("peel") + prefixes + FLUSH


def commit_in(raw: bytes, ref: str) -> str:
    """Return the commit that a name leads to, out of the answer to the question of names."""
    found: dict[str, str] = {}
    for number, each in enumerate(lines(raw)):
        if each is None or number > MOST_REFS:
            break
        oid, name, *more = [*each.decode("utf-8", "replace").split(), "", ""]
        peeled = next((word.removeprefix("peeled:") for word in more if word.startswith("peeled:")), oid)
        if _COMMIT.fullmatch(oid) and _COMMIT.fullmatch(peeled):
            found[name] = peeled
    names = ["HEAD"] if not ref else [f"refs/{ref}", f"refs/heads/{ref}", f"refs/tags/{ref}"]
    commits = {found[name] for name in names if name in found}
    if not commits:
        raise Garbled("git_no_ref", ref or "HEAD")
    if len(commits) > 1:
        raise Garbled("git_two_refs", ref)
    return commits.pop()


def question_of_files(commit: str, *, has_filter: bool) -> bytes:
    """Return the question for one commit and all that is in it, without what came before."""
    wishes = ["no-progress", "ofs-delta", "deepen 1", f"want {commit}", "done"]
    if has_filter:
        wishes.insert(0, f"filter blob:limit={LARGEST_FILE + 1}")
    return line("command=fetch") + DELIMITER + b"".join(map(line, wishes)) + FLUSH


def pack_in(raw: bytes) -> bytes:
    """Return the packed objects in an answer."""
    pack = bytearray()
    is_pack = False
    for each in lines(raw):
        if each is None:
            continue
        if not is_pack:
            if each.startswith(b"ERR "):
                raise Garbled("git_said", each[4:].decode("utf-8", "replace").strip()[:200])
            is_pack = each.rstrip(b"\n") == b"packfile"
        elif each[:1] == b"\1":
            pack += each[1:]
        elif each[:1] == b"\3":
            raise Garbled("git_said", each[1:].decode("utf-8", "replace").strip()[:200])
    if not pack:
        raise Garbled("git_garbled")
    return bytes(pack)
