"""Kinds of documents: what a file is, by its first bytes, then by its name and what its sender says of it."""

from __future__ import annotations

from aule.apps.knowledge.extraction.words import say, say_hint
from aule.apps.knowledge.records import Kind
from aule.sdk import errors
from aule.text.encodings import decode

HEAD = 8192
"""Bytes of a file's beginning that are enough to tell."""

_ENDINGS: dict[str, Kind] = {
    "pdf": "pdf",
    "docx": "docx",
    "docm": "docx",
    "dotx": "docx",
    "pptx": "pptx",
    "pptm": "pptx",
    "ppsx": "pptx",
    "xlsx": "xlsx",
    "xlsm": "xlsx",
    "csv": "csv",
    "tsv": "csv",
    "html": "html",
    "htm": "html",
    "xhtml": "html",
    "md": "markdown",
    "markdown": "markdown",
    "txt": "text",
    "text": "text",
    "log": "text",
    "rst": "text",
    "json": "text",
    "jsonl": "text",
    "yaml": "text",
    "yml": "text",
    "toml": "text",
    "xml": "text",
    "tex": "text",
    "srt": "text",
    "vtt": "text",
    "epub": "epub",
    "eml": "email",
    "png": "image",
    "jpg": "image",
    "jpeg": "image",
    "tif": "image",
    "tiff": "image",
    "webp": "image",
    "bmp": "image",
    "gif": "image",
}
_TYPES: dict[str, Kind] = {
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/epub+zip": "epub",
    "message/rfc822": "email",
    "text/csv": "csv",
    "text/tab-separated-values": "csv",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/markdown": "markdown",
    "text/plain": "text",
}
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"GIF8", b"BM")
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How files of older Office programs begin, and encrypted ones of today's."""
_FOLDERS: dict[bytes, Kind] = {b"word/": "docx", b"ppt/": "pptx", b"xl/": "xlsx"}


async def kind_of(head: bytes, name: str, mime: str | None = None, *, locale: str = "en") -> Kind:
    """Return what kind of document a file is; raises `Invalid` (`unsupported_document`) for what is not read here."""
    said = _ENDINGS.get(name.rpartition(".")[2].lower()) if "." in name else None
    said = said or _TYPES.get((mime or "").partition(";")[0].strip().lower())
    found = _by_content(head, said)
    if found is None:
        raise errors.Invalid(
            say("unsupported_document", locale, name=name),
            code="unsupported_document",
            hint=say_hint("unsupported_document", locale),
        )
    return found


def _by_content(head: bytes, said: Kind | None) -> Kind | None:
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(_ZIP):
        return _packed_kind(head, said)
    if head.startswith(_OLE):
        return said if said in ("docx", "pptx", "xlsx") else None  # an encrypted one, which its reader tells
    if head.startswith(_PICTURES) or (head.startswith(b"RIFF") and head[8:12] == b"WEBP"):
        return "image"
    if said in ("docx", "pptx", "xlsx", "epub", "pdf", "image"):
        return said  # its reader says that it is not
    if not _is_text(head):
        return None
    return said or ("html" if head.lstrip()[:14].lower().startswith((b"<!doctype html", b"<html")) else "text")


def _packed_kind(head: bytes, said: Kind | None) -> Kind | None:
    if b"mimetypeapplication/epub+zip" in head[:128]:
        return "epub"
    if said in ("docx", "pptx", "xlsx", "epub"):
        return said
    return next((kind for folder, kind in _FOLDERS.items() if folder in head), None)


def _is_text(head: bytes) -> bool:
    """Return whether bytes are text in any encoding that is read: hardly any control characters."""
    text = decode(head[: HEAD // 2 * 2]).text
    odd = sum(letter < " " and letter not in "\t\n\r\f\x1b" for letter in text)
    return odd <= max(3, len(text) // 50)
