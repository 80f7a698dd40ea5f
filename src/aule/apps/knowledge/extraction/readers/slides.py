"""Presentations: a slide is a page, its title the page's label; tables and the speaker's notes are read too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aule.apps.knowledge.extraction.readers.archive import Archive, attribute, local
from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.pages import PageDraft
from aule.apps.knowledge.extraction.readers.plain_text import one_line
from aule.apps.knowledge.extraction.readers.refusals import DAMAGE
from aule.apps.knowledge.extraction.readers.word import main_part, properties

_TITLES = ("title", "ctrTitle")
_MARGINS = ("sldNum", "dt", "ftr", "hdr")
"""Placeholders of what stands on every slide."""


def read(reading: Reading) -> Iterator[Told]:
    """Yield the facts and pages of a presentation."""
    archive = Archive(reading)
    main = main_part(archive, "ppt/presentation.xml")
    parts = archive.related(main)
    slides = [parts[each][1] for each in _references(archive.tree(main)) if each in parts]
    if any(name.endswith("vbaProject.bin") for name in archive.names):
        reading.note("macros_left_out")
    title, author = properties(archive)
    yield reading.facts(len(slides), title, author)
    for number, part in enumerate(slides[: reading.limits["pages"]], 1):
        if number > reading.after:
            yield reading.finished(_slide(reading, archive, number, part))


def _references(tree: Any) -> Iterator[str]:
    """Yield the references to slides in their order: of two attributes `id`, the one with a namespace."""
    for each in tree.iterfind("{*}sldIdLst/{*}sldId"):
        yield next((value for key, value in each.attrib.items() if key.endswith("}id")), "")


def _slide(reading: Reading, archive: Archive, number: int, part: str) -> PageDraft:
    try:
        tree = archive.tree(part)
        page = reading.page(number)
        if attribute(tree, "show") == "0":
            reading.note("hidden_slide", number)
        shapes = sorted(_shapes(tree), key=_order)
        for shape in shapes:
            _add_shape(reading, page, shape)
        _add_notes(archive, page, part)
        if page.is_empty:
            page.problem = "no_text"
        return page
    except DAMAGE:
        return reading.page(number, problem="unreadable")


def _shapes(tree: Any) -> Iterator[Any]:
    """Yield shapes, also those in groups; of alternatives, the first."""
    for each in tree.iter("{*}sp", "{*}graphicFrame", "{*}pic"):
        if not any(local(above) == "Fallback" for above in each.iterancestors()):
            yield each


def _order(shape: Any) -> tuple[bool, float, float]:
    """Return where a shape stands: the title first, then from above, then from the left."""
    offset = next(shape.iter("{*}off"), None)
    across, down = (attribute(offset, name) if offset is not None else "" for name in ("x", "y"))
    # Placeholders without a place of their own stand where their layout puts them, in the order of the file.
    return _placeholder(shape) not in _TITLES, _rough(down), _rough(across)


def _rough(value: str) -> float:
    return round(int(value) / 200_000) if value.lstrip("-").isdigit() else 0.0


def _placeholder(shape: Any) -> str:
    found = next(shape.iter("{*}ph"), None)
    return "" if found is None else attribute(found, "type") or "body"


def _add_shape(reading: Reading, page: PageDraft, shape: Any) -> None:
    kind = _placeholder(shape)
    if kind in _MARGINS:
        if kind in ("ftr", "hdr") and (text := " ".join(_paragraphs(shape))):
            reading.note("repeated_lines_left_out", detail=text)
        return
    if local(shape) == "pic":
        reading.note("pictures_left_out")
        return
    table = next(shape.iter("{*}tbl"), None)
    if table is not None:
        page.table([[" ".join(_paragraphs(cell)) for cell in row.iterfind("{*}tc")] for row in table.iterfind("{*}tr")])
    elif local(shape) == "graphicFrame":
        reading.note("charts_left_out")
    elif kind in _TITLES:
        text = one_line(" ".join(_paragraphs(shape)))
        page.label = page.label or text[:200]
        page.heading(text, 1)
    else:
        paragraphs = list(_paragraphs(shape))
        for text in paragraphs:
            page.text(text, "item" if kind == "body" and len(paragraphs) > 1 else "text")


def _paragraphs(element: Any) -> Iterator[str]:
    for paragraph in element.iter("{*}p"):
        pieces = [each.text or "" if local(each) == "t" else "\n" for each in paragraph.iter("{*}t", "{*}br")]
        if text := "".join(pieces).strip():
            yield text


def _add_notes(archive: Archive, page: PageDraft, part: str) -> None:
    notes = next((name for kind, name in archive.related(part).values() if kind == "notesSlide"), None)
    if notes is None:
        return
    try:
        tree = archive.tree(notes)
    except DAMAGE:
        return
    for shape in _shapes(tree):
        if _placeholder(shape) not in (*_MARGINS, "sldImg"):
            for text in _paragraphs(shape):
                page.text(text)
