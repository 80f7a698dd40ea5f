"""Fitting: putting the hunks of a patch into a text, exactly where they belong or not at all."""

from __future__ import annotations

from aule.apps.core.patches.patches import FilePatch, Hunk
from aule.contracts.documents import Document
from aule.sdk import errors

MOST_PLACES = 5


def fitted(document: Document, file: FilePatch) -> str:
    """Return the text after a file's hunks. Lines that stay keep their line ends, as does the end of the file.

    A hunk goes where it says if what it expects is there, else to the only other place where it is.
    """
    lines = _lines(document.text)
    bare = [_bare(line) for line in lines]
    is_exact = any(text.endswith("\r") for hunk in file.hunks for _, text in hunk.lines)
    is_open = bool(lines) and not lines[-1].endswith("\n")
    result: list[str] = []
    cursor = shift = 0
    for hunk in file.hunks:
        place = _Fitting(file.source or "", bare, hunk, cursor, shift).place()
        stop = place + len(hunk.old)
        if hunk.start:
            shift = place - (hunk.start - 1)
        result += lines[cursor:place]
        near = _end((lines[place:stop] or lines[place - 1 : place] or lines[:1]), document.newline)
        result += _rebuilt(lines[place:stop], hunk, near, is_exact)
        is_open = _ends_open(hunk, file, is_open, reaches_end=stop == len(lines))
        cursor = stop
    result += lines[cursor:]
    return _closed(result, document.newline, is_open)


def added(file: FilePatch) -> str:
    """Return the text of a new file."""
    if any(sign != "+" for hunk in file.hunks for sign, _ in hunk.lines):
        raise does_not_fit(
            f"The patch makes {file.path!r} anew, but expects lines in it.",
            "Begin every line of a new file with +. Nothing was written.",
        )
    lines = [text for hunk in file.hunks for _, text in hunk.lines]
    end = "" if not lines or any(hunk.is_open for hunk in file.hunks) else "\n"
    return "\n".join(lines) + end


class _Fitting:
    """Looks for the place of one hunk."""

    def __init__(self, path: str, bare: list[str], hunk: Hunk, cursor: int, shift: int) -> None:
        self.path, self.bare, self.hunk = path, bare, hunk
        self.cursor, self.shift = cursor, shift
        self.old = [text.removesuffix("\r") for text in hunk.old]

    def place(self) -> int:
        """Return the line the hunk begins at, counted from 0."""
        if not self.old:
            return self._end_of_file()
        said = None if not self.hunk.start else self.hunk.start - 1 + self.shift
        if said is not None and said >= self.cursor and self._fits(said):
            return said
        first = self._behind_anchors()
        last = len(self.bare) - len(self.old)
        if self.hunk.at_end and last >= first and self._fits(last):
            return last
        places = [n for n in range(first, last + 1) if self.bare[n] == self.old[0] and self._fits(n)]
        if len(places) == 1 or (places and self.hunk.anchors):
            return places[0]
        raise self._ambiguous(places) if places else self._misfit(said)

    def _fits(self, place: int) -> bool:
        return self.bare[place : place + len(self.old)] == self.old

    def _end_of_file(self) -> int:
        """Return where lines go that have none around them: into an empty file, or, in the models' form, to the end."""
        if not self.bare or (self.hunk.start is None and not self.hunk.anchors):
            return len(self.bare)
        raise does_not_fit(
            f"Hunk {self.hunk.number} does not fit {self.path!r}: it has no line that stands in the file.",
            "Give some of the lines around the place, as they are.",
        )

    def _behind_anchors(self) -> int:
        first = self.cursor
        for anchor in self.hunk.anchors:
            found = [n for n in range(first, len(self.bare)) if self.bare[n].strip() == anchor]
            if len(found) != 1:
                often = "is not" if not found else f"stands {len(found)} times"
                raise does_not_fit(
                    f"Hunk {self.hunk.number} does not fit {self.path!r}: the line {anchor[:80]!r} {often} in it.",
                    "Name a line behind @@ that stands there once, or none and more lines around the change.",
                )
            first = found[0] + 1
        return first

    def _ambiguous(self, places: list[int]) -> errors.Conflict:
        shown = ", ".join(str(n + 1) for n in places[:MOST_PLACES]) + ("…" if len(places) > MOST_PLACES else "")
        return does_not_fit(
            f"Hunk {self.hunk.number} fits {self.path!r} in {len(places)} places (lines {shown}).",
            "Take more of the lines around the change, so that it fits once.",
        )

    def _misfit(self, said: int | None) -> errors.Conflict:
        """Return which line differs: at the place it says, or where most of it fits."""
        best = said if said is not None and self._alike(said) else None
        if best is None:
            best = max(range(self.cursor, len(self.bare)), key=self._alike, default=self.cursor)
        alike = self._alike(best)
        expected, line = self.old[min(alike, len(self.old) - 1)], best + alike
        there = f"is {self.bare[line][:120]!r}" if line < len(self.bare) else "is behind the end of the file"
        return does_not_fit(
            f"Hunk {self.hunk.number} does not fit {self.path!r}: line {line + 1} {there}, not {expected[:120]!r}.",
            "Read the file as it is now and make the patch from that. Nothing was written.",
        )

    def _alike(self, place: int) -> int:
        """Return how many lines fit from a place on."""
        there = self.bare[place : place + len(self.old)]
        return next((n for n, line in enumerate(there) if line != self.old[n]), len(there))


def does_not_fit(message: str, hint: str) -> errors.Conflict:
    """Return the error for a patch that was made from something else than what is there."""
    return errors.Conflict(message, code="patch_does_not_fit", field="patch", hint=hint)


def _ends_open(hunk: Hunk, file: FilePatch, is_open: bool, *, reaches_end: bool) -> bool:
    """Tell whether the file has no end of line at its end after a hunk."""
    if (hunk.was_open or hunk.is_open) and not reaches_end:
        why = "says that the file ends there, but it goes on"
    elif hunk.was_open and not is_open:
        why = "says that there is no end of line at the end, but there is one"
    else:
        return hunk.is_open if hunk.was_open or hunk.is_open else is_open
    raise does_not_fit(
        f"Hunk {hunk.number} does not fit {file.source!r}: it {why}.",
        "Read the file as it is now and make the patch from that. Nothing was written.",
    )


def _rebuilt(old: list[str], hunk: Hunk, end: str, is_exact: bool) -> list[str]:
    """Return the lines of a hunk afterwards: those that stay as they were, new ones with the line ends around them."""
    result: list[str] = []
    left = iter(old)
    for sign, text in hunk.lines:
        if sign == "+":
            result.append(f"{text}\n" if is_exact else text + end)
            continue
        line = next(left)
        end = _end([line], end)
        if sign == " ":
            result.append(line)
    return result


def _closed(lines: list[str], end: str, is_open: bool) -> str:
    """Return the lines as one text, each with an end but, where it is so, the last."""
    whole = [line if line.endswith("\n") else line + _end(lines, end) for line in lines]
    text = "".join(whole)
    return text[: -len(_end(whole[-1:], end))] if is_open and whole else text


def _lines(text: str) -> list[str]:
    """Return lines with their ends; only a line feed ends one."""
    *whole, last = text.split("\n")
    return [f"{line}\n" for line in whole] + ([last] if last else [])


def _bare(line: str) -> str:
    return line.removesuffix("\n").removesuffix("\r")


def _end(lines: list[str], default: str) -> str:
    """Return how the first of some lines that has an end ends."""
    return next(("\r\n" if line.endswith("\r\n") else "\n" for line in lines if line.endswith("\n")), default)
