"""Web pages as files: what a reader would see, without scripts and styles."""

from __future__ import annotations

import html
import html.parser
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.flow import Flow
from aule.apps.knowledge.extraction.readers.style_sheets import HiddenParts
from aule.text.encodings import decode

_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-z0-9_:.-]{2,40})", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")
"""What says an encoding that the text no longer has."""
_CHARSETS = re.compile(r"(?:iso-?8859-\d+|windows-125\d|cp125\d|koi8-[ru]|shift_jis|euc-(?:jp|kr)|gb18030|gbk|big5)$")
_NAMES_GONE = """
script style template noscript head iframe object embed svg math canvas audio video select
"""
_NAMES_OF_BLOCKS = """
address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form
header hr html legend li main menu nav ol p pre section summary ul
"""
_GONE = frozenset(_NAMES_GONE.split())
_BLOCKS = frozenset(_NAMES_OF_BLOCKS.split())
_COUNTED = frozenset({"script", "style", "iframe", "object", "embed"})
_NOTED = {
    "svg": "charts_left_out",
    "canvas": "charts_left_out",
    "math": "formulas_left_out",
    "select": "form_fields_left_out",
    "audio": "recordings_left_out",
    "video": "recordings_left_out",
    "noscript": "hidden_text_left_out",
    "template": "hidden_text_left_out",
}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}


def read(reading: Reading) -> Iterator[Told]:
    """Yield the facts and pages of a web page."""
    tree = page_tree(_decoded(reading.file.read()), reading)
    flow = Flow(reading)
    title = ""
    if tree is not None:
        title = tree.findtext(".//title") or ""
        add_page(reading, flow, tree)
    yield from flow.told(title)


def page_tree(text: str, reading: Reading) -> Any:
    """Return a page as a tree; None for an empty one."""
    parser: Any = import_module("lxml.html")
    etree: Any = import_module("lxml.etree")
    text = _DECLARATION.sub("", text.replace("\0", ""), count=1).encode("utf-8", "replace").decode()
    reader = parser.HTMLParser(no_network=True, huge_tree=True)
    try:
        tree = parser.document_fromstring(text, parser=reader)
    except etree.ParserError:  # there is nothing in it
        return None
    # The parser stops in silence where a page is nested too deeply: then its words are taken without its structure.
    is_cut = any("depth" in each.message.lower() for each in reader.error_log)
    if not is_cut:
        return tree
    reading.note("structure_left_out")
    return parser.document_fromstring(_Words.of(text))


class _Words(html.parser.HTMLParser):
    """Collects the words of a page, whatever its structure; scripts and styles are left out."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[str] = []
        self._is_script = False

    @classmethod
    def of(cls, text: str) -> str:
        """Return a page of one paragraph that holds the words of another."""
        words = cls()
        words.feed(text)
        words.close()
        return f"<p>{html.escape(' '.join(words._pieces))}</p>"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notice where a script begins."""
        self._is_script = tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        """Notice where a script ends."""
        self._is_script = False

    def handle_data(self, data: str) -> None:
        """Keep words."""
        if not self._is_script and data.strip():
            self._pieces.append(data)


def add_page(reading: Reading, flow: Flow, tree: Any) -> None:
    """Add the blocks of a page. The tree is walked without recursion: pages may be nested without end."""
    etree: Any = import_module("lxml.etree")
    line: list[str] = []
    hidden = HiddenParts.of(each.text or "" for each in tree.iter("style"))
    walk = etree.iterwalk(tree, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event in ("comment", "pi"):
            line.append(element.tail or "")
            continue
        tag = element.tag if isinstance(element.tag, str) else ""
        if event == "end":
            _end(flow, line, tag, element)
            continue
        if _is_gone(reading, tag, element, hidden):
            walk.skip_subtree()
            element.text = None
        elif tag == "table" and _is_table(element):
            _flush(flow, line)
            flow.table(_rows(reading, element, hidden))
            walk.skip_subtree()
        elif tag == "pre":
            _flush(flow, line)
            flow.code("".join(element.itertext()))
            walk.skip_subtree()
        else:
            if tag in _BLOCKS or tag in _HEADINGS:
                _flush(flow, line)
            if tag == "br":
                line.append("\n")
            line.append(_spaced(element.text))
    _flush(flow, line)


def _end(flow: Flow, line: list[str], tag: str, element: Any) -> None:
    if tag in _HEADINGS:
        flow.heading("".join(line), _HEADINGS[tag])
        line.clear()
    elif tag in _BLOCKS:
        _flush(flow, line, tag)
    elif tag in ("td", "th"):
        line.append(" ")
    elif tag == "tr":
        _flush(flow, line)
    line.append(_spaced(element.tail))


def _flush(flow: Flow, line: list[str], tag: str = "") -> None:
    text = "".join(line).strip()
    line.clear()
    if text:
        is_item = tag == "li"
        flow.text(f"• {text}" if is_item else text, "item" if is_item else "caption" if "caption" in tag else "text")


def _is_gone(reading: Reading, tag: str, element: Any, hidden: HiddenParts) -> bool:
    if tag in _GONE:
        if tag in _COUNTED:
            reading.note("scripts_left_out")
        elif tag in _NOTED:
            reading.note(_NOTED[tag])
        elif scripts := sum(1 for _ in element.iter("script", "style")):
            reading.note("scripts_left_out", count=scripts)
        return True
    if hidden.hold(element):
        reading.note("hidden_text_left_out")
        return True
    if tag == "img":
        reading.note("pictures_left_out")
    return False


def _is_table(element: Any) -> bool:
    """Return whether a table is one, and not the frame of a page."""
    if next(element.iterdescendants("table"), None) is not None:
        return False
    return sum(1 for _ in element.iter("td", "th")) > 1


def _rows(reading: Reading, table: Any, hidden: HiddenParts) -> Iterator[list[str]]:
    for each in [part for part in table.iterdescendants() if hidden.hold(part)]:
        reading.note("hidden_text_left_out")
        each.drop_tree()  # what stands behind it stays
    for row in table.iter("tr"):
        cells: list[str] = []
        for cell in row.iterchildren("td", "th"):
            span = cell.get("colspan") or "1"
            text = " ".join("".join(cell.xpath(".//text()[not(ancestor::script) and not(ancestor::style)]")).split())
            cells += [text, *[""] * (min(int(span), 64) - 1 if span.isdigit() else 0)]
        yield cells


def _spaced(text: str | None) -> str:
    return re.sub(r"\s+", " ", text) if text else ""


def _decoded(content: bytes) -> str:
    """Return the text of a page by what it says of its encoding, if that is one of the usual; else as text files."""
    found = _META.search(content[:2048])
    name = found[1].decode("ascii").lower() if found else ""
    if name and _CHARSETS.match(name) and not content.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return content.decode("cp1252" if name == "iso-8859-1" else name, "replace")
    return decode(content).text
