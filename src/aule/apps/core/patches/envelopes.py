"""The form of a patch that many models know: `*** Begin Patch`, files by name, no line numbers."""

from __future__ import annotations

from collections.abc import Callable

from aule.apps.core.patches.patches import FilePatch, Hunk, Reader

BEGIN = "*** Begin Patch"
END = "*** End Patch"


def read_envelope(reader: Reader) -> list[FilePatch]:
    """Return the files such a patch is about."""
    while reader.take().strip() != BEGIN:
        pass
    files: list[FilePatch] = []
    while reader.next is not None and reader.next.strip() != END:
        line = reader.take()
        if not line.strip():
            continue
        for start, read in _SECTIONS.items():
            if line.startswith(start) and (path := line[len(start) :].strip()):
                files.append(read(reader, path))
                break
        else:
            raise reader.wrong("a file begins with *** Add File, *** Update File or *** Delete File")
    if reader.next is None:
        raise reader.wrong("it does not end with *** End Patch")
    return files


def _added_file(reader: Reader, path: str) -> FilePatch:
    hunk = Hunk(1, start=0)
    while reader.next is not None and not reader.is_next("*** "):
        line = reader.take()
        if not line.startswith("+"):
            raise reader.wrong("every line of a new file begins with +")
        hunk.lines.append(("+", line[1:]))
    return FilePatch(None, path, [hunk])


def _updated_file(reader: Reader, path: str) -> FilePatch:
    file = FilePatch(path, path)
    if reader.is_next("*** Move to: "):
        file.target = reader.take()[len("*** Move to: ") :].strip()
    hunk = Hunk(1)
    while reader.next is not None and not (reader.is_next("*** ") and reader.next.strip() != "*** End of File"):
        line = reader.take()
        if line.strip() == "*** End of File":
            hunk.at_end = True
        elif line.startswith("@@"):
            if hunk.lines:
                file.hunks.append(hunk)
                hunk = Hunk(len(file.hunks) + 1)
            if anchor := line[2:].strip().removesuffix("@@").strip():
                hunk.anchors.append(anchor)
        elif line[:1] in ("", " ", "+", "-"):
            hunk.lines.append((line[:1] or " ", line[1:]))
        else:
            raise reader.wrong("every line begins with a space, + or -")
    if hunk.lines or hunk.anchors:
        file.hunks.append(hunk)
    return file


_SECTIONS: dict[str, Callable[[Reader, str], FilePatch]] = {
    "*** Add File: ": _added_file,
    "*** Delete File: ": lambda _, path: FilePatch(path, None),
    "*** Update File: ": _updated_file,
}
