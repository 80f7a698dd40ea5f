"""Bytes of text files as text: what a file says of its encoding is tried, and what its letters show is believed."""

from __future__ import annotations

from dataclasses import dataclass

BROKEN = "\ufffd"
"""What stands for a letter that somebody lost."""
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UTF8_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a file."""

    encoding: str
    text: str
    mended: int = 0
    """Lines that were in another encoding than the rest, or were encoded twice."""
    broken: int = 0
    """Lines with letters that are lost in the file itself."""


def decode(content: bytes) -> Text:
    """Decode by the mark of the file, else as UTF-8 if it is that, else as Windows writes it; line by line if mixed."""
    if content.startswith(_UTF16_MARKS):
        return _checked("utf-16", content.decode("utf-16", "replace"))
    if (wide := _wide(content)) is not None:
        return _checked(wide, content.decode(wide, "replace"))
    has_mark = content.startswith(_UTF8_MARK)
    content = content.removeprefix(_UTF8_MARK)
    try:
        return _checked("utf-8-sig" if has_mark else "utf-8", _decoded_once(content.decode("utf-8")))
    except UnicodeDecodeError:
        return _by_lines(content, has_mark=has_mark)


def _by_lines(content: bytes, *, has_mark: bool) -> Text:
    """Return lines that are UTF-8 as that, all others as Windows writes them: programs that append do not ask."""
    lines: list[str] = []
    windows = wide = 0
    for line in content.split(b"\n"):
        try:
            lines.append(line.decode("utf-8"))
            wide += not line.isascii()
        except UnicodeDecodeError:
            lines.append(line.decode("cp1252", "replace"))
            windows += 1
    is_odd = has_mark or wide > 0  # a file that is all Windows and says nothing else is nothing to talk about
    return _checked("cp1252", "\n".join(lines), mended=windows if is_odd else 0)


def _checked(encoding: str, text: str | tuple[str, int], *, mended: int = 0) -> Text:
    found, again = text if isinstance(text, tuple) else (text, 0)
    broken = sum(BROKEN in line for line in found.split("\n")) if BROKEN in found else 0
    return Text(encoding, found, mended + again, broken)


def _decoded_once(text: str) -> tuple[str, int]:
    """Undo an encoding that was done twice (`JÃºlia`), if all of the text shows it; else leave the text alone."""
    if "Ã" not in text and "Â" not in text:
        return text, 0
    try:
        once = bytes(byte for letter in text for byte in _windows(letter)).decode("utf-8")
    except (UnicodeDecodeError, UnicodeEncodeError):
        return text, 0
    pairs = zip(text.split("\n"), once.split("\n"), strict=True)
    return once, sum(before != after for before, after in pairs)


def _windows(letter: str) -> bytes:
    """Return a letter as Windows writes it, with the five bytes it leaves undefined."""
    return letter.encode("latin-1") if "\x80" <= letter <= "\x9f" else letter.encode("cp1252")


def _wide(content: bytes) -> str | None:
    """Return text of two bytes a letter without a mark: every other byte of the beginning is mostly nothing."""
    head = content[:400]
    if len(head) < 4:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if odd > half * 0.6 and even < half * 0.2:
        return "utf-16-le"
    return "utf-16-be" if even > half * 0.6 and odd < half * 0.2 else None
