"""Word documents: paragraphs, headings by their styles, lists, tables, foot- and endnotes, text boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from aule.apps.knowledge.extraction.readers.archive import Archive, attribute, local
from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.flow import Flow
from aule.apps.knowledge.extraction.readers.list_numbers import Numbering
from aule.apps.knowledge.extraction.readers.refusals import DAMAGE, RefusedDocument

_HEADING = re.compile(r"(?:heading|título|titulo|überschrift|titre)\s*(\d)", re.IGNORECASE)
_TITLES = frozenset({"title", "título", "titulo", "titel", "titre"})
_SKIPPED = frozenset({"del", "moveFrom", "instrText", "Fallback", "rPr", "pPr", "delText"})
_DELETED = frozenset({"del", "moveFrom"})


def read(reading: Reading) -> Iterator[Told]:
    """Yield the facts and pages of a Word document."""
    archive = Archive(reading)
    main = main_part(archive, "word/document.xml")
    document = _WordDocument(reading, archive, main)
    document.add_all()
    title, author = properties(archive)
    yield from document.flow.told(title, author)


def main_part(archive: Archive, usual: str) -> str:
    """Return the name of an office document's main part."""
    main = next((part for kind, part in archive.related("").values() if kind == "officeDocument"), usual)
    main = main if main in archive.names else usual
    if main not in archive.names:
        raise RefusedDocument("broken_document", usual)
    return main


def properties(archive: Archive) -> tuple[str, str]:
    """Return title and author as an office document says them."""
    try:
        found = {local(each): each.text or "" for each in archive.tree("docProps/core.xml")}
    except DAMAGE:
        return "", ""
    return found.get("title", ""), found.get("creator", "")


class _WordDocument:
    def __init__(self, reading: Reading, archive: Archive, main: str) -> None:
        self.flow = Flow(reading)
        self._reading, self._archive, self._main = reading, archive, main
        self._parts = dict(archive.related(main).values())
        self._list_styles: dict[str, tuple[str, int]] = {}
        self._levels = self._style_levels()
        self._numbering = self._lists()

    def add_all(self) -> None:
        tree = self._archive.tree(self._main)
        body = next((each for each in tree if local(each) == "body"), None)
        if body is None:
            raise RefusedDocument("broken_document", "body")
        self._add_blocks(body)
        for kind in ("footnotes", "endnotes"):
            self._add_notes(kind)
        self._note_what_is_left(tree)

    def _add_blocks(self, parent: Any) -> None:
        todo = [parent]
        while todo:
            each = todo.pop()
            match local(each):
                case "p":
                    self._add_paragraph(each)
                case "tbl":
                    self.flow.table(self._rows(each))
                case "body" | "sdt" | "sdtContent" | "ins" | "moveTo" | "customXml" | "footnote" | "endnote":
                    todo += reversed(list(each))
                case _:
                    continue

    def _add_paragraph(self, paragraph: Any) -> None:
        text = self._text(paragraph)
        if text.strip():
            style, is_item, outline, place = _properties_of(paragraph)
            level = outline or self._levels.get(style, 0)
            place = place or self._list_styles.get(style)
            number = self._numbering.next(*place) if place is not None else ""
            if level and len(text) <= 300:
                self.flow.heading(f"{number} {text}".strip(), level)
            elif is_item or number:
                self.flow.text(f"{number or '•'} {text.strip()}", "item")
            else:
                self.flow.text(text, "caption" if style.lower() in ("caption", "legenda") else "text")
        for box in paragraph.iter("{*}txbxContent"):
            if not any(local(above) == "Fallback" for above in box.iterancestors()):
                for each in box:
                    if local(each) == "p":
                        self.flow.text(self._text(each))

    def _text(self, element: Any) -> str:
        """Return the text of a paragraph, without what was deleted, hidden or stands in text boxes."""
        pieces: list[str] = []
        todo = list(reversed(list(element)))
        while todo:
            each = todo.pop()
            name = local(each)
            if name in _DELETED:
                self._reading.note("deletions_left_out")
            if name in _SKIPPED or name == "txbxContent":
                continue
            if name == "t":
                pieces.append(each.text or "")
            elif name == "tab":
                pieces.append("\t")
            elif name in ("br", "cr"):
                pieces.append("\n")
            elif name == "noBreakHyphen":
                pieces.append("-")
            else:
                todo += reversed(list(each))
        return "".join(pieces)

    def _rows(self, table: Any) -> Iterator[list[str]]:
        for row in table.iter("{*}tr"):
            if next(row.iterancestors("{*}tbl")) is not table:
                continue  # a table in a cell is part of the cell
            cells: list[str] = []
            for cell in (each for each in row.iter("{*}tc") if next(each.iterancestors("{*}tr")) is row):
                is_continued = any(
                    attribute(each, "val") in ("", "continue") for each in cell.iterfind("{*}tcPr/{*}vMerge")
                )
                text = " ".join(self._text(each) for each in cell.iter("{*}p"))
                span = next((attribute(each, "val") for each in cell.iterfind("{*}tcPr/{*}gridSpan")), "1")
                cells += ["" if is_continued else text, *[""] * (min(int(span), 64) - 1 if span.isdigit() else 0)]
            yield cells

    def _add_notes(self, kind: str) -> None:
        try:
            tree = self._archive.tree(self._parts[kind])
        except DAMAGE:
            return
        for each in tree:
            if attribute(each, "type") not in ("separator", "continuationSeparator", "continuationNotice"):
                self._add_blocks(each)

    def _style_levels(self) -> dict[str, int]:
        """Return the heading level of each style that has one."""
        levels: dict[str, int] = {}
        try:
            tree = self._archive.tree(self._parts.get("styles", "word/styles.xml"))
        except DAMAGE:
            return levels
        for style in tree.iterfind("{*}style"):
            if (place := _list_place(style)) is not None:
                self._list_styles[attribute(style, "styleId")] = place
            name = next((attribute(each, "val") for each in style.iterfind("{*}name")), "")
            found = _HEADING.match(name)
            outline = next((attribute(each, "val") for each in style.iterfind("{*}pPr/{*}outlineLvl")), "")
            level = (
                int(found[1])
                if found
                else 1
                if name.lower() in _TITLES
                else int(outline) + 1
                if outline.isdigit()
                else 0
            )
            if 0 < level < 10:
                levels[attribute(style, "styleId")] = level
        return levels

    def _lists(self) -> Numbering:
        """Return how lists are numbered; a document without that part has marks only."""
        try:
            return Numbering.of(self._archive.tree(self._parts.get("numbering", "word/numbering.xml")))
        except DAMAGE:
            return Numbering()

    def _note_what_is_left(self, tree: Any) -> None:
        if pictures := sum(1 for _ in tree.iter("{*}blip")):
            self._reading.note("pictures_left_out", count=pictures)
        if charts := sum(1 for each in tree.iter("{*}graphicData") if "chart" in (each.get("uri") or "")):
            self._reading.note("charts_left_out", count=charts)
        if "comments" in self._parts:
            self._reading.note("comments_left_out")
        if any(name.endswith("vbaProject.bin") for name in self._archive.names):
            self._reading.note("macros_left_out")
        for kind in ("header", "footer"):
            if (part := self._parts.get(kind)) is not None:
                self._note_margin(part)

    def _note_margin(self, part: str) -> None:
        try:
            text = " ".join(self._text(each) for each in self._archive.tree(part).iter("{*}p")).strip()
        except DAMAGE:
            return
        if text:
            self._reading.note("repeated_lines_left_out", detail=text)


def _list_place(element: Any) -> tuple[str, int] | None:
    """Return the list of a paragraph or a style, and the level in it."""
    found = next(element.iterfind("{*}pPr/{*}numPr"), None)
    if found is None:
        return None
    told = {local(each): attribute(each, "val") for each in found}
    level = told.get("ilvl", "0")
    return told.get("numId", ""), int(level) if level.isdigit() else 0


def _properties_of(paragraph: Any) -> tuple[str, bool, int, tuple[str, int] | None]:
    """Return the style of a paragraph, whether it is an item of a list, its level in the outline, and its list."""
    style, is_item, level = "", False, 0
    for each in paragraph.iterfind("{*}pPr/*"):
        match local(each):
            case "pStyle":
                style = attribute(each, "val")
            case "numPr":
                is_item = True
            case "outlineLvl":
                value = attribute(each, "val")
                level = int(value) + 1 if value.isdigit() and int(value) < 9 else 0
            case _:
                continue
    return style, is_item or "list" in style.lower(), level, _list_place(paragraph)
