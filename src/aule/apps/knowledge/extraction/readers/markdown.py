"""Markdown files: their headings, paragraphs, items, tables and code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.flow import Flow
from aule.apps.knowledge.extraction.readers.plain import decoded
from aule.apps.knowledge.extraction.readers.web_page import add_page, page_tree

_FRONT = re.compile(r"---[ \t]*\n(.*?)\n---[ \t]*(?:\n|$)", re.DOTALL)
_TITLE = re.compile(r"^title:[ \t]*(.+)$", re.MULTILINE | re.IGNORECASE)


def read(reading: Reading) -> Iterator[Told]:
    """Yield the facts and pages of a Markdown file."""
    text = decoded(reading)
    flow, title = Flow(reading), ""
    if front := _FRONT.match(text):
        found = _TITLE.search(front[1])
        title = found[1].strip().strip("\"'") if found else ""
        flow.code(front[1])
        text = text[front.end() :]
    library: Any = import_module("markdown_it")
    tokens: list[Any] = library.MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    blocks = _Blocks(reading, flow)
    for above, token in zip([None, *tokens], tokens, strict=False):
        blocks.add(token, above)
    yield from flow.told(title)


class _Blocks:
    """Tokens of the parser as blocks; it knows in which list or table it is."""

    def __init__(self, reading: Reading, flow: Flow) -> None:
        self._reading, self._flow = reading, flow
        self._lists = 0
        self._is_first_of_item = False
        self._rows: list[list[str]] = []

    def add(self, token: Any, above: Any) -> None:
        match token.type:
            case "inline":
                self._add_line(_plain(self._reading, token), above)
            case "fence" | "code_block":
                self._flow.code(token.content)
            case "html_block":
                if (tree := page_tree(token.content, self._reading)) is not None:
                    add_page(self._reading, self._flow, tree)
            case "table_open" | "tr_open" | "table_close":
                self._add_row(token.type)
            case "list_item_open" | "list_item_close":
                self._lists += token.nesting
                self._is_first_of_item = token.nesting > 0
            case _:
                return

    def _add_row(self, kind: str) -> None:
        if kind == "tr_open":
            self._rows.append([])
            return
        self._flow.table(self._rows)
        self._rows = []

    def _add_line(self, text: str, above: Any) -> None:
        if above.type in ("th_open", "td_open"):
            self._rows[-1].append(text)
        elif above.type == "heading_open":
            self._flow.heading(text, int(above.tag[1]))
        elif self._lists and self._is_first_of_item:
            self._flow.text(f"• {text}", "item")
            self._is_first_of_item = False
        else:
            self._flow.text(text)


def _plain(reading: Reading, token: Any) -> str:
    """Return what a line shows: links by their words, pictures by their descriptions."""
    pieces: list[str] = []
    for each in token.children or ():
        match each.type:
            case "softbreak":
                pieces.append(" ")
            case "hardbreak":
                pieces.append("\n")
            case "image":
                reading.note("pictures_left_out")
                pieces.append(each.content)
            case "html_inline":
                pieces.append("")
            case _:
                pieces.append(each.content)
    return "".join(pieces)
