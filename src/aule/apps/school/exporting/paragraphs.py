"""Markdown as paragraphs, lists and tables of marked words, which every format writes in its own way.

What is not known, such as images or raw HTML, is told as the text it is. Nothing is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode


@dataclass(frozen=True, slots=True)
class Words:
    """Words that look alike."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False


Line = tuple[Words, ...]
_TIMES = re.compile(r"(?<=\d)\*(?=\d)")


@dataclass(slots=True)
class Block:
    """A paragraph, a heading, a list, a quotation, a piece of code or a table."""

    kind: Literal["p", "h", "ul", "ol", "quote", "code", "table"]
    lines: list[Line] = field(default_factory=list[Line])
    rows: list[list[Line]] = field(default_factory=list[list[Line]])


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # only exports need it

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def blocks(markdown: str) -> list[Block]:
    """Return a text as blocks."""
    from markdown_it.tree import SyntaxTreeNode

    root = SyntaxTreeNode(_reader().parse(_clean(markdown)))
    return [block for node in root.children if (block := _block(node)) is not None]


def line(markdown: str) -> Line:
    """Return a text of one line."""
    found = blocks(markdown)
    return tuple(words for block in found for each in block.lines for words in each)


def plain(markdown: str) -> str:
    """Return a text without its marks."""
    told: list[str] = []
    for block in blocks(markdown):
        told += ["".join(words.text for words in each) for each in block.lines]
        told += [" | ".join("".join(words.text for words in cell) for cell in row) for row in block.rows]
    return "\n".join(told)


def _clean(text: str) -> str:
    """Return a text without characters that control something; a star between digits multiplies, it does not mark."""
    written = "".join(each if each.isprintable() or each in "\n\t" else " " for each in text.replace("\r\n", "\n"))
    return _TIMES.sub(r"\\*", written)


def _block(node: SyntaxTreeNode) -> Block | None:
    match node.type:
        case "heading" | "paragraph":
            return Block("h" if node.type == "heading" else "p", _lines(node))
        case "bullet_list" | "ordered_list" | "blockquote":
            return Block(_OUTER[node.type], _lines(node))
        case "table":
            rows = [each for each in node.walk() if each.type == "tr"]
            return Block("table", rows=[[_line(cell) for cell in row.children] for row in rows])
        case "fence" | "code_block":
            return Block("code", [(Words(each, code=True),) for each in node.content.rstrip("\n").split("\n")])
        case "hr":
            return Block("p", [(Words(node.markup),)])  # a gap to fill in, alone on its line
        case _:
            return None


_OUTER: dict[str, Literal["ul", "ol", "quote"]] = {"bullet_list": "ul", "ordered_list": "ol", "blockquote": "quote"}


def _lines(node: SyntaxTreeNode) -> list[Line]:
    """Return every line inside a block; a list inside a list is told as one."""
    return [_line(each) for each in node.walk() if each.type == "inline"]


def _line(node: SyntaxTreeNode) -> Line:
    return tuple(_words(node))


def _words(node: SyntaxTreeNode, *, bold: bool = False, italic: bool = False) -> Iterator[Words]:
    match node.type:
        case "softbreak" | "hardbreak":
            yield Words("\n" if node.type == "hardbreak" else " ")
        case "text" | "code_inline" | "image":
            if node.content:
                yield Words(node.content, bold, italic, node.type == "code_inline")
        case _:
            for each in node.children:
                yield from _words(each, bold=bold or node.type == "strong", italic=italic or node.type == "em")
