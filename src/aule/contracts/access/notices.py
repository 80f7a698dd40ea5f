"""Notices: the parts of an approval that a careful person looks at twice, found by plain rules. Pure.

They are hints for people. The box, the scope and the approval itself are the controls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aule.contracts.access.approval import (
    Cascade,
    Choices,
    Command,
    FileDiff,
    Notice,
    NoticeCode,
    Patch,
    Preview,
    Records,
    Table,
    Text,
)
from aule.text.foreign_text import Piece, PieceKind, Place, pieces_of, sign_of

LONGEST_PART = 160
"""Characters of a part that are quoted."""
LONG_LINE = 400
"""Characters of a line of a command above which its end is easily missed."""
LONG_FILE_LINE = 2_000
"""The same for a line of a file."""
MOST_PLACES = 3
"""Places of one kind that are quoted."""
MANY_LINES = 40
"""Removed lines of one file above which they are counted at the top."""

_START = r"(?:^|[\s;&|(`\"'{])(?:\\|(?:/[\w.+-]+){0,6}/)?"
"""Where a word of a command may begin: also behind a backslash, or as a path."""
_REST = r"(?:\\\n|[^\n;|&]){0,300}"
_OUTSIDE = r"[\"']?(?:/(?!dev/null\b|tmp/)|~|\$\{?HOME\b|\.\.(?:/|\s|$))"
_COMMAND_RULES: list[tuple[NoticeCode, re.Pattern[str]]] = [
    (
        NoticeCode.RUNS_DOWNLOAD,
        re.compile(
            r"\b(?:curl|wget|fetch)\b[^\n;]{0,300}\|\s*(?:sudo\s+)?(?:env\s+)?(?:(?:ba|z|da|k|fi)?sh|python3?|perl|node|ruby)\b"
        ),
    ),
    (
        NoticeCode.DELETES_OUTSIDE,
        re.compile(rf"{_START}(?:rm|unlink|shred|rmdir)\b{_REST}\s{_OUTSIDE}"),
    ),
    (
        NoticeCode.DELETES_TREE,
        re.compile(
            rf"{_START}rm\s+(?:{_REST}\s)?(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)\b"
            rf"|{_START}find\b{_REST}\s-delete\b|{_START}git\s+clean\b{_REST}\s-[a-zA-Z]*f|\brmtree\s*\("
        ),
    ),
    (
        NoticeCode.WRITES_DEVICE,
        re.compile(rf"{_START}(?:dd\b{_REST}\bof=|mkfs(?:\.\w+)?\b)|>\s*/dev/(?!null\b|std|tty|fd)"),
    ),
    (
        NoticeCode.REWRITES_HISTORY,
        re.compile(
            rf"{_START}git\s+(?:push\b{_REST}\s(?:--force\S*|-[a-zA-Z]*f\b|\+\S+)|reset\b{_REST}\s--hard|filter-branch\b)"
        ),
    ),
    (NoticeCode.RAISES_RIGHTS, re.compile(rf"{_START}(?:sudo|su|doas|pkexec)(?:\s|$)")),
    (
        NoticeCode.RUNS_GENERATED,
        re.compile(
            rf"{_START}eval\b|\bbase64\b|\bxxd\s+-r|\\x[0-9a-fA-F]{{2}}|\|\s*(?:ba|z|da)?sh\b"
            rf"|{_START}(?:ba|z|da)?sh\s+<\(|\bexec\s*\("
        ),
    ),
    (NoticeCode.DELETES_FILES, re.compile(rf"{_START}(?:rm|unlink|shred|rmdir|truncate)\b")),
    (
        NoticeCode.OVERWRITES_FILES,
        re.compile(rf"{_START}(?:mv|dd)\b|(?<![>0-9&=-])[0-9]?>\|?\s*(?![>&\s]|/dev/null\b|/dev/std)\S"),
    ),
    (NoticeCode.CHANGES_RIGHTS, re.compile(rf"{_START}(?:ch(?:mod|own|grp|attr)|setfacl|setcap)\b")),
]
_COVERED = {
    NoticeCode.DELETES_OUTSIDE: {NoticeCode.DELETES_TREE, NoticeCode.DELETES_FILES},
    NoticeCode.DELETES_TREE: {NoticeCode.DELETES_FILES},
    NoticeCode.RUNS_DOWNLOAD: {NoticeCode.RUNS_GENERATED},
    NoticeCode.WRITES_DEVICE: {NoticeCode.OVERWRITES_FILES},
}
"""What needs no word of its own where the stronger one was said."""
_HIDDEN = {PieceKind.CONTROL, PieceKind.DIRECTION, PieceKind.INVISIBLE, PieceKind.STACKED, PieceKind.UNKNOWN}
_NOT_SHOWN = re.compile(r"^… ([0-9]+) (?:more )?characters \(", re.MULTILINE)
_ORDER = {code: place for place, code in enumerate(NoticeCode)}


def notices_of(preview: Preview | None, *words: str, commands: Sequence[str] = ()) -> list[Notice]:
    """Find what deserves a second look in a preview and in the other words of a card; the most serious comes first."""
    found = [*_in_preview(preview), *_in_text("\n".join(words), Place.PROSE)]
    found += [notice for command in commands for notice in _in_command(command)]
    merged: dict[tuple[NoticeCode, str], Notice] = {}
    for notice in found:
        known = merged.get((notice.code, notice.path))
        merged[notice.code, notice.path] = (
            notice if known is None else known.model_copy(update={"count": known.count + notice.count})
        )
    covered = {weaker for notice in merged.values() for weaker in _COVERED.get(notice.code, ())}
    left = [notice for notice in merged.values() if notice.code not in covered]
    return sorted(left, key=lambda notice: _ORDER[notice.code])


def texts_in(value: object) -> Iterator[str]:
    """Yield every text inside parameters or fields, names included."""
    match value:
        case str():
            yield value
        case dict():
            for name, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
                yield from texts_in(name)  # pyright: ignore[reportUnknownArgumentType]
                yield from texts_in(inner)  # pyright: ignore[reportUnknownArgumentType]
        case list():
            for inner in value:  # pyright: ignore[reportUnknownVariableType]
                yield from texts_in(inner)  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return


def _in_preview(preview: Preview | None) -> Iterator[Notice]:
    match preview:
        case Command():
            yield from _in_command(preview.command)
            yield from _in_text(preview.folder, Place.NAME)
        case FileDiff():
            yield from _in_diff(preview, "")
        case Patch():
            for file in preview.files:
                yield from _in_diff(file, file.path)
        case _:
            for text in _texts_of(preview):
                yield from _in_text(text, Place.PROSE)


def _texts_of(preview: Table | Text | Records | Cascade | Choices | None) -> Iterator[str]:
    """Yield the words of a preview that runs and writes nothing by itself."""
    match preview:
        case Table():
            yield from texts_in([preview.columns, preview.rows])
        case Text():
            yield preview.text
        case Records():
            yield from texts_in(preview.model_dump(include={"summary", "records"}))
        case Cascade():
            yield from preview.examples
        case Choices() | None:
            return


def _in_command(command: str) -> Iterator[Notice]:
    for code, pattern in _COMMAND_RULES:
        matches = list(pattern.finditer(command))
        if matches:
            starts = [each.start() + _blanks_before(each.group()) for each in matches]
            parts = list(dict.fromkeys(_part(command, start) for start in starts))
            text = "\n".join([*parts[:MOST_PLACES], *(["…"] if len(parts) > MOST_PLACES else [])])
            yield Notice(code=code, text=text, line=command.count("\n", 0, starts[0]) + 1, count=len(matches))
    yield from _in_text(command, Place.CODE)
    yield from _long_lines(command.split("\n"), LONG_LINE, "")


def _in_diff(diff: FileDiff, path: str) -> Iterator[Notice]:
    head, _, body = diff.diff.partition("\n@@")
    yield from _in_text(diff.path, Place.NAME, path)
    changed = [line[1:] for line in body.split("\n") if line[:1] in ("+", "-")]
    yield from _in_text("\n".join(changed), Place.MARKED, path)
    if cut := _NOT_SHOWN.search(diff.diff):
        yield Notice(code=NoticeCode.NOT_SHOWN, path=path, count=int(cut[1]))
    if "+++ /dev/null" in head:
        yield Notice(code=NoticeCode.DELETES_FILES, text=diff.path, path=path)
    elif diff.removed >= MANY_LINES:
        yield Notice(code=NoticeCode.REMOVES_LINES, path=path, count=diff.removed)
    if re.search(r"^new (?:file )?mode 100[0-7]*[1357][0-7]*$", head, re.MULTILINE):
        yield Notice(code=NoticeCode.MAKES_EXECUTABLE, text=diff.path, path=path)
    yield from _long_lines([line for line in changed if line], LONG_FILE_LINE, path)


def _in_text(text: str, place: Place, path: str = "") -> Iterator[Notice]:
    """Characters in a text that hide, letters that pass for others, and blanks that push the rest out of sight."""
    pieces = pieces_of(text, place)
    groups = {
        NoticeCode.HIDDEN_CHARACTERS: [piece for piece in pieces if piece.kind in _HIDDEN],
        NoticeCode.LOOKALIKE_LETTERS: [piece for piece in pieces if piece.kind is PieceKind.LOOKALIKE],
    }
    for code, odd in groups.items():
        if odd:
            signs = list(dict.fromkeys(sign_of(piece) for piece in odd))
            yield Notice(code=code, text=" ".join(signs)[:LONGEST_PART], path=path, count=sum(map(_size, odd)))
    if place is Place.CODE or place is Place.NAME:
        folds = [piece for piece in pieces if piece.kind in (PieceKind.BLANKS, PieceKind.BLANK_LINES)]
        if folds:
            behind = pieces[pieces.index(folds[-1]) + 1 :]
            hidden = "".join(piece.text for piece in behind).strip()
            if hidden:
                yield Notice(code=NoticeCode.LONG_BLANK, text=_part(hidden, 0), path=path, count=len(folds))


def _long_lines(lines: list[str], longest: int, path: str) -> Iterator[Notice]:
    long = [(number, line) for number, line in enumerate(lines, 1) if len(line) > longest]
    if long:
        number, line = long[0]
        end = f"…{line[-LONGEST_PART:]}"
        yield Notice(
            code=NoticeCode.LONG_LINE, text=end, path=path, line=number, count=max(len(each) for _, each in long)
        )


def _part(text: str, start: int) -> str:
    """Return the line of a text from a place on."""
    line = text[start:].split("\n", 1)[0].rstrip()
    return line if len(line) <= LONGEST_PART else f"{line[:LONGEST_PART]}…"


def _blanks_before(matched: str) -> int:
    """Return how much of a match is only what stands before its first word."""
    return len(matched) - len(matched.lstrip(" \t\n;&|(`\"'"))


def _size(piece: Piece) -> int:
    return 1 if piece.text.startswith("⟦") else len(piece.text)
