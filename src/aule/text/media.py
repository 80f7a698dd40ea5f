"""What a content is: told by its first bytes, then by its name, and only last by what somebody says it is.

The answer decides how a browser may show it, so a lie must not help: what claims to be a picture and is
not one is looked at as text, and what is neither is a plain file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import BeforeValidator

MediaType = Literal["image", "text", "markdown", "code", "diff", "json", "pdf", "audio", "video", "file"]
"""How a content is looked at."""

HEAD = 4096
"""Bytes from the beginning by which a content is recognised."""
BINARY = "application/octet-stream"
TEXTS = frozenset({"text", "markdown", "code", "diff", "json"})
"""Types that can be read as text."""

_KNOWN = frozenset(get_args(MediaType))


def _known(value: Any) -> Any:
    return value if value in _KNOWN else "file"


StoredType = Annotated[MediaType, BeforeValidator(_known)]
"""A type as it stands in a store: a word of an older version, or of an app's own, is a plain file."""


class Media(NamedTuple):
    """A type, and the MIME type that goes with it."""

    type: MediaType
    mime: str


def recognise(name: str, claimed: str | None, head: bytes) -> Media:
    """Return what a content is, by its first bytes, its name and what its sender called it."""
    if found := _by_signature(head[:64]):
        return Media("file", _OFFICE.get(_suffix(name), found.mime)) if found.mime == _ZIP else found
    text = _as_text(head[:HEAD])
    if text is None:
        return Media("file", BINARY)
    return _of_text(_suffix(name), (claimed or "").partition(";")[0].strip().lower(), text)


def text_of(content: bytes) -> str:
    """Return a content as text; what is not UTF-8 in it shows as replacement characters."""
    return content.decode("utf-8-sig", "replace")


_ZIP = "application/zip"
_OFFICE = {
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}
"""Archives with a name of their own; they are only ever taken away as files."""
_BRANDS = {b"avif": Media("image", "image/avif"), b"avis": Media("image", "image/avif")}
_SOUND_BRANDS = (b"M4A", b"M4B", b"F4A")


def _iso(head: bytes) -> Media | None:
    """Recognise MP4 and its relatives, which name a brand behind `ftyp`."""
    brand = head[8:12]
    if found := _BRANDS.get(brand):
        return found
    if brand in (b"heic", b"heix", b"mif1", b"msf1", b"hevc"):
        return Media("file", "image/heic")  # browsers do not show it
    return Media("audio", "audio/mp4") if brand[:3] in _SOUND_BRANDS else Media("video", "video/mp4")


def _riff(head: bytes) -> Media | None:
    match head[8:12]:
        case b"WEBP":
            return Media("image", "image/webp")
        case b"WAVE":
            return Media("audio", "audio/wav")
        case _:
            return None


def _matroska(head: bytes) -> Media | None:
    return Media("video", "video/webm") if b"webm" in head else Media("file", "video/x-matroska")


def _ogg(head: bytes) -> Media | None:
    return Media("video", "video/ogg") if b"theora" in head else Media("audio", "audio/ogg")


def _is(media: Media) -> Callable[[bytes], Media | None]:
    return lambda _: media


_SIGNATURES: tuple[tuple[int, bytes, Callable[[bytes], Media | None]], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", _is(Media("image", "image/png"))),
    (0, b"\xff\xd8\xff", _is(Media("image", "image/jpeg"))),
    (0, b"GIF87a", _is(Media("image", "image/gif"))),
    (0, b"GIF89a", _is(Media("image", "image/gif"))),
    (0, b"%PDF-", _is(Media("pdf", "application/pdf"))),
    (0, b"RIFF", _riff),
    (4, b"ftyp", _iso),
    (0, b"\x1a\x45\xdf\xa3", _matroska),
    (0, b"OggS", _ogg),
    (0, b"fLaC", _is(Media("audio", "audio/flac"))),
    (0, b"ID3", _is(Media("audio", "audio/mpeg"))),
    (0, b"PK\x03\x04", _is(Media("file", _ZIP))),
    (0, b"\x1f\x8b", _is(Media("file", "application/gzip"))),
)


_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How text of two bytes a character begins; sound that begins so (MPEG layer I) nobody keeps any more."""


def _by_signature(head: bytes) -> Media | None:
    for start, mark, media in _SIGNATURES:
        if head.startswith(mark, start):
            return media(head)
    if head.startswith(_UTF_16):
        return None
    if len(head) > 2 and head[0] == 0xFF and head[1] & 0xE6 in (0xE2, 0xE4, 0xE6) and head[2] & 0xF0 != 0xF0:
        return Media("audio", "audio/mpeg")  # a frame of MPEG sound, without a tag before it
    return None


def _as_text(head: bytes) -> str | None:
    """Return the beginning of a text; none if these bytes are something else."""
    try:
        text = head.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 3:  # not just a character that was cut in two
            return None
        text = head[: error.start].decode("utf-8-sig")
    return None if _CONTROL.search(text) else text


_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SVG_ROOT = re.compile(r"^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE[^>\[]*>\s*)*<svg[\s>]", re.I | re.S)
_DIFF = re.compile(r"^(?:diff --git |--- [^\n]+\n\+\+\+ )", re.M)

_BY_SUFFIX: dict[str, Media] = {
    **dict.fromkeys(("md", "markdown", "mdown"), Media("markdown", "text/markdown")),
    **dict.fromkeys(("json", "geojson", "webmanifest", "ipynb"), Media("json", "application/json")),
    **dict.fromkeys(("diff", "patch"), Media("diff", "text/x-diff")),
    **dict.fromkeys(("txt", "text", "log", "rst", "tex", "srt", "vtt"), Media("text", "text/plain")),
    **dict.fromkeys(("csv", "tsv"), Media("text", "text/csv")),
    **dict.fromkeys(("html", "htm", "xhtml"), Media("code", "text/html")),
    **dict.fromkeys(("xml", "xsl", "svg"), Media("code", "text/xml")),
    **dict.fromkeys(("js", "mjs", "cjs", "jsx"), Media("code", "text/javascript")),
    "css": Media("code", "text/css"),
    "py": Media("code", "text/x-python"),
}
_CODE_SUFFIXES = """
bash bat c cc cfg clj cmake conf cpp cs dart dockerfile el env erl ex exs fish fs go gradle graphql h hpp hs ini java jl
jsonl kt kts less lisp lua m makefile ml mm nim php pl proto ps1 r rb rs sass scala scm scss sh sql svelte swift tf toml
ts tsx vb vim vue yaml yml zig zsh
"""
_CODE = frozenset(_CODE_SUFFIXES.split())
_BY_CLAIM: dict[str, Media] = {
    "text/markdown": Media("markdown", "text/markdown"),
    "application/json": Media("json", "application/json"),
    "text/x-diff": Media("diff", "text/x-diff"),
    "text/x-patch": Media("diff", "text/x-diff"),
    "text/html": Media("code", "text/html"),
    "text/xml": Media("code", "text/xml"),
    "application/xml": Media("code", "text/xml"),
    "text/javascript": Media("code", "text/javascript"),
    "text/css": Media("code", "text/css"),
    "text/csv": Media("text", "text/csv"),
}


def _of_text(suffix: str, claimed: str, text: str) -> Media:
    if (suffix == "svg" or claimed == "image/svg+xml") and _SVG_ROOT.match(text):
        return Media("image", "image/svg+xml")
    if found := _BY_SUFFIX.get(suffix):
        return found
    if suffix in _CODE:
        return Media("code", "text/plain")
    if found := _BY_CLAIM.get(claimed):
        return found
    if claimed.startswith("text/x-"):
        return Media("code", "text/plain")
    return Media("diff", "text/x-diff") if _DIFF.search(text[:1000]) else Media("text", "text/plain")


def _suffix(name: str) -> str:
    """Return what stands behind the last dot; a file that is only a suffix, such as `Makefile`, is its own."""
    return name.rpartition("/")[2].rpartition(".")[2].lower()
