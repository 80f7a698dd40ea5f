"""Unified diffs as `git diff` writes them: files that are new, gone, renamed, changed, and their modes."""

from __future__ import annotations

import re

from aule.apps.core.patches.patches import FilePatch, Hunk, Reader

_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@.*")
_HEADER = re.compile(
    r"(new file mode|deleted file mode|old mode|new mode|(?:rename|copy) (?:from|to)|(?:dis)?similarity index|index)"
    r" (.*)"
)
_NAMES = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
_SIGNATURE = "-- "
"""What mail programs, and so git, put before the last words of a mail."""
_MODES = {"100644": 0o644, "100755": 0o755}
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


def read_diff(reader: Reader) -> list[FilePatch]:
    """Return the files a unified diff is about."""
    files: list[FilePatch] = []
    while reader.next is not None:
        if reader.is_next("diff --git "):
            files.append(_git_file(reader))
        elif reader.is_next("--- "):
            files.append(_plain_file(reader))
        elif reader.is_next("@@ "):
            reader.take()
            raise reader.wrong("no file was named before this hunk")
        elif reader.take()[:1] in ("+", "-") and files and reader.lines[reader.at - 1] != _SIGNATURE:
            raise reader.wrong("it belongs to no hunk")
        # Anything else are words around a patch, such as the message of a commit.
    return files


def _plain_file(reader: Reader) -> FilePatch:
    old, new = _names(reader)
    file = FilePatch(old, new)
    _hunks(reader, file)
    return file


def _names(reader: Reader) -> tuple[str | None, str | None]:
    old = _name(reader.take()[4:], reader)
    if not reader.is_next("+++ "):
        raise reader.wrong("after `---` comes a line with `+++`")
    new = _name(reader.take()[4:], reader)
    if old is None and new is None:
        raise reader.wrong("it names no file")
    is_prefixed = (old is None or old.startswith("a/")) and (new is None or new.startswith("b/"))
    return (old and old[2:], new and new[2:]) if is_prefixed else (old, new)


def _git_file(reader: Reader) -> FilePatch:
    file = FilePatch(*_git_names(reader.take()[len("diff --git ") :]))
    while reader.next is not None and not reader.is_next("--- ", "diff --git "):
        line = reader.take()
        if line.startswith(("GIT binary patch", "Binary files ")):
            raise reader.wrong("changes of binary files are not in a text")
        if line.startswith("@@ "):
            raise reader.wrong("no file was named before this hunk")
        if match := _HEADER.fullmatch(line):
            _header(file, match[1], match[2], reader)
        elif line.strip():
            break
    if reader.is_next("--- "):
        old, new = _names(reader)
        if (old is not None and old != file.source) or (new is not None and new != file.target):
            raise reader.wrong("its headers name different files")
        file.source, file.target = (None if old is None else file.source), (None if new is None else file.target)
        _hunks(reader, file)
    return file


def _header(file: FilePatch, key: str, value: str, reader: Reader) -> None:
    """Read what git says about a file before its hunks."""
    match key:
        case "new file mode" | "new mode":
            if value.strip() not in _MODES:
                raise reader.wrong(f"{value.strip()!r} is a link or a module, not a file")
            file.mode = _MODES[value.strip()]
            file.source = file.source if key == "new mode" else None
        case "deleted file mode":
            file.target = None
        case "rename from" | "copy from":
            file.source, file.is_copy = _name(value, reader), key == "copy from"
        case "rename to" | "copy to":
            file.target = _name(value, reader)
        case _:
            pass


def _git_names(rest: str) -> tuple[str | None, str | None]:
    """Return the two names behind `diff --git`; unquoted ones are told apart only because they are the same."""
    if rest.startswith('"') or rest.endswith('"'):
        names = [_unquoted(quoted) if quoted else bare for quoted, bare in _NAMES.findall(rest)]
        old, new = names if len(names) == 2 else ("", "")
    else:
        half = len(rest) // 2
        old, new = rest[:half], rest[half + 1 :]
        if old[2:] != new[2:]:  # a rename, whose own lines say both names
            old, _, new = rest.partition(" b/")
    return old.removeprefix("a/"), new.removeprefix("b/")


def _name(text: str, reader: Reader) -> str | None:
    """Return a file's name as it stands in a header; none for `/dev/null`."""
    text = text.partition("\t")[0].rstrip() if not text.startswith('"') else _unquoted(text.strip()[1:-1])
    if not text:
        raise reader.wrong("a name is missing")
    return None if text == "/dev/null" else text


def _unquoted(text: str) -> str:
    """Return a name that git put in quotes because of its characters."""

    def one(match: re.Match[bytes]) -> bytes:
        code = match[1]
        return bytes([int(code, 8) & 255]) if len(code) == 3 else _ESCAPES.get(code, code)

    return _ESCAPE.sub(one, text.encode()).decode("utf-8", "replace")


def _hunks(reader: Reader, file: FilePatch) -> None:
    while reader.is_next("@@"):
        file.hunks.append(_hunk(reader, len(file.hunks) + 1))


def _hunk(reader: Reader, number: int) -> Hunk:
    match = _HUNK.fullmatch(reader.take())
    if match is None:
        raise reader.wrong("a hunk begins with `@@ -line,count +line,count @@`")
    old_left, new_left = (int(match[group]) if match[group] else 1 for group in (2, 4))
    hunk = Hunk(number, start=int(match[1]))
    while old_left or new_left:
        if reader.next is None:
            raise reader.wrong(f"hunk {number} of it is shorter than its counts say")
        line = reader.take()
        sign, text = (line[0], line[1:]) if line else (" ", "")
        if sign == "\\" and hunk.lines:
            _open(hunk)
            continue
        if sign not in " +-":
            raise reader.wrong(f"hunk {number} of it is shorter than its counts say")
        old_left, new_left = old_left - (sign != "+"), new_left - (sign != "-")
        if old_left < 0 or new_left < 0:
            raise reader.wrong(f"hunk {number} of it does not have the counts it says")
        hunk.lines.append((sign, text))
    if reader.is_next("\\") and hunk.lines:
        reader.take()
        _open(hunk)
    if reader.is_next("+", "-", " ") and not (reader.is_next("--- ") or reader.next == _SIGNATURE):
        reader.take()
        raise reader.wrong(f"hunk {number} of it is longer than its counts say")
    return hunk


def _open(hunk: Hunk) -> None:
    """`\\ No newline at end of file` is about the line before it."""
    sign = hunk.lines[-1][0]
    hunk.was_open |= sign in " -"
    hunk.is_open |= sign in " +"
