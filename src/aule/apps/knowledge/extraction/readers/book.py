"""EPUB books: a chapter of the reading order is a page, its first heading or its title the page's label."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aule.apps.knowledge.extraction.readers.archive import Archive, local, part_name, xml_tree
from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.flow import Flow
from aule.apps.knowledge.extraction.readers.refusals import DAMAGE, RefusedDocument
from aule.apps.knowledge.extraction.readers.web_page import add_page, page_tree
from aule.text.encodings import decode

_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


def read(reading: Reading) -> Iterator[Told]:
    """Yield the facts and pages of a book."""
    archive = Archive(reading)
    if "META-INF/encryption.xml" in archive.names and b"CipherReference" in archive.read("META-INF/encryption.xml"):
        _refuse_encrypted(archive)
    package = _package(archive)
    tree = xml_tree(archive.read(package))
    about = {local(each): each.text or "" for each in tree.iterfind("{*}metadata/*")}
    flow = Flow(reading)
    for part in _chapters(tree, package):
        _add_chapter(reading, archive, flow, part)
    yield from flow.told(about.get("title", ""), about.get("creator", ""))


def _refuse_encrypted(archive: Archive) -> None:
    """Refuse a book whose chapters are locked; locked fonts do not matter."""
    content = archive.read("META-INF/encryption.xml").lower()
    if b".xhtml" in content or b".html" in content or b".opf" in content:
        raise RefusedDocument("encrypted_document")


def _package(archive: Archive) -> str:
    tree = xml_tree(archive.read("META-INF/container.xml"))
    found = next(tree.iter("{*}rootfile"), None)
    if found is None:
        raise RefusedDocument("broken_document", "container")
    return part_name("", found.get("full-path") or "")


def _chapters(tree: Any, package: str) -> list[str]:
    folder = package.rpartition("/")[0]
    items = {each.get("id"): each for each in tree.iterfind("{*}manifest/{*}item")}
    order = [items.get(each.get("idref")) for each in tree.iterfind("{*}spine/{*}itemref")]
    kept = [each for each in order if each is not None and each.get("media-type") in _PAGES]
    return list(dict.fromkeys(part_name(folder, each.get("href") or "") for each in kept))


def _add_chapter(reading: Reading, archive: Archive, flow: Flow, part: str) -> None:
    flow.begin()
    first = len(flow.pages) - 1
    try:
        page = page_tree(decode(archive.read(part)).text, reading)
        if page is not None:
            flow.title = ""
            add_page(reading, flow, page)
            label = flow.title or (page.findtext(".//title") or "")
            for draft in flow.pages[first:]:
                draft.label = " ".join(label.split())[:200]
    except DAMAGE:
        reading.note("parts_left_out", detail=part)
        flow.pages[first].problem = "unreadable"
