"""Archives that are documents (DOCX, PPTX, XLSX, EPUB): their parts are read within limits and never unpacked."""

from __future__ import annotations

import posixpath
import re
import zipfile
from importlib import import_module
from typing import Any
from urllib.parse import unquote

from aule.apps.knowledge.extraction.readers.child import Reading
from aule.apps.knowledge.extraction.readers.refusals import RefusedDocument

MOST_PARTS = 20_000
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_DOCTYPE = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_PIECE = 256 * 1024


class Archive:
    """An open archive. Names that lead out of it name nothing: no part is ever written to a disk."""

    def __init__(self, reading: Reading) -> None:
        head = reading.file.read(8)
        if head == _OLE:
            is_encrypted = _ENCRYPTED in reading.file.read()
            raise RefusedDocument("encrypted_document" if is_encrypted else "unsupported_document")
        reading.file.seek(0)
        self._room: int = reading.limits["unpacked"]
        try:
            self._zip = zipfile.ZipFile(reading.file)
        except zipfile.BadZipFile:
            raise RefusedDocument("broken_document") from None
        if len(self._zip.filelist) > MOST_PARTS:
            raise RefusedDocument("document_too_large", "parts")
        if any(part.flag_bits & 1 for part in self._zip.filelist):
            raise RefusedDocument("encrypted_document")
        self.names = frozenset(self._zip.namelist())

    def read(self, name: str) -> bytes:
        """Return a part. What is really unpacked counts, not what the archive says of its size."""
        if name not in self.names:
            raise KeyError(name)
        found = bytearray()
        try:
            with self._zip.open(name) as part:
                while piece := part.read(_PIECE):
                    found += piece
                    self._room -= len(piece)
                    if self._room < 0:
                        raise RefusedDocument("document_too_large", "unpacked")
        except (zipfile.BadZipFile, RuntimeError) as error:
            raise ValueError(name) from error
        return bytes(found)

    def measure(self) -> None:
        """Refuse an archive whose parts together are more than is read, for libraries that unpack by themselves."""
        for name in self.names:
            if name.endswith((".xml", ".rels")) and _DOCTYPE.search(self.read(name)[:65_536]):
                raise RefusedDocument("broken_document", "doctype")

    def tree(self, name: str) -> Any:
        """Return a part as a tree of XML. Such parts have no document type, so no entities can be in them."""
        content = self.read(name)
        if _DOCTYPE.search(content[:65_536]):
            raise RefusedDocument("broken_document", "doctype")
        return xml_tree(content)

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """Return what a part refers to: id → (the last word of its type, the name of the part)."""
        folder, _, file = name.rpartition("/")
        try:
            tree = self.tree(posixpath.join(folder, "_rels", f"{file}.rels"))
        except KeyError:
            return {}
        found: dict[str, tuple[str, str]] = {}
        for each in tree:
            if isinstance(each.tag, str) and each.get("TargetMode") != "External":
                target = part_name(folder, each.get("Target") or "")
                found[each.get("Id") or ""] = ((each.get("Type") or "").rpartition("/")[2], target)
        return found


def part_name(folder: str, target: str) -> str:
    """Return the name of the part that a reference from a folder means."""
    target = unquote(target.partition("#")[0])
    whole = target if target.startswith("/") else posixpath.join(folder, target)
    return posixpath.normpath(whole).lstrip("/")


def xml_tree(content: bytes) -> Any:
    """Return XML as a tree; nothing is fetched and no entity is expanded."""
    etree: Any = import_module("lxml.etree")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    return etree.fromstring(content, parser)


def local(element: Any) -> str:
    """Return the name of an element without its namespace; nothing for comments and the like."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element: Any, name: str) -> str:
    """Return an attribute by its name without namespace."""
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return value
    return ""
